use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use tablier_protocol::Notice;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::bus::{LocalBus, NatsBus, PostgresBus, SharedBus};
use crate::clock::Clock;
use crate::config::Config;
use crate::error::Error;
use crate::gate::Gate;
use crate::hub::Hub;
use crate::identity::Identities;
use crate::lots::Lots;
use crate::machines::Machines;
use crate::measures;
use crate::store::{Memory, Postgres, SharedStore, Sqlite};

/// A server with all its parts; [`crate::app`] makes it answer.
#[derive(Clone)]
pub struct Server {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) config: Config,
    pub(crate) store: SharedStore,
    pub(crate) clock: Arc<Clock>,
    pub(crate) hub: Hub,
    pub(crate) identities: Identities,
    pub(crate) gate: Gate,
    pub(crate) metrics: Option<PrometheusHandle>,
    closing: watch::Sender<bool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}

/// Why a server cannot start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CannotStart(pub String);

impl fmt::Display for CannotStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CannotStart {}

impl Server {
    /// Opens the configured store and starts.
    pub async fn start(config: Config) -> Result<Self, CannotStart> {
        let (store, bus) = connect(&config).await?;
        Self::with(config, store, bus, Arc::new(Clock::system())).await
    }

    /// Starts on a store, a bus and a clock that may be shared with other servers.
    pub async fn with(
        config: Config,
        store: SharedStore,
        bus: SharedBus,
        clock: Arc<Clock>,
    ) -> Result<Self, CannotStart> {
        Self::with_lots(config, store, bus, clock, Lots::system()).await
    }

    /// The same, with draws that a simulation can repeat.
    pub async fn with_lots(
        config: Config,
        store: SharedStore,
        bus: SharedBus,
        clock: Arc<Clock>,
        lots: Lots,
    ) -> Result<Self, CannotStart> {
        let failed = |error: &dyn fmt::Display| CannotStart(error.to_string());
        let (machines, thoughts) =
            Machines::start(config.machine_threads()).map_err(|error| failed(&error))?;
        let limits = config.limits;
        let hub = Hub::new(store.clone(), bus, clock.clone(), lots, machines, &config);
        hub.try_to_keep_house()
            .await
            .map_err(|error: Error| failed(&error))?;
        let mut tasks = hub.start(thoughts);
        tasks.push(tokio::spawn(hub.clone().sweep_for_ever()));
        let server = Self {
            inner: Arc::new(Inner {
                identities: Identities::new(store.clone(), clock.clone()),
                gate: Gate::new(limits),
                metrics: measures::recorder(),
                config,
                store,
                clock,
                hub,
                closing: watch::channel(false).0,
                tasks: Mutex::default(),
            }),
        };
        let weak = Arc::downgrade(&server.inner);
        tasks.push(tokio::spawn(async move {
            while let Some(inner) = weak.upgrade() {
                inner.gate.tidy();
                if let Some(metrics) = &inner.metrics {
                    metrics.run_upkeep();
                }
                drop(inner);
                tokio::time::sleep(Duration::from_secs(10)).await;
            }
        }));
        *server.tasks() = tasks;
        Ok(server)
    }

    fn tasks(&self) -> std::sync::MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.inner
            .tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables.
    pub fn hub(&self) -> &Hub {
        &self.inner.hub
    }

    /// The store.
    pub fn store(&self) -> &SharedStore {
        &self.inner.store
    }

    /// The clock, which tests may put forward.
    pub fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    /// Identifies people and manages their accounts.
    pub fn identities(&self) -> &Identities {
        &self.inner.identities
    }

    /// Tells clients to come back and closes their connections; no more are accepted.
    pub fn close(&self) {
        self.inner.hub.notice(Notice::Restarting);
        self.inner.closing.send_replace(true);
    }

    /// Becomes true when the server closes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.inner.closing.subscribe()
    }

    /// Ends everything that runs beside requests.
    pub fn stop(&self) {
        self.close();
        for task in self.tasks().drain(..) {
            task.abort();
        }
    }
}

/// The configured store, and the bus that goes with it.
pub(crate) async fn connect(config: &Config) -> Result<(SharedStore, SharedBus), CannotStart> {
    let store: SharedStore = match (&config.database, &config.data) {
        (Some(url), _) => Arc::new(Postgres::open(&url.0).await.map_err(CannotStart)?),
        (None, Some(folder)) => Arc::new(Sqlite::open(folder).map_err(CannotStart)?),
        (None, None) => Arc::new(Memory::new()),
    };
    let bus: SharedBus = match (&config.bus, &config.database) {
        (Some(url), _) => {
            let generation = store.generation().await;
            let name = generation.map_err(|error| CannotStart(error.to_string()))?;
            let bus = NatsBus::connect(&url.0, &name).await;
            Arc::new(bus.map_err(CannotStart)?)
        }
        (None, Some(url)) => Arc::new(PostgresBus::connect(&url.0).map_err(CannotStart)?),
        (None, None) => Arc::new(LocalBus::new()),
    };
    Ok((store, bus))
}
