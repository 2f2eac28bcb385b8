//! Alignement: lines of four that a player's pieces could still fill, and the cycle of shapes,
//! which says when each piece may move.

mod balance;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use tablier_rules::blockade::alignement::{
    Action, Alignement, Circle, Position, Shape, line_in, neighbours,
};
use tablier_rules::{Match, Rules, Seat};
use tablier_solvers::alignement::{Value, exact::Exact, strategy};

use crate::score::WIN;
use crate::weights::{Weights as _, sum_of_terms, weights};
use crate::{
    Certain, Control, Curve, Evaluation, Foresight, Inputs, Knowledge, Mind, MoveOrdering, Profile,
    Reasons, Score,
};

/// The second player wins from the start within this many actions.
const LONGEST: i32 = 30;
/// Lines from the table stop here.
const LONGEST_LINE: usize = 40;
/// How many positions are searched to prove a win or a loss.
const EXACT_POSITIONS: u64 = 200_000;

/// Rows, columns, long diagonals.
const LINES: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

weights! {
    Weights {
        /// A line by its number of own pieces, without an opposing piece.
        open: [i32; 5] = [0, 2, 8, 26, 0],
        /// The same with one opposing piece in it, which may leave.
        shut: [i32; 5] = [0, 0, 1, 6, 0],
        /// A fourth piece is in reach, of the shape that comes next, soon, or later.
        ready: [i32; 3] = [60, 24, 12],
        /// The number of moves of the shape that comes next: a seat with none loses (AL6).
        room: [i32; 5] = [-40, -8, 2, 3, 4],
        tempo: i32 = 4,
    }
}

impl Evaluation for Alignement {
    sum_of_terms!(worths, |_| &Weights::USED);

    #[inline]
    fn evaluate(&self, position: &Position, acts: Seat, _actions: &[Action], side: u8) -> i32 {
        let ahead = balance::ahead(position, acts);
        if side == 0 { ahead } else { -ahead }
    }
}

impl MoveOrdering for Alignement {
    const ORDERS: bool = false;
}

impl Knowledge for Alignement {
    #[inline]
    fn acts(&self, position: &Position) -> Option<Seat> {
        let acts = position.to_act();
        // A position with a single action is searched deeper.
        let several = position.places() || {
            let moves = balance::moves(position, acts, position.shape() as usize);
            moves & moves.wrapping_sub(1) != 0
        };
        (several && line_in(position.all_of(acts.next(2))).is_none()).then_some(acts)
    }

    /// The turn belongs to the position: while pieces are being placed, every turn is another one, and later it is the
    /// same after six. A player's squares have then moved once, across a side of their circles; only an even number
    /// of such moves brings them back.
    #[inline]
    fn period(&self, position: &Position) -> usize {
        if position.is_moving() { 12 } else { usize::MAX }
    }

    /// Every value from the solver's table if there is one; otherwise the second player's winning
    /// strategy while pieces are being placed, and exact search from then on.
    fn known(
        &self,
        game: &Match<Self>,
        lines: usize,
        control: &Control,
    ) -> Option<Vec<Certain<Action>>> {
        let position = game.position();
        if let Some(values) = VALUES.get() {
            return from_values(position, lines, values);
        }
        if game.position_at(0) == Some(&self.start()) {
            let played: Vec<Action> = game.actions().collect();
            if let Some(action) = strategy::reply(&played) {
                let left = LONGEST - played.len() as i32;
                return Some(vec![Certain {
                    actions: vec![action],
                    score: Score(WIN - left),
                }]);
            }
        }
        if position.turn() < 11 {
            return None;
        }
        let is_over = || control.is_over(0);
        let mut exact = Exact::until(EXACT_POSITIONS, &is_over);
        if lines == 1 {
            let (value, action) = exact.best(position)?;
            return Some(vec![Certain {
                actions: vec![action],
                score: score(value),
            }]);
        }
        ranked(position, lines, |next| exact.value(next))
    }
}

impl Reasons for Alignement {}

impl Foresight for Alignement {}

impl Inputs for Alignement {}

impl Mind for Alignement {
    fn profile(&self) -> Profile {
        Profile {
            scale: 60.0,
            curve: CURVE,
            ..Profile::for_sides(2)
        }
    }
}

const CURVE: Curve = Curve::through(&[(0.15, 0.32), (0.65, 0.81), (1.4, 0.94)]);

type Values = Box<dyn Fn(&Position) -> Option<Value> + Send + Sync>;

static VALUES: OnceLock<Values> = OnceLock::new();

/// Gives the engine the value of every position: the table that the solver made. Only the first
/// table counts.
pub fn use_values(values: impl Fn(&Position) -> Option<Value> + Send + Sync + 'static) {
    let _ = VALUES.set(Box::new(values));
}

fn score(value: Value) -> Score {
    Score(match value {
        Value::Win(n) => WIN - i32::from(n),
        Value::Loss(n) => i32::from(n) - WIN,
        Value::Draw => 0,
    })
}

/// The actions by exact value, best first; none unless all values are known.
fn ranked(
    position: &Position,
    lines: usize,
    mut value: impl FnMut(&Position) -> Option<Value>,
) -> Option<Vec<Certain<Action>>> {
    let mut actions = Vec::new();
    Alignement.actions(position, &mut actions);
    let mut ranked = Vec::new();
    for action in actions {
        let mut next = *position;
        Alignement.apply(&mut next, action);
        ranked.push(Certain {
            actions: vec![action],
            score: score(value(&next)?.before()),
        });
    }
    ranked.sort_by_key(|line| -line.score.0);
    ranked.truncate(lines);
    Some(ranked)
}

