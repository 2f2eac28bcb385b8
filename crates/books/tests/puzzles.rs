//! Every puzzle is played out by the rules and proved again: its key reaches the goal, no other
//! action does, and nothing wins sooner. Everything is tried. What its variations claim is proved
//! as well.

use std::collections::BTreeMap;

use tablier_books::puzzle::{Goal, LONGEST, THEMES};
use tablier_books::{Puzzle, puzzles, reason};
use tablier_engine::puzzles::{self as engine, only_key, rival, side_to_act, wins_within};
use tablier_rules::blockade::alignement::Alignement;
use tablier_rules::blockade::solitaire::Solitaire;
use tablier_rules::{
    Game, Notation as _, Outcome, Rules as _, Spec, Status, Verdict, catalog, with_game,
};
use tablier_solvers::solitaire;
use tablier_words::Language;

/// A proof may visit this many positions: all of them together must be proved within a minute.
const BUDGET: u64 = 600_000;

/// The solution is legal, and at its end, not before, the player who started it has won.
fn is_played_out(puzzle: &Puzzle) {
    let mut table = catalog::open(&puzzle.spec).unwrap();
    table.set_position(&puzzle.start).unwrap();
    let Status::Acts(seat) = table.status() else {
        panic!("{puzzle:?}: it is over")
    };
    for action in &puzzle.solution {
        assert!(matches!(table.status(), Status::Acts(_)), "{puzzle:?}");
        let played = table.play(action);
        assert_eq!(played.as_ref(), Ok(action), "{puzzle:?}");
    }
    let won = match table.status() {
        Status::Over(Outcome::Left(left)) => left == 1,
        Status::Over(outcome) => outcome.verdict(seat) == Verdict::Won,
        Status::Acts(_) => matches!(puzzle.goal, Goal::Hold(_)),
    };
    assert!(won, "{puzzle:?} does not win");
}

/// The variations show what they claim: further wins of the key, and why other actions fail.
fn variations_are_true<G: Game>(rules: &G, puzzle: &Puzzle, position: &G::Position) {
    let side = side_to_act(rules, position).unwrap();
    for line in &puzzle.variations {
        let mut at = position.clone();
        for action in line {
            let read = rules.read_action(&at, &action.to_uppercase()).unwrap();
            let mut legal = Vec::new();
            rules.actions(&at, &mut legal);
            assert!(legal.contains(&read), "{puzzle:?}: {action} is illegal");
            rules.apply(&mut at, read);
        }
        let wins = |side: u8, within: u32| {
            wins_within(rules, &at, side, within, BUDGET).expect("within the budget")
        };
        let holds = match (line[0] == puzzle.key(), puzzle.goal) {
            (true, _) => wins(side, 0),
            (false, Goal::Win(length)) => !wins(side, length.saturating_sub(2).max(1)),
            (false, _) => wins(rival(rules, position).unwrap(), 0),
        };
        assert!(holds, "{puzzle:?}: {line:?} shows something else");
    }
}

fn check(game: &str) {
    for puzzle in &puzzles(game) {
        is_played_out(puzzle);
        let goal = match puzzle.goal {
            Goal::Win(length) => {
                assert_eq!(length as usize, puzzle.length(), "{puzzle:?}");
                engine::Goal::Win(length)
            }
            Goal::Hold(length) => engine::Goal::Hold(length),
            Goal::Left(_) => panic!("{puzzle:?}: that is for the Solitaire"),
        };
        let spec = Spec::parse(&puzzle.spec).unwrap();
        with_game!(&spec, |rules| {
            let position = rules.read_position(&puzzle.start).unwrap();
            let key = only_key(&rules, &position, goal, BUDGET);
            let key = key.unwrap_or_else(|| panic!("{puzzle:?}: there is no single key"));
            let mut text = String::new();
            rules.write_action(&position, key, &mut text);
            assert_eq!(text, puzzle.key(), "{puzzle:?}");
            variations_are_true(&rules, puzzle, &position);
        })
        .unwrap();
    }
}

macro_rules! proved {
    ($($name:ident $game:literal),* $(,)?) => {
        /// The games whose puzzles the engine proves.
        const PROVED: &[&str] = &[$($game),*];

        $(#[test]
        fn $name() {
            check($game);
        })*
    };
}

proved! {
    alignement_is_proved "alignement",
    blocus_is_proved "blocus",
    cubulus_is_proved "cubulus",
    d21_is_proved "d21",
    die_check_is_proved "die-check",
    empire_is_proved "empire",
    eupdonne_is_proved "eupdonne",
    monstrodechecs_is_proved "monstrodechecs",
    porte_is_proved "porte",
    saute_is_proved "saute",
}

#[test]
fn the_puzzles_of_every_game_are_proved() {
    let games = catalog::COLLECTION.iter().map(|info| info.id);
    let others: Vec<_> = games.filter(|id| !PROVED.contains(id)).collect();
    assert_eq!(others, ["solitaire"]);
}

