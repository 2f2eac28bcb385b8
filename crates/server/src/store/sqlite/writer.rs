//! The only writer: a thread that takes everything queued into one transaction, so that many tables
//! share one wait for the disk. Nothing is answered before that transaction is durable.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, params};
use tablier_rooms::RoomId;
use tokio::sync::oneshot;

use super::index;
use crate::store::{Append, StoreError, Stored, Turn};

/// The most jobs in one transaction, so that the first does not wait too long for the last.
const MOST: usize = 1024;
/// The index follows the log within this time: turns change with every action, and one write for
/// many of them is enough.
const SETTLE: Duration = Duration::from_millis(500);
/// How often an idle writer checks whether somebody else has written.
const LOOK: Duration = Duration::from_millis(200);

/// The pending answer of a job: called with `Ok` once it is durable.
type Finish = Box<dyn FnOnce(Stored<()>) + Send>;
/// A write of any kind.
type Work = Box<dyn FnOnce(&Connection) -> Finish + Send>;

enum Job {
    Append(Vec<Append>, oneshot::Sender<Stored<()>>),
    Work(Work),
    /// Write the turns that are still to be written.
    Settle(oneshot::Sender<Stored<()>>),
}

/// A handle to the writer. Dropping it waits until everything is written.
pub(super) struct Writer {
    /// None only while it is dropped.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    shared: Arc<Shared>,
}

/// What the writer publishes.
#[derive(Default)]
struct Shared {
    /// Turns that are still to be written.
    unsettled: AtomicUsize,
    /// Changes when somebody else has written.
    foreign: AtomicU64,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn start(connection: Connection) -> std::io::Result<Self> {
        let (jobs, queue) = channel();
        let shared = Arc::new(Shared::default());
        let thread = Thread {
            connection,
            queue,
            shared: shared.clone(),
            turns: HashMap::new(),
            settled: Instant::now(),
            has_written: false,
            data_version: 0,
        };
        let thread = std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || thread.run())?;
        Ok(Self {
            jobs: Some(jobs),
            thread: Some(thread),
            shared,
        })
    }

    pub(super) fn foreign(&self) -> u64 {
        self.shared.foreign.load(Ordering::Acquire)
    }

    pub(super) async fn append(&self, writes: Vec<Append>) -> Stored<()> {
        let (answer, done) = oneshot::channel();
        self.send(Job::Append(writes, answer))?;
        done.await.map_err(gone)?
    }

    /// Brings the index up to date with the log.
    pub(super) async fn settle(&self) -> Stored<()> {
        if self.shared.unsettled.load(Ordering::Acquire) == 0 {
            return Ok(());
        }
        let (answer, done) = oneshot::channel();
        self.send(Job::Settle(answer))?;
        done.await.map_err(gone)?
    }

    /// Runs a write; returns its value once it is durable.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let (answer, done) = oneshot::channel();
        let work = move |connection: &Connection| -> Finish {
            let result = in_savepoint(connection, write);
            Box::new(move |durable: Stored<()>| {
                let _ = answer.send(durable.and(result));
            })
        };
        self.send(Job::Work(Box::new(work)))?;
        done.await.map_err(gone)?
    }

    fn send(&self, job: Job) -> Stored<()> {
        let jobs = self.jobs.as_ref().ok_or_else(|| gone(()))?;
        jobs.send(job).map_err(gone)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // If the writer panicked, whoever waited for it has been told.
            let _ = thread.join();
        }
    }
}

fn gone<E>(_: E) -> StoreError {
    StoreError::Unavailable("the writer has stopped".into())
}

/// Undoes a write that fails halfway, and only that.
fn in_savepoint<T>(
    connection: &Connection,
    write: impl FnOnce(&Connection) -> Stored<T>,
) -> Stored<T> {
    connection.execute_batch("SAVEPOINT work")?;
    let result = write(connection);
    if result.is_err() {
        connection.execute_batch("ROLLBACK TO work")?;
    }
    connection.execute_batch("RELEASE work")?;
    result
}

struct Thread {
    connection: Connection,
    queue: Receiver<Job>,
    shared: Arc<Shared>,
    /// The newest turn of tables whose index is behind their log.
    turns: HashMap<RoomId, (u64, Turn)>,
    settled: Instant,
    /// Whether the write-ahead log may hold pages that are not in the file.
    has_written: bool,
    data_version: i64,
}

