use super::*;
use crate::{ACTION_LIMIT, perft};

/// A toy for repetition and leaving: a stone on a long road goes forward or back, and the seat that
/// brings it to the goal wins. In rounds, reaching the milestone begins the next one.
#[derive(Clone)]
struct Road {
    seats: u8,
    sides: [u8; 4],
    goal: i32,
    milestone: Option<i32>,
    out: Option<Seat>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct At {
    stone: i32,
    turn: Seat,
    round: u32,
}

impl Rules for Road {
    type Position = At;
    type Action = i32;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn side(&self, seat: Seat) -> u8 {
        self.sides[seat.index()]
    }

    fn start(&self) -> At {
        At {
            stone: 0,
            turn: Seat::new(0),
            round: 0,
        }
    }

    fn actions(&self, at: &At, actions: &mut Vec<i32>) -> Status {
        actions.clear();
        if at.stone == self.goal {
            let last = Seat::new((at.turn.index() as u8 + self.seats - 1) % self.seats);
            return Status::Over(Outcome::won_by(self.seats, |seat| seat == last));
        }
        actions.extend([1, -1]);
        Status::Acts(at.turn)
    }

    fn apply(&self, at: &mut At, step: i32) {
        at.stone += step;
        at.turn = at.turn.next(self.seats);
        if self.milestone == Some(at.stone) {
            at.stone = 0;
            at.round += 1;
        }
    }

    fn key(&self, at: &At) -> u64 {
        // Keys collide on purpose: the positions must decide.
        at.stone.unsigned_abs().into()
    }

    fn plays_on(&self, _: &At, seat: Seat) -> bool {
        self.out != Some(seat)
    }

    fn round(&self, at: &At) -> u32 {
        at.round
    }

