//! `tablier match`, `calibrate` and `tune`: matches of settings and of programs, saved and resumed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TABLIER: &str = env!("CARGO_BIN_EXE_tablier");

fn run(arguments: &[&str]) -> Output {
    Command::new(TABLIER)
        .args(arguments)
        .env("TABLIER_DATA", folder("data"))
        .output()
        .unwrap()
}

fn said(arguments: &[&str]) -> String {
    let output = run(arguments);
    let refused = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{refused}");
    String::from_utf8(output.stdout).unwrap()
}

/// A refusal ends with status 1, one message and nothing else.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

/// A fresh empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("matches")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_match_goes_on_where_it_was() {
    let records = folder("resumed").join("games.txt");
    let records = records.to_str().unwrap();
    let play = |games: &str| {
        said(&[
            "match",
            "nodes=200",
            "uct,nodes=50",
            "saute",
            "--games",
            games,
            "--records",
            records,
        ])
    };
    play("2");
    let first = std::fs::read_to_string(records).unwrap();
    assert_eq!(first.lines().count(), 3);
    let all = play("4");
    assert!(all.contains("of 4 games"), "{all}");
    let kept = std::fs::read_to_string(records).unwrap();
    assert!(kept.starts_with(&first));
    assert_eq!(play("4"), all);
    assert_eq!(std::fs::read_to_string(records).unwrap(), kept);
    let other = refused(&[
        "match",
        "nodes=300",
        "uct,nodes=50",
        "saute",
        "--games",
        "2",
        "--records",
        records,
    ]);
    assert!(other.contains("holds another series"), "{other}");
}

#[test]
fn another_program_plays_by_the_protocol() {
    let program = format!("program={TABLIER} engine,nodes=300");
    // One game writes pieces in small letters, another squares in capitals, and kings leave by
    // "exit".
    for game in ["cubulus", "blocus", "saute:players=3"] {
        let text = said(&["match", "nodes=50", &program, game, "--games", "2"]);
        assert!(text.contains("of 2 games"), "{game}: {text}");
    }
}

#[test]
fn a_program_that_does_not_play_along_is_named() {
    let with = |program: &str| refused(&["match", "nodes=50", program, "saute", "--games", "2"]);
    let text = with("program=/nowhere/at/all,nodes=50");
    assert!(
        text.contains("'/nowhere/at/all' cannot be started"),
        "{text}"
    );
    let text = with(&format!("program={TABLIER} games,nodes=50"));
    assert!(
        text.contains("has ended") || text.contains("does not listen"),
        "{text}"
    );
    let text = with(&format!("program={TABLIER} engine,uct,nodes=50"));
    assert!(text.contains("a program can be told"), "{text}");
    let text = with("program=,nodes=50");
    assert!(text.contains("is no setting"), "{text}");
}

#[test]
fn levels_are_fitted_and_come_out_the_same_again() {
    let games = folder("calibration");
    let games = games.to_str().unwrap();
    let fit = || {
        said(&[
            "calibrate",
            "alignement",
            "--games",
            "4",
            "--played",
            "60",
            "--top",
            "120",
            "--folder",
            games,
        ])
    };
    let text = fit();
    assert_eq!(text.lines().count(), 10, "{text}");
    for (number, line) in text.lines().enumerate() {
        assert!(
            line.starts_with(&format!("alignement {} ", number + 1)),
            "{line}"
        );
    }
    let file = Path::new(games).join("alignement.txt");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.matches("# alignement | ").count() > 2, "{kept}");
    // Everything is there: nothing is played again.
    assert_eq!(fit(), text);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), kept);
    // Missing games are played again, under their head, with the same result.
    let cut: Vec<_> = kept.lines().collect();
    let (first, last) = (&cut[..2], &cut[5..]);
    std::fs::write(&file, [first, last].concat().join("\n") + "\n").unwrap();
    assert_eq!(fit(), text);
    assert_eq!(fit(), text);
    let text = refused(&["calibrate", "solitaire"]);
    assert!(text.contains("is played alone"), "{text}");
}

/// The games that set the levels of D.21, where level 1 searches what it is told to.
#[test]
fn the_lowest_level_is_where_it_is_said_to_be() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/levels/d21.txt");
    let fit = |bottom| {
        [
            "calibrate",
            "d21",
            "--with",
            games,
            "--fit-only",
            "--top",
            "400000",
            "--bottom",
            bottom,
        ]
    };
    for nodes in ["15", "60"] {
        let text = said(&fit(nodes));
        assert!(text.starts_with(&format!("d21 1 {nodes} 0 ")), "{text}");
    }
    let text = refused(&fit("400000"));
    assert!(text.contains("--bottom must be below --top"), "{text}");
}

#[test]
fn levels_of_a_variant_for_three_are_fitted_under_its_name() {
    let games = folder("calibration-of-three");
    let games = games.to_str().unwrap();
    let name = "saute:players=3,teams=false";
    let options = ["--games", "3", "--played", "30", "--top", "60"];
    let text = said(&[&["calibrate", name, "--folder", games][..], &options].concat());
    assert_eq!(text.lines().count(), 10, "{text}");
    for (number, line) in text.lines().enumerate() {
        let begins = format!("{name} {} ", number + 1);
        assert!(line.starts_with(&begins), "{line}");
    }
    let file = Path::new(games).join("saute_players_3_teams_false.txt");
    assert!(file.exists());
}

#[test]
fn weights_are_fitted_in_every_game() {
    for game in [
        "alignement",
        "blocus",
        "cubulus",
        "d21",
        "empire",
        "eupdonne",
        "monstrodechecs",
        "porte",
        "saute",
        "saute:players=3",
    ] {
        let text = said(&[
            "tune",
            game,
            "--games",
            "1",
            "--rounds",
            "2",
            "--player",
            "nodes=20,spread=0.3",
        ]);
        assert!(text.contains("tempo: "), "{game}: {text}");
    }
    let text = refused(&["tune", "saute:players=4,teams=true", "--games", "1"]);
    assert!(text.contains("has no terms to be fitted"), "{text}");
}
