use std::fmt;

use crate::scene::Message;
use crate::{GameInfo, catalog};

/// An option of a game.
#[derive(Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// Its possible values.
    pub values: Values,
}

/// The possible values of an option.
#[derive(Debug)]
pub enum Values {
    /// One of these; the first is the default.
    OneOf(&'static [&'static str]),
    /// A whole number from 0 to 2⁶⁴ − 1; the default is 0.
    Number,
    /// Digits from 1 to 6; how many, and the default, depend on the other options.
    Digits,
}

/// A game with its options (C7): `cubulus:level=2`. Names and values are known to be right; whether
/// they fit together is for the game to decide.
#[derive(Clone, Debug)]
pub struct Spec {
    info: &'static GameInfo,
    given: Vec<(&'static str, String)>,
}

/// Why a text does not name a game (C7).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SpecError {
    /// No game has this id.
    UnknownGame(String),
    /// The list of options is empty, or has an empty entry.
    EmptyOptions(String),
    /// This entry is not of the form `name=value`.
    NotAnOption(String),
    /// The game has no option of this name.
    UnknownOption {
        /// The game.
        game: &'static GameInfo,
        /// What was given.
        name: String,
    },
    /// The option has no such value.
    UnknownValue {
        /// The option.
        option: &'static OptionInfo,
        /// What was given.
        value: String,
    },
    /// The option is given twice.
    Twice(&'static str),
    /// These options do not fit together: the key of the sentence that says so, what was given, and
    /// what would be right.
    Clash(&'static str, &'static str, &'static str),
}

impl PartialEq for GameInfo {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for GameInfo {}

impl PartialEq for OptionInfo {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for OptionInfo {}

impl Spec {
    /// Reads a game with its options and checks names and values against the catalog.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let id = text.split(':').next().unwrap_or_default();
        let info = catalog::info(id).ok_or_else(|| SpecError::UnknownGame(id.to_owned()))?;
        Self::parse_for(info, text)
    }

    /// Reads the options for a game that need not be in the catalog; `text` begins with any id.
    pub fn parse_for(info: &'static GameInfo, text: &str) -> Result<Self, SpecError> {
        let mut given = Vec::new();
        if let Some((_, list)) = text.split_once(':') {
            for entry in list.split(',') {
                if entry.is_empty() {
                    return Err(SpecError::EmptyOptions(text.to_owned()));
                }
                let (name, value) = entry
                    .split_once('=')
                    .ok_or_else(|| SpecError::NotAnOption(entry.to_owned()))?;
                let option = info
                    .options
                    .iter()
                    .find(|o| o.name == name)
                    .ok_or_else(|| SpecError::UnknownOption {
                        game: info,
                        name: name.to_owned(),
                    })?;
                if !option.values.allow(value) {
                    return Err(SpecError::UnknownValue {
                        option,
                        value: value.to_owned(),
                    });
                }
                if given.iter().any(|&(known, _)| known == option.name) {
                    return Err(SpecError::Twice(option.name));
                }
                given.push((option.name, value.to_owned()));
            }
        }
        Ok(Self { info, given })
    }

    /// The same text as an earlier revision of the rules meant it: omitted options have the
    /// defaults of that time.
    pub fn as_of(mut self, revision: u32) -> Self {
        for former in self.info.former_defaults {
            if revision <= former.until && self.given(former.option).is_none() {
                self.given.push((former.option, former.value.to_owned()));
            }
        }
        self
    }

    /// The game's entry in the catalog.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The id of the game.
    pub fn id(&self) -> &'static str {
        self.info.id
    }

    /// The value given for an option, if one was.
    pub fn given(&self, name: &str) -> Option<&str> {
        self.given
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.as_str())
    }

    /// The value of an option: as given, or its default (empty if that is not fixed).
    pub fn get(&self, name: &str) -> &str {
        self.given(name).unwrap_or_else(|| {
            match self
                .info
                .options
                .iter()
                .find(|o| o.name == name)
                .map(|o| &o.values)
            {
                Some(Values::OneOf(values)) => values[0],
                Some(Values::Number) => "0",
                _ => "",
            }
        })
    }

    /// The value of an option as a number; 0 if it is not one.
    pub fn number(&self, name: &str) -> u64 {
        self.get(name).parse().unwrap_or(0)
    }

    /// Whether an option is `true`.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == "true"
    }

