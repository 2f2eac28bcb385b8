//! Lessons: small tasks on a live board, with answers judged by the rules.
//!
//! ```text
//! [roll-a-six]
//! game cubulus
//! start 13A1 …            (or: before ACTIONS from the usual start)
//! en.task Roll this cube so that it shows 6.
//! fr.task …
//! en.hint …
//! fr.hint …
//! en.praise …
//! fr.praise …
//! accept 23B1-63B3 23B1-63D1      (any of these; `*` is any legal action, `win` any that wins)
//! reply E9-E8                     (what the other side then plays; the next accept follows)
//! accept win
//! ```
//!
//! A task may belong to the short lesson of a variant, and a task with `guided` is a game against a
//! gentle opponent, with a word of advice before each of the learner's moves:
//!
//! ```text
//! [a-first-game]
//! game cubulus
//! part level-2            (its name is the text `book-page.part-level-2`)
//! guided 6                (it is done after so many moves, or when the game is over)
//! en.task …
//! en.tip The first word.
//! en.tip The second word; the last one stays.
//! ```

use std::collections::BTreeMap;

use tablier_rules::{Seat, Status, Table, Verdict};
use tablier_words::Language;

use crate::diagram::Diagram;

/// The tasks of a lesson in order.
pub type Lesson = Vec<Task>;

/// A small task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Where it begins.
    pub board: Diagram,
    /// The variant whose lesson it belongs to; empty for the lesson of the game itself.
    pub part: String,
    texts: BTreeMap<String, Vec<String>>,
    /// What the learner does, and the replies.
    pub steps: Vec<Step>,
    /// After how many of the learner's moves a guided game is done; 0 if it is not one.
    pub guided: usize,
}

/// One answer of the learner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The actions that are right: texts, `*` for any, `win` for any that wins at once.
    pub accept: Vec<String>,
    /// What the other side then plays.
    pub replies: Vec<String>,
}

impl Task {
    /// What to do, in this language.
    pub fn task(&self, language: Language) -> &str {
        self.text(language, "task")
    }

    /// A hint.
    pub fn hint(&self, language: Language) -> &str {
        self.text(language, "hint")
    }

    /// The praise when it is done.
    pub fn praise(&self, language: Language) -> &str {
        self.text(language, "praise")
    }

    /// A word of advice before the learner's next move of a guided game, after this many.
    pub fn tip(&self, language: Language, moves: usize) -> &str {
        let tips = self.tips(language);
        tips.get(moves).or(tips.last()).map_or("", String::as_str)
    }

    /// The words of advice of a guided game in order.
    pub fn tips(&self, language: Language) -> &[String] {
        let key = format!("{}.tip", language.code());
        self.texts.get(&key).map_or(&[], Vec::as_slice)
    }

    fn text(&self, language: Language, what: &str) -> &str {
        let key = format!("{}.{what}", language.code());
        let lines = self.texts.get(&key);
        lines
            .and_then(|lines| lines.first())
            .map_or("", String::as_str)
    }
}

impl Step {
    /// Whether an action is right: `before` is the table before it is played. An illegal action is
    /// never right.
    pub fn judges(&self, before: &dyn Table, action: &str) -> bool {
        let Ok(action) = before.explain(action) else {
            return false;
        };
        self.accept.iter().any(|wanted| match wanted.as_str() {
            "*" => true,
            "win" => wins(before, &action),
            text => before.explain(text).as_ref() == Ok(&action),
        })
    }
}

/// Whether an action ends the game in its player's favour: won, or one piece left.
fn wins(before: &dyn Table, action: &str) -> bool {
    let Status::Acts(seat) = before.status() else {
        return false;
    };
    let mut after = before.fork();
    after.play(action).is_ok()
        && match after.status() {
            Status::Over(outcome @ tablier_rules::Outcome::Seats { .. }) => {
                outcome.verdict(Seat::new(seat.index() as u8)) == Verdict::Won
            }
            Status::Over(tablier_rules::Outcome::Left(left)) => left == 1,
            Status::Acts(_) => false,
        }
}

/// The tasks of a file.
pub fn read(text: &str) -> Lesson {
    let mut steps: Vec<Vec<Step>> = Vec::new();
    for line in text.lines().map(str::trim) {
        let words = |rest: &str| {
            rest.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        if line.starts_with('[') {
            steps.push(Vec::new());
        } else if let (Some(rest), Some(task)) = (line.strip_prefix("accept "), steps.last_mut()) {
            task.push(Step {
                accept: words(rest),
                replies: Vec::new(),
            });
        } else if let (Some(rest), Some(step)) = (
            line.strip_prefix("reply "),
            steps.last_mut().and_then(|task| task.last_mut()),
        ) {
            step.replies.extend(words(rest));
        }
    }
    crate::diagram::entries(text)
        .into_iter()
        .zip(crate::diagram::read(text))
        .zip(steps)
        .map(|(((_, keys), board), steps)| Task {
            board,
            part: crate::diagram::first(&keys, "part"),
            guided: crate::diagram::first(&keys, "guided").parse().unwrap_or(0),
            texts: keys,
            steps,
        })
        .collect()
}
