//! The sample perft numbers and traces that came with the rules, made by independent, slow and
//! simple implementations.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use tablier_rules::{Spec, Status, Table, Values, catalog};

const TRACES: &str = include_str!("samples/traces.txt");
const PERFT: &str = include_str!("samples/perft.txt");

/// For every game, over all its variants.
const FEWEST_TRACES: usize = 2;

fn digest(table: &dyn Table) -> (usize, String) {
    let mut legal = table.legal();
    legal.sort();
    let sum = Sha256::digest(legal.join("\n").as_bytes());
    (
        legal.len(),
        sum.iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect(),
    )
}

/// A block of the traces: a game, its actions, and what `tablier trace` prints of them.
struct Trace<'a> {
    spec: &'a str,
    actions: Vec<&'a str>,
    expected: Vec<&'a str>,
}

fn traces() -> Vec<Trace<'static>> {
    let mut traces = Vec::new();
    let mut lines = TRACES.lines();
    while let Some(line) = lines.next() {
        let after = |prefix: &str, line: Option<&'static str>| {
            line.and_then(|line| line.strip_prefix(prefix))
                .unwrap_or_else(|| panic!("{prefix}is missing after {} traces", traces.len()))
        };
        let spec = after("game ", Some(line));
        let actions = after("actions ", lines.next()).split(' ').collect();
        let expected: Vec<_> = lines.by_ref().take_while(|line| *line != "end").collect();
        traces.push(Trace {
            spec,
            actions,
            expected,
        });
    }
    traces
}

/// What `tablier trace` prints, compared line by line so that the first difference is reported.
fn check(trace: &Trace) {
    let spec = trace.spec;
    let mut table = catalog::open(spec).unwrap();
    let mut lines = Vec::new();
    for (ply, action) in trace.actions.iter().map(Some).chain([None]).enumerate() {
        if let Status::Acts(seat) = table.status() {
            let (count, digest) = digest(&*table);
            let line = format!("{ply} {seat} {count} {digest}");
            let history = table.history();
            assert_eq!(trace.expected.get(ply), Some(&&*line), "{spec} {history:?}");
            lines.push(line);
        }
        if let Some(action) = action {
            table
                .play(action)
                .unwrap_or_else(|e| panic!("{spec} {action}: {e:?}"));
        }
    }
    lines.push(match table.status() {
        Status::Over(outcome) => format!("over {outcome}"),
        Status::Acts(_) => "ongoing".to_owned(),
    });
    assert_eq!(lines, trace.expected, "{spec}");
}

#[test]
fn sample_traces() {
    let mut checked = BTreeMap::<&str, usize>::new();
    for trace in traces() {
        check(&trace);
        *checked.entry(trace.spec).or_default() += 1;
    }
    let specs: Vec<Spec> = checked
        .keys()
        .map(|spec| Spec::parse(spec).unwrap())
        .collect();
    for game in catalog::COLLECTION {
        let count: usize = checked
            .iter()
            .filter(|(spec, _)| spec.split(':').next() == Some(game.id))
            .map(|(_, count)| count)
            .sum();
        assert!(count >= FEWEST_TRACES, "{}: {count} traces", game.id);
        for option in game.options {
            let Values::OneOf(values) = option.values else {
                continue;
            };
            // A match of many rounds is just a longer one of three.
            let told = |value: &&&str| option.name != "rounds" || **value <= "3";
            for value in values.iter().filter(told) {
                let sampled = |spec: &Spec| spec.info() == *game && spec.get(option.name) == *value;
                let name = format!("{}:{}={value}", game.id, option.name);
                assert!(specs.iter().any(sampled), "no trace of {name}");
            }
        }
    }
}

#[test]
fn sample_perft() {
    let mut checked = BTreeMap::<&str, usize>::new();
    for line in PERFT.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let [spec, depth, nodes] = words[..] else {
            panic!("{line}")
        };
        let table = catalog::open(spec).unwrap();
        let counted = table.perft(depth.parse().unwrap());
        assert_eq!(counted.to_string(), nodes, "{line}");
        *checked.entry(Spec::parse(spec).unwrap().id()).or_default() += 1;
    }
    for game in catalog::COLLECTION {
        assert!(checked.contains_key(game.id), "no count of {}", game.id);
    }
}
