use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row, params};
use tablier_protocol::{SeatView, TableLine};
use tablier_rooms::PlayerId;

use super::queries::rows;
use super::{Sqlite, unavailable};
use crate::store::{
    Credentials, Key, KeyKind, People, Player, PlayerKind, StoreError, Stored, columns,
};

#[async_trait]
impl People for Sqlite {
    async fn add_player(&self, player: Player, key: Option<Key>) -> Stored<()> {
        self.writer
            .run(move |connection| {
                connection
                    .prepare_cached(
                        "INSERT INTO players (id, name, kind, created, seen)
                         VALUES (?1, ?2, ?3, ?4, ?5)",
                    )?
                    .execute(params![
                        player.id.as_str(),
                        player.name,
                        kind_number(player.kind),
                        player.created,
                        player.seen,
                    ])?;
                key.iter().try_for_each(|key| put_key(connection, key))
            })
            .await
    }

    async fn player(&self, id: &PlayerId) -> Stored<Option<Player>> {
        let id = id.clone();
        self.read(move |connection| find_player(connection, &id))
            .await
    }

    async fn account(&self, name_key: &str) -> Stored<Option<(Player, Credentials)>> {
        let name_key = name_key.to_owned();
        self.read(move |connection| {
            let row: Option<(String, Credentials)> = connection
                .prepare_cached(
                    "SELECT player, name_key, password, recovery FROM accounts WHERE name_key = ?1",
                )?
                .query_row([name_key], |row| {
                    let credentials = Credentials {
                        name_key: row.get(1)?,
                        password: row.get(2)?,
                        recovery: row.get(3)?,
                    };
                    Ok((row.get(0)?, credentials))
                })
                .optional()?;
            let Some((id, credentials)) = row else {
                return Ok(None);
            };
            let player = find_player(connection, &columns::player_id(id)?)?;
            Ok(player.map(|player| (player, credentials)))
        })
        .await
    }

    async fn rename(&self, id: &PlayerId, name: &str) -> Stored<()> {
        let (id, name) = (id.clone(), name.to_owned());
        self.change(
            "UPDATE players SET name = ?2 WHERE id = ?1",
            (String::from(id), name),
        )
        .await
    }

    async fn seen(&self, id: &PlayerId, at: u64) -> Stored<()> {
        let id = String::from(id.clone());
        self.change(
            "UPDATE players SET seen = max(seen, ?2) WHERE id = ?1",
            (id, at),
        )
        .await
    }

