//! Many games between settings of the engine, several at once, kept in a file and resumable.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use tablier_engine::{
    Entrant, Played, Player, Seats, Terms, TranspositionTable, ranges, workbench,
};
use tablier_rules::{Ending, Spec};

use crate::failure::Failure;
use crate::numbers;
use crate::program::Program;
use crate::progress::Progress;

/// What `match`, `stats`, `calibrate` have in common.
#[derive(clap::Args)]
#[group(id = "series")]
pub(crate) struct Args {
    /// Play this many games (1 to 1000000)
    #[arg(long, default_value = "60", value_parser = numbers::whole::<u32>(1..=1_000_000))]
    pub(crate) games: u32,
    /// Begin each pair of games with this many random moves (0 to 1000)
    #[arg(long, default_value = "4", value_parser = numbers::whole::<usize>(0..=1_000))]
    pub(crate) opening: usize,
    /// Random seed (any whole number below 2^64)
    #[arg(long, default_value = "1", value_parser = numbers::seed())]
    pub(crate) seed: u64,
    /// Play this many games at once (1 to 64)
    #[arg(long, default_value = "1", value_parser = numbers::whole::<usize>(ranges::THREADS))]
    pub(crate) jobs: usize,
    /// Give each player this many megabytes (1 to 4096; 32768 for all games played at once)
    #[arg(long, default_value = "16", value_parser = numbers::whole::<usize>(ranges::MEGABYTES))]
    pub(crate) hash: usize,
    /// Call a game drawn that lasts longer than this many moves (1 to 1000000)
    #[arg(long, value_name = "MOVES", value_parser = numbers::whole::<usize>(1..=1_000_000))]
    pub(crate) longest: Option<usize>,
    /// Keep the games in this file, one per line; those already there are not played again
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Whether the file may hold other series as well, each below its own head
    #[arg(skip)]
    pub(crate) shared: bool,
}

/// How many megabytes all seats of all games may take together.
const MOST_MEMORY: usize = 32_768;

/// A series that was kept: the settings of the players, and the games by number.
pub(crate) type Kept = (Vec<String>, BTreeMap<u32, SeriesGame>);

/// One game of a series.
#[derive(Clone, Debug)]
pub(crate) struct SeriesGame {
    pub(crate) seats: Seats,
    pub(crate) shares: Vec<f32>,
    pub(crate) ending: String,
    pub(crate) actions: Vec<String>,
}

impl SeriesGame {
    /// A player's share of the result: that of one of its seats.
    pub(crate) fn share(&self, player: usize) -> f64 {
        self.seats
            .iter()
            .zip(&self.shares)
            .find(|&(&of, _)| of == player)
            .map_or(0.0, |(_, &share)| f64::from(share))
    }

    /// `12 01 1,0 rules A1-A2 …`
    fn write(&self, index: u32) -> String {
        let seats: String = self.seats.iter().map(ToString::to_string).collect();
        let shares: Vec<String> = self.shares.iter().map(ToString::to_string).collect();
        format!(
            "{index} {seats} {} {} {}",
            shares.join(","),
            self.ending,
            self.actions.join(" ")
        )
    }

    fn read(text: &str) -> Option<(u32, Self)> {
        let mut words = text.split(' ');
        let index = words.next()?.parse().ok()?;
        let seats = words.next()?.chars();
        let shares = words.next()?.split(',');
        let line = Self {
            seats: seats
                .map(|c| c.to_digit(10).map(|d| d as usize))
                .collect::<Option<_>>()?,
            shares: shares.map(|s| s.parse().ok()).collect::<Option<_>>()?,
            ending: words.next()?.to_owned(),
            actions: words.map(str::to_owned).collect(),
        };
        Some((index, line))
    }
}

