//! `tablier check-history`.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;

use super::load::{HistoryEntry, Seen, What};
use crate::failure::Failure;

/// How far an entry's time may lie outside the time between sending and acknowledgement.
const CLOCKS_MS: u64 = 100;
/// So many violations are printed.
const PRINTED: usize = 10;

/// Check what `tablier chaos` wrote down: one order for all, and nothing lost, doubled or hidden
///
/// The promises: all readers of a table see the same entry at the same number; nobody sees an entry before
/// all that precede it; what was acknowledged before somebody asks is in the answer; a command has effect
/// once; and an entry's time lies within 100 ms of the time between its sending and its acknowledgement.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// File that `tablier chaos --history` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let name = |error: &dyn std::fmt::Display| {
            Failure::new(format!("{}: {error}", self.file.display()))
        };
        let file = std::fs::File::open(&self.file).map_err(|error| name(&error))?;
        let mut check = Check::default();
        for line in BufReader::new(file).lines() {
            let line = line.map_err(|error| name(&error))?;
            check.take(serde_json::from_str(&line).map_err(|error| name(&error))?);
        }
        check.end().map_err(Failure::new)
    }
}

/// What is known so far.
#[derive(Default)]
struct Check {
    tables: HashMap<String, Table>,
    violations: Vec<String>,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    sent: u64,
    told: u64,
    answers: u64,
    seen: u64,
    /// The furthest an entry's time lay outside, in milliseconds.
    clocks: u64,
}

#[derive(Default)]
struct Table {
    /// The entry at each number, as first seen.
    entries: BTreeMap<u64, Seen>,
    /// The highest number that was acknowledged.
    told: u64,
    /// Acknowledged commands, with when they were sent and acknowledged.
    commands: HashMap<(String, String), Command>,
    readers: HashMap<String, Reader>,
}

#[derive(Default)]
struct Command {
    sent_ms: Option<u64>,
    told_ms: Option<u64>,
    seq: Option<u64>,
}

#[derive(Default)]
struct Reader {
    /// Up to which number it has seen everything.
    known: u64,
    /// What was acknowledged when it asked; none if it has its answer.
    owed: Option<u64>,
}

impl Check {
    fn object(&mut self, room: &str, what: String) {
        self.violations.push(format!("table {room}: {what}"));
    }

    fn take(&mut self, entry: HistoryEntry) {
        let room = entry.room.to_string();
        let table = self.tables.entry(room.clone()).or_default();
        let mut objection = None;
        match entry.what {
            What::Sent { by, id } => {
                self.counts.sent += 1;
                let command = table.commands.entry((by.to_string(), id.to_string()));
                command.or_default().sent_ms.get_or_insert(entry.ms);
            }
            What::Told { by, id, seq } => {
                self.counts.told += 1;
                table.told = table.told.max(seq);
                let key = (by.to_string(), id.to_string());
                let command = table.commands.entry(key).or_default();
                command.told_ms.get_or_insert(entry.ms);
                if command.seq.get_or_insert(seq) != &seq {
                    objection = Some(format!("{id} of {by} was acknowledged as two entries"));
                }
            }
            What::Asked { reader, since } => {
                let told = table.told;
                let reader = table.readers.entry(reader).or_default();
                reader.known = reader.known.max(since);
                reader.owed = Some(told);
            }
            What::Saw { reader, entries } => {
                self.counts.answers += 1;
                self.counts.seen += entries.len() as u64;
                objection = table.saw(&reader, entries);
            }
        }
        if let Some(objection) = objection {
            self.object(&room, objection);
        }
    }

    fn end(mut self) -> Result<String, String> {
        let (mut lost, mut doubled) = (0, 0);
        let tables = std::mem::take(&mut self.tables);
        for (room, table) in &tables {
            for ((by, id), command) in &table.commands {
                let Some(seq) = command.seq else { continue };
                let entry = table.entries.get(&seq);
                let is_it = |entry: &&Seen| {
                    entry.id.as_ref().is_some_and(|known| known.as_str() == id)
                        && entry.by.as_ref().is_some_and(|known| known.as_str() == by)
                };
                match entry.filter(is_it) {
                    Some(entry) => {
                        let early = command.sent_ms.map_or(0, |ms| ms.saturating_sub(entry.at));
                        let late = command.told_ms.map_or(0, |ms| entry.at.saturating_sub(ms));
                        let off = early.max(late);
                        self.counts.clocks = self.counts.clocks.max(off);
                        if off > CLOCKS_MS {
                            self.object(
                                room,
                                format!("the time of entry {seq} is off by {off} ms"),
                            );
                        }
                    }
                    None => {
                        lost += 1;
                        self.object(
                            room,
                            format!("{id} of {by}, acknowledged as entry {seq}, is not there"),
                        );
                    }
                }
            }
            doubled += self.runs(room, table);
        }
        let Counts {
            sent,
            told,
            answers,
            seen,
            clocks,
        } = self.counts;
        let text = format!(
            "history: {} tables, {sent} commands, {told} acknowledgements, {answers} answers with {seen} entries; lost {lost}, doubled {doubled}, violations {}, clocks within {clocks} ms\n",
            tables.len(),
            self.violations.len(),
        );
        if self.violations.is_empty() {
            return Ok(text);
        }
        self.violations.truncate(PRINTED);
        Err(format!("{text}{}", self.violations.join("\n")))
    }

