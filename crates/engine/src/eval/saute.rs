//! Saute: a race. Columns still to go, and the leaps that the columns with an odd number of enemies
//! offer next turn; for experts, triangles that can still reach the last column.

use tablier_rules::blockade::saute::{Action, Position, Saute, Square};
use tablier_rules::{Rules, Seat};

use crate::Mind;

/// One column of one piece.
const COLUMN: i32 = 10;
/// The longest leap that is open now counts half of its columns.
const LEAP: i32 = 4;
/// Having the turn.
const TEMPO: i32 = 18;
/// For experts: a row whose triangle can no longer arrive.
const SPOILT: i32 = 400;
const ROW: u64 = 0xfff;
const LAST: u64 = 0x800;

impl Mind for Saute {
    fn worths(&self, position: &Position, acts: Seat, _actions: &[Action]) -> [i32; Seat::MOST] {
        let mut worths = [0; Seat::MOST];
        for seat in Seat::all(self.seats()) {
            worths[usize::from(self.side(seat))] += self.worth_of(position, seat, acts == seat);
        }
        worths
    }

    fn scale(&self) -> f32 {
        60.0
    }

    fn order(&self, _position: &Position, _acts: Seat, actions: &[Action], scores: &mut [i32]) {
        for (score, action) in scores.iter_mut().zip(actions) {
            if let Some((from, to)) = action.squares() {
                // Long leaps first, and the hindmost before the foremost.
                *score +=
                    60 * i32::from(to.column() - from.column()) - 10 * i32::from(from.column());
            }
        }
    }
}

/// What a seat has done of its way.
trait Race {
    fn worth_of(&self, position: &Position, seat: Seat, acts: bool) -> i32;
}

impl Race for Saute {
    fn worth_of(&self, position: &Position, seat: Seat, acts: bool) -> i32 {
        let place = self.place(seat);
        let mut worth = -COLUMN * position.distance(place) as i32;
        if acts {
            worth += TEMPO;
        }
        let mut longest = 0;
        let mut rest = position.pieces(place);
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let from = Square::from_index(place * 36 + at);
            if let Some(end) = self.ends(position, from).last() {
                longest = longest.max(usize::from(end.column() - from.column()));
            }
        }
        worth += LEAP * longest as i32;
        if self.expert() {
            for row in 0..3 {
                let pieces = position.pieces(place) >> (12 * row) & ROW;
                let triangle = position.triangles(place) >> (12 * row) & ROW;
                if pieces & LAST != 0 && triangle & LAST == 0 {
                    worth -= SPOILT;
                }
            }
        }
        worth
    }
}
