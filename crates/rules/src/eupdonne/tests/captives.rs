//! EU8 to EU11: capture and release.

use super::*;
use crate::record::Record;

#[test]
fn eu8_two_linked_bars_capture_the_enemy_between_them() {
    // Dark's bar has 1 on D4, beside Light's 1 on C4, and 3 on F4; Light's second bar comes with 3 on F5.
    let start = "321A4h (123D4h) 1";
    assert!(position(start).links(0) != 0, "1 touches 1");
    eu(
        start,
        "",
        "+321F5v",
        Expect::Then("321A4h 321F5v (123D4h*) 2 -321F5v ."),
    );
    // Not linked: the levels differ.
    eu(
        start,
        "",
        "+132F5v",
        Expect::Then("321A4h 132F5v (123D4h) 2 -132F5v ."),
    );
    // By moving as well.
    let start = "321A4h 321F1h (123D4h) 1";
    let after = "321A4h 321F5v (123D4h*) 2 321F5v>321F1h .";
    eu(start, "", "321F1h>321F5v", Expect::Then(after));
}

#[test]
fn eu8_captors_are_linked_with_no_other_free_enemy() {
    // The other captor is linked with a second opposing bar.
    let start = "321A4h (123D4h 321A5h) 1";
    eu(
        start,
        "",
        "+321F5v",
        Expect::Then("321A4h 321F5v (123D4h 321A5h) 2 -321F5v ."),
    );
    // The new captor is.
    let start = "321A4h (123D4h 321G5v) 1";
    eu(
        start,
        "",
        "+321F5v",
        Expect::Then("321A4h 321F5v (123D4h 321G5v) 2 -321F5v ."),
    );
    // Touching another opposing bar with unequal levels is not a link.
    let start = "321A4h (123D4h 123G5v) 1";
    eu(
        start,
        "",
        "+321F5v",
        Expect::Then("321A4h 321F5v (123D4h* 123G5v) 2 -321F5v ."),
    );
}

#[test]
fn eu8_a_bar_that_comes_between_by_itself_is_not_captured() {
    let start = "321A4h 321F5v () 2";
    eu(
        start,
        "",
        "+123D4h",
        Expect::Then("321A4h 321F5v (123D4h) 1 . -123D4h"),
    );
}

/// Dark's 123D4h is held by 321A4h and 321F5v.
const HELD: &str = "321A4h 321F5v (123D4h*) 2";

#[test]
fn eu9_a_captive_stays_and_counts_for_its_captor() {
    eu(HELD, "", "-123D4h", Expect::Refused("EU9"));
    eu(HELD, "", "123D4h>321D4h", Expect::Refused("EU9"));
    let held = position(HELD);
    assert_eq!(held.holdings(LIGHT), 0b100_0011);
    assert_eq!(held.holdings(DARK), 0);
    // EU5 still counts it by its own colour.
    eu(HELD, "", "+132D5v", Expect::Legal);
    eu(HELD, "", "+213D5v", Expect::Refused("EU5"));
}

#[test]
fn eu10_a_friend_linked_with_the_captive_frees_it() {
    eu(
        HELD,
        "",
        "+132D5v",
        Expect::Then("321A4h 321F5v (123D4h 132D5v) 1 . -132D5v"),
    );
    // A friend that does not touch it frees nothing.
    eu(
        HELD,
        "",
        "+132H1v",
        Expect::Then("321A4h 321F5v (123D4h* 132H1v) 1 . -132H1v"),
    );
}

#[test]
fn eu10_a_friend_linked_with_a_captor_frees_it() {
    eu(
        HELD,
        "",
        "+321A5h",
        Expect::Then("321A4h 321F5v (123D4h 321A5h) 1 . -321A5h"),
    );
    // Touching the captor with unequal levels is not a link.
    eu(
        HELD,
        "",
        "+132A5h",
        Expect::Then("321A4h 321F5v (123D4h* 132A5h) 1 . -132A5h"),
    );
}

