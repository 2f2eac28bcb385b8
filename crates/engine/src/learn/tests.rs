use tablier_rules::blockade::saute::Saute;
use tablier_rules::{Spec, with_game};

use super::*;
use crate::Foresight as _;
use crate::network::{Accumulator, Forecast, Network};

/// Games of a few nodes.
fn games(name: &str, count: u64) -> Vec<String> {
    let spec = Spec::parse(name).unwrap();
    (0..count)
        .map(|seed| with_game!(&spec, |rules| play(&rules, 30, 20, seed)).unwrap())
        .collect()
}

#[test]
fn a_game_that_was_kept_can_be_learned_from() {
    for name in ["blocus", "cubulus", "empire", "monstrodechecs"] {
        let lines = games(name, 3);
        assert_eq!(lines, games(name, 3), "the same seeds play the same games");
        let spec = Spec::parse(name).unwrap();
        with_game!(&spec, |rules| {
            for line in &lines {
                let learned = lessons(&rules, line).unwrap();
                assert!(!learned.is_empty(), "{name}: {line}");
                let known = |lesson: &Lesson| [0.0, 0.5, 1.0].contains(&lesson.result);
                assert!(learned.iter().all(known), "{name}");
            }
            assert!(lessons(&rules, "1 Z9-Z8 5").is_none());
            assert!(lessons(&rules, "").is_none());
        })
        .unwrap();
    }
}

/// Whoever acts when something has been taken wins: the evaluation does not know, the network learns just that.
#[test]
fn a_network_learns_what_the_evaluation_does_not_know() {
    let spec = Spec::parse("cubulus").unwrap();
    let lines = games("cubulus", 12);
    with_game!(&spec, |rules| {
        let layout = layout(&rules).unwrap();
        let mut all: Vec<Lesson> = lines
            .iter()
            .filter_map(|line| lessons(&rules, line))
            .flatten()
            .collect();
        for lesson in &mut all {
            let wins = lesson.cells.len() < layout.most - 2;
            lesson.searched = if wins { 2.0 } else { -2.0 };
            lesson.result = f32::from(u8::from(wins));
        }
        let plan = Plan {
            rounds: 300,
            trust: 0.5,
            seed: 1,
        };
        let mut rounds = 0;
        let trained = train(&layout, 100.0, all, &plan, &mut |round, _| rounds = round);
        assert_eq!(rounds, 300);
        assert!(
            trained.corrected < trained.evaluated / 2.0,
            "{} {}",
            trained.corrected,
            trained.evaluated
        );
        // In whole numbers it says the same.
        let network = Network::read(layout, &trained.file).unwrap();
        let start = Match::new(rules.clone());
        let value = Accumulator::new(&network).correction(&rules, start.position(), 0);
        assert!(value < 0, "{value}");
    })
    .unwrap();
}

fn saute() -> Saute {
    Saute::from_spec(&Spec::parse("saute:players=4").unwrap()).unwrap()
}

/// Players who choose by known leanings: these are found again.
#[test]
fn habits_are_read_from_choices() {
    let rules = saute();
    let views = rules.views().unwrap();
    let lines: Vec<String> = (0..2).map(|seed| play_uct(&rules, 20, seed)).collect();
    assert_eq!(lines[1], play_uct(&rules, 20, 1));
    let mut chosen: Vec<Chosen> = lines
        .iter()
        .filter_map(|line| choices(&rules, line))
        .flatten()
        .collect();
    assert!(chosen.len() > 60, "{}", chosen.len());
    for choice in &mut chosen {
        choice.prefer(&[0.0, 1.0, -2.0, 0.0, 0.0, 0.0]);
    }
    let habits = fit_habits(&views, chosen);
    assert!(habits.weights[1] > 0.5, "{:?}", habits.weights);
    assert!(habits.weights[2] < -1.0, "{:?}", habits.weights);
    assert!(habits.foretold > 0.85, "{}", habits.foretold);
    assert!(habits.loss < 0.5, "{}", habits.loss);
    assert!(choices(&rules, "A1-Z9").is_none());
}

/// With so few games it is no master yet, but it beats three who hurry, of whom each would win a quarter.
#[test]
fn a_forecast_learns_to_beat_habits() {
    let rules = saute();
    let views = rules.views().unwrap();
    let hurry = vec![4.0, 1.4, 0.0, 0.0, 0.0, 0.0];
    let learn = |jobs, games| {
        let course = Course {
            games,
            jobs,
            seed: 1,
        };
        let mut last = None;
        let file = train_forecast(&rules, views, hurry.clone(), &course, &mut |so_far| {
            last = Some(so_far);
        });
        (file, last.unwrap())
    };
    let (file, few) = learn(1, 128);
    // However many threads play.
    assert_eq!(learn(3, 128).0, file);
    assert!(Forecast::read(views, &file).is_some());
    let (_, many) = learn(2, 24_000);
    assert!(many.loss < few.loss, "{} {}", many.loss, few.loss);
    assert!(many.won > 0.3, "{}", many.won);
}
