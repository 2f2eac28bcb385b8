//! The games of the catalog, and everything that each of them needs elsewhere.

use tablier_rules::{Game as _, catalog, games, paragraphs};
use tablier_words::Language;

use super::Repository;

/// For each game: its id, the id its type knows it by, and its module.
macro_rules! listed {
    ($($id:literal: $($module:ident)::+, $type:ident, $info:ident;)+) => {
        [$((
            $id,
            tablier_rules::$($module)::+::$type::info($id).id,
            [$(stringify!($module)),+].as_slice(),
        )),+]
    };
}

/// Games that are missing from one of the lists beside the catalog.
pub(super) fn not_listed(repository: &Repository) -> Vec<String> {
    let list = games!(listed);
    let mut findings = Vec::new();
    if !list.is_sorted_by_key(|(id, ..)| *id) {
        findings.push("the catalog is not sorted by id".to_owned());
    }
    for (id, known_as, module) in list {
        if id != known_as {
            findings.push(format!("{id} is listed with the entry of {known_as}"));
        }
        let topic = module.last().copied().unwrap_or_default();
        if !tablier_words::topics().any(|known| known == topic) {
            findings.push(format!("{topic} is not a topic of the words"));
        }
        for readme in ["README.md", "README.fr.md"] {
            let names = |line: &str| line.starts_with('|') && line.contains(&format!("`{id}`"));
            if !repository.file(readme).lines().any(names) {
                findings.push(format!("{id} is not in the table of games of {readme}"));
            }
        }
    }
    findings
}

/// Games that lack their perft table, a playthrough, numbered rules or a sentence of the shelf.
pub(super) fn incomplete(repository: &Repository) -> Vec<String> {
    let mut findings = Vec::new();
    for game in catalog::COLLECTION {
        let id = game.id;
        let is_of = |line: &str| line.split([' ', ':']).next() == Some(id);
        let mut tables = repository.ending("/perft.txt");
        if !tables.any(|(_, text)| text.lines().any(is_of)) {
            findings.push(format!("{id} has no perft table"));
        }
        let mut playthroughs = repository.ending(".txt").filter(|(path, _)| {
            let name = path.rsplit('/').next().unwrap_or_default();
            name.starts_with("playthrough")
        });
        if !playthroughs.any(|(_, text)| text.lines().next().is_some_and(is_of)) {
            findings.push(format!("{id} has no playthrough"));
        }
        if paragraphs::all(paragraphs::of_game(game.id))
            .next()
            .is_none()
        {
            findings.push(format!("{id} has no numbered rules"));
        }
        for sentence in [format!("shelf.{id}"), format!("shelf.aim-{id}")] {
            for lang in Language::ALL {
                if lang.text(&sentence).is_none() {
                    findings.push(format!("{sentence} has no text: {lang:?}"));
                }
            }
        }
    }
    findings
}
