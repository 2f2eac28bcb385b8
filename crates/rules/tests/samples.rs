//! The sample perft numbers and traces that came with the rules, made by independent, slow and
//! simple implementations.

use sha2::{Digest, Sha256};
use tablier_rules::{Status, Table, catalog};

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

#[test]
fn sample_traces() {
    let mut blocks = 0;
    let mut table = None;
    let mut expected = Vec::<String>::new();
    let mut actions = Vec::new();
    for line in include_str!("samples/traces.txt").lines() {
        if let Some(spec) = line.strip_prefix("game ") {
            let id = spec.split(':').next().unwrap();
            table = catalog::info(id).map(|_| catalog::open(spec).unwrap());
            expected.clear();
        } else if let Some(list) = line.strip_prefix("actions ") {
            actions = list.split(' ').collect();
        } else if line != "end" {
            expected.push(line.to_owned());
        } else if let Some(mut table) = table.take() {
            let spec = table.spec().to_string();
            let mut lines = Vec::new();
            for (ply, action) in actions.iter().map(Some).chain([None]).enumerate() {
                if let Status::Acts(seat) = table.status() {
                    let (count, digest) = digest(&*table);
                    lines.push(format!("{ply} {seat} {count} {digest}"));
                    assert_eq!(
                        lines.last(),
                        expected.get(ply),
                        "{spec} {:?}",
                        table.history()
                    );
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
            assert_eq!(lines, expected, "{spec}");
            blocks += 1;
        }
    }
    println!("{blocks} traces");
}

#[test]
fn sample_perft() {
    for line in include_str!("samples/perft.txt").lines() {
        let words: Vec<_> = line.split(' ').collect();
        let [spec, depth, nodes] = words[..] else {
            panic!("{line}")
        };
        if catalog::info(spec.split(':').next().unwrap()).is_none() {
            continue;
        }
        let table = catalog::open(spec).unwrap();
        assert_eq!(
            table.perft(depth.parse().unwrap()).to_string(),
            nodes,
            "{line}"
        );
    }
}
