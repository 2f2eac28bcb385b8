//! Every puzzle is played out by the rules and proved again: its key wins by force within its
//! length, no other action does, and nothing wins sooner. Everything is tried.
//!
//! The deepest wins of Alignement come from the solved tables; only those are too long to prove
//! here, and `TABLIER_ALIGNEMENT=FILE cargo test -p tablier-books -- --ignored` looks them up
//! again.

use tablier_books::{Puzzle, puzzles};
use tablier_engine::puzzles::only_key;
use tablier_rules::blockade::alignement::Alignement;
use tablier_rules::blockade::solitaire::Solitaire;
use tablier_rules::{Game as _, Notation as _, Outcome, Spec, Status, Verdict, catalog, with_game};
use tablier_solvers::{alignement, solitaire};

/// Longer wins are not proved by search.
const LONGEST_PROVED: usize = 15;

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
        Status::Acts(_) => false,
    };
    assert!(won, "{puzzle:?} does not win");
}

fn check(game: &str) {
    let all = puzzles(game);
    assert!(all.len() >= 30, "{game}: {} puzzles", all.len());
    let grades: std::collections::BTreeSet<u8> = all.iter().map(|puzzle| puzzle.grade).collect();
    assert!(grades.len() >= 2, "{game}: all are equally hard");
    for puzzle in &all {
        is_played_out(puzzle);
        if puzzle.length() > LONGEST_PROVED {
            continue;
        }
        let spec = Spec::parse(&puzzle.spec).unwrap();
        with_game!(&spec, |rules| {
            let position = rules.read_position(&puzzle.start).unwrap();
            let key = only_key(&rules, &position, puzzle.length() as u32);
            let key = key.unwrap_or_else(|| panic!("{puzzle:?}: there is no single key"));
            let mut text = String::new();
            rules.write_action(&position, key, &mut text);
            assert_eq!(text, puzzle.key(), "{puzzle:?}");
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
    let games = catalog::GAMES.iter().map(|info| info.id);
    let others: Vec<_> = games.filter(|id| !PROVED.contains(id)).collect();
    assert_eq!(others, ["solitaire"]);
}

#[test]
fn solitaire_is_proved() {
    let all = puzzles("solitaire");
    assert!(all.len() >= 30, "{}", all.len());
    let rules = Solitaire::from_spec(&Spec::parse("solitaire").unwrap()).unwrap();
    for puzzle in &all {
        is_played_out(puzzle);
        let position = rules.read_position(&puzzle.start).unwrap();
        let key = solitaire::puzzles::only_key(&position);
        let key = key.unwrap_or_else(|| panic!("{puzzle:?}: there is no single key"));
        let mut text = String::new();
        rules.write_action(&position, key, &mut text);
        assert_eq!(text, puzzle.key(), "{puzzle:?}");
        let fewer =
            solitaire::Search::new(16, u64::MAX).within(&position, puzzle.length() as u32 - 1);
        assert_eq!(fewer, solitaire::Answer::Impossible, "{puzzle:?}");
    }
}

#[test]
fn a_wrong_key_is_noticed() {
    let puzzle = &puzzles("alignement")[0];
    let mut position = Alignement.read_position(&puzzle.start).unwrap();
    assert!(only_key(&Alignement, &position, puzzle.length() as u32).is_some());
    // After the key the opponent has no win to find.
    let key = Alignement.read_action(&position, puzzle.key()).unwrap();
    tablier_rules::Rules::apply(&Alignement, &mut position, key);
    assert_eq!(only_key(&Alignement, &position, 1), None);
}

/// The wins that are too long to prove by search, in the solved tables.
#[test]
#[ignore = "needs the file that `tablier solve alignement` makes"]
fn the_deepest_wins_stand_in_the_tables() {
    let path = std::env::var("TABLIER_ALIGNEMENT").expect("TABLIER_ALIGNEMENT names the file");
    let reader = alignement::file::Reader::open(path.as_ref()).unwrap();
    let all = puzzles("alignement");
    let deep = all.iter().filter(|puzzle| puzzle.length() > LONGEST_PROVED);
    for puzzle in deep {
        let position = Alignement.read_position(&puzzle.start).unwrap();
        let value = reader.value(&position).unwrap();
        let length = puzzle.length() as u16;
        assert_eq!(value, Some(alignement::Value::Win(length)), "{puzzle:?}");
        let key = alignement::puzzles::only_key(&reader, &position).unwrap();
        let mut text = String::new();
        Alignement.write_action(&position, key.unwrap(), &mut text);
        assert_eq!(text, puzzle.key(), "{puzzle:?}");
    }
}
