//! When a piece may enter (PO4).

use super::{Porte, Position, Shape};
use crate::Seat;
use crate::blockade::board::{LineMask, Lines, Place, Set, Square, centre, part};

/// What decides entries in a position, made once for all moves of a seat against `N` enemies.
pub(super) struct Doors<const N: usize> {
    /// For each shape that may arrive, and each enemy: the rows and columns of the first of the
    /// other two shapes, then those of the second, sixteen bits each.
    lines: [[u64; N]; 4],
    /// The squares of parts whose door is free, by rows and by columns.
    free: [Lines; 2],
}

impl<const N: usize> Doors<N> {
    /// `empty` holds the empty squares, by rows and by columns.
    #[inline(always)]
    pub(super) fn new(
        position: &Position,
        enemies: impl Iterator<Item = Seat>,
        empty: [Set; 2],
    ) -> Self {
        let mut doors = Doors {
            lines: [[0; N]; 4],
            free: [
                empty[0].beside_centres().lines(),
                empty[1].beside_centres().lines(),
            ],
        };
        for (i, enemy) in enemies.take(N).enumerate() {
            let Some(cylinder) = position.cylinder(enemy) else {
                continue;
            };
            let theirs = position.pieces[enemy.index()];
            let triangles = theirs & position.triangles;
            let squares = (theirs & !position.triangles).without(cylinder);
            let used = [
                (1 << cylinder.row(), 1 << cylinder.column()),
                (triangles.rows_used(), triangles.columns_used()),
                (squares.rows_used(), squares.columns_used()),
            ];
            for (shape, (a, b)) in [(1, 2), (0, 2), (0, 1)].into_iter().enumerate() {
                let [a, b] = [used[a], used[b]]
                    .map(|(rows, columns): (u16, u16)| u64::from(rows) | u64::from(columns) << 16);
                doors.lines[shape][i] = a | b << 32;
            }
        }
        doors
    }

    /// The squares of a piece's row and of its column where it gives the right to an entry: it meets
    /// the two other shapes, one in the row and one in the column, and the door is free.
    #[inline(always)]
    pub(super) fn ends(&self, shape: usize, from: Place) -> (LineMask, LineMask) {
        let (row, column) = (from.row(), from.column());
        let (mut in_row, mut in_column) = (0, 0);
        for lines in self.lines[shape % 4] {
            let [a_rows, a_columns, b_rows, b_columns] =
                [0, 16, 32, 48].map(|at| (lines >> at) as u16);
            // All bits or none; the sign is spread because a comparison would become a branch.
            let if_in = |lines: LineMask, line: usize| ((lines << (15 - line)) as i16 >> 15) as u16;
            in_row |= if_in(a_rows, row) & b_columns | if_in(b_rows, row) & a_columns;
            in_column |= if_in(a_columns, column) & b_rows | if_in(b_columns, column) & a_rows;
        }
        // The door that the piece itself leaves counts as free.
        let (left_in_row, left_in_column) = from.left_door();
        let row_free = self.free[0].line(row) | left_in_row;
        let column_free = self.free[1].line(column) | left_in_column;
        (in_row & row_free, in_column & column_free)
    }
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

    /// The two pieces of one enemy that a piece would meet on a square: one in its column and one
    /// in its row, such that the three shapes all differ.
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

    /// What a seat could bring in after a move (PO4): nothing when the move gives no right to it.
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
