//! The seats' time in a game in this browser.

use serde::{Deserialize, Serialize};

/// The time of one seat.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// Milliseconds at the beginning.
    pub whole: f64,
    /// Milliseconds added after each action.
    pub increment: f64,
}

/// The seats' time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// Milliseconds that each seat has left.
    pub left: Vec<f64>,
    /// Milliseconds that each seat had at the beginning.
    #[serde(default)]
    pub whole: f64,
    /// Milliseconds added after each action.
    pub increment: f64,
    /// What each seat has instead, if they differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Share>,
}

impl Clock {
    /// A clock with a time for each seat.
    pub fn new(shares: &[Share]) -> Option<Self> {
        let first = *shares.first()?;
        let equal = shares.iter().all(|share| *share == first);
        Some(Self {
            left: shares.iter().map(|share| share.whole).collect(),
            whole: first.whole,
            increment: first.increment,
            shares: if equal { Vec::new() } else { shares.to_vec() },
        })
    }

    /// The time of a seat.
    pub fn share(&self, seat: usize) -> Share {
        let usual = Share {
            whole: self.whole,
            increment: self.increment,
        };
        self.shares.get(seat).copied().unwrap_or(usual)
    }

    /// The clock of the next game, when everybody moves one seat further with their time.
    pub fn for_rematch(&self) -> Option<Self> {
        let mut shares: Vec<Share> = (0..self.left.len()).map(|seat| self.share(seat)).collect();
        shares.rotate_right(1);
        Self::new(&shares)
    }

    /// The same clock for `seats` seats, even if the saved one does not fit: a seat without a time
    /// gets the whole time. None if a value is not a time.
    pub(super) fn fitted(&self, seats: usize) -> Option<Self> {
        let is_time = |time: f64| time.is_finite() && time >= 0.0;
        let mut clock = self.clone();
        clock.left.truncate(seats);
        for seat in clock.left.len()..seats {
            clock.left.push(self.share(seat).whole);
        }
        clock.shares.truncate(seats);
        let all = (0..seats).map(|seat| clock.share(seat));
        let times = all
            .into_iter()
            .all(|share| is_time(share.whole) && is_time(share.increment));
        (times && clock.left.iter().copied().all(is_time)).then_some(clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(minutes: f64, seconds: f64) -> Share {
        Share {
            whole: minutes * 60_000.0,
            increment: seconds * 1_000.0,
        }
    }

    #[test]
    fn equal_times_are_one_time() {
        let clock = Clock::new(&[share(5.0, 2.0); 3]).unwrap();
        assert_eq!((clock.shares.len(), clock.whole), (0, 300_000.0));
        assert_eq!(clock.left, [300_000.0; 3]);
        assert_eq!(Clock::new(&[]), None);
    }

    #[test]
    fn a_handicap_goes_with_the_player_into_the_rematch() {
        let clock = Clock::new(&[share(3.0, 0.0), share(10.0, 5.0)]).unwrap();
        assert_eq!(clock.share(0).increment, 0.0);
        assert_eq!(clock.share(1).increment, 5_000.0);
        let next = clock.for_rematch().unwrap();
        assert_eq!(next.left, [600_000.0, 180_000.0]);
        assert_eq!(next.share(0), share(10.0, 5.0));
    }
}
