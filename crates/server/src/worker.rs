use std::future::Future;
use std::sync::Arc;

use tokio::task::JoinHandle;

use crate::clock::Clock;
use crate::config::Config;
use crate::hub::Hub;
use crate::lots::Lots;
use crate::machines::Machines;
use crate::server::{CannotStart, connect};

/// A process that thinks for computer players on behalf of servers that share its store, on this
/// machine or another. Any number may run; people's tables never wait for one.
#[derive(Debug)]
pub struct Worker {
    tasks: Vec<JoinHandle<()>>,
}

impl Worker {
    /// Connects to the configured store and starts.
    pub async fn start(config: &Config) -> Result<Self, CannotStart> {
        let (store, bus) = connect(config).await?;
        Self::with(config, store, bus).await
    }

    /// Starts on a store and a bus that are shared with servers.
    pub async fn with(
        config: &Config,
        store: crate::store::SharedStore,
        bus: crate::bus::SharedBus,
    ) -> Result<Self, CannotStart> {
        let (machines, thoughts) = Machines::start(config.machine_threads())
            .map_err(|error| CannotStart(error.to_string()))?;
        let clock = Arc::new(Clock::system());
        let hub = Hub::new(store, bus, clock, Lots::system(), machines, config);
        Ok(Self {
            tasks: hub.start_work(thoughts),
        })
    }

    /// Works until `shutdown` is done. What is being thought about then is thought about by another.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        shutdown.await;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}
