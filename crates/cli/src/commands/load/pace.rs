use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval};

/// How long games that are under way may still take when the time is over.
const OVERTIME: Duration = Duration::from_secs(120);

/// Lets tables act at a steady rate: each action takes a permit.
pub(in crate::commands) struct Pace {
    permits: Semaphore,
    over: OnceLock<Instant>,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            permits: Semaphore::new(0),
            over: OnceLock::new(),
        }
    }
}

impl Pace {
    /// Waits for one's turn; false when it is over.
    pub(super) async fn turn(&self) -> bool {
        match self.permits.acquire().await {
            Ok(permit) => {
                permit.forget();
                self.over.get().is_none()
            }
            Err(_) => false,
        }
    }

    /// Hands out permits. What nobody takes is lost rather than saved for a burst.
    pub(in crate::commands) async fn run(&self, rate: u32, tables: u32, time: Duration) {
        let mut tick = interval(Duration::from_millis(1));
        tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let begun = Instant::now();
        let mut given = 0;
        while begun.elapsed() < time {
            tick.tick().await;
            let due = (begun.elapsed().as_secs_f64() * f64::from(rate)) as u64;
            let room = (tables as usize).saturating_sub(self.permits.available_permits());
            let now = ((due - given) as usize).min(room);
            self.permits.add_permits(now);
            given = due;
        }
    }

    /// Nobody acts any more.
    pub(in crate::commands) fn stop(&self) {
        self.over.get_or_init(Instant::now);
        self.permits.close();
    }

    /// Whether the time is over.
    pub(super) fn is_over(&self) -> bool {
        self.over.get().is_some()
    }

    /// Whether it has been over for so long that nothing more is waited for.
    pub(super) fn is_late(&self) -> bool {
        let over = self.over.get();
        over.is_some_and(|over| over.elapsed() > OVERTIME)
    }
}
