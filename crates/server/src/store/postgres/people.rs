use async_trait::async_trait;
use tablier_protocol::{SeatView, TableLine};
use tablier_rooms::PlayerId;
use tokio_postgres::{Row, Transaction};

use super::logs::transaction;
use super::retry::{Tries, Trouble};
use super::{Postgres, number, unreadable, unsigned, within};
use crate::store::{
    Credentials, Key, KeyKind, People, Player, PlayerKind, StoreError, Stored, columns,
};

#[async_trait]
impl People for Postgres {
    async fn add_player(&self, player: Player, key: Option<Key>) -> Stored<()> {
        let sql = "WITH player AS (
                       INSERT INTO players (id, name, kind, created, seen)
                       VALUES ($1, $2, $3, $4, $5))
                   INSERT INTO keys (hash, kind, player, created, expires)
                   SELECT $6::bytea, $7::smallint, $1, $8::bigint, $9::bigint
                   WHERE $6::bytea IS NOT NULL";
        let hash = key.as_ref().map(|key| &key.hash[..]);
        let kind = key.as_ref().map(|key| key_number(key.kind));
        let created = key.as_ref().map(|key| number(key.created));
        let expires = key.as_ref().map(|key| number(key.expires));
        let values: super::Values<'_> = &[
            &player.id.as_str(),
            &player.name,
            &kind_number(player.kind),
            &number(player.created),
            &number(player.seen),
            &hash,
            &kind,
            &created,
            &expires,
        ];
        self.change(sql, values).await.map(drop)
    }

    async fn player(&self, id: &PlayerId) -> Stored<Option<Player>> {
        let sql = "SELECT id, name, kind, created, seen FROM players WHERE id = $1";
        let row = self.row(sql, &[&id.as_str()]).await?;
        row.as_ref().map(|row| player(row, 0)).transpose()
    }

    async fn account(&self, name_key: &str) -> Stored<Option<(Player, Credentials)>> {
        let sql =
            "SELECT a.name_key, a.password, a.recovery, p.id, p.name, p.kind, p.created, p.seen
                   FROM accounts a JOIN players p ON p.id = a.player WHERE a.name_key = $1";
        let Some(row) = self.row(sql, &[&name_key]).await? else {
            return Ok(None);
        };
        let credentials = Credentials {
            name_key: row.try_get(0).map_err(unreadable)?,
            password: row.try_get(1).map_err(unreadable)?,
            recovery: bytes(&row, 2)?,
        };
        Ok(Some((player(&row, 3)?, credentials)))
    }

    async fn rename(&self, id: &PlayerId, name: &str) -> Stored<()> {
        let sql = "UPDATE players SET name = $2 WHERE id = $1";
        self.change(sql, &[&id.as_str(), &name]).await.map(drop)
    }

    async fn seen(&self, id: &PlayerId, at: u64) -> Stored<()> {
        let sql = "UPDATE players SET seen = $2 WHERE id = $1 AND seen < $2";
        self.change(sql, &[&id.as_str(), &number(at)])
            .await
            .map(drop)
    }

    async fn open_account(
        &self,
        id: &PlayerId,
        name: &str,
        credentials: Credentials,
    ) -> Stored<()> {
        transaction!(self, change => async {
            // Two who want the same name: the second waits here and then finds it taken.
            let sql = "INSERT INTO accounts (name_key, player, password, recovery)
                       VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            let values: super::Values<'_> = &[
                &credentials.name_key,
                &id.as_str(),
                &credentials.password,
                &&credentials.recovery[..],
            ];
            let opened = change.execute(sql, values).await?;
            let sql = "SELECT 1 FROM accounts WHERE name_key = $1 AND player <> $2";
            let values: super::Values<'_> = &[&credentials.name_key, &id.as_str()];
            if !change.query(sql, values).await?.is_empty() {
                return Err(StoreError::Exists.into());
            }
            let sql = "UPDATE players SET name = $2, kind = 1 WHERE id = $1 AND kind = 0";
            let changed = change.execute(sql, &[&id.as_str(), &name]).await?;
            if opened == 0 || changed == 0 {
                return Err(StoreError::Conflict.into());
            }
            Ok::<_, Trouble>(())
        })
    }

    async fn set_credentials(&self, id: &PlayerId, credentials: Credentials) -> Stored<()> {
        transaction!(self, change => async {
            let sql = "UPDATE accounts SET password = $3, recovery = $4
                       WHERE name_key = $1 AND player = $2";
            let values: super::Values<'_> = &[
                &credentials.name_key,
                &id.as_str(),
                &credentials.password,
                &&credentials.recovery[..],
            ];
            if change.execute(sql, values).await? == 0 {
                return Err(StoreError::Conflict.into());
            }
            let sql = "DELETE FROM keys WHERE player = $1 AND kind <> $2";
            let token = key_number(KeyKind::Token);
            change.execute(sql, &[&id.as_str(), &token]).await?;
            Ok::<_, Trouble>(())
        })
    }

    async fn set_kind(&self, id: &PlayerId, kind: PlayerKind) -> Stored<()> {
        let sql = "UPDATE players SET kind = $2 WHERE id = $1";
        let kind = kind_number(kind);
        self.change(sql, &[&id.as_str(), &kind]).await.map(drop)
    }

    async fn forget_player(&self, id: &PlayerId) -> Stored<()> {
        transaction!(self, change => forget(&change, id))
    }

    async fn add_key(&self, key: Key) -> Stored<()> {
        let sql = "INSERT INTO keys (hash, kind, player, created, expires)
                   VALUES ($1, $2, $3, $4, $5)";
        let values: super::Values<'_> = &[
            &&key.hash[..],
            &key_number(key.kind),
            &key.player.as_str(),
            &number(key.created),
            &number(key.expires),
        ];
        self.change(sql, values).await.map(drop)
    }

    async fn key(&self, hash: &[u8; 32]) -> Stored<Option<Key>> {
        let sql = "SELECT hash, kind, player, created, expires FROM keys WHERE hash = $1";
        let row = self.row(sql, &[&&hash[..]]).await?;
        row.as_ref().map(key).transpose()
    }

    async fn take_key(&self, hash: &[u8; 32]) -> Stored<Option<Key>> {
        let sql = "DELETE FROM keys WHERE hash = $1
                   RETURNING hash, kind, player, created, expires";
        let rows = self.change(sql, &[&&hash[..]]).await?;
        rows.first().map(key).transpose()
    }

    async fn drop_keys(&self, player: &PlayerId, kind: KeyKind) -> Stored<()> {
        let sql = "DELETE FROM keys WHERE player = $1 AND kind = $2";
        let kind = key_number(kind);
        self.change(sql, &[&player.as_str(), &kind]).await.map(drop)
    }

    async fn block_name(&self, name_key: &str, blocked: bool) -> Stored<()> {
        let sql = if blocked {
            "INSERT INTO blocked (name_key) VALUES ($1) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM blocked WHERE name_key = $1"
        };
        self.change(sql, &[&name_key]).await.map(drop)
    }

    async fn is_blocked(&self, name_key: &str) -> Stored<bool> {
        let sql = "SELECT 1 FROM blocked WHERE name_key = $1";
        Ok(self.row(sql, &[&name_key]).await?.is_some())
    }

    async fn sweep_guests(&self, now: u64, seen_before: u64) -> Stored<u64> {
        transaction!(self, change => async {
            let gone = change
                .execute(
                    "DELETE FROM players WHERE kind = 0 AND seen < $1
                         AND NOT EXISTS (SELECT 1 FROM sitting WHERE player = players.id)
                         AND NOT EXISTS (SELECT 1 FROM rooms WHERE host = players.id)",
                    &[&number(seen_before)],
                )
                .await?;
            change
                .execute("DELETE FROM keys WHERE expires < $1", &[&number(now)])
                .await?;
            if gone > 0 {
                let sql = "DELETE FROM keys
                           WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = keys.player)";
                change.execute(sql, &[]).await?;
            }
            Ok::<_, Trouble>(gone)
        })
    }
}

