//! What a server asks the bus for.

use std::sync::Arc;
use std::time::Duration;

use tablier_rooms::{Opening, Terms};
use tablier_server::bus::{SharedBus, Topic};
use tablier_server::clock::Clock;
use tablier_server::hub::Link;
use tablier_server::store::{Memory, SharedStore};
use tablier_server::{Config, Server};
use tablier_simulation::history;
use tokio::time::sleep;

use crate::bus::LossyBus;

/// Longer than a table that nobody uses stays in memory, and a lease without its holder.
const LONG: Duration = Duration::from_secs(60);

#[tokio::test(start_paused = true)]
async fn a_server_listens_to_the_tables_and_people_it_has() {
    let store: SharedStore = Arc::new(Memory::new());
    let clock = Arc::new(Clock::simulated());
    let start = async |bus: LossyBus| {
        let bus = Arc::new(bus);
        let shared: SharedBus = bus.clone();
        let config = Config {
            machine_threads: 1,
            ..Config::default()
        };
        let server = Server::with(config, store.clone(), shared, clock.clone()).await;
        // What runs beside requests has begun.
        sleep(Duration::from_millis(1)).await;
        (server.unwrap(), bus)
    };
    let bus = LossyBus::new(1);
    let (one, near) = start(bus.another()).await;
    let (two, far) = start(bus.another()).await;
    assert_eq!(near.topics(), [Topic::House, Topic::Servers]);
    assert_eq!(far.topics(), [Topic::Servers]);
    let ana = history::player(0);
    let opening = Opening {
        terms: Terms::for_game("d21").unwrap(),
        host: ana.clone(),
        host_name: "Ana".to_owned(),
        chair: None,
    };
    let room = one.hub().open(opening).await.unwrap();
    let (link, _heard) = Link::new(ana.clone());
    let link = Arc::new(link);
    two.hub().arrive(&link).await.unwrap();
    two.hub().watch(&room, &link, 0).await.unwrap();
    let here = [
        Topic::Table(room.clone()),
        Topic::Player(ana),
        Topic::Servers,
    ];
    assert_eq!(far.topics(), here);
    // The other one has no use for the table any more, this one still has.
    sleep(LONG).await;
    assert_eq!(near.topics(), [Topic::House, Topic::Servers]);
    assert_eq!(far.topics(), here);
    two.hub().depart(&link, [room]);
    one.stop();
    sleep(LONG).await;
    assert_eq!(far.topics(), [Topic::House, Topic::Servers]);
    two.stop();
}
