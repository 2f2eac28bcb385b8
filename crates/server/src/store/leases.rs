use std::fmt;

use async_trait::async_trait;

use super::Stored;

/// Who does something on behalf of all servers, for how long. What a lease protects must stay right
/// even if two hold it for a moment: it saves work and keeps order, it is no lock.
#[async_trait]
pub trait Leases: Send + Sync + fmt::Debug + 'static {
    /// Takes a lease that nobody has, or renews one's own, for so many milliseconds by the store's
    /// clock. False if another holder has it. Where the store itself notices that a holder's process
    /// has ended, its leases end with it.
    async fn lease(&self, name: &str, holder: &str, ms: u64) -> Stored<bool>;

    /// Gives a lease back before its time; does nothing if another holder has it.
    async fn release(&self, name: &str, holder: &str) -> Stored<()>;
}
