use async_trait::async_trait;
use tablier_rooms::{PlayerId, RoomId};
use tokio_postgres::{Row, Transaction};

use super::index::{self, LISTING, PUT, Put};
use super::queries::clauses;
use super::retry::{Tries, Trouble};
use super::writer::TABLES;
use super::{Postgres, number, unreadable, unsigned, within};
use crate::store::{
    Append, Card, Changes, HeadToHead, Listing, LogLine, Logs, Query, Rating, Standing, StoreError,
    Stored, Turn,
};

/// Several statements in one transaction, which is tried again as a whole. `$body` gives a
/// `Result<_, Trouble>`.
macro_rules! transaction {
    ($store:expr, $change:ident => $body:expr) => {{
        let mut tries = Tries::begin();
        loop {
            let work = async {
                let early = |error| Trouble::from(error).before_the_end();
                let mut client = $store.client().await?;
                let $change = client.transaction().await.map_err(early)?;
                // Until the end nothing is changed, whatever happens to the connection.
                let value = $body.await.map_err(Trouble::before_the_end)?;
                $change.commit().await?;
                Ok(value)
            };
            match within(work).await {
                Ok(value) => break Ok(value),
                Err(trouble) => {
                    if let Err(error) = tries.after(trouble).await {
                        break Err(error);
                    }
                }
            }
        }
    }};
}
pub(super) use transaction;

#[async_trait]
impl Logs for Postgres {
    async fn append(&self, writes: Vec<Append>) -> Stored<()> {
        self.writer.append(writes).await
    }

    async fn read(&self, room: &RoomId, since: u64) -> Stored<Vec<LogLine>> {
        let sql = "SELECT seq, body FROM lines WHERE room = $1 AND seq > $2 ORDER BY seq";
        let rows = self.rows(sql, &[&room.as_str(), &number(since)]).await?;
        rows.iter().map(line).collect()
    }

    async fn heads(&self, rooms: &[RoomId]) -> Stored<Vec<(RoomId, u64)>> {
        let ids: Vec<&str> = rooms.iter().map(RoomId::as_str).collect();
        let rows = self.rows(super::writer::HEADS, &[&ids]).await?;
        let mut heads = Vec::with_capacity(rows.len());
        for (room, row) in rooms.iter().zip(&rows) {
            let head: Option<i64> = row.try_get(1).map_err(unreadable)?;
            heads.extend(head.map(|head| (room.clone(), unsigned(head))));
        }
        Ok(heads)
    }

    async fn changes(&self, since: Option<u64>) -> Stored<Changes> {
        self.changes_since(since).await
    }

    async fn generation(&self) -> Stored<String> {
        let sql = "SELECT value FROM meta WHERE name = 'generation'";
        let row = self.row(sql, &[]).await?;
        let row = row.ok_or_else(|| unreadable("the database has no generation"))?;
        row.try_get(0).map_err(unreadable)
    }

    async fn behind(&self) -> Stored<Vec<RoomId>> {
        let sql = "SELECT id FROM rooms r WHERE state < 2
                       AND seq < (SELECT max(seq) FROM lines WHERE room = r.id)";
        let rows = self.rows(sql, &[]).await?;
        rows.iter().map(index::room_of).collect()
    }

    async fn reindex(&self, room: &RoomId, seq: u64, card: Card, turn: Turn) -> Stored<()> {
        let put = Put::new(room, seq, &card, &turn)?;
        self.change(PUT, &put.values()).await.map(drop)
    }

    async fn rewrite(&self, room: &RoomId, lines: Vec<LogLine>) -> Stored<()> {
        let (seqs, bodies): (Vec<i64>, Vec<String>) = lines
            .into_iter()
            .map(|line| (number(line.seq), line.body))
            .unzip();
        let sql = "UPDATE lines SET body = n.body
                   FROM unnest($2::bigint[], $3::text[]) AS n (seq, body)
                   WHERE lines.room = $1 AND lines.seq = n.seq";
        let values: super::Values<'_> = &[&room.as_str(), &seqs, &bodies];
        self.change(sql, values).await.map(drop)
    }

