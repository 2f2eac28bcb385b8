//! The real binary, as anyone runs it: exit status, standard output, standard error.

mod refusals;

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

use tablier_rules::record::Record;
use tablier_rules::{Values, catalog};

struct Answer {
    status: Option<i32>,
    out: String,
    err: String,
}

fn run_with<S: AsRef<OsStr>>(args: &[S], input: &[u8]) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablier"))
        .args(args)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "en_GB.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may have closed it.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Answer {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A command line of space-separated words.
fn run(line: &str) -> Answer {
    let args: Vec<_> = line.split_whitespace().collect();
    run_with(&args, b"")
}

#[track_caller]
fn says(line: &str) -> String {
    let answer = run(line);
    assert_eq!(answer.status, Some(0), "{line}: {}", answer.err);
    assert_eq!(answer.err, "", "{line}");
    answer.out
}

#[track_caller]
fn is_refused(answer: &Answer, parts: &[&str]) {
    assert_eq!(answer.status, Some(1), "{}{}", answer.out, answer.err);
    assert_eq!(answer.out, "", "something on standard output");
    assert!(answer.err.starts_with("tablier: "), "{}", answer.err);
    for part in parts {
        assert!(answer.err.contains(part), "no {part:?} in {}", answer.err);
    }
}

/// The first legal actions of each game.
fn first_actions(id: &str, count: usize) -> Vec<String> {
    let mut table = catalog::open(id).unwrap();
    let mut actions = Vec::new();
    for _ in 0..count {
        if let Some(action) = table.legal().first() {
            actions.push(table.play(action).unwrap());
        }
    }
    actions
}

#[test]
fn games_are_listed_with_options() {
    let lines = says("games");
    let ids: Vec<_> = lines
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert!(ids.is_sorted());
    assert_eq!(ids.len(), catalog::GAMES.len());
    for (game, line) in catalog::GAMES.iter().zip(lines.lines()) {
        for option in game.options {
            assert!(line.contains(&format!(" {option}")), "{line}");
            if let Values::OneOf(values) = option.values {
                for value in values {
                    let spec = format!("{}:{}={value}", game.id, option.name);
                    // A value alone may clash with the defaults, but never be unknown.
                    let answer = run(&format!("moves {spec}"));
                    assert!(
                        answer.status == Some(0) || answer.err.contains("does not fit"),
                        "{spec}: {}",
                        answer.err
                    );
                }
            }
        }
    }
    let json: serde_json::Value = serde_json::from_str(&says("games --json")).unwrap();
    assert_eq!(json.as_array().unwrap().len(), ids.len());
}

#[test]
fn moves_are_sorted_and_follow_the_actions() {
    for game in catalog::GAMES {
        let actions = first_actions(game.id, 3);
        for count in 0..=actions.len() {
            let line = format!("moves {} {}", game.id, actions[..count].join(" "));
            let mut table = catalog::open(game.id).unwrap();
            actions[..count].iter().for_each(|action| {
                table.play(action).unwrap();
            });
            let mut legal = table.legal();
            legal.sort();
            let out = says(&line);
            assert_eq!(out.lines().collect::<Vec<_>>(), legal, "{line}");
            let json = says(&format!("{line} --json"));
            assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), legal);
            // Any letter case, any number of trailing marks.
            let marked = line.to_lowercase() + if count > 0 { "+!?#" } else { "" };
            assert_eq!(says(&marked), out);
            // The same actions from standard input.
            let input = actions[..count].join("\n");
            let answer = run_with(&["moves", game.id, "-"], input.as_bytes());
            assert_eq!(answer.out, out, "{line}");
        }
    }
}