    async fn open_account(
        &self,
        id: &PlayerId,
        name: &str,
        credentials: Credentials,
    ) -> Stored<()> {
        let (id, name) = (id.clone(), name.to_owned());
        self.writer
            .run(move |connection| {
                let changed = connection
                    .prepare_cached(
                        "UPDATE players SET name = ?2, kind = 1 WHERE id = ?1 AND kind = 0",
                    )?
                    .execute(params![id.as_str(), name])?;
                let taken = connection
                    .prepare_cached("SELECT 1 FROM accounts WHERE name_key = ?1")?
                    .exists([&credentials.name_key])?;
                if taken {
                    return Err(StoreError::Exists);
                }
                if changed == 0 {
                    return Err(StoreError::Conflict);
                }
                connection
                    .prepare_cached(
                        "INSERT INTO accounts (name_key, player, password, recovery)
                         VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute(params![
                        credentials.name_key,
                        id.as_str(),
                        credentials.password,
                        credentials.recovery,
                    ])?;
                Ok(())
            })
            .await
    }

    async fn set_credentials(&self, id: &PlayerId, credentials: Credentials) -> Stored<()> {
        let id = id.clone();
        self.writer
            .run(move |connection| {
                let changed = connection
                    .prepare_cached(
                        "UPDATE accounts SET password = ?3, recovery = ?4
                         WHERE name_key = ?1 AND player = ?2",
                    )?
                    .execute(params![
                        credentials.name_key,
                        id.as_str(),
                        credentials.password,
                        credentials.recovery,
                    ])?;
                if changed == 0 {
                    return Err(StoreError::Conflict);
                }
                connection
                    .prepare_cached("DELETE FROM keys WHERE player = ?1 AND kind <> ?2")?
                    .execute(params![id.as_str(), key_number(KeyKind::Token)])?;
                Ok(())
            })
            .await
    }

    async fn set_kind(&self, id: &PlayerId, kind: PlayerKind) -> Stored<()> {
        let id = String::from(id.clone());
        self.change(
            "UPDATE players SET kind = ?2 WHERE id = ?1",
            (id, kind_number(kind)),
        )
        .await
    }

    async fn forget_player(&self, id: &PlayerId) -> Stored<()> {
        let id = id.clone();
        self.writer
            .run(move |connection| forget(connection, &id))
            .await
    }

    async fn add_key(&self, key: Key) -> Stored<()> {
        self.writer
            .run(move |connection| put_key(connection, &key))
            .await
    }

    async fn key(&self, hash: &[u8; 32]) -> Stored<Option<Key>> {
        let hash = *hash;
        self.read(move |connection| find_key(connection, &hash))
            .await
    }

    async fn take_key(&self, hash: &[u8; 32]) -> Stored<Option<Key>> {
        let hash = *hash;
        self.writer
            .run(move |connection| {
                let key = find_key(connection, &hash)?;
                connection
                    .prepare_cached("DELETE FROM keys WHERE hash = ?1")?
                    .execute([hash])?;
                Ok(key)
            })
            .await
    }

    async fn drop_keys(&self, player: &PlayerId, kind: KeyKind) -> Stored<()> {
        let player = String::from(player.clone());
        self.change(
            "DELETE FROM keys WHERE player = ?1 AND kind = ?2",
            (player, key_number(kind)),
        )
        .await
    }

    async fn block_name(&self, name_key: &str, blocked: bool) -> Stored<()> {
        let sql = if blocked {
            "INSERT OR IGNORE INTO blocked (name_key) VALUES (?1)"
        } else {
            "DELETE FROM blocked WHERE name_key = ?1"
        };
        self.change(sql, (name_key.to_owned(),)).await
    }

    async fn is_blocked(&self, name_key: &str) -> Stored<bool> {
        let name_key = name_key.to_owned();
        self.read(move |connection| {
            Ok(connection
                .prepare_cached("SELECT 1 FROM blocked WHERE name_key = ?1")?
                .exists([name_key])?)
        })
        .await
    }

    async fn sweep_guests(&self, now: u64, seen_before: u64) -> Stored<u64> {
        self.writer
            .run(move |connection| {
                let gone = connection.execute(
                    "DELETE FROM players WHERE kind = 0 AND seen < ?1
                         AND NOT EXISTS (SELECT 1 FROM sitting WHERE player = players.id)
                         AND NOT EXISTS (SELECT 1 FROM rooms WHERE host = players.id)",
                    [seen_before],
                )?;
                connection.execute("DELETE FROM keys WHERE expires < ?1", [now])?;
                if gone > 0 {
                    connection.execute(
                        "DELETE FROM keys WHERE NOT EXISTS
                             (SELECT 1 FROM players WHERE id = keys.player)",
                        [],
                    )?;
                }
                Ok(gone as u64)
            })
            .await
    }
}

impl Sqlite {
    /// One statement.
    async fn change(
        &self,
        sql: &'static str,
        values: impl rusqlite::Params + Send + 'static,
    ) -> Stored<()> {
        self.writer
            .run(move |connection| {
                connection.prepare_cached(sql)?.execute(values)?;
                Ok(())
            })
            .await
    }
}

fn forget(connection: &Connection, id: &PlayerId) -> Stored<()> {
    for sql in [
        "UPDATE players SET kind = 3, name = '' WHERE id = ?1",
        "DELETE FROM accounts WHERE player = ?1",
        "DELETE FROM keys WHERE player = ?1",
        "DELETE FROM ratings WHERE player = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([id.as_str()])?;
    }
    let cards = rows(
        connection,
        "SELECT c.room, c.line FROM cards c JOIN sitting s ON s.room = c.room WHERE s.player = ?1",
        [id.as_str()],
        |row| {
            let (room, text): (String, String) = (row.get(0)?, row.get(1)?);
            let line: TableLine = serde_json::from_str(&text).map_err(unavailable)?;
            Ok((room, line))
        },
    )?;
    for (room, mut line) in cards {
        for seat in &mut line.seats {
            if let SeatView::Person { player, name } = seat
                && player == id
            {
                name.clear();
            }
        }
        let text = serde_json::to_string(&line).map_err(unavailable)?;
        connection
            .prepare_cached("UPDATE cards SET line = ?2 WHERE room = ?1")?
            .execute([room, text])?;
    }
    Ok(())
}

fn find_player(connection: &Connection, id: &PlayerId) -> Stored<Option<Player>> {
    let read = |row: &Row<'_>| -> Stored<Player> {
        Ok(Player {
            id: id.clone(),
            name: row.get(0)?,
            kind: match row.get(1)? {
                0 => PlayerKind::Guest,
                1 => PlayerKind::Account,
                2 => PlayerKind::Bot,
                _ => PlayerKind::Gone,
            },
            created: row.get(2)?,
            seen: row.get(3)?,
        })
    };
    let sql = "SELECT name, kind, created, seen FROM players WHERE id = ?1";
    Ok(rows(connection, sql, [id.as_str()], read)?.pop())
}

fn kind_number(kind: PlayerKind) -> u8 {
    match kind {
        PlayerKind::Guest => 0,
        PlayerKind::Account => 1,
        PlayerKind::Bot => 2,
        PlayerKind::Gone => 3,
    }
}

fn put_key(connection: &Connection, key: &Key) -> Stored<()> {
    connection
        .prepare_cached(
            "INSERT INTO keys (hash, kind, player, created, expires) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            key.hash,
            key_number(key.kind),
            key.player.as_str(),
            key.created,
            key.expires,
        ])?;
    Ok(())
}

fn find_key(connection: &Connection, hash: &[u8; 32]) -> Stored<Option<Key>> {
    let read = |row: &Row<'_>| -> Stored<Key> {
        Ok(Key {
            hash: row.get(0)?,
            kind: match row.get(1)? {
                0 => KeyKind::Session,
                1 => KeyKind::Token,
                _ => KeyKind::Link,
            },
            player: columns::player_id(row.get(2)?)?,
            created: row.get(3)?,
            expires: row.get(4)?,
        })
    };
    let sql = "SELECT hash, kind, player, created, expires FROM keys WHERE hash = ?1";
    Ok(rows(connection, sql, [hash], read)?.pop())
}

fn key_number(kind: KeyKind) -> u8 {
    match kind {
        KeyKind::Session => 0,
        KeyKind::Token => 1,
        KeyKind::Link => 2,
    }
}
