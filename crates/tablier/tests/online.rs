//! Online play with the real program: bots over real sockets, and a server that is killed
//! repeatedly while games of every variant are played.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// No test waits longer for a bot to end.
const PATIENCE: Duration = Duration::from_secs(120);

fn tablier(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablier"));
    command
        .args(args)
        .env_remove("TABLIER_DATA")
        .env_remove("TABLIER_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A server with its own folder; both end with the test.
struct Serving {
    child: Child,
    data: PathBuf,
    /// For example `127.0.0.1:8080`.
    address: String,
}

impl Serving {
    fn start(name: &str) -> Self {
        let data = std::env::temp_dir().join(format!("tablier-{name}-{}", std::process::id()));
        let folder = data.to_str().unwrap();
        let mut child = tablier(&["serve", "--port", "0", "--data", folder])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut said).unwrap();
        let (_, address) = said.trim_end().rsplit_once("http://").unwrap();
        let address = address.trim_end_matches('/').to_owned();
        Self {
            child,
            data,
            address,
        }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The token of a bot's account.
    fn bot(&self, name: &str) -> String {
        let data = self.data.to_str().unwrap();
        let output = tablier(&["admin", "--data", data, "bot", name])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).trim().to_owned()
    }

    fn ask(&self, request: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{request} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 2"), "{answer}");
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
    }

    /// Opens a table and returns its id.
    fn open(&self, table: &Value) -> String {
        let created = self.ask("POST /api/tables", &table.to_string());
        created["id"].as_str().unwrap().to_owned()
    }

    fn start_bot(&self, token: &str, more: &[&str]) -> Child {
        tablier(&["bot", "--server", &self.url(), "--stop-after", "1"])
            .args(more)
            .env("TABLIER_TOKEN", token)
            .spawn()
            .unwrap()
    }

    /// Asserts that a game was played to its end.
    fn assert_over(&self, table: &str) {
        let view = self.ask(&format!("GET /api/tables/{table}"), "");
        assert!(!view["result"].is_null(), "{view}");
        assert!(view["actions"].as_array().unwrap().len() > 4, "{view}");
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// The output of a program once it has ended by itself, which it must do in time.
fn ended(mut child: Child) -> Output {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!(
                "it did not end: {}",
                text(&child.wait_with_output().unwrap().stderr)
            );
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().unwrap()
}

#[test]
fn a_bot_plays_a_whole_game_against_the_machine() {
    let server = Serving::start("bot-machine");
    let token = server.bot("Deep Tablier");
    let table = server.open(&json!({ "game": "d21", "seats": ["open", { "machine": 1 }] }));
    let link = format!("{}/t/{table}", server.url());
    let output = ended(server.start_bot(&token, &["--level", "1", "--table", &link]));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        text(&output.stderr).contains(&table),
        "it says how it ended"
    );
    server.assert_over(&table);
}

#[test]
fn another_program_plays_through_a_bot_against_a_bot() {
    let server = Serving::start("bot-bot");
    let program = format!("{} engine", env!("CARGO_BIN_EXE_tablier"));
    let table = server.open(&json!({ "game": "saute", "listed": true }));
    let one = server.start_bot(&server.bot("One"), &["--level", "1", "--game", "saute"]);
    let other = server.start_bot(
        &server.bot("Other"),
        &["--level", "2", "--game", "saute", "--program", &program],
    );
    for child in [one, other] {
        let output = ended(child);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    server.assert_over(&table);
}

#[test]
fn a_bot_that_cannot_play_says_why() {
    let server = Serving::start("bot-refused");
    let check = |args: &[&str], expected: &str| {
        let output = ended(tablier(args).spawn().unwrap());
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(output.stdout.is_empty());
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{args:?}: {said}");
    };
    let url = server.url();
    let token = server.bot("Deep Tablier");
    check(
        &["bot", "--server", &url, "--token", "nonsense"],
        "token is not known",
    );
    check(
        &["bot", "--server", "http://127.0.0.1:9", "--token", &token],
        "127.0.0.1:9: Connection refused",
    );
    check(
        &["bot", "--server", "127.0.0.1", "--token", &token],
        "no address of a server",
    );
    check(
        &["bot", "--server", &url, "--token", &token, "--level", "11"],
        "a whole number from 1 to 10",
    );
    check(
        &[
            "bot", "--server", &url, "--token", &token, "--game", "chess",
        ],
        "chess",
    );
}

/// The longer run is `tablier load --game all …` by hand (docs/online-load.md).
#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed_again_and_again() {
    // Several rounds play like one.
    let mut variants = tablier_rules::catalog::variants();
    variants.retain(|spec| !spec.contains("rounds=") || spec.contains("rounds=1"));
    let tables = variants.len().to_string();
    let mut load = tablier(&["load", "--tables", &tables, "--rate", "2000"]);
    load.args(["--seconds", "8", "--kill", "4", "--whole"]);
    for spec in &variants {
        load.args(["--game", spec]);
    }
    let output = load.output().unwrap();
    let said = text(&output.stdout) + &text(&output.stderr);
    println!("{said}");
    assert!(output.status.success(), "{said}");
    let expected = "lost 0, doubled 0, unequal boards 0, logs that cannot be read 0";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("killed 4"), "{said}");
}

#[test]
fn people_and_computers_are_measured_apart() {
    let said = |args: &[&str]| {
        let output = tablier(&["load", "--tables", "12", "--rate", "200", "--seconds", "2"])
            .args(args)
            .output()
            .unwrap();
        let said = text(&output.stdout) + &text(&output.stderr);
        (output.status.success(), said)
    };
    let (clean, told) = said(&["--machines", "4", "--level", "1"]);
    assert!(clean, "{told}");
    assert!(told.starts_with("8 tables, "), "{told}");
    let apart = "4 more tables with a computer of level 1: ";
    let (_, rest) = told.split_once(apart).expect(&told);
    let answers: u32 = rest.split(' ').next().unwrap().parse().unwrap();
    assert!(answers >= 4, "{told}");
    for (args, part) in [
        (&["--machines", "13"][..], "12 tables"),
        (&["--machines", "1", "--game", "solitaire"], "one seat"),
        (&["--machines", "1", "--level", "11"], "11"),
    ] {
        let (clean, told) = said(args);
        assert!(!clean && told.contains(part), "{told}");
    }
}

#[test]
fn servers_are_compared_side_by_side() {
    let said = |args: &str| {
        let args: Vec<&str> = args.split(' ').collect();
        let output = tablier(&["load", "--rate", "60", "--seconds", "1"])
            .args(args)
            .output()
            .unwrap();
        let said = text(&output.stdout) + &text(&output.stderr);
        (output.status.success(), said)
    };
    for (args, part) in [
        ("--servers 0", "1 to 9"),
        ("--servers 1,x", "whole number"),
        ("--servers 2 --kill 1", "cannot be used with"),
        ("--servers 2 --machines 1", "cannot be used with"),
        ("--servers 2 --tables 0", "without tables"),
        ("--servers 2 --stores paper", "sqlite"),
        ("--stores sqlite", "--servers"),
    ] {
        let (clean, told) = said(args);
        assert!(!clean && told.contains(part), "{args}: {told}");
    }
    let mut stores = vec!["sqlite"];
    if tablier_services::are_installed("servers compared on PostgreSQL and NATS") {
        stores.extend(["postgres", "postgres-nats"]);
    }
    let (clean, told) = said(&format!(
        "--tables 6 --servers 1,2 --stores {}",
        stores.join(",")
    ));
    assert!(clean, "{told}");
    println!("{told}");
    let rows: Vec<Vec<&str>> = told
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let wanted = stores.iter().flat_map(|store| {
        let rates = ["60", "most"];
        let servers = ["1", "2"].into_iter();
        servers.flat_map(move |count| rates.map(|rate| [*store, count, rate]))
    });
    for (wanted, row) in wanted.zip(&rows[1..]) {
        assert_eq!(row[..3], wanted);
        let reached: f64 = row[3].parse().unwrap();
        assert!(reached > 1.0, "{told}");
    }
    assert!(told.contains("lost 0, doubled 0"), "{told}");
}
