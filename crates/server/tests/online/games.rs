//! Whole games, repeated and outdated commands, computer players, a rematch.

use serde_json::json;
use tablier_rooms::{Command, Offer, Phase, Refusal};
use tablier_rules::hash::SplitMix64;
use tablier_server::{Config, Running};

use crate::support::tables::{assert_equal, play, table_of};
use crate::support::{Person, unlimited};

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_end_with_equal_boards() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(Config {
        data: Some(folder.path().into()),
        ..unlimited()
    })
    .await
    .unwrap();
    let mut random = SplitMix64::new(1);
    for (game, seats) in [
        ("d21", 2),
        ("cubulus:level=2", 2),
        ("empire:players=3", 3),
        ("saute:players=4", 4),
        ("monstrodechecs:players=4,teams=true", 4),
        ("solitaire", 1),
    ] {
        let (room, mut clients) = table_of(&running, game, seats).await;
        play(&mut clients, &room, 120, &mut random).await;
        assert_equal(&clients, &room);
        // A latecomer sees the same.
        let mut late = Person::new(&running.server).connect(&running).await;
        late.watch(&room).await;
        assert_eq!(late.room(&room).state(), clients[0].room(&room).state());
    }
    running.stop().await;
}

#[tokio::test]
async fn whoever_shares_a_name_is_told_apart_and_whoever_left_is_shown() {
    let running = Running::start(unlimited()).await.unwrap();
    let mut ana = Person::guest(&running.server).await;
    let room = ana
        .open(json!({ "game": "empire:players=3", "chair": 0, "name": "Ana" }))
        .await;
    let path = format!("/api/tables/{}", room.as_str());
    for number in 1..=2 {
        let sit =
            json!({ "id": "s", "expects": number, "command": { "type": "sit", "name": "ANA" } });
        let mut guest = Person::guest(&running.server).await;
        guest.post(&format!("{path}/commands"), sit).await.ok();
    }
    let view = ana.get(&path).await.json();
    let mut names: Vec<_> = (0..3)
        .map(|seat| view["seats"][seat]["name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["ANA (2)", "ANA (3)", "Ana"]);
    assert_eq!(view["gone"], json!([]));

    let resign = json!({ "id": "r", "expects": view["seq"], "command": { "type": "resign" } });
    ana.post(&format!("{path}/commands"), resign).await.ok();
    let view = ana.get(&path).await.json();
    assert_eq!(view["gone"], json!([view["my_seat"]]));
    running.stop().await;
}

#[tokio::test]
async fn a_command_sent_twice_is_played_once_and_an_outdated_one_is_refused() {
    let running = Running::start(unlimited()).await.unwrap();
    let (room, mut clients) = table_of(&running, "d21", 2).await;
    let view = clients[0].room(&room);
    let first = view.occupants()[0].player().cloned();
    let at = clients.iter().position(|c| c.me == first).unwrap();
    let legal = view.table().legal();
    let act = |n: usize| Command::Act {
        action: legal[n].clone(),
    };
    let before = clients[at].seq(&room);
    let done = clients[at].command_as(&room, "once", before, act(0)).await;
    let again = clients[at].command_as(&room, "once", before, act(0)).await;
    assert_eq!(done, again);
    let stale = clients[at].command_as(&room, "late", before, act(1)).await;
    let seq = clients[at].seq(&room);
    assert_eq!(stale, Err(Refusal::Outdated { seq }));
    let turn = clients[at].command(&room, act(1)).await;
    assert_eq!(turn, Err(Refusal::NotYourTurn));
    let other = &mut clients[1 - at];
    while other.seq(&room) < seq {
        other.hear().await.unwrap();
    }
    let illegal = other
        .command(
            &room,
            Command::Act {
                action: "A1-A1".into(),
            },
        )
        .await;
    assert!(
        matches!(illegal, Err(Refusal::Illegal { .. })),
        "{illegal:?}"
    );
    assert_eq!(clients[at].room(&room).table().ply(), 1);
}

#[tokio::test]
async fn machines_play_answer_and_keep_their_seats() {
    let running = Running::start(unlimited()).await.unwrap();
    let mut host = Person::guest(&running.server).await;
    let table = json!({
        "game": "d21", "chair": 0, "first": "chosen",
        "seats": ["open", {"machine": 2}],
    });
    let room = host.open(table).await;
    let mut client = host.connect(&running).await;
    client.watch(&room).await;
    for ply in 1..=3 {
        let action = client.room(&room).table().legal()[0].clone();
        client
            .command(&room, Command::Act { action })
            .await
            .unwrap();
        while client.room(&room).table().ply() < 2 * ply {
            client.hear().await.unwrap();
        }
    }
    let offer = Command::Offer { offer: Offer::Draw };
    client.command(&room, offer).await.unwrap();
    loop {
        let view = client.room(&room);
        if view.pending().is_empty() || view.phase() == Phase::Over {
            break;
        }
        client.hear().await.unwrap();
    }
}

#[tokio::test]
async fn a_rematch_is_opened_once_and_begins_at_once() {
    let running = Running::start(unlimited()).await.unwrap();
    let (room, mut clients) = table_of(&running, "d21", 2).await;
    clients[0].command(&room, Command::Resign).await.unwrap();
    while clients[1].room(&room).phase() != Phase::Over {
        clients[1].hear().await.unwrap();
    }
    let offer = Command::Offer {
        offer: Offer::Rematch,
    };
    let seq = clients[0].command(&room, offer.clone()).await.unwrap();
    while clients[1].seq(&room) < seq {
        clients[1].hear().await.unwrap();
    }
    clients[1].command(&room, offer).await.unwrap();
    let next = clients[1].room(&room).next_room().cloned().unwrap();
    clients[1].watch(&next).await;
    let view = clients[1].room(&next);
    assert_eq!(
        (view.phase(), view.earlier()),
        (Phase::Playing, Some(&room))
    );
    assert_ne!(view.occupants()[0], clients[1].room(&room).occupants()[0]);
}
