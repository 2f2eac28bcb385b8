//! What holds for every variant; the paragraphs are tested in `turns.rs` and `rounds.rs`.

mod rounds;
mod turns;

use super::naive::Simple;
use super::{INFO, Monstrodechecs, Position};
use crate::hash::SplitMix64;
use crate::testing::{self, Expect, check, table};
use crate::{Game, Notation, Refusing, Rules, Spec};

pub(super) const ID: &str = "monstrodechecs";
pub(super) const FOUR: &str = "monstrodechecs:players=4";
pub(super) const TEAMS: &str = "monstrodechecs:players=4,teams=true";
pub(super) const DEVILS: &str = "monstrodechecs:mode=diable";
pub(super) const FOUR_DEVILS: &str = "monstrodechecs:mode=diable,players=4";
pub(super) const CORNERS: &str = "monstrodechecs:mode=coins";
pub(super) const CARNAGE: &str = "monstrodechecs:mode=carnage";

const VARIANTS: [&str; 19] = [
    ID,
    "monstrodechecs:army=12345612",
    "monstrodechecs:army=66666666",
    "monstrodechecs:rounds=3",
    FOUR,
    "monstrodechecs:players=4,army=123456",
    "monstrodechecs:players=4,rounds=2",
    TEAMS,
    "monstrodechecs:players=4,teams=true,rounds=2",
    DEVILS,
    "monstrodechecs:mode=diable,rounds=3",
    FOUR_DEVILS,
    "monstrodechecs:mode=diable,players=4,teams=true,rounds=2",
    CORNERS,
    "monstrodechecs:mode=coins,teams=true",
    "monstrodechecs:mode=coins,rounds=2",
    CARNAGE,
    "monstrodechecs:mode=carnage,teams=true",
    "monstrodechecs:mode=carnage,rounds=2",
];

pub(super) fn mo(spec: &str, start: &str, action: &str, expect: Expect) {
    check::<Monstrodechecs>(spec, start, "", action, expect);
}

/// The position after some actions.
pub(super) fn after(spec: &str, start: &str, actions: &str) -> String {
    table::<Monstrodechecs>(spec, start, actions).position()
}

#[test]
fn contract() {
    for spec in VARIANTS {
        testing::contract::<Monstrodechecs>(spec, 2);
    }
    testing::sizes::<Monstrodechecs>(136, 4);
    assert_eq!(INFO.id, ID);
}

#[test]
fn perft() {
    testing::perft_table::<Monstrodechecs, Simple>(include_str!("../perft.txt"), 700);
}

#[test]
fn second_generator_agrees_with_two_players() {
    for spec in &VARIANTS[..4] {
        testing::agree::<Monstrodechecs, Simple>(spec, 10, 400);
    }
}

#[test]
fn second_generator_agrees_with_four_players_and_devils() {
    for spec in &VARIANTS[4..13] {
        testing::agree::<Monstrodechecs, Simple>(spec, 5, 600);
    }
}

#[test]
fn second_generator_agrees_in_corners_and_carnage() {
    for spec in &VARIANTS[13..] {
        testing::agree::<Monstrodechecs, Simple>(spec, 2, 900);
    }
}

#[test]
fn playthrough() {
    for (file, spec) in [
        ("playthrough.txt", ID),
        ("playthrough-four.txt", FOUR),
        (
            "playthrough-teams.txt",
            "monstrodechecs:players=4,teams=true,rounds=2",
        ),
        ("playthrough-diable.txt", DEVILS),
        ("playthrough-coins.txt", CORNERS),
        ("playthrough-carnage.txt", CARNAGE),
    ] {
        let text = testing::playthrough::<Monstrodechecs>(spec, 1, 400);
        testing::golden(&format!("monstrodechecs/{file}"), &text);
    }
}

fn game(spec: &str) -> Monstrodechecs {
    Monstrodechecs::from_spec(&Spec::parse_for(&INFO, spec).unwrap()).unwrap()
}

/// Random games, with a look at every position.
fn wander(spec: &str, games: u64, mut look: impl FnMut(&Monstrodechecs, &Position)) {
    let game = game(spec);
    let mut actions = Vec::new();
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let mut position = game.start();
        for _ in 0..200 {
            look(&game, &position);
            game.actions(&position, &mut actions);
            if actions.is_empty() {
                break;
            }
            game.apply(&mut position, actions[random.below(actions.len())]);
        }
    }
}

#[test]
fn a_board_turned_by_half_is_the_same_game() {
    for spec in [ID, "monstrodechecs:army=12345612"] {
        wander(spec, 10, |game, position| {
            let turned = position.half_turned();
            let text = game.write_position(&turned);
            assert_eq!(game.read_position(&text).as_ref(), Ok(&turned));
            assert_eq!(turned.half_turned(), *position);
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            game.actions(position, &mut ours);
            game.actions(&turned, &mut theirs);
            assert_eq!(ours.len(), theirs.len());
        });
    }
}

#[test]
fn texts_from_outside_are_refused_without_a_panic() {
    let signs = b"ABH18/-M=0269?|, DNESW+turnovebsidlpackh";
    for spec in [ID, FOUR_DEVILS, CORNERS, CARNAGE] {
        let mut random = SplitMix64::new(7);
        let mut legal = Vec::new();
        wander(spec, 3, |game, position| {
            let mut text = game.write_position(position).into_bytes();
            let at = random.below(text.len());
            text[at] = signs[random.below(signs.len())];
            if let Ok(read) = game.read_position(std::str::from_utf8(&text).unwrap()) {
                let written = game.write_position(&read);
                assert_eq!(game.read_position(&written), Ok(read.clone()));
                game.actions(&read, &mut legal);
                for &action in &legal {
                    game.apply(&mut read.clone(), action);
                }
            }
            game.actions(position, &mut legal);
            for _ in 0..20 {
                let mut text = String::new();
                match legal.get(random.below(legal.len() + 3)) {
                    Some(&action) => game.write_action(position, action, &mut text),
                    None => text.push_str("A1-B2/34"),
                }
                let mut bytes = text.to_ascii_uppercase().into_bytes();
                let at = random.below(bytes.len());
                bytes[at] = signs[random.below(signs.len())].to_ascii_uppercase();
                let text = String::from_utf8(bytes).unwrap();
                if let Ok(action) = game.read_action(position, &text)
                    && !legal.contains(&action)
                {
                    let _ = game.refusal(position, action);
                }
            }
        });
    }
}
