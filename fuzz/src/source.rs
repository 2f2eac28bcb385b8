//! Where cases come from: valid texts of every game, changed.

use tablier_rules::hash::SplitMix64;
use tablier_rules::record::{Line, Record};
use tablier_rules::{Table, Values, catalog};

use crate::case::{Case, Target};
use crate::mutate::{mutate, noise};
use crate::{online, page, protocol, values};

/// A case for a target.
pub fn case(target: Target, random: &mut SplitMix64) -> Case {
    let text_alone: Option<fn(&mut SplitMix64) -> String> = match target {
        Target::Message => Some(online::some_message),
        Target::Log => Some(online::some_log),
        Target::Link => Some(page::some_link),
        Target::Saved => Some(page::some_saved),
        Target::Protocol => Some(protocol::some_lines),
        Target::Values => Some(values::some_damage),
        _ => None,
    };
    if let Some(some) = text_alone {
        let is_noise = random.below(8) == 0;
        return Case {
            text: if is_noise {
                noise(random)
            } else {
                some(random)
            },
            ..Case::default()
        };
    }
    let (spec, start, table) = game(random);
    let text = if random.below(8) == 0 {
        noise(random)
    } else {
        match target {
            Target::Spec => mutate(&spec, "players=4,teams=true", random),
            Target::Action => action(&*table, random),
            Target::Position => mutate(&table.position(), &start, random),
            Target::Record => record(&*table, random),
            Target::List => {
                let list = table.history().join(" ");
                mutate(&list, "A1-A2 pass", random)
            }
            _ => String::new(),
        }
    };
    let setup = match target {
        Target::Action => table.history().join(" "),
        _ => String::new(),
    };
    Case { spec, setup, text }
}

/// A game with options after a few random actions, and the position at its start.
pub(crate) fn game(random: &mut SplitMix64) -> (String, String, Box<dyn Table>) {
    let spec = spec(random);
    let mut table = catalog::open(&spec).expect("a game of the catalog");
    let start = table.position();
    let most = [0, 3, 12, 60][random.below(4)];
    wander(&mut *table, most, random);
    (spec, start, table)
}

/// A game of the catalog with some of its options.
fn spec(random: &mut SplitMix64) -> String {
    let game = catalog::GAMES[random.below(catalog::GAMES.len())];
    let mut spec = game.id.to_owned();
    let mut sign = ':';
    for option in game.options {
        if random.below(2) == 0 {
            continue;
        }
        let value = match option.values {
            Values::OneOf(values) => values[random.below(values.len())].to_owned(),
            Values::Number => random.next().to_string(),
            Values::Digits => (0..[4, 8][random.below(2)])
                .map(|_| char::from(b'1' + random.below(6) as u8))
                .collect(),
        };
        spec.push_str(&format!("{sign}{}={value}", option.name));
        sign = ',';
    }
    if catalog::open(&spec).is_ok() {
        spec
    } else {
        game.id.to_owned()
    }
}

/// Plays at most `most` random actions.
pub(crate) fn wander(table: &mut dyn Table, most: usize, random: &mut SplitMix64) {
    for _ in 0..random.below(most + 1) {
        let legal = table.legal();
        if legal.is_empty() {
            return;
        }
        let chosen = &legal[random.below(legal.len())];
        if let Err(refusal) = table.play(chosen) {
            panic!("{chosen} is listed but refused: {refusal:?}");
        }
    }
}

/// A legal action, one from another moment, or one that is nearly right.
fn action(table: &dyn Table, random: &mut SplitMix64) -> String {
    let legal = table.legal();
    let history = table.history();
    let any = |list: &[String], random: &mut SplitMix64| match list.len() {
        0 => "pass".to_owned(),
        count => list[random.below(count)].clone(),
    };
    let other = any(&history, random);
    let text = match random.below(4) {
        0 => other.clone(),
        _ => any(&legal, random),
    };
    mutate(&text, &other, random)
}

/// The record of a table with comments and variations, changed.
fn record(table: &dyn Table, random: &mut SplitMix64) -> String {
    let mut record = Record::of_table(table);
    record.seats = vec!["Ann".to_owned()];
    record.date = Some("2026-11-15".to_owned());
    record.line.comment = Some("so } it \\ begins".to_owned());
    let variation = record.line.clone();
    let steps = &mut record.line.steps;
    if !steps.is_empty() {
        let at = random.below(steps.len());
        steps[at].comment = Some("why not".to_owned());
        steps[at].variations.push(Line {
            comment: None,
            steps: variation.steps[at..].to_vec(),
        });
    }
    let text = record.to_string();
    mutate(&text, &text, random)
}
