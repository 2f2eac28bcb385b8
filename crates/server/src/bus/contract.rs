//! What every bus promises, as one test body.

use std::sync::Arc;
use std::time::Duration;

use tablier_rooms::{PlayerId, RoomId};
use tokio::sync::broadcast::Receiver;
use tokio::time::{sleep, timeout};

use super::{Hint, LocalBus, NatsBus, News, PostgresBus, SharedBus, Wrote};

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
    contract(&one, &two).await;
    assert!(heard.try_recv().is_err());
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

/// `one` and `two` belong to two servers, or are the same bus.
async fn contract(one: &SharedBus, two: &SharedBus) {
    if !Arc::ptr_eq(one, two) {
        until(|| one.is_whole() && two.is_whole()).await;
    }
    let mut heard = [one.subscribe(), two.subscribe()];
    // Connected is not yet subscribed on the far side: a first hint may be lost.
    let first = Hint {
        from: 1,
        news: News::Alive,
    };
    for receiver in &mut heard {
        loop {
            one.publish(first.clone());
            if let Ok(Ok(hint)) = timeout(Duration::from_millis(200), receiver.recv()).await
                && hint == first
            {
                break;
            }
        }
    }
    // All hear the same in the same order, the sender too.
    for seq in 1..=200 {
        one.publish(wrote(seq));
    }
    for receiver in &mut heard {
        let mut seqs = Vec::new();
        while seqs.last() != Some(&200) {
            match next(receiver).await.news {
                News::Wrote(wrote) => seqs.push(wrote.seq),
                other => assert_eq!(other, News::Alive),
            }
        }
        assert_eq!(seqs, (1..=200).collect::<Vec<_>>());
    }
    two.publish(wrote(7));
    let back = next(&mut heard[0]).await;
    assert_eq!(back, wrote(7));
}

fn wrote(seq: u64) -> Hint {
    Hint {
        from: 1,
        news: News::Wrote(Wrote {
            room: RoomId::new("abc").unwrap(),
            seq,
            due: Some(seq * 2),
            house: seq.is_multiple_of(2),
            people: vec![PlayerId::new("ana").unwrap()],
            paired: false,
        }),
    }
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
