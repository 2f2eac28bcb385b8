use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;

use super::{Sqlite, unavailable};
use crate::store::{Leases, Stored};

/// Leases of those who share the file. Between processes the system keeps them, by locks on small
/// files beside the store: they end with their process, and nothing is written while nothing
/// happens. Within a process they end with their time.
#[derive(Default)]
pub(super) struct Held(Mutex<BTreeMap<String, Lease>>);

struct Lease {
    holder: String,
    until: Instant,
    _lock: File,
}

#[async_trait]
impl Leases for Sqlite {
    async fn lease(&self, name: &str, holder: &str, ms: u64) -> Stored<bool> {
        let now = Instant::now();
        let until = now + Duration::from_millis(ms);
        let mut held = self.held.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lease) = held.get_mut(name) {
            let free = lease.holder == holder || lease.until < now;
            if free {
                holder.clone_into(&mut lease.holder);
                lease.until = until;
            }
            return Ok(free);
        }
        let file = File::options()
            .create(true)
            .write(true)
            .truncate(false)
            .open(self.lease_file(name))
            .map_err(unavailable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => return Err(unavailable(error)),
        }
        let lease = Lease {
            holder: holder.to_owned(),
            until,
            _lock: file,
        };
        held.insert(name.to_owned(), lease);
        Ok(true)
    }

    async fn release(&self, name: &str, holder: &str) -> Stored<()> {
        let mut held = self.held.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.get(name).is_some_and(|lease| lease.holder == holder) {
            // Whoever has it open already may get it beside whoever makes it anew: no harm is done.
            let _ = std::fs::remove_file(self.lease_file(name));
            held.remove(name);
        }
        Ok(())
    }
}

impl Sqlite {
    fn lease_file(&self, name: &str) -> PathBuf {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        let plain: String = "lease-".chars().chain(letters).collect();
        self.path.with_file_name(plain)
    }
}
