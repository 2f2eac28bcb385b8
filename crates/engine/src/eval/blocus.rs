//! Le Blocus: ways of the kings as threats. A king that has a way at its turn leaves, so every action
//! must close all ways of the other king; an action that opens an own way must be answered.

use tablier_rules::blockade::blocus::{Action, Blocus, Deed, KINGS, Position, SOUTH};
use tablier_rules::blockade::board::{Set, Square};
use tablier_rules::{Rules, Seat};

use crate::Mind;

/// A way that will be walked at once.
const LEAVES: i32 = 15_000;
/// Each place where the king can turn.
const TURN: i32 = 3;
/// A run towards the far edge that one guard alone holds up.
const ONE_GUARD: i32 = 14;
/// The same with two.
const TWO_GUARDS: i32 = 4;
/// How near to the far edge the king comes.
const NEARER: i32 = 2;
const TEMPO: i32 = 6;

impl Mind for Blocus {
    fn evaluate(&self, position: &Position, acts: Seat, actions: &[Action], side: u8) -> i32 {
        let sign = if acts.index() == usize::from(side) {
            1
        } else {
            -1
        };
        if let [only] = actions
            && only.deed() == Deed::Exit
        {
            return sign * LEAVES;
        }
        let score = freedom(position, acts) - freedom(position, acts.next(2)) + TEMPO;
        sign * score
    }

    fn scale(&self) -> f32 {
        60.0
    }

    fn order(&self, position: &Position, acts: Seat, actions: &[Action], scores: &mut [i32]) {
        for (score, &action) in scores.iter_mut().zip(actions) {
            let mut after = *position;
            self.apply(&mut after, action);
            if after.has_way(acts) {
                *score += 1_500;
            }
        }
    }

    /// What leaves the other king a way loses at once.
    fn prune(&self, position: &Position, acts: Seat, actions: &mut Vec<Action>) {
        let other = acts.next(2);
        if !position.has_way(other) || actions.len() < 2 {
            // Moving a guard can open a way, placing one cannot close the right of the other.
            if position.in_hand(acts) > 0 && !position.has_way(other) {
                return;
            }
        }
        if let [only] = actions[..]
            && only.deed() == Deed::Exit
        {
            return;
        }
        let first = actions[0];
        actions.retain(|&action| {
            let mut after = *position;
            self.apply(&mut after, action);
            !after.has_way(other)
        });
        if actions.is_empty() {
            actions.push(first);
        }
    }

    fn urgent(&self, position: &Position, acts: Seat, _actions: &[Action]) -> bool {
        position.has_way(acts.next(2))
    }
}

/// What a king's possible runs are worth: where it can turn, and how little holds it up there.
fn freedom(position: &Position, seat: Seat) -> i32 {
    let guards = position.guards(Seat::new(0)) | position.guards(Seat::new(1));
    let other = KINGS[1 - seat.index()];
    let mut rows = [0u16; 12];
    let mut columns = [0u16; 12];
    for square in guards.with(other).iter() {
        rows[usize::from(square.row())] |= 1 << square.column();
        columns[usize::from(square.column())] |= 1 << square.row();
    }
    let king = KINGS[seat.index()];
    let mut stops = [(king, true); 64];
    stops[1] = (king, false);
    let (mut done, mut count) = (0, 2);
    let mut seen = [Set::EMPTY; 2];
    let mut worth = 0;
    let mut nearest = 12;
    while done < count {
        let (at, vertical) = stops[done];
        done += 1;
        let (line, place) = if vertical {
            (columns[usize::from(at.column())], at.row())
        } else {
            (rows[usize::from(at.row())], at.column())
        };
        let ahead = line >> place >> 1;
        let behind = line & ((1 << place) - 1);
        if vertical {
            let (held, left) = if seat == SOUTH {
                (ahead.count_ones(), 11 - i32::from(at.row()))
            } else {
                (behind.count_ones(), i32::from(at.row()))
            };
            nearest = nearest.min(left);
            worth += match held {
                0 => 60,
                1 => ONE_GUARD,
                2 => TWO_GUARDS,
                _ => 0,
            };
        }
        for (wall, next, step) in [
            (ahead, u32::from(place) + ahead.trailing_zeros(), 1),
            (behind, 16 - behind.leading_zeros(), -1),
        ] {
            if wall == 0 {
                continue;
            }
            let to = if vertical {
                Square::new(at.column(), next as u8)
            } else {
                Square::new(next as u8, at.row())
            };
            let (east, north) = if vertical { (0, step) } else { (step, 0) };
            let turned = usize::from(!vertical);
            if seen[turned].contains(to) || to.offset(east, north) == Some(other) || count == 64 {
                continue;
            }
            seen[turned] = seen[turned].with(to);
            worth += TURN;
            stops[count] = (to, !vertical);
            count += 1;
        }
    }
    worth + NEARER * (12 - nearest)
}