#[test]
fn eu10_captors_are_those_that_are_linked_now() {
    // Light's 321A4h has left: Dark reaches the captive only by itself or by 321F5v.
    let left = "321F5v (123D4h*) 2";
    eu(
        left,
        "",
        "+321A4h",
        Expect::Then("321F5v (123D4h 321A4h) 1 . -321A4h"),
    );
    // The bar just freed counts as free, so it captures together with its friend (EU8).
    eu(
        left,
        "",
        "+321G5v",
        Expect::Then("321F5v* (123D4h 321G5v) 1 . -321G5v"),
    );
    // A bar that came later counts like those that captured.
    let joined = "321A4h 321F5v 132D5v (123D4h*) 2";
    eu(
        joined,
        "",
        "+132C5v",
        Expect::Then("321A4h 321F5v 132D5v (123D4h 132C5v) 1 . -132C5v"),
    );
    // Without captors, only a friend beside the captive can free it.
    eu(
        "(123D4h*) 2",
        "",
        "+321A4h",
        Expect::Then("(123D4h 321A4h) 1 . -321A4h"),
    );
    eu(
        "(123D4h*) 2",
        "",
        "+321A5h",
        Expect::Then("(123D4h* 321A5h) 1 . -321A5h"),
    );
}

/// Dark's 123D4h is captive, and Light acts.
const HOLDS: &str = "321A4h 321F5v (123D4h*) 1";

#[test]
fn eu11_a_captive_stays_captive_when_its_captors_leave() {
    eu(
        HOLDS,
        "",
        "-321F5v",
        Expect::Then("321A4h (123D4h*) 2 +321F5v ."),
    );
    let alone = "321A4h (123D4h*) 1";
    eu(alone, "", "-321A4h", Expect::Then("(123D4h*) 2 +321A4h ."));
    eu("(123D4h*) 2", "", "-123D4h", Expect::Refused("EU9"));
    // It still counts for Light's chain, and is not captured a second time.
    assert_eq!(position("(123D4h*) 2").holdings(LIGHT), 1 << 6);
    let again = "321A4h (123D4h* 321G5v) 1";
    eu(
        again,
        "",
        "+321F5v",
        Expect::Then("321A4h 321F5v (123D4h* 321G5v) 2 -321F5v ."),
    );
}

#[test]
fn eu11_captors_only_a_captive_with_fewer_than_two_is_free() {
    let captors = |start, action, expect| check::<Eupdonne>(CAPTORS, start, "", action, expect);
    captors(
        HOLDS,
        "-321F5v",
        Expect::Then("321A4h (123D4h) 2 +321F5v ."),
    );
    captors(
        HOLDS,
        "321F5v>321A1h",
        Expect::Then("321A1h 321A4h (123D4h) 2 321A1h>321F5v ."),
    );
    // As long as two hold it, it stays.
    captors(
        HOLDS,
        "+132H1v",
        Expect::Then("321A4h 321F5v 132H1v (123D4h*) 2 -132H1v ."),
    );
    testing::impossible::<Eupdonne>(CAPTORS, "321A4h (123D4h*) 1", "EU11");
    testing::impossible::<Eupdonne>(CAPTORS, "(123D4h*) 1", "EU11");
}

#[test]
fn eu11_games_of_revision_1_are_released_by_captors() {
    let played = "+321A4h +123D4h +321F5v +132H1v -321A4h";
    let replay = |headers: &str| {
        let record = Record::parse(&format!("{headers}\n\n{played}\n")).unwrap();
        let replayed = record.replay().unwrap();
        let game = format!("{} {}", replayed.record.game, replayed.record.revision);
        (game, replayed.table.position())
    };
    let free = "321F5v (123D4h 132H1v) 2 +321A4h -132H1v";
    let held = "321F5v (123D4h* 132H1v) 2 +321A4h -132H1v";
    let captors = (format!("{CAPTORS} 2"), free.to_owned());
    assert_eq!(replay("Game: eupdonne\nRules: 1"), captors);
    assert_eq!(replay("Game: eupdonne:release=captors\nRules: 2"), captors);
    assert_eq!(
        replay("Game: eupdonne\nRules: 2"),
        (format!("{ID} 2"), held.to_owned())
    );
}
