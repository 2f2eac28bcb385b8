//! The turns of the game on masks of 16 circles: pieces, moves, lines, and the value of a board from
//! those of its successors.

use tablier_rules::blockade::alignement::Shape;

use super::board::{Board, Pieces};
use super::index::Material;
use super::value::Value;

/// The shape that the other player plays next (AL2).
#[inline]
pub const fn after(shape: Shape) -> Shape {
    match shape {
        Shape::Square => Shape::Triangle,
        Shape::Triangle => Shape::Cylinder,
        Shape::Cylinder => Shape::Square,
    }
}

/// The shape that was played before.
#[inline]
pub(super) const fn before(shape: Shape) -> Shape {
    after(after(shape))
}

impl Pieces {
    /// The mask of a shape.
    #[inline]
    pub fn mask(self, shape: Shape) -> u16 {
        match shape {
            Shape::Square => self.squares,
            Shape::Triangle => self.triangles,
            Shape::Cylinder => self.cylinder,
        }
    }

    /// The pieces after the mask of a shape has been changed by `flip`.
    #[inline]
    pub fn flipped(mut self, shape: Shape, flip: u16) -> Self {
        match shape {
            Shape::Square => self.squares ^= flip,
            Shape::Triangle => self.triangles ^= flip,
            Shape::Cylinder => self.cylinder ^= flip,
        }
        self
    }

    /// AL5: four in one row, column or long diagonal.
    #[inline]
    pub fn has_line(self) -> bool {
        let all = self.all();
        // Rows: a nibble full of ones.
        let pairs = all & (all >> 1);
        let rows = pairs & (pairs >> 2) & 0x1111;
        let pairs = all & (all >> 4);
        let columns = pairs & (pairs >> 8) & 0x000f;
        rows | columns != 0 || all & 0x8421 == 0x8421 || all & 0x1248 == 0x1248
    }
}

const fn neighbours(diagonally: bool) -> [u16; 16] {
    let mut table = [0; 16];
    let mut at = 0i32;
    while at < 16 {
        let mut to = 0;
        while to < 16 {
            let (dx, dy) = (at % 4 - to % 4, at / 4 - to / 4);
            let far = dx * dx + dy * dy;
            if far == 1 || (far == 2 && diagonally) {
                table[at as usize] |= 1 << to;
            }
            to += 1;
        }
        at += 1;
    }
    table
}

/// AL4: where a piece of each shape can go.
static STEPS: [[u16; 16]; 3] = [neighbours(false), neighbours(false), neighbours(true)];

/// Calls `each` with the change of the shape's mask for every move of a shape to an empty circle.
#[inline]
pub fn for_each_move(mut movers: u16, shape: Shape, occupied: u16, mut each: impl FnMut(u16)) {
    while movers != 0 {
        let from = movers & movers.wrapping_neg();
        movers ^= from;
        let mut ends = STEPS[shape as usize][from.trailing_zeros() as usize & 15] & !occupied;
        while ends != 0 {
            let to = ends & ends.wrapping_neg();
            ends ^= to;
            each(from | to);
        }
    }
}

/// What the player does at a turn of the placing phase (AL2, AL3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The shape to be played.
    pub shape: Shape,
    /// Whether it is moved rather than placed.
    pub moves: bool,
}

/// The turn after `ply` actions.
pub const fn turn(ply: usize) -> Turn {
    let shape = Shape::ALL[ply % 3];
    Turn {
        shape,
        moves: ply >= 12 || ply == 8 || ply == 11,
    }
}

/// The pieces on the board after 6 to 10 actions, as the player to act sees them.
pub const fn material(ply: usize) -> Material {
    match ply {
        6 => Material {
            counts: [1, 1, 1, 1],
        },
        7 => Material {
            counts: [1, 1, 2, 1],
        },
        8 => Material {
            counts: [2, 1, 1, 2],
        },
        9 => Material {
            counts: [1, 2, 2, 1],
        },
        10 => Material {
            counts: [2, 1, 2, 2],
        },
        _ => Material::FULL,
    }
}

