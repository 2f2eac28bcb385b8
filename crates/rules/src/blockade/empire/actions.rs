use super::{Empire, Position, Rank};
use crate::blockade::board::{FULL, LineMask, Square, list_line};

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

/// EM4 in a line: where each rank takes from each of its twelve squares.
static REACH: [[LineMask; 16]; 4] = {
    let distances: [&[usize]; 3] = [&[2, 5], &[3], &[4]];
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

impl Empire {
    /// All legal actions: to every empty square in line (EM3) and onto opponents' pieces at the
    /// right distance (EM4).
    #[inline]
    pub(super) fn list(&self, position: &Position, actions: &mut Vec<Action>) {
        let seat = position.to_act.index();
        let own = position.pieces[seat];
        // Two lines for each piece, and room for the last copy of sixteen.
        actions.resize(own.len() as usize * 22 + 16, Action::PASS);
        let list = &mut actions[..];
        let mut friends = (own, position.columns[seat]);
        if let Some(partner) = self.partner(position.to_act) {
            friends.0 = friends.0 | position.pieces[partner.index()];
            friends.1 = friends.1 | position.columns[partner.index()];
        }
        let [a, b, c, d] = position.columns;
        let all = (position.occupied(), a | b | c | d);
        let (empty, columns_empty) = ((!all.0).lines(), (!all.1).lines());
        let enemies = (all.0 ^ friends.0).lines();
        let columns_enemies = (all.1 ^ friends.1).lines();
        let cavaliers = position.cavaliers.lines();
        let commander = u16::from(position.commanders[seat]);
        let mut end = 0;
        own.for_each(|place| {
            let (row, column) = (place.row(), place.column());
            let (first_in_row, first_in_column) = place.firsts();
            // The rank is found without a branch, which would be mispredicted: pieces come in no
            // order.
            let is_cavalier = usize::from(cavaliers[row] >> column & 1);
            let is_commander = usize::from(first_in_row >> 8 == commander);
            let reach = &REACH[(Rank::Archer as usize - is_cavalier - 2 * is_commander) % 4];
            let ends = empty[row] | enemies[row] & reach[column];
            end = list_line(list, end, ends, |n| Action(first_in_row + n));
            let ends = columns_empty[column] | columns_enemies[column] & reach[row];
            end = list_line(list, end, ends, |n| Action(first_in_column + 12 * n));
        });
        actions.truncate(end);
        if end == 0 {
            actions.push(Action::PASS); // EM9
        }
    }
}
