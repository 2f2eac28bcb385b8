//! What counts as a mistake: the only place that decides it.

use tablier_rules::Seat;
use tablier_rules::scene::Message;

use super::Point;

/// Giving away this much of the chance of winning is an inaccuracy.
const INACCURACY: f32 = 0.08;
/// Giving away this much is a mistake.
const MISTAKE: f32 = 0.16;
/// Giving away this much is a blunder.
const BLUNDER: f32 = 0.30;
/// In a game for one: leaving this many pieces more than necessary is a blunder; fewer, a mistake.
const PIECES_OF_A_BLUNDER: u8 = 2;

/// How bad an action was.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// Something better was there.
    Inaccuracy,
    /// A good part of the chances is gone.
    Mistake,
    /// The action that turned the game.
    Blunder,
}

impl Fault {
    /// What an action is that took the chance of winning of whoever played it from `before` to
    /// `after`; none if it was good enough.
    pub fn of_chances(before: f32, after: f32) -> Option<Self> {
        match before - after {
            lost if lost >= BLUNDER => Some(Fault::Blunder),
            // Whatever was left is gone for certain.
            lost if lost >= MISTAKE && after <= 0.0 => Some(Fault::Blunder),
            lost if lost >= MISTAKE => Some(Fault::Mistake),
            lost if lost >= INACCURACY => Some(Fault::Inaccuracy),
            _ => None,
        }
    }

    /// The same in a game for one, by the fewest pieces that could be left.
    pub fn of_pieces(before: u8, after: u8) -> Option<Self> {
        match after.saturating_sub(before) {
            0 => None,
            more if more >= PIECES_OF_A_BLUNDER => Some(Fault::Blunder),
            _ => Some(Fault::Mistake),
        }
    }

    /// The sign that annotators put after a move.
    pub fn sign(self) -> &'static str {
        match self {
            Fault::Inaccuracy => "?!",
            Fault::Mistake => "?",
            Fault::Blunder => "??",
        }
    }
}

/// An action that gave something away.
#[derive(Clone, PartialEq, Debug)]
pub struct Mistake {
    /// How many actions were played before it.
    pub ply: usize,
    /// Who played it.
    pub seat: Seat,
    /// How bad it was.
    pub fault: Fault,
    /// The action.
    pub played: String,
    /// What was better, and how it could have gone on.
    pub better: Vec<String>,
    /// Why that was better, where it can be said.
    pub why: Option<Message>,
    /// The chance of winning of whoever played it, before and after.
    pub chances: (f32, f32),
    /// In a game for one: the fewest pieces that could be left, before and after.
    pub left: Option<(u8, u8)>,
    /// Whether what it gave away is proved rather than searched.
    pub certain: bool,
    /// What it allowed, if somebody else acts next and it can be said what they gain.
    pub allowed: Option<BestReply>,
}

/// The best answer to a mistake.
#[derive(Clone, PartialEq, Debug)]
pub struct BestReply {
    /// Who has it.
    pub seat: Seat,
    /// The action.
    pub action: String,
    /// What it gains.
    pub why: Message,
}

/// Reasons that speak of need, not of gain: an answer with one of them was not allowed by anything.
const NEEDS: [&str; 3] = [
    "engine.only-action",
    "engine.resists-longest",
    "engine.stops-a-threat",
];

/// Before which actions the chances of whoever acted were clearly better than after them, whether
/// or not anything better is known.
pub(super) fn falls(points: &[Point]) -> impl Iterator<Item = usize> + '_ {
    let fell = |pair: &[Point]| Some(fault(pair[0].seat?, &pair[0], &pair[1])?.0);
    let pairs = points.windows(2).enumerate();
    pairs.filter_map(move |(ply, pair)| fell(pair).map(|_| ply))
}

/// How bad an action of a seat was, judged by the positions around it, and its chances there.
fn fault(seat: Seat, before: &Point, after: &Point) -> Option<(Fault, (f32, f32))> {
    let of = |point: &Point| point.chances.get(seat.index()).copied();
    let chances = (of(before)?, of(after)?);
    let fault = match before.left.zip(after.left) {
        Some((before, after)) => Fault::of_pieces(before, after)?,
        None => Fault::of_chances(chances.0, chances.1)?,
    };
    Some((fault, chances))
}

/// The mistakes among the actions of a game, with what was found about its positions.
pub(super) fn find(actions: &[String], points: &[Point]) -> Vec<Mistake> {
    let pairs = points.windows(2).zip(actions).enumerate();
    pairs
        .filter_map(|(ply, (pair, played))| mistake(ply, &pair[0], played, &pair[1]))
        .collect()
}

fn mistake(ply: usize, before: &Point, played: &str, after: &Point) -> Option<Mistake> {
    let seat = before.seat?;
    // The best that was found is never a mistake, whatever a second look says of it.
    if before.line.first().is_none_or(|best| best == played) {
        return None;
    }
    let (fault, chances) = fault(seat, before, after)?;
    let reply = after.seat.filter(|&next| next != seat).and_then(|next| {
        let action = after.line.first()?.clone();
        Some(BestReply {
            seat: next,
            action,
            why: after.why.clone()?,
        })
    });
    let reply = reply.filter(|reply| !NEEDS.contains(&reply.why.key.as_ref()));
    Some(Mistake {
        ply,
        seat,
        fault,
        played: played.to_owned(),
        better: before.line.clone(),
        why: before.why.clone(),
        chances,
        left: before.left.zip(after.left),
        certain: after.certain,
        allowed: reply,
    })
}
