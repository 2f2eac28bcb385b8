//! Logs of tables, and the lists they are found in.

use tablier_protocol::{SeatView, TableLine, TableState};
use tablier_rooms::{PlayerId, TimeControl};
use tablier_rules::Verdict;

use super::{player, room};
use crate::store::{
    Append, Card, HeadToHead, Listing, LogLine, Query, SharedStore, Standing, StoreError, Turn,
};

pub(super) async fn logs(store: &SharedStore) {
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
    // A table can go over to another host.
    let mut first = opening("moved", "guest", 1);
    let mut next = action("moved", 1, 1, "ana");
    next.card = opening("moved", "ana", 1).card;
    first.turn = next.turn.clone();
    store.append(vec![first]).await.unwrap();
    store.append(vec![next]).await.unwrap();
    let host = player("guest");
    let guests = store.list(Query::Hosted { host }).await.unwrap();
    assert!(guests.is_empty(), "{guests:?}");
    let listing = store.listing(&room("moved")).await.unwrap().unwrap();
    assert_eq!(listing.host, player("ana"));
    store.remove(&room("moved")).await.unwrap();
}

pub(super) async fn lists(store: &SharedStore) {
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
    let stale = |before, limit, after| Query::Stale {
        before,
        after,
        limit,
    };
    assert_eq!(list(stale(20, 10, None)).await, [7, 7]);
    assert_eq!(list(stale(21, 10, None)).await, [7, 7, 20]);
    // Page by page nothing is missed, even where two were touched at the same time.
    let mut pages = Vec::new();
    let mut after = None;
    while let Some(table) = store
        .list(stale(21, 1, after.clone()))
        .await
        .unwrap()
        .first()
    {
        pages.push(table.line.touched);
        after = Some((table.line.touched, table.line.id.clone()));
    }
    assert_eq!(pages, [7, 7, 20]);
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

pub(in crate::store) fn opening(id: &str, host: &str, at: u64) -> Append {
    let mut card = card(host, &[], TableState::Open);
    card.line.id = room(id);
    Append {
        room: room(id),
        after: 0,
        lines: vec![line(1)],
        card: Some(card),
        turn: Turn {
            at,
            ..Turn::default()
        },
    }
}

pub(in crate::store) fn action(id: &str, after: u64, at: u64, acts: &str) -> Append {
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

pub(super) fn card(host: &str, others: &[&str], state: TableState) -> Card {
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

pub(super) fn line(seq: u64) -> LogLine {
    LogLine {
        seq,
        body: format!("{{\"seq\":{seq}}}"),
    }
}

pub(super) fn ids(found: Vec<Listing>) -> Vec<u64> {
    found.iter().map(|listing| listing.line.touched).collect()
}
