//! Why a command was refused.

use tablier_rules::scene::Message;
use tablier_rules::{Refusal, SpecError, Table, catalog};
use tablier_words::Language;

/// A refusal: one or more lines for standard error.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The lines themselves.
    Text(String),
    /// What was given names no game (C7).
    Spec(SpecError),
}

/// How many legal actions are listed when one is refused.
const NAMED: usize = 10;

impl Failure {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Standard input cannot be read.
    pub(crate) fn input(error: std::io::Error) -> Self {
        Self::Text(format!("cannot read standard input: {error}"))
    }

    /// An action that `table` refuses: which one, at which ply, why, and what would be legal.
    pub(crate) fn action(
        table: &dyn Table,
        action: &str,
        refusal: &Refusal,
        lang: Language,
    ) -> Self {
        let mut legal = table.legal();
        legal.sort();
        let named = legal[..legal.len().min(NAMED)].join(" ");
        let rest = match legal.len() {
            0 => "no action is legal: the game is over".to_owned(),
            all if all > NAMED => format!("legal: {named} … ({all} in all)"),
            _ => format!("legal: {named}"),
        };
        Self::Text(format!(
            "'{}' at ply {} is refused ({}): {}\n{rest}",
            action.escape_debug(),
            table.ply(),
            refusal.rule,
            lang.say(&refusal.why),
        ))
    }

    /// What is written, in a language.
    pub(crate) fn text(self, lang: Language) -> String {
        match self {
            Self::Text(text) => text,
            Self::Spec(error) => spec_text(&error, lang),
        }
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
    }
}

/// Why a text names no game, and what would be possible. In English that is what the error itself
/// tells.
fn spec_text(error: &SpecError, lang: Language) -> String {
    if lang == Language::English {
        return error.to_string();
    }
    let why = lang.say(&error.message());
    let possible = match error {
        SpecError::UnknownGame(_) => {
            let ids: Vec<&str> = catalog::GAMES.iter().map(|game| game.id).collect();
            Message::new("cli.games-are").text("list", ids.join(" "))
        }
        SpecError::UnknownOption { game, .. } if game.options.is_empty() => {
            Message::new("cli.no-options")
        }
        SpecError::UnknownOption { game, .. } => {
            let options: Vec<String> = game.options.iter().map(ToString::to_string).collect();
            Message::new("cli.options-are").text("list", options.join(" "))
        }
        SpecError::UnknownValue { option, .. } => {
            Message::new("cli.options-are").text("list", option)
        }
        SpecError::Clash(_, _, right) => Message::new("cli.right-is").text("list", right),
        _ => return why,
    };
    format!("{why} {}", lang.say(&possible))
}

#[cfg(test)]
mod tests {
    use tablier_rules::Spec;

    use super::*;

    #[test]
    fn what_names_no_game_is_told_in_the_language_asked_for() {
        for (spec, english, french, possible) in [
            ("ludo", "no game is called", "Aucun jeu", "cubulus"),
            (
                "cubulus:level=9",
                "is no value",
                "pas possible",
                "level=1|2",
            ),
            (
                "cubulus:size=9",
                "has no option",
                "pas d’option",
                "level=1|2",
            ),
            ("alignement:x=1", "none at all", "pas d’option", "aucune"),
            ("cubulus:level", "name=value", "pas une option", "players=4"),
            ("cubulus:", "is missing", "manque une option", "players=4"),
            (
                "empire:teams=true",
                "does not fit",
                "équipes",
                "players=4,teams=true",
            ),
        ] {
            let told = |lang| {
                let error = tablier_rules::catalog::open(spec).err();
                Failure::from(error.expect(spec)).text(lang)
            };
            assert!(told(Language::English).contains(english), "{spec}");
            let said = told(Language::French);
            assert!(said.contains(french) && said.contains(possible), "{said}");
            assert!(!said.contains('{'), "{said}");
        }
        assert!(Spec::parse("cubulus:level=2").is_ok());
    }
}
