//! A game and actions as given on the command line.

use std::io::Read;

use tablier_rules::{Table, catalog};
use tablier_words::Language;

use crate::failure::Failure;

/// `GAME`.
#[derive(clap::Args)]
pub(crate) struct Game {
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    /// Start from this position, written as `tablier show` prints it, instead of the usual one
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
}

/// `[MOVES…]`: some begin with a hyphen, and no option is called like one.
#[derive(clap::Args)]
pub(crate) struct Actions {
    /// Moves to play first; `-` reads them from standard input
    #[arg(value_name = "MOVES", allow_hyphen_values = true)]
    given: Vec<String>,
}

/// `GAME [MOVES…]`.
#[derive(clap::Args)]
pub(crate) struct Played {
    #[command(flatten)]
    pub(crate) game: Game,
    #[command(flatten)]
    pub(crate) actions: Actions,
}

impl Played {
    /// The table after all actions.
    pub(crate) fn table(self, lang: Language) -> Result<Box<dyn Table>, Failure> {
        let mut table = self.game.open(lang)?;
        self.actions.play(&mut *table, lang)?;
        Ok(table)
    }
}

impl Game {
    /// The table at its start.
    pub(crate) fn open(&self, lang: Language) -> Result<Box<dyn Table>, Failure> {
        let mut table = catalog::open(&self.spec)
            .map_err(|error| Failure::new(Failure::from(error).text(lang)))?;
        if let Some(position) = &self.from {
            table.set_position(position).map_err(|refusal| {
                Failure::new(format!(
                    "the position is refused ({}): {}",
                    refusal.rule,
                    lang.say(&refusal.why)
                ))
            })?;
        }
        Ok(table)
    }
}

impl Actions {
    /// The actions one by one, with those from standard input in place of `-`.
    pub(crate) fn words(self) -> Result<Vec<String>, Failure> {
        let mut words = Vec::new();
        for word in self.given {
            if word.starts_with("--") {
                let why = format!("there is no option '{word}' here, and no move begins like one");
                return Err(Failure::new(why));
            }
            if word != "-" {
                words.push(word);
                continue;
            }
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(Failure::input)?;
            let text = String::from_utf8(bytes)
                .map_err(|_| Failure::new("standard input is not UTF-8"))?;
            words.extend(text.split_whitespace().map(str::to_owned));
        }
        Ok(words)
    }

    /// Plays them all.
    pub(crate) fn play(self, table: &mut dyn Table, lang: Language) -> Result<(), Failure> {
        for word in self.words()? {
            play(table, &word, lang)?;
        }
        Ok(())
    }
}

/// Plays one action.
pub(crate) fn play(table: &mut dyn Table, action: &str, lang: Language) -> Result<(), Failure> {
    match table.play(action) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(Failure::action(table, action, &refusal, lang)),
    }
}
