//! La Porte: pieces still in hand, and the entries that each player could make next turn. A dead
//! draw is worth less than a risk.

use tablier_rules::blockade::board::{Set, Square, centre, part};
use tablier_rules::blockade::porte::{Action, Porte, Position, Shape};
use tablier_rules::scene::Message;
use tablier_rules::{Rules, Seat};

use crate::weights::{Weights as _, sum_of_terms, weights};
use crate::{
    Evaluation, Foresight, Inputs, Knowledge, Mind, MoveOrdering, Profile, Reasons, side_count,
};

weights! {
    Weights {
        /// A piece that has not yet entered.
        in_hand: i32 = -100,
        /// By the number of open entries, for the seat to act and for another one.
        open_now: [i32; 4] = [0, 70, 78, 84],
        open_later: [i32; 4] = [0, 12, 24, 32],
        tempo: i32 = 8,
    }
}

impl Evaluation for Porte {
    sum_of_terms!(worths, |_| &Weights::USED);
}

impl MoveOrdering for Porte {
    fn order(&self, _position: &Position, _acts: Seat, actions: &[Action], scores: &mut [i32]) {
        for (score, action) in scores.iter_mut().zip(actions) {
            if action.entry().is_some() {
                *score += 2_000;
            }
            if let Some((from, _)) = action.squares()
                && Set::CENTRES.contains(from)
            {
                *score -= 40;
            }
        }
    }
}

impl Knowledge for Porte {
    fn acts(&self, position: &Position) -> Option<Seat> {
        self.winner(position).is_none().then(|| position.to_act())
    }
}

impl Reasons for Porte {
    fn deed(&self, before: &Position, after: &Position, _action: Action) -> Option<Message> {
        let seat = before.to_act();
        let left = after.left(seat);
        (left < before.left(seat))
            .then(|| Message::new("porte.because-enters").number("left", left))
    }
}

impl Foresight for Porte {}

impl Inputs for Porte {}

impl Mind for Porte {
    fn profile(&self) -> Profile {
        Profile {
            scale: 110.0,
            // Between two equals nearly every game is drawn, whoever is ahead.
            sureness: if side_count(self) == 2 { 0.1 } else { 1.0 },
            draw: -60,
            ..Profile::for_sides(side_count(self))
        }
    }
}

#[inline]
fn worths(game: &Porte, position: &Position, acts: Seat, weights: &Weights) -> [i32; Seat::MOST] {
    let mut worths = [0; Seat::MOST];
    for seat in Seat::all(game.seats()) {
        let left = i32::from(position.left(seat));
        let mut worth = weights.in_hand * left;
        if left > 0 {
            let open = entries(game, position, seat).min(3);
            worth += if seat == acts {
                weights.tempo + weights.open_now[open]
            } else {
                weights.open_later[open]
            };
        }
        worths[usize::from(game.side(seat))] += worth;
    }
    worths
}

/// How many entries a seat could make now if it were to act (PO4), counting up to three.
#[inline]
fn entries(game: &Porte, position: &Position, seat: Seat) -> usize {
    let occupied = position.occupied();
    let mut count = 0;
    for enemy in game.enemies(seat) {
        let theirs = Shape::ALL.map(|shape| {
            let set = position.shaped(enemy, shape);
            (set.rows_used(), set.columns_used())
        });
        for (i, shape) in Shape::ALL.into_iter().enumerate() {
            let (a, b) = (theirs[(i + 1) % 3], theirs[(i + 2) % 3]);
            for from in position.shaped(seat, shape).iter() {
                for ((_, columns), (rows, _)) in [(a, b), (b, a)] {
                    let mut ends = |along_row: bool, mut line: u16| {
                        while line != 0 && count < 3 {
                            let at = line.trailing_zeros() as u8;
                            line &= line - 1;
                            let to = if along_row {
                                Square::new(at, from.row())
                            } else {
                                Square::new(from.column(), at)
                            };
                            let door = centre(part(to));
                            if to != from
                                && to != door
                                && !occupied.contains(to)
                                && (!occupied.contains(door) || door == from)
                            {
                                count += 1;
                            }
                        }
                    };
                    if rows >> from.row() & 1 == 1 {
                        ends(true, columns);
                    }
                    if columns >> from.column() & 1 == 1 {
                        ends(false, rows);
                    }
                }
                if count >= 3 {
                    return 3;
                }
            }
        }
    }
    count
}
