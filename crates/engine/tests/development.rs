//! A game in development can be played by two and against the computer, and has its sentences on the
//! shelf, which holds all games of the catalog: the end of the walk-through in CONTRIBUTING.md.

use std::sync::atomic::AtomicBool;

use tablier_engine::{Engine, Limits, Request};
use tablier_rules::hash::SplitMix64;
use tablier_rules::{Status, catalog};
use tablier_words::Language;

/// The games in development, by their ids.
fn in_development() -> Vec<&'static str> {
    let ids = catalog::GAMES[catalog::COLLECTION.len()..].iter();
    let ids: Vec<_> = ids.map(|info| info.id).collect();
    assert_eq!(ids, ["breakthrough"]);
    ids
}

#[test]
fn it_has_its_sentences_for_the_shelf_and_the_table() {
    for id in in_development() {
        for key in [format!("shelf.{id}"), format!("shelf.aim-{id}")] {
            for language in Language::ALL {
                assert!(language.text(&key).is_some(), "{key}: {language:?}");
            }
        }
    }
}

#[test]
fn two_play_it_by_clicks() {
    for id in in_development() {
        let mut table = catalog::open(id).unwrap();
        let mut random = SplitMix64::new(1);
        while let Status::Acts(_) = table.status() {
            // Pick by pick, until a pick completes an action.
            let mut path = Vec::new();
            let action = loop {
                let choices = table.choices(&path);
                assert!(!choices.next.is_empty(), "{id}: {path:?} leads nowhere");
                let choice = &choices.next[random.below(choices.next.len())];
                path.push(choice.pick.clone());
                if let Some(action) = choice.action {
                    break action;
                }
            };
            table.play_action(action).unwrap();
        }
        let reason = table.reason().unwrap();
        for language in Language::ALL {
            assert!(language.text(&reason.why.key).is_some(), "{reason:?}");
        }
    }
}

#[test]
fn the_computer_plays_it_on_every_level() {
    let engine = Engine::new(1);
    let never = AtomicBool::new(false);
    for id in in_development() {
        for level in 1..=10 {
            let mut table = catalog::open(id).unwrap();
            for _ in 0..4 {
                let request = Request {
                    level: Some(level),
                    limits: Limits::nodes(200),
                    ..Request::default()
                };
                let answer = engine.answer_at(&*table, &request, &never, &mut |_| {});
                table.play(&answer.unwrap().action).unwrap();
            }
            assert_eq!(table.ply(), 4);
        }
    }
}
