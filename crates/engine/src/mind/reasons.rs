use tablier_rules::scene::Message;
use tablier_rules::{Rules, Seat};

/// What can be said of an action in the words of the game, without a search: every sentence is a fact
/// about the positions before and after it.
pub trait Reasons: Rules {
    /// How many pieces of a side are not taken; always the same where nothing is ever taken.
    fn pieces(&self, _position: &Self::Position, _side: u8) -> u32 {
        0
    }

    /// What an action takes. Asked only if the others have fewer [`Reasons::pieces`] after it.
    fn taking(
        &self,
        _before: &Self::Position,
        _after: &Self::Position,
        _action: Self::Action,
    ) -> Message {
        Message::new("engine.captures")
    }

    /// What else an action does.
    fn deed(
        &self,
        _before: &Self::Position,
        _after: &Self::Position,
        _action: Self::Action,
    ) -> Option<Message> {
        None
    }

    /// Where a seat that can win with its next action would do so, if the game has a name for it (the
    /// column of a way out).
    fn place_of_win(&self, _position: &Self::Position, _seat: Seat) -> Option<String> {
        None
    }

    /// The sentences for what a short search shows.
    fn sayings(&self) -> Sayings {
        Sayings::default()
    }
}

/// The keys of the sentences for what a short search shows.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Sayings {
    /// After `{losing}` of the `{others}` other actions the opponent wins at once; with `{place}` if
    /// the game names it.
    pub stops: &'static str,
    /// Only `{stops}` of the `{replies}` replies keep the acting side from winning next; with
    /// `{place}` if the game names it.
    pub threatens: &'static str,
    /// After `{losing}` of the `{others}` other actions a piece can be taken at once, after this
    /// one none can.
    pub keeps: &'static str,
}

impl Default for Sayings {
    fn default() -> Self {
        Self {
            stops: "engine.stops-a-threat",
            threatens: "engine.threatens",
            keeps: "engine.keeps",
        }
    }
}
