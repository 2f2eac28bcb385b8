//! Ends, rounds and variants: MO17 to MO22.

use super::{CARNAGE, CORNERS, DEVILS, FOUR, FOUR_DEVILS, ID, Monstrodechecs, TEAMS, after, mo};
use crate::hash::SplitMix64;
use crate::testing::{Expect, check, impossible, legal, table};
use crate::{Ending, Status, Table};

#[test]
fn mo17_the_last_with_a_die_wins() {
    mo(
        ID,
        "5C2/12 | 6D4/45 | turn=1",
        "C2-C3/26",
        Expect::Over("1 0"),
    );
    let start = "5C2/12 | - | 6D4/45 | 6H1/12 | turn=1";
    mo(
        FOUR,
        start,
        "C2-C3/26",
        Expect::Then("5C3/26 | - | - | 6H1/12 | turn=4"),
    );
    let start = "5C2/12 | 6D4/45 | 6H1/12 | - | turn=1";
    mo(TEAMS, start, "C2-C3/26", Expect::Over("1 0 1 0"));
    // The attacker may remove its own partner.
    let start = "5C2/12 | 6H1/12 | 6D4/45 | - | turn=1";
    mo(
        TEAMS,
        start,
        "C2-C3/26",
        Expect::Then("5C3/26 | 6H1/12 | - | - | turn=2"),
    );
    impossible::<Monstrodechecs>(ID, "5C2/12 | - | turn=1", "MO17");
    impossible::<Monstrodechecs>(FOUR, "5C2/12 | - | 6D4/45 | - | turn=2", "MO17");
    impossible::<Monstrodechecs>(TEAMS, "5C2/12 | - | 6D4/45 | - | turn=1", "MO17");
    impossible::<Monstrodechecs>(ID, "5C2/12 | 6D4/45 | over=1", "MO17");
    impossible::<Monstrodechecs>(ID, "5C2/12 | - | over=2", "MO17");
}

#[test]
fn mo18_rounds_count_dice_and_five_for_the_last() {
    let two = "monstrodechecs:rounds=2";
    let start = "5C2/12 6B2/45 | 6D4/45 6E5/45 | turn=1 score=6,9 round=1";
    let next = after(two, start, "C2-C3/26");
    assert!(next.starts_with("6A1/M2"), "{next}");
    assert!(next.ends_with("turn=2 score=13,9 round=2"), "{next}");
    // The last round decides by points: 9 + 1 + 5.
    let start = "6D4/45 | 5C2/12 | turn=2 score=13,9 round=2";
    mo(two, start, "C2-C3/26", Expect::Over("0 1"));
    let start = "6D4/45 | 5C2/12 | turn=2 score=15,9 round=2";
    mo(two, start, "C2-C3/26", Expect::Over("= ="));
    let start = "6D4/45 | 5C2/12 | turn=2 score=20,9 round=2";
    mo(two, start, "C2-C3/26", Expect::Over("1 0"));
    // Each partner gets five, and the sum decides.
    let teams = "monstrodechecs:players=4,teams=true,rounds=2";
    let start = "5C2/12 | 6D4/45 | - | - | turn=1 score=1,7,1,7 round=2";
    mo(teams, start, "C2-C3/26", Expect::Over("0 1 0 1"));
    let start = start.replace("1,7,1,7", "1,7,1,6");
    mo(teams, &start, "C2-C3/26", Expect::Over("= = = ="));
    let four = "monstrodechecs:players=4,rounds=2";
    let start = "5C2/12 | 6D4/45 | - | - | turn=1 score=1,7,7,3 round=2";
    mo(four, start, "C2-C3/26", Expect::Over("= = = 0"));
    impossible::<Monstrodechecs>(two, "5C2/12 | 6D4/45 | turn=1 score=99,0 round=1", "MO18");
    impossible::<Monstrodechecs>(two, "5C2/12 | 6D4/45 | turn=1 score=0,0 round=3", "MO18");
}

