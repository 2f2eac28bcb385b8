//! The laws. A broken one panics.

use tablier_rules::hash::SplitMix64;
use tablier_rules::record::Record;
use tablier_rules::scene::drawing::{self, Style};
use tablier_rules::{Refusal, Spec, Status, Table, catalog, paragraphs};
use tablier_words::Language;

use crate::case::{Case, Target};
use crate::source::wander;
use crate::{online, page, protocol, values};

/// Panics when a law does not hold for a case.
pub fn hold(target: Target, case: &Case) {
    match target {
        Target::Spec => spec(&case.text),
        Target::Action => action(case),
        Target::Position => position(case),
        Target::Record => record(&case.text),
        Target::List => list(case),
        Target::Message => online::message(&case.text),
        Target::Log => online::log(&case.text),
        Target::Link => page::link(&case.text),
        Target::Saved => page::saved(&case.text),
        Target::Protocol => protocol::speak(&case.text),
        Target::Values => values::damage(&case.text),
    }
}

fn opened(case: &Case) -> Option<Box<dyn Table>> {
    let mut table = catalog::open(&case.spec).ok()?;
    for action in case.setup.split_whitespace() {
        table.play(action).ok()?;
    }
    Some(table)
}

/// A refusal names a paragraph that exists and has its sentence in both languages.
fn is_explained(table: &dyn Table, refusal: &Refusal) {
    let paragraph = paragraphs::find(table.info(), refusal.rule);
    assert!(paragraph.is_some(), "no paragraph {}", refusal.rule);
    for lang in Language::ALL {
        let key = &refusal.why.key;
        assert!(lang.text(key).is_some(), "no text for {key}");
        assert!(!lang.say(&refusal.why).is_empty());
    }
}

/// What was read can be written and read again unchanged, and begins with somebody to act.
fn spec(text: &str) {
    match Spec::parse(text) {
        Ok(spec) => {
            let written = spec.to_string();
            let again = Spec::parse(&written).expect("what was written is read");
            assert_eq!(again.to_string(), written);
            if let Ok(table) = catalog::open(text) {
                assert!(matches!(table.status(), Status::Acts(_)));
                let same = catalog::open(&written).expect("what was written is opened");
                assert_eq!(table.position(), same.position());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// An accepted action is listed, a listed one accepted, and a refused one explained.
fn action(case: &Case) {
    let Some(table) = opened(case) else {
        return;
    };
    let legal = table.legal();
    match table.explain(&case.text) {
        Ok(action) => assert!(legal.contains(&action), "{action} is not listed"),
        Err(refusal) => {
            assert!(!legal.contains(&case.text), "{} is listed", case.text);
            is_explained(&*table, &refusal);
        }
    }
    for action in legal.iter().step_by(1 + legal.len() / 20) {
        assert_eq!(table.explain(action).as_ref(), Ok(action));
    }
}

/// A position that was read can be written and read again unchanged, drawn, and played on.
fn position(case: &Case) {
    let Some(mut table) = opened(case) else {
        return;
    };
    if let Err(refusal) = table.set_position(&case.text) {
        is_explained(&*table, &refusal);
        return;
    }
    let written = table.position();
    assert!(!written.contains(['\n', '\r']), "{written:?}");
    let legal = table.legal();
    let status = table.status();
    for text in [written.clone(), written.to_ascii_lowercase()] {
        let read = table.set_position(&text);
        assert!(read.is_ok(), "{text}: {read:?}");
        assert_eq!(table.position(), written);
        assert_eq!(table.legal(), legal);
        assert_eq!(table.status(), status);
    }
    let mut random = SplitMix64::new(legal.len() as u64);
    for _ in 0..6 {
        assert_eq!(table.perft(1), table.legal().len() as u64);
        let style = Style {
            say: &|message| Language::French.say(message),
            colour: false,
        };
        drawing::draw(&table.layout(), &table.scene(), &style);
        let choices = table.choices(&[]);
        assert_eq!(choices.next.is_empty(), table.legal().is_empty());
        wander(&mut *table, 6, &mut random);
        let here = table.position();
        let mut other = table.fork();
        let read = other.set_position(&here);
        assert!(read.is_ok(), "{here}: {read:?}");
        assert_eq!(other.position(), here);
    }
    while table.undo() {}
    assert_eq!(table.position(), written);
}

/// A record that was read can be written and read again unchanged; replaying it terminates.
fn record(text: &str) {
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(problem) => {
            assert!(problem.spot.line > 0 && problem.spot.column > 0);
            let key = &problem.why.key;
            assert!(Language::French.text(key).is_some(), "no text for {key}");
            return;
        }
    };
    let written = record.to_string();
    assert_eq!(Record::parse(&written).as_ref(), Ok(&record), "{written}");
    if let Ok(replayed) = record.replay() {
        let again = replayed.record.replay();
        assert!(again.is_ok_and(|again| again.record == replayed.record));
    }
}

/// A list of actions as on the command line: played until one is refused, and undone all the way.
fn list(case: &Case) {
    let Some(mut table) = opened(case) else {
        return;
    };
    let start = table.position();
    for word in case.text.split_whitespace() {
        let before = table.position();
        if let Err(refusal) = table.play(word) {
            is_explained(&*table, &refusal);
            assert_eq!(table.position(), before, "a refused action changes nothing");
            break;
        }
    }
    let history = table.history();
    let end = table.position();
    while table.undo() {}
    assert_eq!(table.position(), start);
    for action in history {
        let played = table.play(&action);
        assert_eq!(played.as_ref(), Ok(&action));
    }
    assert_eq!(table.position(), end);
}
