use std::sync::atomic::AtomicBool;

use tablier_rules::hash::SplitMix64;
use tablier_rules::{Match, Seat, Status, Verdict};

use super::*;
use crate::{Limits, SearchOptions, TranspositionTable, think};

#[test]
fn the_tables_say_what_the_terms_add_up_to() {
    let mut random = SplitMix64::new(4);
    let mut fours = 0;
    for _ in 0..300 {
        let mut game = Match::new(Alignement);
        while let Status::Acts(acts) = game.status()
            && game.ply() < 60
        {
            let position = game.position();
            let [first, second, ..] = worths(&Alignement, position, acts, &Weights::USED);
            assert_eq!(
                balance::ahead(position, acts),
                first - second,
                "{position:?}"
            );
            let shape = position.shape();
            let moves = balance::moves(position, acts, shape as usize);
            assert_eq!(moves.count_ones() as usize, room(position, acts, shape));
            let legal = game.legal();
            game.play_unchecked(legal[random.below(legal.len())]);
            fours += usize::from(game.is_over());
        }
    }
    assert!(fours > 100);
}

#[test]
fn the_second_player_never_spoils_the_win() {
    let (table, never) = (TranspositionTable::new(1), AtomicBool::new(false));
    for seed in 0..30 {
        let mut random = SplitMix64::new(seed);
        let mut game = Match::new(Alignement);
        while let Status::Acts(seat) = game.status() {
            let legal = game.legal();
            let mut action = legal[random.below(legal.len())];
            if seat == Seat::new(1) {
                let limits = Limits::nodes(1_000);
                let found = think(
                    &game,
                    &SearchOptions::default(),
                    &limits,
                    &table,
                    &never,
                    &mut |_| {},
                )
                .unwrap();
                assert!(
                    found.lines[0].score.wins_in().is_some(),
                    "{:?}",
                    game.position()
                );
                action = found.best();
            }
            game.play(action).unwrap();
        }
        let Status::Over(outcome) = game.status() else {
            unreachable!()
        };
        assert_eq!(outcome.verdict(Seat::new(1)), Verdict::Won);
        assert!(game.ply() <= 30, "{}", game.ply());
    }
}

#[test]
fn going_back_and_forth_repeats_a_position_after_twelve_actions() {
    let mut random = SplitMix64::new(9);
    let mut again = 0;
    for _ in 0..500 {
        let mut game = Match::new(Alignement);
        let mut played: Vec<Action> = Vec::new();
        while !game.is_over() && game.ply() < 40 {
            let legal = game.legal();
            let back = played.iter().rev().nth(5).and_then(|action| {
                let back = Action::go(action.to(), action.from()?);
                legal.contains(&back).then_some(back)
            });
            let action = back.unwrap_or_else(|| legal[random.below(legal.len())]);
            game.play_unchecked(action);
            played.push(action);
            let (position, now) = (*game.position(), game.ply());
            for before in (0..now).filter(|&before| game.position_at(before) == Some(&position)) {
                assert_eq!(
                    (now - before) % Alignement.period(&position),
                    0,
                    "{position:?}"
                );
                again += 1;
            }
        }
    }
    assert!(again > 10);
}
