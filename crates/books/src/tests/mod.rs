mod lessons;

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use tablier_rules::{catalog, paragraphs};
use tablier_words::Language;

use crate::book::{OPTIONAL, SECTIONS};
use crate::{
    Block, GAMES, SHELVES, book, daily_puzzles, diagrams, facts, puzzle, puzzles, section_of,
};

/// The folder of each game below the sources of the rules.
macro_rules! folders {
    ($($game:literal: $($module:ident)::+, $type:ident, $info:ident;)+) => {
        const FOLDERS: &[(&str, &[&str])] = &[$(($game, &[$(stringify!($module)),+])),+];
    };
}

tablier_rules::games!(folders);

/// The letters at the beginning of a rule's number.
fn letters(number: &str) -> &str {
    number.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The numbers of a game's own rules. Where several games share a rule file, a game's part has a
/// heading with its id.
pub(crate) fn rules_of(game: &str) -> Vec<&'static str> {
    let rules = paragraphs::of_game(game);
    let heading = format!("(`{game}`");
    let is_own = |part: &&str| part.lines().next().is_some_and(|l| l.contains(&heading));
    let own = rules.split("\n## ").find(is_own).unwrap_or(rules);
    let (first, _) = paragraphs::all(own).next().unwrap();
    paragraphs::all(rules)
        .map(|(number, _)| number)
        .filter(|number| letters(number) == letters(first))
        .collect()
}

/// Two or three kinds of moves for whoever sees a game for the first time, each possible, and in so few
/// words that a small card holds them.
#[test]
fn every_game_introduces_itself_with_its_moves() {
    for game in crate::GAMES {
        let moves = crate::first_moves(game);
        assert!((2..=3).contains(&moves.len()), "{game}: {}", moves.len());
        for shown in moves {
            let name = format!("{game} {}", shown.diagram.name);
            let mut table = shown
                .diagram
                .open()
                .unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(!shown.diagram.actions.is_empty(), "{name} shows no move");
            for action in &shown.diagram.actions {
                assert!(table.play(action).is_ok(), "{name}: {action}");
            }
            for language in tablier_words::Language::ALL {
                let length = shown.text(language).chars().count();
                assert!((20..=105).contains(&length), "{name}: {length} letters");
            }
        }
    }
}

#[test]
fn every_game_has_a_rulebook_in_both_languages() {
    for game in GAMES {
        for language in Language::ALL {
            let book = book(game, language).unwrap();
            assert!(!book.title.is_empty(), "{game} {language:?}");
            for id in SECTIONS.iter().filter(|id| !OPTIONAL.contains(id)) {
                let section = book.sections.iter().find(|s| s.id == *id);
                let section = section.unwrap_or_else(|| panic!("{game} {language:?}: no {id}"));
                assert!(
                    !section.blocks.is_empty(),
                    "{game} {language:?}: {id} is empty"
                );
            }
        }
    }
}

/// What must be the same in both languages: sections, rules and diagrams, in order.
fn skeleton(game: &str, language: Language) -> Vec<String> {
    let book = book(game, language).unwrap();
    let mut all = Vec::new();
    for section in book.sections {
        all.push(format!("section {}", section.id));
        for block in section.blocks {
            match block {
                Block::Diagram { name, .. } => all.push(format!("diagram {name}")),
                other => all.extend(other.rules().iter().map(|rule| format!("rule {rule}"))),
            }
        }
    }
    all
}

#[test]
fn both_languages_have_the_same_sections_rules_and_diagrams() {
    for shelf in SHELVES {
        let [english, french] = Language::ALL.map(|language| skeleton(shelf.game, language));
        assert_eq!(english, french, "{}", shelf.game);
    }
}

#[test]
fn every_numbered_rule_is_explained_and_every_number_exists() {
    for shelf in SHELVES {
        let rules = rules_of(shelf.game);
        for language in Language::ALL {
            for rule in &rules {
                let found = section_of(shelf.game, language, rule);
                assert!(found.is_some(), "{}: {rule} is not explained", shelf.game);
            }
        }
        for line in skeleton(shelf.game, Language::English) {
            if let Some(rule) = line.strip_prefix("rule ") {
                let known = paragraphs::find(catalog::info(shelf.game).unwrap(), rule);
                assert!(known.is_some(), "{}: there is no rule {rule}", shelf.game);
            }
        }
    }
}

#[test]
fn every_diagram_is_used_and_the_rules_play_it() {
    for shelf in SHELVES {
        let all = diagrams(shelf.game);
        let names: HashSet<_> = all.iter().map(|d| d.name.clone()).collect();
        assert_eq!(
            names.len(),
            all.len(),
            "{}: two diagrams of one name",
            shelf.game
        );
        let used: HashSet<String> = skeleton(shelf.game, Language::English)
            .into_iter()
            .filter_map(|line| line.strip_prefix("diagram ").map(str::to_owned))
            .collect();
        assert_eq!(used, names, "{}", shelf.game);
        assert!(
            all.len() >= 4,
            "{} has only {} diagrams",
            shelf.game,
            all.len()
        );
        for diagram in all {
            let mut table = diagram
                .open()
                .unwrap_or_else(|e| panic!("{} {}: {e}", shelf.game, diagram.name));
            assert_eq!(table.info().id, shelf.game, "{}", diagram.name);
            for action in &diagram.actions {
                table.play(action).unwrap_or_else(|refusal| {
                    panic!(
                        "{} {}: {action}: {refusal:?}; legal: {:?}",
                        shelf.game,
                        diagram.name,
                        table.legal()
                    )
                });
            }
        }
    }
}

#[test]
fn every_game_says_what_it_needs_on_paper() {
    for game in GAMES {
        for language in Language::ALL {
            for what in ["need", "instead"] {
                let key = format!("print.{game}-{what}");
                assert!(language.text(&key).is_some(), "{key} {language:?}");
            }
        }
    }
}

