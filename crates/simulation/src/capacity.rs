//! The capacity model of docs/capacity.md, as a formula and as a simulation that checks it.
//!
//! A server's writer takes whatever has queued up into one transaction, which costs a fixed time and
//! a little for each move. So transactions grow with the load instead of becoming more.
//!
//! Over the bus a move is told to the servers that have its table in use, and to those that its
//! players are connected to.

use tablier_rules::hash::SplitMix64;

/// How often the size of a transaction is worked out anew from its duration: enough to settle.
const ROUNDS: usize = 1_000;

/// What a transaction of one server's writer costs, in milliseconds.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Writer {
    /// Whatever is in it: round trips, and the wait for the disk.
    pub fixed_ms: f64,
    /// For each move in it.
    pub each_ms: f64,
    /// The most moves in it.
    pub most: usize,
}

/// How a writer does under a load.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Flow {
    /// Moves in a transaction, on average.
    pub batch: f64,
    /// From sending a move to its being stored, on average, in milliseconds.
    pub wait_ms: f64,
    /// Transactions a second.
    pub commits: f64,
}

impl Writer {
    /// Moves a second that it can store at most.
    pub fn limit(&self) -> f64 {
        let full = self.fixed_ms + self.each_ms * self.most as f64;
        1_000.0 * self.most as f64 / full
    }

    /// The formula: a move waits for the rest of the transaction under way, and for its own. None
    /// beyond the limit.
    pub fn predict(&self, moves_per_second: f64) -> Option<Flow> {
        let per_ms = moves_per_second / 1_000.0;
        if moves_per_second >= self.limit() {
            return None;
        }
        // What arrives during a transaction is the next one; if nothing does, the next move is one
        // by itself.
        let (mut batch, mut commit, mut arrive) = (1.0, 0.0, 0.0_f64);
        for _ in 0..ROUNDS {
            commit = self.fixed_ms + self.each_ms * batch;
            arrive = per_ms * commit;
            batch = arrive + (-arrive).exp();
        }
        // Whoever finds the writer busy waits for the rest of what it does, half on average.
        let busy = arrive / batch;
        Some(Flow {
            batch,
            wait_ms: commit * (1.0 + busy / 2.0),
            commits: moves_per_second / batch,
        })
    }

    /// The same by trying: moves that arrive at random, for so many seconds.
    pub fn simulate(&self, moves_per_second: f64, seconds: f64, seed: u64) -> Flow {
        let mut random = SplitMix64::new(seed);
        let mut next_arrival = || {
            let lot = (random.next() >> 11) as f64 / (1u64 << 53) as f64;
            -(1.0 - lot).ln() * 1_000.0 / moves_per_second
        };
        let end = seconds * 1_000.0;
        let (mut arrival, mut free_at) = (next_arrival(), 0.0_f64);
        let (mut moves, mut commits, mut waited) = (0_u64, 0_u64, 0.0);
        let mut queue: std::collections::VecDeque<f64> = std::collections::VecDeque::new();
        while arrival < end {
            // The writer begins when it is free and something is there.
            let begin = free_at.max(queue.front().copied().unwrap_or(arrival));
            while arrival <= begin {
                queue.push_back(arrival);
                arrival += next_arrival();
            }
            let count = queue.len().min(self.most);
            free_at = begin + self.fixed_ms + self.each_ms * count as f64;
            for sent in queue.drain(..count) {
                waited += free_at - sent;
            }
            moves += count as u64;
            commits += 1;
        }
        let each = |sum: f64| sum / moves.max(1) as f64;
        Flow {
            batch: moves as f64 / commits.max(1) as f64,
            wait_ms: each(waited),
            commits: commits as f64 / seconds,
        }
    }
}

/// What two players on some servers are told of each move.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bus {
    /// How many servers there are; anybody may be connected to any.
    pub servers: usize,
    /// The bytes of a hint that a table has grown, with its subject.
    pub wrote: f64,
    /// The bytes of a hint that it is somebody's turn, or no longer.
    pub turned: f64,
}

/// The traffic of a move.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Traffic {
    /// Hints that servers hear.
    pub hints: f64,
    /// Their bytes.
    pub bytes: f64,
    /// Hints that the busiest server hears, as a multiple of its share.
    pub busiest: f64,
}

impl Bus {
    /// The arithmetic: the second player is on a server of their own unless it is by chance the
    /// first one's.
    pub fn predict(&self) -> Traffic {
        let tables = 2.0 - 1.0 / self.servers as f64;
        Traffic {
            hints: tables + 2.0,
            bytes: tables * self.wrote + 2.0 * self.turned,
            busiest: 1.0,
        }
    }

