//! Why a command was refused.

use std::fmt;

use tablier_rules::{Refusal, SpecError, Table};
use tablier_words::Language;

/// A refusal: one or more lines for standard error.
#[derive(Debug)]
pub(crate) struct Failure(String);

/// How many legal actions are listed when one is refused.
const NAMED: usize = 10;

impl Failure {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Standard input cannot be read.
    pub(crate) fn input(error: std::io::Error) -> Self {
        Self(format!("cannot read standard input: {error}"))
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
        Self(format!(
            "'{}' at ply {} is refused ({}): {}\n{rest}",
            action.escape_debug(),
            table.ply(),
            refusal.rule,
            lang.say(&refusal.why),
        ))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self(error.to_string())
    }
}
