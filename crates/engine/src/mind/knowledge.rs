use tablier_rules::{Match, Rules, Seat};

use crate::{Control, Score};

/// What is certain about a position, without searching it.
pub trait Knowledge: Rules {
    /// Who acts, if that is known without listing the actions and the game is surely not over.
    fn acts(&self, _position: &Self::Position) -> Option<Seat> {
        None
    }

    /// A position can occur again in its round only after so many actions or a multiple of them; `usize::MAX` if it
    /// never can. The search looks for it nowhere else.
    #[inline]
    fn period(&self, _position: &Self::Position) -> usize {
        1
    }

    /// Removes actions that surely lose at once or are no better than one that remains. At least
    /// one remains, and the value of the position does not change.
    fn prune(&self, _position: &Self::Position, _acts: Seat, _actions: &mut Vec<Self::Action>) {}

    /// Whether the acting seat must respond to something (a check): such positions are searched
    /// deeper.
    fn urgent(&self, _position: &Self::Position, _acts: Seat, _actions: &[Self::Action]) -> bool {
        false
    }

    /// The best lines, at most `lines`, if they are known for certain: from a built-in solution, or
    /// proved within the limits; with the value for the acting side.
    fn known(
        &self,
        _game: &Match<Self>,
        _lines: usize,
        _control: &Control,
    ) -> Option<Vec<Certain<Self::Action>>> {
        None
    }
}

/// A line that is known for certain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certain<A> {
    /// The actions, at least the first.
    pub actions: Vec<A>,
    /// The value for the side to act.
    pub score: Score,
}
