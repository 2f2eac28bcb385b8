//! The numbered paragraphs of the rules, from the `RULES.md` files.

use crate::GameInfo;

/// The conventions that all games share (C1 to C11).
pub static COMMON: &str = include_str!("../RULES.md");

macro_rules! text {
    ($wanted:ident; $($id:literal: $($module:ident)::+, $type:ident, $info:ident;)+) => {
        match $wanted {
            $($id => crate::$($module)::+::PARAGRAPHS,)+
            _ => "",
        }
    };
}

/// The rule file of the game with this id; empty if there is none. It is not part of [`GameInfo`], so
/// that a program that never asks, like the page, does not carry it.
pub fn of_game(id: &str) -> &'static str {
    crate::playable_games!(text, id;)
}

/// The paragraphs of a rule file in order: number and text, the number included.
pub fn all(rules: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = |line: &str| number(line).is_some();
    let mut rest = rules;
    std::iter::from_fn(move || {
        loop {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if line.is_empty() && after.is_empty() {
                return None;
            }
            if !starts(line) {
                rest = after;
                continue;
            }
            // It continues over indented and empty lines.
            let mut length = line.len() + 1;
            for more in after.split_inclusive('\n') {
                if !more.trim().is_empty() && !more.starts_with("  ") {
                    break;
                }
                length += more.len();
            }
            let (paragraph, after) = rest.split_at(length.min(rest.len()));
            rest = after;
            return Some((number(line)?, paragraph.trim_start_matches("- ").trim_end()));
        }
    })
}

/// The text of a paragraph of this game, or of the common conventions.
pub fn find(info: &GameInfo, number: &str) -> Option<&'static str> {
    all(of_game(info.id))
        .chain(all(COMMON))
        .find(|(known, _)| *known == number)
        .map(|(_, text)| text)
}

/// `CU9` of a line that begins `- **CU9`.
fn number(line: &'_ str) -> Option<&'_ str> {
    let rest = line.strip_prefix("- **")?;
    let letters = rest.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit);
    let length = letters + digits.count();
    (letters > 0 && length > letters).then(|| &rest[..length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_cut_where_they_end() {
        let rules = "# Title\n\n- **AB1 One.** Text\n  more.\n- not numbered\n- **AB2** Two:\n\n  ```\n  code\n  ```\n\nText: `x`.\n- **AB10** Ten";
        let found: Vec<_> = all(rules).collect();
        assert_eq!(
            found,
            [
                ("AB1", "**AB1 One.** Text\n  more."),
                ("AB2", "**AB2** Two:\n\n  ```\n  code\n  ```"),
                ("AB10", "**AB10** Ten"),
            ]
        );
    }

    #[test]
    fn the_common_conventions_are_eleven() {
        let mut numbers: Vec<_> = all(COMMON).map(|(number, _)| number).collect();
        numbers.sort_by_key(|number| number[1..].parse::<u8>().unwrap());
        let expected: Vec<_> = (1..=11).map(|n| format!("C{n}")).collect();
        assert_eq!(numbers, expected);
        let d21 = &crate::d21::INFO;
        assert!(find(d21, "C8").unwrap().contains("third time"));
        assert!(find(d21, "D6").unwrap().contains("unchanged"));
        assert_eq!(find(d21, "D99"), None);
    }
}
