//! What a reader may rely on: every numbered paragraph has a test, every cited number exists, every
//! registered game is complete, every sentence has its text, and no file grows too long.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use tablier_rules::{Game as _, catalog, games, paragraphs};
use tablier_words::Language;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files of the project with this ending, and their texts.
fn files(ending: &str) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with("target") && name != ".git" && name != "node_modules" {
                    folders.push(path);
                }
            } else if name.ends_with(ending)
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                found.insert(path.strip_prefix(root()).unwrap().to_owned(), text);
            }
        }
    }
    found
}

/// The numbers of all paragraphs of all rule files, each once.
fn numbers() -> BTreeSet<String> {
    let mut numbers = BTreeSet::new();
    for (path, text) in files("RULES.md") {
        for (number, _) in paragraphs::all(text.leak()) {
            let new = numbers.insert(number.to_owned());
            assert!(new, "{number} stands twice: {}", path.display());
        }
    }
    assert!(numbers.len() > 100, "{numbers:?}");
    numbers
}

/// The `CU` of `CU9`.
fn prefix(number: &str) -> &str {
    number.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The number at the beginning of a text, if there is one.
fn leading_number(text: &str) -> Option<&str> {
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit);
    let length = letters + digits.count();
    let ends = !text[length..].starts_with(|c: char| c.is_alphanumeric());
    ((1..=2).contains(&letters) && length > letters && ends).then(|| &text[..length])
}

#[test]
fn every_paragraph_has_a_test_named_after_it() {
    let mut tested = BTreeSet::new();
    for text in files(".rs").values() {
        for line in text.lines() {
            if let Some(name) = line.trim_start().strip_prefix("fn ")
                && let Some((number, _)) = name.split_once('_')
            {
                tested.insert(number.to_uppercase());
            }
        }
    }
    let missing: Vec<_> = numbers()
        .into_iter()
        .filter(|number| !tested.contains(number))
        .collect();
    assert!(missing.is_empty(), "no test is named after {missing:?}");
}

#[test]
fn every_cited_number_exists() {
    let numbers = numbers();
    let prefixes: BTreeSet<_> = numbers.iter().map(|number| prefix(number)).collect();
    let mut wrong = Vec::new();
    for (path, text) in files(".rs") {
        if path.ends_with("tidy.rs") {
            continue;
        }
        let mut cite = |number: &str| {
            if !numbers.contains(number) {
                wrong.push(format!("{number} in {}", path.display()));
            }
        };
        // `// CU9: why`, `/// BT2, BT3: what`.
        for line in text.lines() {
            let Some((_, comment)) = line.split_once("//") else {
                continue;
            };
            let mut rest = comment.trim_start_matches(['/', '!', ' ']);
            while let Some(number) = leading_number(rest) {
                if prefixes.contains(prefix(number)) {
                    cite(number);
                }
                rest = rest[number.len()..].trim_start_matches([',', ' ', '–']);
            }
        }
        // `Refusal::new("CU9", …)`.
        for call in ["Refusal::new(", "Refusal::position("] {
            for part in text.split(call).skip(1) {
                if let Some(literal) = part.trim_start().strip_prefix('"') {
                    cite(literal.split('"').next().unwrap());
                }
            }
        }
    }
    assert!(wrong.is_empty(), "no such paragraph: {wrong:#?}");
}

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

#[test]
fn the_lists_of_games_are_the_same() {
    let readmes = ["README.md", "README.fr.md"]
        .map(|name| std::fs::read_to_string(root().join(name)).unwrap());
    let list = games!(listed);
    let ids: Vec<_> = list.iter().map(|(id, ..)| *id).collect();
    assert!(ids.is_sorted(), "{ids:?}");
    let catalog: Vec<_> = catalog::GAMES.iter().map(|game| game.id).collect();
    assert_eq!(ids, catalog);
    for (id, known_as, module) in list {
        assert_eq!(id, known_as);
        let topic = module.last().unwrap();
        let has_words = tablier_words::topics().any(|known| known == *topic);
        assert!(has_words, "{topic} is no topic of the words");
        for readme in &readmes {
            let names = |line: &str| line.starts_with('|') && line.contains(&format!("`{id}`"));
            assert!(readme.lines().any(names), "{id} is not in a README");
        }
    }
}

#[test]
fn every_registered_game_is_complete() {
    let tables: String = files("perft.txt").into_values().collect();
    let playthroughs: Vec<String> = files(".txt")
        .into_iter()
        .filter(|(path, _)| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with("playthrough")
        })
        .map(|(_, text)| text.lines().next().unwrap_or_default().to_owned())
        .collect();
    for game in catalog::GAMES {
        let id = game.id;
        let is_of = |line: &str| line.split([' ', ':']).next() == Some(id);
        assert!(tables.lines().any(is_of), "{id} has no perft table");
        assert!(
            playthroughs.iter().any(|line| is_of(line)),
            "{id} has no playthrough"
        );
        for lang in Language::ALL {
            for sentence in [format!("shelf.{id}"), format!("shelf.aim-{id}")] {
                assert!(lang.text(&sentence).is_some(), "{sentence}: {lang:?}");
            }
        }
        let paragraph = paragraphs::all(game.rules).next();
        assert!(paragraph.is_some(), "{id} has no numbered rules");
    }
}

#[test]
fn every_sentence_has_its_text() {
    let topics: BTreeSet<String> = files(".txt")
        .into_keys()
        .filter(|path| path.starts_with("crates/words/text"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let mut missing = BTreeSet::new();
    for (path, text) in files(".rs") {
        // In a file without messages, such a text is the name of a file.
        if !["Message", "word(", "text(", "Button("]
            .iter()
            .any(|sign| text.contains(sign))
        {
            continue;
        }
        for literal in text.split('"') {
            let is_key = literal.split_once('.').is_some_and(|(topic, name)| {
                topics.contains(topic)
                    && !name.is_empty()
                    && !["txt", "rs", "md", "json", "css"].contains(&name)
                    && name
                        .bytes()
                        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            });
            if is_key && Language::English.text(literal).is_none() {
                missing.insert(format!("{literal} in {}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "no text for {missing:#?}");
}

#[test]
fn no_source_file_is_longer_than_700_lines() {
    for (path, text) in files(".rs") {
        let lines = text.lines().count();
        assert!(lines <= 700, "{} has {lines} lines", path.display());
    }
}

#[test]
fn no_file_names_a_registry_host() {
    let hosts = [
        concat!("arti", "factory"),
        concat!("index.", "crates.io"),
        concat!("static.", "crates.io"),
        concat!("registry.", "npmjs"),
    ];
    for ending in [
        ".rs", ".toml", ".md", ".txt", ".html", ".css", ".js", ".py", ".sh",
    ] {
        for (path, text) in files(ending) {
            for host in hosts {
                assert!(!text.contains(host), "{host} in {}", path.display());
            }
        }
    }
    let usual = "registry+https://github.com/rust-lang/crates.io-index";
    for line in files("Cargo.lock").values().flat_map(|text| text.lines()) {
        if let Some(source) = line.strip_prefix("source = ") {
            assert_eq!(source.trim_matches('"'), usual);
        }
    }
}
