use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write as _};

use serde::Deserialize;
use tablier_protocol::TableView;
use tablier_rooms::{CommandId, Entry, Event, PlayerId, Room, RoomId};

use super::Args;
use super::party::Played;
use super::process::Usage;
use crate::online::Http;

/// What was measured.
#[derive(Default)]
pub(in crate::commands) struct Report {
    delays: Vec<u32>,
    /// The same at tables with a computer: until its answer.
    answers: Vec<u32>,
    acknowledged: u64,
    lost: u64,
    doubled: u64,
    unreadable: u64,
    unequal: u64,
    refused: u64,
    reconnected: u64,
    games: u64,
    /// Moves in the logs.
    acted: u64,
    /// Finished games whose log was played again, and those where the store has another result.
    replayed: u64,
    otherwise: u64,
    troubles: BTreeMap<String, u32>,
    pub(super) kills: u32,
    /// Idle tables, memory of the server in kilobytes, and how much of it they added.
    pub(super) idle: Option<(u32, u64, u64)>,
    /// The share of one processor that the generator and the server took.
    shares: [Option<f64>; 2],
}

#[derive(Deserialize)]
struct Log {
    entries: Vec<Entry>,
}

impl Report {
    /// What each process took of one processor; that of a server which was killed is not known.
    pub(super) fn share(
        &mut self,
        lived: bool,
        before: (Option<Usage>, Option<Usage>),
        after: (Option<Usage>, Option<Usage>),
        seconds: f64,
    ) {
        let share = |before: Option<Usage>, after: Option<Usage>| {
            Some((after?.seconds - before?.seconds) / seconds)
        };
        self.shares = [
            share(before.0, after.0),
            share(before.1, after.1).filter(|_| lived),
        ];
    }

    /// Adds what came of a table, and holds what was acknowledged against the logs.
    pub(in crate::commands) async fn add(
        &mut self,
        played: Played,
        http: &mut Http,
    ) -> Result<(), String> {
        self.delays.extend(&played.delays);
        self.answers.extend(&played.answers);
        self.refused += u64::from(played.refused);
        self.reconnected += u64::from(played.reconnected);
        self.games += u64::from(played.games);
        if let Some(trouble) = played.trouble {
            *self.troubles.entry(trouble).or_default() += 1;
        }
        let mut rooms: HashMap<RoomId, HashMap<CommandId, u64>> = HashMap::new();
        for (room, id, seq) in played.acknowledged {
            rooms.entry(room).or_default().insert(id, seq);
        }
        for (room, acknowledged) in rooms {
            let path = format!("/api/tables/{room}/log?since=0");
            let Log { entries } = http.get(&path).await?;
            let boards = played.boards.iter().filter(|(at, ..)| *at == room);
            for (_, seq, board) in boards {
                // The computer may have gone on since.
                let known = match played.with_machine {
                    true => entries.get(..*seq as usize).unwrap_or(&entries),
                    false => &entries,
                };
                self.compare(known, board);
            }
            self.check(&entries, &acknowledged);
            self.replay(&room, &entries, http).await?;
        }
        Ok(())
    }

    /// Whether nothing was lost, doubled or different, and nobody had to stop early.
    pub(in crate::commands) fn is_clean(&self) -> bool {
        self.lost + self.doubled + self.unreadable + self.unequal + self.otherwise == 0
            && self.troubles.is_empty()
    }

    /// Plays a finished game again and compares its result with what the server shows.
    async fn replay(
        &mut self,
        room: &RoomId,
        log: &[Entry],
        http: &mut Http,
    ) -> Result<(), String> {
        let acted = |entry: &&Entry| matches!(entry.event, Event::Acted { .. });
        self.acted += log.iter().filter(acted).count() as u64;
        let Ok(replayed) = Room::fold(log) else {
            return Ok(());
        };
        if replayed.outcome().is_some() {
            let shown: serde_json::Value = http.get(&format!("/api/tables/{room}")).await?;
            let told = serde_json::to_value(TableView::from_room(room, &replayed, None));
            let told = told.map_err(|error| error.to_string())?;
            self.replayed += 1;
            self.otherwise += u64::from(shown["result"] != told["result"]);
        }
        Ok(())
    }

    /// Compares what somebody has on their board with the log.
    fn compare(&mut self, log: &[Entry], board: &str) {
        // One that cannot be read is counted as such.
        let differs = Room::fold(log).is_ok_and(|room| room.state() != board);
        self.unequal += u64::from(differs);
    }

    fn check(&mut self, log: &[Entry], acknowledged: &HashMap<CommandId, u64>) {
        self.acknowledged += acknowledged.len() as u64;
        self.unreadable += u64::from(Room::fold(log).is_err());
        let stored = |(id, seq): &(&CommandId, &u64)| {
            let entry = log.get(**seq as usize - 1);
            entry.is_some_and(|entry| entry.id.as_ref() == Some(*id))
        };
        self.lost += acknowledged.iter().filter(|known| !stored(known)).count() as u64;
        // A command's entries stand together; another run of them is the command again.
        let mut runs: HashMap<(&Option<PlayerId>, &CommandId), u64> = HashMap::new();
        let mut before = None;
        for entry in log {
            let Some(id) = &entry.id else { continue };
            let key = (&entry.by, id);
            if before != Some(key) {
                *runs.entry(key).or_default() += 1;
            }
            before = Some(key);
        }
        self.doubled += runs.values().map(|count| count - 1).sum::<u64>();
    }

