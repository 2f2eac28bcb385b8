//! Offers and their answers: taking back, draws, calling off, rematches.

use super::*;

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
fn alone_one_takes_back_without_asking_and_agrees_to_no_draw() {
    let take_back = Command::Offer {
        offer: Offer::TakeBack,
    };
    let mut game = Game::open("solitaire", &[], |_| {});
    assert_eq!(game.refused("a", take_back.clone()), "nothing-to-take-back");
    for _ in 0..2 {
        let action = game.room.table().legal()[0].clone();
        game.act("a", &action);
    }
    game.ok("a", take_back.clone());
    game.ok("a", take_back);
    assert_eq!(game.room.table().ply(), 0);
    let draw = Command::Offer { offer: Offer::Draw };
    assert_eq!(game.refused("a", draw), "cannot-offer");
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
