//! A game as a record, and back.

use tablier_rules::record::{Line, Record, Step};

use crate::note::Note;
use crate::session::Session;
use crate::tree::{NodeId, ROOT, Tree};

/// The game as a record, with everything tried.
pub fn record(session: &Session) -> String {
    let mut record = Record::of_table(session.table());
    record.line = line(session.tree(), ROOT);
    record.line.comment = comment(session.tree(), ROOT);
    record.to_string()
}

/// The main line after a node, with its branches.
fn line(tree: &Tree, from: NodeId) -> Line {
    let mut line = Line::default();
    let mut at = from;
    while let Some((&main, others)) = tree.children(at).split_first() {
        let mut step = step(tree, main);
        step.variations = others
            .iter()
            .map(|&other| {
                let mut rest = self::line(tree, other);
                rest.steps.insert(0, self::step(tree, other));
                rest
            })
            .collect();
        line.steps.push(step);
        at = main;
    }
    line
}

fn step(tree: &Tree, node: NodeId) -> Step {
    Step {
        action: tree.action(node).to_owned(),
        comment: comment(tree, node),
        ..Step::default()
    }
}

/// What is said and drawn about a node, as a record carries it.
fn comment(tree: &Tree, node: NodeId) -> Option<String> {
    let note = tree.note(node);
    (!note.is_empty()).then(|| note.text())
}

/// The tree of a record's lines. A line comes before its branches, and later branches before
/// earlier ones: a variation that repeats the beginning of a line adds to it. What is said before a
/// line is about the position there, unless something is said about it already.
pub fn tree(record: &Record) -> Tree {
    fn say(tree: &mut Tree, node: NodeId, comment: Option<&String>) {
        if let Some(comment) = comment.filter(|_| tree.note(node).is_empty()) {
            tree.set_note(node, Note::read(comment));
        }
    }
    fn add(tree: &mut Tree, from: NodeId, line: &Line) {
        let mut before = vec![from];
        say(tree, from, line.comment.as_ref());
        for step in &line.steps {
            let at = before[before.len() - 1];
            let next = tree.add(at, &step.action);
            say(tree, next, step.comment.as_ref());
            before.push(next);
        }
        for (step, &at) in line.steps.iter().zip(&before).rev() {
            for variation in &step.variations {
                add(tree, at, variation);
            }
        }
    }
    let mut tree = Tree::default();
    add(&mut tree, ROOT, &record.line);
    tree
}
