//! Puzzles: positions in which one action alone reaches the goal, proved by exhaustive search, with
//! their themes and the tries that just fail.
//!
//! [`gather`] finds them in self-play, [`make`] makes one of a position, [`only_key`] proves it again.

mod gather;
mod themes;
mod variations;

use tablier_rules::scene::{Mark, MarkKind};
use tablier_rules::{Game, Match, Rules, Seat, Status};

pub use gather::gather;
pub use themes::Theme;

use crate::proof::Proof;
use crate::{Mind, side_count, texts};

/// A position in which one action alone reaches the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// From 1 (easy) to 5 (hard).
    pub grade: u8,
    /// What is to be reached.
    pub goal: Goal,
    /// What it is about, the most telling first.
    pub themes: Vec<Theme>,
    /// The position as text.
    pub position: String,
    /// The key action first. A win is played out: the winning action is last, and the others delay
    /// it as long as they can.
    pub solution: Vec<String>,
    /// Other lines from the same position: one that begins with the key shows what else it wins
    /// against, one that begins with another action shows why that fails.
    pub variations: Vec<Vec<String>>,
}

/// What is to be reached.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// To win by force in this many actions of all players, against everybody else. Nothing wins
    /// sooner.
    Win(u32),
    /// Not to lose: after every other action the rival side wins by force within this many
    /// actions, after the key it does not.
    Hold(u32),
}

/// What is looked for in a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// A win by one action alone.
    Win,
    /// The only action that does not lose.
    Hold,
}

/// What is wanted.
#[derive(Copy, Clone, Debug)]
pub struct Wanted {
    /// How many puzzles.
    pub count: usize,
    /// The longest win, in actions of all players.
    pub deepest: u32,
    /// The seed.
    pub seed: u64,
    /// The most positions to search for a puzzle.
    pub budget: u64,
    /// The most positions that proving it again may take.
    pub proof: u64,
}

impl Puzzle {
    /// The line of a file of puzzles, as `tablier-books` reads it.
    pub fn line(&self, spec: &impl std::fmt::Display) -> String {
        let themes: Vec<_> = self.themes.iter().map(|theme| theme.name()).collect();
        let goal = match self.goal {
            Goal::Win(actions) => format!("win {actions}"),
            Goal::Hold(actions) => format!("hold {actions}"),
        };
        let variations: Vec<_> = self.variations.iter().map(|line| line.join(" ")).collect();
        format!(
            "{} | {spec} | {goal} | {} | {} | {} | {}",
            self.grade,
            themes.join(" "),
            self.position,
            self.solution.join(" "),
            if variations.is_empty() {
                "-".to_owned()
            } else {
                variations.join("; ")
            }
        )
    }
}

/// The position as a puzzle of this kind; none if it is not one.
pub fn make<G: Mind + Game>(
    rules: &G,
    position: &G::Position,
    aim: Aim,
    wanted: Wanted,
) -> Option<Puzzle> {
    let game = Match::from_position(rules.clone(), position.clone());
    let mut proof = Proof::new(rules, position, wanted.budget)?;
    let (goal, line) = match aim {
        Aim::Win => {
            let actions = proof.wins_in(position, wanted.deepest)??;
            (Goal::Win(actions), proof.line(position, actions)?)
        }
        Aim::Hold => defence(rules, position, wanted)?,
    };
    // The proof must be repeated with little effort.
    if only_key(rules, position, goal, wanted.proof) != line.first().copied() {
        return None;
    }
    let facts = themes::Facts::find(rules, position, goal, &line, &mut proof)?;
    let variations = variations::find(&game, goal, &facts, &mut proof);
    let write = |line: &Vec<G::Action>| texts(&game, line);
    Some(Puzzle {
        grade: grade(
            goal,
            game.legal().len(),
            facts.replies,
            &facts.themes,
            shows_a_threat(rules, position),
        ),
        goal,
        themes: facts.themes,
        position: rules.write_position(position),
        solution: write(&facts.line),
        variations: variations.iter().map(write).collect(),
    })
}

