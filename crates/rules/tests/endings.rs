//! Every way in which a game ends has a reason: the number of a rule, and a clause in both languages,
//! also for the player whom it is about.

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
    const D21: &str = "1B9 1D9 1F9 1H9 1C7 1E7 1G7 1I9 1C9 1E9 1G9";
    let series = format!("1B2 1D2 2F2 2H2 3I4 3C4 4B4 4B6 5I8 5B8 6G2 6C6 (1E4 {D21}) 1");
    let line = "2C4 6D4 1E4 3H6 1B9 1C9 1D9 1E9 1F9 1G9 1H9 1I9 (4F4 5G4 1B8 1C8 1D8 1E8 1F8 1G8 1H8 1I8 1B7 1C7) 1";
    let shut = "1A1 1A2 1B1 1B2 1C2 1D2 1B3 1C3 1D3 1B4 1C4 1D4 (1A3 1C1 1B5 1C5 1D5 1E5 1E4 1E3 1E2 1G7 1H7 1I8) 2";
    let away = "SST9/SST9/SST9";
    let near = "9SST/9SST/8S1ST";
    let cases: &[(&str, &str, &str, &str, &str, bool)] = &[
        (
            "alignement",
            "",
            "S@A1 T@A4 C@C1 S@B4 T@B1 C@C4 S@D1",
            "AL5",
            "alignement.end-line",
            true,
        ),
        (
            "alignement",
            "",
            "S@A4 T@B1 C@B3 S@C3 T@A2 C@D4 S@D3 T@B4 B3-C2 S@C1 T@C4",
            "AL6",
            "alignement.end-shut-in",
            false,
        ),
        ("blocus", "", "@A2 @L11 exit", "BL5", "blocus.end-way", true),
        (
            "empire",
            "A1; E5 H5; E8 D8 / L12; H11; H8 / 1",
            "D8xH8",
            "EM6",
            "empire.end-thrones",
            true,
        ),
        (
            "empire",
            "H1; ; / L12; ; / 1",
            "H1-H8",
            "EM6",
            "empire.end-enthroned",
            true,
        ),
        (
            "empire",
            "A1; ; H4 / H8; ; / 1",
            "H4xH8",
            "EM6",
            "empire.end-taken",
            true,
        ),
        (
            "empire:players=3",
            "A1; E5 H5; D8 / L12; ; / L1; ; / 1",
            "D8-E8",
            "EM7",
            "empire.end-three-thrones",
            true,
        ),
        (
            "empire:players=3",
            "H1; ; / A12; ; / L12; H11; / 1",
            "H1-H8",
            "EM7",
            "empire.end-enthroned",
            true,
        ),
        (
            "empire:players=3",
            "A1; ; H4 / H8; ; / -; ; / 1",
            "H4xH8",
            "EM7",
            "empire.end-last",
            true,
        ),
        (
            "empire:players=4,teams=true",
            "A1; E5; D8 / L12; ; / A12; H5 H8; / L1; ; / 1",
            "D8-E8",
            "EM8",
            "empire.end-side-thrones",
            true,
        ),
        (
            "empire:players=4,teams=true",
            "H1; ; / L12; ; / H5; ; / L1; ; / 1",
            "H1-H8",
            "EM8",
            "empire.end-side-enthroned",
            true,
        ),
        (
            "empire:players=4,teams=true",
            "A1; ; H4 / H8; ; / D4; ; / L1; ; / 1",
            "H4xH8",
            "EM8",
            "empire.end-taken",
            true,
        ),
        (
            "porte",
            "A12; A4 A5 A6 D7; C12 D12 F12 G12 I12 / C3; L10; D1 / 1",
            "D7-D3+S",
            "PO5",
            "porte.end-all",
            true,
        ),
        (
            "porte:players=4,teams=true",
            "A12; A4 A5 A6 D7; C12 D12 F12 G12 I12 / C3; L10; D1 / L1; L4 L5 L6 L7; L2 L3 L9 K1 J1 I1 / H4; H6; G6 / 1",
            "D7-D3+S",
            "PO5",
            "porte.end-side",
            true,
        ),
        (
            "saute",
            &format!("12/12/12/{away}/{near}/12/12/12 1"),
            "I4-J4",
            "SA4",
            "saute.end-home",
            true,
        ),
        (
            "saute:expert=true",
            &format!("12/12/12/{away}/{near}/12/12/12 1"),
            "I4-J4",
            "SA5",
            "saute.end-expert",
            true,
        ),
        (
            "saute:expert=true",
            "12/12/12/9TSS/9SST/8S1ST/9TSS/9SST/9SST/12/12/12 2",
            "I7-J7",
            "SA6",
            "saute.end-nobody",
            false,
        ),
        (
            "saute:players=4,teams=true",
            &format!("{away}/{away}/9SST/9SST/9SST/{near} 1"),
            "I1-J1",
            "SA4",
            "saute.end-side",
            true,
        ),
        (
            "solitaire",
            "RB6/8/8/8/8/8/8/8",
            "1A-1C",
            "SO3",
            "solitaire.end",
            true,
        ),
        (
            "cubulus",
            "E1 14B8 (A9) 2",
            "",
            "CU11",
            "rules.end-stuck",
            false,
        ),
        (
            "cubulus",
            "E1 14B8 41C8 13A2 (A9) 1",
            "13A2-36A3",
            "CU11",
            "rules.end-stuck",
            false,
        ),
        (
            "cubulus",
            "",
            "C2D2-B2C2 C8D8-C7C8 63D1-14D7 24B9-62A8 23H1-54H3 62A8-12C4 14D7-31D6 14A9-54B9 54H3-45F6 F8G8-E8F8 31D6x26C8 12C4-26C5 53C1-13D5 54B9-35B4 13D5x53C5 54C9-14B5 53C5x13D9",
            "CU11",
            "cubulus.end-mate",
            true,
        ),
        ("d21", line, "H6-H4", "D9", "d21.end-line", true),
        ("d21", &series, "C4-C5", "D10", "d21.end-series", true),
        ("d21", shut, "I8-I7", "D11", "rules.end-stuck", false),
        (
            "eupdonne",
            "123A1h 321D1h 132G1v (213A7h) 1",
            "+132H1v",
            "EU12",
            "eupdonne.end-chain",
            true,
        ),
        (
            "eupdonne",
            "123D5v* 321E1h* 132H2v* 132D4h* 213B2h* 213F7h* (123A7h 321E2h 231G4v 231A5h 312E5v 213B1h) 1",
            "",
            "EU13",
            "rules.end-stuck",
            false,
        ),
        (
            "monstrodechecs",
            "5C2/12 | 6D4/45 | turn=1",
            "C2-C3/26",
            "MO17",
            "monstrodechecs.end-last",
            true,
        ),
        (
            "monstrodechecs:players=4,teams=true",
            "5C2/12 | 6D4/45 | 6H1/12 | - | turn=1",
            "C2-C3/26",
            "MO17",
            "monstrodechecs.end-side-last",
            true,
        ),
        (
            "monstrodechecs:rounds=2",
            "6D4/45 | 5C2/12 | turn=2 score=13,9 round=2",
            "C2-C3/26",
            "MO18",
            "monstrodechecs.end-points",
            true,
        ),
        (
            "monstrodechecs:rounds=2",
            "6D4/45 | 5C2/12 | turn=2 score=15,9 round=2",
            "C2-C3/26",
            "MO18",
            "monstrodechecs.end-shared",
            true,
        ),
        (
            "monstrodechecs:players=4,teams=true,rounds=2",
            "5C2/12 | 6D4/45 | - | - | turn=1 score=1,7,1,7 round=2",
            "C2-C3/26",
            "MO18",
            "monstrodechecs.end-side-points",
            true,
        ),
        (
            "monstrodechecs:mode=diable",
            "5C2/12 DA8/12 | DD4/45 6H1/12 | turn=1",
            "C2-C3/26",
            "MO19",
            "monstrodechecs.end-devil",
            true,
        ),
        (
            "monstrodechecs:mode=diable",
            "6C2/2M DB2/12 | DD4/12 6H8/12 | turn=1",
            "C2-C3/M5",
            "MO19",
            "monstrodechecs.end-devils",
            true,
        ),
        (
            "monstrodechecs:mode=carnage",
            "0C2/12 | 0D4/45 | - | - | turn=1 score=0,3,0,0 sides=SNNS",
            "C2-C3/26",
            "MO21",
            "monstrodechecs.end-shared",
            true,
        ),
    ];
    for &(spec, position, moves, rule, key, shown) in cases {
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
