use std::time::Duration;

use tablier_rules::Seat;
use tablier_rules::scene::Message;

use super::*;
use crate::{Answer, Hint, Report, Request, Score, Variation};

/// Two red moves and two green ones.
const GAME: [&str; 4] = ["C3-C6", "C8-C7", "D3-D6", "D8-D7"];

fn actions() -> Vec<String> {
    GAME.map(String::from).to_vec()
}

/// An answer that gives the first of two seats this chance.
fn answer(request: &Request, chance: f32, best: &str, why: &'static str) -> Answer {
    let seat = Seat::new((request.actions.len() % 2) as u8);
    Answer {
        action: best.to_owned(),
        report: Report {
            seat,
            depth: 3,
            nodes: request.limits.nodes.unwrap_or_default(),
            time: Duration::ZERO,
            lines: vec![Variation {
                score: Score(0),
                chance,
                actions: vec![best.to_owned(), "E8-E7".to_owned()],
            }],
            chances: vec![chance, 1.0 - chance],
            certain: false,
        },
        resigns: false,
        accepts_draw: false,
        hint: request.hint.then(|| Hint {
            why: Message::new(why),
        }),
    }
}

/// Answers everything as told for the number of actions played, and returns what was asked.
fn review(say: impl Fn(&Request) -> Answer) -> (Review, Vec<(usize, u64)>) {
    let mut reviewer = Reviewer::new("d21", None, &actions()).unwrap();
    let mut asked = Vec::new();
    let mut progress = 0.0;
    while let Some(request) = reviewer.ask() {
        assert!(reviewer.finished().is_none());
        asked.push((request.actions.len(), request.limits.nodes.unwrap()));
        assert_eq!(request.limits.time, None, "never by time");
        reviewer.hear(&say(&request));
        assert!(reviewer.progress() >= progress);
        progress = reviewer.progress();
        assert!(asked.len() < 20, "it never ends: {asked:?}");
    }
    assert!((progress - 1.0).abs() < 1e-6);
    (reviewer.finished().unwrap().clone(), asked)
}

#[test]
fn the_lost_part_of_the_chances_says_how_bad_it_was() {
    for (before, after, fault) in [
        (0.5, 0.5, None),
        (0.5, 0.43, None),
        (0.5, 0.41, Some(Fault::Inaccuracy)),
        (0.5, 0.35, Some(Fault::Inaccuracy)),
        (0.5, 0.33, Some(Fault::Mistake)),
        (0.9, 0.65, Some(Fault::Mistake)),
        (0.9, 0.55, Some(Fault::Blunder)),
        (1.0, 0.0, Some(Fault::Blunder)),
        (0.2, 0.0, Some(Fault::Blunder)),
        (0.2, 0.01, Some(Fault::Mistake)),
        // What was gained is none.
        (0.2, 0.9, None),
        // Where nothing was left to lose, nothing is lost.
        (0.05, 0.0, None),
    ] {
        assert_eq!(Fault::of_chances(before, after), fault, "{before} {after}");
    }
    for (before, after, fault) in [
        (1, 1, None),
        (1, 2, Some(Fault::Mistake)),
        (1, 3, Some(Fault::Blunder)),
        (4, 3, None),
    ] {
        assert_eq!(Fault::of_pieces(before, after), fault, "{before} {after}");
    }
    assert!(Fault::Inaccuracy < Fault::Mistake && Fault::Mistake < Fault::Blunder);
}

