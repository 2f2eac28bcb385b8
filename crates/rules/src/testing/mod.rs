//! What the tests of all games share: one `check` for paragraphs, a second generator to compare
//! with, the contract of every game, and golden files that a person can read.

mod contract;
mod golden;
mod naive;

pub(crate) use contract::{contract, spoilt_texts};
pub(crate) use golden::{golden, playthrough};
pub(crate) use naive::{Naive, Point, agree, from_corner, name, perft_table, point};

use crate::{Game, Match, Rules, Spec, Status, Table, table::Seated};

/// What an action should do in a position.
#[derive(Debug)]
pub(crate) enum Expect<'a> {
    /// It is listed.
    Legal,
    /// It is not listed, and the refusal names this rule.
    Refused(&'a str),
    /// It is listed and leads to this position.
    Then(&'a str),
    /// It is listed and ends the game with this outcome (`1 0`).
    Over(&'a str),
}

/// A table from the usual start after some actions, or from a position set up by hand: `start` is
/// a position text, or empty for the usual start; `actions` are separated by white space.
pub(crate) fn table<G: Game>(spec: &str, start: &str, actions: &str) -> Box<dyn Table> {
    let id = spec.split(':').next().unwrap();
    let spec = Spec::parse_for(G::info(id), spec).unwrap();
    let game = G::from_spec(&spec).unwrap();
    let mut table: Box<dyn Table> = Box::new(Seated::new(spec, Match::new(game)));
    if !start.is_empty() {
        table
            .set_position(start)
            .unwrap_or_else(|e| panic!("position {start}: {e:?}"));
    }
    for action in actions.split_whitespace() {
        table
            .play(action)
            .unwrap_or_else(|e| panic!("{action}: {e:?}; legal are {:?}", table.legal()));
    }
    table
}

/// The one way for paragraph tests to touch a game.
pub(crate) fn check<G: Game>(spec: &str, start: &str, actions: &str, action: &str, expect: Expect) {
    let mut table = table::<G>(spec, start, actions);
    let answer = table.play(action);
    match expect {
        Expect::Legal => assert!(
            answer.is_ok(),
            "{action}: {answer:?}, legal {:?}",
            table.legal()
        ),
        Expect::Refused(rule) => match answer {
            Ok(_) => panic!("{action} is legal"),
            Err(refusal) => assert_eq!(refusal.rule, rule, "{action}: {refusal:?}"),
        },
        Expect::Then(position) => {
            answer.unwrap_or_else(|e| panic!("{action}: {e:?}"));
            assert_eq!(table.position(), position);
        }
        Expect::Over(outcome) => {
            answer.unwrap_or_else(|e| panic!("{action}: {e:?}"));
            match table.status() {
                Status::Over(o) => assert_eq!(o.to_string(), outcome),
                Status::Acts(seat) => panic!("seat {seat} acts: {}", table.position()),
            }
        }
    }
}

/// The legal actions, sorted.
pub(crate) fn legal<G: Game>(spec: &str, start: &str, actions: &str) -> Vec<String> {
    let mut legal = table::<G>(spec, start, actions).legal();
    legal.sort();
    legal
}

/// Checks that a position text is refused by this rule.
pub(crate) fn impossible<G: Game>(spec: &str, position: &str, rule: &str) {
    let mut table = table::<G>(spec, "", "");
    match table.set_position(position) {
        Ok(()) => panic!("{position} is possible"),
        Err(refusal) => assert_eq!(refusal.rule, rule, "{position}: {refusal:?}"),
    }
}

/// Checks the sizes that the module's documentation states.
pub(crate) fn sizes<R: Rules>(position: usize, action: usize) {
    assert_eq!(size_of::<R::Position>(), position, "bytes of a position");
    assert_eq!(size_of::<R::Action>(), action, "bytes of an action");
    assert!(position <= 256 && action <= 8);
}