    fn cut(&self, at: &At) -> Cut<At> {
        match self.milestone {
            Some(_) if at.round < 2 => Cut::Next(At {
                stone: 0,
                turn: at.turn,
                round: at.round + 1,
            }),
            _ => Cut::Over(Outcome::drawn_by(self.seats, |seat| {
                self.plays_on(at, seat)
            })),
        }
    }
}

fn road(seats: u8) -> Road {
    Road {
        seats,
        sides: [0, 1, 2, 3],
        goal: 5_000,
        milestone: None,
        out: None,
    }
}

fn played(rules: Road, steps: impl IntoIterator<Item = i32>) -> Match<Road> {
    let mut game = Match::new(rules);
    for step in steps {
        assert!(game.play(step).is_ok(), "over after {} steps", game.ply());
    }
    game
}

#[track_caller]
fn check(game: &Match<Road>, outcome: &str, ending: Ending) {
    match game.status() {
        Status::Over(o) => assert_eq!(o.to_string(), outcome),
        Status::Acts(seat) => panic!("seat {seat} acts"),
    }
    assert_eq!(game.ending(), Some(ending));
    assert!(game.legal().is_empty());
}

const SEATS: [Seat; 4] = [Seat::new(0), Seat::new(1), Seat::new(2), Seat::new(3)];

#[test]
fn c8_the_third_occurrence_draws_and_the_start_is_the_first() {
    let mut game = played(road(2), [1, -1, 1]);
    assert!(!game.is_over());
    game.play(-1).unwrap();
    check(&game, "= =", Ending::Repetition);
    assert_eq!(game.play(1), Err(Illegal(1)));
    // After undoing, play goes on.
    assert!(game.undo());
    assert_eq!(game.status(), Status::Acts(SEATS[1]));
    assert_eq!(game.legal(), [1, -1]);
    assert_eq!(game.ending(), None);
}

#[test]
fn c8_whose_turn_it_is_belongs_to_the_position() {
    // With three seats the stone keeps returning to 0, but with another seat to act.
    let game = played(road(3), [1, -1, 1, -1, 1]);
    assert!(!game.is_over());
    let game = played(road(3), [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1]);
    check(&game, "= = =", Ending::Repetition);
}

#[test]
fn c8_a_thousand_actions_end_the_game() {
    let game = played(road(2), std::iter::repeat_n(1, 999));
    assert!(!game.is_over());
    let game = played(road(2), std::iter::repeat_n(1, 1_000));
    check(&game, "= =", Ending::Limit);
    assert_eq!(game.ply(), ACTION_LIMIT);
}

#[test]
fn c8_an_end_by_the_rules_comes_first() {
    let rules = Road {
        goal: 1_000,
        ..road(2)
    };
    check(
        &played(rules, std::iter::repeat_n(1, 1_000)),
        "0 1",
        Ending::Rules,
    );
}

#[test]
fn c8_players_who_are_out_have_lost_when_the_others_draw() {
    let rules = Road {
        out: Some(SEATS[1]),
        ..road(3)
    };
    let game = played(rules, [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1]);
    check(&game, "= 0 =", Ending::Repetition);
}

#[test]
fn c8_every_round_counts_for_itself() {
    let rules = Road {
        milestone: Some(3),
        ..road(2)
    };
    // The milestone begins a new round, in which nothing has occurred yet.
    let game = played(rules.clone(), [1, -1, 1, 1, 1, 1, -1, 1]);
    assert!(!game.is_over());
    assert_eq!(game.round_actions(), 3);
    assert_eq!(game.keys().count(), 4);
    // Repetition ends a round; in the last one it ends the match.
    let game = played(rules.clone(), [1, -1, 1, -1]);
    assert!(!game.is_over());
    assert_eq!(game.position().round, 1);
    assert_eq!(game.round_actions(), 0);
    let game = played(rules, [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1]);
    check(&game, "= =", Ending::Repetition);
}

#[test]
fn c8_perft_counts_no_sequence_through_an_end() {
    fn slow(game: &Match<Road>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        for &step in game.legal() {
            let mut next = game.clone();
            next.play(step).unwrap();
            sum += slow(&next, depth - 1);
        }
        sum
    }
    let rounds = Road {
        milestone: Some(2),
        ..road(2)
    };
    for rules in [road(2), road(3), rounds] {
        let game = played(rules, [1, -1]);
        for depth in 0..10 {
            assert_eq!(perft::count(&game, depth), slow(&game, depth));
        }
    }
    let game = played(road(2), std::iter::repeat_n(1, 998));
    assert_eq!(perft::count(&game, 2), 4);
    assert_eq!(perft::count(&game, 3), 0);
}

#[test]
fn c11_with_two_players_the_other_wins() {
    let mut game = played(road(2), [1]);
    assert!(game.leave(SEATS[0], false));
    check(&game, "0 1", Ending::Resignation(SEATS[0]));
    assert!(!game.leave(SEATS[1], false), "it is over");
    assert!(!game.agree_draw());
    assert!(game.undo());
    assert!(game.leave(SEATS[1], true));
    check(&game, "1 0", Ending::Time(SEATS[1]));
}

#[test]
fn c11_with_two_sides_the_other_side_wins() {
    let mut game = Match::new(Road {
        sides: [0, 1, 0, 1],
        ..road(4)
    });
    assert!(game.leave(SEATS[2], false));
    check(&game, "0 1 0 1", Ending::Resignation(SEATS[2]));
}

#[test]
fn c11_with_three_or_four_the_seat_has_lost_and_play_goes_on() {
    let rules = Road { goal: 3, ..road(4) };
    let mut game = played(rules, [1]);
    assert!(game.leave(SEATS[2], false));
    assert!(!game.leave(SEATS[2], false), "once is enough");
    assert!(!game.is_over());
    assert!(game.has_left(SEATS[2]));
    // The computer in its place reaches the goal, but the seat has lost.
    game.play(1).unwrap();
    game.play(1).unwrap();
    check(&game, "0 0 0 0", Ending::Rules);
    assert_eq!(game.leavings().len(), 1);
    // The last to stay wins.
    let mut game = Match::new(road(3));
    assert!(game.leave(SEATS[0], true));
    assert!(!game.is_over());
    assert!(game.leave(SEATS[2], false));
    check(&game, "0 1 0", Ending::Resignation(SEATS[2]));
    assert!(game.undo() && !game.is_over());
    assert!(game.undo() && !game.has_left(SEATS[0]));
    assert!(!game.undo());
}

#[test]
fn c11_those_still_in_the_game_agree_on_a_draw() {
    let mut game = Match::new(Road {
        out: Some(SEATS[3]),
        ..road(4)
    });
    assert!(game.leave(SEATS[1], false));
    assert!(game.agree_draw());
    check(&game, "= 0 = 0", Ending::Agreement);
    assert_eq!(game.play(1), Err(Illegal(1)));
    assert!(game.undo() && !game.is_over());
}

#[test]
fn c11_nobody_leaves_a_game_for_one() {
    let mut game = Match::new(road(1));
    assert!(!game.leave(SEATS[0], false));
    assert!(!game.agree_draw());
    assert!(!Match::new(road(2)).leave(SEATS[3], false));
}