    async fn naming(&self, player: &PlayerId) -> Stored<Vec<RoomId>> {
        let sql = "SELECT DISTINCT room FROM lines WHERE position($1 in body) > 0";
        let rows = self.rows(sql, &[&format!("\"{player}\"")]).await?;
        rows.iter().map(index::room_of).collect()
    }

    async fn remove(&self, room: &RoomId) -> Stored<()> {
        transaction!(self, change => async {
            // Whoever has read the end of this log and is about to add to it is waited for.
            change.execute("SELECT pg_advisory_xact_lock($1)", &[&TABLES]).await?;
            for sql in [
                "DELETE FROM lines WHERE room = $1",
                "DELETE FROM rooms WHERE id = $1",
                "DELETE FROM cards WHERE room = $1",
                "DELETE FROM sitting WHERE room = $1",
            ] {
                change.execute(sql, &[&room.as_str()]).await?;
            }
            Ok::<_, Trouble>(())
        })
    }

    async fn listing(&self, room: &RoomId) -> Stored<Option<Listing>> {
        let row = self
            .row(&format!("{LISTING} WHERE r.id = $1"), &[&room.as_str()])
            .await?;
        row.as_ref().map(index::listing).transpose()
    }

    async fn list(&self, query: Query) -> Stored<Vec<Listing>> {
        let limit = query.limit();
        let clauses = clauses(query)?;
        let (from, order) = (clauses.from, clauses.order);
        let sql = format!("{LISTING} {from} ORDER BY {order}, r.id LIMIT {limit}");
        let rows = self.rows(&sql, &clauses.values()).await?;
        rows.iter().map(index::listing).collect()
    }

    async fn count(&self, query: Query) -> Stored<u64> {
        let clauses = clauses(query)?;
        let sql = format!("SELECT count(*) FROM rooms r {}", clauses.from);
        let row = self.row(&sql, &clauses.values()).await?;
        let count = row.map_or(Ok(0), |row| row.try_get(0).map_err(unreadable))?;
        Ok(unsigned(count))
    }

    async fn due(&self, before: u64) -> Stored<Vec<(RoomId, u64)>> {
        let sql = "SELECT id, due FROM rooms WHERE due < $1 ORDER BY due";
        let rows = self.rows(sql, &[&number(before)]).await?;
        let due = |row: &Row| {
            let due = row.try_get(1).map_err(unreadable)?;
            Ok((index::room_of(row)?, unsigned(due)))
        };
        rows.iter().map(due).collect()
    }

    async fn house(&self, before: u64) -> Stored<Vec<RoomId>> {
        let sql = "SELECT id FROM rooms WHERE house AND at < $1 ORDER BY at";
        let rows = self.rows(sql, &[&number(before)]).await?;
        rows.iter().map(index::room_of).collect()
    }

    async fn host_seen(&self, rooms: &[RoomId], at: u64) -> Stored<()> {
        let ids: Vec<&str> = rooms.iter().map(RoomId::as_str).collect();
        let sql = "UPDATE rooms SET host_seen = $2 WHERE id = ANY($1) AND host_seen < $2";
        self.change(sql, &[&ids, &number(at)]).await.map(drop)
    }

    async fn head_to_head(&self, one: &PlayerId, other: &PlayerId) -> Stored<HeadToHead> {
        let sql = "SELECT count(*) FILTER (WHERE a.verdict > b.verdict),
                          count(*) FILTER (WHERE a.verdict = 1 AND b.verdict = 1),
                          count(*) FILTER (WHERE a.verdict < b.verdict)
                   FROM sitting a JOIN sitting b ON a.room = b.room
                   WHERE a.player = $1 AND b.player = $2";
        let row = self.row(sql, &[&one.as_str(), &other.as_str()]).await?;
        let Some(row) = row else {
            return Ok(HeadToHead::default());
        };
        Ok(HeadToHead {
            won: small(&row, 0)?,
            drawn: small(&row, 1)?,
            lost: small(&row, 2)?,
        })
    }

