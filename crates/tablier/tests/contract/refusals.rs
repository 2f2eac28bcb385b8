//! What is refused: status 1, nothing on standard output, and a sentence that says why.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tablier_rules::{Values, catalog};

use crate::{first_actions, is_refused, run, run_with, says};

#[test]
fn a_refused_action_is_named_with_ply_reason_and_legal_ones() {
    for game in catalog::GAMES {
        let first = first_actions(game.id, 1).remove(0);
        for command in ["moves", "trace", "perft"] {
            let depth = if command == "perft" { "1" } else { "" };
            let line = format!("{command} {} {depth} {first} no-such-action", game.id);
            is_refused(&run(&line), &["'no-such-action'", "ply 1", "legal: "]);
            let line = format!("{command} {} {depth} -", game.id);
            let args: Vec<_> = line.split_whitespace().collect();
            is_refused(&run_with(&args, b"\xff\xfe"), &["UTF-8"]);
            is_refused(&run_with(&args, b"zzz"), &["'zzz'", "ply 0"]);
        }
        let answer = run(&format!("show {} --lang fr -9 ", game.id));
        is_refused(&answer, &["'-9'", "C9"]);
        let named = answer.err.lines().last().unwrap();
        assert!(named.split(' ').count() <= 1 + 10 + 4, "{named}");
        let empty = run_with(&["moves", game.id, ""], b"");
        is_refused(&empty, &["''"]);
    }
}

#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bad = OsStr::from_bytes(b"\xff");
    is_refused(&run_with(&[OsStr::new("moves"), bad], b""), &["UTF-8"]);
    for game in catalog::GAMES {
        let args = [OsStr::new("moves"), OsStr::new(game.id), bad];
        is_refused(&run_with(&args, b""), &["UTF-8"]);
    }
    is_refused(&run_with(&[bad], b""), &[]);
}

#[test]
fn games_and_options_that_do_not_exist_are_refused_with_the_right_ones() {
    is_refused(&run("moves no-such-game"), &["'no-such-game'"]);
    is_refused(&run("moves"), &["GAME"]);
    is_refused(&run("no-such-command"), &["no-such-command"]);
    is_refused(&run("games --no-such-option"), &["--no-such-option"]);
    for game in catalog::GAMES {
        let id = game.id;
        is_refused(&run(&format!("moves {id}:")), &[id]);
        is_refused(&run(&format!("moves {}", id.to_uppercase())), &[id]);
        is_refused(&run(&format!("moves {id}:colour=red")), &["colour"]);
        for option in game.options {
            let name = option.name;
            let wrong = run(&format!("moves {id}:{name}=no"));
            is_refused(&wrong, &["'no'", &option.to_string()]);
            if let Values::OneOf(values) = option.values {
                let value = values[0];
                let twice = format!("moves {id}:{name}={value},{name}={value}");
                is_refused(&run(&twice), &["twice"]);
            }
        }
    }
}

#[test]
fn numbers_out_of_their_range_are_refused_with_it() {
    for (line, range) in [
        ("analyse cubulus --threads 100000000", "from 1 to 64"),
        ("analyse cubulus --threads 0", "from 1 to 64"),
        ("analyse cubulus --time inf", "from 0 to 86400"),
        ("analyse cubulus --lines=-1", "from 1 to 64"),
        (
            "match nodes=9 nodes=9 saute --hash 99999999",
            "from 1 to 4096",
        ),
        ("match nodes=9 nodes=9 saute --jobs 0", "from 1 to 64"),
        (
            "match nodes=9 nodes=9 saute --jobs 64 --hash 4096",
            "at most 32768",
        ),
        ("match nodes=0 nodes=9 saute", "nodes=1…1000000000000"),
        ("match nodes=9 depth=9999999999 saute", "depth=1…1000"),
        (
            "solve solitaire --seconds 18446744073709551615",
            "from 0 to 604800",
        ),
        ("solve solitaire --within 1000", "from 1 to 100"),
    ] {
        is_refused(&run(line), &[range]);
    }
}

/// Moves may begin with one hyphen, so a mistyped option comes where moves are expected.
#[test]
fn an_option_that_does_not_exist_is_not_taken_for_a_move() {
    for command in ["analyse", "moves", "show", "explain", "trace"] {
        let answer = run(&format!("{command} cubulus --nonsense 3"));
        is_refused(&answer, &["no option '--nonsense'"]);
    }
    assert!(!says("moves eupdonne +321A4h +123D4h +321F5v +132H1v -321A4h").is_empty());
}

/// How long a command may take that has nothing to do.
const PATIENCE: Duration = Duration::from_secs(30);

/// A folder can be opened, but not read.
#[test]
fn input_that_cannot_be_read_ends_the_command() {
    let folder = env!("CARGO_MANIFEST_DIR");
    for line in [
        &["engine"][..],
        &["play", "alignement"],
        &["moves", "d21", "-"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tablier"))
            .args(line)
            .env("LANG", "en_GB.UTF-8")
            .stdin(std::fs::File::open(folder).unwrap())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Nobody reads yet: one that says the same for ever has to wait, and is ended.
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() && begun.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = child.kill();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{line:?}");
        assert!(
            said.starts_with("tablier: cannot read standard input"),
            "{said}"
        );
        assert!(output.stdout.len() < 10_000);
    }
}

#[test]
fn games_and_options_that_do_not_exist_are_refused_in_french_too() {
    for command in ["moves", "show", "trace", "explain", "perft"] {
        let depth = if command == "perft" { "1" } else { "" };
        let wrong = run(&format!("{command} cubulus:level=9 {depth} --lang fr"));
        is_refused(&wrong, &["n’est pas possible ici", "level=1|2"]);
        let unknown = run(&format!("{command} ludo {depth} --lang fr"));
        is_refused(&unknown, &["Aucun jeu ne s’appelle", "ludo", "cubulus"]);
    }
    // Wherever a game is named.
    is_refused(&run("bench perft ludo --lang fr"), &["Aucun jeu"]);
}
