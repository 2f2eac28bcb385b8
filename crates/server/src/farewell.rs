//! Being forgotten.

use tablier_rooms::{Command, Event, Occupant, Phase, PlayerId, RoomId};

use crate::error::Error;
use crate::hub::entry;
use crate::pairing::order;
use crate::server::Server;
use crate::store::{LogLine, Player};

impl Server {
    /// Forgets a player. Games under way are given up; the name is removed from every log.
    pub(crate) async fn forget(&self, player: &Player) -> Result<(), Error> {
        for room in self.store().naming(&player.id).await? {
            self.give_up(&room, &player.id).await?;
            self.redact(&room, &player.id).await?;
        }
        self.store().forget_player(&player.id).await?;
        Ok(())
    }

    async fn give_up(&self, room: &RoomId, player: &PlayerId) -> Result<(), Error> {
        let (phase, seq, host) = self
            .hub()
            .with_room(room, |room| {
                (room.phase(), room.seq(), room.host() == player)
            })
            .await?;
        let command = match phase {
            Phase::Waiting if host => Command::Close,
            Phase::Waiting => Command::Stand,
            Phase::Playing => Command::Resign,
            Phase::Over | Phase::Aborted(_) => return Ok(()),
        };
        match self
            .hub()
            .command(room, order(player, seq, command), 0)
            .await
        {
            // It has ended meanwhile.
            Ok(_) | Err(Error::Refused { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Removes a player's name from a log; what they did stays.
    async fn redact(&self, room: &RoomId, player: &PlayerId) -> Result<(), Error> {
        let log = self.hub().log(room, 0).await?;
        let log = log.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
        // Somebody who came as a guest is named by both ids.
        let mut ids = vec![player.clone()];
        for entry in log.iter().rev() {
            match &entry.event {
                Event::Became { player, now } if ids.contains(now) => ids.push(player.clone()),
                _ => {}
            }
        }
        let mut changed = Vec::new();
        for mut known in log {
            if hide(&mut known.event, &ids) {
                changed.push(LogLine {
                    seq: known.seq,
                    body: serde_json::to_string(&known).map_err(Error::internal)?,
                });
            }
        }
        self.store().rewrite(room, changed).await?;
        self.hub().drop_copy(room).await;
        Ok(())
    }
}

/// Replaces a removed name. A name is never empty.
const NOBODY: &str = "—";

fn hide(event: &mut Event, gone: &[PlayerId]) -> bool {
    match event {
        Event::Opened {
            host, host_name, ..
        } if gone.contains(host) => *host_name = NOBODY.into(),
        Event::Sat { player, name, .. } if gone.contains(player) => *name = NOBODY.into(),
        Event::Started { seats } => {
            let mut found = false;
            for seat in seats {
                if let Occupant::Person { player, name } = seat
                    && gone.contains(player)
                {
                    *name = NOBODY.into();
                    found = true;
                }
            }
            return found;
        }
        _ => return false,
    }
    true
}
