use crate::scene::{Layout, Mark, Message, Pick, Scene, Transition};
use crate::{Reason, Refusal, Rules};

/// How a game looks and is touched. The client knows no rules: everything it shows comes from here.
pub trait Staging: Rules {
    /// The board, the same for a whole match.
    fn layout(&self) -> Layout;

    /// Everything to draw for a position: pieces, marks (check, duty, the winning line), seats and
    /// one sentence that says what can be done now. The table marks the last action.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// Appends the clicks that mean a legal action. Paths of different actions differ, and none is
    /// a prefix of another. Where one end has several outcomes, the last pick is a picture of this
    /// one (always: the table skips a picture without alternatives).
    fn picks(&self, position: &Self::Position, action: Self::Action, path: &mut Vec<Pick>);

    /// What to highlight before a legal action is final: squares hit, bars linked, the way out.
    fn preview(&self, position: &Self::Position, action: Self::Action) -> Vec<Mark>;

    /// What a legal action does to the pieces, for animation.
    fn transition(&self, position: &Self::Position, action: Self::Action) -> Transition;

    /// Why a game that is over by its own rules ended as it did.
    fn reason(&self, position: &Self::Position) -> Reason;

    /// Why the last pick of `path` is refused; the picks before it were possible.
    fn refused_pick(&self, position: &Self::Position, path: &[Pick]) -> Refusal {
        let _ = (position, path);
        Refusal::new("C5", Message::new("rules.pick-elsewhere"))
    }
}
