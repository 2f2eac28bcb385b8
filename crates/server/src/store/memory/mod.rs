mod leases;
mod logs;
mod people;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tablier_rooms::{PlayerId, RoomId};
use tokio::time::Instant;

use super::{Credentials, Key, Player, Rating};
use logs::Kept;

/// The twin of the real store: everything in memory, for tests and simulations. It can be shared by
/// several servers and outlives each of them.
#[derive(Default)]
pub struct Memory {
    state: Mutex<State>,
    writes: AtomicU64,
}

#[derive(Default)]
struct State {
    rooms: BTreeMap<RoomId, Kept>,
    players: BTreeMap<PlayerId, Player>,
    accounts: BTreeMap<String, (PlayerId, Credentials)>,
    keys: HashMap<[u8; 32], Key>,
    blocked: BTreeSet<String>,
    ratings: BTreeMap<(PlayerId, String), Rating>,
    counted: BTreeSet<RoomId>,
    /// Who holds a lease, until when.
    leases: BTreeMap<String, (String, Instant)>,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> MutexGuard<'_, State> {
        self.writes.fetch_add(1, Ordering::Relaxed);
        self.state()
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}
