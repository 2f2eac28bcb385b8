use crate::{Arranging, Notation, OptionInfo, Refusing, Rules, Spec, SpecError, Staging};

/// A game's entry in the catalog.
#[derive(Debug)]
#[non_exhaustive]
pub struct GameInfo {
    /// Its id: lower case with hyphens, never reused.
    pub id: &'static str,
    /// Its name as its rulebook spells it.
    pub title: &'static str,
    /// What kind of game it is.
    pub kind: Kind,
    /// How long a game takes, in minutes.
    pub minutes: (u8, u8),
    /// The revision of its rules: a change that could replay an old game differently raises it.
    pub revision: u32,
    /// Its options in the order in which they are listed.
    pub options: &'static [OptionInfo],
    /// What omitted options meant in earlier revisions, where that has changed.
    pub former_defaults: &'static [FormerDefault],
}

/// What an omitted option meant up to some revision of the rules: games of that time are replayed
/// with it ([`Spec::as_of`]).
#[derive(Debug)]
#[non_exhaustive]
pub struct FormerDefault {
    /// The last revision for which it holds.
    pub until: u32,
    /// The name of the option.
    pub option: &'static str,
    /// Its value then.
    pub value: &'static str,
}

/// What kind of game it is, for the shelf.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Capture or trap a piece.
    Hunt,
    /// Eliminate the others.
    Battle,
    /// Make a line or a set.
    Pattern,
    /// Connect or break through.
    Connection,
    /// Arrive first.
    Race,
    /// For one player.
    Puzzle,
}

/// A whole game: rules, text, refusals, pictures and arranging, made from options.
pub trait Game: Rules + Notation + Refusing + Staging + Arranging {
    /// The catalog entry for this id (one type may serve several ids).
    fn info(id: &str) -> &'static GameInfo;

    /// The game with these options.
    fn from_spec(spec: &Spec) -> Result<Self, SpecError>;
}
