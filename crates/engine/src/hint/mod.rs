//! Why an action is good: what is certain of it, and what happens without it.
//!
//! Nothing is said that was not looked at: a threat is one that the opponent's next action carries out
//! after most of the other actions, a piece kept is one that can be taken after most of them. Where
//! nothing of the kind can be said, the search says how far it has looked.

mod look;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use tablier_rules::scene::Message;
use tablier_rules::{Match, Status};

use crate::proof::Proof;
use crate::{Hint, Mind, RootMove, side_count};

use self::look::Look;

/// How many positions are looked at to prove a win against several others.
const PROVED: u64 = 50_000;

/// The reason for an action of the seat to act, with the line that the search expects. `best` is how
/// deep the search looked at every action, if it found nothing better than this one; `sure` says that what it
/// found is certain; `stop` ends the comparison with other actions.
pub(crate) fn reason<M: Mind>(
    game: &Match<M>,
    action: M::Action,
    line: &RootMove<M::Action>,
    best: Option<u32>,
    sure: bool,
    stop: &AtomicBool,
) -> Option<Hint> {
    let depth = if sure { Some(u32::MAX) } else { best };
    let why = certain(game, line, depth)
        .or_else(|| compared(game, action, stop))
        .or_else(|| described(game, action))
        .or_else(|| {
            let depth = best.filter(|&depth| depth > 0)?;
            Some(Message::new("engine.best-found").number("depth", depth))
        })?;
    Some(Hint { why })
}

/// What the search proved, if it looked at every action so deep.
fn certain<M: Mind>(
    game: &Match<M>,
    line: &RootMove<M::Action>,
    depth: Option<u32>,
) -> Option<Message> {
    if game.rules().seats() == 1 {
        // The value is minus the number of pieces left.
        return Some(Message::new("engine.leaves").number("count", line.score.0.unsigned_abs()));
    }
    if let Some(actions) = line.score.wins_in() {
        if actions <= 1 {
            return Some(Message::new("engine.wins-now"));
        }
        if side_count(game.rules()) == 2 || wins_against_all(game, line, actions) {
            return Some(Message::new("engine.wins-by-force").number("actions", actions));
        }
    }
    if game.legal().len() == 1 {
        return Some(Message::new("engine.only-action"));
    }
    // A search that ended early may have seen this action lose and not yet looked at the others. Of several
    // others each plays for itself, and none need do what would beat this seat.
    let seen = |actions| Some(actions) <= depth;
    let lost = side_count(game.rules()) == 2 && line.score.loses_in().is_some_and(seen);
    lost.then(|| Message::new("engine.resists-longest"))
}

/// Whether a line wins within so many actions whatever several others do. A search in which each plays for
/// itself takes it for granted that one who cannot win any more plays as it expects.
fn wins_against_all<M: Mind>(game: &Match<M>, line: &RootMove<M::Action>, actions: u32) -> bool {
    let Status::Acts(seat) = game.status() else {
        return false;
    };
    let mut after = game.position().clone();
    game.rules().apply(&mut after, line.actions[0]);
    let mut proof = Proof::for_side(game.rules(), game.rules().side(seat), PROVED);
    proof.wins(&after, actions - 1) == Some(true)
}

/// What happens after the other actions, and what the opponent can do about this one; only between
/// two sides.
fn compared<M: Mind>(game: &Match<M>, action: M::Action, stop: &AtomicBool) -> Option<Message> {
    let rules = game.rules();
    let Status::Acts(seat) = game.status() else {
        return None;
    };
    if side_count(rules) != 2 {
        return None;
    }
    let mut look = Look::new(rules, rules.side(seat), stop);
    let after = look.after(game.position(), action);
    let others: Vec<M::Position> = game
        .legal()
        .iter()
        .filter(|&&other| other != action)
        .map(|&other| look.after(game.position(), other))
        .collect();
    let count = others.len() as i64;
    let sayings = rules.sayings();
    let about = |key, losing: usize| {
        Message::new(key)
            .number("losing", losing as i64)
            .number("others", count)
    };
    if let Some(lost) = look.most(&others, Look::is_lost)
        && look.is_lost(&after) == Some(false)
    {
        if lost.len() == others.len() {
            return Some(Message::new("engine.only-defence"));
        }
        let other = |position: &M::Position| match look.status(position) {
            Status::Acts(acts) => rules.place_of_win(position, acts),
            Status::Over(_) => None,
        };
        let place = same(lost.iter().map(|&at| other(&others[at])));
        return Some(placed(about(sayings.stops, lost.len()), place));
    }
    if let Some((stops, replies)) = look.threat(&after) {
        let place = rules.place_of_win(&after, seat);
        let message = Message::new(sayings.threatens)
            .number("stops", stops as i64)
            .number("replies", replies as i64);
        return Some(placed(message, place));
    }
    if let Some(message) = taken(game, action) {
        return Some(message);
    }
    if look.loses_piece(&after) == Some(false)
        && let Some(losing) = look.most(&others, Look::loses_piece)
    {
        return Some(about(sayings.keeps, losing.len()));
    }
    None
}

/// What the action does, whatever the others.
fn described<M: Mind>(game: &Match<M>, action: M::Action) -> Option<Message> {
    taken(game, action).or_else(|| {
        let mut after = game.position().clone();
        game.rules().apply(&mut after, action);
        game.rules().deed(game.position(), &after, action)
    })
}

/// What it takes from the others.
fn taken<M: Mind>(game: &Match<M>, action: M::Action) -> Option<Message> {
    let rules = game.rules();
    let Status::Acts(seat) = game.status() else {
        return None;
    };
    let mut after = game.position().clone();
    rules.apply(&mut after, action);
    let theirs = |position: &M::Position| -> u32 {
        (0..rules.seats())
            .filter(|&side| side != rules.side(seat))
            .map(|side| rules.pieces(position, side))
            .sum()
    };
    (theirs(&after) < theirs(game.position()))
        .then(|| rules.taking(game.position(), &after, action))
}

/// The one place that all name, if they do.
fn same(mut places: impl Iterator<Item = Option<String>>) -> Option<String> {
    let first = places.next()??;
    places
        .all(|place| place.as_ref() == Some(&first))
        .then_some(first)
}

/// The sentence with its place, which has a key of its own.
fn placed(message: Message, place: Option<String>) -> Message {
    let Some(place) = place else {
        return message;
    };
    let key = format!("{}-at", message.key).into();
    Message { key, ..message }.text("place", place)
}
