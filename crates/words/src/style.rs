//! The part of good style that a test can check: the typography of each language, and words that
//! people should not meet because the glossary has another one.

use crate::Language;

/// Words for programs, and phrases that sound translated. Players see “move”, “turn”, “player” and
/// “the computer”; “coup”, « tour », « joueur » et « la machine ».
const NOT_ENGLISH: &[&str] = &[
    "action",
    "actions",
    "ply",
    "machine",
    "so many",
    "one own",
    "may only not",
    "who wants to",
    "has been put",
    "further there are",
    "in the beginning",
    "slantwise",
    "nobody passes who",
];

const NOT_FRENCH: &[&str] = &[
    "action",
    "actions",
    "directions droites",
    "en guise de",
    "foncé",
    "foncée",
    "éliminé",
    "convenir du nul",
    "face supérieure",
    "je",
];

/// What is wrong with the typography or the words of a text, each fault in a few words.
pub fn faults(language: Language, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let words = match language {
        Language::English => NOT_ENGLISH,
        Language::French => NOT_FRENCH,
    };
    let plain = format!(" {} ", simplified(text));
    for word in words {
        if plain.contains(&format!(" {word} ")) {
            faults.push(format!("the word “{word}”"));
        }
    }
    for sign in ['\'', '"'] {
        if text.contains(sign) {
            faults.push(format!("a straight {sign}"));
        }
    }
    if text.contains(" …") && !text.starts_with('…') {
        faults.push("a space before …".to_owned());
    }
    match language {
        Language::English if text.contains(" %") || text.contains("\u{a0}%") => {
            faults.push("a space before %".to_owned());
        }
        Language::English => {}
        Language::French => faults.extend(french_spaces(text)),
    }
    faults
}

/// Lower-case words separated by single spaces, without punctuation.
fn simplified(text: &str) -> String {
    let is_sign = |c: char| !c.is_alphanumeric() && c != '-';
    let words = text.split(is_sign).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// French has a no-break space before `: ; ? ! » %` and after `«`.
fn french_spaces(text: &str) -> Vec<String> {
    const SPACES: [char; 2] = ['\u{a0}', '\u{202f}'];
    let letters: Vec<char> = text.chars().collect();
    let mut faults = Vec::new();
    for (at, &sign) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1);
        let wrong = match sign {
            ':' | ';' | '?' | '!' | '»' | '%' => {
                before.is_some_and(|c| !SPACES.contains(&c) && c != sign)
            }
            '«' => after.is_some_and(|c| !SPACES.contains(c)),
            _ => false,
        };
        if wrong {
            faults.push(format!("{sign} without a no-break space"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_texts_pass_and_each_fault_is_found() {
        let check = |language, text: &str, wanted: &[&str]| {
            let found = faults(language, text);
            assert_eq!(found.len(), wanted.len(), "{text}: {found:?}");
            for (found, wanted) in found.iter().zip(wanted) {
                assert!(found.contains(wanted), "{text}: {found}");
            }
        };
        check(Language::English, "It’s your turn: 73% of “moves”…", &[]);
        check(Language::English, "After 3 actions", &["actions"]);
        check(Language::English, "So many games", &["so many"]);
        check(Language::English, "It's 73 % sure", &["straight", "%"]);
        check(
            Language::French,
            "C’est à vous\u{a0}: «\u{a0}oui\u{a0}»\u{a0}!",
            &[],
        );
        check(Language::French, "Une action: non", &["action", ":"]);
        check(Language::French, "Je cherche …", &["je", "…"]);
        check(Language::French, "« oui »", &["«", "»"]);
        check(Language::French, "J’ai l’objet\u{a0}; déjà", &[]);
    }
}
