//! "Anyone": the oldest open table of that game and clock, or a new one to wait at.
//!
//! There is no separate queue. A waiting player sits at a listed table like any other, so it works
//! across servers, and nobody is lost when one goes down.

use std::time::Duration;

use tablier_protocol::Pairing;
use tablier_rooms::{
    Actor, Command, CommandId, Opening, Order, PlayerId, Refusal, Room, RoomId, Terms,
};

use crate::error::Error;
use crate::hub::Hub;
use crate::identity::{names, secrets};
use crate::store::{Listing, Query};

/// How long after the last sign a host counts as here.
pub const HERE: u64 = 45_000;
/// How many times somebody gives up a table for an older one that is then taken.
const ATTEMPTS: usize = 20;
/// How many times, and with which pause, the host of the oldest of several tables checks whether
/// the others come.
const LOOKS: usize = 5;
const PAUSE: Duration = Duration::from_millis(50);

impl Hub {
    /// Seats a player at a table with somebody looking for the same; returns the table.
    pub async fn pair(
        &self,
        player: &PlayerId,
        name: &str,
        wanted: &Pairing,
    ) -> Result<RoomId, Error> {
        let plain =
            Terms::for_game(&wanted.game).map_err(|refusal| Error::Refused { refusal, seq: 0 })?;
        let terms = Terms {
            time: wanted.time,
            rated: wanted.rated,
            listed: true,
            ..plain
        };
        if terms.seats.len() < 2 {
            return Err(Error::bad("one-seat", "this game is played alone"));
        }
        for _ in 0..ATTEMPTS {
            if let Some(id) = self.try_tables(player, name, &terms).await? {
                return Ok(id);
            }
            let opening = Opening {
                terms: terms.clone(),
                host: player.clone(),
                host_name: name.to_owned(),
                chair: Some(0),
            };
            let mine = self.open(opening).await?;
            if !self.waits_in_vain(&terms, &mine).await? || !self.gave_up(player, &mine).await? {
                return Ok(mine);
            }
        }
        Err(Error::Overloaded)
    }

    /// Whether somebody who has just opened a table should rather sit down at another.
    ///
    /// Many may ask at the same moment and each open a table. A host who sees an older one gives up
    /// their own and goes there. The host of the older one may have looked before the younger was
    /// stored, and two servers' clocks differ, so a younger one that nobody leaves within a moment
    /// is a reason as well. The log decides: if somebody has already sat down, the game is on and
    /// the table cannot be given up.
    async fn waits_in_vain(&self, terms: &Terms, mine: &RoomId) -> Result<bool, Error> {
        for look in 0..LOOKS {
            let tables = self.pairs(terms).await?;
            let place = tables.iter().position(|table| table.line.id == *mine);
            match place {
                // The game has begun.
                None => return Ok(false),
                Some(0) if tables.len() == 1 => return Ok(false),
                Some(0) if look + 1 < LOOKS => tokio::time::sleep(PAUSE).await,
                Some(_) => return Ok(true),
            }
        }
        Ok(false)
    }

    /// The tables where somebody waits for this, the oldest first.
    async fn pairs(&self, terms: &Terms) -> Result<Vec<Listing>, Error> {
        let query = Query::Pairs {
            game: terms.game.clone(),
            time: terms.time,
            rated: terms.rated,
            seen_since: self.clock().now().saturating_sub(HERE),
        };
        Ok(self.store().list(query).await?)
    }

    /// Sits down at the first table where that works; the player's own counts.
    async fn try_tables(
        &self,
        player: &PlayerId,
        name: &str,
        terms: &Terms,
    ) -> Result<Option<RoomId>, Error> {
        for Listing { line, .. } in self.pairs(terms).await? {
            let (sits, seq, name) = self
                .with_room(&line.id, |room| {
                    let name = names::at_table(name, player, room);
                    (room.chair_of(player).is_some(), room.seq(), name)
                })
                .await?;
            if sits {
                return Ok(Some(line.id));
            }
            let sit = Command::Sit { chair: None, name };
            match self.command(&line.id, order(player, seq, sit), 0).await {
                Ok(_) => return Ok(Some(line.id)),
                // Somebody was faster.
                Err(Error::Refused { refusal, .. }) if is_taken(&refusal) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Stops looking for anyone: leaves the tables where the player waits.
    pub async fn stop_pairing(&self, player: &PlayerId) -> Result<(), Error> {
        let query = Query::Current {
            player: player.clone(),
            limit: Query::MOST,
        };
        for Listing { line, .. } in self.store().list(query).await? {
            let waits = self
                .with_room(&line.id, |room| {
                    crate::hub::pairs(room.terms()) && room.occupants().is_empty()
                })
                .await?;
            if waits {
                self.gave_up(player, &line.id).await?;
            }
        }
        Ok(())
    }

    /// Leaves a waiting table, and closes it if nobody else sits there; false if the game has begun
    /// meanwhile.
    async fn gave_up(&self, player: &PlayerId, id: &RoomId) -> Result<bool, Error> {
        let (seq, alone) = self
            .with_room(id, |room: &Room| {
                let others = room.chairs().iter().flatten().filter_map(|o| o.player());
                let alone = others.into_iter().all(|other| other == player);
                (room.seq(), alone && room.host() == player)
            })
            .await?;
        let command = if alone {
            Command::Close
        } else {
            Command::Stand
        };
        match self.command(id, order(player, seq, command), 0).await {
            Ok(_) => Ok(true),
            Err(Error::Refused { refusal, .. }) => Ok(refusal != Refusal::Started),
            Err(error) => Err(error),
        }
    }
}

fn is_taken(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::Full
            | Refusal::ChairTaken
            | Refusal::Started
            | Refusal::Over
            | Refusal::Outdated { .. }
    )
}

/// An order with a fresh id.
pub(crate) fn order(player: &PlayerId, expects: u64, command: Command) -> Order {
    Order {
        id: CommandId::new(secrets::room_id().as_str()).expect("an id is an id"),
        expects,
        actor: Actor::Player(player.clone()),
        command,
    }
}
