//! Settings for all commands: language and colour.

use std::io::IsTerminal;

use clap::ValueEnum;
use tablier_words::Language;

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Settings {
    /// Language of the sentences; by default that of the environment (LC_ALL, LC_MESSAGES, LANG)
    #[arg(long, global = true, value_name = "LANGUAGE")]
    lang: Option<Lang>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lang {
    En,
    Fr,
}

impl Settings {
    /// The language asked for, or that of the environment.
    pub(crate) fn language(&self) -> Language {
        self.asked().unwrap_or_else(|| {
            let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
                .into_iter()
                .filter_map(|name| std::env::var(name).ok())
                .find(|value| !value.is_empty());
            match set {
                Some(value) if value.starts_with("fr") => Language::French,
                _ => Language::English,
            }
        })
    }

    /// The language of messages that programs may read: English unless another was asked for.
    pub(crate) fn plain_language(&self) -> Language {
        self.asked().unwrap_or(Language::English)
    }

    fn asked(&self) -> Option<Language> {
        self.lang.map(|lang| match lang {
            Lang::En => Language::English,
            Lang::Fr => Language::French,
        })
    }

    /// Colour only on a terminal, and not where `NO_COLOR` is set.
    pub(crate) fn colour(&self) -> bool {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        std::io::stdout().is_terminal() && !refused && !dumb
    }
}
