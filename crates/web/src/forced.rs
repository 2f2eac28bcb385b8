//! The rest of a win by force, to be shown once somebody has found its key. A small search over
//! tables, for a handful of actions; it gives up rather than keep anybody waiting.

use tablier_books::Step;
use tablier_rules::{Outcome, Seat, Status, Table, Verdict};

/// How many positions are looked at before giving up.
const PATIENCE: u32 = 3000;

/// Actions that lead to a win for a seat in at most `depth` actions, whatever the others do: the
/// longest defence that was found.
pub fn win(table: &dyn Table, seat: Seat, depth: u32) -> Option<Vec<String>> {
    let mut patience = PATIENCE;
    forced(table, seat, depth, &mut patience)
}

fn forced(table: &dyn Table, seat: Seat, depth: u32, patience: &mut u32) -> Option<Vec<String>> {
    *patience = patience.checked_sub(1)?;
    match table.status() {
        Status::Over(outcome) => is_won(outcome, seat).then(Vec::new),
        Status::Acts(_) if depth == 0 => None,
        Status::Acts(acting) if acting == seat => {
            let legal = table.legal();
            let at_once = Step {
                accept: vec!["win".to_owned()],
                replies: Vec::new(),
            };
            if let Some(action) = legal.iter().find(|action| at_once.judges(table, action)) {
                return Some(vec![action.clone()]);
            }
            legal
                .into_iter()
                .find_map(|action| after(table, action, seat, depth, patience))
        }
        Status::Acts(_) => {
            let mut longest = Vec::new();
            for action in table.legal() {
                let line = after(table, action, seat, depth, patience)?;
                if line.len() > longest.len() {
                    longest = line;
                }
            }
            Some(longest)
        }
    }
}

/// The line that begins with an action.
fn after(
    table: &dyn Table,
    action: String,
    seat: Seat,
    depth: u32,
    patience: &mut u32,
) -> Option<Vec<String>> {
    let mut next = table.fork();
    next.play(&action).ok()?;
    let mut line = vec![action];
    line.extend(forced(&*next, seat, depth - 1, patience)?);
    Some(line)
}

fn is_won(outcome: Outcome, seat: Seat) -> bool {
    match outcome {
        Outcome::Left(left) => left == 1,
        Outcome::Seats { .. } => outcome.verdict(seat) == Verdict::Won,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablier_rules::catalog;

    /// Whether the seat to act wins in so many actions, and the line does it.
    fn check(spec: &str, position: &str, depth: u32, wins: bool) {
        let mut table = catalog::open(spec).unwrap();
        table.set_position(position).unwrap();
        let Status::Acts(seat) = table.status() else {
            panic!("it is over")
        };
        let line = win(&*table, seat, depth);
        assert_eq!(line.is_some(), wins, "{line:?}");
        for action in line.into_iter().flatten() {
            table.play(&action).unwrap();
        }
        assert_eq!(matches!(table.status(), Status::Over(_)), wins);
    }

    #[test]
    fn every_lesson_that_ends_with_a_win_is_won_by_force() {
        for info in catalog::GAMES {
            for task in tablier_books::lesson(info.id).unwrap_or_default() {
                let [step] = &task.steps[..] else { continue };
                let table = task.board.open().unwrap();
                if step.accept == ["win"] {
                    check(&task.board.spec, &table.position(), 1, true);
                }
            }
        }
    }

    #[test]
    fn nobody_wins_at_once_from_the_start() {
        let start = catalog::open("cubulus").unwrap().position();
        check("cubulus", &start, 1, false);
    }
}