    /// A command's entries stand together; another run of them is the command again.
    fn runs(&mut self, room: &str, table: &Table) -> u64 {
        let mut runs: HashMap<(String, String), u64> = HashMap::new();
        let mut before = None;
        for entry in table.entries.values() {
            let Some(id) = &entry.id else {
                before = None;
                continue;
            };
            let by = entry.by.as_ref().map(ToString::to_string);
            let key = (by.unwrap_or_default(), id.to_string());
            if before.as_ref() != Some(&key) {
                *runs.entry(key.clone()).or_default() += 1;
            }
            before = Some(key);
        }
        let twice: Vec<_> = runs.into_iter().filter(|(_, count)| *count > 1).collect();
        for ((by, id), count) in &twice {
            self.object(room, format!("{id} of {by} had effect {count} times"));
        }
        twice.len() as u64
    }
}

impl Table {
    fn saw(&mut self, name: &str, entries: Vec<Seen>) -> Option<String> {
        let reader = self.readers.entry(name.to_owned()).or_default();
        let mut objection = None;
        for entry in entries {
            if entry.seq > reader.known + 1 {
                let known = reader.known;
                objection.get_or_insert(format!("{name} saw entry {} after {known}", entry.seq));
            }
            reader.known = reader.known.max(entry.seq);
            let seq = entry.seq;
            let first = self.entries.entry(seq).or_insert_with(|| entry.clone());
            if *first != entry {
                objection.get_or_insert(format!("two entries with number {seq}"));
            }
        }
        if let Some(owed) = reader.owed.take()
            && reader.known < owed
        {
            objection.get_or_insert(format!(
                "{name} asked when entry {owed} was acknowledged and was shown {} only",
                reader.known
            ));
        }
        objection
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str]) -> Result<String, String> {
        let mut check = Check::default();
        for (at, line) in lines.iter().enumerate() {
            let text = format!(
                r#"{{"us":{at},"ms":{},"room":"r","what":{line}}}"#,
                1000 + at
            );
            check.take(serde_json::from_str(&text).unwrap());
        }
        check.end()
    }

    const SENT: &str = r#"{"sent":{"by":"a","id":"x"}}"#;
    const TOLD: &str = r#"{"told":{"by":"a","id":"x","seq":2}}"#;
    const ASKED: &str = r#"{"asked":{"reader":"b","since":0}}"#;
    const FIRST: &str = r#"{"seq":1,"at":1000,"by":null,"id":null,"digest":"1"}"#;
    const SECOND: &str = r#"{"seq":2,"at":1000,"by":"a","id":"x","digest":"2"}"#;

    fn saw(reader: &str, entries: &[&str]) -> String {
        format!(
            r#"{{"saw":{{"reader":"{reader}","entries":[{}]}}}}"#,
            entries.join(",")
        )
    }

    #[test]
    fn a_good_history_is_accepted_and_every_promise_can_be_broken() {
        let good = check(&[SENT, TOLD, ASKED, &saw("b", &[FIRST, SECOND])]).unwrap();
        assert!(
            good.contains("1 acknowledgements") && good.contains("lost 0"),
            "{good}"
        );
        let broken = |lines: &[&str], why: &str| {
            let said = check(lines).unwrap_err();
            assert!(said.contains(why), "{said}");
        };
        broken(&[SENT, TOLD, ASKED, &saw("b", &[FIRST])], "is not there");
        broken(
            &[
                &saw("c", &[FIRST, SECOND]),
                TOLD,
                ASKED,
                &saw("b", &[FIRST]),
            ],
            "was shown 1 only",
        );
        broken(&[ASKED, &saw("b", &[SECOND])], "saw entry 2 after 0");
        let other = SECOND.replace("\"2\"", "\"9\"");
        broken(
            &[&saw("b", &[FIRST, SECOND]), &saw("c", &[FIRST, &other])],
            "two entries",
        );
        let again = SECOND.replace("\"seq\":2", "\"seq\":4");
        let between = FIRST.replace("\"seq\":1", "\"seq\":3");
        broken(
            &[&saw("b", &[FIRST, SECOND, &between, &again])],
            "had effect 2 times",
        );
        let late = SECOND.replace("1000", "1500");
        broken(&[SENT, TOLD, ASKED, &saw("b", &[FIRST, &late])], "off by");
    }
}
