use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use tablier_rooms::{PlayerId, RoomId};

use super::Sqlite;
use super::index::{self, LISTING};
use super::queries::{clauses, rows};
use crate::store::columns;
use crate::store::{
    Append, Card, Changes, HeadToHead, Listing, LogLine, Logs, Query, Rating, Standing, StoreError,
    Stored, Turn,
};

#[async_trait]
impl Logs for Sqlite {
    async fn append(&self, writes: Vec<Append>) -> Stored<()> {
        self.writer.append(writes).await
    }

    async fn read(&self, room: &RoomId, since: u64) -> Stored<Vec<LogLine>> {
        let room = room.clone();
        let since = i64::try_from(since).unwrap_or(i64::MAX);
        self.read(move |connection| {
            rows(
                connection,
                "SELECT seq, body FROM lines WHERE room = ?1 AND seq > ?2 ORDER BY seq",
                params![room.as_str(), since],
                |row| {
                    Ok(LogLine {
                        seq: row.get(0)?,
                        body: row.get(1)?,
                    })
                },
            )
        })
        .await
    }

    async fn heads(&self, rooms: &[RoomId]) -> Stored<Vec<(RoomId, u64)>> {
        let rooms = rooms.to_vec();
        self.read(move |connection| {
            let mut ask =
                connection.prepare_cached("SELECT max(seq) FROM lines WHERE room = ?1")?;
            let mut heads = Vec::with_capacity(rooms.len());
            for room in rooms {
                let head: Option<u64> = ask.query_row([room.as_str()], |row| row.get(0))?;
                heads.extend(head.map(|head| (room, head)));
            }
            Ok(heads)
        })
        .await
    }

    async fn changes(&self, since: Option<u64>) -> Stored<Changes> {
        let mark = self.writer.foreign();
        let none = since.is_none_or(|since| since == mark);
        Ok(Changes {
            mark,
            rooms: none.then(Vec::new),
        })
    }

    async fn generation(&self) -> Stored<String> {
        self.read(|connection| {
            let value = connection
                .prepare_cached("SELECT value FROM meta WHERE name = 'generation'")?
                .query_row([], |row| row.get(0))?;
            Ok(value)
        })
        .await
    }

    async fn behind(&self) -> Stored<Vec<RoomId>> {
        self.read_index(|connection| {
            rows(
                connection,
                "SELECT id FROM rooms r WHERE state < 2
                     AND seq < (SELECT max(seq) FROM lines WHERE room = r.id)",
                [],
                |row| columns::room_id(row.get(0)?),
            )
        })
        .await
    }

    async fn reindex(&self, room: &RoomId, seq: u64, card: Card, turn: Turn) -> Stored<()> {
        let room = room.clone();
        self.writer
            .run(move |connection| index::put(connection, &room, seq, &card, &turn))
            .await
    }

    async fn rewrite(&self, room: &RoomId, lines: Vec<LogLine>) -> Stored<()> {
        let room = room.clone();
        self.writer
            .run(move |connection| {
                let mut change = connection
                    .prepare_cached("UPDATE lines SET body = ?3 WHERE room = ?1 AND seq = ?2")?;
                for line in lines {
                    change.execute(params![room.as_str(), line.seq, line.body])?;
                }
                Ok(())
            })
            .await
    }

    async fn naming(&self, player: &PlayerId) -> Stored<Vec<RoomId>> {
        let quoted = format!("\"{player}\"");
        self.read(move |connection| {
            let sql = "SELECT DISTINCT room FROM lines WHERE instr(body, ?1) > 0";
            rows(connection, sql, [quoted.as_str()], |row| {
                columns::room_id(row.get(0)?)
            })
        })
        .await
    }

    async fn remove(&self, room: &RoomId) -> Stored<()> {
        let room = room.clone();
        self.writer
            .run(move |connection| {
                for sql in [
                    "DELETE FROM lines WHERE room = ?1",
                    "DELETE FROM rooms WHERE id = ?1",
                    "DELETE FROM cards WHERE room = ?1",
                    "DELETE FROM sitting WHERE room = ?1",
                ] {
                    connection.prepare_cached(sql)?.execute([room.as_str()])?;
                }
                Ok(())
            })
            .await
    }

    async fn listing(&self, room: &RoomId) -> Stored<Option<Listing>> {
        let room = room.clone();
        self.read_index(move |connection| {
            let sql = format!("{LISTING} WHERE r.id = ?1");
            let found = rows(connection, &sql, [room.as_str()], index::listing)?;
            Ok(found.into_iter().next())
        })
        .await
    }

    async fn list(&self, query: Query) -> Stored<Vec<Listing>> {
        self.read_index(move |connection| {
            let limit = query.limit();
            let (from, order, values) = clauses(query)?;
            let sql = format!("{LISTING} {from} ORDER BY {order}, r.id LIMIT {limit}");
            rows(connection, &sql, params_from_iter(values), index::listing)
        })
        .await
    }

    async fn count(&self, query: Query) -> Stored<u64> {
        self.read_index(move |connection| {
            let (from, _, values) = clauses(query)?;
            let count = connection
                .prepare_cached(&format!("SELECT count(*) FROM rooms r {from}"))?
                .query_row(params_from_iter(values), |row| row.get(0))?;
            Ok(count)
        })
        .await
    }