#[test]
fn mo18_devils_are_chosen_anew_from_seat_1_and_then_the_starter_plays() {
    let two = "monstrodechecs:mode=diable,rounds=2";
    let start = "5C2/12 DA8/12 | DD4/45 | turn=1 score=0,0 round=1";
    let next = after(two, start, "C2-C3/26");
    assert!(next.ends_with("setup=1 score=6,0 round=2"), "{next}");
    let next = after(two, &next, "devil=A1 devil=H8");
    assert!(next.ends_with("turn=2 score=6,0 round=2"), "{next}");
    // A round in which all devils are removed gives nobody the five.
    let start = "6C2/2M DB2/12 | DD4/12 6H8/12 | turn=1 score=0,0 round=1";
    let next = after(two, start, "C2-C3/M5");
    assert!(next.ends_with("setup=1 score=1,0 round=2"), "{next}");
}

#[test]
fn mo19_each_player_replaces_a_die_by_a_devil() {
    let line: Vec<_> = "ABCDEFGH".chars().map(|c| format!("devil={c}1")).collect();
    assert_eq!(legal::<Monstrodechecs>(DEVILS, "", ""), line);
    let placed = after(DEVILS, "", "devil=C1 devil=E8");
    assert!(
        placed.contains(" DC1/12 ") && placed.contains(" DE8/15 "),
        "{placed}"
    );
    assert!(placed.ends_with("turn=1"));
    mo(DEVILS, "", "devil=C2", Expect::Refused("MO19"));
    mo(DEVILS, "", "devil=C8", Expect::Refused("MO19"));
    mo(DEVILS, "", "A1-A2/21", Expect::Refused("MO19"));
    mo(ID, "", "devil=C1", Expect::Refused("MO19"));
    assert_eq!(
        legal::<Monstrodechecs>(FOUR_DEVILS, "", "devil=C1"),
        ["devil=A3", "devil=A4", "devil=A5", "devil=A6"]
    );
    check::<Monstrodechecs>(
        DEVILS,
        "",
        "devil=C1 devil=E8",
        "devil=A1",
        Expect::Refused("MO19"),
    );
    impossible::<Monstrodechecs>(DEVILS, "DA1/12 DB1/12 | DH8/12 | turn=1", "MO19");
    impossible::<Monstrodechecs>(ID, "DA1/12 | 6H8/12 | turn=1", "MO19");
    impossible::<Monstrodechecs>(DEVILS, "DA1/12 | 6H8/12 | turn=1", "MO19");
    impossible::<Monstrodechecs>(DEVILS, "DA1/12 | 6H8/12 | setup=2", "MO19");
    let all = "6A1/12 5B1/12 4C1/12 3D1/12 3E1/12 4F1/12 5G1/12 6H1/12 DA4/12 | DH8/12 | turn=1";
    impossible::<Monstrodechecs>(DEVILS, all, "MO3");
}

#[test]
fn mo19_without_a_devil_one_is_out_and_all_at_once_draw() {
    mo(
        DEVILS,
        "5C2/12 DA8/12 | DD4/45 6H1/12 | turn=1",
        "C2-C3/26",
        Expect::Over("1 0"),
    );
    // The attacker's own devil counts too.
    mo(
        DEVILS,
        "5C2/12 DD4/45 | DA8/12 6H1/12 | turn=1",
        "C2-C3/26",
        Expect::Over("0 1"),
    );
    // The others' dice stay, but have no turn.
    let start = "5C2/12 DA8/12 | DD4/45 6H1/12 | DA7/12 | - | turn=1";
    let end = "5C3/26 DA8/12 | 6H1/12 | DA7/12 | - | turn=3";
    mo(FOUR_DEVILS, start, "C2-C3/26", Expect::Then(end));
    let orphan = end.replace("turn=3", "turn=1");
    mo(FOUR_DEVILS, &orphan, "H1-H2/2M", Expect::Refused("MO19"));
    let both = "6C2/2M DB2/12 | DD4/12 6H8/12 | turn=1";
    mo(DEVILS, both, "C2-C3/M5", Expect::Over("= ="));
    let four = "6C2/2M DB2/12 | DD4/12 6H8/12 | 5A8/12 | DD3/12 | turn=1";
    mo(FOUR_DEVILS, four, "C2-C3/M5", Expect::Over("= = 0 ="));
    let teams = "monstrodechecs:mode=diable,players=4,teams=true";
    let start = "6C2/2M DB2/12 | DD4/12 6H8/12 | 5A8/12 | 5A7/12 | turn=1";
    mo(teams, start, "C2-C3/M5", Expect::Over("= = = ="));
}

