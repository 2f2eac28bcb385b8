use tablier_rules::{Rules, Seat};

/// What is foreseen where three or four players each play for themselves.
///
/// One of them searches. It expects the others to choose by habit and not what is best for themselves by its own
/// reckoning, and a [`Forecast`](crate::network::Forecast) tells how likely everyone is to win that way. Games
/// without views need nothing of this.
pub trait Foresight: Rules {
    /// How the positions of these options look to the seats; none if nothing is foreseen.
    fn views(&self) -> Option<Views> {
        None
    }

    /// Writes the features of what each seat sees, [`Views::seen`] for the first seat, then for the next, and so on.
    /// `searcher` is the seat that does not choose by habit.
    fn see(&self, _position: &Self::Position, _searcher: Seat, _features: &mut Vec<u16>) {}

    /// Adds the numbers that players may go by when they choose, [`Views::leanings`] for the first action, then for
    /// the next, and so on. How much each counts for their habits is learned.
    fn leanings(
        &self,
        _position: &Self::Position,
        _acts: Seat,
        _actions: &[Self::Action],
        _reasons: &mut Vec<f32>,
    ) {
    }
}

/// How positions look to the seats.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Views {
    /// The name of the forecast, and of its file.
    pub name: &'static str,
    /// Every feature is below this.
    pub features: usize,
    /// How many features every seat sees in every position.
    pub seen: usize,
    /// How many numbers players may go by in choosing an action.
    pub leanings: usize,
}
