//! Secret connections to the database and the bus: made where they are asked for, or refused.

use std::time::Duration;

use tablier_rooms::RoomId;
use tablier_server::bus::{Bus, NatsBus, PostgresBus};
use tablier_server::store::{Logs as _, Postgres};
use tokio::time::{sleep, timeout};

const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_reached_over_tls_or_not_at_all() {
    let Some(mut postgres) = tablier_services::postgres("a database over TLS") else {
        return;
    };
    // Before it speaks TLS: asked for, it is not done without.
    let plain = postgres.url().replace("tablier@", "tablier:sesame@");
    let refused = Postgres::open(&format!("{plain}?sslmode=require")).await;
    let why = refused.unwrap_err();
    assert!(why.contains("does not support TLS"), "{why}");
    assert!(!why.contains("sesame"), "{why}");
    let file = postgres.encrypt().unwrap();
    let secret = format!("{plain}?sslmode=verify-full&sslrootcert={}", file.display());
    let store = Postgres::open(&secret).await.unwrap();
    let bus = PostgresBus::connect(&secret).unwrap();
    let heads = store.heads(&[RoomId::new("a").unwrap()]).await;
    assert_eq!(heads.unwrap(), []);
    let connected = async {
        while !bus.is_whole() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, connected).await.unwrap();
    let count = |ssl: &str| {
        postgres.sql(&format!(
            "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
             WHERE application_name = 'tablier' AND {ssl}"
        ))
    };
    assert_eq!(count("NOT ssl").unwrap(), "0");
    assert!(count("ssl").unwrap().parse::<u32>().unwrap() >= 2);
    // A certificate of somebody else, and one for another name.
    let wrong = [
        format!("{plain}?sslmode=require"),
        secret.replace("127.0.0.1", "localhost"),
    ];
    for url in wrong {
        let why = Postgres::open(&url).await.unwrap_err();
        assert!(why.contains("certificate"), "{why}");
    }
    // Whoever does not ask for it gets a plain connection, as before.
    let _plain = Postgres::open(&plain).await.unwrap();
    assert_ne!(count("NOT ssl").unwrap(), "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bus_that_cannot_be_trusted_is_not_used() {
    let Some(mut nats) = tablier_services::nats("a bus over TLS") else {
        return;
    };
    // It does not speak TLS, or shows a certificate that nobody here knows.
    let plain = nats.url();
    for encrypted in [false, true] {
        if encrypted {
            nats.encrypt().unwrap();
        }
        let secret = plain.replace("nats://", "tls://");
        let bus = NatsBus::connect(&secret, "x").await.unwrap();
        sleep(Duration::from_millis(700)).await;
        assert!(!bus.is_whole(), "encrypted: {encrypted}");
    }
}
