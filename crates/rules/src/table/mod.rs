//! A match seen from outside, in three faces: played, seen, arranged.

mod seated;

use std::any::Any;

use crate::scene::draft::{Draft, Model, Setting};
use crate::scene::{ActionId, Choices, Layout, Message, Pick, Preview, Scene, Transition};
use crate::{Ending, Game, GameInfo, Leaving, Match, Reason, Refusal, Seat, Spec, Status};

pub(crate) use seated::Seated;

/// A match seen from outside: text in, text and scenes out. It is the same for every game, so that
/// server, client and command line know none of them.
///
/// Its three faces are what one does at a table: play ([`Playable`]), look and point
/// ([`Viewable`]), set up a position by hand ([`Editable`]). Code that needs one face asks for that
/// one alone.
pub trait Table: Playable + Viewable + Editable + Send {
    /// An independent copy.
    fn fork(&self) -> Box<dyn Table>;

    /// The table as whatever it is; `match_of` looks into it.
    fn as_any(&self) -> &dyn Any;

    /// The game's entry in the catalog.
    fn info(&self) -> &'static GameInfo {
        self.spec().info()
    }

    /// Plays an action given as text and returns it in canonical notation.
    fn play(&mut self, action: &str) -> Result<String, Refusal> {
        let action = self.find(action)?;
        self.play_action(action)
    }

    /// The action in canonical notation, or why it is refused.
    fn explain(&self, action: &str) -> Result<String, Refusal> {
        let action = self.find(action)?;
        self.action_text(action)
    }

    /// The picks that mean an action given as text; none if it is refused.
    fn picks_for(&self, action: &str) -> Option<Vec<Pick>> {
        self.picks(self.find(action).ok()?)
    }

    /// Whether a seat has left (C11).
    fn has_left(&self, seat: Seat) -> bool {
        self.leavings().iter().any(|leaving| leaving.seat == seat)
    }
}

impl dyn Table + '_ {
    /// The match itself, if it is one of this game: for generic code such as the engine, inside
    /// [`with_game!`](crate::with_game).
    pub fn match_of<G: Game>(&self, _rules: &G) -> Option<&Match<G>> {
        self.as_any().downcast_ref().map(Seated::game)
    }
}

/// The face of a table for playing: whose turn it is, what is legal, what was played.
///
/// An action is named by its text, or by the [`ActionId`] that the table gave it.
pub trait Playable {
    /// The game with its options.
    fn spec(&self) -> &Spec;
    /// How many players there are and who plays with whom.
    fn seating(&self) -> Seating;
    /// Who acts, or how it ended.
    fn status(&self) -> Status;
    /// How it ended, if it is over.
    fn ending(&self) -> Option<Ending>;
    /// Why it ended as it did, if it is over.
    fn reason(&self) -> Option<Reason>;
    /// How many actions have been played.
    fn ply(&self) -> usize;
    /// The texts of the actions played.
    fn history(&self) -> Vec<String>;
    /// The position as text.
    fn position(&self) -> String;
    /// The position at the beginning as text, if it is not the usual start.
    fn unusual_start(&self) -> Option<String>;
    /// The texts of the legal actions, in the order of the rules; empty when the game is over.
    fn legal(&self) -> Vec<String>;
    /// The legal action that a text means, or why it is refused.
    fn find(&self, action: &str) -> Result<ActionId, Refusal>;
    /// A legal action in canonical notation; refused if it belongs to another position.
    fn action_text(&self, action: ActionId) -> Result<String, Refusal>;
    /// A legal action in a few words, where its text alone would not be understood.
    fn action_in_words(&self, action: ActionId) -> Option<Message>;
    /// Plays a legal action and returns it in canonical notation; refused, and nothing changes, if
    /// it belongs to another position.
    fn play_action(&mut self, action: ActionId) -> Result<String, Refusal>;
    /// Takes back the last action; false at the start.
    fn undo(&mut self) -> bool;
    /// A seat resigns or runs out of time (C11); false when it cannot.
    fn leave(&mut self, seat: Seat, out_of_time: bool) -> bool;
    /// Who has left, in order (C11).
    fn leavings(&self) -> &[Leaving];
    /// All agree on a draw (C11); false when the game is over.
    fn agree_draw(&mut self) -> bool;
    /// The number of sequences of exactly `depth` actions (C5).
    fn perft(&self, depth: u32) -> u64;
}

/// The face of a table for looking and pointing: what is drawn, and what a click means.
pub trait Viewable {
    /// The board.
    fn layout(&self) -> Layout;
    /// Everything to draw now.
    fn scene(&self) -> Scene;
    /// How the last action led here; none at the start.
    fn last_transition(&self) -> Option<Transition>;
    /// What can be picked after these picks; nothing after a path that leads nowhere.
    fn choices(&self, path: &[Pick]) -> Choices;
    /// The picks that mean a legal action; none if it belongs to another position.
    fn picks(&self, action: ActionId) -> Option<Vec<Pick>>;
    /// Why the last pick of a path is refused.
    fn refused_pick(&self, path: &[Pick]) -> Refusal;
    /// What a legal action would do; none if it belongs to another position.
    fn preview(&self, action: ActionId) -> Option<Preview>;
}

/// The face of a table for setting up a position by hand.
pub trait Editable {
    /// The kinds of pieces.
    fn models(&self) -> Vec<Model>;
    /// The position as a draft.
    fn draft(&self) -> Draft;
    /// The other settings of a draft.
    fn settings(&self, draft: &Draft) -> Vec<Setting>;
    /// A draft as text for [`Editable::set_position`].
    fn compose(&self, draft: &Draft) -> String;
    /// Starts over from a position given as text.
    fn set_position(&mut self, position: &str) -> Result<(), Refusal>;
    /// Starts over from the usual start.
    fn reset(&mut self);
}

/// How many players sit at a table and who plays with whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The number of each seat's side; partners share it.
    pub sides: Vec<u8>,
}
