//! Whole games looked at again by the real engine.

use std::sync::atomic::AtomicBool;

use tablier_advice::review::{Fault, Review, Reviewer};
use tablier_engine::Engine;

fn review(spec: &str, moves: &str) -> Review {
    let actions: Vec<String> = moves.split(' ').map(str::to_owned).collect();
    let mut reviewer = Reviewer::new(spec, None, &actions).unwrap();
    let engine = Engine::new(4);
    let never = AtomicBool::new(false);
    while let Some(request) = reviewer.ask() {
        let answer = engine.answer(&request, &never, &mut |_| {});
        reviewer.hear(&answer.unwrap());
    }
    let review = reviewer.finished().unwrap().clone();
    assert!(review.is_of(spec, None, &actions));
    review
}

#[test]
fn a_move_that_lets_the_other_win_at_once_is_a_blunder_and_says_so() {
    let review = review("blocus", "@A2 @L11 exit");
    let mistakes = review.mistakes();
    let blunder = mistakes.iter().find(|mistake| mistake.ply == 1).unwrap();
    assert_eq!(blunder.fault, Fault::Blunder);
    assert_ne!(blunder.better[0], "@L11");
    let allowed = blunder.allowed.as_ref().unwrap();
    assert_eq!(allowed.action, "exit");
    // Winning is no mistake.
    assert!(mistakes.iter().all(|mistake| mistake.ply != 2));
    assert_eq!(review.points[3].chances, [1.0, 0.0]);
}

#[test]
fn the_same_game_always_has_the_same_review() {
    let moves = "B2-G2 B11-B5 K11-K1 G2-G8 B5-H5";
    let spec = "empire:players=3";
    let first = review(spec, moves);
    assert_eq!(first, review(spec, moves));
    for point in &first.points {
        assert_eq!(point.chances.len(), 3);
        let whole: f32 = point.chances.iter().sum();
        assert!((whole - 1.0).abs() < 0.02, "{:?}", point.chances);
    }
}

#[test]
fn alone_the_fewest_pieces_in_reach_only_grow() {
    let mut table = tablier_rules::catalog::open("solitaire").unwrap();
    let mut played = Vec::new();
    while let Some(last) = table.legal().last().cloned() {
        played.push(table.play(&last).unwrap());
    }
    let review = review("solitaire", &played.join(" "));
    assert!(review.is_solo());
    let left: Vec<u8> = review.points.iter().map(|p| p.left.unwrap()).collect();
    assert!(left.is_sorted(), "{left:?}");
    let lost: u32 = review
        .mistakes()
        .iter()
        .filter_map(|mistake| mistake.left)
        .map(|(before, after)| u32::from(after - before))
        .sum();
    assert_eq!(lost, u32::from(left[left.len() - 1] - left[0]));
}
