//! What was measured in games of the engine against itself.
//!
//! One line for each variant, as `tablier stats SPEC --line` prints it:
//! `spec | player | opening | seed | games | length | shortest | longest | choices | first | error | draws`.

use tablier_rules::scene::Message;
use tablier_words::Language;

use crate::book::{Block, Section, Span, spans};

/// What was measured of a game with its options.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// The game with its options.
    pub spec: String,
    /// The setting of the engine in every seat, as `nodes=10000`.
    pub player: String,
    /// Every game began with so many random actions.
    pub opening: u32,
    /// Where randomness began.
    pub seed: u64,
    /// So many games were played.
    pub games: u32,
    /// So many actions a game had on average,
    pub length: u32,
    /// and at least,
    pub shortest: u32,
    /// and at most.
    pub longest: u32,
    /// So many actions a player could choose from on average.
    pub choices: f32,
    /// The first seat's score in percent, draws counting half; with one seat, the pieces left on
    /// average.
    pub first: f32,
    /// 1.96 standard errors of it, in percent.
    pub error: f32,
    /// So many games in a hundred were drawn.
    pub draws: f32,
}

impl Fact {
    /// The game without its options.
    pub fn game(&self) -> &str {
        self.spec.split(':').next().unwrap_or_default()
    }

    /// Whether one plays it alone.
    pub fn is_alone(&self) -> bool {
        tablier_rules::catalog::open(&self.spec).is_ok_and(|table| table.seating().sides.len() == 1)
    }

    /// How many positions the engine looked at for every action.
    pub fn nodes(&self) -> Option<u64> {
        self.player.strip_prefix("nodes=")?.parse().ok()
    }

    /// The command that measured it.
    pub fn command(&self) -> String {
        format!(
            "tablier stats {} --player {} --games {} --opening {} --seed {} --hash 4",
            self.spec, self.player, self.games, self.opening, self.seed
        )
    }
}

/// The lines of a file; those that begin with # say nothing.
pub fn read(text: &str) -> Vec<Fact> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(line)
        .collect()
}

fn line(line: &str) -> Option<Fact> {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let [
        spec,
        player,
        opening,
        seed,
        games,
        length,
        shortest,
        longest,
        choices,
        first,
        error,
        draws,
    ] = parts[..]
    else {
        return None;
    };
    Some(Fact {
        spec: spec.to_owned(),
        player: player.to_owned(),
        opening: opening.parse().ok()?,
        seed: seed.parse().ok()?,
        games: games.parse().ok()?,
        length: length.parse().ok()?,
        shortest: shortest.parse().ok()?,
        longest: longest.parse().ok()?,
        choices: choices.parse().ok()?,
        first: first.parse().ok()?,
        error: error.parse().ok()?,
        draws: draws.parse().ok()?,
    })
}

/// What was measured of a game, as a section of its rulebook; none if nothing was.
pub(crate) fn section(facts: &[Fact], language: Language) -> Option<Section> {
    let first = facts.first()?;
    let say = |message: &Message| spans(&language.say(message));
    let whole = |number: f32| decimal(number, 0, language);
    let mut blocks = vec![paragraph(say(&Message::new("book-page.measured-how")
        .number("games", first.games)
        .text("nodes", grouped(first.nodes().unwrap_or(0), language))
        .number("opening", first.opening)))];
    for fact in facts {
        if let Some((_, variant)) = fact.spec.split_once(':') {
            let variant = format!("`{variant}`");
            blocks.push(paragraph(say(
                &Message::new("book-page.measured-variant").text("variant", variant)
            )));
        }
        blocks.push(entry(say(&Message::new("book-page.measured-length")
            .number("length", fact.length)
            .number("shortest", fact.shortest)
            .number("longest", fact.longest))));
        blocks.push(entry(say(&Message::new("book-page.measured-choices")
            .text("choices", decimal(fact.choices, 1, language)))));
        blocks.push(entry(if fact.is_alone() {
            say(&Message::new("book-page.measured-left")
                .text("first", decimal(fact.first, 1, language)))
        } else {
            say(&Message::new("book-page.measured-first")
                .text("first", whole(fact.first))
                .text("error", whole(fact.error))
                .text("draws", whole(fact.draws)))
        }));
    }
    let mut command = say(&Message::new("book-page.measured-command"));
    command.push(Span::Plain(" ".to_owned()));
    command.push(Span::Code(first.command()));
    blocks.push(paragraph(command));
    Some(Section {
        id: "measured".to_owned(),
        title: language.word("book-page.measured").to_owned(),
        blocks,
    })
}

fn paragraph(text: Vec<Span>) -> Block {
    Block::Paragraph {
        rules: Vec::new(),
        text,
    }
}

fn entry(text: Vec<Span>) -> Block {
    Block::Entry {
        rules: Vec::new(),
        text,
    }
}

/// A number as the language writes it.
fn decimal(number: f32, places: usize, language: Language) -> String {
    let text = format!("{number:.places$}");
    match language {
        Language::English => text,
        Language::French => text.replace('.', ","),
    }
}

/// A whole number, in groups of three digits.
fn grouped(number: u64, language: Language) -> String {
    let digits = number.to_string();
    let gap = match language {
        Language::English => ',',
        Language::French => '\u{a0}',
    };
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(gap);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_each_language_does() {
        assert_eq!(grouped(1_234_567, Language::English), "1,234,567");
        assert_eq!(grouped(10_000, Language::French), "10\u{a0}000");
        assert_eq!(grouped(12, Language::French), "12");
        assert_eq!(decimal(3.25, 1, Language::French), "3,2");
        assert_eq!(decimal(3.5, 1, Language::English), "3.5");
    }
}
