use tablier_rooms::{First, Place, Terms, TimeControl};
use tablier_rules::{Table, catalog};

use crate::Choices;

/// Terms for a game: some sensible, a few not.
///
/// # Panics
/// If there is no such game.
pub fn terms(choices: &mut impl Choices, spec: &str) -> Terms {
    let mut terms = Terms::for_game(spec).expect("a game of the catalog");
    for place in &mut terms.seats {
        if choices.once_in(5) {
            *place = Place::Machine(1 + choices.below(10) as u8);
        }
    }
    if choices.once_in(2) {
        terms.first = First::Chosen;
    }
    terms.time = time(choices);
    terms.rated = choices.once_in(6);
    terms.listed = choices.once_in(2);
    if choices.once_in(12)
        && let Ok(table) = catalog::open(spec)
    {
        terms.start = Some(wander(table, choices));
    }
    if choices.once_in(64) {
        spoil(&mut terms, choices);
    }
    terms
}

fn time(choices: &mut impl Choices) -> TimeControl {
    match choices.below(8) {
        0..=2 => TimeControl::None,
        3 => TimeControl::Days(1 + choices.below(4) as u8),
        4 => TimeControl::Clock {
            base_ms: 0,
            increment_ms: 5_000,
        },
        5 => TimeControl::Clock {
            base_ms: 5_000,
            increment_ms: 0,
        },
        _ => TimeControl::Clock {
            base_ms: 1_000 * choices.below(120) as u64,
            increment_ms: 5_000 + 500 * choices.below(20) as u64,
        },
    }
}

/// A position reached by random play.
fn wander(mut table: Box<dyn Table>, choices: &mut impl Choices) -> String {
    for _ in 0..choices.below(12) {
        let legal = table.legal();
        if legal.is_empty() {
            break;
        }
        let action = choices.one_of(&legal).clone();
        if table.play(&action).is_err() {
            break;
        }
    }
    table.position()
}

/// Spoils the terms so that nobody can sit down at the table.
fn spoil(terms: &mut Terms, choices: &mut impl Choices) {
    match choices.below(6) {
        0 => terms.rules += 1,
        1 => terms.seats.push(Place::Open),
        2 => terms.seats.clear(),
        3 => terms.time = TimeControl::Days(0),
        4 => terms.start = Some("nonsense".to_owned()),
        _ => terms.game.push_str(":x=1"),
    }
}
