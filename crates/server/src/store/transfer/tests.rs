use std::sync::Arc;

use tokio_postgres::NoTls;

use super::transfer;
use crate::store::contract::{self, action, opening};
use crate::store::{
    Credentials, Key, KeyKind, Logs as _, Player, PlayerKind, Postgres, SharedStore, Sqlite,
};

#[tokio::test]
async fn everything_moves_once_even_if_interrupted() {
    let Some(postgres) = tablier_services::postgres("moving to PostgreSQL") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let store: SharedStore = Arc::new(Sqlite::open(folder.path()).unwrap());
    // What the contract leaves behind has something in every table.
    contract::contract(store.clone()).await;
    for room in 0..3_000 {
        let id = format!("many{room}");
        let opened = store.append(vec![opening(&id, "ana", room)]);
        opened.await.unwrap();
    }
    let guest = Player {
        id: contract::player("eve"),
        name: "Eve".into(),
        kind: PlayerKind::Guest,
        created: 1,
        seen: 2,
    };
    let key = Key {
        hash: [200; 32],
        kind: KeyKind::Session,
        player: guest.id.clone(),
        created: 1,
        expires: 2,
    };
    let secrets = Credentials {
        name_key: "eve".into(),
        password: "x".into(),
        recovery: [7; 32],
    };
    store.add_player(guest.clone(), Some(key)).await.unwrap();
    store.open_account(&guest.id, "Eve", secrets).await.unwrap();
    store.block_name("rude", true).await.unwrap();
    let rated = store.ratings(&contract::player("ben")).await.unwrap();
    let generation = store.generation().await.unwrap();
    let url = postgres.url();
    let mut quiet = |_: &'static str, _: f64| {};
    assert!(store.lease("house", "server", 60_000).await.unwrap());
    let refused = transfer(folder.path(), &url, &mut quiet).await.unwrap_err();
    assert!(refused.contains("a server is using it"), "{refused}");
    drop(store);

    // Interrupted in the middle: nobody may play there yet.
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
    tokio::spawn(connection);
    let moved = transfer(folder.path(), &url, &mut quiet).await.unwrap();
    let undo = format!(
        "INSERT INTO meta VALUES ('moving', '{generation}');
         DELETE FROM lines WHERE room > 'many2'; DELETE FROM rooms; DELETE FROM sitting;"
    );
    client.batch_execute(&undo).await.unwrap();
    let early = Postgres::open(&url).await.unwrap_err();
    assert!(early.contains("not finished"), "{early}");
    let again = transfer(folder.path(), &url, &mut quiet).await.unwrap();
    assert_eq!(again, moved);
    let lines = moved.iter().find(|moved| moved.table == "lines").unwrap();
    assert!(lines.rows > 3_000, "{lines:?}");
    let empty = moved.iter().filter(|moved| moved.rows == 0);
    assert_eq!(empty.count(), 0, "{moved:?}");

    // It is the same store, and goes on.
    let store = Postgres::open(&url).await.unwrap();
    assert_eq!(store.generation().await.unwrap(), generation);
    assert_eq!(
        store.ratings(&contract::player("ben")).await.unwrap(),
        rated
    );
    store
        .append(vec![action("many7", 1, 9, "ben")])
        .await
        .unwrap();
    let twice = transfer(folder.path(), &url, &mut quiet).await.unwrap_err();
    assert!(twice.contains("not empty"), "{twice}");

    // What differs is found.
    let other = postgres.database("other").unwrap();
    transfer(folder.path(), &other, &mut quiet).await.unwrap();
    let (client, connection) = tokio_postgres::connect(&other, NoTls).await.unwrap();
    tokio::spawn(connection);
    let spoil = format!(
        "INSERT INTO meta VALUES ('moving', '{generation}');
         UPDATE lines SET body = body || ' ' WHERE room = 'many9';"
    );
    client.batch_execute(&spoil).await.unwrap();
    let differs = transfer(folder.path(), &other, &mut quiet)
        .await
        .unwrap_err();
    assert!(differs.contains("lines differs"), "{differs}");
}
