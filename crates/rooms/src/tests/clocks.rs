//! Clocks: when they run, what lag costs, and flags.

use super::*;

#[test]
fn clocks_run_from_the_second_action_and_a_flag_falls_once() {
    let mut game = Game::open("d21", &["b"], |terms| {
        terms.time = TimeControl::Clock {
            base_ms: MINUTE,
            increment_ms: 2_000,
        };
    });
    game.now = 10 * MINUTE;
    game.act("a", "C3-C6");
    game.now = 20 * MINUTE;
    game.act("b", "C8-C7");
    assert_eq!(game.room.time_left(), [MINUTE, MINUTE]);
    game.now += 10_000;
    game.act("a", "D3-D6");
    assert_eq!(game.room.time_left(), [52_000, MINUTE]);
    assert_eq!(game.refused("a", Command::Flag), "time-left");
    game.now += MINUTE + 1;
    assert_eq!(game.refused("b", act("D8-D7")), "out-of-time");
    assert_eq!(game.refused("a", Command::Flag), "time-left");
    game.now += MOST_LAG_MS;
    game.ok("house", Command::Flag);
    assert_eq!(game.room.outcome().unwrap().to_string(), "1 0");
    assert_eq!(game.refused("house", Command::Flag), "over");
}

#[test]
fn a_game_for_one_has_no_clock() {
    let mut game = Game::open("solitaire", &[], |terms| {
        terms.time = TimeControl::Clock {
            base_ms: MINUTE,
            increment_ms: 0,
        };
    });
    for _ in 0..3 {
        let action = game.room.table().legal()[0].clone();
        game.act("a", &action);
    }
    game.now += 10 * MINUTE;
    assert_eq!(game.refused("house", Command::Flag), "time-left");
    assert!(game.room.time_left().is_empty());
}

#[test]
fn lag_is_not_charged_within_fair_limits() {
    for (lag, charged) in [(0, 5_000), (300, 4_700), (60_000, 4_500)] {
        let mut game = Game::open("d21", &["b"], |terms| {
            terms.time = TimeControl::Clock {
                base_ms: MINUTE,
                increment_ms: 0,
            };
        });
        game.act("a", "C3-C6");
        game.act("b", "C8-C7");
        let order = game.order("a", act("D3-D6"));
        let mut when = now(5_000, 0);
        when.lag_ms = lag;
        game.room.carry_out(&order, &when).unwrap();
        assert_eq!(game.room.time_left()[0], MINUTE - charged);
    }
}

#[test]
fn days_are_given_for_every_action() {
    let day = 24 * 60 * MINUTE;
    let mut game = Game::open("d21", &["b"], |terms| terms.time = TimeControl::Days(3));
    game.act("a", "C3-C6");
    game.act("b", "C8-C7");
    game.now += 2 * day;
    game.act("a", "D3-D6");
    assert_eq!(game.room.time_left(), [3 * day, 3 * day]);
    game.now += 3 * day + MOST_LAG_MS + 1;
    game.ok("house", Command::Flag);
    assert_eq!(game.room.phase(), Phase::Over);
}