impl Args {
    /// Plays the missing games; `after` sees each result with the number done, and ends the series
    /// by returning false.
    pub(crate) fn play(
        &self,
        game: &str,
        players: &[Player],
        after: &mut (dyn FnMut(&BTreeMap<u32, SeriesGame>) -> bool + Send),
    ) -> Result<BTreeMap<u32, SeriesGame>, Failure> {
        let spec = Spec::parse(game)?;
        let seats = workbench::seat_count(&spec)?;
        let ways = workbench::seatings(&spec)?;
        let memory = self.jobs * seats * self.hash;
        if memory > MOST_MEMORY {
            return Err(Failure::new(format!(
                "{} games at once with {seats} seats of {} megabytes take {memory}; at most {MOST_MEMORY} may be taken: make --jobs or --hash smaller",
                self.jobs, self.hash
            )));
        }
        let head = self.head(&spec, players);
        let mut done = BTreeMap::new();
        let mut file = None;
        if let Some(path) = &self.records {
            let last;
            (done, last) = read_file(path, &head, self.shared)?;
            done.retain(|&index, _| index < self.games);
            // A complete file may be somewhere read-only.
            if (done.len() as u64) < u64::from(self.games) {
                let is_below = last.as_ref() == Some(&head);
                file = Some(append(path, (!is_below).then_some(&*head))?);
            }
        }
        let missing: Vec<u32> = (0..self.games).filter(|i| !done.contains_key(i)).collect();
        let next = AtomicU32::new(0);
        let stop = AtomicBool::new(!after(&done));
        let state = Mutex::new((done, file, after));
        let progress = Progress::new();
        progress.note(head.trim_start_matches("# "));
        let worker = || -> Result<(), Failure> {
            let tables: Vec<_> = (0..seats)
                .map(|_| TranspositionTable::new(self.hash))
                .collect();
            let mut entrants = Vec::new();
            for player in players {
                let guest = Program::invite(player, &spec)?;
                entrants.push(Entrant { player, guest });
            }
            while !stop.load(Ordering::Relaxed) {
                let at = next.fetch_add(1, Ordering::Relaxed) as usize;
                let Some(&index) = missing.get(at) else {
                    break;
                };
                // One opening for every seating; alone there is only one.
                let (pair, seats) = if players.len() == 1 {
                    (u64::from(index), vec![0; ways[0].len()])
                } else {
                    let way = ways[index as usize % ways.len()].clone();
                    (u64::from(index) / ways.len() as u64, way)
                };
                let terms = Terms {
                    opening: self.opening,
                    seed: self.seed.wrapping_mul(1_000_003).wrapping_add(pair),
                    longest: self.longest.unwrap_or(usize::MAX),
                };
                let played = workbench::play(&spec, &mut entrants, &seats, &tables, terms)
                    .map_err(Failure::new)?;
                let line = series_game(played, seats);
                let mut state = state.lock().unwrap_or_else(|e| e.into_inner());
                let (done, file, after) = &mut *state;
                if let Some(file) = file {
                    writeln!(file, "{}", line.write(index))
                        .map_err(|e| Failure::new(format!("cannot write the games: {e}")))?;
                }
                done.insert(index, line);
                let part = done.len() as f64 / f64::from(self.games);
                progress.show(part, standing(done, self.games));
                if !after(done) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        let results: Vec<Result<(), Failure>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.jobs.min(missing.len().max(1)))
                .map(|_| scope.spawn(worker))
                .collect();
            threads
                .into_iter()
                .map(|thread| {
                    thread
                        .join()
                        .unwrap_or_else(|_| Err(Failure::new("a game broke off")))
                })
                .collect()
        });
        drop(progress);
        results.into_iter().collect::<Result<(), _>>()?;
        let (done, ..) = state.into_inner().unwrap_or_else(|e| e.into_inner());
        Ok(done)
    }

    /// The line in a file that the games of this series follow, up to the next such line.
    fn head(&self, spec: &Spec, players: &[Player]) -> String {
        let players: Vec<String> = players.iter().map(ToString::to_string).collect();
        let longest = self.longest.map(|moves| format!(", longest {moves}"));
        format!(
            "# {spec} | {} | opening {} | seed {}{}",
            players.join(" | "),
            self.opening,
            self.seed,
            longest.unwrap_or_default()
        )
    }
}

fn series_game(played: Played, seats: Seats) -> SeriesGame {
    let ending = match played.ending {
        Some(Ending::Repetition) => "repetition",
        Some(Ending::Limit) => "limit",
        None => "longest",
        Some(_) => "rules",
    };
    SeriesGame {
        seats,
        shares: played.shares,
        ending: ending.to_owned(),
        actions: played.actions,
    }
}

/// The games of the series with this head, and the last head of the file. A file that begins with
/// another one is refused unless it is shared.
fn read_file(
    path: &Path,
    head: &str,
    shared: bool,
) -> Result<(BTreeMap<u32, SeriesGame>, Option<String>), Failure> {
    let mut lines = BTreeMap::new();
    let mut last = None;
    let Ok(file) = File::open(path) else {
        return Ok((lines, last));
    };
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|e| Failure::new(format!("{}: {e}", path.display())))?;
        if number == 0 && line != head && !shared {
            return Err(Failure::new(format!(
                "{} holds another series:\n{line}\ninstead of\n{head}",
                path.display()
            )));
        }
        if line.starts_with('#') {
            last = Some(line);
        } else if last.as_deref() == Some(head) {
            lines.extend(SeriesGame::read(&line));
        }
    }
    Ok((lines, last))
}

/// All series of a game that a file holds: the settings of the players, and the games.
pub(crate) fn kept(path: &Path, game: &str) -> Result<Vec<Kept>, Failure> {
    let spec = Spec::parse(game)?;
    let text = std::fs::read_to_string(path)
        .map_err(|e| Failure::new(format!("{}: {e}", path.display())))?;
    let mut heads: Vec<&str> = Vec::new();
    for line in text.lines().filter(|line| line.starts_with('#')) {
        if !heads.contains(&line) {
            heads.push(line);
        }
    }
    let begins = format!("# {spec} | ");
    let mut kept = Vec::new();
    for head in heads {
        let Some(rest) = head.strip_prefix(&begins) else {
            continue;
        };
        let mut settings: Vec<String> = rest.split(" | ").map(str::to_owned).collect();
        // The last two are the opening and the seed.
        settings.truncate(settings.len().saturating_sub(2));
        let (games, _) = read_file(path, head, true)?;
        if !games.is_empty() {
            kept.push((settings, games));
        }
    }
    Ok(kept)
}

/// The file, opened for more games; with a new head, if one is given.
fn append(path: &Path, head: Option<&str>) -> Result<File, Failure> {
    let fail = |e: std::io::Error| Failure::new(format!("{}: {e}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fail)?;
    }
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(fail)?;
    if let Some(head) = head {
        writeln!(file, "{head}").map_err(fail)?;
    }
    Ok(file)
}

/// How many games are over, and how the first player stands.
fn standing(done: &BTreeMap<u32, SeriesGame>, games: u32) -> String {
    let mean = done.values().map(|line| line.share(0)).sum::<f64>() / done.len().max(1) as f64;
    format!("{}/{games}  {:.1} %", done.len(), mean * 100.0)
}