#[test]
fn the_samples_come_out_of_the_binary() {
    let samples = include_str!("../../../rules/tests/samples/perft.txt");
    for line in samples.lines() {
        let [spec, depth, nodes] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let known = catalog::info(spec.split(':').next().unwrap()).is_some();
        if known && nodes.len() < 6 {
            let out = says(&format!("perft {spec} {depth}"));
            assert_eq!(out.lines().count().to_string(), depth);
            assert_eq!(out.lines().last(), Some(&*format!("{depth} {nodes}")));
        }
    }
    let blocks = include_str!("../../../rules/tests/samples/traces.txt");
    for block in blocks.split("\nend\n") {
        let mut lines = block.trim().lines();
        let Some(spec) = lines.next().and_then(|line| line.strip_prefix("game ")) else {
            continue;
        };
        if catalog::info(spec.split(':').next().unwrap()).is_none() {
            continue;
        }
        let actions = lines.next().unwrap().strip_prefix("actions ").unwrap();
        let expected: Vec<_> = lines.collect();
        let answer = run_with(&["trace", spec, "-"], actions.as_bytes());
        assert_eq!(answer.err, "", "{spec}");
        assert_eq!(answer.out.lines().collect::<Vec<_>>(), expected, "{spec}");
    }
}

#[test]
fn perft_counts_to_its_depth() {
    for game in catalog::GAMES {
        assert_eq!(says(&format!("perft {} 0", game.id)), "");
        let count = catalog::open(game.id).unwrap().legal().len();
        assert_eq!(
            says(&format!("perft {} 1", game.id)),
            format!("1 {count}\n")
        );
        for depth in ["x", "-1", "1.5", "+1", "99999999999999999999", "1001"] {
            is_refused(&run(&format!("perft {} {depth}", game.id)), &[]);
        }
    }
}

#[test]
fn a_position_is_drawn_and_read_back() {
    for game in catalog::GAMES {
        for count in [0, 2, 5] {
            let actions = first_actions(game.id, count).join(" ");
            let line = format!("show {} {actions}", game.id);
            let drawing = says(&line);
            let position = drawing.lines().last().unwrap();
            let position = position.strip_prefix("Position: ").unwrap();
            let again = run_with(&["show", game.id, "--from", position], b"");
            assert_eq!(again.err, "", "{position}");
            let again = again.out.lines().last().unwrap().to_owned();
            assert_eq!(again, format!("Position: {position}"));
            let json: serde_json::Value =
                serde_json::from_str(&says(&format!("{line} --json"))).unwrap();
            assert_eq!(json["position"], position);
            assert!(says(&format!("{line} --lang fr")).contains("Position\u{a0}:"));
            assert!(!drawing.contains('\x1b'), "colour without a terminal");
        }
        let refused = run_with(&["show", game.id, "--from", "what is this"], b"");
        is_refused(&refused, &["the position is refused"]);
    }
}

#[test]
fn explanations_name_the_rule_and_quote_it() {
    for game in catalog::GAMES {
        let first = first_actions(game.id, 1).remove(0);
        let text = says(&format!("explain {} {first}", game.id));
        assert!(text.contains("is legal"), "{text}");
        let text = says(&format!("explain {} nonsense", game.id));
        assert!(text.contains("**C9 "), "{text}");
        let json = says(&format!("explain {} nonsense --json", game.id));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["legal"], false);
        assert_eq!(json["rule"], "C9");
        is_refused(&run(&format!("explain {} nonsense {first}", game.id)), &[]);
        is_refused(&run(&format!("explain {}", game.id)), &["needs an action"]);
    }
}

