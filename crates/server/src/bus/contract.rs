//! What every bus promises, as one test body.

use std::sync::Arc;
use std::time::Duration;

use tablier_protocol::Reaction;
use tablier_rooms::{PlayerId, RoomId};
use tablier_rules::Seat;
use tokio::sync::broadcast::Receiver;
use tokio::time::{sleep, timeout};

use super::{Hint, LocalBus, NatsBus, News, PostgresBus, Present, SharedBus, Topic};

const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_bus_in_one_process_keeps_its_promises() {
    let bus: SharedBus = Arc::new(LocalBus::new());
    contract(&bus, &bus).await;
}

#[tokio::test]
async fn nats_keeps_its_promises() {
    let Some(mut nats) = tablier_services::nats("the bus's contract on NATS") else {
        return;
    };
    let connect = async |name| {
        let bus: SharedBus = Arc::new(NatsBus::connect(&nats.url(), name).await.unwrap());
        bus
    };
    let (one, two) = (connect("a").await, connect("a").await);
    contract(&one, &two).await;
    // Those of another store hear nothing of it.
    let other = connect("b").await;
    until(|| other.is_whole()).await;
    let mut heard = other.subscribe();
    let _listening = [Topic::Servers, table()].map(|topic| other.listen(topic));
    contract(&one, &two).await;
    assert!(heard.try_recv().is_err());
    only_what_was_asked_for(&one, &two).await;
    nats.kill();
    until(|| !one.is_whole() && !two.is_whole()).await;
    one.publish(wrote(1));
    nats.start_again().unwrap();
    contract(&one, &two).await;
}

#[tokio::test]
async fn a_database_is_a_bus_too() {
    let Some(mut postgres) = tablier_services::postgres("the bus's contract on PostgreSQL") else {
        return;
    };
    let connect = || -> SharedBus { Arc::new(PostgresBus::connect(&postgres.url()).unwrap()) };
    let (one, two) = (connect(), connect());
    contract(&one, &two).await;
    postgres.kill();
    until(|| !one.is_whole() && !two.is_whole()).await;
    one.publish(wrote(1));
    postgres.start_again().unwrap();
    contract(&one, &two).await;
}

/// For docs/capacity.md: what a hint weighs, and what it costs to listen to a table and to hear.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn what_listening_costs() {
    const TABLES: u32 = 20_000;
    const HINTS: u64 = 200_000;
    let Some(nats) = tablier_services::nats("what listening costs") else {
        return;
    };
    let id = || crate::identity::secrets::room_id();
    let player = crate::identity::secrets::player_id();
    for news in [
        News::Wrote {
            room: id(),
            seq: 40,
        },
        News::Turned {
            player: player.clone(),
            paired: None,
        },
        News::Awaits {
            room: id(),
            due: Some(1_800_000_000_000),
            house: false,
        },
    ] {
        let subject = format!("tablier.{}.{}", "0".repeat(32), news.topic());
        let from = u64::MAX;
        let text = serde_json::to_string(&Hint { from, news }).unwrap();
        println!(
            "{} bytes and a subject of {}: {text}",
            text.len(),
            subject.len()
        );
    }
    let connect = async || {
        let bus: SharedBus = Arc::new(NatsBus::connect(&nats.url(), "a").await.unwrap());
        bus
    };
    let (one, two) = (connect().await, connect().await);
    let mut heard = two.subscribe();
    let memory = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kb: u64 = line
            .unwrap()
            .split_whitespace()
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        kb
    };
    let before = memory();
    let mut last = table();
    let mut listening = Vec::new();
    for _ in 0..TABLES {
        last = Topic::Table(id());
        listening.push(two.listen(last.clone()));
    }
    let Topic::Table(room) = last else {
        unreachable!("it is a table");
    };
    let hint = |seq| Hint {
        from: 1,
        news: News::Wrote {
            room: room.clone(),
            seq,
        },
    };
    arrives(&one, &mut heard, &hint(0)).await;
    let each = (memory() - before) as f64 / f64::from(TABLES);
    println!("{TABLES} tables listened to: {each:.1} kB each");
    let begun = std::time::Instant::now();
    let mut seen = 0;
    for seq in 1..=HINTS {
        one.publish(hint(seq));
        // No more under way than may wait.
        while seq - seen > 1_000 {
            if let News::Wrote { seq, .. } = next(&mut heard).await.news {
                seen = seq;
            }
        }
    }
    let each = begun.elapsed().as_secs_f64() * 1e6 / HINTS as f64;
    println!("{HINTS} hints told and heard: {each:.1} µs each");
}

