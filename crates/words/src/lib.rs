//! What people read, in French and in English. Code names a sentence by its key; the texts are in
//! `text/<language>/<topic>.txt`, one line each: `key = text`, with gaps in braces; `{count:piece|pieces}`
//! is one of two forms, by the number that fills the gap.

pub mod style;

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
    ($($(#[$when:meta])? $topic:literal),* $(,)?) => {
        /// The topics, and for each its texts in English and in French.
        static TOPICS: &[(&str, [&str; 2])] = &[$($(#[$when])? (
            $topic,
            [
                include_str!(concat!("../text/en/", $topic, ".txt")),
                include_str!(concat!("../text/fr/", $topic, ".txt")),
            ],
        )),*];
    };
}

// The files of `text/<language>`, in alphabetical order; those of games in development cost the page
// nothing.
topics! {
    "about",
    "alignement",
    "blocus",
    "book-page",
    #[cfg(feature = "development")]
    "breakthrough",
    "cli",
    "cubulus",
    "d21",
    "drawing",
    "empire",
    "engine",
    "eupdonne",
    "monstrodechecs",
    "online",
    "porte",
    "preferences",
    "print",
    "puzzles",
    "record",
    "review",
    "rooms",
    "rules",
    "saute",
    "setup",
    "shelf",
    "solitaire",
    "statistics",
    "study",
    "ui",
}

/// The topics: one for each game's own sentences, the others for what all games say.
pub fn topics() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().map(|(topic, _)| *topic)
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

/// The lines `key = text` of a file; empty lines and lines that begin with # are skipped.
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

    /// A sentence with its gaps filled. Seats are named by their number.
    pub fn say(self, message: &Message) -> String {
        self.say_with(message, &|seat| {
            self.word("rules.seat")
                .replace("{number}", &seat.number().to_string())
        })
    }

    /// A sentence with its gaps filled; `name` gives the name of a seat. What fills a gap is not
    /// parsed again: braces in a player's text stay as they are.
    pub fn say_with(
        self,
        message: &Message,
        name: &dyn Fn(tablier_scene::Seat) -> String,
    ) -> String {
        let mut said = String::new();
        let mut rest = self.word(&message.key);
        while let Some((before, gap, after)) = next_gap(rest) {
            said.push_str(before);
            let (name_of_gap, forms) = gap.split_once(':').unwrap_or((gap, ""));
            let arg = message.args.iter().find(|(known, _)| known == name_of_gap);
            match arg {
                None => said.push_str(&format!("{{{gap}}}")),
                Some((_, Arg::Number(number))) if gap.contains(':') => {
                    said.push_str(self.form(forms, *number));
                }
                Some((_, Arg::Text(text))) => said.push_str(text),
                Some((_, Arg::Number(number))) => said.push_str(&number.to_string()),
                Some((_, Arg::Word(key))) => said.push_str(self.word(key)),
                // A sentence begins with a capital, whatever the name of the seat.
                Some((_, Arg::Seat(seat))) if said.is_empty() => {
                    said.push_str(&capitalised(&name(*seat)));
                }
                Some((_, Arg::Seat(seat))) => said.push_str(&name(*seat)),
            }
            rest = after;
        }
        said.push_str(rest);
        said
    }

    /// The one of two forms, `piece|pieces`, that goes with a number.
    fn form(self, forms: &str, number: i64) -> &str {
        let is_one = match self {
            Language::English => number == 1,
            Language::French => number.abs() < 2,
        };
        let (singular, plural) = forms.split_once('|').unwrap_or((forms, forms));
        if is_one { singular } else { plural }
    }
}

/// The next gap in braces: the text before it, its contents, and the text after it.
fn next_gap(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (gap, after) = rest.split_once('}')?;
    Some((before, gap, after))
}

/// A text with its first letter capitalised.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
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
            (0, "0 moves", "0 coup"),
            (1, "1 move", "1 coup"),
            (2, "2 moves", "2 coups"),
        ] {
            assert_eq!(actions(Language::English, count), english);
            assert_eq!(actions(Language::French, count), french);
        }
    }

    #[test]
    fn what_fills_a_gap_is_not_filled_again() {
        let typed = |text: &str| {
            let message = Message::new("rules.unreadable")
                .text("text", text)
                .text("form", "E2-E3");
            Language::English.say(&message)
        };
        let told = typed("{form}");
        assert!(told.contains("{form}") && told.contains("E2-E3"), "{told}");
        assert!(typed("{text}{form:a|b}").contains("{text}{form:a|b}"));
        assert!(typed("}{").contains("}{"));
    }

    #[test]
    fn a_sentence_that_begins_with_a_seat_begins_with_a_capital() {
        let seat = tablier_scene::Seat::new(1);
        let message = Message::new("saute.already-won").seat("seat", seat);
        let told = Language::English.say_with(&message, &|_| "red".to_owned());
        assert!(told.starts_with("Red "), "{told}");
        let message = Message::new("cli.acts")
            .number("ply", 1)
            .seat("seat", seat)
            .number("count", 1);
        assert_eq!(
            Language::English.say(&message),
            "After 1 move, player 2 to play: 1 possible move."
        );
        assert_eq!(
            Language::French.say(&message),
            "Après 1 coup, Joueur 2 a le trait\u{a0}: 1 coup possible."
        );
    }

    /// A text without the names of its gaps, and without options in brackets.
    fn prose(text: &str) -> String {
        let mut prose = String::new();
        let mut rest = text;
        while let Some((before, gap, after)) = next_gap(rest) {
            prose.push_str(before);
            // Both forms of a number are prose.
            prose.push_str(gap.split_once(':').map_or("N", |(_, forms)| forms));
            rest = after;
        }
        prose + rest
    }

    #[test]
    fn texts_keep_the_typography_and_the_glossary() {
        for language in Language::ALL {
            for (key, text) in &tables()[language as usize] {
                // The French text of one button is in English, and the other way round.
                if *key != "ui.switch-language" {
                    let faults = style::faults(language, &prose(text));
                    assert!(
                        faults.is_empty(),
                        "{key} {language:?}: {faults:?} in {text}"
                    );
                }
            }
        }
    }

    /// The topics of games in development have their feature.
    #[cfg(feature = "development")]
    #[test]
    fn every_file_is_a_topic_once() {
        for language in Language::ALL {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("text")
                .join(language.code());
            let names = std::fs::read_dir(folder).unwrap().map(|entry| {
                let name = entry.unwrap().file_name().into_string().unwrap();
                name.strip_suffix(".txt").unwrap().to_owned()
            });
            let mut names: Vec<_> = names.collect();
            names.sort_unstable();
            assert_eq!(topics().collect::<Vec<_>>(), names, "{language:?}");
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