/// The only defence against a win in one action or in up to three. One that ends the game, or loses
/// a little later, is none.
fn defence<G: Game>(
    rules: &G,
    position: &G::Position,
    wanted: Wanted,
) -> Option<(Goal, Vec<G::Action>)> {
    let rival = rival(rules, position)?;
    let (within, key) = [1, 3]
        .into_iter()
        .filter(|&within| within <= wanted.deepest)
        .find_map(|within| {
            let key = only_defence(rules, position, within, wanted.budget)?;
            Some((within, key))
        })?;
    let mut next = position.clone();
    rules.apply(&mut next, key);
    side_to_act(rules, &next)?;
    let is_lost = wins_within(rules, &next, rival, 3, wanted.budget / 4) == Some(true);
    (!is_lost).then(|| (Goal::Hold(within), vec![key]))
}

/// The only action that reaches the goal; none if there is not exactly one, if a win comes sooner,
/// or if more than `budget` positions are needed to tell. Everything is tried.
pub fn only_key<G: Game>(
    rules: &G,
    position: &G::Position,
    goal: Goal,
    budget: u64,
) -> Option<G::Action> {
    match goal {
        Goal::Win(actions) => {
            let mut proof = Proof::new(rules, position, budget)?;
            if actions == 0 || proof.wins(position, actions - 1)? {
                return None;
            }
            match proof.keys(position, actions)?[..] {
                [key] => Some(key),
                _ => None,
            }
        }
        Goal::Hold(actions) => only_defence(rules, position, actions, budget),
    }
}

/// Whether a side wins by force within `within` actions from here; none when the budget is used up.
pub fn wins_within<R: Rules>(
    rules: &R,
    position: &R::Position,
    side: u8,
    within: u32,
    budget: u64,
) -> Option<bool> {
    Proof::for_side(rules, side, budget).wins(position, within)
}

/// The side to act; none if the game is over.
pub fn side_to_act<R: Rules>(rules: &R, position: &R::Position) -> Option<u8> {
    match rules.actions(position, &mut Vec::new()) {
        Status::Acts(seat) => Some(rules.side(seat)),
        Status::Over(_) => None,
    }
}

/// The other one of two sides.
pub fn rival<R: Rules>(rules: &R, position: &R::Position) -> Option<u8> {
    let side = side_to_act(rules, position)?;
    let mut others = Seat::all(rules.seats()).map(|seat| rules.side(seat));
    (side_count(rules) == 2)
        .then(|| others.find(|&other| other != side))
        .flatten()
}

/// The only action after which the rival side does not win within `within` actions.
fn only_defence<G: Game>(
    rules: &G,
    position: &G::Position,
    within: u32,
    budget: u64,
) -> Option<G::Action> {
    let mut proof = Proof::for_side(rules, rival(rules, position)?, budget);
    let mut safe = None;
    for (action, next) in proof.after(position) {
        if !proof.wins(&next, within)? {
            if safe.is_some() {
                return None;
            }
            safe = Some(action);
        }
    }
    safe
}

/// Whether the board itself shows what threatens: a way that is open, a piece that is attacked.
fn shows_a_threat<G: Game>(rules: &G, position: &G::Position) -> bool {
    let marks = rules.scene(position).marks;
    let warns = |mark: &Mark| matches!(mark.kind, MarkKind::Way | MarkKind::Threat);
    marks.iter().any(warns)
}

/// Longer wins among more actions are harder, and so are sacrifices; a double threat or a capture is
/// easier to see than a quiet action, and a threat that the board shows is easier to meet.
fn grade(goal: Goal, legal: usize, replies: usize, themes: &[Theme], shown: bool) -> u8 {
    let forcing = replies <= 4;
    let has = |theme| themes.contains(&theme);
    let base = match goal {
        Goal::Win(1) => 1,
        Goal::Hold(1) if legal < 25 || shown && legal < 85 => 1,
        Goal::Hold(1) => 2,
        Goal::Win(2 | 3) if legal < 40 || forcing => 2,
        Goal::Win(2 | 3) if legal < 100 || has(Theme::Fork) || has(Theme::Capture) => 3,
        Goal::Win(2 | 3) => 4,
        Goal::Win(4 | 5) | Goal::Hold(_) if forcing => 3,
        Goal::Win(4 | 5) | Goal::Hold(_) => 4,
        Goal::Win(_) => 5,
    };
    let hidden = has(Theme::Sacrifice) && base > 1;
    (base + u8::from(hidden)).min(5)
}