/// The boards that the actions of a turn lead to, each seen by its player to act.
#[inline]
pub fn for_each_child(board: Board, turn: Turn, mut each: impl FnMut(Board)) {
    let occupied = board.all();
    let mut child = |flip| {
        each(Board {
            own: board.other,
            other: board.own.flipped(turn.shape, flip),
        });
    };
    if turn.moves {
        for_each_move(board.own.mask(turn.shape), turn.shape, occupied, child);
        return;
    }
    let mut free = !occupied;
    while free != 0 {
        let at = free & free.wrapping_neg();
        free ^= at;
        child(at);
    }
}

/// The value of a board from the values of its successors; none for an impossible board.
#[inline]
pub fn minimax(
    board: Board,
    turn: Turn,
    mut value_of: impl FnMut(Board) -> Option<Value>,
) -> Option<Value> {
    if board.own.has_line() {
        return None;
    }
    if board.other.has_line() {
        return Some(Value::Loss(0)); // AL5
    }
    let mut best: Option<Value> = None;
    for_each_child(board, turn, |child| {
        if let Some(value) = value_of(child) {
            best = best.max(Some(value.before()));
        }
    });
    Some(best.unwrap_or(Value::Loss(0))) // AL6
}

/// The board after at most five actions, from the circles in the order they were taken; none if a
/// circle was taken twice.
pub(super) fn early_board(ply: usize, index: usize) -> Option<Board> {
    let mut seats = [Pieces::default(); 2];
    let mut occupied = 0u16;
    for past in 0..ply {
        let circle = 1u16 << (index >> (4 * past) & 15);
        if occupied & circle != 0 {
            return None;
        }
        occupied |= circle;
        seats[past % 2] = seats[past % 2].flipped(turn(past).shape, circle);
    }
    Some(Board {
        own: seats[ply % 2],
        other: seats[1 - ply % 2],
    })
}

/// The number of a board after at most five actions.
pub(super) fn early_index(board: Board, ply: usize) -> usize {
    (0..ply)
        .map(|past| {
            let pieces = if past % 2 == ply % 2 {
                board.own
            } else {
                board.other
            };
            (pieces.mask(turn(past).shape).trailing_zeros() as usize & 15) << (4 * past)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use tablier_rules::Rules;
    use tablier_rules::blockade::alignement::{Alignement, Position};
    use tablier_rules::hash::SplitMix64;

    use super::*;
    use crate::alignement::store;

    /// The solver's own generator and the ordinary rules lead to the same positions.
    #[test]
    fn turns_and_moves_are_those_of_the_rules() {
        let mut random = SplitMix64::new(9);
        let mut actions = Vec::new();
        for _ in 0..300 {
            let mut position: Position = Alignement.start();
            for ply in 0..60 {
                Alignement.actions(&position, &mut actions);
                if actions.is_empty() {
                    break;
                }
                let board = store::board(&position);
                let mut ours = Vec::new();
                for_each_child(board, turn(ply), |child| ours.push(child));
                let theirs: Vec<Board> = actions
                    .iter()
                    .map(|&action| {
                        let mut next = position;
                        Alignement.apply(&mut next, action);
                        store::board(&next)
                    })
                    .collect();
                assert_eq!(ours.len(), theirs.len(), "{position:?}");
                assert!(theirs.iter().all(|b| ours.contains(b)), "{position:?}");
                let action = actions[random.below(actions.len())];
                Alignement.apply(&mut position, action);
            }
        }
    }

    #[test]
    fn first_turns_are_numbered_one_by_one() {
        for ply in 0..=5 {
            for index in (0..1usize << (4 * ply)).step_by(1 + ply * 37) {
                if let Some(board) = early_board(ply, index) {
                    assert_eq!(early_index(board, ply), index);
                }
            }
        }
    }
}