#[test]
fn solitaire_is_proved() {
    let rules = Solitaire::from_spec(&Spec::parse("solitaire").unwrap()).unwrap();
    for puzzle in &puzzles("solitaire") {
        is_played_out(puzzle);
        assert_eq!(puzzle.goal, Goal::Left(puzzle.length() as u32));
        let position = rules.read_position(&puzzle.start).unwrap();
        let key = solitaire::puzzles::only_key(&position);
        let key = key.unwrap_or_else(|| panic!("{puzzle:?}: there is no single key"));
        let mut text = String::new();
        rules.write_action(&position, key, &mut text);
        assert_eq!(text, puzzle.key(), "{puzzle:?}");
        let fewer =
            solitaire::Search::new(16, u64::MAX).within(&position, puzzle.length() as u32 - 1);
        assert_eq!(fewer, solitaire::Answer::Impossible, "{puzzle:?}");
        for line in &puzzle.variations {
            let mut table = catalog::open(&puzzle.spec).unwrap();
            table.set_position(&puzzle.start).unwrap();
            for jump in line {
                table.play(jump).unwrap();
            }
            let failed = matches!(table.status(), Status::Over(Outcome::Left(left)) if left > 1);
            assert!(failed && line[0] != puzzle.key(), "{puzzle:?}: {line:?}");
        }
    }
}

#[test]
fn there_are_enough_from_easy_to_hard_in_every_game() {
    let mut total = 0;
    for info in catalog::COLLECTION {
        let all = puzzles(info.id);
        let count = |grades: std::ops::RangeInclusive<u8>| {
            all.iter()
                .filter(|puzzle| grades.contains(&puzzle.grade))
                .count()
        };
        total += all.len();
        assert!(all.len() >= 30, "{}: {} puzzles", info.id, all.len());
        assert!(
            count(1..=2) * 3 >= all.len(),
            "{}: too few are easy",
            info.id
        );
        assert!(count(1..=1) >= 3, "{}: none to begin with", info.id);
        assert!(count(3..=3) >= 3, "{}: none in the middle", info.id);
        assert!(count(4..=5) >= 3, "{}: {} are hard", info.id, count(4..=5));
        for puzzle in &all {
            assert!(puzzle.length() <= LONGEST, "{puzzle:?} is too long");
        }
    }
    assert!(total >= 400, "{total}");
}

#[test]
fn every_puzzle_has_themes_and_most_show_a_near_miss() {
    let mut themes: BTreeMap<String, usize> = BTreeMap::new();
    let (mut all, mut shown) = (0, 0);
    for info in catalog::COLLECTION {
        for puzzle in puzzles(info.id) {
            assert!(!puzzle.themes.is_empty(), "{puzzle:?}");
            for theme in &puzzle.themes {
                assert!(THEMES.contains(&theme.as_str()), "{puzzle:?}: {theme}");
                *themes.entry(theme.clone()).or_default() += 1;
            }
            all += 1;
            shown += usize::from(puzzle.near_misses().next().is_some());
        }
    }
    assert_eq!(themes.len(), THEMES.len(), "{themes:?}");
    assert!(shown * 10 >= all * 9, "{shown} of {all}");
}

#[test]
fn every_puzzle_says_why_in_both_languages() {
    for info in catalog::COLLECTION {
        for puzzle in puzzles(info.id) {
            for language in Language::ALL {
                let reasons = reason::sentences(&puzzle, language);
                let text = reasons.join(" ");
                assert!(text.contains(puzzle.key()), "{puzzle:?}: {text}");
                let broken = text.contains("puzzles.") || text.contains(['{', '}']);
                let gaps = [": .", ": ,", " ,", "( )", "  ", " .", "\u{a0}: ;"];
                assert!(
                    !broken && !gaps.iter().any(|gap| text.contains(gap)),
                    "{puzzle:?}: {text}"
                );
                let wins = matches!(puzzle.goal, Goal::Win(_));
                assert!(!wins || reasons.len() >= 2, "{puzzle:?}: how is it won?");
            }
        }
    }
}

/// The options that change how a game is played have puzzles of their own.
#[test]
fn variants_have_puzzles() {
    for spec in [
        "blocus:kings=left",
        "cubulus:level=2",
        "d21:order=strict",
        "d21:jump=any",
        "die-check:level=2",
        "empire:players=3",
        "empire:players=4",
        "empire:players=4,teams=true",
        "eupdonne:release=captors",
        "monstrodechecs:mode=diable",
        "saute:expert=true",
    ] {
        let game = spec.split(':').next().unwrap();
        let all = puzzles(game);
        let count = all.iter().filter(|puzzle| puzzle.spec == spec).count();
        assert!(count >= 2, "{spec}: {count}");
    }
}

#[test]
fn a_wrong_key_is_noticed() {
    let all = puzzles("alignement");
    let puzzle = all
        .iter()
        .find(|puzzle| puzzle.goal == Goal::Win(3))
        .unwrap();
    let mut position = Alignement.read_position(&puzzle.start).unwrap();
    let goal = |length| engine::Goal::Win(length);
    assert!(only_key(&Alignement, &position, goal(3), BUDGET).is_some());
    assert_eq!(only_key(&Alignement, &position, goal(1), BUDGET), None);
    // A win that comes sooner is no win in five.
    assert_eq!(only_key(&Alignement, &position, goal(5), BUDGET), None);
    // A proof that needs more positions than it may visit is none.
    assert_eq!(only_key(&Alignement, &position, goal(3), 10), None);
    // After the key the opponent has no win to find.
    let key = Alignement.read_action(&position, puzzle.key()).unwrap();
    Alignement.apply(&mut position, key);
    assert_eq!(only_key(&Alignement, &position, goal(1), BUDGET), None);
}
