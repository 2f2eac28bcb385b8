//! What to ask the engine, and when.

use tablier_rules::scene::Message;
use tablier_rules::{Outcome, Seat, Status, Verdict, catalog};

use super::{Point, Review, mistakes};
use crate::{Answer, Hint, Limits, Request, Score};

/// How many nodes each position of a game of usual length is searched.
const NODES: u64 = 12_000;
/// Games with more positions than this are searched less in each.
const USUAL: usize = 150;
/// Never fewer nodes than this.
const FEWEST: u64 = 1_500;
/// A suspect is looked at with so many times the nodes.
const CLOSER: u64 = 4;
/// How many actions of a line are kept.
const KEPT: usize = 6;
/// How much of the work the first look is, for the bar that shows the progress.
const FIRST_LOOK: f32 = 0.7;

/// A review in the making. Every position is searched once; then both positions around everything
/// that looks like a mistake are searched longer, until nothing is called a mistake at first sight.
#[derive(Clone, Debug)]
pub struct Reviewer {
    pub(super) review: Review,
    /// The positions still to be seen for the first time, the last one first.
    pub(super) unseen: Vec<usize>,
    /// Which positions were looked at closely; where the game is over there is nothing to see.
    closely: Vec<bool>,
    progress: f32,
}

impl Reviewer {
    /// The review of a game, of which nothing is known yet. Actions that the rules refuse are left
    /// out with everything after them.
    pub fn new(game: &str, start: Option<&str>, actions: &[String]) -> Result<Self, Message> {
        let mut table = catalog::open(game).map_err(|error| error.message())?;
        if let Some(start) = start {
            table.set_position(start).map_err(|refusal| refusal.why)?;
        }
        let seats = table.seating().sides.len() as u8;
        let mut played = Vec::new();
        let mut points = vec![at_first_sight(table.status(), seats)];
        for action in actions {
            let Ok(text) = table.play(action) else { break };
            played.push(text);
            points.push(at_first_sight(table.status(), seats));
        }
        let open = (0..points.len()).filter(|&at| points[at].seat.is_some());
        Ok(Self {
            unseen: open.rev().collect(),
            closely: points.iter().map(|point| point.seat.is_none()).collect(),
            review: Review {
                game: table.spec().to_string(),
                start: table.unusual_start(),
                actions: played,
                points,
            },
            progress: 0.0,
        })
    }

    /// What to ask next; none when everything is known.
    pub fn ask(&self) -> Option<Request> {
        let (at, closer) = self.next()?;
        let nodes = nodes(self.review.points.len());
        Some(Request {
            game: self.review.game.clone(),
            start: self.review.start.clone(),
            actions: self.review.actions[..at].to_vec(),
            limits: Limits::nodes(if closer { CLOSER * nodes } else { nodes }),
            hint: closer,
            ..Request::default()
        })
    }

    /// The answer to what [`Reviewer::ask`] asks.
    pub fn hear(&mut self, answer: &Answer) {
        let Some((at, closer)) = self.next() else {
            return;
        };
        if closer {
            self.closely[at] = true;
        } else {
            self.unseen.pop();
        }
        let solo = self.review.is_solo();
        let point = &mut self.review.points[at];
        if let Some(best) = answer.report.lines.first() {
            point.line = best.actions.iter().take(KEPT).cloned().collect();
            point.left = solo.then(|| pieces(best.score));
        }
        point.chances.clone_from(&answer.report.chances);
        point.certain = answer.report.certain;
        point.why = answer.hint.as_ref().and_then(Hint::reason).cloned();
        if solo {
            self.remember_ways();
        }
        self.progress = self.progress.max(self.estimate());
    }

    /// How much is done, from 0 to 1; it never goes back.
    pub fn progress(&self) -> f32 {
        self.progress
    }

    /// The review, once there is nothing more to ask.
    pub fn finished(&self) -> Option<&Review> {
        self.next().is_none().then_some(&self.review)
    }

    /// The next position to look at, and whether it is looked at closely.
    fn next(&self) -> Option<(usize, bool)> {
        if let Some(&at) = self.unseen.last() {
            return Some((at, false));
        }
        self.suspects().next().map(|at| (at, true))
    }

    /// Positions around what looks like a mistake that were not looked at closely: something better
    /// may be found only then.
    fn suspects(&self) -> impl Iterator<Item = usize> {
        let around = mistakes::falls(&self.review.points).flat_map(|ply| [ply, ply + 1]);
        around.filter(|&at| !self.closely[at])
    }

    fn estimate(&self) -> f32 {
        let all = self.review.points.len() as f32;
        let first = 1.0 - self.unseen.len() as f32 / all;
        if !self.unseen.is_empty() {
            return FIRST_LOOK * first;
        }
        let open = self.suspects().count() as f32;
        let seen =
            |(at, &closely): (usize, &bool)| closely && self.review.points[at].seat.is_some();
        let done = self
            .closely
            .iter()
            .enumerate()
            .filter(|&it| seen(it))
            .count() as f32;
        match open > 0.0 {
            true => FIRST_LOOK + (1.0 - FIRST_LOOK) * done / (done + open),
            false => 1.0,
        }
    }

    /// In a game for one, a way found after an action was there before it too.
    fn remember_ways(&mut self) {
        let points = &mut self.review.points;
        for at in (1..points.len()).rev() {
            let [before, after] = &mut points[at - 1..=at] else {
                continue;
            };
            let found = before.left.is_some() && after.left.is_some();
            if found && before.left > after.left {
                let mut line = vec![self.review.actions[at - 1].clone()];
                line.extend(after.line.iter().take(KEPT - 1).cloned());
                before.left = after.left;
                before.chances.clone_from(&after.chances);
                before.line = line;
                before.why = None;
            }
        }
    }
}

/// How many nodes each position of a game with so many positions is searched.
fn nodes(positions: usize) -> u64 {
    let many = positions.max(USUAL) as u64;
    (NODES * USUAL as u64 / many).max(FEWEST)
}

/// What is known of a position before it is searched.
fn at_first_sight(status: Status, seats: u8) -> Point {
    let (seat, chances, left) = match status {
        Status::Acts(seat) => (Some(seat), vec![0.0; usize::from(seats)], None),
        Status::Over(Outcome::Left(left)) => (None, vec![1.0 / f32::from(left.max(1))], Some(left)),
        Status::Over(outcome) => (None, shares(outcome, seats), None),
    };
    Point {
        seat,
        chances,
        left,
        certain: seat.is_none(),
        line: Vec::new(),
        why: None,
    }
}

/// What each seat got: everything, nothing, or as much as the others who drew.
fn shares(outcome: Outcome, seats: u8) -> Vec<f32> {
    let drew = |&seat: &Seat| outcome.verdict(seat) == Verdict::Drew;
    let share = 1.0 / Seat::all(seats).filter(drew).count().max(1) as f32;
    Seat::all(seats)
        .map(|seat| match outcome.verdict(seat) {
            Verdict::Won => 1.0,
            Verdict::Drew => share,
            Verdict::Lost => 0.0,
        })
        .collect()
}

/// In a game for one the score is minus the number of pieces left.
fn pieces(score: Score) -> u8 {
    u8::try_from(-score.0).unwrap_or(u8::MAX)
}
