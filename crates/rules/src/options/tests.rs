use super::*;
use crate::{FormerDefault, Kind};

static INFO: GameInfo = GameInfo {
    id: "toy",
    title: "Toy",
    kind: Kind::Puzzle,
    minutes: (1, 2),
    revision: 3,
    options: &[
        OptionInfo {
            name: "players",
            values: Values::OneOf(&["2", "3", "4"]),
        },
        OptionInfo {
            name: "teams",
            values: Values::OneOf(&["false", "true"]),
        },
        OptionInfo {
            name: "seed",
            values: Values::Number,
        },
        OptionInfo {
            name: "army",
            values: Values::Digits,
        },
    ],
    former_defaults: &[
        FormerDefault {
            until: 1,
            option: "players",
            value: "4",
        },
        FormerDefault {
            until: 2,
            option: "teams",
            value: "true",
        },
    ],
};

fn parse(text: &str) -> Result<Spec, SpecError> {
    Spec::parse_for(&INFO, text)
}

#[test]
fn c7_options_stand_after_the_id_and_have_defaults() {
    let spec = parse("toy").unwrap();
    assert_eq!(spec.get("players"), "2");
    assert!(!spec.flag("teams"));
    assert_eq!(spec.number("seed"), 0);
    assert_eq!(spec.given("army"), None);
    assert_eq!(spec.to_string(), "toy");
    let spec = parse("toy:teams=true,players=4,seed=18446744073709551615,army=1266").unwrap();
    assert_eq!(spec.players_and_teams(), Ok((4, true)));
    assert_eq!(spec.number("seed"), u64::MAX);
    assert_eq!(
        spec.to_string(),
        "toy:players=4,teams=true,seed=18446744073709551615,army=1266"
    );
    // Reading what was written gives the same; defaults are not written.
    let spec = parse("toy:players=2,teams=false,seed=00").unwrap();
    assert_eq!(spec.to_string(), "toy");
}

#[test]
fn c7_senseless_options_are_refused_with_the_right_ones() {
    let clash = parse("toy:teams=true").unwrap().players_and_teams();
    assert!(matches!(clash, Err(SpecError::Clash(..))));
    for (text, part) in [
        ("toy:", "an option is missing"),
        ("toy:players=2,", "an option is missing"),
        ("toy:,", "an option is missing"),
        ("toy:players", "name=value"),
        (
            "toy:colour=red",
            "players=2|3|4 teams=false|true seed=<number> army=<digits>",
        ),
        ("toy:Players=2", "no option 'Players'"),
        ("toy:players=5", "players=2|3|4"),
        ("toy:players=", "players=2|3|4"),
        ("toy:players=2,players=2", "twice"),
        ("toy:seed=-1", "<number>"),
        ("toy:seed=+1", "<number>"),
        ("toy:seed=", "<number>"),
        ("toy:seed=18446744073709551616", "<number>"),
        ("toy:army=127", "<digits>"),
        ("toy:army=", "<digits>"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn c7_ids_and_options_of_the_catalog_are_lower_case() {
    assert!(Spec::parse("no-such-game").is_err());
    assert!(Spec::parse("").is_err());
    for game in catalog::GAMES {
        assert!(Spec::parse(game.id).is_ok());
        assert!(Spec::parse(&game.id.to_uppercase()).is_err());
        assert!(Spec::parse(&format!("{}:", game.id)).is_err());
        let small = |text: &str| {
            text.bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        assert!(small(game.id) && game.options.iter().all(|o| small(o.name)));
        let unknown = Spec::parse("no-such-game").unwrap_err().to_string();
        assert!(unknown.contains(game.id), "{unknown}");
    }
}

/// Every problem has its own sentence in both languages, with all its gaps filled.
#[test]
fn c7_a_problem_is_told_in_both_languages() {
    let clash = |spec| catalog::open(spec).err().unwrap();
    let problems = [
        Spec::parse("ludo").unwrap_err(),
        parse("toy:").unwrap_err(),
        parse("toy:players").unwrap_err(),
        parse("toy:colour=red").unwrap_err(),
        parse("toy:players=9").unwrap_err(),
        parse("toy:seed=x").unwrap_err(),
        parse("toy:army=127").unwrap_err(),
        parse("toy:players=3,players=3").unwrap_err(),
        SpecError::TEAMS_OF_FOUR,
        clash("monstrodechecs:mode=coins,players=2"),
        clash("monstrodechecs:army=66"),
        clash("monstrodechecs:players=4,army=66"),
    ];
    let mut said = std::collections::HashSet::new();
    for problem in problems {
        for language in tablier_words::Language::ALL {
            let message = problem.message();
            assert!(language.text(&message.key).is_some(), "{message:?}");
            let sentence = language.say(&message);
            assert!(!sentence.contains(['{', '}']), "{sentence}");
            assert!(said.insert(sentence), "{problem}: said twice");
        }
    }
}

#[test]
fn c7_a_text_of_an_earlier_revision_has_the_defaults_of_its_time() {
    let as_of = |text: &str, revision| parse(text).unwrap().as_of(revision).to_string();
    assert_eq!(as_of("toy", 3), "toy");
    assert_eq!(as_of("toy", 2), "toy:teams=true");
    assert_eq!(as_of("toy", 1), "toy:players=4,teams=true");
    // An option that is given keeps its value.
    assert_eq!(
        as_of("toy:seed=7,players=3", 1),
        "toy:players=3,teams=true,seed=7"
    );
    assert_eq!(as_of("toy:teams=false", 2), "toy");
}
