//! The numbered paragraphs of the rules.

use std::collections::BTreeSet;

use tablier_rules::paragraphs;

use super::Repository;

/// Paragraphs that no test is named after, and numbers that stand twice.
pub(super) fn without_test(repository: &Repository) -> Vec<String> {
    let mut tested = BTreeSet::new();
    for line in repository.ending(".rs").flat_map(|(_, text)| text.lines()) {
        if let Some(name) = line.trim_start().strip_prefix("fn ")
            && let Some((number, _)) = name.split_once('_')
        {
            tested.insert(number.to_uppercase());
        }
    }
    let mut findings = Vec::new();
    let mut known = BTreeSet::new();
    for (path, number) in numbers(repository) {
        if !known.insert(number) {
            findings.push(format!("{number} stands twice: {path}"));
        }
        if !tested.contains(number) {
            findings.push(format!("no test is named after {number}"));
        }
    }
    if known.is_empty() {
        findings.push("there are no numbered paragraphs".to_owned());
    }
    findings
}

/// The calls that begin with the number of a paragraph.
const CALLS: [&str; 7] = [
    "Refusal::new(",
    "Refusal::by(",
    "Refusal::square_twice(",
    "Reason::by(",
    "Reason::about(",
    "Reason::stuck(",
    "Expect::Refused(",
];

/// Numbers cited in comments, refusals and reasons that are no paragraph.
pub(super) fn cited_in_vain(repository: &Repository) -> Vec<String> {
    let numbers: BTreeSet<&str> = numbers(repository).map(|(_, number)| number).collect();
    let prefixes: BTreeSet<&str> = numbers.iter().map(|number| prefix(number)).collect();
    let mut findings = Vec::new();
    // The checks themselves cite what is not there.
    let sources = repository.ending(".rs");
    for (path, text) in sources.filter(|(path, _)| !path.starts_with("xtask/")) {
        let mut cite = |number: &str| {
            if !numbers.contains(number) {
                findings.push(format!("{path} cites {number}, which does not exist"));
            }
        };
        // `// CU9: why`, `/// The third occurrence (C8).`; what is in backticks is code.
        for comment in text.lines().filter_map(|line| line.split_once("//")) {
            let prose = comment.1.split('`').step_by(2);
            prose
                .flat_map(|prose| prose.split(|c: char| !c.is_alphanumeric()))
                .filter(|word| is_number(word) && prefixes.contains(prefix(word)))
                .for_each(&mut cite);
        }
        // `Refusal::new("CU9", …)`.
        for call in CALLS {
            for part in text.split(call).skip(1) {
                if let Some(literal) = part.trim_start().strip_prefix('"') {
                    cite(literal.split('"').next().unwrap_or_default());
                }
            }
        }
    }
    findings
}

/// The numbers of all paragraphs, each with the file it is in.
fn numbers(repository: &Repository) -> impl Iterator<Item = (&str, &str)> {
    let rules = repository.ending("RULES.md");
    rules.flat_map(|(path, text)| paragraphs::all(text).map(move |(number, _)| (path, number)))
}

/// The `CU` of `CU9`.
fn prefix(number: &str) -> &str {
    number.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Whether a word is a number such as `C8` or `CU9`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    (1..=2).contains(&(word.len() - digits.len()))
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}