    /// What it would be if every server heard everything.
    pub fn told_to_all(&self) -> f64 {
        self.servers as f64 * (self.wrote + 2.0 * self.turned)
    }

    /// The same by trying: every server has a list of what it listens to, and each hint goes to
    /// those that listen to its subject.
    pub fn simulate(&self, tables: usize, moves: usize, seed: u64) -> Traffic {
        let mut random = SplitMix64::new(seed);
        let mut listens = vec![std::collections::HashSet::new(); self.servers];
        for table in 0..tables {
            for player in [2 * table, 2 * table + 1] {
                let server = &mut listens[random.below(self.servers)];
                server.insert(Subject::Table(table));
                server.insert(Subject::Player(player));
            }
        }
        let mut heard = vec![0_u64; self.servers];
        let mut bytes = 0.0;
        for _ in 0..moves {
            let table = random.below(tables);
            for (subject, weight) in [
                (Subject::Table(table), self.wrote),
                (Subject::Player(2 * table), self.turned),
                (Subject::Player(2 * table + 1), self.turned),
            ] {
                for (server, heard) in listens.iter().zip(&mut heard) {
                    if server.contains(&subject) {
                        *heard += 1;
                        bytes += weight;
                    }
                }
            }
        }
        let all: u64 = heard.iter().sum();
        let most = heard.iter().max().copied().unwrap_or(0);
        Traffic {
            hints: all as f64 / moves as f64,
            bytes: bytes / moves as f64,
            busiest: most as f64 * self.servers as f64 / all as f64,
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Subject {
    Table(usize),
    Player(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_told_to_few_servers_however_many_there_are() {
        for servers in [1, 2, 3, 10, 300] {
            let bus = Bus {
                servers,
                wrote: 146.0,
                turned: 155.0,
            };
            let told = bus.predict();
            let seen = bus.simulate(50_000, 60_000, 7);
            let near = |a: f64, b: f64| (a - b).abs() <= 0.01 * a;
            assert!(near(told.hints, seen.hints), "{servers}: {told:?} {seen:?}");
            assert!(near(told.bytes, seen.bytes), "{servers}: {told:?} {seen:?}");
            // No server hears much more than the others.
            assert!(seen.busiest < 1.25, "{servers}: {seen:?}");
            // What docs/capacity.md says.
            let mb = |bytes: f64, moves: f64| (bytes * moves / 1e6 * 10.0).round() / 10.0;
            match servers {
                3 => {
                    assert_eq!((told.hints * 10_000.0).round(), 36_667.0);
                    assert_eq!(mb(told.bytes, 10_000.0), 5.5);
                    assert_eq!(mb(bus.told_to_all(), 10_000.0), 13.7);
                }
                300 => {
                    assert_eq!((told.hints * 1e6 / 300.0).round(), 13_322.0);
                    assert_eq!(mb(told.bytes, 1e6), 601.5);
                    assert_eq!(mb(bus.told_to_all() / 300.0, 1e6), 456.0);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn the_formula_agrees_with_the_simulation() {
        for (fixed_ms, each_ms) in [(1.0, 0.02), (4.0, 0.045), (8.0, 0.05)] {
            let writer = Writer {
                fixed_ms,
                each_ms,
                most: 1_024,
            };
            for load in [0.05, 0.2, 0.5, 0.8, 0.9] {
                let rate = load * writer.limit();
                let told = writer.predict(rate).unwrap();
                let seen = writer.simulate(rate, 20_000.0 / rate.min(2_000.0), 7);
                let near = |a: f64, b: f64, share: f64| (a - b).abs() <= share * a.max(b);
                assert!(
                    near(told.batch, seen.batch, 0.1),
                    "{writer:?} {rate}: {told:?} {seen:?}"
                );
                assert!(
                    near(told.wait_ms, seen.wait_ms, 0.1),
                    "{writer:?} {rate}: {told:?} {seen:?}"
                );
                assert!(
                    near(told.commits, seen.commits, 0.1),
                    "{writer:?} {rate}: {told:?} {seen:?}"
                );
            }
        }
    }

    #[test]
    fn beyond_the_limit_the_queue_grows_without_end() {
        let writer = Writer {
            fixed_ms: 2.0,
            each_ms: 0.05,
            most: 1_024,
        };
        assert_eq!(writer.predict(writer.limit() * 1.1), None);
        let short = writer.simulate(writer.limit() * 1.1, 5.0, 7);
        let long = writer.simulate(writer.limit() * 1.1, 20.0, 7);
        assert!(long.wait_ms > 3.0 * short.wait_ms, "{short:?} {long:?}");
    }
}
