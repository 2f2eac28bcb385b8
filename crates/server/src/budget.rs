//! How much a connection may say.

use std::time::Instant;

/// The messages that a connection may still send: a token bucket.
pub(crate) struct Budget {
    per_second: Option<f64>,
    left: f64,
    at: Instant,
    refused: u32,
}

/// A client that keeps going over its budget is disconnected.
const ABUSE: u32 = 200;
/// Seconds' worth that a bucket holds.
const BUCKET: f64 = 4.0;

impl Budget {
    /// A full bucket; without a rate there is no limit.
    pub(crate) fn new(per_second: Option<u32>) -> Self {
        let per_second = per_second.map(f64::from);
        Self {
            per_second,
            left: per_second.unwrap_or(0.0) * BUCKET,
            at: Instant::now(),
            refused: 0,
        }
    }

    /// Takes one; false if none is left.
    pub(crate) fn spend(&mut self) -> bool {
        let Some(rate) = self.per_second else {
            return true;
        };
        let now = Instant::now();
        let filled = now.duration_since(self.at).as_secs_f64() * rate;
        self.left = (self.left + filled).min(rate * BUCKET);
        self.at = now;
        if self.left < 1.0 {
            self.refused += 1;
            return false;
        }
        self.left -= 1.0;
        true
    }

    /// Whether the client ignores being told.
    pub(crate) fn is_abused(&self) -> bool {
        self.refused > ABUSE
    }
}