    async fn standings(&self, player: &PlayerId) -> Stored<Vec<Standing>> {
        let sql = "SELECT game, count(*) FILTER (WHERE verdict = 2),
                          count(*) FILTER (WHERE verdict = 1), count(*) FILTER (WHERE verdict = 0)
                   FROM sitting WHERE player = $1 AND verdict IS NOT NULL
                   GROUP BY game ORDER BY game";
        let standing = |row: &Row| {
            Ok(Standing {
                game: row.try_get(0).map_err(unreadable)?,
                won: small(row, 1)?,
                drawn: small(row, 2)?,
                lost: small(row, 3)?,
            })
        };
        let rows = self.rows(sql, &[&player.as_str()]).await?;
        rows.iter().map(standing).collect()
    }

    async fn ratings(&self, player: &PlayerId) -> Stored<Vec<Rating>> {
        let sql = "SELECT game, value, deviation, volatility, games
                   FROM ratings WHERE player = $1 ORDER BY game";
        let rating = |row: &Row| {
            let games: i32 = row.try_get(4).map_err(unreadable)?;
            Ok(Rating {
                player: player.clone(),
                game: row.try_get(0).map_err(unreadable)?,
                value: row.try_get(1).map_err(unreadable)?,
                deviation: row.try_get(2).map_err(unreadable)?,
                volatility: row.try_get(3).map_err(unreadable)?,
                games: games.unsigned_abs(),
            })
        };
        let rows = self.rows(sql, &[&player.as_str()]).await?;
        rows.iter().map(rating).collect()
    }

    async fn rate(&self, room: &RoomId, ratings: Vec<Rating>) -> Stored<()> {
        transaction!(self, change => rate(&change, room, &ratings))
    }

    async fn unrated(&self) -> Stored<Vec<RoomId>> {
        let sql = "SELECT id FROM rooms WHERE rated AND state = 2 AND NOT counted ORDER BY at, id";
        let rows = self.rows(sql, &[]).await?;
        rows.iter().map(index::room_of).collect()
    }

    async fn check(&self) -> Stored<()> {
        // A write, so that a database that can only be read is noticed.
        let sql = "UPDATE meta SET value = value WHERE name = 'generation'";
        self.change(sql, &[]).await.map(drop)
    }
}

async fn rate(change: &Transaction<'_>, room: &RoomId, ratings: &[Rating]) -> Result<(), Trouble> {
    // Whoever else counts this table waits here, and then finds it counted.
    let sql = "UPDATE rooms SET counted = true WHERE id = $1 AND NOT counted";
    if change.execute(sql, &[&room.as_str()]).await? == 0 {
        return Err(StoreError::Exists.into());
    }
    // Always in the same order, so that two tables with the same people do not wait for each other.
    let mut ratings: Vec<&Rating> = ratings.iter().collect();
    ratings.sort_by(|a, b| (&a.player, &a.game).cmp(&(&b.player, &b.game)));
    for rating in ratings {
        let games = i32::try_from(rating.games).unwrap_or(i32::MAX);
        let sql = "INSERT INTO ratings (player, game, value, deviation, volatility, games)
                   SELECT $1::text, $2::text, $3::float8, $4::float8, $5::float8, $6::integer
                   WHERE $6::integer = 1
                       OR EXISTS (SELECT 1 FROM ratings WHERE player = $1 AND game = $2)
                   ON CONFLICT (player, game) DO UPDATE SET value = excluded.value,
                       deviation = excluded.deviation, volatility = excluded.volatility,
                       games = excluded.games
                   WHERE ratings.games + 1 = excluded.games";
        let values: super::Values<'_> = &[
            &rating.player.as_str(),
            &rating.game,
            &rating.value,
            &rating.deviation,
            &rating.volatility,
            &games,
        ];
        if change.execute(sql, values).await? == 0 {
            return Err(StoreError::Conflict.into());
        }
    }
    Ok(())
}

pub(super) fn line(row: &Row) -> Stored<LogLine> {
    Ok(LogLine {
        seq: unsigned(row.try_get(0).map_err(unreadable)?),
        body: row.try_get(1).map_err(unreadable)?,
    })
}

fn small(row: &Row, at: usize) -> Stored<u32> {
    let count: i64 = row.try_get(at).map_err(unreadable)?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}
