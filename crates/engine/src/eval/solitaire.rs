//! Solitaire: few pieces, many jumps, no piece alone.

use tablier_rules::blockade::solitaire::{Action, Position, Solitaire};
use tablier_rules::{Match, Seat};
use tablier_solvers::solitaire::outlook;

use crate::{
    Certain, Control, Evaluation, Foresight, Inputs, Knowledge, Mind, MoveOrdering, Reasons, Score,
};

/// How many positions are tried one by one: about a second's worth.
const TRIED: u64 = 150_000;

const WEST: u64 = 0x0101_0101_0101_0101;
const EAST: u64 = WEST << 7;

impl Evaluation for Solitaire {
    fn evaluate(&self, position: &Position, _acts: Seat, actions: &[Action], _side: u8) -> i32 {
        let all = position.occupied();
        // All squares adjacent to a piece along its row or column.
        let near = all << 8 | all >> 8 | (all & !EAST) << 1 | (all & !WEST) >> 1;
        let alone = (all & !near).count_ones() as i32;
        // A single piece is hard to reach when one colour outnumbers the rest.
        let most = position.masks().map(u64::count_ones).into_iter().max();
        let excess = 2 * most.unwrap_or(0) as i32 - position.count() as i32;
        4 * actions.len() as i32 - 10 * alone - 6 * excess.max(0)
    }
}

impl MoveOrdering for Solitaire {}

impl Knowledge for Solitaire {
    /// The way to one piece, or to as few as possible if that is proved.
    fn known(
        &self,
        game: &Match<Self>,
        _lines: usize,
        control: &Control,
    ) -> Option<Vec<Certain<Action>>> {
        let ahead = outlook(game.position(), TRIED, &|| control.is_over(0));
        let certain = ahead.proved && !ahead.jumps.is_empty();
        certain.then(|| {
            vec![Certain {
                score: Score(-(ahead.left as i32)),
                actions: ahead.jumps,
            }]
        })
    }
}

impl Reasons for Solitaire {}

impl Foresight for Solitaire {}

impl Inputs for Solitaire {}

impl Mind for Solitaire {}
