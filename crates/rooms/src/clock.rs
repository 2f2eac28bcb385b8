use tablier_rules::Seat;

use crate::TimeControl;

/// Below this number of actions, a game can be aborted and no clock runs.
pub const ABORTABLE_PLIES: usize = 2;

/// The most lag that is not charged for an action, in milliseconds.
pub const MOST_LAG_MS: u64 = 500;

/// The seats' time. Whether it runs is for the room to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    control: TimeControl,
    /// Milliseconds for each seat; empty without a clock.
    left: Vec<u64>,
    /// When the turn began.
    began: u64,
}

impl Clocks {
    /// The clocks at the start. A game for one has none: there is nobody to win on time.
    pub(crate) fn new(control: TimeControl, seats: usize) -> Self {
        let start = control.at_start().filter(|_| seats > 1);
        let left = start.map_or(Vec::new(), |ms| vec![ms; seats]);
        Self {
            control,
            left,
            began: 0,
        }
    }

    pub(crate) fn left(&self) -> &[u64] {
        &self.left
    }

    pub(crate) fn began(&self) -> u64 {
        self.began
    }

    /// Begins a turn.
    pub(crate) fn begin(&mut self, at: u64) {
        self.began = at;
    }

    /// Whether an action of a seat can leave the clocks like that: nobody else's changes, and its
    /// own grows by at most the increment. `runs` is false while nobody is charged.
    pub(crate) fn allow(&self, seat: Seat, left: &[u64], runs: bool) -> bool {
        let fits = |(at, (&new, &old)): (usize, (&u64, &u64))| match self.control {
            _ if at != seat.index() || !runs => new == old,
            TimeControl::Clock { increment_ms, .. } => {
                (increment_ms..=old.saturating_add(increment_ms)).contains(&new)
            }
            TimeControl::Days(_) | TimeControl::None => Some(new) == self.control.at_start(),
        };
        left.len() == self.left.len() && left.iter().zip(&self.left).enumerate().all(fits)
    }

    /// Sets the clocks to values that they [allow](Self::allow).
    pub(crate) fn set(&mut self, left: &[u64]) {
        self.left.copy_from_slice(left);
    }

    /// When the flag of the seat to act falls, allowing for lag; never without a clock.
    pub(crate) fn due(&self, seat: Seat) -> Option<u64> {
        let left = *self.left.get(seat.index())?;
        Some(self.began.saturating_add(left).saturating_add(MOST_LAG_MS))
    }

    /// The clocks after an action of a seat; none if its time had run out. `runs` is false while
    /// nobody is charged.
    pub(crate) fn after(&self, seat: Seat, now: u64, lag: u64, runs: bool) -> Option<Vec<u64>> {
        let mut left = self.left.clone();
        let Some(mine) = left.get_mut(seat.index()) else {
            return Some(left);
        };
        if !runs {
            return Some(left);
        }
        let spent = now
            .saturating_sub(self.began)
            .saturating_sub(lag.min(MOST_LAG_MS));
        let rest = mine.checked_sub(spent)?;
        *mine = match self.control {
            TimeControl::Clock { increment_ms, .. } => rest.saturating_add(increment_ms),
            // Every action gets its days afresh.
            TimeControl::Days(_) | TimeControl::None => self.control.at_start().unwrap_or(rest),
        };
        Some(left)
    }
}
