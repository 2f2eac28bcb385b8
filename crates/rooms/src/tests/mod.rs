//! A table's life, told by commands.

mod clocks;
mod offers;

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
        let mut terms = Terms::for_game(game).unwrap();
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
fn a_kept_chair_opens_to_the_key_alone() {
    let keep = |terms: &mut Terms| {
        terms.seats[2] = Place::Kept;
        terms.listed = true;
        terms.key = Some("hash".to_owned());
    };
    let sit = |chair| Command::Sit {
        chair,
        name: "x".to_owned(),
    };
    let invited = |key: &str| Command::SitInvited {
        name: "f".to_owned(),
        key: key.to_owned(),
    };
    let mut game = Game::open("empire:players=3", &[], keep);
    assert_eq!(game.refused("b", sit(Some(2))), "chair-kept");
    game.ok("b", sit(None));
    assert_eq!(game.room.chair_of(&player("b")), Some(1));
    assert_eq!(game.refused("c", sit(None)), "chair-kept");
    assert_eq!(game.refused("c", invited("wrong")), "chair-kept");
    game.ok("f", invited("hash"));
    assert_eq!(game.room.phase(), Phase::Playing);
    assert_eq!(game.room.occupants()[2].player(), Some(&player("f")));
    // With a key one also takes an open chair, once the kept ones are taken; the host needs none.
    let mut game = Game::open("empire:players=3", &[], keep);
    game.ok("a", Command::Stand);
    game.ok("a", sit(Some(2)));
    game.ok("f", invited("hash"));
    assert_eq!(game.room.chair_of(&player("f")), Some(0));
    // No seat is kept without a key, and no key is there for nothing.
    let mut terms = Terms::for_game("d21").unwrap();
    terms.seats[1] = Place::Kept;
    assert!(terms.table().is_err());
    terms.key = Some("hash".to_owned());
    assert!(terms.table().is_ok());
    terms.seats[1] = Place::Open;
    assert!(terms.table().is_err());
}

#[test]
fn the_game_begins_when_the_last_chair_is_taken() {
    let mut game = Game::open("empire:players=3", &["b"], |_| {});
    assert_eq!(game.room.phase(), Phase::Waiting);
    assert_eq!(game.refused("a", act("x")), "not-started");
    for offer in [Offer::Draw, Offer::TakeBack, Offer::Rematch] {
        assert_eq!(game.refused("a", Command::Offer { offer }), "not-started");
    }
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
fn terms_that_make_no_sense_are_refused_with_a_reason() {
    let check = |change: &dyn Fn(&mut Terms), key: &str| {
        let mut terms = Terms::for_game("empire:players=3").unwrap();
        change(&mut terms);
        let Err(Refusal::BadTerms { why }) = terms.table() else {
            panic!("{key} was not refused");
        };
        assert_eq!(why.key, key);
    };
    assert!(Terms::for_game("ludo").is_err());
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

#[test]
fn a_guest_who_becomes_somebody_keeps_the_seat() {
    let mut game = Game::open("d21", &["b"], |_| {});
    game.now = 7;
    let become_another = |from: &str, to: &str| Command::Become {
        player: player(from),
        now: player(to),
    };
    for (who, from, to, why) in [
        ("a", "a", "c", "not-allowed"),
        ("house", "a", "b", "seated-already"),
        ("house", "x", "c", "not-seated"),
    ] {
        assert_eq!(game.refused(who, become_another(from, to)), why);
    }
    game.ok("house", become_another("a", "c"));
    assert_eq!(game.room.host(), &player("c"));
    assert_eq!(game.room.last_at(), 0, "nothing happened at the table");
    let action = game.room.table().legal()[0].clone();
    assert_eq!(game.refused("a", act(&action)), "not-seated");
    game.ok("c", act(&action));
    assert_eq!(Room::fold(&game.log).unwrap().state(), game.room.state());
    let mut forged = game.log.clone();
    let became = forged
        .iter_mut()
        .find(|entry| matches!(entry.event, Event::Became { .. }));
    became.unwrap().by = Some(player("b"));
    assert!(Room::fold(&forged).is_err());
}
