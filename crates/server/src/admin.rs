//! What a host does beside the running server, on the same store: servers see it within a second.

use std::path::Path;
use std::sync::Arc;

use tablier_rooms::RoomId;

use crate::bus::LocalBus;
use crate::clock::Clock;
use crate::error::Error;
use crate::hub::Hub;
use crate::identity::Identities;
use crate::machines::Machines;
use crate::server::CannotStart;
use crate::store::{SharedStore, Sqlite};

/// The host's desk.
#[derive(Debug)]
pub struct Admin {
    hub: Hub,
    identities: Identities,
}

impl Admin {
    /// Opens the store of a data folder, which must exist.
    pub fn open(folder: &Path) -> Result<Self, CannotStart> {
        let file = folder.join(Sqlite::FILE);
        if !file.exists() {
            return Err(CannotStart(format!(
                "{}: there is no store here; name its folder with --data",
                file.display()
            )));
        }
        let store: SharedStore = Arc::new(Sqlite::open(folder).map_err(CannotStart)?);
        let clock = Arc::new(Clock::system());
        let (machines, _) = Machines::start(1).map_err(|error| CannotStart(error.to_string()))?;
        let bus = Arc::new(LocalBus::new());
        Ok(Self {
            hub: Hub::new(store.clone(), bus, clock.clone(), machines, 0, 0),
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
