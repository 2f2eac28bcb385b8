//! The clocks as they are now, computed from the server's numbers.

use tablier_rooms::Room;
use tablier_rules::scene::Message;

/// How far the server's clock is ahead of the local one, in milliseconds.
///
/// A message's time is always a little old when it arrives: of all differences seen since the
/// connection was made, the largest is nearest to the truth.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Offset(Option<f64>);

impl Offset {
    /// Records the server's time in a message that arrived at a local time.
    pub fn heard(&mut self, server: u64, here: f64) {
        let ahead = server as f64 - here;
        self.0 = Some(self.0.map_or(ahead, |known| known.max(ahead)));
    }

    /// The server's time at a local time.
    pub fn server_time(self, here: f64) -> f64 {
        here + self.0.unwrap_or(0.0)
    }
}

/// What every seat has left at a moment of the server's time; none without clocks. `rests` while
/// the player's move is on its way: its time was measured when it was made.
pub fn time_left(room: &Room, now: f64, rests: bool) -> Option<Vec<f64>> {
    if room.time_left().is_empty() {
        return None;
    }
    let mut left: Vec<f64> = room.time_left().iter().map(|&ms| ms as f64).collect();
    if let Some(seat) = room.to_act().filter(|_| room.clock_runs() && !rests)
        && let Some(mine) = left.get_mut(seat.index())
    {
        let spent = (now - room.turn_began() as f64).max(0.0);
        *mine = (*mine - spent).max(0.0);
    }
    Some(left)
}

/// Days and hours, hours and minutes, minutes and seconds; tenths at the very end.
pub fn in_words(milliseconds: f64) -> Message {
    let seconds = (milliseconds / 1000.0).max(0.0);
    let whole = seconds as i64;
    let (minutes, hours, days) = (whole / 60, whole / 3_600, whole / 86_400);
    if seconds < 10.0 {
        let text = format!("{:.1}", (seconds * 10.0).floor() / 10.0);
        Message::new("online.clock").text("time", text)
    } else if hours < 1 {
        let text = format!("{minutes}:{:02}", whole % 60);
        Message::new("online.clock").text("time", text)
    } else if days < 1 {
        let text = format!("{hours}:{:02}:{:02}", minutes % 60, whole % 60);
        Message::new("online.clock").text("time", text)
    } else {
        Message::new("online.clock-days")
            .number("days", days)
            .number("hours", hours % 24)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::online::testing::{History, act, ana, ben};
    use tablier_rooms::TimeControl;

    #[test]
    fn the_fastest_message_knows_the_time_best() {
        let mut offset = Offset::default();
        assert_eq!(offset.server_time(5.0), 5.0);
        offset.heard(1_000, 900.0);
        offset.heard(2_000, 1_980.0);
        assert_eq!(offset.server_time(3_000.0), 3_100.0);
    }

    #[test]
    fn only_the_seat_to_act_spends_time_and_only_from_the_second_move_on() {
        let time = TimeControl::Clock {
            base_ms: 60_000,
            increment_ms: 0,
        };
        let mut history = History::timed(time);
        let left = |history: &History, now, rests| time_left(&history.room, now, rests).unwrap();
        assert_eq!(left(&history, 50_000.0, false), [60_000.0; 2]);
        history.does(ana(), "a", 10_000, act("C3-C6"));
        history.does(ben(), "b", 20_000, act("C8-C7"));
        assert_eq!(left(&history, 25_000.0, false), [55_000.0, 60_000.0]);
        assert_eq!(left(&history, 25_000.0, true), [60_000.0; 2]);
        assert_eq!(left(&history, 1e9, false)[0], 0.0, "never below nothing");
        assert_eq!(time_left(&History::begun().room, 1e9, false), None);
    }

    #[test]
    fn a_clock_reads_like_a_clock() {
        let text = |ms: f64| in_words(ms).args[0].clone();
        let text = |ms: f64| format!("{:?}", text(ms));
        assert!(text(9_960.0).contains("9.9"));
        assert!(text(61_000.0).contains("1:01"));
        assert!(text(3_600_000.0).contains("1:00:00"));
        assert_eq!(in_words(86_400_000.0).key, "online.clock-days");
    }
}
