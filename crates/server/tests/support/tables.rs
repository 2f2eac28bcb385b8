//! People at a table who play.

use serde_json::json;
use tablier_rooms::{Command, Phase, RoomId};
use tablier_rules::hash::SplitMix64;
use tablier_server::Running;

use super::{Client, Person};

/// Plays at random until the game is over or `most` actions were played; whoever's turn it is
/// plays.
pub async fn play(clients: &mut [Client], room: &RoomId, most: usize, random: &mut SplitMix64) {
    for _ in 0..most {
        let view = clients[0].room(room);
        let Some(seat) = view.to_act() else { return };
        let player = view.occupants()[seat.index()].player().cloned();
        let legal = view.table().legal();
        let action = legal[(random.next() % legal.len() as u64) as usize].clone();
        let at = clients.iter().position(|client| client.me == player);
        let at = at.expect("a person acts");
        let seq = clients[at]
            .command(room, Command::Act { action })
            .await
            .unwrap();
        for client in clients.iter_mut() {
            while client.seq(room) < seq {
                client.hear().await.expect("the connection has ended");
            }
        }
    }
}

/// People at a new table, the host first; the game has begun.
pub async fn table_of(running: &Running, game: &str, seats: usize) -> (RoomId, Vec<Client>) {
    let mut host = Person::guest(&running.server).await;
    let room = host
        .open(json!({ "game": game, "chair": 0, "name": "Host" }))
        .await;
    let mut clients = vec![host.connect(running).await];
    for number in 1..seats {
        let guest = Person::guest(&running.server).await;
        let mut client = guest.connect(running).await;
        client.watch(&room).await;
        client.sit(&room, &format!("Guest {number}")).await.unwrap();
        clients.push(client);
    }
    for client in &mut clients {
        client.watch(&room).await;
        while client.room(&room).phase() == Phase::Waiting {
            client.hear().await.unwrap();
        }
    }
    (room, clients)
}

/// All see the same.
pub fn assert_equal(clients: &[Client], room: &RoomId) {
    let states: Vec<String> = clients.iter().map(|c| c.room(room).state()).collect();
    assert!(states.windows(2).all(|two| two[0] == two[1]), "{states:?}");
}
