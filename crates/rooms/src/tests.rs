//! A table's life, told by commands.

use crate::*;

const MINUTE: u64 = 60_000;

/// A room with people named by a letter, who send commands at a given time.
struct Game {
    room: Room,
    log: Vec<Entry>,
    now: u64,
    sent: u32,
}

fn player(name: &str) -> PlayerId {
    PlayerId::new(name).unwrap()
}

fn now(ms: u64, lot: u64) -> Now {
    Now {
        ms,
        lag_ms: 0,
        lot,
        next_room: RoomId::new("next").unwrap(),
    }
}

impl Game {
    /// The host `a` takes the first chair, the others come in order.
    fn open(game: &str, others: &[&str], change: impl FnOnce(&mut Terms)) -> Self {
        let mut terms = Terms::of(game).unwrap();
        terms.first = First::Chosen;
        change(&mut terms);
        let opening = Opening {
            terms,
            host: player("a"),
            host_name: "a".to_owned(),
            chair: Some(0),
        };
        let events = opening.events(&now(0, 0)).unwrap();
        let log = Entry::opening(events, 0);
        let room = Room::fold(&log).unwrap();
        let mut game = Self {
            room,
            log,
            now: 0,
            sent: 0,
        };
        for other in others {
            let name = (*other).to_owned();
            game.ok(other, Command::Sit { chair: None, name });
        }
        game
    }

    fn order(&mut self, who: &str, command: Command) -> Order {
        self.sent += 1;
        let actor = match who {
            "house" => Actor::House,
            name => Actor::Player(player(name)),
        };
        Order::new(&format!("c{}", self.sent), self.room.seq(), actor, command)
    }

    fn send(&mut self, order: &Order) -> Result<Decision, Refusal> {
        let now = now(self.now, 0);
        let decision = self.room.decide(order, &now)?;
        if let Decision::Events(events) = &decision {
            assert!(!events.is_empty());
            for entry in self.room.entries(order, &now, events.clone()) {
                self.room.apply(&entry).unwrap();
                self.log.push(entry);
            }
        }
        Ok(decision)
    }

    fn try_it(&mut self, who: &str, command: Command) -> Result<Decision, Refusal> {
        let order = self.order(who, command);
        self.send(&order)
    }

    fn ok(&mut self, who: &str, command: Command) {
        self.try_it(who, command).unwrap();
    }

    fn act(&mut self, who: &str, action: &str) {
        let action = action.to_owned();
        self.ok(who, Command::Act { action });
    }

    fn refused(&mut self, who: &str, command: Command) -> &'static str {
        self.try_it(who, command).unwrap_err().name()
    }
}

fn act(action: &str) -> Command {
    Command::Act {
        action: action.to_owned(),
    }
}

#[test]
fn the_game_begins_when_the_last_chair_is_taken() {
    let mut game = Game::open("empire:players=3", &["b"], |_| {});
    assert_eq!(game.room.phase(), Phase::Waiting);
    assert_eq!(game.refused("a", act("x")), "not-started");
    let sit = |chair| Command::Sit {
        chair,
        name: "x".to_owned(),
    };
    assert_eq!(game.refused("a", sit(None)), "seated-already");
    assert_eq!(game.refused("c", sit(Some(0))), "chair-taken");
    assert_eq!(game.refused("c", sit(Some(3))), "no-such-chair");
    game.ok("b", Command::Stand);
    game.ok("c", sit(Some(1)));
    game.ok("b", sit(None));
    assert_eq!(game.room.phase(), Phase::Playing);
    assert_eq!(game.refused("d", sit(None)), "started");
}

#[test]
fn a_lot_turns_the_table_and_partners_stay_partners() {
    for lot in 0..4 {
        let names = ["a", "b", "c", "d"];
        let mut game = Game::open("empire:players=4,teams=true", &["b", "c"], |terms| {
            terms.first = First::Lot;
        });
        let order = game.order(
            "d",
            Command::Sit {
                chair: None,
                name: "d".to_owned(),
            },
        );
        game.room.carry_out(&order, &now(0, lot)).unwrap();
        let seats: Vec<&str> = game
            .room
            .occupants()
            .iter()
            .map(|o| o.player().unwrap().as_str())
            .collect();
        let turn = lot as usize;
        assert_eq!(seats[0], names[turn]);
        assert_eq!(seats[2], names[(turn + 2) % 4]);
    }
}