#[test]
fn every_puzzle_stands_and_its_key_is_legal() {
    for shelf in SHELVES {
        let all = puzzles(shelf.game);
        let lines = shelf
            .puzzles
            .lines()
            .filter(|l| !l.is_empty() && !l.starts_with('#'))
            .count();
        assert_eq!(all.len(), lines, "{}: a line is not read", shelf.game);
        let mut seen = HashSet::new();
        for puzzle in &all {
            assert!((1..=5).contains(&puzzle.grade));
            assert!(
                seen.insert((&puzzle.spec, &puzzle.start)),
                "{}: twice",
                puzzle.start
            );
            let mut table = catalog::open(&puzzle.spec).unwrap();
            assert_eq!(table.info().id, shelf.game);
            table
                .set_position(&puzzle.start)
                .unwrap_or_else(|e| panic!("{puzzle:?}: {e:?}"));
            assert!(table.explain(puzzle.key()).is_ok(), "{puzzle:?}");
        }
    }
}

#[test]
fn every_short_puzzle_has_its_day_and_the_days_differ() {
    let all = daily_puzzles();
    assert!(all.len() >= 300, "{}", all.len());
    let of = |day: u64| puzzle::of_the_day(&all, day).unwrap();
    let days: HashSet<_> = (0..all.len() as u64).map(|day| &of(day).start).collect();
    assert_eq!(days.len(), all.len());
    // A day nearly always shows another game than the day before.
    let game = |day| of(day).spec.split(':').next().unwrap().to_owned();
    let changes = (0..100).filter(|&day| game(day) != game(day + 1)).count();
    assert!(changes > 90, "{changes}");
}

/// The numbers of rules that occur as separate words in the code of a game, except its tests, and
/// in what all games share: every number that a refusal can name is among them.
fn refused_by(game: &str) -> BTreeSet<String> {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/src");
    let (_, modules) = FOLDERS.iter().find(|(id, _)| *id == game).unwrap();
    let folder = modules
        .iter()
        .fold(rules.clone(), |at, module| at.join(module));
    let shared = [
        "table/seated.rs",
        "staging.rs",
        "notation.rs",
        "refusal.rs",
        "setup.rs",
        "matches/mod.rs",
    ];
    let mut files: Vec<_> = shared.iter().map(|file| rules.join(file)).collect();
    files.extend(
        std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path()),
    );
    let is_code = |path: &&std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.ends_with(".rs") && !name.starts_with("tests") && !name.starts_with("naive")
    };
    let mut numbers = BTreeSet::new();
    for path in files.iter().filter(is_code) {
        let text = std::fs::read_to_string(path).unwrap();
        for word in text.split('"').skip(1).step_by(2) {
            let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
            let is_number = (1..=2).contains(&(word.len() - digits.len()))
                && !digits.is_empty()
                && digits.bytes().all(|b| b.is_ascii_digit());
            if is_number && paragraphs::find(catalog::info(game).unwrap(), word).is_some() {
                numbers.insert(word.to_owned());
            }
        }
    }
    numbers
}

#[test]
fn every_refusal_leads_to_a_paragraph_that_explains_its_rule() {
    for shelf in SHELVES {
        let mut numbers = refused_by(shelf.game);
        assert!(numbers.len() >= 4, "{}: {numbers:?}", shelf.game);
        assert!(numbers.contains("C5") && numbers.contains("C9"));
        // What any table may say about leaving, repetition and order.
        numbers.extend(
            (1..=11)
                .map(|n| format!("C{n}"))
                .filter(|n| n != "C3" && n != "C4"),
        );
        for language in Language::ALL {
            let book = book(shelf.game, language).unwrap();
            for number in &numbers {
                let blocks = || book.sections.iter().flat_map(|section| &section.blocks);
                let block = blocks().find(|block| block.rules().contains(number));
                let (Some(Block::Paragraph { text, .. }) | Some(Block::Entry { text, .. })) = block
                else {
                    panic!("{} {language:?}: {number} is not explained", shelf.game);
                };
                assert!(!text.is_empty(), "{} {number}", shelf.game);
                assert!(section_of(shelf.game, language, number).is_some());
            }
        }
    }
}

#[test]
fn every_game_was_measured() {
    let games: Vec<_> = catalog::COLLECTION.iter().map(|info| info.id).collect();
    let lines = include_str!("../../text/facts.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#')).count();
    let read: usize = games.iter().map(|game| facts(game).len()).sum();
    assert_eq!(read, lines, "a line is not read");
    for game in games {
        let facts = facts(game);
        assert_eq!(facts[0].spec, game, "the usual game comes first");
        for fact in facts {
            assert!(catalog::open(&fact.spec).is_ok(), "{fact:?}");
            assert!(fact.games >= 20 && fact.nodes().is_some(), "{fact:?}");
            assert!(fact.shortest <= fact.length && fact.length <= fact.longest);
            assert!(fact.command().starts_with("tablier stats "));
        }
        for language in Language::ALL {
            let book = book(game, language).unwrap();
            let section = book.sections.iter().find(|s| s.id == "measured").unwrap();
            assert!(section.blocks.len() >= 5, "{section:?}");
        }
    }
}

#[test]
fn texts_have_no_loose_signs() {
    for shelf in SHELVES {
        for text in [shelf.english, shelf.french] {
            for line in text.lines() {
                assert!(
                    line.matches("**").count() % 2 == 0,
                    "{}: {line}",
                    shelf.game
                );
                assert!(
                    !line.starts_with(":::") || line.contains('|'),
                    "{}: {line}",
                    shelf.game
                );
            }
        }
    }
}