#[test]
fn what_looks_bad_is_looked_at_closely_and_explained() {
    // Green's first move throws away two fifths, for red's gain.
    let chances = [0.5, 0.5, 0.9, 0.9, 0.9];
    let (review, asked) = review(|request| {
        let at = request.actions.len();
        let best = match at {
            1 => "B8-B7",
            2 => "D3-D6",
            _ => GAME.get(at).copied().unwrap_or("A1-A2"),
        };
        answer(request, chances[at], best, "engine.captures")
    });
    assert_eq!(
        asked,
        [
            (0, 12_000),
            (1, 12_000),
            (2, 12_000),
            (3, 12_000),
            (4, 12_000),
            (1, 48_000),
            (2, 48_000)
        ]
    );
    let mistakes = review.mistakes();
    let [mistake] = &mistakes[..] else {
        panic!("{mistakes:?}");
    };
    assert_eq!((mistake.ply, mistake.seat), (1, Seat::new(1)));
    assert_eq!(mistake.fault, Fault::Blunder);
    assert_eq!(mistake.played, "C8-C7");
    assert_eq!(mistake.better, ["B8-B7", "E8-E7"]);
    assert_eq!(mistake.why, Some(Message::new("engine.captures")));
    let allowed = mistake.allowed.as_ref().unwrap();
    assert_eq!(
        (allowed.seat, allowed.action.as_str()),
        (Seat::new(0), "D3-D6")
    );
    assert_eq!(allowed.why, Message::new("engine.captures"));
}

#[test]
fn a_suspicion_that_a_closer_look_removes_is_none() {
    let chances = [0.5, 0.5, 0.9, 0.5, 0.5];
    let (review, asked) = review(|request| {
        let at = request.actions.len();
        let chance = if request.hint { 0.5 } else { chances[at] };
        answer(request, chance, "B8-B7", "engine.captures")
    });
    assert_eq!(review.mistakes(), []);
    // Green's move and red's answer looked bad: each position is looked at once more, not twice.
    let closely: Vec<usize> = asked[5..].iter().map(|(at, _)| *at).collect();
    assert_eq!(closely, [1, 2]);
}

#[test]
fn a_closer_look_that_raises_a_suspicion_is_followed_up() {
    // At first sight only green's first move is bad. Looked at closely, green was winning before it.
    let chances = [0.5, 0.5, 0.7, 0.7, 0.7];
    let (review, asked) = review(|request| {
        let at = request.actions.len();
        let chance = match (request.hint, at) {
            (true, 1) => 0.15,
            _ => chances[at],
        };
        answer(request, chance, "B8-B7", "engine.captures")
    });
    let closely: Vec<usize> = asked[5..].iter().map(|(at, _)| *at).collect();
    assert_eq!(closely, [1, 0, 2]);
    let faults: Vec<(usize, Fault)> = review
        .mistakes()
        .iter()
        .map(|mistake| (mistake.ply, mistake.fault))
        .collect();
    assert_eq!(faults, [(0, Fault::Blunder), (1, Fault::Blunder)]);
}

#[test]
fn the_best_move_is_no_mistake_and_a_figure_is_no_reason() {
    let chances = [0.9, 0.2, 0.9, 0.2, 0.9];
    let (played_well, _) = review(|request| {
        let at = request.actions.len();
        let best = GAME.get(at).copied().unwrap_or("A1-A2");
        answer(request, chances[at], best, "engine.captures")
    });
    assert_eq!(played_well.mistakes(), []);
    let (unexplained, _) = review(|request| {
        let at = request.actions.len();
        answer(request, chances[at], "B8-B7", "engine.best-found")
    });
    assert_eq!(unexplained.mistakes().len(), 4);
    assert!(unexplained.mistakes().iter().all(|m| m.why.is_none()));
}

#[test]
fn something_better_may_be_found_by_the_closer_look_only() {
    // At first sight the move played is the best there is, though it fails.
    let chances = [0.5, 0.5, 0.9, 0.9, 0.9];
    let (review, _) = review(|request| {
        let at = request.actions.len();
        let best = match (request.hint, at) {
            (true, 1) => "B8-B7",
            _ => GAME.get(at).copied().unwrap_or("A1-A2"),
        };
        answer(request, chances[at], best, "engine.only-action")
    });
    let mistakes = review.mistakes();
    assert_eq!(mistakes.len(), 1);
    assert_eq!(mistakes[0].better[0], "B8-B7");
    // What the other has to play anyway was not allowed by anything.
    assert_eq!(mistakes[0].allowed, None);
}

