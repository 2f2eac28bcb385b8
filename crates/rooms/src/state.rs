use std::fmt::Write as _;

use crate::Room;

impl Room {
    /// The whole state of the room as text: two rooms with the same text answer every order alike.
    /// For comparing what two readers made of one log; the format is not stable.
    pub fn state(&self) -> String {
        let mut text = String::with_capacity(512);
        let table = self.table();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} at {}, board {}",
            self.seq,
            self.at,
            self.board_seq()
        );
        let _ = writeln!(
            text,
            "{:?} by {} {:?}, {:?} {:?}",
            self.terms, self.host, self.host_name, self.earlier, self.next
        );
        let _ = writeln!(text, "{:?} {:?} {:?}", self.phase, self.chairs, self.seats);
        let _ = writeln!(
            text,
            "{:?} {:?} {:?} {:?}",
            self.clocks, self.pending, self.asked, self.recent
        );
        let _ = writeln!(text, "{:?} {:?}", self.acted, table.history());
        let _ = write!(
            text,
            "{} {:?} {:?} {:?}",
            table.position(),
            table.status(),
            table.ending(),
            table.leavings()
        );
        text
    }
}
