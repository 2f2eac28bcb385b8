use std::time::Duration;

use async_trait::async_trait;
use tokio::time::Instant;

use super::Memory;
use crate::store::{Leases, Stored};

#[async_trait]
impl Leases for Memory {
    async fn lease(&self, name: &str, holder: &str, ms: u64) -> Stored<bool> {
        let now = Instant::now();
        let mut state = self.state();
        let taken = state
            .leases
            .get(name)
            .is_some_and(|(other, until)| other != holder && *until >= now);
        if !taken {
            let until = now + Duration::from_millis(ms);
            state.leases.insert(name.into(), (holder.into(), until));
        }
        Ok(!taken)
    }

    async fn release(&self, name: &str, holder: &str) -> Stored<()> {
        let mut state = self.state();
        if state.leases.get(name).is_some_and(|(own, _)| own == holder) {
            state.leases.remove(name);
        }
        Ok(())
    }
}
