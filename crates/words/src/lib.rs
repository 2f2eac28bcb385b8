//! What people read, in French and in English. Code names a sentence by its key; the texts stand in
//! `text/<language>/<topic>.txt`, one line each: `key = text`, with gaps in braces; `{count:piece|pieces}`
//! is one of two forms, by the number that fills the gap.

use std::collections::HashMap;
use std::sync::OnceLock;

use tablier_scene::{Arg, Message};

/// A language.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// English.
    English,
    /// Français.
    French,
}

macro_rules! topics {
    ($($topic:literal),* $(,)?) => {
        /// The topics, and for each its texts in English and in French.
        static TOPICS: &[(&str, [&str; 2])] = &[$((
            $topic,
            [
                include_str!(concat!("../text/en/", $topic, ".txt")),
                include_str!(concat!("../text/fr/", $topic, ".txt")),
            ],
        )),*];
    };
}

// One line each, what all games share first.
topics! {
    "rules",
    "about",
    "alignement",
    "blocus",
    "book-page",
    "breakthrough",
    "cli",
    "cubulus",
    "d21",
    "drawing",
    "empire",
    "eupdonne",
    "monstrodechecs",
    "porte",
    "record",
    "rooms",
    "saute",
    "setup",
    "eupdonne",
    "engine",
    "shelf",
    "solitaire",
    "ui",
}

type Table = HashMap<&'static str, &'static str>;

fn tables() -> &'static [Table; 2] {
    static TABLES: OnceLock<[Table; 2]> = OnceLock::new();
    TABLES.get_or_init(|| {
        let of = |language: usize| {
            TOPICS
                .iter()
                .flat_map(|(_, t)| entries(t[language]))
                .collect()
        };
        [of(0), of(1)]
    })
}

/// The lines `key = text` of a file; empty lines and lines that begin with # say nothing.
fn entries(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = "))
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::French];

    /// Its code, as in the attribute `lang`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }

    /// The text with this key, gaps and all; none if there is no such text.
    pub fn text(self, key: &str) -> Option<&'static str> {
        tables()[self as usize].get(key).copied()
    }

    /// The text with this key, or the key itself.
    pub fn word(self, key: &str) -> &str {
        self.text(key).unwrap_or(key)
    }

    /// A sentence with its gaps filled. Seats are called by their number.
    pub fn say(self, message: &Message) -> String {
        self.say_with(message, &|seat| {
            self.word("rules.seat")
                .replace("{number}", &seat.number().to_string())
        })
    }

    /// A sentence with its gaps filled; `name` says what a seat is called.
    pub fn say_with(
        self,
        message: &Message,
        name: &dyn Fn(tablier_scene::Seat) -> String,
    ) -> String {
        let mut text = self.word(&message.key).to_owned();
        for (gap, arg) in &message.args {
            let value = match arg {
                Arg::Text(text) => text.clone(),
                Arg::Number(number) => number.to_string(),
                Arg::Seat(seat) => name(*seat),
                Arg::Word(key) => self.word(key).to_owned(),
            };
            text = text.replace(&format!("{{{gap}}}"), &value);
            if let Arg::Number(number) = arg {
                text = self.inflected(text, gap, *number);
            }
        }
        text
    }

    /// The text with every `{gap:piece|pieces}` replaced by the form that goes with a number.
    fn inflected(self, mut text: String, gap: &str, number: i64) -> String {
        let one = match self {
            Language::English => number == 1,
            Language::French => number.abs() < 2,
        };
        let begin = format!("{{{gap}:");
        while let Some(from) = text.find(&begin)
            && let Some(length) = text[from..].find('}')
        {
            let forms = &text[from + begin.len()..from + length];
            let (singular, plural) = forms.split_once('|').unwrap_or((forms, forms));
            let form = if one { singular } else { plural }.to_owned();
            text.replace_range(from..=from + length, &form);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gaps(text: &str) -> Vec<&str> {
        let mut gaps: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|part| part.split(['}', ':']).next())
            .collect();
        gaps.sort_unstable();
        gaps.dedup();
        gaps
    }

    #[test]
    fn every_text_stands_in_both_languages_with_the_same_gaps() {
        let [english, french] = tables();
        for (key, text) in english {
            let other = french
                .get(key)
                .unwrap_or_else(|| panic!("{key} is not in French"));
            assert_eq!(gaps(text), gaps(other), "{key}");
        }
        for key in french.keys() {
            assert!(english.contains_key(key), "{key} is not in English");
        }
    }

    #[test]
    fn one_and_many_are_told_apart_in_each_language() {
        let actions = |language: Language, count: i64| {
            language.say(&Message::new("ui.count-actions").number("count", count))
        };
        for (count, english, french) in [
            (0, "0 actions", "0 action"),
            (1, "1 action", "1 action"),
            (2, "2 actions", "2 actions"),
        ] {
            assert_eq!(actions(Language::English, count), english);
            assert_eq!(actions(Language::French, count), french);
        }
    }

    #[test]
    fn no_key_stands_twice_and_every_line_is_read() {
        for (topic, files) in TOPICS {
            for file in files {
                let lines = file
                    .lines()
                    .filter(|l| !l.is_empty() && !l.starts_with('#'))
                    .count();
                assert_eq!(
                    entries(file).count(),
                    lines,
                    "a line of {topic} is no 'key = text'"
                );
                let mut keys: Vec<_> = entries(file).map(|(key, _)| key).collect();
                keys.sort_unstable();
                let all = keys.len();
                keys.dedup();
                assert_eq!(keys.len(), all, "a key of {topic} stands twice");
                assert!(
                    keys.iter().all(|key| key.starts_with(&format!("{topic}."))),
                    "{topic}"
                );
            }
        }
    }
}
