//! What goes wrong between here and the database, and what is tried again.

use std::time::Duration;

use deadpool_postgres::PoolError;
use tokio::time::{Instant, sleep};
use tokio_postgres::error::SqlState;

use crate::identity::secrets;
use crate::store::StoreError;

/// After this time whoever asked is told.
const LONGEST: Duration = Duration::from_secs(4);
/// The first wait; each is twice as long as the one before.
const FIRST: Duration = Duration::from_millis(10);
const LONGEST_WAIT: Duration = Duration::from_millis(500);

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// It was certainly not done, and may go well the next time.
    Again(String),
    /// The connection was lost before the answer came: perhaps it was done.
    Unknown(String),
    /// It was not done, and will not go well the next time either.
    Final(StoreError),
}

impl Trouble {
    /// Where nothing can have been done yet, or it does no harm to do it twice.
    pub(super) fn before_the_end(self) -> Self {
        match self {
            Trouble::Unknown(why) => Trouble::Again(why),
            other => other,
        }
    }
}

impl From<tokio_postgres::Error> for Trouble {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(said) = error.as_db_error() else {
            return Trouble::Unknown(with_causes(&error));
        };
        let why = format!("{}: {}", said.code().code(), said.message());
        match said.code() {
            &SqlState::T_R_SERIALIZATION_FAILURE
            | &SqlState::T_R_DEADLOCK_DETECTED
            | &SqlState::LOCK_NOT_AVAILABLE
            | &SqlState::TOO_MANY_CONNECTIONS
            | &SqlState::ADMIN_SHUTDOWN
            | &SqlState::CRASH_SHUTDOWN
            | &SqlState::CANNOT_CONNECT_NOW
            // A standby that is about to take over.
            | &SqlState::READ_ONLY_SQL_TRANSACTION => Trouble::Again(why),
            &SqlState::UNIQUE_VIOLATION => Trouble::Final(StoreError::Exists),
            _ => Trouble::Final(StoreError::Unavailable(why)),
        }
    }
}

/// An error and what led to it.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(why) = cause {
        text = format!("{text}: {why}");
        cause = why.source();
    }
    text
}

impl From<PoolError> for Trouble {
    fn from(error: PoolError) -> Self {
        // Without a connection nothing was done.
        match error {
            PoolError::Backend(error) => match Trouble::from(error) {
                Trouble::Final(StoreError::Unavailable(why)) => {
                    Trouble::Final(StoreError::Unavailable(why))
                }
                Trouble::Final(_) => Trouble::Again("no connection".into()),
                other => other.before_the_end(),
            },
            other => Trouble::Again(other.to_string()),
        }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Trouble::Final(error)
    }
}

/// How often something was tried: with longer and longer waits, and not for ever.
pub(super) struct Tries {
    began: Instant,
    wait: Duration,
}

impl Tries {
    pub(super) fn begin() -> Self {
        Self {
            began: Instant::now(),
            wait: FIRST,
        }
    }

    /// Waits before the next attempt; the error is what to tell whoever asked.
    pub(super) async fn after(&mut self, trouble: Trouble) -> Result<(), StoreError> {
        let why = match trouble {
            Trouble::Final(error) => return Err(error),
            Trouble::Unknown(why) => return Err(StoreError::Unavailable(why)),
            Trouble::Again(why) => why,
        };
        if self.began.elapsed() + self.wait > LONGEST {
            return Err(StoreError::Unavailable(why));
        }
        metrics::counter!("tablier_store_retries_total").increment(1);
        tracing::debug!(%why, "the database is asked again");
        // Half of it by lot, so that servers do not come back all at once.
        let half = self.wait / 2;
        sleep(half + half.mul_f64((secrets::lot() % 1024) as f64 / 1024.0)).await;
        self.wait = (2 * self.wait).min(LONGEST_WAIT);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_may_go_well_is_tried_again_and_not_for_ever() {
        let mut tries = Tries::begin();
        let began = Instant::now();
        let mut count = 0;
        let end = loop {
            count += 1;
            if let Err(end) = tries.after(Trouble::Again("busy".into())).await {
                break end;
            }
        };
        assert_eq!(end, StoreError::Unavailable("busy".into()));
        assert!(began.elapsed() <= LONGEST && began.elapsed() > LONGEST / 2);
        assert!((8..40).contains(&count), "{count}");
        let exists = Tries::begin().after(StoreError::Exists.into()).await;
        assert_eq!(exists, Err(StoreError::Exists));
        let unknown = Tries::begin().after(Trouble::Unknown("cut".into())).await;
        assert_eq!(unknown, Err(StoreError::Unavailable("cut".into())));
    }
}
