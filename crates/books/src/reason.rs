//! Why the key of a puzzle is right, in words.

use tablier_rules::scene::Message;
use tablier_rules::{Spec, catalog};
use tablier_words::Language;

use crate::Puzzle;
use crate::puzzle::Goal;

/// Why the key is right: what it does, how the game is won, and against whom.
pub fn sentences(puzzle: &Puzzle, language: Language) -> Vec<String> {
    let mut sentences = vec![language.say(&idea(puzzle))];
    if let Goal::Win(_) = puzzle.goal
        && let Ok(spec) = Spec::parse(&puzzle.spec)
    {
        let goal = language.text(&format!("puzzles.goal-{}", spec.id()));
        sentences.extend(goal.map(str::to_owned));
        // Partners are two sides, whoever else is against everybody.
        let seats = catalog::open(&puzzle.spec).map_or(2, |table| table.scene().seats.len());
        if seats > 2 && !puzzle.spec.contains("teams=true") {
            sentences.push(language.word("puzzles.against-all").to_owned());
        }
    }
    sentences
}

/// What the key does.
fn idea(puzzle: &Puzzle) -> Message {
    let theme = puzzle.theme();
    let length = puzzle.length();
    let rest = |line: &[String]| line.get(1..).unwrap_or_default().join(", ");
    let also = puzzle.also().next();
    let at = |line: Option<&Vec<String>>, index: usize| {
        line.and_then(|line| line.get(index))
            .cloned()
            .unwrap_or_default()
    };
    let solution = Some(&puzzle.solution);
    let why = match (theme, length) {
        ("mate" | "capture" | "chain", 1) => format!("puzzles.why-{theme}-now"),
        ("fork", 4..) => "puzzles.why-fork-later".to_owned(),
        ("sacrifice", 4..) => "puzzles.why-sacrifice-later".to_owned(),
        _ => format!("puzzles.why-{theme}"),
    };
    let message = Message {
        key: why.into(),
        args: Vec::new(),
    }
    .text("key", puzzle.key());
    match theme {
        "fork" if length >= 3 => message
            .text("reply", at(solution, 1))
            .text("then", at(solution, length - 1))
            .text("other", at(also, 1))
            .text("second", at(also, length - 1)),
        "defence" => {
            let near = puzzle.near_misses().next();
            message
                .text("near", at(near, 0))
                .text("line", near.map_or(String::new(), |line| rest(line)))
        }
        _ => message
            .text("taken", at(solution, 1))
            .text("win", at(solution, 2))
            .text("line", rest(&puzzle.solution)),
    }
}

/// The options of a puzzle as the screen names them; none for the usual game.
pub fn variant(puzzle: &Puzzle, language: Language) -> Option<String> {
    let (_, options) = puzzle.spec.split_once(':')?;
    Some(crate::fact::labels(options, language))
}
