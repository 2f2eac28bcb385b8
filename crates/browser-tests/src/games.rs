//! Short games to be played through by clicks.

use std::sync::atomic::AtomicBool;

use tablier_engine::{Engine, Limits, Request};
use tablier_rules::scene::Pick;
use tablier_rules::{Status, Table, Values, catalog};

/// How far somebody looks ahead.
const NODES: u64 = 2_000;

/// Every game of the catalog, and each of its options once.
pub fn variants() -> Vec<String> {
    let mut variants = Vec::new();
    for info in catalog::GAMES {
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

/// A number that follows another without any order to be seen (SplitMix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A short game to its end, always the same: on the first seat somebody who looks ahead, on the
/// others chance. What lasts longer than `longest` actions is left there.
pub fn short_game(spec: &str, longest: usize) -> Vec<String> {
    let Ok(mut table) = catalog::open(spec) else {
        return Vec::new();
    };
    let engine = Engine::new(4);
    let never = AtomicBool::new(false);
    let mut state = 1;
    while let Status::Acts(seat) = table.status() {
        if table.ply() >= longest {
            break;
        }
        let request = Request {
            game: spec.to_owned(),
            actions: table.history(),
            limits: Limits::nodes(NODES),
            ..Request::default()
        };
        let thought = (seat.index() == 0)
            .then(|| engine.answer(&request, &never, &mut |_| {}).ok())
            .flatten();
        let action = thought.map_or_else(
            || {
                let mut legal = table.legal();
                let at = next(&mut state) % legal.len() as u64;
                legal.swap_remove(at as usize)
            },
            |answer| answer.action,
        );
        if table.play(&action).is_err() {
            break;
        }
    }
    table.history()
}

/// The picks that a person makes for an action: those without an alternative make themselves.
pub fn clicks(table: &dyn Table, action: &str) -> Vec<(Vec<Pick>, Pick)> {
    let path = table.picks(action).unwrap_or_default();
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
