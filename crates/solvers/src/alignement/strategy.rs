//! A winning strategy for the second player, small enough to embed.
//!
//! The second player wins from the start. For everything the first player can do in the placing phase,
//! the data hold the answer, one nibble each: the circle where the second player places or moves the
//! piece. Turns are numbered in the order of the first player's listed actions, the first one up to
//! symmetry, so only the answers are stored. Once all pieces are on the board, the win is near enough
//! for [`exact`](super::exact) search.

use tablier_rules::blockade::alignement::{Action, Alignement, Position, Shape};
use tablier_rules::grid::Square;
use tablier_rules::{Rules, Status};

use super::Value;
use super::board::permute;

/// The answers, two to a byte.
static DATA: &[u8] = include_bytes!("../../data/alignement.strategy");

/// The distinct first turns: a corner, an edge, a middle circle.
const FIRST: [u8; 3] = [0, 1, 5];
/// The most actions the first player has at turns 2, 4, 6, 8 and 10.
const CHOICES: [usize; 5] = [14, 12, 10, 8, 7];
/// Where the answers at turns 1, 3, 5, 7, 9 and 11 begin, and where they end.
const LAYERS: [usize; 7] = {
    let mut begin = [0; 7];
    let mut size = FIRST.len();
    let mut layer = 0;
    while layer < 6 {
        begin[layer + 1] = begin[layer] + size;
        if layer < 5 {
            size *= CHOICES[layer];
        }
        layer += 1;
    }
    begin
};

/// The size of the answers in bytes.
pub const SIZE: usize = LAYERS[6].div_ceil(2);

/// A symmetry that maps the first piece to one of [`FIRST`], and which one.
fn class(first: u8) -> (u8, usize) {
    let at = 1u16 << first;
    for g in 0..8 {
        let image = permute(at, g).trailing_zeros() as u8;
        if let Some(class) = FIRST.iter().position(|&known| known == image) {
            return (g, class);
        }
    }
    unreachable!("every circle is a corner, an edge or a middle one under some symmetry")
}

fn circle(index: u8) -> Square<4, 4> {
    Square::from_index(usize::from(index))
}

fn turned(circle: u8, g: u8) -> u8 {
    permute(1 << circle, g).trailing_zeros() as u8
}

/// The action of the second player that ends on a circle, if it is listed.
fn ending_on(position: &Position, to: u8) -> Option<Action> {
    let mut actions = Vec::new();
    Alignement.actions(position, &mut actions);
    actions.into_iter().find(|action| action.to() == circle(to))
}

/// The strategy's answer after these actions from the usual start: none before the second player's
/// turn, after the placing phase, or if the second player has left the strategy.
pub fn reply(actions: &[Action]) -> Option<Action> {
    let turn = actions.len();
    if turn.is_multiple_of(2) || turn > 11 {
        return None;
    }
    let (g, class) = class(actions[0].to().index() as u8);
    let mut position = Alignement.start();
    let mut node = class;
    let mut legal = Vec::new();
    for (past, &action) in actions.iter().enumerate() {
        // The same game on the turned board.
        let action = turned_action(action, g);
        Alignement.actions(&position, &mut legal);
        if past % 2 == 1 {
            // The second player must have followed the strategy.
            let to = answer(past / 2, node)?;
            if ending_on(&position, to)? != action {
                return None;
            }
        } else {
            let choice = legal.iter().position(|&known| known == action)?;
            if past > 0 {
                node = node * CHOICES[past / 2 - 1] + choice;
            }
        }
        Alignement.apply(&mut position, action);
    }
    let to = answer(turn / 2, node)?;
    let back = super::board::INVERSE[usize::from(g)];
    Some(turned_action(ending_on(&position, to)?, back))
}

fn turned_action(action: Action, g: u8) -> Action {
    let to = circle(turned(action.to().index() as u8, g));
    match (action.from(), action.placed()) {
        (Some(from), _) => Action::go(circle(turned(from.index() as u8, g)), to),
        (None, shape) => Action::place(shape.unwrap_or(Shape::Square), to),
    }
}

fn answer(layer: usize, node: usize) -> Option<u8> {
    let at = LAYERS[layer] + node;
    Some(DATA.get(at / 2)? >> (4 * (at % 2)) & 15)
}

/// Makes the answers from the values of all positions: always the quickest win.
pub fn make(mut value_of: impl FnMut(&Position) -> Option<Value>) -> Option<Vec<u8>> {
    let mut nibbles = vec![0u8; LAYERS[6]];
    for (node, &first) in FIRST.iter().enumerate() {
        let mut position = Alignement.start();
        let opening = Action::place(Shape::Square, circle(first));
        Alignement.apply(&mut position, opening);
        fill(&position, 0, node, &mut nibbles, &mut value_of)?;
    }
    Some(
        nibbles
            .chunks(2)
            .map(|pair| pair[0] | pair.get(1).copied().unwrap_or(0) << 4)
            .collect(),
    )
}

