use super::*;

#[track_caller]
fn problem(text: &str) -> (usize, usize, String) {
    let problem = Record::parse(text)
        .and_then(|record| record.replay().map(|_| ()))
        .unwrap_err();
    let Spot { line, column } = problem.spot;
    (line, column, problem.why.key.to_string())
}

#[track_caller]
fn check(text: &str, line: usize, column: usize, key: &str) {
    assert_eq!(problem(text), (line, column, key.to_owned()), "{text}");
}

/// A record of Alignement with these actions.
fn alignement(headers: &str, body: &str) -> String {
    format!("Game: alignement\nRules: 1\n{headers}\n{body}")
}

const FULL: &str = "\
Game: alignement
Rules: 1
Seat1: Ann
Seat2: Ben
Date: 2026-11-15
Result: 0 1 (seat 1 resigned)
Event: Sunday afternoon

{A game for the tests.} 1. S@C3 {In the middle \\} as usual.} 2. T@D3 (2. T@B2
{Nearer.} 3. C@B3 (3. C@A1) 4. S@A2) (2. T@A1) 3. C@C4 4. S@B3
";

#[test]
fn a_record_is_read_and_written_the_same() {
    let record = Record::parse(FULL).unwrap();
    assert_eq!(record.to_string(), FULL);
    assert_eq!(record.seats, ["Ann", "Ben"]);
    assert_eq!(
        record.other,
        [("Event".to_owned(), "Sunday afternoon".to_owned())]
    );
    let steps = &record.line.steps;
    assert_eq!(steps.len(), 4);
    assert_eq!(
        steps[0].comment.as_deref(),
        Some("In the middle } as usual.")
    );
    assert_eq!(steps[1].variations.len(), 2);
    let replayed = record.replay().unwrap();
    assert_eq!(replayed.varied, 5);
    assert_eq!(replayed.record, record);
    #[cfg(feature = "serde")]
    {
        let json = serde_json::to_string(&record).unwrap();
        assert!(
            json.starts_with(r#"{"game":"alignement","rules":1,"#),
            "{json}"
        );
        assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
    }
}

#[test]
fn loose_writing_is_made_tidy() {
    let loose =
        "\u{feff}Game: alignement\r\nRules: 1\r\n\r\n1.s@c3! (S@A1) {a}\n{b  c} 2... t@d3\r\n";
    let tidy = alignement("Result: ongoing\n", "1. S@C3 {a b c} (1. S@A1) 2. T@D3\n");
    let record = Record::parse(loose).unwrap().replay().unwrap().record;
    assert_eq!(record.to_string(), tidy);
}

/// What is read is written so that it can be read again, even where an action looks like a number.
#[test]
fn what_looks_like_a_number_is_one() {
    check(&alignement("", "1.42."), 4, 3, "record.number");
    check(&alignement("", "1...42.S@C3"), 4, 5, "record.number");
    check(&alignement("", "S@C3 2.1."), 4, 8, "record.number");
    for text in ["1.1.S@C3", "1.1. S@C3", "1. 1... S@C3"] {
        let record = Record::parse(&alignement("", text)).unwrap();
        assert_eq!(record.to_string(), alignement("", "1. S@C3\n"), "{text}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    check("", 1, 1, "record.header-missing");
    check("1. A", 1, 1, "record.header-missing");
    check("Game: alignement\n\n", 2, 1, "record.header-missing");
    check("Game: x\nGame: x\n", 2, 1, "record.header-twice");
    check("Game: chess\nRules: 1\n", 1, 1, "record.game");
    check("Game: alignement\nRules: one\n", 2, 1, "record.revision");
    check("Game: alignement\nRules: 99\n", 2, 1, "record.newer");
    check(&alignement("Date: today\n", ""), 3, 1, "record.date");
    check(&alignement("Result: won\n", ""), 3, 1, "record.result-form");
    check(&alignement("Seat3: C\n", ""), 3, 1, "record.seats");
    check(&alignement("Start: ?\n", ""), 3, 1, "rules.unreadable");
    check(&alignement("", "1. S@C3 {"), 4, 9, "record.open-brace");
    check(&alignement("", "S@C3 }"), 4, 6, "record.stray-brace");
    check(&alignement("", "S@C3 ("), 4, 6, "record.open-parenthesis");
    check(&alignement("", "S@C3 ( )"), 4, 6, "record.empty-variation");
    check(&alignement("", "S@C3 )"), 4, 6, "record.stray-parenthesis");
    check(&alignement("", "(S@C3)"), 4, 1, "record.nothing-to-vary");
    check(&alignement("", "S@C3\n\n 3. T@A1"), 6, 2, "record.number");
    check(
        &alignement("", "1. S@C3 2. what"),
        4,
        12,
        "rules.unreadable",
    );
    let ended = alignement("Result: 1 0 (rules)\n", "S@C3");
    check(&ended, 3, 1, "record.result");
    let late = alignement("Result: 1 0 (seat 2 resigned after 9)\n", "S@C3");
    check(&late, 3, 1, "record.cannot-leave");
    let nobody = alignement("Result: 1 0 (seat 3 resigned)\n", "S@C3");
    check(&nobody, 3, 1, "record.cannot-leave");
}

#[test]
fn an_illegal_action_is_told_with_its_rule() {
    let text = alignement("", "1. S@C3 2. T@A1 (2. T@C3)");
    let problem = Record::parse(&text).unwrap().replay().err().unwrap();
    assert_eq!(problem.action.as_deref(), Some("T@C3"));
    assert_eq!(problem.rule, Some("AL3"));
    assert_eq!((problem.spot.line, problem.spot.column), (4, 21));
}

#[test]
fn deep_nesting_is_refused_and_never_overflows() {
    let deep = |depth: usize| {
        let body = format!("S@C3{}{}", " (S@C4".repeat(depth), ")".repeat(depth));
        alignement("", &body)
    };
    let record = Record::parse(&deep(DEEPEST)).unwrap();
    assert!(record.replay().is_ok());
    assert_eq!(Record::parse(&record.to_string()), Ok(record));
    check(&deep(DEEPEST + 1), 4, 390, "record.too-deep");
    assert!(Record::parse(&deep(1_000_000)).is_err());
}

/// S@C3 (S@C4 T@A1 (T@B1 C@A4 (C@B4 …))): each variation replaces the last action of the one before.
#[test]
fn what_is_nested_deeper_than_can_be_read_is_written_beside() {
    fn actions(line: &Line, before: &[String], all: &mut Vec<String>) {
        let mut path = before.to_vec();
        for step in &line.steps {
            for variation in &step.variations {
                actions(variation, &path, all);
            }
            path.push(step.action.clone());
            all.push(path.join(" "));
        }
    }
    let ways = |record: &Record| {
        let mut all = Vec::new();
        actions(&record.line, &[], &mut all);
        all.sort();
        all.dedup();
        all
    };
    for depth in [DEEPEST, DEEPEST + 1, 3 * DEEPEST] {
        let step = |name: &str, depth| Step {
            action: format!("{name}{depth}"),
            ..Step::default()
        };
        let mut line = Line::default();
        for depth in (0..=depth).rev() {
            let mut last = step("b", depth);
            if !line.steps.is_empty() {
                last.variations = vec![
                    line,
                    Line {
                        comment: None,
                        steps: vec![step("c", depth)],
                    },
                ];
            }
            line = Line {
                comment: None,
                steps: vec![step("a", depth), last],
            };
        }
        let record = Record {
            game: "alignement".to_owned(),
            revision: 1,
            line,
            ..Record::default()
        };
        let read = Record::parse(&record.to_string()).unwrap();
        assert_eq!(ways(&read), ways(&record));
        assert_eq!(read == record, depth == DEEPEST);
    }
}

#[test]
fn c11_results_by_leaving_and_agreement_are_verified() {
    for (result, fits) in [
        ("0 1 (seat 1 resigned)", true),
        ("0 1 (seat 1 out of time)", true),
        ("1 0 (seat 1 resigned)", false),
        ("= = (agreement)", true),
        ("1 0 (agreement)", false),
        ("= = (repetition)", false),
        ("= = (seat 1 resigned; agreement)", false),
        ("ongoing", true),
        ("ongoing (seat 1 resigned)", false),
    ] {
        let text = alignement(&format!("Result: {result}\n"), "1. S@C3\n");
        let record = Record::parse(&text).unwrap();
        assert_eq!(record.to_string(), text);
        let replayed = record.replay();
        assert_eq!(replayed.is_ok(), fits, "{result}");
        if let Ok(replayed) = replayed {
            assert_eq!(replayed.record, record);
            let mut told = Record::of_table(&*replayed.table);
            told.line.steps[0].spot = record.line.steps[0].spot;
            assert_eq!(told, record);
        }
    }
}

#[test]
fn results_in_all_forms_are_read_back() {
    for text in [
        "ongoing",
        "1 0 (rules)",
        "= = (limit)",
        "left=3 (rules)",
        "0 1 0 (seat 1 out of time after 20; rules)",
        "0 = = 0 (seat 1 resigned; seat 4 out of time after 7; agreement)",
    ] {
        assert_eq!(Finish::parse(text).unwrap().to_string(), text);
    }
    for text in [
        "",
        "1 2",
        "1 0 (rules",
        "1 0 ()",
        "1 0 (rules; limit)",
        "1 0 (seat x resigned)",
        "1 0 (seat 9 resigned)",
        "1 0 (seat 1 slept)",
        "left=999",
        "1 0 1 0 1",
    ] {
        assert_eq!(Finish::parse(text), None, "{text}");
    }
}

#[test]
fn random_games_are_recorded_and_replayed() {
    use crate::hash::SplitMix64;
    for game in crate::catalog::GAMES {
        let mut random = SplitMix64::new(5);
        let mut table = crate::catalog::open(game.id).unwrap();
        for _ in 0..60 {
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            table.play(&legal[random.below(legal.len())]).unwrap();
        }
        let record = Record::of_table(&*table);
        let read = Record::parse(&record.to_string()).unwrap();
        assert_eq!(read, record);
        let replayed = read.replay().unwrap();
        assert_eq!(replayed.table.position(), table.position());
        assert_eq!(replayed.record, record);
    }
}

#[test]
fn a_comment_keeps_its_words_apart_also_before_a_parenthesis() {
    let text = alignement(
        "",
        "1. S@C3 {so be it ) said Ben} (1. S@A1 {or ( this }) 2. T@D3\n",
    );
    let record = Record::parse(&text).unwrap();
    assert_eq!(
        record.line.steps[0].comment.as_deref(),
        Some("so be it ) said Ben")
    );
    assert_eq!(Record::parse(&record.to_string()).unwrap(), record);
}
