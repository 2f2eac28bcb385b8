use crate::hash::SplitMix64;
use crate::{Game, Status};

use super::table;

/// A second generator, slow and simple, with another representation: it only speaks text.
pub(crate) trait Naive {
    /// The game with these options at its start.
    fn start(spec: &str) -> Self;
    /// The texts of the legal actions in any order, each once; empty when the game is over.
    fn legal(&self) -> Vec<String>;
    /// The seat to act, from 1.
    fn seat(&self) -> u8;
    /// Plays a legal action.
    fn play(&mut self, action: &str);
    /// The result by the game's own rules, as `trace` writes it (`1 0`), if it is over.
    fn over(&self) -> Option<String>;
}

/// A square by its column and row, from 0.
pub(crate) type Point = (i32, i32);

/// `C3` of (2, 2).
pub(crate) fn name((column, row): Point) -> String {
    format!("{}{}", (b'A' + column as u8) as char, row + 1)
}

/// (2, 2) of `C3`.
pub(crate) fn point(text: &str) -> Point {
    let column = i32::from(text.as_bytes()[0] - b'A');
    (column, text[1..].parse::<i32>().unwrap() - 1)
}

/// A square of Blockade's board as it lies for a corner: 1 in the south-west, then north-west,
/// north-east, south-east.
pub(crate) fn from_corner((x, y): Point, corner: usize) -> Point {
    match corner {
        1 => (x, y),
        2 => (y, 11 - x),
        3 => (11 - x, 11 - y),
        _ => (11 - y, x),
    }
}

/// Checks that both generators agree in every position of random games.
pub(crate) fn agree<G: Game, N: Naive>(spec: &str, games: u64, most_actions: usize) {
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let mut fast = table::<G>(spec, "", "");
        let mut naive = N::start(spec);
        for ply in 0..most_actions {
            let mut ours = fast.legal();
            let mut theirs = naive.legal();
            ours.sort();
            theirs.sort();
            let cut = fast.ending().is_some_and(|e| e != crate::Ending::Rules);
            if cut {
                break;
            }
            assert_eq!(
                ours,
                theirs,
                "{spec} game {seed} ply {ply}: {:?}",
                fast.history()
            );
            match fast.status() {
                Status::Over(outcome) => {
                    assert_eq!(
                        Some(outcome.to_string()),
                        naive.over(),
                        "{:?}",
                        fast.history()
                    );
                    break;
                }
                Status::Acts(seat) => {
                    assert_eq!(seat.number(), naive.seat(), "{:?}", fast.history());
                    assert_eq!(naive.over(), None, "{:?}", fast.history());
                }
            }
            let action = ours.swap_remove(random.below(ours.len()));
            fast.play(&action).unwrap();
            naive.play(&action);
        }
    }
}

/// Counts sequences with the second generator alone.
fn naive_perft<N: Naive + Clone>(from: &N, depth: u32) -> u64 {
    let legal = from.legal();
    if depth <= 1 {
        return legal.len() as u64;
    }
    legal
        .iter()
        .map(|action| {
            let mut next = from.clone();
            next.play(action);
            naive_perft(&next, depth - 1)
        })
        .sum()
}

/// The perft table of a game: lines `GAME depth nodes` beside its tests. Both generators must give
/// these numbers (the second one up to `naive_most` nodes).
pub(crate) fn perft_table<G: Game, N: Naive + Clone>(table_text: &str, naive_most: u64) {
    let mut lines = 0;
    for line in table_text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let mut words = line.split(' ');
        let (spec, depth, nodes) = (
            words.next().unwrap(),
            words.next().unwrap(),
            words.next().unwrap(),
        );
        let (depth, nodes) = (depth.parse().unwrap(), nodes.parse::<u64>().unwrap());
        assert_eq!(table::<G>(spec, "", "").perft(depth), nodes, "{line}");
        if nodes <= naive_most {
            assert_eq!(
                naive_perft(&N::start(spec), depth),
                nodes,
                "{line} (second generator)"
            );
        }
        lines += 1;
    }
    assert!(lines > 0, "an empty table proves nothing");
}