/// The second player acts at `position`, the `node` of a layer; none if it is not won.
fn fill(
    position: &Position,
    layer: usize,
    node: usize,
    nibbles: &mut [u8],
    value_of: &mut impl FnMut(&Position) -> Option<Value>,
) -> Option<()> {
    let mut actions = Vec::new();
    if let Status::Over(_) = Alignement.actions(position, &mut actions) {
        return None;
    }
    let (value, action) = actions
        .into_iter()
        .filter_map(|action| {
            let mut next = *position;
            Alignement.apply(&mut next, action);
            Some((value_of(&next)?.before(), action))
        })
        .max_by_key(|&(value, action)| (value, std::cmp::Reverse(action.to().index())))?;
    if !matches!(value, Value::Win(_)) {
        return None;
    }
    nibbles[LAYERS[layer] + node] = action.to().index() as u8;
    if layer == 5 {
        return Some(());
    }
    let mut next = *position;
    Alignement.apply(&mut next, action);
    let mut replies = Vec::new();
    Alignement.actions(&next, &mut replies);
    for (choice, &reply) in replies.iter().enumerate() {
        let mut then = next;
        Alignement.apply(&mut then, reply);
        if let Status::Acts(_) = Alignement.actions(&then, &mut Vec::new()) {
            fill(
                &then,
                layer + 1,
                node * CHOICES[layer] + choice,
                nibbles,
                value_of,
            )?;
        }
    }
    Some(())
}

/// What a check of the strategy found.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Positions with all pieces on the board that the strategy leads to.
    pub leaves: u64,
    /// Games that the strategy has won before that.
    pub won_earlier: u64,
    /// Leaves from which the second player does not win in time.
    pub failed: u64,
}

/// Follows the strategy against everything the first player can do, by the ordinary rules alone,
/// and proves every `one_in`-th position at its end by plain search. The longest game it allows has
/// `most_actions` actions.
pub fn check(one_in: u64, most_actions: u32) -> Checked {
    let mut checked = Checked::default();
    for first in 0..16 {
        let opening = Action::place(Shape::Square, circle(first));
        follow(&mut vec![opening], one_in, most_actions, &mut checked);
    }
    checked
}

fn follow(path: &mut Vec<Action>, one_in: u64, most_actions: u32, checked: &mut Checked) {
    let mut position = Alignement.start();
    path.iter()
        .for_each(|&action| Alignement.apply(&mut position, action));
    let mut actions = Vec::new();
    if let Status::Over(outcome) = Alignement.actions(&position, &mut actions) {
        let won = outcome.verdict(tablier_rules::Seat::new(1)) == tablier_rules::Verdict::Won;
        checked.won_earlier += u64::from(won);
        checked.failed += u64::from(!won);
        return;
    }
    if path.len() == 12 {
        checked.leaves += 1;
        if checked.leaves.is_multiple_of(one_in) {
            let left = most_actions.saturating_sub(12);
            checked.failed += u64::from(!loses(&position, left));
        }
        return;
    }
    if path.len() % 2 == 1 {
        match reply(path) {
            Some(action) => {
                path.push(action);
                follow(path, one_in, most_actions, checked);
                path.pop();
            }
            None => checked.failed += 1,
        }
        return;
    }
    for action in actions {
        path.push(action);
        follow(path, one_in, most_actions, checked);
        path.pop();
    }
}

/// Whether the player to act loses within `left` actions: by the rules, trying everything.
fn loses(position: &Position, left: u32) -> bool {
    let mut actions = Vec::new();
    if let Status::Over(outcome) = Alignement.actions(position, &mut actions) {
        return outcome.verdict(position.to_act()) == tablier_rules::Verdict::Lost;
    }
    left >= 2
        && actions.into_iter().all(|action| {
            let mut next = *position;
            Alignement.apply(&mut next, action);
            wins(&next, left - 1)
        })
}

fn wins(position: &Position, left: u32) -> bool {
    let mut actions = Vec::new();
    if let Status::Over(outcome) = Alignement.actions(position, &mut actions) {
        return outcome.verdict(position.to_act()) == tablier_rules::Verdict::Won;
    }
    left >= 1
        && actions.into_iter().any(|action| {
            let mut next = *position;
            Alignement.apply(&mut next, action);
            loses(&next, left - 1)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alignement::exact::Exact;

    #[test]
    fn the_data_have_the_size_that_counting_gives() {
        assert_eq!(DATA.len(), SIZE);
    }

    #[test]
    fn the_second_player_wins_by_the_strategy_whatever_the_first_does() {
        let checked = check(1, 30);
        assert_eq!(checked.failed, 0, "{checked:?}");
        assert!(
            checked.won_earlier > 50_000 && checked.leaves > 1_000,
            "{checked:?}"
        );
    }

    #[test]
    fn search_finishes_what_the_strategy_began() {
        // The best defence begins in the middle.
        let mut path = Vec::new();
        let mut position = Alignement.start();
        let mut actions = Vec::new();
        let best = ["B2", "C3", "A1", "A4", "D3", "D2"];
        while path.len() < 12 {
            Alignement.actions(&position, &mut actions);
            let wanted = best[path.len() / 2];
            let defence = actions
                .iter()
                .find(|action| action.to().to_string() == wanted);
            let action = reply(&path).or(defence.copied()).unwrap();
            Alignement.apply(&mut position, action);
            path.push(action);
        }
        assert_eq!(
            Exact::new(5_000_000).value(&position),
            Some(Value::Loss(18))
        );
    }

    #[test]
    fn who_leaves_the_strategy_gets_no_answer() {
        let place = |shape, name: &str| {
            let at = Square::all()
                .find(|s: &Square<4, 4>| s.to_string() == name)
                .unwrap();
            Action::place(shape, at)
        };
        let opening = place(Shape::Square, "B2");
        let answer = reply(&[opening]).unwrap();
        let other = ["A4", "D1"]
            .map(|name| place(Shape::Triangle, name))
            .into_iter()
            .find(|&action| action != answer)
            .unwrap();
        assert_eq!(reply(&[opening, other, place(Shape::Cylinder, "C3")]), None);
        assert_eq!(reply(&[]), None);
        assert_eq!(reply(&[opening, answer]), None);
    }
}
