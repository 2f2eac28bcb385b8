use super::{Empire, Position, Rank};
use crate::blockade::board::{FULL, Line, Square, list_line};

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
        let from = Square::from_index((self.0 >> 8) as usize);
        Some((from, Square::from_index((self.0 & 255) as usize)))
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
static REACH: [[Line; 12]; 3] = {
    let distances: [&[usize]; 3] = [&[2, 5], &[3], &[4]];
    let mut reach = [[0; 12]; 3];
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
    /// All legal actions: to every empty square in line (EM3) and onto enemies at the right
    /// distance (EM4).
    #[inline]
    pub(super) fn list(&self, position: &Position, actions: &mut Vec<Action>) {
        let seat = position.to_act.index();
        let mut own = position.pieces[seat];
        // Two lines for each piece, and room for the last copy of sixteen.
        actions.resize(own.len() as usize * 22 + 16, Action::PASS);
        let mut friends = (own, position.columns[seat]);
        if let Some(partner) = self.partner(position.to_act) {
            friends.0 = friends.0 | position.pieces[partner.index()];
            friends.1 = friends.1 | position.columns[partner.index()];
        }
        let empty = !position.occupied();
        let [a, b, c, d] = position.columns;
        let columns_empty = !(a | b | c | d);
        let (enemies, columns_enemies) = (!(empty | friends.0), !(columns_empty | friends.1));
        let commander = usize::from(position.commanders[seat]);
        let mut end = 0;
        while !own.is_empty() {
            let (row, column) = own.pop_at();
            let from = row * 12 + column;
            // The rank without a jump, which could not be foreseen: pieces come mixed.
            let is_cavalier = usize::from(position.cavaliers.row(row) >> column & 1);
            let rank = Rank::Archer as usize - is_cavalier - 2 * usize::from(from == commander);
            let base = (from as u16) << 8;
            let ends = empty.row(row) | enemies.row(row) & REACH[rank][column];
            let first = base + row as u16 * 12;
            end = list_line(actions, end, ends, |n| Action(first + n));
            let ends = columns_empty.row(column) | columns_enemies.row(column) & REACH[rank][row];
            let first = base + column as u16;
            end = list_line(actions, end, ends, |n| Action(first + 12 * n));
        }
        actions.truncate(end);
        if end == 0 {
            actions.push(Action::PASS); // EM9
        }
    }
}
