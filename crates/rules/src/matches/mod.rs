use std::fmt;

use crate::trail::{CutShort, Enough, Trail};
use crate::{Cut, Outcome, Rules, Seat, Status, Verdict};

/// Rules, position and record: a game being played.
///
/// It adds what all games share: the third repetition and the action limit (C8), and leaving the
/// table (C11). Undoing is exact, including leaving and draws by agreement.
#[derive(Clone, Debug)]
#[must_use]
pub struct Match<G: Rules> {
    rules: G,
    moments: Vec<Moment<G>>,
    /// The keys of the current round.
    trail: Trail,
    legal: Vec<G::Action>,
    left: Vec<Leaving>,
    agreed: bool,
}

/// A position with what led to it.
#[derive(Clone, Debug)]
struct Moment<G: Rules> {
    position: G::Position,
    /// The action that led here; none at the start.
    action: Option<G::Action>,
    status: Status,
    ending: Option<Ending>,
    /// The index of the moment at which this round began.
    round_start: usize,
}

/// A seat that resigned or ran out of time (C11).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Leaving {
    /// The seat.
    pub seat: Seat,
    /// After how many actions.
    pub ply: usize,
    /// Whether it ran out of time rather than resigned.
    pub out_of_time: bool,
}

/// An action that is not legal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Illegal<A>(pub A);

impl<A: fmt::Debug> fmt::Display for Illegal<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a legal action here", self.0)
    }
}

impl<A: fmt::Debug> std::error::Error for Illegal<A> {}

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the game's own rules.
    Rules,
    /// By the third occurrence of a position (C8).
    Repetition,
    /// By the action limit (C8).
    Limit,
    /// A seat resigned (C11).
    Resignation(Seat),
    /// A seat ran out of time (C11).
    Time(Seat),
    /// All agreed on a draw (C11).
    Agreement,
}

impl<G: Rules> Match<G> {
    /// A match from the usual start.
    pub fn new(rules: G) -> Self {
        let start = rules.start();
        Self::from_position(rules, start)
    }

    /// A match from a position set up by hand.
    pub fn from_position(rules: G, position: G::Position) -> Self {
        let mut legal = Vec::new();
        let status = rules.actions(&position, &mut legal);
        let ending = matches!(status, Status::Over(_)).then_some(Ending::Rules);
        let trail = Trail::new(&rules, &position);
        let first = Moment {
            position,
            action: None,
            status,
            ending,
            round_start: 0,
        };
        Self {
            rules,
            moments: vec![first],
            trail,
            legal,
            left: Vec::new(),
            agreed: false,
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &G {
        &self.rules
    }

    fn now(&self) -> &Moment<G> {
        &self.moments[self.moments.len() - 1]
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        &self.now().position
    }

    /// The position after `ply` actions.
    pub fn position_at(&self, ply: usize) -> Option<&G::Position> {
        self.moments.get(ply).map(|moment| &moment.position)
    }

    /// How many actions have been played.
    pub fn ply(&self) -> usize {
        self.moments.len() - 1
    }

    /// The actions played.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = G::Action> + '_ {
        self.moments.iter().filter_map(|moment| moment.action)
    }

    /// The keys of all positions of this round so far, the current one last: a search needs them to
    /// see repetitions.
    pub fn keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.trail.keys().iter().copied()
    }

    /// How many actions of this round have been played (C8).
    pub fn round_actions(&self) -> usize {
        self.ply() - self.now().round_start
    }

