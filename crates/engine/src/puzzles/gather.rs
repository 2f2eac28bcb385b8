use std::sync::atomic::AtomicBool;

use tablier_rules::hash::SplitMix64;
use tablier_rules::{Game, Match};

use super::{Aim, Goal, Puzzle, Wanted, make};
use crate::{Limits, Method, Mind, SearchOptions, TranspositionTable, open, side_count, think};

/// Nodes for the players of the games.
const PLAY: u64 = 300;
/// Games that have not ended are abandoned after this many actions.
const LONGEST: usize = 250;
/// Fewer legal actions do not make a puzzle.
const FEWEST: usize = 5;
/// What was won or lost long before the end is seldom decided by a single action.
const LAST: usize = 12;

/// Puzzles with wins in up to `deepest` actions and defences against such wins, at most one of each
/// per game: the longest win it offers, the latest defence. At most a quarter of them are immediate
/// wins, a quarter defences, and half wins of equal length, unless nothing longer is wanted.
pub fn gather<G: Mind + Game>(
    rules: &G,
    wanted: Wanted,
    tell: &mut dyn FnMut(&Puzzle),
) -> Vec<Puzzle> {
    let table = TranspositionTable::new(16);
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut random = SplitMix64::new(wanted.seed);
    for round in 0..wanted.count as u64 * 60 {
        let opening = open(
            rules.clone(),
            2 + random.below(10),
            wanted.seed ^ round << 8,
        );
        let (ahead, behind) = moments(opening, &table, &mut random);
        let win = ahead
            .iter()
            .filter_map(|game| make(rules, game.position(), Aim::Win, wanted))
            .filter(|puzzle| is_welcome(&puzzles, puzzle, wanted))
            .max_by_key(|puzzle| puzzle.solution.len());
        let defence = behind
            .iter()
            .rev()
            .filter_map(|game| make(rules, game.position(), Aim::Hold, wanted))
            .find(|puzzle| is_welcome(&puzzles, puzzle, wanted));
        for puzzle in win.into_iter().chain(defence) {
            tell(&puzzle);
            puzzles.push(puzzle);
        }
        if puzzles.len() >= wanted.count {
            break;
        }
    }
    puzzles.truncate(wanted.count);
    puzzles
}

fn is_welcome(puzzles: &[Puzzle], puzzle: &Puzzle, wanted: Wanted) -> bool {
    let same = |other: &&Puzzle| match (other.goal, puzzle.goal) {
        (Goal::Hold(_), Goal::Hold(_)) => true,
        (one, two) => one == two,
    };
    let most = match puzzle.goal {
        Goal::Hold(_) => wanted.count.div_ceil(4),
        Goal::Win(1) if wanted.deepest > 1 => wanted.count.div_ceil(4),
        Goal::Win(_) if wanted.deepest <= 3 => wanted.count,
        Goal::Win(_) => wanted.count.div_ceil(2),
    };
    puzzles.iter().filter(same).count() < most
        && puzzles
            .iter()
            .all(|other| other.position != puzzle.position)
}

/// Plays a game to its end and returns the last moments when the side to act was far ahead, and
/// those when it was not.
fn moments<G: Mind + Game>(
    mut game: Match<G>,
    table: &TranspositionTable,
    random: &mut SplitMix64,
) -> (Vec<Match<G>>, Vec<Match<G>>) {
    let never = AtomicBool::new(false);
    let two = side_count(game.rules()) == 2;
    let options = SearchOptions {
        method: two.then_some(Method::Pvs),
        ..SearchOptions::default()
    };
    let (mut ahead, mut behind) = (Vec::new(), Vec::new());
    while !game.is_over() && game.ply() < LONGEST {
        let limits = Limits::nodes(PLAY);
        let Some(found) = think(&game, &options, &limits, table, &never, &mut |_| {}) else {
            break;
        };
        let chance = found.lines[0].chance;
        if game.legal().len() >= FEWEST {
            if chance > if two { 0.8 } else { 0.6 } {
                ahead.push(game.clone());
            } else if two {
                behind.push(game.clone());
            }
        }
        let mut action = found.best();
        // Weak enough to leave wins on the board.
        if random.below(6) == 0 {
            let legal = game.legal();
            action = legal[random.below(legal.len())];
        }
        game.play_unchecked(action);
    }
    let last = |mut moments: Vec<Match<G>>| moments.split_off(moments.len().saturating_sub(LAST));
    (last(ahead), last(behind))
}
