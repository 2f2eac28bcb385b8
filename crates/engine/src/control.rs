use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::Limits;

/// The time after which no new iteration begins, and the time after which the search stops.
fn spans(limits: &Limits) -> (Option<Duration>, Option<Duration>) {
    let (mut soft, mut hard) = (None, limits.time);
    if spent().is_none() {
        hard = hard.or(limits.processor);
    }
    if let Some((left, increment)) = limits.clock {
        // A margin for what happens between the search and the clock.
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

/// The processor time this thread has used, where it can be measured.
#[cfg(unix)]
pub(crate) fn spent() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let spent = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(spent.tv_sec).ok()?;
    Some(Duration::new(seconds, u32::try_from(spent.tv_nsec).ok()?))
}

#[cfg(not(unix))]
pub(crate) fn spent() -> Option<Duration> {
    None
}

/// What a running search obeys: its limits, and a flag that stops it from outside.
pub struct Control<'a> {
    start: Instant,
    soft: Option<Instant>,
    hard: Option<Instant>,
    /// The processor time at which to stop.
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
        let (soft, hard) = spans(limits);
        Self {
            start,
            // A time beyond the clock's range is no limit.
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

    /// Whether to stop at once; `nodes` is this thread's count.
    #[inline]
    pub fn is_over(&self, nodes: u64) -> bool {
        self.is_told(nodes) || self.is_out_of_time()
    }

    /// The same for nodes of a few microseconds each, compared with which reading the clock is
    /// costly: it is read every eighth time.
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

    /// Whether another iteration is not worth starting.
    pub fn is_late(&self) -> bool {
        self.soft.is_some_and(|soft| Instant::now() >= soft)
    }

    /// Whether anything but an outside stop could end the search.
    pub fn is_bounded(&self) -> bool {
        self.hard.is_some()
            || self.spent.is_some()
            || self.nodes < u64::MAX
            || self.depth < u32::MAX
    }

    /// The greatest depth.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The greatest number of nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time since the start.
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