/// `one` and `two` belong to two servers, or are the same bus.
async fn contract(one: &SharedBus, two: &SharedBus) {
    if !Arc::ptr_eq(one, two) {
        until(|| one.is_whole() && two.is_whole()).await;
    }
    let mut heard = [one.subscribe(), two.subscribe()];
    let _listening = [one.listen(table()), two.listen(table())];
    // Listening takes a moment to have effect: the first hints may be lost.
    for receiver in &mut heard {
        arrives(one, receiver, &wrote(0)).await;
    }
    // All hear the same in the same order, the sender too.
    for seq in 1..=200 {
        one.publish(wrote(seq));
    }
    for receiver in &mut heard {
        let mut seqs = Vec::new();
        while seqs.last() != Some(&200) {
            match next(receiver).await.news {
                News::Wrote { seq: 0, .. } => {}
                News::Wrote { seq, .. } => seqs.push(seq),
                other => panic!("nobody said {other:?}"),
            }
        }
        assert_eq!(seqs, (1..=200).collect::<Vec<_>>());
    }
    two.publish(wrote(7));
    let back = next(&mut heard[0]).await;
    assert_eq!(back, wrote(7));
    // Whatever there is to tell is heard by those who listen to what it is about.
    for news in every_kind() {
        let _listening = two.listen(news.topic());
        let hint = Hint { from: 2, news };
        arrives(one, &mut heard[1], &hint).await;
    }
}

/// One server hears of the tables it listens to, as long as it does, and of no others.
async fn only_what_was_asked_for(one: &SharedBus, two: &SharedBus) {
    let mut heard = two.subscribe();
    let listening = two.listen(table());
    arrives(one, &mut heard, &wrote(0)).await;
    let other = News::Wrote {
        room: RoomId::new("xyz").unwrap(),
        seq: 1,
    };
    one.publish(Hint {
        from: 1,
        news: other,
    });
    one.publish(wrote(1));
    while next(&mut heard).await != wrote(1) {}
    drop(listening);
    let silence = async {
        loop {
            one.publish(wrote(2));
            let next = timeout(Duration::from_millis(200), heard.recv()).await;
            match next {
                Ok(hint) => assert_eq!(hint, Ok(wrote(2))),
                Err(_) => return,
            }
        }
    };
    timeout(PATIENCE, silence).await.expect("it goes on");
}

/// Tells something until it is heard.
async fn arrives(bus: &SharedBus, receiver: &mut Receiver<Hint>, hint: &Hint) {
    let heard = async {
        loop {
            bus.publish(hint.clone());
            if let Ok(Ok(one)) = timeout(Duration::from_millis(200), receiver.recv()).await
                && one == *hint
            {
                return;
            }
        }
    };
    timeout(PATIENCE, heard).await.expect("nothing is heard");
}

fn table() -> Topic {
    wrote(0).news.topic()
}

fn wrote(seq: u64) -> Hint {
    let room = RoomId::new("abc").unwrap();
    Hint {
        from: 1,
        news: News::Wrote { room, seq },
    }
}

fn every_kind() -> [News; 8] {
    let room = RoomId::new("abc").unwrap();
    let player = PlayerId::new("ana").unwrap();
    [
        wrote(3).news,
        News::Present(Present {
            room: room.clone(),
            here: vec![player.clone()],
            watchers: 2,
        }),
        News::Reacted {
            room: room.clone(),
            seat: Seat::new(1),
            reaction: Reaction::Hello,
        },
        News::Turned {
            player: player.clone(),
            paired: Some(room.clone()),
        },
        News::Cut { player },
        News::Awaits {
            room,
            due: Some(7),
            house: true,
        },
        News::Alive,
        News::Gone,
    ]
}

async fn next(receiver: &mut Receiver<Hint>) -> Hint {
    let hint = timeout(PATIENCE, receiver.recv()).await;
    hint.expect("nothing is heard").expect("nothing is missed")
}

async fn until(holds: impl Fn() -> bool) {
    let waited = async {
        while !holds() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, waited).await.expect("it does not happen");
}