#[test]
fn a_command_sent_twice_is_carried_out_once() {
    let mut game = Game::open("d21", &["b"], |_| {});
    let order = game.order("a", act("C3-C6"));
    game.send(&order).unwrap();
    let seq = game.room.seq();
    assert_eq!(game.send(&order), Ok(Decision::Repeated { seq }));
    assert_eq!(game.room.table().ply(), 1);
    // The same id from somebody else is another command.
    let mut other = order.clone();
    other.actor = Actor::Player(player("b"));
    assert!(game.send(&other).is_err());
}

#[test]
fn an_action_on_an_outdated_board_is_refused() {
    let mut game = Game::open("d21", &["b"], |_| {});
    let mut late = game.order("a", act("C3-C6"));
    game.act("a", "D3-D6");
    late.id = CommandId::new("late").unwrap();
    let seq = game.room.seq();
    assert_eq!(game.send(&late), Err(Refusal::Outdated { seq }));
    // An action is not outdated by entries that leave the board alone.
    let on_time = game.order("b", act("C8-C7"));
    game.ok("a", Command::Offer { offer: Offer::Draw });
    game.send(&on_time).unwrap();
    // No client can know more than there is.
    let mut early = game.order("a", act("C3-C4"));
    early.expects += 1;
    assert_eq!(game.send(&early).unwrap_err().name(), "outdated");
}

#[test]
fn a_command_is_carried_out_once_however_late_it_comes_again() {
    let mut game = Game::open("saute", &["b"], |_| {});
    let offer = game.order("b", Command::Offer { offer: Offer::Draw });
    game.send(&offer).unwrap();
    for ply in 0..40 {
        let legal = game.room.table().legal();
        let action = legal[ply * 5 % legal.len()].clone();
        game.act(["a", "b"][ply % 2], &action);
    }
    let seq = game.room.seq();
    assert_eq!(game.send(&offer), Err(Refusal::Outdated { seq }));
    assert!(game.room.pending().is_empty());
}

#[test]
fn an_answer_is_for_the_question_that_was_seen() {
    let ask = Command::Offer { offer: Offer::Draw };
    let mut game = Game::open("d21", &["b"], |_| {});
    game.ok("a", ask.clone());
    let yes = game.order(
        "b",
        Command::Answer {
            offer: Offer::Draw,
            accept: true,
        },
    );
    let me_too = game.order("b", ask.clone());
    game.act("a", "C3-C6");
    game.ok("a", ask);
    assert_eq!(game.send(&yes).unwrap_err().name(), "outdated");
    assert_eq!(game.send(&me_too).unwrap_err().name(), "outdated");
    assert_eq!(game.room.phase(), Phase::Playing);
}

#[test]
fn what_only_a_leaver_had_not_answered_can_be_asked_again() {
    let ask = Command::Offer { offer: Offer::Draw };
    let yes = Command::Answer {
        offer: Offer::Draw,
        accept: true,
    };
    let mut game = Game::open("empire:players=3", &["b", "c"], |_| {});
    game.ok("a", ask.clone());
    game.ok("b", yes.clone());
    game.ok("c", Command::Resign);
    assert!(game.room.pending().is_empty());
    game.ok("a", ask);
    game.ok("b", yes);
    assert_eq!(game.room.outcome().unwrap().to_string(), "= = 0");
}

