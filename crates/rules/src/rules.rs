use std::fmt::Debug;
use std::hash::Hash;

use crate::hash::SplitMix64;
use crate::{Outcome, Seat, Status};

/// The hot half of a game: a value that holds its options and tables.
///
/// One decision is one action: a bonus, an orientation to choose, a set-up choice or a forced pass
/// is an action of its own, and the position says who acts. No method allocates once the caller's
/// buffer has grown.
pub trait Rules: Clone + Send + Sync + 'static {
    /// Everything that affects future play (C8), and nothing else: two positions are equal exactly
    /// when they count as a repetition. Aim at 256 bytes or less.
    type Position: Clone + Eq + Debug + Send + Sync + 'static;
    /// One decision; at most 8 bytes.
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// How many seats there are.
    fn seats(&self) -> u8;

    /// Which side a seat plays for: partners have the same number, below [`Seat::MOST`].
    #[inline]
    fn side(&self, seat: Seat) -> u8 {
        seat.index() as u8
    }

    /// The position from which play begins.
    fn start(&self) -> Self::Position;

    /// Replaces the contents of `actions` with all legal actions, each once (C6), always in the
    /// same order, and returns who chooses. The list is empty exactly when the game is over by its
    /// own rules.
    fn actions(&self, position: &Self::Position, actions: &mut Vec<Self::Action>) -> Status;

    /// One of the actions that [`Rules::actions`] lists, chosen uniformly, or the result of a game
    /// that is over. `buffer` is scratch space.
    ///
    /// A game with long lists may find the action without making the list; it must be the one at
    /// index [`SplitMix64::below`] the list's length.
    #[inline]
    fn choose(
        &self,
        position: &Self::Position,
        random: &mut SplitMix64,
        buffer: &mut Vec<Self::Action>,
    ) -> Result<Self::Action, Outcome> {
        match self.actions(position, buffer) {
            Status::Over(outcome) => Err(outcome),
            Status::Acts(_) => Ok(buffer[random.below(buffer.len())]),
        }
    }

    /// Plays an action.
    ///
    /// # Panics
    /// May panic, or leave a meaningless position, if the action is not a listed one.
    fn apply(&self, position: &mut Self::Position, action: Self::Action);

    /// A hash of the position: equal positions have equal keys.
    fn key(&self, position: &Self::Position) -> u64;

    /// Whether a seat is still in the game (a seat that is out has lost when others draw, C8).
    fn plays_on(&self, _position: &Self::Position, _seat: Seat) -> bool {
        true
    }

    /// The number of the round. Repetition and the action limit count within a round.
    #[inline]
    fn round(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// What follows when repetition or the action limit cuts play short (C8).
    fn cut(&self, position: &Self::Position) -> Cut<Self::Position> {
        Cut::Over(Outcome::drawn_by(self.seats(), |seat| {
            self.plays_on(position, seat)
        }))
    }
}

/// What follows when play is cut short (C8).
#[derive(Clone, Debug)]
pub enum Cut<P> {
    /// The game is over.
    Over(Outcome),
    /// A match of several rounds goes on from here.
    Next(P),
}