    /// Moves among people that the others received, and their delays.
    pub(super) fn delays(&mut self) -> (usize, Spread) {
        (self.delays.len(), Spread::from_delays(&mut self.delays))
    }

    /// How many commands were acknowledged; all of them are in the logs if this is clean.
    pub(super) fn acknowledged(&self) -> u64 {
        self.acknowledged
    }

    /// What was reached and whether anything was lost, without the rest.
    pub(in crate::commands) fn short(&mut self, seconds: f64) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{} moves in {seconds:.1} s; sent to received by the other: {}",
            self.acted,
            Spread::from_delays(&mut self.delays)
        );
        text.push_str(&self.losses());
        let _ = writeln!(
            text,
            "finished games replayed {}, with another result {}; refused {}, reconnected {}",
            self.replayed, self.otherwise, self.refused, self.reconnected
        );
        for (trouble, count) in &self.troubles {
            let _ = writeln!(text, "{count} tables ended early: {trouble}");
        }
        text
    }

    /// Whether anything was lost, as a line.
    fn losses(&self) -> String {
        format!(
            "acknowledged {}, lost {}, doubled {}, unequal boards {}, logs that cannot be read {}\n",
            self.acknowledged, self.lost, self.doubled, self.unequal, self.unreadable
        )
    }

    pub(super) fn text(&mut self, args: &Args, seconds: f64) -> String {
        let mut text = String::new();
        let rate = self.delays.len() as f64 / seconds;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{} tables, {} actions in {seconds:.1} s: {rate:.0} a second of {} wanted",
            args.tables - args.machines,
            self.delays.len(),
            args.rate
        );
        let delays = Spread::from_delays(&mut self.delays);
        let _ = writeln!(text, "sent to received by the other: {delays}");
        if args.machines > 0 {
            let answers = Spread::from_delays(&mut self.answers);
            let _ = writeln!(
                text,
                "{} more tables with a computer of level {}: {} answers, {answers}",
                args.machines,
                args.level,
                self.answers.len()
            );
        }
        text.push_str(&self.losses());
        let _ = writeln!(
            text,
            "refused {}, reconnected {}, games over {}, killed {}",
            self.refused, self.reconnected, self.games, self.kills
        );
        for (name, share) in ["generator", "server"].iter().zip(self.shares) {
            if let Some(share) = share {
                let _ = writeln!(text, "{name}: {:.0} % of one processor", share * 100.0);
            }
        }
        if let Some((tables, memory, added)) = self.idle {
            let each = added as f64 / f64::from(tables.max(1));
            let _ = writeln!(
                text,
                "{tables} more idle tables with two sockets each: {each:.1} kB a table, {memory} kB in all"
            );
        }
        for (trouble, count) in &self.troubles {
            let _ = writeln!(text, "{count} tables ended early: {trouble}");
        }
        text
    }
}

/// Median, 99th percentile and longest of delays, in milliseconds.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Spread {
    pub(super) median: f64,
    pub(super) most: f64,
    pub(super) longest: f64,
}

impl Spread {
    /// Of delays in microseconds.
    fn from_delays(delays: &mut [u32]) -> Self {
        delays.sort_unstable();
        let at = |share: f64| {
            let index = (delays.len() as f64 * share) as usize;
            let delay = delays.get(index.min(delays.len().saturating_sub(1)));
            delay.map_or(0.0, |&micros| f64::from(micros) / 1_000.0)
        };
        Self {
            median: at(0.5),
            most: at(0.99),
            longest: at(1.0),
        }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            median,
            most,
            longest,
        } = self;
        write!(
            f,
            "median {median:.2} ms, 99 % {most:.2} ms, longest {longest:.2} ms"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(names: &[&str]) -> Vec<Entry> {
        let entry = |(at, name): (usize, &&str)| Entry {
            seq: at as u64 + 1,
            at: 0,
            by: PlayerId::new("ana").ok(),
            id: CommandId::new(name).ok(),
            event: Event::Drawn,
        };
        names.iter().enumerate().map(entry).collect()
    }

    #[test]
    fn what_is_missing_or_there_twice_is_counted() {
        let check = |stored: &[&str], acknowledged: &[(&str, u64)]| {
            let acknowledged = acknowledged
                .iter()
                .map(|(name, seq)| (CommandId::new(name).unwrap(), *seq))
                .collect();
            let mut report = Report::default();
            report.check(&log(stored), &acknowledged);
            (report.lost, report.doubled)
        };
        assert_eq!(check(&["a", "b", "b"], &[("a", 1), ("b", 2)]), (0, 0));
        assert_eq!(check(&["a"], &[("a", 1), ("b", 2)]), (1, 0));
        assert_eq!(check(&["a", "c"], &[("a", 1), ("b", 2)]), (1, 0));
        assert_eq!(check(&["a", "b", "a"], &[("a", 1)]), (0, 1));
    }
}
