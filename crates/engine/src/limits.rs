use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use web_time::Instant;

/// How long to think. Several limits may be given; the first one reached ends the search.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// This long, and all of it.
    pub time: Option<Duration>,
    /// This long by the processor's own count of what the thread has used: as `time` on a machine that
    /// has nothing else to do. Where there is no such count, it is `time`.
    #[serde(default)]
    pub processor: Option<Duration>,
    /// So many nodes (positions looked at; for playouts, playouts).
    pub nodes: Option<u64>,
    /// So many actions deep.
    pub depth: Option<u32>,
    /// What is left on the clock, and what each action adds to it.
    pub clock: Option<(Duration, Duration)>,
}

impl Limits {
    /// A fixed time.
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }

    /// A fixed number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// A fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// After how long no new round of thought is begun, and after how long thought breaks off.
    fn spans(&self) -> (Option<Duration>, Option<Duration>) {
        let (mut soft, mut hard) = (None, self.time);
        if spent().is_none() {
            hard = hard.or(self.processor);
        }
        if let Some((left, increment)) = self.clock {
            // Some reserve for what lies between the search and the clock.
            let left = left.saturating_sub(Duration::from_millis(30));
            let share = (left / 25).saturating_add(increment.mul_f32(0.7));
            let most = share
                .saturating_mul(4)
                .min(left.mul_f32(0.5))
                .max(Duration::from_millis(1));
            soft = Some(share.min(most));
            hard = Some(hard.map_or(most, |hard| hard.min(most)));
        }
        (soft, hard)
    }
}

/// What this thread has used of the processor, where that is counted.
#[cfg(unix)]
fn spent() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let spent = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(spent.tv_sec).ok()?;
    Some(Duration::new(seconds, u32::try_from(spent.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn spent() -> Option<Duration> {
    None
}

/// What a running search obeys: its limits, and a flag that stops it from outside.
pub struct Control<'a> {
    start: Instant,
    soft: Option<Instant>,
    hard: Option<Instant>,
    /// The count of the processor at which to break off.
    spent: Option<Duration>,
    nodes: u64,
    depth: u32,
    stop: &'a AtomicBool,
    /// Set when the first of several threads has finished.
    done: AtomicBool,
    counted: AtomicU64,
}

impl<'a> Control<'a> {
    /// Begins to count now.
    pub fn new(limits: &Limits, stop: &'a AtomicBool) -> Self {
        let start = Instant::now();
        let (soft, hard) = limits.spans();
        Self {
            start,
            // What lies beyond the end of the clock is no limit.
            soft: soft.and_then(|soft| start.checked_add(soft)),
            hard: hard.and_then(|hard| start.checked_add(hard)),
            spent: limits.processor.and_then(|most| spent()?.checked_add(most)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            depth: limits.depth.unwrap_or(u32::MAX),
            stop,
            done: AtomicBool::new(false),
            counted: AtomicU64::new(0),
        }
    }

    /// Whether to break off at once; `nodes` is what this thread has counted.
    #[inline]
    pub fn is_over(&self, nodes: u64) -> bool {
        self.is_told(nodes) || self.is_out_of_time()
    }

    /// The same for nodes of a few microseconds each, against which a look at the clock counts: it is
    /// looked at with every eighth.
    #[inline]
    pub fn is_over_lazily(&self, nodes: u64) -> bool {
        self.is_told(nodes) || (nodes.is_multiple_of(8) && self.is_out_of_time())
    }

    fn is_told(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || self.stop.load(Ordering::Relaxed)
            || self.done.load(Ordering::Relaxed)
    }

    fn is_out_of_time(&self) -> bool {
        self.hard.is_some_and(|hard| Instant::now() >= hard)
            || (self.spent.is_some() && spent() >= self.spent)
    }

    /// Whether it is not worth beginning another round of thought.
    pub fn is_late(&self) -> bool {
        self.soft.is_some_and(|soft| Instant::now() >= soft)
    }

    /// Whether anything but being told could end the search.
    pub fn is_bounded(&self) -> bool {
        self.hard.is_some()
            || self.spent.is_some()
            || self.nodes < u64::MAX
            || self.depth < u32::MAX
    }

    /// How deep to go at most.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many nodes at most.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How long it has been.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    pub(crate) fn count(&self, nodes: u64) {
        self.counted.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(crate) fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_beyond_the_end_of_the_clock_is_none() {
        let never = AtomicBool::new(false);
        let limits = Limits {
            time: Some(Duration::MAX),
            processor: Some(Duration::MAX),
            clock: Some((Duration::MAX, Duration::MAX)),
            ..Limits::default()
        };
        let control = Control::new(&limits, &never);
        assert!(!control.is_over(0) && !control.is_late());
    }
}
