//! People, their keys and ratings, and what is forgotten.

use tablier_protocol::{SeatView, TableState};

use super::tables::{card, opening};
use super::{player, room};
use crate::store::{
    Credentials, Key, KeyKind, LogLine, Player, PlayerKind, Rating, SharedStore, StoreError,
};

pub(super) async fn people(store: &SharedStore) {
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

pub(super) async fn keys(store: &SharedStore) {
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

pub(super) async fn ratings(store: &SharedStore) {
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

pub(super) async fn forgetting(store: &SharedStore) {
    let naming = LogLine {
        seq: 1,
        body: r#"{"player":"ana"}"#.into(),
    };
    store.rewrite(&room("d"), vec![naming]).await.unwrap();
    assert_eq!(store.naming(&player("ana")).await.unwrap(), [room("d")]);
    assert!(store.naming(&player("an")).await.unwrap().is_empty());
    let redacted = LogLine {
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
