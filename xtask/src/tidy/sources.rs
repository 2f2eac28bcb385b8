//! All source files alike: their sentences, their length, and what no file may name.

use std::collections::BTreeSet;

use tablier_words::Language;

use super::Repository;

/// A longer file holds two things.
pub(super) const MOST_LINES: usize = 600;

/// Keys of sentences in the code that have no text.
pub(super) fn without_text(repository: &Repository) -> Vec<String> {
    let topics: BTreeSet<&str> = repository
        .ending(".txt")
        .filter(|(path, _)| path.starts_with("crates/words/text/"))
        .filter_map(|(path, _)| path.rsplit('/').next()?.strip_suffix(".txt"))
        .collect();
    let mut findings = BTreeSet::new();
    let sources = repository.ending(".rs");
    for (path, text) in sources.filter(|(path, _)| !path.starts_with("xtask/")) {
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
                findings.insert(format!("{literal} in {path} has no text"));
            }
        }
    }
    findings.into_iter().collect()
}

/// Where the rules have English of their own: errors for programs and the fixed words of records
/// (ARCHITECTURE.md).
const ENGLISH: [&str; 5] = [
    "matches/mod.rs",
    "monstrodechecs/mod.rs",
    "options/mod.rs",
    "record/finish.rs",
    "refusal.rs",
];

/// Sentences in the code of the rules, other than those for whoever reads a panic.
pub(super) fn speaking_english(repository: &Repository) -> Vec<String> {
    let mut findings = Vec::new();
    for (path, text) in repository.ending(".rs") {
        let Some(file) = path.strip_prefix("crates/rules/src/") else {
            continue;
        };
        let of_tests = ["tests", "naive", "testing"];
        let is_test = |part: &str| of_tests.contains(&part.trim_end_matches(".rs"));
        if ENGLISH.contains(&file) || file.split('/').any(is_test) {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        for line in code.unwrap_or_default().lines() {
            let line = line.split("//").next().unwrap_or_default();
            if ["expect(", "panic!(", "assert", "unreachable!("]
                .iter()
                .any(|call| line.contains(call))
            {
                continue;
            }
            let literals = line.split('"').skip(1).step_by(2);
            let sentences = literals.filter(|literal| is_sentence(literal));
            findings.extend(sentences.map(|literal| format!("{path} says \"{literal}\"")));
        }
    }
    findings
}

/// Whether two words of small letters follow each other.
fn is_sentence(text: &str) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    let words: Vec<&str> = text.split(' ').collect();
    words
        .windows(2)
        .any(|pair| pair.iter().all(|word| is_word(word)))
}

/// Source files that are too long.
pub(super) fn too_long(repository: &Repository) -> Vec<String> {
    let lengths = repository
        .ending(".rs")
        .map(|(path, text)| (path, text.lines().count()));
    lengths
        .filter(|(_, lines)| *lines > MOST_LINES)
        .map(|(path, lines)| format!("{path} has {lines} lines, more than {MOST_LINES}"))
        .collect()
}

/// Files that name the host of a registry, and packages that come from elsewhere than the usual one.
pub(super) fn naming_a_registry(repository: &Repository) -> Vec<String> {
    let hosts = [
        concat!("arti", "factory"),
        concat!("index.", "crates.io"),
        concat!("static.", "crates.io"),
        concat!("registry.", "npmjs"),
    ];
    let mut findings = Vec::new();
    for (path, text) in repository.all() {
        let named = hosts.iter().filter(|host| text.contains(**host));
        findings.extend(named.map(|host| format!("{path} names {host}")));
    }
    let usual = "registry+https://github.com/rust-lang/crates.io-index";
    for line in repository.file("Cargo.lock").lines() {
        if let Some(source) = line.strip_prefix("source = ")
            && source.trim_matches('"') != usual
        {
            findings.push(format!("Cargo.lock: a package comes from {source}"));
        }
    }
    findings
}
