use std::hint::select_unpredictable;

use super::{Empire, Position};
use crate::blockade::board::{FULL, LineMask, Lines, Place, Square, count, list_line, nth};
use crate::hash::SplitMix64;
use crate::nth::Parts;

/// A piece goes from one square to another, or its player passes. Whether it takes follows from
/// the position.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Action(u16);

impl Action {
    /// EM9.
    pub const PASS: Action = Action(u16::MAX);

    /// A piece goes from one square to another.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Action((from.index() as u16) << 8 | to.index() as u16)
    }

    /// From where to where; none for a pass.
    #[inline]
    pub const fn squares(self) -> Option<(Square, Square)> {
        if self.0 == u16::MAX {
            return None;
        }
        let from = Square::from_index_unchecked((self.0 >> 8) as usize);
        Some((from, Square::from_index_unchecked((self.0 & 255) as usize)))
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.squares() {
            Some((from, to)) => write!(f, "{from} to {to}"),
            None => f.write_str("pass"),
        }
    }
}

/// EM4 in a line: where an archer, a cavalier and a commander take from each of its twelve squares.
static REACH: [[LineMask; 16]; 4] = {
    let distances: [&[usize]; 3] = [&[4], &[3], &[2, 5]];
    let mut reach = [[0; 16]; 4];
    let mut rank = 0;
    while rank < 3 {
        let mut from = 0;
        while from < 12 {
            let mut i = 0;
            while i < distances[rank].len() {
                let n = distances[rank][i];
                reach[rank][from] |= (1 << from << n | 1 << from >> n) & FULL;
                i += 1;
            }
            from += 1;
        }
        rank += 1;
    }
    reach
};

/// What decides the moves of the seat to act, made once for all its pieces: by rows and by columns.
struct Field {
    empty: [Lines; 2],
    enemies: [Lines; 2],
    cavaliers: Lines,
    commander: Place,
}

impl Field {
    #[inline(always)]
    fn new(game: &Empire, position: &Position) -> Self {
        let seat = position.to_act.index();
        let mut friends = [position.pieces[seat], position.columns[seat]];
        if let Some(partner) = game.partner(position.to_act) {
            friends[0] = friends[0] | position.pieces[partner.index()];
            friends[1] = friends[1] | position.columns[partner.index()];
        }
        let [a, b, c, d] = position.columns;
        let all = [position.occupied(), a | b | c | d];
        Field {
            empty: [(!all[0]).lines(), (!all[1]).lines()],
            enemies: [(all[0] ^ friends[0]).lines(), (all[1] ^ friends[1]).lines()],
            cavaliers: position.cavaliers.lines(),
            commander: Place::from_index(position.commanders[seat]),
        }
    }

    /// Where a piece of the seat can go in its row and in its column: to every empty square in line
    /// (EM3) and onto opponents' pieces at the right distance (EM4).
    #[inline(always)]
    fn ends(&self, place: Place) -> [LineMask; 2] {
        let (row, column) = (place.row(), place.column());
        // The rank is found without a branch, which would be mispredicted: pieces come in no
        // order.
        let is_cavalier = usize::from(self.cavaliers.line(row) >> column & 1);
        let is_commander = usize::from(place == self.commander);
        let reach = &REACH[is_cavalier + 2 * is_commander];
        [
            self.empty[0].line(row) | self.enemies[0].line(row) & reach[column],
            self.empty[1].line(column) | self.enemies[1].line(column) & reach[row],
        ]
    }
}

/// With more pieces the list is made: only who has taken over the pieces of others has them.
const FEW: usize = 16;

impl Empire {
    /// All legal actions, piece by piece, first along its row and then along its column.
    #[inline]
    pub(super) fn list(&self, position: &Position, actions: &mut Vec<Action>) {
        let own = position.pieces[position.to_act.index()];
        // Two lines for each piece, and room for the last copy of sixteen.
        actions.resize(own.len() as usize * 22 + 16, Action::PASS);
        let list = &mut actions[..];
        let field = Field::new(self, position);
        let mut end = 0;
        own.for_each(|place| {
            let [in_row, in_column] = field.ends(place);
            let (first_in_row, first_in_column) = place.firsts();
            end = list_line(list, end, in_row, |n| Action(first_in_row + n));
            end = list_line(list, end, in_column, |n| Action(first_in_column + 12 * n));
        });
        actions.truncate(end);
        if end == 0 {
            actions.push(Action::PASS); // EM9
        }
    }

    /// One of the listed actions.
    #[cold]
    fn choose_listed(
        &self,
        position: &Position,
        random: &mut SplitMix64,
        buffer: &mut Vec<Action>,
    ) -> Action {
        self.list(position, buffer);
        buffer[random.below(buffer.len())]
    }

    /// The same without the list: the actions are counted piece by piece, and only one piece's are
    /// looked at. Nothing branches on what is chosen.
    #[inline]
    pub(super) fn choose(
        &self,
        position: &Position,
        random: &mut SplitMix64,
        buffer: &mut Vec<Action>,
    ) -> Action {
        let own = position.pieces[position.to_act.index()];
        let field = Field::new(self, position);
        let mut parts = Parts::new();
        let mut numbers = [0; FEW];
        for (i, place) in own.places().enumerate() {
            let Some(number) = numbers.get_mut(i) else {
                return self.choose_listed(position, random, buffer);
            };
            *number = place.number();
            let [in_row, in_column] = field.ends(place);
            parts.add(count(in_row) + count(in_column));
        }
        let wanted = random.below(parts.len().max(1));
        if parts.len() == 0 {
            return Action::PASS; // EM9
        }
        let (piece, left) = parts.find(wanted);
        let place = Place::from_number(numbers[piece]);
        let [in_row, in_column] = field.ends(place);
        let (first_in_row, first_in_column) = place.firsts();
        let before = usize::from(count(in_row));
        let to = select_unpredictable(
            left < before,
            first_in_row + nth(in_row, left),
            first_in_column + 12 * nth(in_column, left.wrapping_sub(before)),
        );
        Action(to)
    }
}
