use super::{Action, Position, Saute, Square};
use crate::scene::Message;
use crate::{Refusal, Refusing, Rules, Seat};

impl Refusing for Saute {
    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let seat = position.to_act();
        let Some((from, to)) = action.squares() else {
            return Refusal::new("SA6", Message::new("saute.can-hop"));
        };
        if position.is_home(self.place(seat)) {
            return Refusal::new("SA6", Message::new("saute.must-pass"));
        }
        if position.triangle_at(from).is_none() {
            return Refusal::new("SA2", Message::new("saute.nothing-there").text("at", from));
        }
        if self.seat_of(from) != Some(seat) {
            return Refusal::new("SA2", Message::new("saute.not-yours").text("at", from));
        }
        if from.row() != to.row() {
            return Refusal::new("SA2", Message::new("saute.stays-in-row"));
        }
        if to.column() <= from.column() {
            return Refusal::new("SA2", Message::new("saute.goes-east"));
        }
        if position.triangle_at(to).is_some() {
            return Refusal::new("SA2", Message::new("saute.occupied").text("at", to));
        }
        // SA3: the chain breaks at the last square that can be reached.
        let stop = self.ends(position, from).last().unwrap_or(from);
        let name = (b'A' + stop.column()) as char;
        Refusal::new(
            "SA3",
            Message::new("saute.even")
                .text("at", stop)
                .text("column", name)
                .number("enemies", self.enemies_in(position, seat, stop.column())),
        )
    }
}

impl Saute {
    /// How many opposing pieces there are in a column.
    pub(super) fn enemies_in(&self, position: &Position, seat: Seat, column: u8) -> i64 {
        (0..12)
            .map(|row| Square::new(column, row))
            .filter(|&square| position.triangle_at(square).is_some())
            .filter_map(|square| self.seat_of(square))
            .filter(|&other| self.side(other) != self.side(seat))
            .count() as i64
    }
}