async fn forget(change: &Transaction<'_>, id: &PlayerId) -> Result<(), Trouble> {
    for sql in [
        "UPDATE players SET kind = 3, name = '' WHERE id = $1",
        "DELETE FROM accounts WHERE player = $1",
        "DELETE FROM keys WHERE player = $1",
        "DELETE FROM ratings WHERE player = $1",
    ] {
        change.execute(sql, &[&id.as_str()]).await?;
    }
    let sql = "SELECT c.room, c.line FROM cards c JOIN sitting s ON s.room = c.room
               WHERE s.player = $1 ORDER BY c.room FOR UPDATE OF c";
    for row in change.query(sql, &[&id.as_str()]).await? {
        let room: String = row.try_get(0).map_err(unreadable)?;
        let text: &str = row.try_get(1).map_err(unreadable)?;
        let mut line: TableLine = serde_json::from_str(text).map_err(unreadable)?;
        for seat in &mut line.seats {
            if let SeatView::Person { player, name } = seat
                && player == id
            {
                name.clear();
            }
        }
        let text = serde_json::to_string(&line).map_err(unreadable)?;
        let sql = "UPDATE cards SET line = $2 WHERE room = $1";
        change.execute(sql, &[&room, &text]).await?;
    }
    Ok(())
}

fn player(row: &Row, first: usize) -> Stored<Player> {
    let kind: i16 = row.try_get(first + 2).map_err(unreadable)?;
    Ok(Player {
        id: columns::player_id(row.try_get(first).map_err(unreadable)?)?,
        name: row.try_get(first + 1).map_err(unreadable)?,
        kind: match kind {
            0 => PlayerKind::Guest,
            1 => PlayerKind::Account,
            2 => PlayerKind::Bot,
            _ => PlayerKind::Gone,
        },
        created: unsigned(row.try_get(first + 3).map_err(unreadable)?),
        seen: unsigned(row.try_get(first + 4).map_err(unreadable)?),
    })
}

fn key(row: &Row) -> Stored<Key> {
    let kind: i16 = row.try_get(1).map_err(unreadable)?;
    Ok(Key {
        hash: bytes(row, 0)?,
        kind: match kind {
            0 => KeyKind::Session,
            1 => KeyKind::Token,
            _ => KeyKind::Link,
        },
        player: columns::player_id(row.try_get(2).map_err(unreadable)?)?,
        created: unsigned(row.try_get(3).map_err(unreadable)?),
        expires: unsigned(row.try_get(4).map_err(unreadable)?),
    })
}

fn bytes(row: &Row, at: usize) -> Stored<[u8; 32]> {
    let bytes: &[u8] = row.try_get(at).map_err(unreadable)?;
    bytes.try_into().map_err(unreadable)
}

fn kind_number(kind: PlayerKind) -> i16 {
    match kind {
        PlayerKind::Guest => 0,
        PlayerKind::Account => 1,
        PlayerKind::Bot => 2,
        PlayerKind::Gone => 3,
    }
}

fn key_number(kind: KeyKind) -> i16 {
    match kind {
        KeyKind::Session => 0,
        KeyKind::Token => 1,
        KeyKind::Link => 2,
    }
}
