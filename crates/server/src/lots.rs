//! What a server draws by lot for its tables.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use tablier_rooms::RoomId;
use tablier_rules::hash::SplitMix64;

use crate::identity::secrets;

/// Draws for tables: who begins, and the ids of new tables. Everything secret is drawn elsewhere
/// ([`secrets`]), always by the system.
pub struct Lots {
    /// Where the numbers come from; none for the system.
    seeded: Option<Mutex<SplitMix64>>,
}

impl Lots {
    /// Draws that nobody can foresee.
    pub fn system() -> Self {
        Self { seeded: None }
    }

    /// Draws that a seed reproduces, for simulations.
    pub fn seeded(seed: u64) -> Self {
        Self {
            seeded: Some(Mutex::new(SplitMix64::new(seed))),
        }
    }

    /// Any number.
    pub(crate) fn lot(&self) -> u64 {
        match &self.seeded {
            Some(numbers) => numbers
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next(),
            None => secrets::lot(),
        }
    }

    /// The id of a new table.
    pub(crate) fn room_id(&self) -> RoomId {
        match &self.seeded {
            Some(_) => RoomId::new(&format!("{:016x}", self.lot())).expect("digits are an id"),
            None => secrets::room_id(),
        }
    }
}

impl fmt::Debug for Lots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lots").finish_non_exhaustive()
    }
}
