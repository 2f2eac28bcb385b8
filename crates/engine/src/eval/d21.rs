//! D.21: how many dice still have to turn for two full series, and how nearly a line 1 to 6 stands,
//! which either player may complete.

use tablier_rules::d21::{Action, D21, Position};
use tablier_rules::{Rules, Seat};

use crate::Mind;

/// What it is worth to lack so many dice for two full series.
const LACKS: [i32; 13] = [900, 260, 200, 160, 130, 105, 85, 66, 50, 36, 24, 12, 0];
const TEMPO: i32 = 10;

impl Mind for D21 {
    fn evaluate(&self, position: &Position, acts: Seat, _actions: &[Action], side: u8) -> i32 {
        let other = acts.next(2);
        let score = worth(position, acts) - worth(position, other) + TEMPO;
        if acts.index() == usize::from(side) {
            score
        } else {
            -score
        }
    }

    fn scale(&self) -> f32 {
        80.0
    }

    fn acts(&self, position: &Position) -> Option<Seat> {
        // Being without any move is so rare that an evaluation may overlook it.
        (!position.is_won()).then(|| position.to_act())
    }

    fn order(&self, position: &Position, acts: Seat, actions: &[Action], scores: &mut [i32]) {
        let before = lacking(position, acts);
        for (score, &action) in scores.iter_mut().zip(actions) {
            let mut after = *position;
            self.apply(&mut after, action);
            if after.is_won() {
                *score += 4_000;
            } else {
                *score += (before - lacking(&after, acts)) * 600;
            }
        }
    }
}

fn worth(position: &Position, seat: Seat) -> i32 {
    LACKS[lacking(position, seat) as usize]
}

/// How many dice must still turn for two full series.
fn lacking(position: &Position, seat: Seat) -> i32 {
    (1..=6)
        .map(|value| 2 - i32::from(position.count(seat, value)).min(2))
        .sum()
}