#[test]
fn nobody_acts_for_another() {
    let mut game = Game::open("d21", &["b"], |_| {});
    assert_eq!(game.refused("b", act("C3-C6")), "not-your-turn");
    assert_eq!(game.refused("c", act("C3-C6")), "not-seated");
    assert_eq!(game.refused("house", act("C3-C6")), "not-allowed");
    assert_eq!(game.refused("c", Command::Resign), "not-seated");
    assert_eq!(game.refused("house", Command::Resign), "not-allowed");
    assert_eq!(game.refused("a", act("C3-C9")), "illegal");
}

#[test]
fn the_house_plays_machines_and_seats_that_were_left() {
    let mut game = Game::open("d21", &[], |terms| {
        terms.seats[1] = Place::Machine(3);
    });
    assert_eq!(game.room.phase(), Phase::Playing);
    assert_eq!(game.room.house_acts(), None);
    game.act("a", "C3-C6");
    assert_eq!(game.room.house_acts().unwrap().1, 3);
    game.act("house", "C8-C7");

    let mut game = Game::open("empire:players=3", &["b", "c"], |_| {});
    game.ok("a", Command::Resign);
    assert_eq!(game.room.house_acts().unwrap().1, 5);
    let action = game.room.table().legal()[0].clone();
    assert_eq!(game.refused("a", act(&action)), "not-your-turn");
    game.act("house", &action);
}

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

#[test]
fn taking_back_needs_all_and_leads_before_ones_own_last_action() {
    let ask = Command::Offer {
        offer: Offer::TakeBack,
    };
    let answer = |accept| Command::Answer {
        offer: Offer::TakeBack,
        accept,
    };
    let mut game = Game::open("d21", &["b"], |_| {});
    assert_eq!(game.refused("a", ask.clone()), "nothing-to-take-back");
    game.act("a", "C3-C6");
    game.act("b", "C8-C7");
    game.ok("a", ask.clone());
    assert_eq!(game.refused("a", ask.clone()), "already-offered");
    assert_eq!(game.refused("a", answer(true)), "no-such-offer");
    game.ok("b", answer(false));
    assert_eq!(game.refused("a", ask.clone()), "already-offered");
    game.act("a", "D3-D6");
    game.ok("b", ask.clone());
    game.ok("a", answer(true));
    assert_eq!(game.room.table().history(), ["C3-C6"]);
    // The computer always agrees.
    let mut game = Game::open("d21", &[], |terms| terms.seats[1] = Place::Machine(1));
    game.act("a", "C3-C6");
    game.act("house", "C8-C7");
    game.ok("a", ask);
    assert_eq!(game.room.table().ply(), 0);
}

#[test]
fn what_somebody_did_before_leaving_is_not_taken_back() {
    let mut game = Game::open("empire:players=3", &["b", "c"], |_| {});
    let first = game.room.table().legal()[0].clone();
    game.act("a", &first);
    let second = game.room.table().legal()[0].clone();
    game.act("b", &second);
    game.ok("c", Command::Resign);
    let ask = Command::Offer {
        offer: Offer::TakeBack,
    };
    assert_eq!(game.refused("a", ask), "nothing-to-take-back");
}

#[test]
fn a_draw_is_agreed_by_all_who_are_still_in_the_game() {
    let ask = Command::Offer { offer: Offer::Draw };
    let yes = Command::Answer {
        offer: Offer::Draw,
        accept: true,
    };
    let mut game = Game::open("empire:players=4", &["b", "c", "d"], |_| {});
    game.ok("d", Command::Resign);
    game.ok("a", ask.clone());
    game.ok("b", yes.clone());
    assert_eq!(game.room.phase(), Phase::Playing);
    assert_eq!(game.refused("d", yes.clone()), "no-such-offer");
    // Asking for the same thing is agreeing.
    game.ok("c", ask.clone());
    assert_eq!(game.room.outcome().unwrap().to_string(), "= = = 0");

    let mut game = Game::open("d21", &[], |terms| terms.seats[1] = Place::Machine(1));
    game.ok("a", ask);
    game.ok(
        "house",
        Command::Answer {
            offer: Offer::Draw,
            accept: false,
        },
    );
    assert!(game.room.pending().is_empty());
}

