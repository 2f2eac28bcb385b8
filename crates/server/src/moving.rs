//! Games that come along when a guest logs in.

use std::collections::BTreeSet;

use serde::Serialize;
use tablier_rooms::{PlayerId, Refusal, RoomId};
use utoipa::ToSchema;

use crate::error::Error;
use crate::server::Server;
use crate::store::Query;

/// What became of a guest's games.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub(crate) struct Moved {
    /// How many are the account's now.
    pub(crate) moved: u32,
    /// How many stay the guest's, because the account sits at the same table.
    pub(crate) stayed: u32,
}

impl Server {
    /// Gives a guest's tables to an account: those that are open, being played or over. Done again
    /// after a failure, it goes on where it was.
    pub(crate) async fn bring_along(
        &self,
        guest: &PlayerId,
        account: &PlayerId,
    ) -> Result<Moved, Error> {
        let mut moved = Moved::default();
        let mut known = BTreeSet::new();
        // What has moved is found no more, so that the next page comes by itself.
        loop {
            let mut tables = self.tables_of(guest).await?;
            tables.retain(|id| known.insert(id.clone()));
            if tables.is_empty() {
                return Ok(moved);
            }
            for id in tables {
                match self.hub().become_another(&id, guest, account).await {
                    Ok(()) => moved.moved += 1,
                    Err(Error::Refused {
                        refusal: Refusal::SeatedAlready,
                        ..
                    }) => moved.stayed += 1,
                    // It was removed, or they have left it.
                    Err(Error::Refused { .. } | Error::NotFound(_)) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }

    /// The tables of a guest who has become an account: they are the same person's, and stay.
    pub(crate) async fn games_of(&self, player: &PlayerId) -> Result<Moved, Error> {
        let tables: BTreeSet<RoomId> = self.tables_of(player).await?.into_iter().collect();
        Ok(Moved {
            moved: tables.len() as u32,
            stayed: 0,
        })
    }

    /// Tables where somebody sits, and open ones that they host.
    async fn tables_of(&self, guest: &PlayerId) -> Result<Vec<RoomId>, Error> {
        let (player, limit) = (guest.clone(), Query::MOST);
        let queries = [
            Query::Current {
                player: player.clone(),
                limit,
            },
            Query::Finished {
                player: player.clone(),
                before: u64::MAX >> 1,
                limit,
            },
            Query::Hosted { host: player },
        ];
        let mut tables = Vec::new();
        for query in queries {
            let found = self.store().list(query).await?;
            tables.extend(found.into_iter().map(|table| table.line.id));
        }
        Ok(tables)
    }
}
