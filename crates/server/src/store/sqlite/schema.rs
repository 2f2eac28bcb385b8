use rusqlite::{Connection, TransactionBehavior};

/// The steps from an empty file to the current schema; `user_version` counts those taken. A
/// released step is never changed: another one follows it.
const STEPS: &[&str] = &[
    // 1: tables, people, ratings.
    "
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO meta VALUES ('generation', lower(hex(randomblob(16))));

    -- The truth. One page is touched for a line, whatever else is going on.
    CREATE TABLE lines (
        room TEXT NOT NULL,
        seq INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (room, seq)
    ) STRICT, WITHOUT ROWID;

    -- The index. `seq` says up to which line it is true.
    CREATE TABLE rooms (
        id TEXT PRIMARY KEY,
        seq INTEGER NOT NULL,
        state INTEGER NOT NULL,
        game TEXT NOT NULL,
        time TEXT NOT NULL,
        by_days INTEGER NOT NULL,
        rated INTEGER NOT NULL,
        listed INTEGER NOT NULL,
        pairs INTEGER NOT NULL,
        counted INTEGER NOT NULL DEFAULT 0,
        host TEXT NOT NULL,
        host_seen INTEGER NOT NULL,
        opened INTEGER NOT NULL,
        at INTEGER NOT NULL,
        ply INTEGER NOT NULL,
        acts TEXT,
        due INTEGER,
        house INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rooms_state ON rooms (state, at);
    CREATE INDEX rooms_listed ON rooms (state, at) WHERE listed = 1;
    CREATE INDEX rooms_pairs ON rooms (game, time, rated) WHERE pairs = 1;
    CREATE INDEX rooms_host ON rooms (host);
    CREATE INDEX rooms_acts ON rooms (acts) WHERE acts IS NOT NULL;
    CREATE INDEX rooms_due ON rooms (due) WHERE due IS NOT NULL;
    CREATE INDEX rooms_house ON rooms (at) WHERE house = 1;
    CREATE INDEX rooms_uncounted ON rooms (at) WHERE rated = 1 AND state = 2 AND counted = 0;
    CREATE TABLE cards (room TEXT PRIMARY KEY, line TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE sitting (
        player TEXT NOT NULL,
        room TEXT NOT NULL,
        game TEXT NOT NULL,
        verdict INTEGER,
        PRIMARY KEY (player, room)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sitting_room ON sitting (room);

    CREATE TABLE players (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        kind INTEGER NOT NULL,
        created INTEGER NOT NULL,
        seen INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX players_guests ON players (seen) WHERE kind = 0;
    CREATE TABLE accounts (
        name_key TEXT PRIMARY KEY,
        player TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL,
        recovery BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE keys (
        hash BLOB PRIMARY KEY,
        kind INTEGER NOT NULL,
        player TEXT NOT NULL,
        created INTEGER NOT NULL,
        expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX keys_player ON keys (player);
    CREATE INDEX keys_expires ON keys (expires);
    CREATE TABLE blocked (name_key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE ratings (
        player TEXT NOT NULL,
        game TEXT NOT NULL,
        value REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;
    ",
];

/// Brings a file to the current schema. A file with a newer one is refused.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), String> {
    let text = |error: rusqlite::Error| error.to_string();
    // One server at a time; the others find it done.
    let change = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(text)?;
    let taken = check(&change)?;
    for step in &STEPS[taken..] {
        change.execute_batch(step).map_err(text)?;
    }
    if taken < STEPS.len() {
        change
            .pragma_update(None, "user_version", STEPS.len() as i64)
            .map_err(text)?;
    }
    change.commit().map_err(text)
}

/// How many steps a file has taken; refused if it is more than are known here.
pub(super) fn check(connection: &Connection) -> Result<usize, String> {
    let version: i64 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(|error| error.to_string())?;
    match usize::try_from(version) {
        Ok(taken) if taken <= STEPS.len() => Ok(taken),
        _ => Err(format!(
            "the data is of schema {version}, this program knows {}; use a newer one",
            STEPS.len()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_brought_up_to_date_once_and_a_newer_one_is_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        migrate(&mut connection).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        assert!(migrate(&mut connection).unwrap_err().contains("newer"));
    }
}
