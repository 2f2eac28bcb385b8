//! The games, one line each.

use crate::{GameInfo, Match, Spec, SpecError, Table, table::Seated};

/// All games of the collection, sorted by id.
pub static GAMES: &[&GameInfo] = &[
    // One line each.
    &crate::blockade::alignement::INFO,
    &crate::blockade::blocus::INFO,
    &crate::cubulus::CUBULUS,
    &crate::d21::INFO,
    &crate::cubulus::DIE_CHECK,
    &crate::blockade::empire::INFO,
    &crate::eupdonne::INFO,
    &crate::monstrodechecs::INFO,
    &crate::blockade::porte::INFO,
    &crate::blockade::saute::INFO,
    &crate::blockade::solitaire::INFO,
];

/// What the catalog says of a game.
pub fn info(id: &str) -> Option<&'static GameInfo> {
    GAMES.iter().copied().find(|game| game.id == id)
}

/// Runs the same generic code for whatever game a [`Spec`] names, without dynamic dispatch:
/// `with_game!(&spec, |game| code)` is a `Result` of what the code gives.
#[macro_export]
macro_rules! with_game {
    ($spec:expr, |$game:ident| $body:expr) => {{
        let spec: &$crate::Spec = $spec;
        macro_rules! run {
            ($type:ty) => {
                <$type as $crate::Game>::from_spec(spec).map(|$game| $body)
            };
        }
        match spec.id() {
            "alignement" => run!($crate::blockade::alignement::Alignement),
            "blocus" => run!($crate::blockade::blocus::Blocus),
            "cubulus" | "die-check" => run!($crate::cubulus::Cubulus),
            "d21" => run!($crate::d21::D21),
            "empire" => run!($crate::blockade::empire::Empire),
            "eupdonne" => run!($crate::eupdonne::Eupdonne),
            "monstrodechecs" => run!($crate::monstrodechecs::Monstrodechecs),
            "porte" => run!($crate::blockade::porte::Porte),
            "saute" => run!($crate::blockade::saute::Saute),
            "solitaire" => run!($crate::blockade::solitaire::Solitaire),
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
