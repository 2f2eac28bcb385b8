//! A player's own data: exporting all games, and being forgotten.

use tablier_rooms::{Command, Event, Occupant, Phase, PlayerId, RoomId};

use crate::error::Error;
use crate::hub::entry;
use crate::pairing::order;
use crate::server::Server;
use crate::store::{Line, Player, Query};

impl Server {
    /// All tables at which a player sits or sat.
    pub(crate) async fn all_games(&self, player: &PlayerId) -> Result<Vec<RoomId>, Error> {
        let current = Query::Current {
            player: player.clone(),
            limit: Query::MOST,
        };
        let tables = self.store().list(current).await?;
        let mut rooms: Vec<RoomId> = tables.into_iter().map(|table| table.line.id).collect();
        let mut before = u64::MAX >> 1;
        loop {
            let finished = Query::Finished {
                player: player.clone(),
                before,
                limit: Query::MOST,
            };
            let page = self.store().list(finished).await?;
            let Some(last) = page.last() else {
                return Ok(rooms);
            };
            before = last.line.touched;
            rooms.extend(page.into_iter().map(|table| table.line.id));
        }
    }

    /// Forgets a player. Games under way are given up; the name is removed from every log.
    pub(crate) async fn forget(&self, player: &Player) -> Result<(), Error> {
        for room in self.all_games(&player.id).await? {
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
        let mut changed = Vec::new();
        for line in self.hub().log(room, 0).await? {
            let mut known = entry(&line)?;
            if hide(&mut known.event, player) {
                changed.push(Line {
                    seq: line.seq,
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

fn hide(event: &mut Event, gone: &PlayerId) -> bool {
    match event {
        Event::Opened {
            host, host_name, ..
        } if host == gone => *host_name = NOBODY.into(),
        Event::Sat { player, name, .. } if player == gone => *name = NOBODY.into(),
        Event::Started { seats } => {
            let mut found = false;
            for seat in seats {
                if let Occupant::Person { player, name } = seat
                    && player == gone
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
