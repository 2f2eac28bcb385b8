//! What is cleaned up, and when. The rule, as in `docs/online-protocol.md`:
//!
//! - An open table where nothing has happened for a day is closed; one played over days, after two
//!   weeks.
//! - A game that no clock ends (one without a clock, or with fewer than two actions) where nothing
//!   has happened for 30 days is closed, unless somebody with an account sits there: then after a
//!   year.
//! - A table that ended without a result is removed after a week.
//! - A guest who sits at no table and has not been here for 90 days is forgotten.

use std::time::Duration;

use tablier_protocol::{SeatView, TableState};
use tablier_rooms::TimeControl;
use tokio::time::sleep;

use crate::error::Error;
use crate::hub::Hub;
use crate::store::{Listing, PlayerKind, Query};

const DAY: u64 = 24 * 60 * 60 * 1000;
const OPEN: u64 = DAY;
const OPEN_BY_DAYS: u64 = 14 * DAY;
const GUESTS: u64 = 30 * DAY;
const ACCOUNTS: u64 = 365 * DAY;
const ABORTED: u64 = 7 * DAY;
const GONE: u64 = 90 * DAY;
/// The pause between sweeps, and before the first one after a start.
const PAUSE: Duration = Duration::from_secs(600);
const FIRST: Duration = Duration::from_secs(30);

/// What one sweep did.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Swept {
    /// Tables that were closed.
    pub closed: u64,
    /// Tables that were removed.
    pub removed: u64,
    /// Guests who were forgotten.
    pub guests: u64,
}

impl Hub {
    /// Sweeps from time to time.
    pub(crate) async fn sweep_for_ever(self) {
        sleep(FIRST).await;
        loop {
            // Another server does it, or this one, later.
            if !self.keeps_house() {
                sleep(FIRST).await;
                continue;
            }
            match self.sweep().await {
                Ok(swept) if swept != Swept::default() => tracing::info!(?swept, "swept"),
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "not swept"),
            }
            sleep(PAUSE).await;
        }
    }

    /// Sweeps once. Two servers that sweep at the same time do no harm.
    pub async fn sweep(&self) -> Result<Swept, Error> {
        let now = self.clock().now();
        let mut swept = Swept::default();
        // Page by page: many tables may have time left for a year.
        let mut after = None;
        loop {
            let stale = Query::Stale {
                before: now.saturating_sub(OPEN),
                after,
                limit: Query::MOST,
            };
            let tables = self.store().list(stale).await?;
            for table in &tables {
                let age = now.saturating_sub(table.line.touched);
                if age >= self.patience(table).await? {
                    match self.close(&table.line.id).await {
                        Ok(()) => swept.closed += 1,
                        Err(Error::Refused { .. }) => {}
                        Err(error) => return Err(error),
                    }
                }
            }
            let Some(last) = tables.last() else { break };
            after = Some((last.line.touched, last.line.id.clone()));
        }
        let aborted = Query::Aborted {
            before: now.saturating_sub(ABORTED),
            limit: Query::MOST,
        };
        for table in self.store().list(aborted).await? {
            self.store().remove(&table.line.id).await?;
            self.drop_copy(&table.line.id).await;
            swept.removed += 1;
        }
        let seen = now.saturating_sub(GONE);
        swept.guests = self.store().sweep_guests(now, seen).await?;
        Ok(swept)
    }

    /// How long a table may stay untouched.
    async fn patience(&self, table: &Listing) -> Result<u64, Error> {
        let line = &table.line;
        match (line.state, line.time) {
            (TableState::Open, TimeControl::Days(_)) => return Ok(OPEN_BY_DAYS),
            (TableState::Open, _) => return Ok(OPEN),
            // The clock ends these.
            (_, TimeControl::Days(_)) if line.ply >= 2 => return Ok(ACCOUNTS),
            _ => {}
        }
        for seat in &line.seats {
            if let SeatView::Person { player, .. } = seat {
                let known = self.store().player(player).await?;
                let lasting = |kind| matches!(kind, PlayerKind::Account | PlayerKind::Bot);
                if known.is_some_and(|player| lasting(player.kind)) {
                    return Ok(ACCOUNTS);
                }
            }
        }
        Ok(GUESTS)
    }
}
