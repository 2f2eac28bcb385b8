//! Every way in which a game ends has a reason: the number of a rule, and a clause in both languages,
//! also for the player whom it is about.

mod cases;

use std::collections::BTreeSet;

use tablier_rules::hash::SplitMix64;
use tablier_rules::scene::MarkKind;
use tablier_rules::{
    Ending, GameInfo, Match, Reason, Seat, Spec, Staging, Status, Table, Values, catalog,
    paragraphs, with_game,
};
use tablier_words::Language;

/// How many random games of each variant are played to their ends.
const GAMES: u64 = 6;

/// The rule exists, the clause has words, and what is about a seat can be told to that seat.
fn is_told(info: &GameInfo, reason: &Reason, what: &str) {
    let key = &reason.why.key;
    let rule = paragraphs::find(info, reason.rule);
    assert!(rule.is_some(), "{what}: there is no rule {}", reason.rule);
    for language in Language::ALL {
        let name = |_: Seat| "blue".to_owned();
        let said = language.say_with(&reason.why, &name);
        assert!(said != **key && !said.contains('{'), "{what}: {said}");
        let Some(seat) = reason.seat() else { continue };
        let yours = reason.told_to(Some(seat));
        let told = language.say_with(&yours, &name);
        assert!(told != *yours.key && !told.contains('{'), "{what}: {told}");
        assert!(!told.contains("blue"), "{what}: {told}");
        assert_ne!(said, told, "{what}");
    }
}

/// A game with each value of its options.
fn variants(info: &GameInfo) -> BTreeSet<String> {
    let mut specs = BTreeSet::from([info.id.to_owned()]);
    for option in info.options {
        let Values::OneOf(values) = option.values else {
            continue;
        };
        // Nine rounds end like two.
        for value in values
            .iter()
            .take(if option.name == "rounds" { 2 } else { 9 })
        {
            for with in ["", "players=4,", "players=4,teams=true,"] {
                let spec = format!("{}:{with}{}={value}", info.id, option.name);
                if catalog::open(&spec).is_ok() {
                    specs.insert(spec);
                }
            }
        }
    }
    specs
}

#[test]
fn every_random_game_ends_for_a_reason() {
    for info in catalog::GAMES {
        let mut rules = BTreeSet::new();
        for text in variants(info) {
            let spec = Spec::parse(&text).unwrap();
            for seed in 0..GAMES {
                let reason = with_game!(&spec, |game| {
                    let mut random = SplitMix64::new(seed);
                    let mut game = Match::new(game);
                    while let Status::Acts(_) = game.status() {
                        let action = game.legal()[random.below(game.legal().len())];
                        game.play_unchecked(action);
                    }
                    (game.ending() == Some(Ending::Rules))
                        .then(|| game.rules().reason(game.position()))
                })
                .unwrap();
                if let Some(reason) = reason {
                    is_told(info, &reason, &text);
                    rules.insert(reason.rule);
                }
            }
        }
        // Even at random most games come to an end of their own.
        assert!(!rules.is_empty() || info.id == "porte", "{}", info.id);
    }
}

/// A position, the moves from it to the end, and the reason.
fn ends(spec: &str, position: &str, moves: &str, rule: &str, key: &str) {
    let mut table = catalog::open(spec).unwrap();
    if !position.is_empty() {
        table.set_position(position).expect(position);
    }
    for action in moves.split_whitespace() {
        table.play(action).expect(action);
    }
    because(&*table, rule, key);
}

fn because(table: &dyn Table, rule: &str, key: &str) {
    let what = format!("{} {}", table.spec(), table.position());
    let reason = table.reason().unwrap_or_else(|| panic!("{what} goes on"));
    assert_eq!((reason.rule, &*reason.why.key), (rule, key), "{what}");
    is_told(table.info(), &reason, &what);
}

/// Whether something on the board shows why.
fn is_shown(spec: &str, position: &str, moves: &str) -> bool {
    let mut table = catalog::open(spec).unwrap();
    if !position.is_empty() {
        table.set_position(position).unwrap();
    }
    for action in moves.split_whitespace() {
        table.play(action).unwrap();
    }
    let marks = table.scene().marks;
    marks
        .iter()
        .any(|mark| mark.kind == MarkKind::Win && !mark.sites.is_empty())
}

#[test]
fn every_way_to_win_lose_or_draw_has_its_reason() {
    for &(spec, position, moves, rule, key, shown) in cases::CASES {
        ends(spec, position, moves, rule, key);
        assert_eq!(is_shown(spec, position, moves), shown, "{spec} {key}");
    }
}

#[test]
fn whatever_ends_a_game_from_outside_its_rules_has_its_reason() {
    let seat = Seat::new(1);
    for (out_of_time, key) in [(false, "rules.end-resigned"), (true, "rules.end-time")] {
        let mut table = catalog::open("cubulus").unwrap();
        assert_eq!(table.reason(), None);
        assert!(table.leave(seat, out_of_time));
        because(&*table, "C11", key);
        assert_eq!(table.reason().unwrap().seat(), Some(seat));
    }
    let mut table = catalog::open("empire").unwrap();
    assert!(table.agree_draw());
    because(&*table, "C11", "rules.end-agreed");
    let around = "A1-A2/2M H8-H7/51 A2-A1/12 H7-H8/12 ".repeat(2);
    let start = "6A1/12 | 6H8/12 | turn=1";
    ends(
        "monstrodechecs",
        start,
        &around,
        "C8",
        "rules.end-repetition",
    );
    let points = "6A1/12 | 6H8/12 | turn=1 score=4,2 round=2";
    ends(
        "monstrodechecs:rounds=2",
        points,
        &around,
        "C8",
        "rules.end-repetition-points",
    );
}

#[test]
fn commands_are_told_in_words() {
    let mut told = BTreeSet::new();
    for (spec, moves) in [
        ("blocus", "@A2 @L11 exit"),
        ("alignement", "S@A1"),
        ("monstrodechecs:mode=diable", "devil=B1"),
        ("monstrodechecs:mode=coins", "side=S"),
        ("porte", "C1-C8 L10-G10 A1-G1 G10-G8+T"),
    ] {
        let mut table = catalog::open(spec).unwrap();
        for action in moves.split_whitespace() {
            let id = table.find(action).unwrap();
            let words = table.action_in_words(id);
            let plain = action.contains('-') && !action.contains('+');
            assert_eq!(words.is_none(), plain, "{spec} {action}: {words:?}");
            for language in Language::ALL {
                let said = words.as_ref().map(|words| language.say(words));
                assert!(
                    said.as_ref().is_none_or(|said| !said.contains('{')),
                    "{said:?}"
                );
                told.extend(said);
            }
            table.play_action(id).unwrap();
        }
    }
    for words in [
        "the king runs off",
        "le roi sort",
        "carré en A1",
        "diable en B1",
    ] {
        assert!(told.contains(words), "{words} is not among {told:?}");
    }
}
