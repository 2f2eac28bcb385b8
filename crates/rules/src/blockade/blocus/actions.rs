use super::Position;
use crate::blockade::board::{Square, list_line, slide};

/// One decision: a guard is placed or moved, or the king leaves.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Action(u16);

/// What an action does.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// A guard from hand is placed on this square.
    Place(Square),
    /// A guard moves from the first square to the second.
    Move(Square, Square),
    /// The king leaves the board and wins.
    Exit,
}

/// Stands for "no square".
const NONE: u16 = 255;

impl Action {
    /// The action that does this.
    pub const fn new(deed: Deed) -> Self {
        match deed {
            Deed::Place(to) => Action(NONE << 8 | to.index() as u16),
            Deed::Move(from, to) => Action((from.index() as u16) << 8 | to.index() as u16),
            Deed::Exit => Action(NONE | NONE << 8),
        }
    }

    /// What it does.
    #[inline]
    pub const fn deed(self) -> Deed {
        let (from, to) = (self.0 >> 8, self.0 & 255);
        if to == NONE {
            Deed::Exit
        } else if from == NONE {
            Deed::Place(Square::from_index_unchecked(to as usize))
        } else {
            Deed::Move(
                Square::from_index_unchecked(from as usize),
                Square::from_index_unchecked(to as usize),
            )
        }
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.deed().fmt(f)
    }
}

/// Room for the longest list and one more line: 126 squares for a guard from hand, or six guards
/// with 22 ends each.
const ROOM: usize = 160;

impl Position {
    /// All legal actions, none when the seat to act is stuck (BL9).
    #[inline]
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        // BL5
        if self.must_exit() {
            actions.clear();
            actions.push(Action::new(Deed::Exit));
            return;
        }
        actions.resize(ROOM, Action(0));
        let end = if self.in_hand(self.to_act) > 0 {
            self.list_places(actions)
        } else {
            self.list_moves(actions)
        };
        actions.truncate(end);
    }

    /// BL7.
    #[inline]
    fn list_places(&self, list: &mut [Action]) -> usize {
        let open = self.open_squares(self.to_act);
        (0..12).fold(0, |end, row| {
            let base = (NONE << 8) + row as u16 * 12;
            list_line(list, end, open.row(row), |n| Action(base + n))
        })
    }

    /// BL8: over empty squares in a straight line, without stopping in a king's part.
    #[inline]
    fn list_moves(&self, list: &mut [Action]) -> usize {
        let courts = self.kings.courts();
        let rows = self.guards[0] | self.guards[1] | courts.occupied;
        let columns = self.columns[0] | self.columns[1] | courts.occupied_by_columns;
        let mut end = 0;
        self.guards[self.to_act.index()].for_each(|place| {
            let (row, column) = (place.row(), place.column());
            let (first_in_row, first_in_column) = place.firsts();
            let along = slide(rows.row(row), column) & !courts.closed.row(row);
            end = list_line(list, end, along, |n| Action(first_in_row + n));
            let along = slide(columns.row(column), row) & !courts.closed_by_columns.row(column);
            end = list_line(list, end, along, |n| Action(first_in_column + 12 * n));
        });
        end
    }
}
