//! Diagrams that can be played forward and back, and the small file format that lessons and
//! diagrams share: `[name]`, then lines `key value`.

use std::collections::BTreeMap;

use tablier_rules::{Table, catalog};
use tablier_words::Language;

/// A position and what is played from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Its name.
    pub name: String,
    /// The game with its options.
    pub spec: String,
    /// The position set up by hand, if it is not the usual start.
    pub start: Option<String>,
    /// Actions played before the diagram begins.
    pub before: Vec<String>,
    /// The actions that can be played through.
    pub actions: Vec<String>,
}

impl Diagram {
    /// The table where the diagram begins, or what is wrong with it.
    pub fn open(&self) -> Result<Box<dyn Table>, String> {
        let mut table = catalog::open(&self.spec).map_err(|error| error.to_string())?;
        if let Some(start) = &self.start {
            table
                .set_position(start)
                .map_err(|refusal| format!("{start}: {refusal:?}"))?;
        }
        for action in &self.before {
            table
                .play(action)
                .map_err(|refusal| format!("{action}: {refusal:?}"))?;
        }
        Ok(table)
    }
}

/// A diagram that shows a kind of move to somebody who sees the game for the first time, with a
/// sentence in each language: keys `en.first` and `fr.first`. The move is the last of its actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// The diagram.
    pub diagram: Diagram,
    texts: Keys,
}

impl FirstMove {
    /// What one does, in a sentence.
    pub fn text(&self, language: Language) -> String {
        first(&self.texts, &format!("{}.first", language.code()))
    }
}

/// The diagrams of a file for somebody who sees the game for the first time.
pub fn first_moves(text: &str) -> Vec<FirstMove> {
    let entries = entries(text).into_iter().zip(read(text));
    entries
        .filter(|((_, keys), _)| keys.contains_key("en.first"))
        .map(|((_, texts), diagram)| FirstMove { diagram, texts })
        .collect()
}

/// The diagrams of a file: keys `game`, `start`, `before`, `actions`.
pub fn read(text: &str) -> Vec<Diagram> {
    entries(text)
        .into_iter()
        .map(|(name, keys)| Diagram {
            name,
            spec: first(&keys, "game"),
            start: keys.get("start").map(|values| values.join(" ")),
            before: words(&keys, "before"),
            actions: words(&keys, "actions"),
        })
        .collect()
}

/// For each key its lines.
pub(crate) type Keys = BTreeMap<String, Vec<String>>;

/// The entries of a file, each with its keys; lines that begin with # are skipped.
pub(crate) fn entries(text: &str) -> Vec<(String, Keys)> {
    let mut all: Vec<(String, Keys)> = Vec::new();
    for line in text
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'))
    {
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            all.push((name.to_owned(), Keys::new()));
        } else if let (Some((key, value)), Some((_, keys))) = (line.split_once(' '), all.last_mut())
        {
            keys.entry(key.to_owned())
                .or_default()
                .push(value.trim().to_owned());
        }
    }
    all
}

pub(crate) fn first(keys: &Keys, key: &str) -> String {
    keys.get(key)
        .and_then(|values| values.first())
        .cloned()
        .unwrap_or_default()
}

pub(crate) fn words(keys: &Keys, key: &str) -> Vec<String> {
    keys.get(key)
        .into_iter()
        .flatten()
        .flat_map(|value| value.split_whitespace())
        .map(str::to_owned)
        .collect()
}
