//! The forced wins of `tactics/<game>.txt`, which `tablier tactics` gathers.

use tablier_rules::{Spec, with_game};

use crate::tactics::Tactic;

const FILES: [(&str, &str); 7] = [
    ("alignement", include_str!("../../tactics/alignement.txt")),
    ("blocus", include_str!("../../tactics/blocus.txt")),
    ("cubulus", include_str!("../../tactics/cubulus.txt")),
    ("d21", include_str!("../../tactics/d21.txt")),
    ("empire", include_str!("../../tactics/empire.txt")),
    ("eupdonne", include_str!("../../tactics/eupdonne.txt")),
    (
        "monstrodechecs",
        include_str!("../../tactics/monstrodechecs.txt"),
    ),
];

fn lines(file: &str) -> impl Iterator<Item = Tactic> + '_ {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Tactic::read(line).unwrap_or_else(|| panic!("{line}")))
}

#[test]
fn forced_wins_are_found_within_the_nodes_given() {
    let mut missed = Vec::new();
    for (game, file) in FILES {
        let spec = Spec::parse(game).unwrap();
        with_game!(&spec, |rules| {
            let misses = lines(file).filter(|tactic| !tactic.is_found(&rules));
            missed.extend(misses.map(|tactic| format!("{game}: {tactic}")));
        })
        .unwrap();
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn exhaustive_search_proves_all_wins() {
    for (game, file) in FILES {
        let spec = Spec::parse(game).unwrap();
        with_game!(&spec, |rules| {
            for tactic in lines(file) {
                assert!(tactic.is_true(&rules), "{game}: {tactic}");
            }
        })
        .unwrap();
    }
}
