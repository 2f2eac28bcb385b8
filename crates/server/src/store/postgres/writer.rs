//! The only writer of this server's events: a task that takes everything queued into one
//! transaction, so that many tables share one wait for the database's disk. Nothing is answered
//! before that transaction is durable.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures_util::future::{join, join_all};
use tablier_rooms::RoomId;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_postgres::{Client, Statement};

use super::index::{PUT, PUT_TURNS, Put, PutTurns};
use super::retry::{Tries, Trouble};
use super::{Access, logs, number, unreadable, unsigned, within};
use crate::store::{Append, Card, LogLine, StoreError, Stored, Turn};

/// The most jobs in one transaction, so that the first does not wait too long for the last.
const MOST: usize = 1024;
/// The lock that keeps removing tables apart from adding to them: taken by many who add, or by one
/// who removes.
pub(super) const TABLES: i64 = 0x7461_626c_6573;

/// The last number of each of these logs, in the order of the question.
pub(super) const HEADS: &str = "SELECT r.id, (SELECT max(seq) FROM lines WHERE room = r.id) AS head
     FROM unnest($1::text[]) WITH ORDINALITY AS r (id, place) ORDER BY r.place";
const INSERT: &str = "INSERT INTO lines (room, seq, body)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])";

struct Job {
    writes: Vec<Append>,
    answer: oneshot::Sender<Stored<()>>,
}

/// A handle to the writer, which ends when the last handle is gone and everything is written.
pub(super) struct Writer {
    jobs: mpsc::UnboundedSender<Job>,
}

impl Writer {
    pub(super) fn start(access: Access) -> Self {
        let (jobs, queue) = mpsc::unbounded_channel();
        let task = Task {
            access,
            queue,
            client: None,
        };
        tokio::spawn(task.run());
        Self { jobs }
    }

    pub(super) async fn append(&self, writes: Vec<Append>) -> Stored<()> {
        let gone = || StoreError::Unavailable("the writer has stopped".into());
        let (answer, done) = oneshot::channel();
        let job = Job { writes, answer };
        self.jobs.send(job).map_err(|_| gone())?;
        done.await.map_err(|_| gone())?
    }
}

struct Task {
    access: Access,
    queue: mpsc::UnboundedReceiver<Job>,
    client: Option<PreparedClient>,
}

/// A connection with its statements.
struct PreparedClient {
    client: Client,
    heads: Statement,
    insert: Statement,
    put: Statement,
    put_turns: Statement,
}

impl PreparedClient {
    async fn connect(access: &Access) -> Result<Self, Trouble> {
        let (client, connection) = access.connect().await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "the writer's connection to the database has ended");
            }
        });
        Ok(Self {
            heads: client.prepare(HEADS).await?,
            insert: client.prepare(INSERT).await?,
            put: client.prepare(PUT).await?,
            put_turns: client.prepare(PUT_TURNS).await?,
            client,
        })
    }
}

impl Task {
    async fn run(mut self) {
        while let Some(first) = self.queue.recv().await {
            let mut jobs = vec![first];
            while jobs.len() < MOST
                && let Ok(job) = self.queue.try_recv()
            {
                jobs.push(job);
            }
            let begun = Instant::now();
            metrics::histogram!("tablier_store_batch").record(jobs.len() as f64);
            self.write(jobs).await;
            metrics::histogram!("tablier_store_commit_seconds")
                .record(begun.elapsed().as_secs_f64());
        }
    }

    /// Writes what these jobs want, in as many attempts as it takes within a few seconds.
    async fn write(&mut self, jobs: Vec<Job>) {
        let writes: Vec<&[Append]> = jobs.iter().map(|job| &job.writes[..]).collect();
        let mut tries = Tries::begin();
        // Set when the end of an attempt is not known: what it wrote may be there already.
        let mut suspect = false;
        let results = loop {
            let trouble = match within(self.attempt(&writes, suspect)).await {
                Ok(results) => break Ok(results),
                Err(trouble) => trouble,
            };
            if self
                .client
                .as_ref()
                .is_some_and(|prepared| prepared.client.is_closed())
                || matches!(trouble, Trouble::Unknown(_))
            {
                self.client = None;
            }
            suspect |= matches!(trouble, Trouble::Unknown(_));
            let trouble = match trouble {
                // Somebody else was faster: the next attempt finds out at which table.
                Trouble::Final(StoreError::Exists) => Trouble::Again("the log has grown".into()),
                other => other.before_the_end(),
            };
            if let Err(error) = tries.after(trouble).await {
                // A transaction left open would keep its locks.
                self.client = None;
                break Err(error);
            }
        };
        if let Err(error) = &results {
            tracing::error!(%error, "the store cannot be written");
        }
        let mut results = results.map(Vec::into_iter);
        for job in jobs {
            let result = match &mut results {
                Ok(results) => results.next().unwrap_or(Err(StoreError::Conflict)),
                Err(error) => Err(error.clone()),
            };
            let _ = job.answer.send(result);
        }
    }