/// The same with whole lines: both sides continue with best play.
fn from_values(position: &Position, lines: usize, values: &Values) -> Option<Vec<Certain<Action>>> {
    let mut ranked_lines = ranked(position, lines, values)?;
    for line in &mut ranked_lines {
        let mut next = *position;
        Alignement.apply(&mut next, line.actions[0]);
        // A drawn line never ends.
        while line.score.0 != 0 && line.actions.len() < LONGEST_LINE {
            let Some(best) = ranked(&next, 1, values).and_then(|best| best.into_iter().next())
            else {
                break;
            };
            Alignement.apply(&mut next, best.actions[0]);
            line.actions.extend(best.actions);
        }
    }
    Some(ranked_lines)
}

fn worths(
    _game: &Alignement,
    position: &Position,
    acts: Seat,
    weights: &Weights,
) -> [i32; Seat::MOST] {
    let mut worths = [0; Seat::MOST];
    for seat in Seat::all(2) {
        worths[seat.index()] =
            worth(position, seat, weights) + weights.tempo * i32::from(acts == seat);
    }
    worths
}

/// In each half of the board, for each set of its circles: how many of them each line has, six bits a line.
static IN_LINES: [[u64; 256]; 2] = {
    let mut counts = [[0; 256]; 2];
    let mut at = 0;
    while at < 512 {
        let mut line = 0;
        while line < LINES.len() {
            let set = ((at % 256) << (8 * (at / 256))) as u16;
            counts[at / 256][at % 256] |= ((set & LINES[line]).count_ones() as u64) << (6 * line);
            line += 1;
        }
        at += 1;
    }
    counts
};
/// A number in each line's bits.
const EACH: u64 = 0x041_0410_4104_1041;

#[inline]
fn in_lines(set: u16) -> u64 {
    IN_LINES[0][usize::from(set as u8)] + IN_LINES[1][usize::from(set >> 8)]
}

/// The highest bit of each line that has three own pieces and nothing else.
#[inline]
fn threes(own: u64, other: u64) -> u64 {
    let unlike = (own | other << 3) ^ (3 * EACH);
    !(((unlike & (31 * EACH)) + 31 * EACH) | unlike) & (32 * EACH)
}

/// The circles of a line where a seat has no piece.
#[inline]
fn hole_in(position: &Position, seat: Seat, line: u16) -> u16 {
    line & !position.all_of(seat)
}

/// How close a seat is to a line.
fn worth(position: &Position, seat: Seat, weights: &Weights) -> i32 {
    let own = position.all_of(seat);
    let other = position.all_of(seat.next(2));
    // For each line three bits of own pieces, three of opposing ones.
    let counts = in_lines(own) | in_lines(other) << 3;
    let mut worth = 0;
    for line in 0..LINES.len() {
        let (have, against) = (counts >> (6 * line) & 7, counts >> (6 * line + 3) & 7);
        let by_own = match against {
            0 => &weights.open,
            1 => &weights.shut,
            _ => &[0; 5],
        };
        worth += by_own[have.min(4) as usize];
    }
    let mut threes = threes(in_lines(own), in_lines(other));
    while threes != 0 {
        let line = LINES[threes.trailing_zeros() as usize / 6];
        threes &= threes - 1;
        let hole = hole_in(position, seat, line);
        for shape in Shape::ALL {
            let comes = comes_in(position.turn(), seat, shape);
            if reach(position, seat, shape, hole, line) {
                worth += weights.ready[usize::from(comes / 2).min(2)];
            }
        }
    }
    if position.is_moving() {
        let shape = if position.to_act() == seat {
            position.shape()
        } else {
            Shape::ALL[(usize::from(position.turn()) + 1) % 3]
        };
        worth += weights.room[room(position, seat, shape).min(4)];
    }
    worth
}

/// How many moves a seat has with the pieces of a shape on the board.
fn room(position: &Position, seat: Seat, shape: Shape) -> usize {
    let free = !position.occupied();
    let mut pieces = position.mask(seat, shape);
    let mut room = 0;
    while pieces != 0 {
        let at = Circle::from_index_unchecked(pieces.trailing_zeros() as usize);
        pieces &= pieces - 1;
        room += (neighbours(shape, at) & free).count_ones() as usize;
    }
    room
}

/// In how many turns a seat plays a shape.
const fn comes_in(turn: u8, seat: Seat, shape: Shape) -> u8 {
    let mut ahead = 0;
    while ahead < 5 {
        let turn = turn + ahead;
        if (turn & 1) as usize == seat.index() && turn % 3 == shape as u8 {
            break;
        }
        ahead += 1;
    }
    ahead
}

/// Whether a piece of this shape outside the line can fill the hole.
#[inline]
fn reach(position: &Position, seat: Seat, shape: Shape, hole: u16, line: u16) -> bool {
    if position.in_hand(seat, shape) > 0 {
        return true;
    }
    let at = Circle::from_index(hole.trailing_zeros() as usize & 15);
    neighbours(shape, at) & position.mask(seat, shape) & !line != 0
}
