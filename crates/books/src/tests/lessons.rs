//! Lessons can be done, in ten minutes, from the start of a game to a guided one.

use std::collections::HashSet;

use tablier_rules::Table;
use tablier_words::Language;

use crate::{GAMES, SHELVES, lesson};

#[test]
fn every_lesson_can_be_done() {
    for shelf in SHELVES {
        let tasks = lesson(shelf.game).unwrap();
        for task in tasks {
            let name = format!("{} {}", shelf.game, task.board.name);
            for language in Language::ALL {
                for text in [
                    task.task(language),
                    task.hint(language),
                    task.praise(language),
                ] {
                    assert!(!text.is_empty(), "{name}: a text is missing");
                }
            }
            assert_eq!(task.steps.is_empty(), task.guided > 0, "{name}");
            let mut table = task.board.open().unwrap_or_else(|e| panic!("{name}: {e}"));
            for (at, step) in task.steps.iter().enumerate() {
                let legal = table.legal();
                let right: Vec<_> = legal
                    .iter()
                    .filter(|action| step.judges(&*table, action))
                    .collect();
                assert!(
                    !right.is_empty(),
                    "{name}: nothing is right at step {at}: {legal:?}"
                );
                let free = step.accept.iter().any(|wanted| wanted == "*");
                assert!(
                    free || right.len() < legal.len(),
                    "{name}: everything is right"
                );
                for wanted in step.accept.iter().filter(|w| *w != "*" && *w != "win") {
                    let answer = table.explain(wanted);
                    assert!(
                        answer.is_ok(),
                        "{name}: {wanted}: {answer:?}; legal {legal:?}"
                    );
                }
                // The scripted replies must be possible after every right answer.
                for action in &right {
                    let mut next = table.fork();
                    next.play(action).unwrap();
                    play_all(&mut *next, &step.replies, &name);
                }
                let first = right[0].clone();
                table.play(&first).unwrap();
                play_all(&mut *table, &step.replies, &name);
            }
        }
    }
}

/// From the real start of a game to a short guided one, in ten minutes: half a minute for a task,
/// a quarter for a move of the guided game.
#[test]
fn every_lesson_begins_at_the_start_and_ends_with_a_guided_game() {
    for game in GAMES {
        let tasks = lesson(game).unwrap();
        let names: HashSet<_> = tasks.iter().map(|task| &task.board.name).collect();
        assert_eq!(names.len(), tasks.len(), "{game}: two tasks of one name");
        let (own, variants): (Vec<_>, Vec<_>) = tasks.iter().partition(|task| task.part.is_empty());
        let first = &own[0].board;
        assert!(first.start.is_none() && first.before.is_empty(), "{game}");
        assert_eq!(first.spec, *game);
        let last = own.last().unwrap();
        assert!(last.guided >= 5, "{game}: no guided game at the end");
        let quarters: usize = own.iter().map(|task| 2 + task.guided).sum();
        assert!(
            own.len() >= 8 && quarters <= 40,
            "{game}: {quarters} quarters of a minute"
        );
        assert!(variants.len() <= 5, "{game}");
        for task in &tasks {
            for language in Language::ALL {
                let tips = task.tips(language);
                let wanted = if task.guided > 0 {
                    4..=task.guided
                } else {
                    0..=0
                };
                assert!(wanted.contains(&tips.len()), "{game} {}", task.board.name);
                assert_eq!(
                    task.tip(language, 99),
                    tips.last().map_or("", String::as_str)
                );
                let part = format!("book-page.part-{}", task.part);
                assert!(
                    task.part.is_empty() || language.text(&part).is_some(),
                    "{part}"
                );
            }
        }
    }
    let parts = |game| lesson(game).unwrap().into_iter().map(|task| task.part);
    for (game, part) in [
        ("cubulus", "level-2"),
        ("die-check", "level-2"),
        ("monstrodechecs", "diable"),
        ("saute", "expert"),
        ("empire", "three"),
        ("empire", "teams"),
        ("porte", "three"),
    ] {
        assert!(parts(game).any(|other| other == part), "{game}: {part}");
    }
}

fn play_all(table: &mut dyn Table, actions: &[String], name: &str) {
    for action in actions {
        table
            .play(action)
            .unwrap_or_else(|e| panic!("{name}: reply {action}: {e:?}"));
    }
}
