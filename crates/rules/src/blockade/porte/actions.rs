use std::hint::select_unpredictable;

use super::entry::Doors;
use super::{Porte, Position, Shape};
use crate::blockade::board::{LineMask, Lines, Place, Set, Square, count, list_line, nth};
use crate::hash::SplitMix64;
use crate::nth::Parts;

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

/// What decides the actions of the seat to act against `N` enemies, made once for all its pieces.
struct Field<const N: usize> {
    /// The pieces that may move.
    movers: Set,
    /// The squares where a piece may stop, by rows and by columns.
    open: [Lines; 2],
    doors: Doors<N>,
    triangles: Lines,
    cylinder: Place,
}

impl<const N: usize> Field<N> {
    #[inline(always)]
    fn new(game: &Porte, position: &Position) -> Self {
        let seat = position.to_act;
        let duty = game.duty(position, seat);
        let empty = [!position.occupied(), !position.columns];
        Field {
            movers: if duty.is_empty() {
                position.pieces[seat.index()]
            } else {
                duty
            },
            open: [
                (empty[0] & !Set::CENTRES).lines(),
                (empty[1] & !Set::CENTRES).lines(),
            ],
            doors: Doors::new(position, game.enemies(seat), empty),
            triangles: position.triangles.lines(),
            cylinder: Place::from_index(position.cylinders[seat.index()]),
        }
    }

    /// Where a piece can go in its row and in its column, and where that gives the right to an entry.
    #[inline(always)]
    fn ends(&self, place: Place) -> ([LineMask; 2], [LineMask; 2]) {
        let (row, column) = (place.row(), place.column());
        let ends = [self.open[0].line(row), self.open[1].line(column)];
        // The shape is computed arithmetically: a branch here would be mispredicted.
        let is_triangle = usize::from(self.triangles.line(row) >> column & 1);
        let is_cylinder = usize::from(place == self.cylinder);
        let shape = Shape::Square as usize - is_triangle - 2 * is_cylinder;
        let (in_row, in_column) = self.doors.ends(shape, place);
        (ends, [ends[0] & in_row, ends[1] & in_column])
    }
}

/// The moves from a place to the first square of its row and to that of its column.
#[inline(always)]
fn firsts(place: Place) -> (u16, u16) {
    let (in_row, in_column) = place.firsts();
    // Turns pairs of bytes into move numbers.
    let base = (in_row >> 8) * Square::COUNT as u16;
    (base + (in_row & 255), base + (in_column & 255))
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
        let field = Field::<N>::new(self, position);
        // Two lines for each of at most eleven pieces, and room for the last copy of sixteen.
        actions.resize(field.movers.len() as usize * 22 + 16, Action::PASS);
        let list = &mut actions[..];
        let hand = position.hands[position.to_act.index()];
        let mut openings = [Opening::default(); 22];
        let mut opened = 0;
        let mut end = 0;
        field.movers.for_each(|place| {
            let (ends, doors) = field.ends(place);
            let (first_in_row, first_in_column) = firsts(place);
            end = list_line(list, end, ends[0], |n| Action(first_in_row + n));
            end = list_line(list, end, ends[1], |n| Action(first_in_column + 12 * n));
            // Openings are always written and kept only when there is one: a branch here would be
            // mispredicted.
            let mut keep = |ends, first, step| {
                openings[opened] = Opening { ends, first, step };
                opened += usize::from(ends != 0);
            };
            keep(doors[0], first_in_row, 1);
            keep(doors[1], first_in_column, 12);
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

    /// One of the listed actions: they are counted piece by piece, moves and entries apart, and only
    /// one piece's are looked at. Nothing branches on what is chosen.
    #[inline]
    pub(super) fn choose(&self, position: &Position, random: &mut SplitMix64) -> Action {
        match (self.players.count, self.players.teams) {
            (2, _) => self.choose_against::<1>(position, random),
            (4, false) => self.choose_against::<3>(position, random),
            _ => self.choose_against::<2>(position, random),
        }
    }

    #[inline(always)]
    fn choose_against<const N: usize>(
        &self,
        position: &Position,
        random: &mut SplitMix64,
    ) -> Action {
        let field = Field::<N>::new(self, position);
        let (mut moves, mut openings) = (Parts::new(), Parts::new());
        let mut numbers = [0; 16];
        for (place, number) in field.movers.places().zip(&mut numbers) {
            *number = place.number();
            let (ends, doors) = field.ends(place);
            moves.add(count(ends[0]) + count(ends[1]));
            openings.add(count(doors[0]) + count(doors[1]));
        }
        let [triangles, squares] =
            position.hands[position.to_act.index()].map(|n| usize::from(n > 0));
        let shapes = triangles + squares;
        let all = moves.len() + openings.len() * shapes;
        let wanted = random.below(all.max(1));
        if all == 0 {
            return Action::PASS; // PO3, PO6
        }
        let enters = wanted >= moves.len();
        let entry = wanted.wrapping_sub(moves.len());
        // With both shapes in hand every opening is listed twice.
        let both = usize::from(shapes == 2);
        let (parts, n) = if enters {
            (&openings, entry >> both)
        } else {
            (&moves, wanted)
        };
        let shape = if enters {
            2 - triangles + (entry & both)
        } else {
            0
        };
        let (piece, left) = parts.find(n);
        let place = Place::from_number(numbers[piece]);
        let (ends, doors) = field.ends(place);
        let [in_row, in_column] = if enters { doors } else { ends };
        let (first_in_row, first_in_column) = firsts(place);
        let before = usize::from(count(in_row));
        let to = select_unpredictable(
            left < before,
            first_in_row + nth(in_row, left),
            first_in_column + 12 * nth(in_column, left.wrapping_sub(before)),
        );
        Action(to + shape as u16 * MOVES)
    }
}