#[test]
fn mo20_corners_choose_their_side_first() {
    assert_eq!(
        legal::<Monstrodechecs>(CORNERS, "", ""),
        ["side=S", "side=W"]
    );
    assert_eq!(
        legal::<Monstrodechecs>(CORNERS, "", "side=S"),
        ["side=N", "side=W"]
    );
    let start = after(CORNERS, "", "side=W side=N");
    let lists: Vec<_> = start.split(" | ").collect();
    let south_west = "6A1/M4 5B1/M3 4C1/M5 3A2/M2 3B2/M2 4C2/M5 5A3/M3 6B3/M4";
    let north_west = "4A6/M6 4B6/M6 5A7/M6 3B7/M6 6C7/M5 6A8/M5 3B8/M6 5C8/M6";
    assert_eq!(lists[..2], [south_west, north_west]);
    assert!(lists[2].starts_with("6G6/M? 5H6/M? "), "{start}");
    assert_eq!(lists[4], "setup=3 sides=WN--");
    mo(CORNERS, "", "side=N", Expect::Refused("MO20"));
    mo(CORNERS, "", "A1-A2/12", Expect::Refused("MO20"));
    mo(ID, "", "side=S", Expect::Refused("MO20"));
    check::<Monstrodechecs>(
        CORNERS,
        "",
        "side=S side=N side=N side=E",
        "side=S",
        Expect::Refused("MO20"),
    );
    // The chosen side decides the range of a monster (MO5).
    let south = "6D4/M2 | - | 6H8/12 | - | turn=1 sides=SNNE";
    let west = south.replace("SNNE", "WNNE");
    let farthest = |start: &str| {
        let legal = legal::<Monstrodechecs>(CORNERS, start, "");
        legal.iter().any(|action| action.starts_with("D4-D7/"))
    };
    assert!(!farthest(south) && farthest(&west));
    impossible::<Monstrodechecs>(CORNERS, &south.replace("SNNE", "NNNE"), "MO20");
    impossible::<Monstrodechecs>(CORNERS, &start.replace("WN--", "SN--"), "MO20");
}

#[test]
fn mo21_carnage_is_played_for_points() {
    let start = after(CARNAGE, "", "side=S side=N side=N side=S");
    assert!(start.starts_with("6A1/M2 5B1/M1 4C1/M1 0D1/12 3A2/M1 3B2/M1 4C2/M1 0D2/12 5A3/M1 6B3/M2 0C3/12 0D3/12 0A4/12 0B4/12 0C4/12 |"), "{start}");
    for empty in ["D4", "E4", "D5", "E5"] {
        assert!(!start.contains(empty));
    }
    // Monster dice count, ordinary ones do not.
    let start = "0C2/12 | 0D4/45 6E5/45 6H1/12 | - | - | turn=1 score=0,0,0,0 sides=SNNS";
    let end = "0C3/26 | 6H1/12 | - | - | turn=2 score=1,0,0,0 sides=SNNS";
    mo(CARNAGE, start, "C2-C3/26", Expect::Then(end));
    // Three for the last with ordinary dice only, five with a monster die; the points decide.
    let last = "0C2/12 | 0D4/45 | - | - | turn=1 score=0,3,0,0 sides=SNNS";
    mo(CARNAGE, last, "C2-C3/26", Expect::Over("= = 0 0"));
    let monster = last.replace("| 0D4", "6A8/12 | 0D4");
    mo(CARNAGE, &monster, "C2-C3/26", Expect::Over("1 0 0 0"));
    let teams = "monstrodechecs:mode=carnage,teams=true";
    let start = "0C2/12 | 0D4/45 | 6A8/12 | - | turn=1 score=0,9,0,1 sides=SNNS";
    mo(teams, start, "C2-C3/26", Expect::Over("= = = ="));
}

