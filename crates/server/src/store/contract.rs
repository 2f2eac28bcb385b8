//! What every store promises, as one test body.

use std::sync::Arc;

use tablier_protocol::{SeatView, TableLine, TableState};
use tablier_rooms::{PlayerId, RoomId, TimeControl};
use tablier_rules::Verdict;

use super::{
    Append, Card, Credentials, HeadToHead, Key, KeyKind, Line, Memory, Player, PlayerKind, Query,
    Rating, SharedStore, Sqlite, Standing, StoreError, Turn,
};

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
    one.append(vec![opening("a", "ana", 5)]).await.unwrap();
    let before = one.foreign_writes();
    let (left, right) = tokio::join!(
        one.append(vec![action("a", 1, 6, "ben")]),
        two.append(vec![action("a", 1, 6, "ben")]),
    );
    assert!(left.is_ok() != right.is_ok(), "{left:?} {right:?}");
    assert_eq!(left.and(right), Err(StoreError::Conflict));
    assert_eq!(one.read(&room("a"), 0).await, two.read(&room("a"), 0).await);
    two.append(vec![action("a", 2, 7, "ana")]).await.unwrap();
    for _ in 0..100 {
        if one.foreign_writes() != before {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the writes of the other process were not noticed");
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

async fn contract(store: SharedStore) {
    logs(&store).await;
    lists(&store).await;
    people(&store).await;
    keys(&store).await;
    ratings(&store).await;
    forgetting(&store).await;
    store.check().await.unwrap();
}

fn room(id: &str) -> RoomId {
    RoomId::new(id).unwrap()
}

fn player(id: &str) -> PlayerId {
    PlayerId::new(id).unwrap()
}

fn card(host: &str, others: &[&str], state: TableState) -> Card {
    let sits = |id: &&str| SeatView::Person {
        player: player(id),
        name: id.to_uppercase(),
    };
    Card {
        line: TableLine {
            id: room("unused"),
            game: "d21".into(),
            state,
            seats: std::iter::once(&host).chain(others).map(sits).collect(),
            time: TimeControl::None,
            rated: false,
            ply: 0,
            waits_for_me: false,
            touched: 0,
            result: None,
        },
        host: player(host),
        listed: true,
        pairs: false,
        verdicts: Vec::new(),
    }
}

fn line(seq: u64) -> Line {
    Line {
        seq,
        body: format!("{{\"seq\":{seq}}}"),
    }
}

fn opening(id: &str, host: &str, at: u64) -> Append {
    Append {
        room: room(id),
        after: 0,
        lines: vec![line(1)],
        card: Some(card(host, &[], TableState::Open)),
        turn: Turn {
            at,
            ..Turn::default()
        },
    }
}

fn action(id: &str, after: u64, at: u64, acts: &str) -> Append {
    Append {
        room: room(id),
        after,
        lines: vec![line(after + 1)],
        card: None,
        turn: Turn {
            at,
            ply: after as u32,
            acts: Some(player(acts)),
            due: Some(at + 100),
            house: false,
        },
    }
}

fn ids(found: Vec<super::Listing>) -> Vec<u64> {
    found.iter().map(|listing| listing.line.touched).collect()
}

async fn logs(store: &SharedStore) {
    assert!(store.read(&room("a"), 0).await.unwrap().is_empty());
    store.append(vec![opening("a", "ana", 5)]).await.unwrap();
    let again = store.append(vec![opening("a", "ben", 5)]).await;
    assert_eq!(again, Err(StoreError::Conflict));
    store.append(vec![action("a", 1, 6, "ben")]).await.unwrap();
    for after in [0, 1, 3] {
        let stale = store.append(vec![action("a", after, 7, "ana")]).await;
        assert_eq!(stale, Err(StoreError::Conflict), "after {after}");
    }
    // All or nothing, even across several tables.
    let both = vec![opening("b", "ben", 7), action("a", 1, 7, "ana")];
    assert_eq!(store.append(both).await, Err(StoreError::Conflict));
    assert!(store.read(&room("b"), 0).await.unwrap().is_empty());
    let both = vec![opening("b", "ben", 7), action("a", 2, 7, "ana")];
    store.append(both).await.unwrap();
    assert_eq!(
        store.read(&room("a"), 0).await.unwrap(),
        [line(1), line(2), line(3)]
    );
    assert_eq!(store.read(&room("a"), 2).await.unwrap(), [line(3)]);
    assert!(store.read(&room("a"), 9).await.unwrap().is_empty());
    assert!(store.read(&room("a"), u64::MAX).await.unwrap().is_empty());
    let heads = store.heads(&[room("a"), room("x"), room("b")]).await;
    assert_eq!(heads.unwrap(), [(room("a"), 3), (room("b"), 1)]);
    // Many at once: each in order, none lost.
    let writers: Vec<_> = (0..20)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let id = format!("many{n}");
                let mut first = opening(&id, "many", 1);
                if let Some(card) = &mut first.card {
                    card.listed = false;
                    card.line.state = TableState::Aborted;
                }
                store.append(vec![first]).await.unwrap();
                for after in 1..20 {
                    let mut next = action(&id, after, 1, "many");
                    next.turn = Turn::default();
                    store.append(vec![next]).await.unwrap();
                }
                assert_eq!(store.read(&room(&id), 0).await.unwrap().len(), 20);
                store.remove(&room(&id)).await.unwrap();
                assert!(store.read(&room(&id), 0).await.unwrap().is_empty());
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
}

async fn lists(store: &SharedStore) {
    let listing = store.listing(&room("a")).await.unwrap().unwrap();
    assert_eq!(
        (listing.seq, listing.line.ply, listing.line.touched),
        (3, 2, 7)
    );
    assert_eq!(listing.acts, Some(player("ana")));
    assert!(store.listing(&room("x")).await.unwrap().is_none());

    // c: being played by ana and ben, waits for ben; d: over, ben won.
    let mut started = opening("c", "ana", 20);
    started.card = Some(card("ana", &["ben"], TableState::Playing));
    started.turn.acts = Some(player("ben"));
    started.turn.house = true;
    let mut over = opening("d", "ana", 30);
    let mut end = card("ana", &["ben"], TableState::Over);
    end.verdicts = vec![Verdict::Lost, Verdict::Won];
    over.card = Some(end);
    store.append(vec![started, over]).await.unwrap();

    let list = async |query| ids(store.list(query).await.unwrap());
    let open = |seen_since| Query::Open {
        seen_since,
        limit: 10,
    };
    assert_eq!(list(open(0)).await, [7, 7]);
    assert!(list(open(8)).await.is_empty());
    store.host_seen(&[room("b")], 9).await.unwrap();
    store.host_seen(&[room("b")], 8).await.unwrap();
    assert_eq!(list(open(9)).await, [7]);
    assert_eq!(list(Query::Playing { limit: 10 }).await, [20]);
    let (ana, ben) = (player("ana"), player("ben"));
    let current = |player: &PlayerId, limit| Query::Current {
        player: player.clone(),
        limit,
    };
    assert_eq!(list(current(&ben, 10)).await, [20, 7]);
    assert_eq!(
        list(current(&ana, 10)).await,
        [7, 20],
        "what waits comes first"
    );
    assert_eq!(list(current(&ana, 1)).await, [7]);
    assert_eq!(store.count(current(&ana, 1)).await.unwrap(), 2);
    let finished = |before| Query::Finished {
        player: player("ana"),
        before,
        limit: 10,
    };
    assert_eq!(list(finished(31)).await, [30]);
    assert!(list(finished(30)).await.is_empty());
    let waiting = Query::Waiting {
        player: ben.clone(),
    };
    assert_eq!(list(waiting).await, [20]);
    assert_eq!(list(Query::Hosted { host: ben.clone() }).await, [7]);
    let stale = |before| Query::Stale { before, limit: 10 };
    assert_eq!(list(stale(20)).await, [7, 7]);
    assert_eq!(list(stale(21)).await, [7, 7, 20]);
    assert!(store.due(107).await.unwrap().is_empty());
    assert_eq!(store.due(108).await.unwrap(), [(room("a"), 107)]);
    assert!(store.house(20).await.unwrap().is_empty());
    assert_eq!(store.house(21).await.unwrap(), [room("c")]);

    let pairs = |rated, seen_since| Query::Pairs {
        game: "d21".into(),
        time: TimeControl::Days(2),
        rated,
        seen_since,
    };
    let mut pair = opening("e", "eve", 40);
    if let Some(card) = &mut pair.card {
        card.pairs = true;
        card.line.time = TimeControl::Days(2);
    }
    store.append(vec![pair]).await.unwrap();
    assert_eq!(
        list(pairs(false, u64::MAX >> 1)).await,
        [40],
        "days need no presence"
    );
    assert!(list(pairs(true, 0)).await.is_empty());

    // The index follows the log, never the other way.
    let mut aborted = action("e", 1, 41, "eve");
    aborted.card = Some(card("eve", &[], TableState::Aborted));
    aborted.turn = Turn {
        at: 41,
        ..Turn::default()
    };
    store.append(vec![aborted]).await.unwrap();
    assert!(list(pairs(false, 0)).await.is_empty());
    let gone = Query::Aborted {
        before: 42,
        limit: 10,
    };
    assert_eq!(list(gone.clone()).await, [41]);
    store.remove(&room("e")).await.unwrap();
    assert!(list(gone).await.is_empty());

    let sum = store.head_to_head(&ana, &ben).await.unwrap();
    assert_eq!(
        sum,
        HeadToHead {
            won: 0,
            drawn: 0,
            lost: 1
        }
    );
    let standings = store.standings(&ben).await.unwrap();
    let won = Standing {
        game: "d21".into(),
        won: 1,
        drawn: 0,
        lost: 0,
    };
    assert_eq!(standings, [won]);
}

fn guest(id: &str, seen: u64) -> Player {
    Player {
        id: player(id),
        name: id.to_uppercase(),
        kind: PlayerKind::Guest,
        created: 1,
        seen,
    }
}

fn key(byte: u8, kind: KeyKind, of: &str) -> Key {
    Key {
        hash: [byte; 32],
        kind,
        player: player(of),
        created: 1,
        expires: 100,
    }
}

fn credentials(name_key: &str, password: &str) -> Credentials {
    Credentials {
        name_key: name_key.into(),
        password: password.into(),
        recovery: [7; 32],
    }
}

async fn people(store: &SharedStore) {
    let ana = guest("ana", 10);
    store
        .add_player(ana.clone(), Some(key(1, KeyKind::Session, "ana")))
        .await
        .unwrap();
    let twice = store.add_player(ana.clone(), None).await;
    assert_eq!(twice, Err(StoreError::Exists));
    assert_eq!(store.player(&ana.id).await.unwrap(), Some(ana.clone()));
    assert_eq!(store.player(&player("nobody")).await.unwrap(), None);
    store.rename(&ana.id, "Anna").await.unwrap();
    store.seen(&ana.id, 20).await.unwrap();
    store.seen(&ana.id, 15).await.unwrap();
    let known = store.player(&ana.id).await.unwrap().unwrap();
    assert_eq!((known.name.as_str(), known.seen), ("Anna", 20));

    store
        .open_account(&ana.id, "Anna", credentials("anna", "x"))
        .await
        .unwrap();
    let again = store
        .open_account(&ana.id, "Anna", credentials("anna2", "x"))
        .await;
    assert_eq!(again, Err(StoreError::Conflict));
    store.add_player(guest("ben", 10), None).await.unwrap();
    let taken = store
        .open_account(&player("ben"), "ANNA", credentials("anna", "y"))
        .await;
    assert_eq!(taken, Err(StoreError::Exists));
    let ben = store.player(&player("ben")).await.unwrap().unwrap();
    assert_eq!(ben.kind, PlayerKind::Guest, "nothing by halves");
    let (account, secrets) = store.account("anna").await.unwrap().unwrap();
    assert_eq!(
        (account.kind, secrets),
        (PlayerKind::Account, credentials("anna", "x"))
    );
    assert!(store.account("nobody").await.unwrap().is_none());
    store.set_kind(&ana.id, PlayerKind::Bot).await.unwrap();
    let (account, _) = store.account("anna").await.unwrap().unwrap();
    assert_eq!(account.kind, PlayerKind::Bot);

    assert!(!store.is_blocked("rude").await.unwrap());
    store.block_name("rude", true).await.unwrap();
    store.block_name("rude", true).await.unwrap();
    assert!(store.is_blocked("rude").await.unwrap());
    store.block_name("rude", false).await.unwrap();
    assert!(!store.is_blocked("rude").await.unwrap());
}

async fn keys(store: &SharedStore) {
    assert_eq!(
        store.key(&[1; 32]).await.unwrap(),
        Some(key(1, KeyKind::Session, "ana"))
    );
    store.add_key(key(2, KeyKind::Link, "ana")).await.unwrap();
    store.add_key(key(3, KeyKind::Token, "ana")).await.unwrap();
    let twice = store.add_key(key(3, KeyKind::Link, "ben")).await;
    assert_eq!(twice, Err(StoreError::Exists));
    // Only one of two callers gets it.
    let (one, two) = tokio::join!(store.take_key(&[2; 32]), store.take_key(&[2; 32]));
    assert_ne!(one.unwrap().is_some(), two.unwrap().is_some());
    let wrong = store
        .set_credentials(&player("ben"), credentials("anna", "z"))
        .await;
    assert_eq!(wrong, Err(StoreError::Conflict));
    store
        .set_credentials(&player("ana"), credentials("anna", "z"))
        .await
        .unwrap();
    assert!(store.key(&[1; 32]).await.unwrap().is_none(), "sessions end");
    assert!(store.key(&[3; 32]).await.unwrap().is_some(), "tokens stay");
    store
        .drop_keys(&player("ana"), KeyKind::Token)
        .await
        .unwrap();
    assert!(store.key(&[3; 32]).await.unwrap().is_none());

    // Guests who never played are removed, with their keys; so is everything expired.
    store
        .add_player(guest("idle", 10), Some(key(4, KeyKind::Session, "idle")))
        .await
        .unwrap();
    store
        .add_player(guest("new", 50), Some(key(5, KeyKind::Session, "new")))
        .await
        .unwrap();
    assert_eq!(store.sweep_guests(100, 50).await.unwrap(), 1);
    assert!(store.player(&player("idle")).await.unwrap().is_none());
    assert!(
        store.player(&player("ben")).await.unwrap().is_some(),
        "sits at a table"
    );
    assert!(store.key(&[4; 32]).await.unwrap().is_none());
    assert!(store.key(&[5; 32]).await.unwrap().is_some());
    assert_eq!(store.sweep_guests(101, 50).await.unwrap(), 0);
    assert!(store.key(&[5; 32]).await.unwrap().is_none());
}

async fn ratings(store: &SharedStore) {
    let rating = |id: &str, value, games| Rating {
        player: player(id),
        game: "d21".into(),
        value,
        deviation: 200.0,
        volatility: 0.06,
        games,
    };
    let mut rated = opening("r", "ana", 50);
    let mut end = card("ana", &["ben"], TableState::Over);
    end.line.rated = true;
    rated.card = Some(end);
    store.append(vec![rated]).await.unwrap();
    assert_eq!(store.unrated().await.unwrap(), [room("r")]);
    let late = vec![rating("ana", 1510.0, 1), rating("ben", 1490.0, 2)];
    assert_eq!(
        store.rate(&room("r"), late).await,
        Err(StoreError::Conflict)
    );
    assert!(
        store.ratings(&player("ana")).await.unwrap().is_empty(),
        "nothing by halves"
    );
    let new = vec![rating("ana", 1510.0, 1), rating("ben", 1490.0, 1)];
    store.rate(&room("r"), new.clone()).await.unwrap();
    assert_eq!(
        store.rate(&room("r"), new.clone()).await,
        Err(StoreError::Exists)
    );
    assert_eq!(store.ratings(&player("ana")).await.unwrap(), new[..1]);
    assert!(store.unrated().await.unwrap().is_empty());
}

async fn forgetting(store: &SharedStore) {
    let redacted = Line {
        seq: 1,
        body: "{}".into(),
    };
    store
        .rewrite(&room("d"), vec![redacted.clone()])
        .await
        .unwrap();
    assert_eq!(store.read(&room("d"), 0).await.unwrap(), [redacted]);
    store
        .add_key(key(9, KeyKind::Session, "ana"))
        .await
        .unwrap();
    store.forget_player(&player("ana")).await.unwrap();
    assert!(store.account("anna").await.unwrap().is_none());
    assert!(store.key(&[9; 32]).await.unwrap().is_none());
    assert!(store.ratings(&player("ana")).await.unwrap().is_empty());
    let gone = store.player(&player("ana")).await.unwrap().unwrap();
    assert_eq!((gone.kind, gone.name.as_str()), (PlayerKind::Gone, ""));
    let listing = store.listing(&room("d")).await.unwrap().unwrap();
    let nameless = SeatView::Person {
        player: player("ana"),
        name: String::new(),
    };
    assert_eq!(listing.line.seats[0], nameless);
}
