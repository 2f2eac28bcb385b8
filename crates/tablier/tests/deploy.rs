//! What is in deploy/ fits the program.

mod serving;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;
use serving::{Serving, serve, tablier};

/// How long a server may take to find its bus.
const PATIENCE: Duration = Duration::from_secs(30);

fn repository(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Our measures that a text speaks of.
fn measures(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '_'));
    let ours = words.filter(|word| word.starts_with("tablier_"));
    ours.map(str::to_owned).collect()
}

/// The queries of a dashboard.
fn queries(dashboard: &Value, found: &mut Vec<String>) {
    match dashboard {
        Value::Object(parts) => {
            found.extend(parts.get("expr").and_then(Value::as_str).map(str::to_owned));
            parts.values().for_each(|part| queries(part, found));
        }
        Value::Array(parts) => parts.iter().for_each(|part| queries(part, found)),
        _ => {}
    }
}

#[test]
fn whatever_is_watched_is_measured() {
    let data = std::env::temp_dir().join(format!("tablier-deploy-{}", std::process::id()));
    let mut command = tablier();
    command.args(["serve", "--port", "0", "--rate-limit", "0", "--data"]);
    let serving = serve({
        command.arg(&data);
        command
    });
    // People play, and a computer.
    let url = format!("http://127.0.0.1:{}", serving.port());
    let load = "--tables 2 --machines 1 --level 1 --rate 20 --seconds 1";
    let mut command = tablier();
    command.args(["load", "--server", &url]);
    let output = command.args(load.split(' ')).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let mut wanted = Vec::new();
    let dashboard = serde_json::from_str(&repository("deploy/grafana.json")).unwrap();
    queries(&dashboard, &mut wanted);
    assert!(wanted.len() > 10, "{wanted:?}");
    wanted.push(repository("deploy/alerts.yaml"));
    let wanted = measures(&wanted.join(" "));
    // Some are taken every ten seconds only.
    let began = Instant::now();
    loop {
        let text = serving.get("/metrics");
        let measured: BTreeSet<String> = text
            .lines()
            .filter_map(|line| line.split(['{', ' ']).next())
            .map(str::to_owned)
            .collect();
        let missing: Vec<&String> = wanted.difference(&measured).collect();
        if missing.is_empty() {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "{missing:?} in\n{text}");
        std::thread::sleep(Duration::from_millis(200));
    }
    drop(serving);
    let _ = fs::remove_dir_all(&data);
}

#[test]
fn every_alert_is_explained() {
    let explained = repository("docs/operating.md");
    let alerts = repository("deploy/alerts.yaml");
    let names: Vec<&str> = alerts
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- alert: "))
        .collect();
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        assert!(explained.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn the_image_is_built_with_the_toolchain_of_the_repository() {
    let toolchain = repository("rust-toolchain.toml");
    let channel = toolchain.lines().find_map(|line| {
        let channel = line.strip_prefix("channel = \"")?;
        channel.strip_suffix('"')
    });
    let image = format!("FROM rust:{}-bookworm AS build", channel.unwrap());
    let steps = repository("deploy/Dockerfile");
    assert!(steps.lines().any(|line| line == image), "{image}\n{steps}");
}

/// The value of a measure.
fn measured(serving: &Serving, name: &str) -> Option<f64> {
    let text = serving.get("/metrics");
    let line = text
        .lines()
        .find(|line| line.split(' ').next() == Some(name))?;
    line.rsplit(' ').next()?.parse().ok()
}

#[test]
fn database_and_bus_are_reached_over_tls() {
    let Some(mut postgres) = tablier_services::postgres("a server with secret connections") else {
        return;
    };
    let Some(mut nats) = tablier_services::nats("a server with secret connections") else {
        return;
    };
    let trusted = [postgres.encrypt().unwrap(), nats.encrypt().unwrap()]
        .map(|file| fs::read_to_string(file).unwrap());
    let file = std::env::temp_dir().join(format!("tablier-trust-{}.pem", std::process::id()));
    fs::write(&file, trusted.concat()).unwrap();
    let database = format!("{}?sslmode=require", postgres.url());
    let begin = |trust: Option<&PathBuf>, bus: &str| {
        let mut command = tablier();
        command.args([
            "serve",
            "--port",
            "0",
            "--database",
            &database,
            "--bus",
            bus,
        ]);
        // The usual names for the authorities that this machine trusts.
        command
            .env_remove("SSL_CERT_DIR")
            .env_remove("SSL_CERT_FILE");
        if let Some(file) = trust {
            command.env("SSL_CERT_FILE", file);
        }
        command
    };
    let serving = serve(begin(Some(&file), &nats.url()));
    let began = Instant::now();
    while measured(&serving, "tablier_bus_whole") != Some(1.0) {
        assert!(began.elapsed() < PATIENCE, "the bus is not found");
        std::thread::sleep(Duration::from_millis(200));
    }
    let plain = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                 WHERE application_name = 'tablier' AND NOT ssl";
    assert_eq!(postgres.sql(plain).unwrap(), "0");
    drop(serving);
    let _ = fs::remove_file(&file);
    // Who is not trusted gets nothing, not even a question.
    let output = begin(None, &nats.url()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("certificate"), "{said}");
}