#[test]
fn a_game_for_one_is_judged_by_the_fewest_pieces_left() {
    // The first jumps of a game; what is found differs from jump to jump.
    let mut table = tablier_rules::catalog::open("solitaire").unwrap();
    let mut played = Vec::new();
    for _ in 0..4 {
        let first = table.legal()[0].clone();
        played.push(table.play(&first).unwrap());
    }
    let found = [3, 1, 2, 2, 4];
    let mut reviewer = Reviewer::new("solitaire", None, &played).unwrap();
    while let Some(request) = reviewer.ask() {
        let left = found[request.actions.len()];
        let mut answer = answer(&request, 0.0, "E5-E7", "engine.captures");
        answer.report.lines[0].score = Score(-left);
        answer.report.chances = vec![1.0 / left as f32];
        reviewer.hear(&answer);
    }
    let review = reviewer.finished().unwrap();
    assert!(review.is_solo());
    // What can be reached after a jump could be reached before it.
    let left: Vec<Option<u8>> = review.points.iter().map(|point| point.left).collect();
    assert_eq!(left, [Some(1), Some(1), Some(2), Some(2), Some(4)]);
    assert_eq!(review.points[0].line[0], played[0]);
    let faults: Vec<_> = review
        .mistakes()
        .iter()
        .map(|mistake| (mistake.ply, mistake.fault, mistake.left))
        .collect();
    assert_eq!(
        faults,
        [
            (1, Fault::Mistake, Some((1, 2))),
            (3, Fault::Blunder, Some((2, 4)))
        ]
    );
}

#[test]
fn a_game_that_is_over_needs_no_engine_at_its_end() {
    // A game of Alignement that somebody wins, by the recorded moves.
    let mut table = tablier_rules::catalog::open("alignement").unwrap();
    let mut played = Vec::new();
    // The first action of each position: sooner or later the game is over.
    while let Some(first) = table.legal().first().cloned() {
        played.push(table.play(&first).unwrap());
    }
    let reviewer = Reviewer::new("alignement", None, &played).unwrap();
    let review = &reviewer.review;
    assert_eq!(review.points.len(), played.len() + 1);
    let end = review.points.last().unwrap();
    assert_eq!((end.seat, end.certain), (None, true));
    let whole: f32 = end.chances.iter().sum();
    assert!((whole - 1.0).abs() < 1e-6, "{:?}", end.chances);
    assert_eq!(reviewer.unseen.len(), played.len());
}

#[test]
fn a_review_is_stored_and_belongs_to_one_game() {
    let (review, _) = review(|request| answer(request, 0.5, "B8-B7", "engine.captures"));
    let text = serde_json::to_string(&review).unwrap();
    assert_eq!(serde_json::from_str::<Review>(&text).unwrap(), review);
    assert!(review.is_of("d21", None, &actions()));
    assert!(!review.is_of("d21", None, &actions()[..3]));
    assert!(!review.is_of("d21:order=strict", None, &actions()));
    assert!(Reviewer::new("no-such-game", None, &[]).is_err());
    let cut = Reviewer::new("d21", None, &["C3-C6".to_owned(), "C3-C6".to_owned()]).unwrap();
    assert_eq!(cut.review.actions, ["C3-C6"]);
}

#[test]
fn long_games_are_searched_less_in_each_position() {
    let nodes = |positions| {
        let mut reviewer = Reviewer::new("d21", None, &[]).unwrap();
        let point = reviewer.review.points[0].clone();
        reviewer.review.points = vec![point; positions];
        reviewer.ask().unwrap().limits.nodes.unwrap()
    };
    assert_eq!(nodes(10), 12_000);
    assert_eq!(nodes(300), 6_000);
    assert_eq!(nodes(5_000), 1_500);
}
