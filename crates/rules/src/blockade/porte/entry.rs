//! When a piece may enter (PO4).

use super::{Porte, Position, Shape};
use crate::Seat;
use crate::blockade::board::{Line, Set, Square, centre, part};

/// The places of the centres in a line.
const CENTRE_LINE: Line = 0b0100_1001_0010;

/// In which rows and in which columns an enemy has pieces, by shape.
#[derive(Copy, Clone, Default)]
struct Lines {
    rows: [Line; 3],
    columns: [Line; 3],
}

/// What decides entries in a position, made once for all moves of a seat.
pub(super) struct Doors {
    /// The enemies, the first `count` of them.
    enemies: [Lines; 3],
    count: usize,
    /// All pieces by rows and by columns.
    rows: Set,
    columns: Set,
}

impl Doors {
    #[inline]
    pub(super) fn new(game: &Porte, position: &Position, seat: Seat) -> Self {
        let mut doors = Doors {
            enemies: [Lines::default(); 3],
            count: 0,
            rows: position.occupied(),
            columns: position.columns,
        };
        for enemy in game.enemies(seat) {
            let triangles = position.pieces[enemy.index()] & position.triangles;
            let others = position.pieces[enemy.index()] & !position.triangles;
            let lines = &mut doors.enemies[doors.count];
            doors.count += 1;
            if let Some(cylinder) = position.cylinder(enemy) {
                let squares = others.without(cylinder);
                lines.rows = [
                    1 << cylinder.row(),
                    triangles.rows_used(),
                    squares.rows_used(),
                ];
                lines.columns = [
                    1 << cylinder.column(),
                    triangles.columns_used(),
                    squares.columns_used(),
                ];
            }
        }
        doors
    }

    /// For a piece of this shape on any square of a row: in which columns it would meet the two other
    /// shapes, one in the row and one in the column, both of one enemy.
    #[inline]
    fn meets(&self, shape: usize, line: usize, vertical: bool) -> Line {
        let (a, b) = [(1, 2), (0, 2), (0, 1)][shape];
        let mut meets = 0;
        for lines in &self.enemies[..self.count] {
            let (along, across) = if vertical {
                (&lines.columns, &lines.rows)
            } else {
                (&lines.rows, &lines.columns)
            };
            let here = |shape: usize| (along[shape] >> line & 1).wrapping_neg();
            meets |= here(a) & across[b] | here(b) & across[a];
        }
        meets
    }

    /// The squares of a row where a piece of this shape that comes from `from` gives the right to an
    /// entry: it meets two pieces there, and the door of the part is free.
    #[inline]
    pub(super) fn in_row(&self, shape: usize, row: usize, from: (usize, usize)) -> Line {
        let meets = self.meets(shape, row, false);
        meets & beside(free(self.rows, row, from.0, from.1))
    }

    /// The same for a column.
    #[inline]
    pub(super) fn in_column(&self, shape: usize, column: usize, from: (usize, usize)) -> Line {
        let meets = self.meets(shape, column, true);
        meets & beside(free(self.columns, column, from.1, from.0))
    }
}

/// The free centres beside a line; the one that the piece leaves is free.
#[inline]
fn free(occupied: Set, line: usize, from_line: usize, from: usize) -> Line {
    let through = line / 3 * 3 + 1;
    let mut taken = occupied.row(through);
    if from_line == through {
        taken &= !(1 << from);
    }
    !taken & CENTRE_LINE
}

/// Of a line, the squares whose part has its centre among these.
#[inline]
fn beside(centres: Line) -> Line {
    centres | centres << 1 | centres >> 1
}

impl Porte {
    /// Whether moving a seat's piece gives the right to an entry, if anything is in hand (PO4).
    pub fn opens_door(&self, position: &Position, from: Square, to: Square) -> bool {
        self.door_is_free(position, from, to) && self.meeting(position, from, to).is_some()
    }

    /// Whether the door of the part where a piece arrives is free, or is left by that piece.
    pub(super) fn door_is_free(&self, position: &Position, from: Square, to: Square) -> bool {
        let door = centre(part(to));
        door == from || position.owner(door).is_none()
    }

    /// The two pieces of one enemy that a piece would meet on a square: one in its column and one in
    /// its row, so that the three have three shapes.
    pub fn meeting(
        &self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> Option<(Square, Square)> {
        let (seat, shape) = position.piece(from)?;
        for enemy in self.enemies(seat) {
            let theirs = position.pieces(enemy);
            for a in theirs.iter().filter(|s| s.column() == to.column()) {
                for b in theirs.iter().filter(|s| s.row() == to.row()) {
                    let (one, other) = (position.shape_of(enemy, a), position.shape_of(enemy, b));
                    if a != to && b != to && one != other && one != shape && other != shape {
                        return Some((a, b));
                    }
                }
            }
        }
        None
    }

    /// What a seat could bring in after a move (PO4): nothing when it gives no right.
    pub fn entries(
        &self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> impl Iterator<Item = Shape> + use<> {
        let seat = position.to_act;
        let hand = [Shape::Triangle, Shape::Square].map(|s| (s, position.in_hand(seat, s)));
        let open = position.left(seat) > 0 && self.opens_door(position, from, to);
        hand.into_iter()
            .filter(move |&(_, count)| open && count > 0)
            .map(|(shape, _)| shape)
    }
}
