use super::entry::Doors;
use super::{Porte, Position, Shape};
use crate::blockade::board::{LineMask, Set, Square, list_line};

/// A piece moves, and another may enter; or the player passes.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Action(u16);

/// The number of moves without an entry; those with a triangle follow, then those with a square.
const MOVES: u16 = (Square::COUNT * Square::COUNT) as u16;

impl Action {
    /// PO3, PO6.
    pub const PASS: Action = Action(u16::MAX);

    /// A piece goes from one square to another, and a triangle, a square or nothing enters.
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
        let from = Square::from_index_unchecked(both / Square::COUNT);
        Some((from, Square::from_index_unchecked(both % Square::COUNT)))
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
    ends: LineMask,
    first: u16,
    step: u16,
}

impl Porte {
    /// All legal actions: to every empty square in line that is not a centre (PO2), limited to
    /// pieces with a duty if there are any (PO3), with every possible entry (PO4).
    #[inline]
    pub(super) fn list(&self, position: &Position, actions: &mut Vec<Action>) {
        match (self.players.count, self.players.teams) {
            (2, _) => self.list_against::<1>(position, actions),
            (4, false) => self.list_against::<3>(position, actions),
            _ => self.list_against::<2>(position, actions),
        }
    }

    /// The same; there are `N` enemies.
    #[inline(always)]
    fn list_against<const N: usize>(&self, position: &Position, actions: &mut Vec<Action>) {
        let seat = position.to_act;
        let duty = self.duty(position, seat);
        let own = if duty.is_empty() {
            position.pieces[seat.index()]
        } else {
            duty
        };
        // Two lines for each of at most eleven pieces, and room for the last copy of sixteen.
        actions.resize(own.len() as usize * 22 + 16, Action::PASS);
        let list = &mut actions[..];
        let empty = !position.occupied();
        let columns_empty = !position.columns;
        let doors = Doors::<N>::new(
            position,
            self.enemies(seat),
            [&empty.lines(), &columns_empty.lines()],
        );
        let open = (empty & !Set::CENTRES).lines();
        let columns_open = (columns_empty & !Set::CENTRES).lines();
        let triangles = position.triangles.lines();
        let cylinder = u16::from(position.cylinders[seat.index()]);
        let hand = position.hands[seat.index()];
        let mut openings = [Opening::default(); 22];
        let mut opened = 0;
        let mut end = 0;
        own.for_each(|place| {
            let (in_row, in_column) = (open[place.row()], columns_open[place.column()]);
            let (first_in_row, first_in_column) = place.firsts();
            let from = first_in_row >> 8;
            // Turns pairs of bytes into move numbers.
            let base = from * Square::COUNT as u16;
            let first_in_row = base + (first_in_row & 255);
            let first_in_column = base + (first_in_column & 255);
            end = list_line(list, end, in_row, |n| Action(first_in_row + n));
            end = list_line(list, end, in_column, |n| Action(first_in_column + 12 * n));
            // Openings are always written and kept only when there is one, and the shape is
            // computed arithmetically: branches here would be mispredicted.
            let is_triangle = usize::from(triangles[place.row()] >> place.column() & 1);
            let is_cylinder = usize::from(from == cylinder);
            let shape = Shape::Square as usize - is_triangle - 2 * is_cylinder;
            let (doors_in_row, doors_in_column) = doors.ends(shape, place);
            let mut keep = |ends, first, step| {
                openings[opened] = Opening { ends, first, step };
                opened += usize::from(ends != 0);
            };
            keep(in_row & doors_in_row, first_in_row, 1);
            keep(in_column & doors_in_column, first_in_column, 12);
        });
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