    async fn due(&self, before: u64) -> Stored<Vec<(RoomId, u64)>> {
        self.read_index(move |connection| {
            rows(
                connection,
                "SELECT id, due FROM rooms WHERE due < ?1 ORDER BY due",
                [before],
                |row| Ok((columns::room_id(row.get(0)?)?, row.get(1)?)),
            )
        })
        .await
    }

    async fn house(&self, before: u64) -> Stored<Vec<RoomId>> {
        self.read_index(move |connection| {
            rows(
                connection,
                "SELECT id FROM rooms WHERE house = 1 AND at < ?1 ORDER BY at",
                [before],
                |row| columns::room_id(row.get(0)?),
            )
        })
        .await
    }

    async fn host_seen(&self, rooms: &[RoomId], at: u64) -> Stored<()> {
        let rooms = rooms.to_vec();
        self.writer
            .run(move |connection| {
                let mut change = connection.prepare_cached(
                    "UPDATE rooms SET host_seen = ?2 WHERE id = ?1 AND host_seen < ?2",
                )?;
                for room in rooms {
                    change.execute(params![room.as_str(), at])?;
                }
                Ok(())
            })
            .await
    }

    async fn head_to_head(&self, one: &PlayerId, other: &PlayerId) -> Stored<HeadToHead> {
        let (one, other) = (one.clone(), other.clone());
        self.read(move |connection| {
            let sum = connection
                .prepare_cached(
                    "SELECT count(*) FILTER (WHERE a.verdict > b.verdict),
                            count(*) FILTER (WHERE a.verdict = 1 AND b.verdict = 1),
                            count(*) FILTER (WHERE a.verdict < b.verdict)
                     FROM sitting a JOIN sitting b ON a.room = b.room
                     WHERE a.player = ?1 AND b.player = ?2",
                )?
                .query_row([one.as_str(), other.as_str()], |row| {
                    Ok(HeadToHead {
                        won: row.get(0)?,
                        drawn: row.get(1)?,
                        lost: row.get(2)?,
                    })
                })?;
            Ok(sum)
        })
        .await
    }

    async fn standings(&self, player: &PlayerId) -> Stored<Vec<Standing>> {
        let player = player.clone();
        self.read(move |connection| {
            rows(
                connection,
                "SELECT game, count(*) FILTER (WHERE verdict = 2),
                        count(*) FILTER (WHERE verdict = 1), count(*) FILTER (WHERE verdict = 0)
                 FROM sitting WHERE player = ?1 AND verdict IS NOT NULL
                 GROUP BY game ORDER BY game",
                [player.as_str()],
                |row| {
                    Ok(Standing {
                        game: row.get(0)?,
                        won: row.get(1)?,
                        drawn: row.get(2)?,
                        lost: row.get(3)?,
                    })
                },
            )
        })
        .await
    }

    async fn ratings(&self, player: &PlayerId) -> Stored<Vec<Rating>> {
        let player = player.clone();
        self.read(move |connection| {
            rows(
                connection,
                "SELECT game, value, deviation, volatility, games
                 FROM ratings WHERE player = ?1 ORDER BY game",
                [player.as_str()],
                |row| {
                    Ok(Rating {
                        player: player.clone(),
                        game: row.get(0)?,
                        value: row.get(1)?,
                        deviation: row.get(2)?,
                        volatility: row.get(3)?,
                        games: row.get(4)?,
                    })
                },
            )
        })
        .await
    }

    async fn rate(&self, room: &RoomId, ratings: Vec<Rating>) -> Stored<()> {
        let room = room.clone();
        self.writer
            .run(move |connection| rate(connection, &room, &ratings))
            .await
    }

    async fn unrated(&self) -> Stored<Vec<RoomId>> {
        self.read_index(|connection| {
            rows(
                connection,
                "SELECT id FROM rooms
                 WHERE rated = 1 AND state = 2 AND counted = 0 ORDER BY at, id",
                [],
                |row| columns::room_id(row.get(0)?),
            )
        })
        .await
    }

    async fn check(&self) -> Stored<()> {
        // Both paths: a reader, and the writer with the disk behind it.
        self.read(|connection| Ok(connection.execute_batch("SELECT 1 FROM meta")?))
            .await?;
        self.writer
            .run(|connection| {
                connection.execute(
                    "UPDATE meta SET value = value WHERE name = 'generation'",
                    [],
                )?;
                Ok(())
            })
            .await
    }
}

fn rate(connection: &Connection, room: &RoomId, ratings: &[Rating]) -> Stored<()> {
    let counted = connection
        .prepare_cached("UPDATE rooms SET counted = 1 WHERE id = ?1 AND counted = 0")?
        .execute([room.as_str()])?;
    if counted == 0 {
        return Err(StoreError::Exists);
    }
    for rating in ratings {
        let games: Option<u32> = connection
            .prepare_cached("SELECT games FROM ratings WHERE player = ?1 AND game = ?2")?
            .query_row([rating.player.as_str(), &rating.game], |row| row.get(0))
            .optional()?;
        if games.unwrap_or(0) + 1 != rating.games {
            return Err(StoreError::Conflict);
        }
        connection
            .prepare_cached(
                "INSERT OR REPLACE INTO ratings (player, game, value, deviation, volatility, games)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                rating.player.as_str(),
                rating.game,
                rating.value,
                rating.deviation,
                rating.volatility,
                rating.games,
            ])?;
    }
    Ok(())
}