    /// The legal actions; empty when the game is over.
    pub fn legal(&self) -> &[G::Action] {
        if self.is_over() { &[] } else { &self.legal }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.status(), Status::Over(_))
    }

    /// Who acts, or how it ended.
    pub fn status(&self) -> Status {
        let Moment {
            status, position, ..
        } = self.now();
        match *status {
            Status::Over(outcome) => Status::Over(self.without_leavers(outcome)),
            Status::Acts(_) if self.agreed => {
                Status::Over(Outcome::drawn_by(self.rules.seats(), |seat| {
                    self.rules.plays_on(position, seat) && !self.has_left(seat)
                }))
            }
            Status::Acts(seat) => match self.winner_by_leaving() {
                Some(side) => Status::Over(Outcome::won_by(self.rules.seats(), |seat| {
                    self.rules.side(seat) == side && !self.has_left(seat)
                })),
                None => Status::Acts(seat),
            },
        }
    }

    /// How it ended, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        if self.now().ending.is_some() {
            return self.now().ending;
        }
        if self.agreed {
            return Some(Ending::Agreement);
        }
        self.winner_by_leaving()?;
        self.left.last().map(|leaving| match leaving.out_of_time {
            true => Ending::Time(leaving.seat),
            false => Ending::Resignation(leaving.seat),
        })
    }

    /// Plays an action if it is legal; otherwise changes nothing.
    pub fn play(&mut self, action: G::Action) -> Result<(), Illegal<G::Action>> {
        if !self.legal().contains(&action) {
            return Err(Illegal(action));
        }
        self.play_unchecked(action);
        Ok(())
    }

    /// Plays an action that is known to be legal.
    ///
    /// # Panics
    /// May panic if it is not one of [`Self::legal`].
    pub fn play_unchecked(&mut self, action: G::Action) {
        let before = self.now();
        let mut position = before.position.clone();
        let mut round_start = before.round_start;
        let round = self.rules.round(&position);
        let ply = self.moments.len();
        self.rules.apply(&mut position, action);
        let mut status = self.rules.actions(&position, &mut self.legal);
        let mut ending = None;
        let key = self.rules.key(&position);
        if self.rules.round(&position) != round {
            round_start = ply;
        }
        if let Status::Over(_) = status {
            ending = Some(Ending::Rules);
        } else if let Some(cause) = self.cut_short(&position, key, round_start) {
            match self.rules.cut(&position) {
                Cut::Over(outcome) => {
                    status = Status::Over(outcome);
                    ending = Some(cause);
                    self.legal.clear();
                }
                Cut::Next(next) => {
                    position = next;
                    status = self.rules.actions(&position, &mut self.legal);
                    ending = matches!(status, Status::Over(_)).then_some(cause);
                    round_start = ply;
                }
            }
        }
        if round_start == ply {
            self.trail = Trail::new(&self.rules, &position);
        } else {
            self.trail.push(key);
        }
        self.moments.push(Moment {
            position,
            action: Some(action),
            status,
            ending,
            round_start,
        });
    }

    /// C8: whether a round's next position cuts play short.
    fn cut_short(&self, position: &G::Position, key: u64, round_start: usize) -> Option<Ending> {
        if round_start == self.moments.len() {
            return None;
        }
        let is_same = |at: usize| self.moments[round_start + at].position == *position;
        let cause = self
            .trail
            .cuts_if(&self.rules, position, key, Enough::Two, is_same)?;
        Some(match cause {
            CutShort::Repetition => Ending::Repetition,
            CutShort::Limit => Ending::Limit,
        })
    }

    /// Takes back the last action, or whatever ended the game from outside the rules; false at the
    /// start.
    pub fn undo(&mut self) -> bool {
        if self.agreed {
            self.agreed = false;
            return true;
        }
        if self
            .left
            .last()
            .is_some_and(|leaving| leaving.ply == self.ply())
        {
            self.left.pop();
            return true;
        }
        if self.moments.len() == 1 {
            return false;
        }
        let undone = self.moments.pop();
        let now = &self.moments[self.moments.len() - 1];
        if undone.is_some_and(|moment| moment.round_start == self.moments.len()) {
            let round = self.moments[now.round_start..].iter();
            let keys = round.map(|moment| self.rules.key(&moment.position));
            self.trail = Trail::resumed(&self.rules, &now.position, keys);
        } else {
            self.trail.pop();
        }
        self.rules.actions(&now.position, &mut self.legal);
        true
    }

    /// A seat resigns or runs out of time (C11). With two sides the other side wins; otherwise the
    /// seat has lost and its place is played on. False if the game is over, the seat has already
    /// left, or it plays alone.
    pub fn leave(&mut self, seat: Seat, out_of_time: bool) -> bool {
        let seats = self.rules.seats();
        if seats == 1 || seat.index() >= usize::from(seats) || self.is_over() || self.has_left(seat)
        {
            return false;
        }
        self.left.push(Leaving {
            seat,
            ply: self.ply(),
            out_of_time,
        });
        true
    }

    /// All seats still in the game agree on a draw (C11). False if the game is over.
    pub fn agree_draw(&mut self) -> bool {
        let possible = !self.is_over() && self.rules.seats() > 1;
        self.agreed |= possible;
        possible
    }

    /// Who resigned or ran out of time, in order (C11).
    pub fn leavings(&self) -> &[Leaving] {
        &self.left
    }

    /// Whether a seat has resigned or run out of time.
    pub fn has_left(&self, seat: Seat) -> bool {
        self.left.iter().any(|leaving| leaving.seat == seat)
    }

    /// With two sides: the side that nobody has left, once somebody has. With more: the last side.
    fn winner_by_leaving(&self) -> Option<u8> {
        if self.left.is_empty() {
            return None;
        }
        let position = self.position();
        let sides = || Seat::all(self.rules.seats()).map(|seat| (seat, self.rules.side(seat)));
        let mut all: Vec<u8> = sides().map(|(_, side)| side).collect();
        all.sort_unstable();
        all.dedup();
        let mut standing: Vec<u8> = if all.len() == 2 {
            let gone = self.rules.side(self.left[0].seat);
            all.into_iter().filter(|&side| side != gone).collect()
        } else {
            sides()
                .filter(|&(seat, _)| self.rules.plays_on(position, seat) && !self.has_left(seat))
                .map(|(_, side)| side)
                .collect()
        };
        standing.dedup();
        match standing[..] {
            [side] => Some(side),
            _ => None,
        }
    }

    fn without_leavers(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Seats {
                count,
                mut verdicts,
            } => {
                for leaving in &self.left {
                    verdicts[leaving.seat.index()] = Verdict::Lost;
                }
                Outcome::Seats { count, verdicts }
            }
            left => left,
        }
    }
}

#[cfg(test)]
mod tests;
