//! What a host does beside the running server, on the same store: servers see it within a few
//! seconds.

use std::path::PathBuf;
use std::sync::Arc;

use tablier_rooms::RoomId;

use crate::bus::LocalBus;
use crate::clock::Clock;
use crate::config::{Config, Limits, ServiceUrl};
use crate::error::Error;
use crate::hub::Hub;
use crate::identity::Identities;
use crate::lots::Lots;
use crate::machines::Machines;
use crate::server::CannotStart;
use crate::store::{Postgres, SharedStore, Sqlite};

/// Where everything is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a data folder.
    Folder(PathBuf),
    /// In a PostgreSQL database.
    Database(ServiceUrl),
}

/// The host's desk.
#[derive(Debug)]
pub struct Admin {
    hub: Hub,
    identities: Identities,
}

impl Admin {
    /// Opens a store, which must exist.
    pub async fn open(place: &Place) -> Result<Self, CannotStart> {
        let store: SharedStore = match place {
            Place::Folder(folder) => {
                let file = folder.join(Sqlite::FILE);
                if !file.exists() {
                    return Err(CannotStart(format!(
                        "{}: there is no store here; name its folder with --data",
                        file.display()
                    )));
                }
                Arc::new(Sqlite::open(folder).map_err(CannotStart)?)
            }
            Place::Database(url) => Arc::new(Postgres::open(&url.0).await.map_err(CannotStart)?),
        };
        let clock = Arc::new(Clock::system());
        let (machines, _) = Machines::start(1).map_err(|error| CannotStart(error.to_string()))?;
        Ok(Self {
            hub: Hub::new(
                store.clone(),
                Arc::new(LocalBus::new()),
                clock.clone(),
                Lots::system(),
                machines,
                &Config {
                    limits: Limits::none(),
                    ..Config::default()
                },
            ),
            identities: Identities::new(store, clock),
        })
    }

    /// Closes a table in any state, without a result.
    pub async fn close_table(&self, id: &str) -> Result<(), Error> {
        let id = RoomId::new(id).map_err(|error| Error::bad("bad-id", error))?;
        self.hub.close(&id).await
    }

    /// Forbids a name and all that look like it, or allows it again.
    pub async fn block_name(&self, name: &str, blocked: bool) -> Result<(), Error> {
        self.identities.block_name(name, blocked).await
    }

    /// Turns an account into a program's, opening it if there is none of that name. Returns its
    /// token, which is shown once; an older one stops working.
    pub async fn make_bot(&self, name: &str) -> Result<String, Error> {
        let (_, token) = self.identities.make_bot(name).await?;
        Ok(token.text().to_owned())
    }
}
