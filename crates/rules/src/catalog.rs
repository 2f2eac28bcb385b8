//! The games: one list, from which all others are made.

use crate::{GameInfo, Match, Spec, SpecError, Table, Values, table::Seated};

/// The collection, sorted by id, for macros: `games!(list)` is
/// `list! { "alignement": blockade::alignement, Alignement, INFO; … }`, a line for each id with the
/// game's module in this crate, its type and its catalog entry. With `games!(list, tokens)` the tokens
/// come before the first line.
///
/// ```
/// macro_rules! ids {
///     ($($id:literal: $($module:ident)::+, $type:ident, $info:ident;)+) => { [$($id),+] };
/// }
/// assert!(tablier_rules::games!(ids).contains(&"cubulus"));
/// ```
#[macro_export]
macro_rules! games {
    ($($list:tt)::+ $(, $($given:tt)*)?) => {
        $($list)::+! {
            $($($given)*)?
            "alignement": blockade::alignement, Alignement, INFO;
            "blocus": blockade::blocus, Blocus, INFO;
            "cubulus": cubulus, Cubulus, CUBULUS;
            "d21": d21, D21, INFO;
            "die-check": cubulus, Cubulus, DIE_CHECK;
            "empire": blockade::empire, Empire, INFO;
            "eupdonne": eupdonne, Eupdonne, INFO;
            "monstrodechecs": monstrodechecs, Monstrodechecs, INFO;
            "porte": blockade::porte, Porte, INFO;
            "saute": blockade::saute, Saute, INFO;
            "solitaire": blockade::solitaire, Solitaire, INFO;
        }
    };
}

/// The same list with the games in development after it, if the feature `development` is on: what can be
/// played. They need neither rulebook, lesson nor puzzles yet.
#[cfg(not(feature = "development"))]
#[macro_export]
macro_rules! playable_games {
    ($($list:tt)+) => { $crate::games!($($list)+) };
}

/// The same list with the games in development after it: what can be played. They need neither
/// rulebook, lesson nor puzzles yet.
#[cfg(feature = "development")]
#[macro_export]
macro_rules! playable_games {
    // Once the list of games is there.
    (@list [$($list:tt)::+] [$($given:tt)*] $($games:tt)+) => {
        $($list)::+! {
            $($given)*
            $($games)+
            "breakthrough": breakthrough, Breakthrough, INFO;
        }
    };
    ($($list:tt)::+ $(, $($given:tt)*)?) => {
        $crate::games!($crate::playable_games, @list [$($list)::+] [$($($given)*)?])
    };
}

macro_rules! infos {
    ($($id:literal: $($module:ident)::+, $type:ident, $info:ident;)+) => {
        &[$(&crate::$($module)::+::$info),+]
    };
}

/// All games that can be played: the [`COLLECTION`], and with the feature `development` those in
/// development after it.
pub static GAMES: &[&GameInfo] = playable_games!(infos);

/// The games of the collection, sorted by id. Each has its rulebook, lesson and puzzles.
pub static COLLECTION: &[&GameInfo] = games!(infos);

/// The catalog entry of a game.
pub fn info(id: &str) -> Option<&'static GameInfo> {
    GAMES.iter().copied().find(|game| game.id == id)
}

/// Runs the same generic code for the game that a [`Spec`] names, without dynamic dispatch:
/// `with_game!(&spec, |game| code)` is a `Result` of the code's value. The code is compiled once for each
/// game, so it may use any trait that all of them implement, here or in another crate.
#[macro_export]
macro_rules! with_game {
    ($spec:expr, |$game:ident| $body:expr) => {
        $crate::playable_games!($crate::with_game, $spec, |$game| $body;)
    };
    // The same once the list of games is there.
    (
        $spec:expr, |$game:ident| $body:expr;
        $($id:literal: $($module:ident)::+, $type:ident, $info:ident;)+
    ) => {{
        let spec: &$crate::Spec = $spec;
        match spec.id() {
            $($id => {
                <$crate::$($module)::+::$type as $crate::Game>::from_spec(spec).map(|$game| $body)
            })+
            other => Err($crate::SpecError::UnknownGame(other.to_owned())),
        }
    }};
}

/// Sets up a table for a game given as text (C7).
pub fn open(text: &str) -> Result<Box<dyn Table>, SpecError> {
    let spec = Spec::parse(text)?;
    with_game!(&spec, |game| {
        Box::new(Seated::new(spec.clone(), Match::new(game))) as Box<dyn Table>
    })
}

/// Every game with every compatible combination of the options that have fixed values; seeds and
/// set-ups keep their defaults.
pub fn variants() -> Vec<String> {
    let mut specs = Vec::new();
    for game in GAMES {
        let mut lists = vec![game.id.to_owned()];
        for option in game.options {
            if let Values::OneOf(values) = option.values {
                let with = |list: &String| {
                    let sign = if list.contains(':') { ',' } else { ':' };
                    let list = format!("{list}{sign}{}=", option.name);
                    values.iter().map(move |value| format!("{list}{value}"))
                };
                lists = lists.iter().flat_map(with).collect();
            }
        }
        specs.extend(lists.into_iter().filter(|spec| open(spec).is_ok()));
    }
    specs
}
