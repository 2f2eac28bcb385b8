//! Short games to play through by clicks.

use std::sync::atomic::AtomicBool;

use tablier_engine::{Engine, Limits, Request};
use tablier_rules::scene::Pick;
use tablier_rules::{Outcome, Status, Table, Values, Verdict, catalog};

/// The least that a player searches, in nodes.
const NODES: u64 = 500;
/// How many actions a helping player considers.
const GLANCES: usize = 10;

/// Every game of the collection, and each of its options once.
pub fn variants() -> Vec<String> {
    let mut variants = Vec::new();
    for info in catalog::COLLECTION {
        variants.push(info.id.to_owned());
        for option in info.options {
            let values: Vec<String> = match option.values {
                Values::OneOf(values) => values[1..].iter().map(ToString::to_string).collect(),
                Values::Number => vec!["7".to_owned()],
                Values::Digits => Vec::new(),
            };
            // Several rounds play like one.
            for value in values
                .into_iter()
                .take(if option.name == "rounds" { 1 } else { 9 })
            {
                let alone = format!("{}:{}={value}", info.id, option.name);
                let of_four = format!("{}:players=4,{}={value}", info.id, option.name);
                let known = [alone, of_four]
                    .into_iter()
                    .find(|spec| catalog::open(spec).is_ok());
                variants.extend(known);
            }
        }
    }
    variants
}

/// The recorded games, one per line: the game with its options, then its actions. Those of
/// `crates/rules/tests/samples/traces.txt` if they are the shortest, otherwise found by `cargo xtask
/// short-games`.
static RECORDED: &str = include_str!("../games.txt");

/// The recorded short game of a variant.
pub fn recorded(spec: &str) -> Option<Vec<String>> {
    RECORDED.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next() == Some(spec)).then(|| words.map(str::to_owned).collect())
    })
}

/// The next pseudo-random number (SplitMix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A game to its end, always the same for a seed: the first seat and its partner look ahead,
/// farther with a higher seed; the others help them, as far as a glance at a few of their actions
/// tells. None if it lasts longer than `longest` actions.
pub fn quick_game(spec: &str, seed: u64, longest: usize) -> Option<Vec<String>> {
    let mut table = catalog::open(spec).ok()?;
    let engine = Engine::new(4);
    let never = AtomicBool::new(false);
    let mut state = seed;
    let think = |actions: Vec<String>, nodes: u64| {
        let request = Request {
            game: spec.to_owned(),
            actions,
            limits: Limits::nodes(nodes),
            seed,
            ..Request::default()
        };
        engine.answer(&request, &never, &mut |_| {}).ok()
    };
    while let Status::Acts(seat) = table.status() {
        if table.ply() >= longest {
            return None;
        }
        let sides = table.seating().sides;
        let action = if sides[seat.index()] == sides[0] {
            think(table.history(), NODES * seed * seed)?.action
        } else {
            let mut legal = table.legal();
            let mut best: Option<(f32, String)> = None;
            for _ in 0..GLANCES.min(legal.len()) {
                let at = next(&mut state) % legal.len() as u64;
                let action = legal.swap_remove(at as usize);
                let mut after = table.fork();
                after.play(&action).ok()?;
                let chance = match after.status() {
                    Status::Over(outcome) => won(outcome),
                    Status::Acts(_) => think(after.history(), NODES / 4)?.report.chances[0],
                };
                if best.as_ref().is_none_or(|(known, _)| chance > *known) {
                    best = Some((chance, action));
                }
            }
            best?.1
        };
        table.play(&action).ok()?;
    }
    Some(table.history())
}

/// Whether the first seat has won, as a chance.
fn won(outcome: Outcome) -> f32 {
    f32::from(matches!(outcome, Outcome::Seats { verdicts, .. } if verdicts[0] == Verdict::Won))
}

/// The picks that a person makes for an action: those without an alternative are made
/// automatically.
pub fn clicks(table: &dyn Table, action: &str) -> Vec<(Vec<Pick>, Pick)> {
    let path = table.picks_for(action).unwrap_or_default();
    let mut clicks = Vec::new();
    for at in 0..path.len() {
        let choices = table.choices(&path[..at]);
        let by_itself = matches!(&choices.next[..], [only] if only.action.is_none());
        if !by_itself {
            clicks.push((path[..at].to_vec(), path[at].clone()));
        }
    }
    clicks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_a_recorded_game_that_ends() {
        for spec in variants() {
            let game = recorded(&spec).unwrap_or_else(|| panic!("{spec} has no recorded game"));
            let mut table = catalog::open(&spec).unwrap();
            for action in &game {
                let played = table.play(action);
                assert!(
                    played.is_ok(),
                    "{spec}: {action} at {}: {played:?}",
                    table.ply()
                );
            }
            assert!(matches!(table.status(), Status::Over(_)), "{spec} goes on");
        }
    }
}