#[test]
fn records_are_checked_and_converted() {
    for game in catalog::GAMES {
        let mut table = catalog::open(game.id).unwrap();
        for action in first_actions(game.id, 4) {
            table.play(&action).unwrap();
        }
        let text = Record::of_table(&*table).to_string();
        let convert = |input: &str, to: &str| {
            let answer = run_with(&["record", "convert", "-", to], input.as_bytes());
            assert_eq!(answer.status, Some(0), "{}", answer.err);
            answer.out
        };
        let json = convert(&text, "--to=json");
        assert_eq!(convert(&json, "--to=text"), text);
        assert_eq!(convert(&json, "--lang=fr"), text);
        assert_eq!(convert(&text, "--lang=fr"), json);
        assert_eq!(
            convert(
                &text
                    .to_lowercase()
                    .replacen("game", "Game", 1)
                    .replacen("rules", "Rules", 1)
                    .replacen("result", "Result", 1),
                "--to=text"
            ),
            text
        );
        let checked = run_with(&["record", "check", "-"], text.as_bytes());
        assert_eq!(checked.status, Some(0), "{}", checked.err);
        assert!(checked.out.starts_with(game.id), "{}", checked.out);
        let wrong = text.replacen("1. ", "1. wrong-", 1);
        let answer = run_with(&["record", "check", "-"], wrong.as_bytes());
        is_refused(&answer, &["Line ", "column 4", "“wrong-", "(C9)"]);
        let json = json.replacen("\"action\": \"", "\"action\": \"a b", 1);
        let answer = run_with(&["record", "check", "-"], json.as_bytes());
        is_refused(&answer, &[]);
    }
    is_refused(&run("record check /no/such/file"), &["/no/such/file"]);
    is_refused(&run_with(&["record", "check", "-"], b"\xff"), &["UTF-8"]);
    is_refused(&run_with(&["record", "check", "-"], b"{"), &["line 1"]);
    let deep = "{\"line\":{\"steps\":[{\"variations\":[".repeat(100_000);
    let answer = run_with(&["record", "check", "-"], deep.as_bytes());
    is_refused(&answer, &["more than 64 deep"]);
}

/// Variations may be nested equally deep as text and as JSON.
#[test]
fn a_record_nested_as_deep_as_may_be_is_converted_and_back() {
    let depth = tablier_rules::record::DEEPEST;
    let body = format!("S@C3{}{}", " (S@C4".repeat(depth), ")".repeat(depth));
    let text = format!("Game: alignement\nRules: 1\n\n{body}\n");
    let json = run_with(&["record", "convert", "-"], text.as_bytes());
    assert_eq!(json.status, Some(0), "{}", json.err);
    let back = run_with(&["record", "convert", "-"], json.out.as_bytes());
    assert_eq!(back.status, Some(0), "{}", back.err);
    let again = run_with(&["record", "convert", "-"], back.out.as_bytes());
    assert_eq!(again.out, json.out);
    // A comment may hold any brackets.
    let said = text.replace("S@C3", &format!("S@C3 {{{}}}", "[".repeat(1_000)));
    let json = run_with(&["record", "convert", "-"], said.as_bytes());
    let back = run_with(&["record", "check", "-"], json.out.as_bytes());
    assert_eq!(back.status, Some(0), "{}", back.err);
}

#[test]
fn speeds_are_measured() {
    for game in catalog::GAMES {
        let line = format!("bench playouts {} --seconds 0.001", game.id);
        assert!(says(&line).contains(game.id));
        is_refused(&run(&format!("bench playouts {}:x=y", game.id)), &["'x'"]);
    }
    is_refused(&run("bench playouts --seconds 0"), &["0.001"]);
    is_refused(&run("bench perft no-such-game"), &["no-such-game"]);
    is_refused(&run("bench"), &[]);
}

#[test]
fn the_shelf_and_the_help_are_there() {
    for lang in ["en", "fr"] {
        let shelf = says(&format!("shelf --lang {lang}"));
        for game in catalog::GAMES {
            let line = shelf.lines().find(|line| line.trim().starts_with(game.id));
            assert!(line.is_some_and(|line| line.len() > 50), "{line:?}");
        }
    }
    assert!(says("--help").contains("moves"));
    assert!(says("--version").starts_with("tablier "));
    for command in [
        "games", "moves", "perft", "trace", "show", "explain", "bench", "serve",
    ] {
        assert!(says(&format!("{command} --help")).contains("Usage: tablier"));
    }
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablier"))
        .arg("--help")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