#[test]
fn a_game_is_called_off_before_its_second_action_only() {
    let mut game = Game::open("d21", &["b"], |_| {});
    game.act("a", "C3-C6");
    assert_eq!(game.refused("c", Command::Abort), "not-seated");
    game.ok("b", Command::Abort);
    assert_eq!(game.room.phase(), Phase::Aborted(Cause::Player));
    assert_eq!(game.refused("b", act("C8-C7")), "over");

    let mut game = Game::open("d21", &["b"], |_| {});
    game.act("a", "C3-C6");
    game.act("b", "C8-C7");
    assert_eq!(game.refused("b", Command::Abort), "too-late");
    assert_eq!(game.refused("a", Command::Close), "started");
    game.ok("house", Command::Close);
    assert_eq!(game.room.phase(), Phase::Aborted(Cause::Closed));
}

#[test]
fn a_rematch_has_the_same_people_and_the_next_one_begins() {
    let ask = Command::Offer {
        offer: Offer::Rematch,
    };
    let mut game = Game::open("d21", &["b"], |_| {});
    assert_eq!(game.refused("a", ask.clone()), "cannot-offer");
    game.ok("b", Command::Resign);
    assert!(game.room.rematch(&RoomId::new("this").unwrap()).is_none());
    game.ok("b", ask.clone());
    game.ok("a", ask);
    assert_eq!(game.room.next_room().unwrap().as_str(), "next");
    let events = game.room.rematch(&RoomId::new("this").unwrap()).unwrap();
    let next = Room::open(events, 5).unwrap();
    assert_eq!(next.phase(), Phase::Playing);
    assert_eq!(next.occupants()[0].player(), Some(&player("b")));
    assert_eq!(next.earlier().unwrap().as_str(), "this");
}

#[test]
fn terms_that_make_no_sense_are_refused_with_a_reason() {
    let check = |change: &dyn Fn(&mut Terms), key: &str| {
        let mut terms = Terms::of("empire:players=3").unwrap();
        change(&mut terms);
        let Err(Refusal::BadTerms { why }) = terms.table() else {
            panic!("{key} was not refused");
        };
        assert_eq!(why.key, key);
    };
    assert!(Terms::of("ludo").is_err());
    check(
        &|t| t.game = "empire:players=9".to_owned(),
        "rules.unknown-value",
    );
    check(&|t| t.rules += 1, "rooms.other-rules");
    check(&|t| t.seats.truncate(2), "rooms.seat-count");
    check(&|t| t.seats[0] = Place::Machine(11), "rooms.level");
    check(&|t| t.seats = vec![Place::Machine(1); 3], "rooms.nobody");
    check(&|t| t.time = TimeControl::Days(31), "rooms.time");
    let clock = |base_ms, increment_ms| TimeControl::Clock {
        base_ms,
        increment_ms,
    };
    check(&|t| t.time = clock(1_000, 0), "rooms.time");
    check(&|t| t.time = clock(u64::MAX, 1), "rooms.time");
    check(
        &|t| {
            t.rated = true;
            t.seats[2] = Place::Machine(1);
        },
        "rooms.rated-machine",
    );
}

#[test]
fn a_log_gives_the_same_room_again_and_a_damaged_one_is_noticed() {
    let mut game = Game::open("d21", &["b"], |_| {});
    game.act("a", "C3-C6");
    game.act("b", "C8-C7");
    let text = serde_json::to_string(&game.log).unwrap();
    let log: Vec<Entry> = serde_json::from_str(&text).unwrap();
    assert_eq!(log, game.log);
    let again = Room::fold(&log).unwrap();
    assert_eq!(again.table().position(), game.room.table().position());
    assert_eq!(again.seq(), game.room.seq());
    for at in 0..log.len() - 1 {
        let mut damaged = log.clone();
        damaged.remove(at);
        assert!(Room::fold(&damaged).is_err(), "without entry {at}");
    }
    let mut twice = log.clone();
    twice.push(log[log.len() - 1].clone());
    assert!(Room::fold(&twice).is_err());
}
