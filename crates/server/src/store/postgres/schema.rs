//! The tables of the database, and how they change while older servers are running.

use deadpool_postgres::Object;
use tokio_postgres::Transaction;

use super::retry::Trouble;
use crate::store::StoreError;

/// A number that all servers use for the lock under which the schema is changed.
const LOCK: i64 = 0x0074_6162_6c69_6572;

/// The steps from an empty database to the current schema. A released step is never changed:
/// another one follows it. A step only adds (tables, indexes, columns that may be left out), so that
/// servers of the version before go on working beside it; what is no longer used is removed only
/// when no server in use knows it, by a step that says so in [`OLDEST`].
pub(super) const STEPS: &[&str] = &[
    // 1: tables, people, ratings.
    r#"
    CREATE TABLE lines (
        room text COLLATE "C" NOT NULL,
        seq bigint NOT NULL,
        body text NOT NULL,
        PRIMARY KEY (room, seq)
    );

    -- The index. `seq` says up to which line it is true, `changed` which transaction wrote it.
    CREATE TABLE rooms (
        id text COLLATE "C" PRIMARY KEY,
        seq bigint NOT NULL,
        state smallint NOT NULL,
        game text COLLATE "C" NOT NULL,
        time text COLLATE "C" NOT NULL,
        by_days boolean NOT NULL,
        rated boolean NOT NULL,
        listed boolean NOT NULL,
        pairs boolean NOT NULL,
        counted boolean NOT NULL DEFAULT false,
        host text COLLATE "C" NOT NULL,
        host_seen bigint NOT NULL,
        opened bigint NOT NULL,
        at bigint NOT NULL,
        ply integer NOT NULL,
        acts text COLLATE "C",
        due bigint,
        house boolean NOT NULL,
        changed bigint NOT NULL
    ) WITH (fillfactor = 80);
    CREATE INDEX rooms_state ON rooms (state, at);
    CREATE INDEX rooms_listed ON rooms (state, at) WHERE listed;
    CREATE INDEX rooms_pairs ON rooms (game, time, rated) WHERE pairs;
    CREATE INDEX rooms_host ON rooms (host);
    CREATE INDEX rooms_acts ON rooms (acts) WHERE acts IS NOT NULL;
    CREATE INDEX rooms_due ON rooms (due) WHERE due IS NOT NULL;
    CREATE INDEX rooms_house ON rooms (at) WHERE house;
    CREATE INDEX rooms_uncounted ON rooms (at) WHERE rated AND state = 2 AND NOT counted;
    CREATE INDEX rooms_changed ON rooms (changed);
    CREATE TABLE cards (room text COLLATE "C" PRIMARY KEY, line text NOT NULL);

    CREATE TABLE sitting (
        player text COLLATE "C" NOT NULL,
        room text COLLATE "C" NOT NULL,
        game text COLLATE "C" NOT NULL,
        verdict smallint,
        PRIMARY KEY (player, room)
    );
    CREATE INDEX sitting_room ON sitting (room);

    CREATE TABLE players (
        id text COLLATE "C" PRIMARY KEY,
        name text NOT NULL,
        kind smallint NOT NULL,
        created bigint NOT NULL,
        seen bigint NOT NULL
    );
    CREATE INDEX players_guests ON players (seen) WHERE kind = 0;
    CREATE TABLE accounts (
        name_key text COLLATE "C" PRIMARY KEY,
        player text COLLATE "C" NOT NULL UNIQUE,
        password text NOT NULL,
        recovery bytea NOT NULL
    );
    CREATE TABLE keys (
        hash bytea PRIMARY KEY,
        kind smallint NOT NULL,
        player text COLLATE "C" NOT NULL,
        created bigint NOT NULL,
        expires bigint NOT NULL
    );
    CREATE INDEX keys_player ON keys (player);
    CREATE INDEX keys_expires ON keys (expires);
    CREATE TABLE blocked (name_key text COLLATE "C" PRIMARY KEY);
    CREATE TABLE ratings (
        player text COLLATE "C" NOT NULL,
        game text COLLATE "C" NOT NULL,
        value double precision NOT NULL,
        deviation double precision NOT NULL,
        volatility double precision NOT NULL,
        games integer NOT NULL,
        PRIMARY KEY (player, game)
    );
    "#,
    // 2: who does what for all servers, and for how long.
    r#"
    CREATE TABLE leases (
        name text COLLATE "C" PRIMARY KEY,
        holder text NOT NULL,
        until timestamptz NOT NULL
    );
    "#,
];

/// A server that knows fewer steps than this cannot work with the current schema.
const OLDEST: usize = 1;

/// Brings a database to the current schema: one server at a time, the others find it done. A
/// database that needs a newer program is refused; one that has merely taken more steps is not.
pub(super) async fn migrate(client: &mut Object, steps: &[&str]) -> Result<(), Trouble> {
    let change = client.transaction().await?;
    change
        .execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])
        .await?;
    change
        .batch_execute(
            "CREATE TABLE IF NOT EXISTS meta (name text PRIMARY KEY, value text NOT NULL);
             INSERT INTO meta VALUES ('generation', replace(gen_random_uuid()::text, '-', '')),
                 ('steps', '0'), ('oldest', '0') ON CONFLICT (name) DO NOTHING;",
        )
        .await?;
    let (taken, oldest) = (
        meta(&change, "steps").await?,
        meta(&change, "oldest").await?,
    );
    if oldest > steps.len() {
        let known = steps.len();
        return Err(Trouble::Final(StoreError::Unavailable(format!(
            "the data needs a program that knows schema {oldest}, this one knows {known}; use a newer one"
        ))));
    }
    if taken < steps.len() {
        for step in &steps[taken..] {
            change.batch_execute(step).await?;
        }
        let oldest = OLDEST.min(steps.len()).max(oldest);
        for (name, value) in [("steps", steps.len()), ("oldest", oldest)] {
            let sql = "UPDATE meta SET value = $2 WHERE name = $1";
            change.execute(sql, &[&name, &value.to_string()]).await?;
        }
    }
    // In a database that was filled from a copy of another, the numbers of transactions are others.
    change
        .execute(
            "UPDATE rooms SET changed = 0 WHERE changed > pg_current_xact_id()::text::bigint",
            &[],
        )
        .await?;
    Ok(change.commit().await?)
}

async fn meta(change: &Transaction<'_>, name: &str) -> Result<usize, Trouble> {
    let sql = "SELECT value FROM meta WHERE name = $1";
    let value: String = change.query_one(sql, &[&name]).await?.get(0);
    let number = value.parse();
    number.map_err(|_| Trouble::Final(super::unreadable(format!("meta {name} is {value}"))))
}
