//! The games to try.

use std::sync::OnceLock;

use tablier_rules::catalog;

/// Every game with every number of players, teams and rule variant among its options.
pub fn all() -> &'static [String] {
    static ALL: OnceLock<Vec<String>> = OnceLock::new();
    ALL.get_or_init(catalog::variants)
}

/// The games whose actions are listed and played fastest, for two, three and four, with partners
/// and alone: they allow many histories.
pub const CHEAP: &[&str] = &[
    "alignement",
    "d21",
    "porte",
    "porte:players=3",
    "porte:players=4",
    "porte:players=4,teams=true",
    "solitaire",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_games_are_there_and_the_cheap_ones_exist() {
        let all = all();
        for game in catalog::GAMES {
            assert!(
                all.iter()
                    .any(|spec| spec.split(':').next() == Some(game.id))
            );
        }
        for cheap in CHEAP {
            assert!(catalog::open(cheap).is_ok(), "{cheap}");
        }
    }
}
