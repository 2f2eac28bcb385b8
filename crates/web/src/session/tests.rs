use super::*;

fn session(players: [Player; 2]) -> Session {
    Session::new("d21", None, players.to_vec()).unwrap()
}

#[test]
fn taking_back_against_a_machine_leads_to_ones_own_decision() {
    let mut game = session([Player::Person, Player::Machine(3)]);
    game.play("C3-C6").unwrap();
    game.play("C8-C7").unwrap();
    assert!(game.undo());
    assert_eq!(game.table().ply(), 0);
    assert!(game.redo());
    assert_eq!(game.table().history(), ["C3-C6", "C8-C7"]);
    assert!(!game.redo());
}

#[test]
fn a_game_survives_being_kept_with_its_variations_and_its_end() {
    let mut game = session([Player::Person, Player::Person]);
    game.play("C3-C6").unwrap();
    game.play("C8-C7").unwrap();
    game.undo();
    game.play("D8-D7").unwrap();
    assert!(game.leave(EarlyEnd::Resigned(Seat::new(0))));
    let saved = game.save("x", 1.0);
    assert!(saved.over);
    let text = serde_json::to_string(&saved).unwrap();
    let mut again = Session::load(&serde_json::from_str(&text).unwrap()).unwrap();
    assert_eq!(again.table().history(), ["C3-C6", "D8-D7"]);
    assert_eq!(again.ending(), Some(Ending::Resignation(Seat::new(0))));
    // Looking back, nobody has resigned yet.
    again.go(ROOT);
    assert!(!again.is_over());
    again.go(again.head());
    assert!(again.is_over());
    assert!(again.undo());
    assert!(!again.is_over());
}

#[test]
fn a_clock_fits_the_seats_whatever_was_kept() {
    let clock = |left: &[f64]| Clock {
        shares: Vec::new(),
        left: left.to_vec(),
        whole: 60.0,
        increment: 2.0,
    };
    for (kept, read) in [
        (clock(&[]), Some(clock(&[60.0, 60.0]))),
        (clock(&[5.0]), Some(clock(&[5.0, 60.0]))),
        (clock(&[5.0, 6.0, 7.0]), Some(clock(&[5.0, 6.0]))),
        (clock(&[f64::NAN, 6.0]), None),
        (clock(&[-1.0, 6.0]), None),
    ] {
        let mut saved = session([Player::Person, Player::Person]).save("x", 1.0);
        saved.clock = Some(kept);
        let mut game = Session::load(&saved).unwrap();
        assert_eq!(game.clock, read);
        game.play("C3-C6").unwrap();
        game.play("C8-C7").unwrap();
    }
}

#[test]
fn a_kept_game_goes_on_by_the_rules_of_its_time() {
    let old = r#"{"id":"x","spec":"eupdonne","start":null,"tree":"TREE","head":0,
        "players":["Person","Person"],"touched":1.0,"over":false}"#;
    let tree = serde_json::to_string(&Tree::default()).unwrap();
    let old: Saved = serde_json::from_str(&old.replace("\"TREE\"", &tree)).unwrap();
    let game = Session::load(&old).unwrap();
    assert_eq!(game.table().spec().to_string(), "eupdonne:release=captors");
    let again = game.save("x", 2.0);
    assert_eq!(again.rules, 2);
    let game = Session::load(&again).unwrap();
    assert_eq!(game.table().spec().to_string(), "eupdonne:release=captors");
    let new = Session::new("eupdonne", None, vec![]).unwrap();
    let new = Session::load(&new.save("y", 1.0)).unwrap();
    assert_eq!(new.table().spec().to_string(), "eupdonne");
}

#[test]
fn what_the_rules_refuse_is_left_out() {
    let mut saved = session([Player::Person, Player::Person]).save("x", 1.0);
    saved.tree = Tree::line(["C3-C6", "A1-A2"].map(String::from));
    saved.head = 2;
    let game = Session::load(&saved).unwrap();
    assert_eq!(game.table().history(), ["C3-C6"]);
    assert!(game.is_live());
}
