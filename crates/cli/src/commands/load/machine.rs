//! Tables where a computer has a seat: it thinks without pause, and people elsewhere are not to
//! notice.

use std::time::{Duration, Instant};

use tablier_rooms::Phase;
use tokio::time::timeout;

use super::pace::Pace;
use super::party::Party;

/// How often somebody who waits for the computer looks whether it is all over.
const LOOK: Duration = Duration::from_millis(250);

impl Party {
    /// Plays one game after the other. Guests act at once, whatever the rate, so that the computer
    /// always has something to think about.
    pub(super) async fn play_with_machine(
        &mut self,
        pace: &Pace,
        whole: bool,
    ) -> Result<(), String> {
        let goes_on = || match whole {
            true => !pace.is_late(),
            false => !pace.is_over(),
        };
        while goes_on() {
            let room = self.room()?;
            if room.phase() != Phase::Playing {
                if pace.is_over() {
                    return Ok(());
                }
                self.rematch().await?;
            } else if room.house_acts().is_some() {
                self.listen().await?;
            } else {
                let begun = Instant::now();
                let connected = self.played.reconnected;
                self.act().await?;
                let seq = self.room()?.seq();
                if self.room()?.house_acts().is_none() {
                    continue;
                }
                while self.room()?.seq() == seq && goes_on() {
                    self.listen().await?;
                }
                // What a reconnection takes is no delay of the server's.
                if self.played.reconnected == connected && self.room()?.seq() > seq {
                    let delay = begun.elapsed().as_micros();
                    let delay = delay.min(u128::from(u32::MAX)) as u32;
                    self.played.answers.push(delay);
                }
            }
        }
        match whole && self.room()?.phase() == Phase::Playing {
            true => Err("the game was not over in time".to_owned()),
            false => Ok(()),
        }
    }

    /// Hears what comes next, if it comes soon. A computer in a long queue takes its time: nothing
    /// is sent again.
    async fn listen(&mut self) -> Result<(), String> {
        match timeout(LOOK, self.next()).await {
            Ok((at, Ok(message))) => self.hear(at, &message).await,
            Ok((at, Err(_))) => self.reconnect(at).await,
            Err(_) => Ok(()),
        }
    }
}
