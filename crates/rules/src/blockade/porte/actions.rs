use super::entry::Doors;
use super::{Porte, Position, Shape};
use crate::blockade::board::{Line, Set, Square, list_line};

/// A piece goes from one square to another, perhaps another one enters; or its player passes.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Action(u16);

/// The number of moves without entry; then follow those with a triangle, then those with a square.
const MOVES: u16 = (Square::COUNT * Square::COUNT) as u16;

impl Action {
    /// PO3, PO6.
    pub const PASS: Action = Action(u16::MAX);

    /// A piece goes from one square to another, and a triangle or square enters, or nothing.
    pub const fn new(from: Square, to: Square, entry: Option<Shape>) -> Self {
        let first = match entry {
            Some(Shape::Triangle) => MOVES,
            Some(Shape::Square) => 2 * MOVES,
            _ => 0,
        };
        Action(first + (from.index() * Square::COUNT + to.index()) as u16)
    }

    /// From where to where; none for a pass.
    #[inline]
    pub const fn squares(self) -> Option<(Square, Square)> {
        if self.0 == u16::MAX {
            return None;
        }
        let both = (self.0 % MOVES) as usize;
        let from = Square::from_index(both / Square::COUNT);
        Some((from, Square::from_index(both % Square::COUNT)))
    }

    /// What enters.
    #[inline]
    pub const fn entry(self) -> Option<Shape> {
        if self.0 < MOVES || self.0 == u16::MAX {
            None
        } else if self.0 < 2 * MOVES {
            Some(Shape::Triangle)
        } else {
            Some(Shape::Square)
        }
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.squares(), self.entry()) {
            (None, _) => f.write_str("pass"),
            (Some((from, to)), None) => write!(f, "{from} to {to}"),
            (Some((from, to)), Some(entry)) => write!(f, "{from} to {to}, {entry:?} enters"),
        }
    }
}

/// Moves of one piece along one line that give the right to an entry.
#[derive(Copy, Clone, Default)]
struct Opening {
    ends: Line,
    first: u16,
    step: u16,
}

impl Porte {
    /// All legal actions: to every empty square in line that is no centre (PO2), of the pieces that
    /// have a duty if there are any (PO3), with every possible entry (PO4).
    #[inline]
    pub(super) fn list(&self, position: &Position, actions: &mut Vec<Action>) {
        let seat = position.to_act;
        let duty = self.duty(position, seat);
        let mut own = if duty.is_empty() {
            position.pieces[seat.index()]
        } else {
            duty
        };
        // Two lines for each of at most eleven pieces, and room for the last copy of sixteen.
        actions.resize(own.len() as usize * 22 + 16, Action::PASS);
        let taken = position.occupied() | Set::CENTRES;
        let columns_taken = position.columns | Set::CENTRES;
        let hand = position.hands[seat.index()];
        let doors = (hand != [0, 0]).then(|| Doors::new(self, position, seat));
        let cylinder = usize::from(position.cylinders[seat.index()]);
        let mut openings = [Opening::default(); 22];
        let mut opened = 0;
        let mut end = 0;
        while !own.is_empty() {
            let (row, column) = own.pop_at();
            let from = row * 12 + column;
            // The shape without a jump, which could not be foreseen.
            let is_triangle = usize::from(position.triangles.row(row) >> column & 1);
            let shape = Shape::Square as usize - is_triangle - 2 * usize::from(from == cylinder);
            let base = (from * Square::COUNT) as u16;
            let (in_row, in_column) = (!taken.row(row), !columns_taken.row(column));
            let (first_in_row, first_in_column) = (base + row as u16 * 12, base + column as u16);
            end = list_line(actions, end, in_row, |n| Action(first_in_row + n));
            end = list_line(actions, end, in_column, |n| {
                Action(first_in_column + 12 * n)
            });
            if let Some(doors) = &doors {
                // Written always and kept only when there is one: again without a jump.
                let ends = in_row & doors.in_row(shape, row, (row, column));
                openings[opened] = Opening {
                    ends,
                    first: first_in_row,
                    step: 1,
                };
                opened += usize::from(ends != 0);
                let ends = in_column & doors.in_column(shape, column, (row, column));
                openings[opened] = Opening {
                    ends,
                    first: first_in_column,
                    step: 12,
                };
                opened += usize::from(ends != 0);
            }
        }
        actions.truncate(end);
        if end == 0 {
            actions.push(Action::PASS); // PO3, PO6
        }
        for opening in &openings[..opened] {
            let mut ends = opening.ends;
            while ends != 0 {
                let n = ends.trailing_zeros() as u16;
                ends &= ends - 1;
                let both = opening.first + opening.step * n;
                for (i, &count) in hand.iter().enumerate() {
                    if count > 0 {
                        actions.push(Action(both + (i as u16 + 1) * MOVES));
                    }
                }
            }
        }
    }
}