    /// One transaction. Only the end of it can leave open whether it was done.
    async fn attempt(
        &mut self,
        jobs: &[&[Append]],
        suspect: bool,
    ) -> Result<Vec<Stored<()>>, Trouble> {
        let prepared = match &mut self.client {
            Some(prepared) => prepared,
            none => {
                let prepared = PreparedClient::connect(&self.access).await;
                none.insert(prepared.map_err(Trouble::before_the_end)?)
            }
        };
        let results = prepared.fill(jobs, suspect).await;
        let results = match results {
            Ok(results) => results,
            Err(trouble) => {
                // The connection is used again only if it is clean.
                if prepared.client.batch_execute("ROLLBACK").await.is_err() {
                    self.client = None;
                }
                return Err(trouble.before_the_end());
            }
        };
        prepared.client.batch_execute("COMMIT").await?;
        Ok(results)
    }
}

impl PreparedClient {
    /// Everything but the end of the transaction; the result for each job if it ends well.
    async fn fill(&self, jobs: &[&[Append]], suspect: bool) -> Result<Vec<Stored<()>>, Trouble> {
        let rooms: BTreeSet<&RoomId> = jobs
            .iter()
            .flat_map(|job| job.iter().map(|w| &w.room))
            .collect();
        let ids: Vec<&str> = rooms.iter().map(|room| room.as_str()).collect();
        // Sent together: the question is answered under the lock.
        let begin = format!("BEGIN; SELECT pg_advisory_xact_lock_shared({TABLES})");
        let values: super::Values<'_> = &[&ids];
        let (begun, heads) = join(
            self.client.batch_execute(&begin),
            self.client.query(&self.heads, values),
        )
        .await;
        begun?;
        let mut known = HashMap::with_capacity(rooms.len());
        for (room, row) in rooms.into_iter().zip(heads?) {
            let head: Option<i64> = row.try_get(1).map_err(unreadable)?;
            known.insert(room, head.map_or(0, unsigned));
        }
        let mut batch = Batch {
            heads: known,
            ..Batch::default()
        };
        let mut results = Vec::with_capacity(jobs.len());
        for job in jobs {
            let mut result = batch.take(job);
            if suspect && result == Err(StoreError::Conflict) && self.is_there(job).await? {
                result = Ok(());
            }
            results.push(result);
        }
        self.store(batch).await?;
        Ok(results)
    }

    /// Whether the log already says what a job would add.
    async fn is_there(&self, job: &[Append]) -> Result<bool, Trouble> {
        for write in job {
            let sql = "SELECT seq, body FROM lines WHERE room = $1 AND seq > $2
                       ORDER BY seq LIMIT $3";
            let count = number(write.lines.len() as u64);
            let values: super::Values<'_> = &[&write.room.as_str(), &number(write.after), &count];
            let rows = self.client.query(sql, values).await?;
            let stored: Vec<LogLine> = rows.iter().map(logs::line).collect::<Stored<_>>()?;
            if stored != write.lines {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn store(&self, batch: Batch<'_>) -> Result<(), Trouble> {
        let (lines, turns, puts) = batch.values()?;
        if lines.rooms.is_empty() {
            return Ok(());
        }
        let values: super::Values<'_> = &[&lines.rooms, &lines.seqs, &lines.bodies];
        let (inserted, (turned, put)) = join(
            self.client.execute(&self.insert, values),
            join(
                async { self.client.execute(&self.put_turns, &turns.values()).await },
                join_all(
                    puts.iter()
                        .map(|put| async { self.client.execute(&self.put, &put.values()).await }),
                ),
            ),
        )
        .await;
        inserted?;
        turned?;
        for one in put {
            one?;
        }
        Ok(())
    }
}

/// What one transaction writes.
#[derive(Default)]
struct Batch<'a> {
    /// The last number of each log, with what is written here.
    heads: HashMap<&'a RoomId, u64>,
    /// By table and number: all servers lock in the same order.
    lines: BTreeMap<(&'a RoomId, u64), &'a str>,
    /// The newest index of each table.
    index: BTreeMap<&'a RoomId, (u64, Option<&'a Card>, &'a Turn)>,
}

#[derive(Default)]
struct Lines<'a> {
    rooms: Vec<&'a str>,
    seqs: Vec<i64>,
    bodies: Vec<&'a str>,
}

impl<'a> Batch<'a> {
    /// Adds all writes of a job, if they fit; otherwise none.
    fn take(&mut self, job: &'a [Append]) -> Stored<()> {
        for write in job {
            if self.heads.get(&write.room) != Some(&write.after) {
                return Err(StoreError::Conflict);
            }
            if write.after == 0 && write.card.is_none() {
                return Err(StoreError::Unavailable("a new table has a card".into()));
            }
        }
        for write in job {
            let mut seq = write.after;
            for line in &write.lines {
                self.lines.insert((&write.room, line.seq), &line.body);
                seq = line.seq;
            }
            self.heads.insert(&write.room, seq);
            let newest = self
                .index
                .entry(&write.room)
                .or_insert((seq, None, &write.turn));
            let card = write.card.as_ref().or(newest.1);
            *newest = (seq, card, &write.turn);
        }
        Ok(())
    }

    fn values(&self) -> Stored<(Lines<'a>, PutTurns, Vec<Put>)> {
        let mut lines = Lines::default();
        for ((room, seq), body) in &self.lines {
            lines.rooms.push(room.as_str());
            lines.seqs.push(number(*seq));
            lines.bodies.push(body);
        }
        let mut turns = PutTurns::default();
        let mut puts = Vec::new();
        for (room, (seq, card, turn)) in &self.index {
            match card {
                Some(card) => puts.push(Put::new(room, *seq, card, turn)?),
                None => turns.push(room, *seq, turn),
            }
        }
        Ok((lines, turns, puts))
    }
}