impl Thread {
    fn run(mut self) {
        loop {
            match self.queue.recv_timeout(LOOK) {
                Ok(first) => {
                    let mut jobs = vec![first];
                    while jobs.len() < MOST
                        && let Ok(job) = self.queue.try_recv()
                    {
                        jobs.push(job);
                    }
                    self.commit(jobs);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if self.turns_are_late() {
                        self.commit(Vec::new());
                    } else if self.has_written && self.turns.is_empty() {
                        self.checkpoint();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    if !self.turns.is_empty() {
                        self.commit(vec![Job::Settle(oneshot::channel().0)]);
                    }
                    return;
                }
            }
            self.look_for_others();
        }
    }

    fn turns_are_late(&self) -> bool {
        !self.turns.is_empty() && self.settled.elapsed() >= SETTLE
    }

    /// Moves the write-ahead log to the file, in a moment when nobody waits.
    fn checkpoint(&mut self) {
        // Readers of older pages may keep some of it from being moved: then the next one does.
        match self
            .connection
            .execute_batch("PRAGMA wal_checkpoint(PASSIVE)")
        {
            Ok(()) => self.has_written = false,
            Err(error) => tracing::debug!(%error, "the write-ahead log stays for the moment"),
        }
    }

    /// One transaction for all these jobs.
    fn commit(&mut self, jobs: Vec<Job>) {
        let begun = Instant::now();
        metrics::histogram!("tablier_store_batch").record(jobs.len() as f64);
        if let Err(error) = self.connection.execute_batch("BEGIN IMMEDIATE") {
            let error = StoreError::from(error);
            tracing::error!(%error, "the store cannot be written");
            for job in jobs {
                match job {
                    Job::Append(_, answer) | Job::Settle(answer) => {
                        let _ = answer.send(Err(error.clone()));
                    }
                    // Dropping the work drops its answer, and the caller is told.
                    Job::Work(_) => {}
                }
            }
            return;
        }
        let mut settle = self.turns_are_late();
        let mut finishes: Vec<Finish> = Vec::with_capacity(jobs.len());
        for job in jobs {
            finishes.push(match job {
                Job::Append(writes, answer) => {
                    let result = self.append(writes);
                    Box::new(move |durable| drop(answer.send(durable.and(result))))
                }
                Job::Work(work) => work(&self.connection),
                Job::Settle(answer) => {
                    settle = true;
                    Box::new(move |durable| drop(answer.send(durable)))
                }
            });
        }
        let written = if settle { self.write_turns() } else { Ok(()) };
        let durable = written.and_then(|()| {
            self.connection
                .execute_batch("COMMIT")
                .map_err(StoreError::from)
        });
        if let Err(error) = &durable {
            tracing::error!(%error, "the store did not keep what was written");
            let _ = self.connection.execute_batch("ROLLBACK");
        } else {
            self.has_written = true;
            if settle {
                self.turns.clear();
                self.settled = Instant::now();
            }
        }
        self.shared
            .unsettled
            .store(self.turns.len(), Ordering::Release);
        metrics::histogram!("tablier_store_commit_seconds").record(begun.elapsed().as_secs_f64());
        for finish in finishes {
            finish(durable.clone());
        }
    }

    /// Nothing is changed until everything is known to fit: no savepoint is needed.
    fn append(&mut self, writes: Vec<Append>) -> Stored<()> {
        for write in &writes {
            let head: Option<u64> = self
                .connection
                .prepare_cached("SELECT max(seq) FROM lines WHERE room = ?1")?
                .query_row([write.room.as_str()], |row| row.get(0))?;
            if head.unwrap_or(0) != write.after {
                return Err(StoreError::Conflict);
            }
            if write.after == 0 && write.card.is_none() {
                return Err(StoreError::Unavailable("a new table has a card".into()));
            }
        }
        for write in writes {
            let mut insert = self
                .connection
                .prepare_cached("INSERT INTO lines (room, seq, body) VALUES (?1, ?2, ?3)")?;
            let mut seq = write.after;
            for line in write.lines {
                insert.execute(params![write.room.as_str(), line.seq, line.body])?;
                seq = line.seq;
            }
            drop(insert);
            match write.card {
                Some(card) => {
                    self.turns.remove(&write.room);
                    index::put(&self.connection, &write.room, seq, &card, &write.turn)?;
                }
                None => {
                    self.turns.insert(write.room, (seq, write.turn));
                }
            }
        }
        Ok(())
    }

    fn write_turns(&self) -> Stored<()> {
        for (room, (seq, turn)) in &self.turns {
            index::put_turn(&self.connection, room, *seq, turn)?;
        }
        Ok(())
    }

    /// `data_version` changes only with the writes of others, as seen by this connection.
    fn look_for_others(&mut self) {
        let version: Option<i64> = self
            .connection
            .prepare_cached("PRAGMA data_version")
            .and_then(|mut ask| ask.query_row([], |row| row.get(0)).optional())
            .unwrap_or_default();
        if let Some(version) = version
            && version != self.data_version
        {
            self.data_version = version;
            self.shared.foreign.fetch_add(1, Ordering::Release);
        }
    }
}
