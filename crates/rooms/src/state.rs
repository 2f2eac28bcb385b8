use std::fmt::Write as _;

use crate::Room;

impl Room {
    /// Everything that the room is, as text: two rooms with the same text answer every order alike.
    /// For comparing what two readers made of one log; its form is not kept.
    pub fn state(&self) -> String {
        let mut text = String::with_capacity(512);
        let table = self.table();
        // Writing to a string does not fail.
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
            self.clocks, self.pending, self.asked, self.memory
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
