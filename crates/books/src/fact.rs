//! What was measured in games of the engine against itself.
//!
//! One line for each variant, as `tablier stats SPEC --line` prints it:
//! `spec | player | opening | seed | games | length | shortest | longest | choices | first | error | draws`.

use tablier_rules::scene::Message;
use tablier_words::Language;

use crate::book::{Block, Section, Span, spans};

/// A game that reaches this number of moves is drawn (C8), so measured lengths end here.
const LIMIT: u32 = 1000;

/// The measurements of a game with its options.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// The game with its options.
    pub spec: String,
    /// The engine's setting for every player, like `nodes=10000`.
    pub player: String,
    /// The number of random moves at the start of every game.
    pub opening: u32,
    /// The seed.
    pub seed: u64,
    /// The number of games played.
    pub games: u32,
    /// The average length of a game, in moves.
    pub length: u32,
    /// The length of the shortest game.
    pub shortest: u32,
    /// The length of the longest game.
    pub longest: u32,
    /// The average number of legal moves.
    pub choices: f32,
    /// The first player's score in percent, draws counting half; in a game for one, the average number
    /// of pieces left.
    pub first: f32,
    /// 1.96 standard errors of that score, in percent.
    pub error: f32,
    /// The share of drawn games in percent.
    pub draws: f32,
}

impl Fact {
    /// The game without its options.
    pub fn game(&self) -> &str {
        self.spec.split(':').next().unwrap_or_default()
    }

    /// Whether it is a game for one player.
    pub fn is_alone(&self) -> bool {
        tablier_rules::catalog::open(&self.spec).is_ok_and(|table| table.seating().sides.len() == 1)
    }

    /// How many positions the engine searched for every move.
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

/// The lines of a file; those that begin with # are skipped.
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

/// The measurements of a game, as a section of its rulebook; none if there are none.
pub(crate) fn section(facts: &[Fact], language: Language) -> Option<Section> {
    let first = facts.first()?;
    let say = |message: &Message| spans(&language.say(message));
    let how = if first.is_alone() {
        "book-page.measured-alone"
    } else {
        "book-page.measured-how"
    };
    let mut blocks = vec![paragraph(say(&Message::new(how)
        .number("games", first.games)
        .text("nodes", grouped(first.nodes().unwrap_or(0), language))
        .number("opening", first.opening)))];
    for fact in facts {
        if let Some((_, options)) = fact.spec.split_once(':') {
            blocks.push(paragraph(say(&Message::new("book-page.measured-variant")
                .text("variant", labels(options, language)))));
        }
        blocks.extend(fact.entries(language));
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

impl Fact {
    /// What it means to a player: how long, how many choices, who has the edge, how often it is a
    /// draw.
    fn entries(&self, language: Language) -> Vec<Block> {
        let say = |message: Message| entry(spans(&language.say(&message)));
        let mut entries = vec![
            say(Message::new("book-page.measured-length")
                .number("length", self.length)
                .number("shortest", self.shortest)
                .text("longest", grouped(self.longest.into(), language))),
            say(Message::new("book-page.measured-choices")
                .text("choices", decimal(self.choices, 0, language))),
        ];
        if self.longest >= LIMIT {
            let limit = grouped(LIMIT.into(), language);
            entries.insert(
                1,
                say(Message::new("book-page.measured-cut").text("limit", limit)),
            );
        }
        if self.is_alone() {
            let left = decimal(self.first, 1, language);
            entries.push(say(
                Message::new("book-page.measured-left").text("first", left)
            ));
            return entries;
        }
        let balance = if self.first - self.error > 50.0 {
            "book-page.measured-first"
        } else if self.first + self.error < 50.0 {
            "book-page.measured-second"
        } else {
            "book-page.measured-even"
        };
        entries.push(say(Message::new(balance)
            .text("first", decimal(self.first, 0, language))
            .text("error", decimal(self.error, 0, language))));
        entries.push(say(match (self.draws / 10.0).round() as u32 {
            _ if self.draws == 0.0 => Message::new("book-page.measured-no-draws"),
            0 => Message::new("book-page.measured-few-draws"),
            10 => Message::new("book-page.measured-all-draws"),
            tenths => Message::new("book-page.measured-draws").number("tenths", tenths),
        }));
        entries
    }
}

/// Options as the screen names them: `players=3,teams=false` is “Players: 3, Teams: every player for
/// themselves”.
pub(crate) fn labels(options: &str, language: Language) -> String {
    let label = |option: &str| {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let named = language.text(&format!("ui.option-{name}")).unwrap_or(name);
        let valued = language.text(&format!("ui.value-{name}-{value}"));
        language.say(
            &Message::new("book-page.measured-option")
                .text("name", named)
                .text("value", valued.unwrap_or(value)),
        )
    };
    let labels: Vec<String> = options.split(',').map(label).collect();
    labels.join(", ")
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

/// A number in the language's notation.
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
