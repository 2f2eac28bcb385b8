//! What holds for PostgreSQL alone: servers of two versions on one database, and a database that
//! goes away and comes back.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tablier_rooms::{PlayerId, RoomId};
use tokio_postgres::NoTls;

use super::{Access, Postgres, schema};
use crate::identity::secrets;
use crate::store::contract::{self, action, opening};
use crate::store::{Leases as _, Logs as _, People as _, StoreError};

/// What released servers say, by the schema that they know.
const RELEASED: &[&str] = &[include_str!("released/1.sql")];

async fn connect(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn migrate(url: &str, steps: &[&str]) -> Result<(), String> {
    let manager = deadpool_postgres::Manager::new(Access::read(url).unwrap().config, NoTls);
    let pool = deadpool_postgres::Pool::builder(manager).build().unwrap();
    let mut client = pool.get().await.unwrap();
    let done = schema::migrate(&mut client, steps).await;
    done.map_err(|trouble| format!("{trouble:?}"))
}

/// What an old server wrote, as a new one reads it.
async fn assert_old_data(store: &Postgres) {
    let room = RoomId::new("old").unwrap();
    let lines = store.read(&room, 0).await.unwrap();
    let bodies: Vec<&str> = lines.iter().map(|line| line.body.as_str()).collect();
    assert_eq!(bodies, ["one", "two"]);
    assert_eq!(store.due(8).await.unwrap(), [(room.clone(), 7)]);
    let player = PlayerId::new("old-player").unwrap();
    assert_eq!(store.player(&player).await.unwrap().unwrap().name, "Older");
    assert_eq!(store.standings(&player).await.unwrap()[0].won, 1);
    assert!(store.is_blocked("rude-and-old").await.unwrap());
    store.remove(&room).await.unwrap();
    assert!(store.read(&room, 0).await.unwrap().is_empty());
}

#[tokio::test]
async fn servers_of_two_versions_share_a_database() {
    let Some(postgres) = tablier_services::postgres("two versions on one database") else {
        return;
    };
    for (at, script) in RELEASED.iter().enumerate() {
        let known = at + 1;
        // The last released schema with its data, and a new server.
        let url = postgres.database(&format!("grows_{known}")).unwrap();
        migrate(&url, &schema::STEPS[..known]).await.unwrap();
        connect(&url).await.batch_execute(script).await.unwrap();
        let store = Postgres::open(&url).await.unwrap();
        assert_old_data(&store).await;
        assert!(store.lease("clocks", "new", 1).await.unwrap());
        // The new schema, and a server that was started before or starts now.
        let url = postgres.database(&format!("grown_{known}")).unwrap();
        let store = Postgres::open(&url).await.unwrap();
        migrate(&url, &schema::STEPS[..known]).await.unwrap();
        connect(&url).await.batch_execute(script).await.unwrap();
        assert_old_data(&store).await;
        // Whatever was added may be left out by those who do not know it.
        let sql = "SELECT table_name || '.' || column_name FROM information_schema.columns
                   WHERE table_schema = 'public' AND is_nullable = 'NO'
                       AND column_default IS NULL ORDER BY 1";
        let needed = async |url: &str| -> Vec<String> {
            let rows = connect(url).await.query(sql, &[]).await.unwrap();
            rows.iter().map(|row| row.get(0)).collect()
        };
        let plain = postgres.database(&format!("plain_{known}")).unwrap();
        migrate(&plain, &schema::STEPS[..known]).await.unwrap();
        let old = needed(&plain).await;
        let tables: Vec<String> = old
            .iter()
            .filter_map(|c| Some(c.split_once('.')?.0.into()))
            .collect();
        let new = needed(&url).await;
        let added = new.iter().filter(|column| {
            let table = column.split_once('.').map_or("", |(table, _)| table);
            tables.iter().any(|known| known == table) && !old.contains(column)
        });
        assert_eq!(added.collect::<Vec<_>>(), Vec::<&String>::new());
    }
    // What a server cannot work with is refused, in words.
    let url = postgres.database("future").unwrap();
    Postgres::open(&url).await.unwrap();
    let sql = "UPDATE meta SET value = '99' WHERE name = 'oldest'";
    connect(&url).await.batch_execute(sql).await.unwrap();
    assert!(Postgres::open(&url).await.unwrap_err().contains("newer"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_goes_away_and_comes_back_has_lost_nothing() {
    let Some(mut postgres) = tablier_services::postgres("a database that goes away") else {
        return;
    };
    let store = Postgres::open(&postgres.url()).await.unwrap();
    store.append(vec![opening("a", "ana", 5)]).await.unwrap();
    // Killed, and back before anybody loses patience.
    postgres.kill();
    let back = tokio::task::spawn_blocking(move || {
        std::thread::sleep(Duration::from_millis(300));
        postgres.start_again().map(|()| postgres)
    });
    store.append(vec![action("a", 1, 6, "ben")]).await.unwrap();
    assert_eq!(store.read(&contract::room("a"), 0).await.unwrap().len(), 2);
    let mut postgres = back.await.unwrap().unwrap();
    // Away for longer: whoever asks is told, soon.
    postgres.stop();
    let began = Instant::now();
    let rooms = [contract::room("a")];
    let (written, read) = tokio::join!(
        store.append(vec![action("a", 2, 7, "ana")]),
        store.heads(&rooms),
    );
    assert!(
        matches!(written, Err(StoreError::Unavailable(_))),
        "{written:?}"
    );
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
    assert!(
        began.elapsed() < Duration::from_secs(8),
        "{:?}",
        began.elapsed()
    );
    let postgres = tokio::task::spawn_blocking(move || postgres.start_again().map(|()| postgres));
    let postgres = postgres.await.unwrap().unwrap();
    store.append(vec![action("a", 2, 7, "ana")]).await.unwrap();
    // Connections that are cut while they rest are replaced.
    let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE application_name = 'tablier'";
    assert_ne!(postgres.sql(cut).unwrap(), "0");
    store.append(vec![action("a", 3, 8, "ben")]).await.unwrap();
    assert_eq!(store.heads(&[contract::room("a")]).await.unwrap()[0].1, 4);
}

/// For docs/capacity.md: what a transaction costs with few and with many moves in it, and what a
/// line of the log takes.
#[tokio::test]
#[ignore = "a measurement"]
async fn what_storing_costs() {
    const TABLES: usize = 1_024;
    // A move of D.21 as the log has it.
    let body = r#"{"seq":17,"at":1794873600123,"by":"AbCdEfGhIjKlMnOpQrStUv","id":"x7Kq2mZp","event":{"type":"acted","action":"C3-C6","seat":0}}"#;
    let postgres = tablier_services::Postgres::start_with(true).unwrap();
    let store = Postgres::open(&postgres.url()).await.unwrap();
    let players: Vec<String> = (0..TABLES)
        .map(|_| secrets::player_id().to_string())
        .collect();
    let rooms: Vec<String> = (0..TABLES)
        .map(|_| secrets::room_id().to_string())
        .collect();
    let openings = rooms.iter().zip(&players);
    join_all(openings.map(|(room, player)| store.append(vec![opening(room, player, 1)]))).await;
    let mut heads = [1_u64; TABLES];
    for size in [1, 8, 64, 512, 1_024] {
        let times = (20_000 / size).clamp(40, 400);
        let begun = Instant::now();
        for time in 0..times {
            // All are in the queue before the writer looks at it: one transaction.
            let writes = (0..size).map(|n| {
                let at = (time * size + n) % TABLES;
                let mut write = action(&rooms[at], heads[at], 7, &players[at]);
                write.lines[0].body = body.to_owned();
                heads[at] += 1;
                store.append(vec![write])
            });
            for stored in join_all(writes).await {
                stored.unwrap();
            }
        }
        let each = begun.elapsed().as_secs_f64() * 1_000.0 / times as f64;
        println!("{size} moves in a transaction: {each:.2} ms");
    }
    let size =
        "SELECT count(*), sum(length(body)) / count(*), pg_relation_size('lines') / count(*),
                    pg_indexes_size('lines') / count(*) FROM lines";
    let size = postgres.sql(size).unwrap();
    println!("lines, bytes of text, of the table, of its index: {size}");
    let tables = "SELECT count(*), pg_total_relation_size('rooms') / count(*) FROM rooms";
    let tables = postgres.sql(tables).unwrap();
    println!("tables in the index, bytes of each: {tables}");
}
