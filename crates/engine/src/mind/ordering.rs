use tablier_rules::{Rules, Seat};

/// Which actions are searched first, and which change a lot.
pub trait MoveOrdering: Rules {
    /// Whether [`MoveOrdering::order`] says anything.
    const ORDERS: bool = true;

    /// Adds to `scores` how promising each action looks, better ones higher: about 0 for an
    /// ordinary one, at most a few thousand.
    fn order(
        &self,
        _position: &Self::Position,
        _acts: Seat,
        _actions: &[Self::Action],
        _scores: &mut [i32],
    ) {
    }

    /// Whether an action changes the evaluation a lot (a capture).
    fn noisy(&self, _position: &Self::Position, _action: Self::Action) -> bool {
        false
    }
}
