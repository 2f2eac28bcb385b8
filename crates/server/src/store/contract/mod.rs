//! What every store promises, as one test body.

mod leases;
mod people;
mod tables;

use std::sync::Arc;

use tablier_rooms::{PlayerId, RoomId};

use crate::store::{Change, Memory, Postgres, SharedStore, Sqlite, StoreError};
use leases::leases;
use people::{forgetting, keys, people, ratings};
pub(super) use tables::{action, opening};
use tables::{lists, logs};

#[tokio::test]
async fn memory_keeps_its_promises() {
    contract(Arc::new(Memory::new())).await;
}

#[tokio::test]
async fn sqlite_keeps_its_promises() {
    let folder = tempfile::tempdir().unwrap();
    contract(Arc::new(Sqlite::open(folder.path()).unwrap())).await;
}

#[tokio::test]
async fn postgres_keeps_its_promises() {
    let Some(postgres) = tablier_services::postgres("the store's contract on PostgreSQL") else {
        return;
    };
    let store = Arc::new(Postgres::open(&postgres.url()).await.unwrap());
    contract(store).await;
    let url = postgres.database("two").unwrap();
    let one: SharedStore = Arc::new(Postgres::open(&url).await.unwrap());
    let two: SharedStore = Arc::new(Postgres::open(&url).await.unwrap());
    together(one, two).await;
}

#[tokio::test]
async fn what_sqlite_acknowledged_is_there_when_it_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    let store: SharedStore = Arc::new(store);
    store.append(vec![opening("a", "ana", 5)]).await.unwrap();
    store.append(vec![action("a", 1, 6, "ben")]).await.unwrap();
    drop(store);
    let store: SharedStore = Arc::new(Sqlite::open(folder.path()).unwrap());
    assert_eq!(store.read(&room("a"), 0).await.unwrap().len(), 2);
    assert_eq!(store.heads(&[room("a")]).await.unwrap(), [(room("a"), 2)]);
    assert!(store.behind().await.unwrap().is_empty());
}

#[tokio::test]
async fn two_processes_on_one_file_never_write_the_same_number() {
    let folder = tempfile::tempdir().unwrap();
    let one: SharedStore = Arc::new(Sqlite::open(folder.path()).unwrap());
    let two: SharedStore = Arc::new(Sqlite::open(folder.path()).unwrap());
    together(one, two).await;
}

/// Two servers on one store.
async fn together(one: SharedStore, two: SharedStore) {
    assert_eq!(one.generation().await, two.generation().await);
    one.append(vec![opening("a", "ana", 5)]).await.unwrap();
    let before = one.changes(None).await.unwrap().mark;
    let (left, right) = tokio::join!(
        one.append(vec![action("a", 1, 6, "ben")]),
        two.append(vec![action("a", 1, 6, "ben")]),
    );
    assert!(left.is_ok() != right.is_ok(), "{left:?} {right:?}");
    assert_eq!(left.and(right), Err(StoreError::Conflict));
    assert_eq!(one.read(&room("a"), 0).await, two.read(&room("a"), 0).await);
    two.append(vec![action("a", 2, 7, "ana")]).await.unwrap();
    for _ in 0..100 {
        let changes = one.changes(Some(before)).await.unwrap();
        let of_a = |changes: Vec<Change>| changes.into_iter().find(|c| c.room == room("a"));
        match changes.rooms.map(of_a) {
            // Any table may have changed.
            None => return,
            Some(Some(change)) => {
                assert_eq!((change.seq, change.due), (3, Some(107)));
                let later = one.changes(Some(changes.mark)).await.unwrap();
                let again = one.changes(Some(later.mark)).await.unwrap();
                assert_eq!(again.rooms, Some(Vec::new()), "told for ever");
                return;
            }
            Some(None) => {}
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the writes of the other server were not noticed");
}

#[tokio::test]
async fn a_copy_is_made_and_put_back_while_the_store_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let store: SharedStore = Arc::new(Sqlite::open(folder.path()).unwrap());
    let generation = store.generation().await.unwrap();
    store.append(vec![opening("a", "ana", 5)]).await.unwrap();
    Sqlite::backup(folder.path(), &copy).unwrap();
    assert!(Sqlite::backup(folder.path(), &copy).is_err(), "overwritten");
    store.append(vec![action("a", 1, 6, "ben")]).await.unwrap();
    Sqlite::restore(folder.path(), &copy).unwrap();
    assert_eq!(store.read(&room("a"), 0).await.unwrap().len(), 1);
    assert_ne!(store.generation().await.unwrap(), generation);
    store.append(vec![action("a", 1, 6, "ben")]).await.unwrap();
    let other = folder.path().join("other");
    std::fs::write(&other, "no store").unwrap();
    assert!(Sqlite::restore(folder.path(), &other).is_err());
}

pub(super) async fn contract(store: SharedStore) {
    logs(&store).await;
    lists(&store).await;
    people(&store).await;
    keys(&store).await;
    ratings(&store).await;
    forgetting(&store).await;
    leases(&store).await;
    store.check().await.unwrap();
}

pub(super) fn room(id: &str) -> RoomId {
    RoomId::new(id).unwrap()
}

pub(super) fn player(id: &str) -> PlayerId {
    PlayerId::new(id).unwrap()
}
