//! What the engine knows of each game. To add one: a file here, and a line in [`with_mind!`].

pub(crate) mod alignement;
mod blocus;
mod breakthrough;
mod cubulus;
mod d21;
mod empire;
mod eupdonne;
mod monstrodechecs;
mod porte;
mod saute;
mod solitaire;

/// Runs the same generic code for whatever game a [`tablier_rules::Spec`] names, without dynamic
/// dispatch, like `tablier_rules::with_game!`; the game is a [`crate::Mind`].
#[macro_export]
macro_rules! with_mind {
    ($spec:expr, |$game:ident| $body:expr) => {{
        let spec: &$crate::rules::Spec = $spec;
        macro_rules! run {
            ($type:ty) => {
                <$type as $crate::rules::Game>::from_spec(spec).map(|$game| $body)
            };
        }
        match spec.id() {
            "alignement" => run!($crate::rules::blockade::alignement::Alignement),
            "blocus" => run!($crate::rules::blockade::blocus::Blocus),
            "cubulus" | "die-check" => run!($crate::rules::cubulus::Cubulus),
            "d21" => run!($crate::rules::d21::D21),
            "empire" => run!($crate::rules::blockade::empire::Empire),
            "eupdonne" => run!($crate::rules::eupdonne::Eupdonne),
            "monstrodechecs" => run!($crate::rules::monstrodechecs::Monstrodechecs),
            "porte" => run!($crate::rules::blockade::porte::Porte),
            "saute" => run!($crate::rules::blockade::saute::Saute),
            "solitaire" => run!($crate::rules::blockade::solitaire::Solitaire),
            other => Err($crate::rules::SpecError::UnknownGame(other.to_owned())),
        }
    }};
}