    /// `players` and `teams`, which several games have: teams are for four (C7).
    pub fn players_and_teams(&self) -> Result<(u8, bool), SpecError> {
        let players = self.number("players") as u8;
        let teams = self.flag("teams");
        if teams && players != 4 {
            return Err(SpecError::TEAMS_OF_FOUR);
        }
        Ok((players, teams))
    }
}

/// The id and the options that differ from their defaults, in the order of the catalog.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.id)?;
        let mut sign = ':';
        for option in self.info.options {
            let Some(value) = self.given(option.name) else {
                continue;
            };
            let is_default = match &option.values {
                Values::OneOf(values) => values[0] == value,
                Values::Number => value.parse() == Ok(0u64),
                Values::Digits => false,
            };
            if !is_default {
                write!(f, "{sign}{}={value}", option.name)?;
                sign = ',';
            }
        }
        Ok(())
    }
}

impl Values {
    fn allow(&self, value: &str) -> bool {
        match self {
            Values::OneOf(values) => values.contains(&value),
            Values::Number => {
                value.bytes().all(|b| b.is_ascii_digit()) && value.parse::<u64>().is_ok()
            }
            Values::Digits => {
                !value.is_empty() && value.bytes().all(|b| (b'1'..=b'6').contains(&b))
            }
        }
    }
}

/// As `tablier games` lists it: `level=1|2`, `seed=<number>`.
impl fmt::Display for OptionInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.name)?;
        match self.values {
            Values::OneOf(values) => f.write_str(&values.join("|")),
            Values::Number => f.write_str("<number>"),
            Values::Digits => f.write_str("<digits>"),
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::UnknownGame(id) => {
                write!(f, "no game is called '{id}'; the games are:")?;
                catalog::GAMES
                    .iter()
                    .try_for_each(|game| write!(f, " {}", game.id))
            }
            SpecError::EmptyOptions(text) => write!(
                f,
                "an option is missing in '{text}'; write options as id:name=value,name=value, or the id alone"
            ),
            SpecError::NotAnOption(entry) => {
                write!(f, "'{entry}' is not of the form name=value")
            }
            SpecError::UnknownOption { game, name } if game.options.is_empty() => {
                write!(f, "{} has no option '{name}': it has none at all", game.id)
            }
            SpecError::UnknownOption { game, name } => {
                write!(f, "{} has no option '{name}'; its options are:", game.id)?;
                game.options
                    .iter()
                    .try_for_each(|option| write!(f, " {option}"))
            }
            SpecError::UnknownValue { option, value } => {
                write!(
                    f,
                    "'{value}' is no value for {}; it takes {option}",
                    option.name
                )
            }
            SpecError::Twice(name) => write!(f, "the option {name} is given twice"),
            SpecError::Clash(_, given, right) => {
                write!(f, "{given} does not fit; what would be right: {right}")
            }
        }
    }
}

impl std::error::Error for SpecError {}

impl SpecError {
    /// Teams are for four players (C7).
    pub const TEAMS_OF_FOUR: Self =
        Self::Clash("rules.clash-teams", "teams=true", "players=4,teams=true");

    /// The error as a message for people, in their language.
    pub fn message(&self) -> Message {
        match self {
            SpecError::UnknownGame(id) => Message::new("rules.unknown-game").text("id", id),
            SpecError::EmptyOptions(text) => Message::new("rules.empty-options")
                .text("text", text)
                .text("form", "empire:players=4,teams=true"),
            SpecError::NotAnOption(entry) => {
                Message::new("rules.not-an-option").text("entry", entry)
            }
            SpecError::UnknownOption { game, name } => Message::new("rules.unknown-option")
                .text("game", game.title)
                .text("name", name),
            SpecError::UnknownValue { option, value } => match option.values {
                Values::OneOf(values) => Message::new("rules.unknown-value")
                    .text("value", value)
                    .text("values", values.join(", ")),
                Values::Number => Message::new("rules.not-a-number").text("value", value),
                Values::Digits => Message::new("rules.not-digits").text("value", value),
            },
            SpecError::Twice(name) => Message::new("rules.option-twice").text("name", name),
            SpecError::Clash(key, ..) => Message::new(key),
        }
    }
}

#[cfg(test)]
mod tests;