#[test]
fn mo22_repetition_ends_the_round_without_a_winner() {
    let once = "A1-A2/2M H8-H7/51 A2-A1/12 H7-H8/12 ";
    let twice = once.repeat(2);
    let twice = twice.trim_end();
    let start = "6A1/12 | 6H8/12 | turn=1";
    let game = table::<Monstrodechecs>(ID, start, twice);
    assert_eq!(game.ending(), Some(Ending::Repetition));
    assert_eq!(
        game.status(),
        Status::Over(crate::Outcome::drawn_by(2, |_| true))
    );
    // A match goes on with the next round, and points decide in the end.
    let two = "monstrodechecs:rounds=2";
    let start = "6A1/12 | 6H8/12 | turn=1 score=4,2 round=1";
    let next = after(two, start, twice);
    assert!(next.ends_with("turn=2 score=4,2 round=2"), "{next}");
    let start = "6A1/12 | 6H8/12 | turn=1 score=4,2 round=2";
    let game = table::<Monstrodechecs>(two, start, twice);
    assert_eq!(game.ending(), Some(Ending::Repetition));
    let Status::Over(outcome) = game.status() else {
        panic!("it goes on")
    };
    assert_eq!(outcome.to_string(), "1 0");
    // A player who is already out has lost.
    let start = "6A1/12 | - | 6H8/12 | - | turn=1";
    let game = table::<Monstrodechecs>(FOUR, start, twice);
    let Status::Over(outcome) = game.status() else {
        panic!("it goes on")
    };
    assert_eq!(outcome.to_string(), "= 0 = 0");
}

/// Two dice that only wander, far from each other, until the round is over.
fn wander(spec: &str, start: &str) -> (Box<dyn Table>, usize) {
    let mut game = table::<Monstrodechecs>(spec, start, "");
    let mut random = SplitMix64::new(22);
    let mut played = 0;
    let text = |game: &dyn Table| game.position();
    loop {
        let mut legal = game.legal();
        while let Some(at) = (!legal.is_empty()).then(|| random.below(legal.len())) {
            game.play(&legal.swap_remove(at)).unwrap();
            played += 1;
            let next_round =
                text(&*game).ends_with("score=4,2 round=2") && !start.ends_with("round=2");
            let cut = game.ending().is_some_and(|ending| ending != Ending::Rules);
            if cut || next_round {
                return (game, played);
            }
            // Nothing is taken, nothing turned over by the other.
            let quiet = game.ending().is_none()
                && text(&*game).matches('/').count() == 2
                && game.legal().iter().all(|action| action.contains('-'));
            if quiet {
                break;
            }
            game.undo();
            played -= 1;
        }
    }
}

#[test]
fn mo22_a_thousand_actions_end_the_round_without_a_winner() {
    let (game, played) = wander(ID, "6A1/12 | 6H8/12 | turn=1");
    assert_eq!((game.ending(), played), (Some(Ending::Limit), 1000));
    let outcome = crate::Outcome::drawn_by(2, |_| true);
    assert_eq!(game.status(), Status::Over(outcome));
    // A match goes on; nobody gets the points of the last player.
    let two = "monstrodechecs:rounds=2";
    let (game, played) = wander(two, "6A1/12 | 6H8/12 | turn=1 score=4,2 round=1");
    assert_eq!((game.ending(), played), (None, 1000));
    let next = game.position();
    assert!(next.ends_with("turn=2 score=4,2 round=2"), "{next}");
    // In the last round the points decide.
    let (game, played) = wander(two, "6A1/12 | 6H8/12 | turn=1 score=4,2 round=2");
    assert_eq!((game.ending(), played), (Some(Ending::Limit), 1000));
    let Status::Over(outcome) = game.status() else {
        panic!("it goes on")
    };
    assert_eq!(outcome.to_string(), "1 0");
}
