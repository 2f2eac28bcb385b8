//! The capacity model of docs/capacity.md, as a formula and as a simulation that checks it.
//!
//! A server's writer takes whatever has queued up into one transaction, which costs a fixed time and
//! a little for each move. So transactions grow with the load instead of becoming more.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_agrees_with_the_simulation() {
        for (fixed_ms, each_ms) in [(1.0, 0.02), (2.5, 0.05), (8.0, 0.05)] {
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
