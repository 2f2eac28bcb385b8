//! Ratings: Glicko-2 for two players, Weng-Lin for more; only at tables opened as rated. A finished
//! table counts once, whichever server counts it.

use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};
use tablier_rooms::{PlayerId, Room, RoomId};
use tablier_rules::{Outcome, Seat, Verdict};

use crate::error::Error;
use crate::hub::Hub;
use crate::store::{Rating, SharedStore, StoreError};

/// How many times a table is counted again because another one of the same people was faster.
const ATTEMPTS: usize = 8;
/// Weng-Lin starts at 25 with an uncertainty of 25/3; shown on the scale of Glicko-2.
const WENG_LIN_START: f64 = 25.0;
const WENG_LIN_SCALE: f64 = 42.0;
/// A rating is provisional until its deviation is at most this.
const SURE: f64 = 110.0;

/// A rating as people see it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Shown {
    /// The rating; everybody starts at 1500.
    pub value: f64,
    /// How uncertain it is; everybody starts at 350.
    pub deviation: f64,
    /// Whether it is based on too few games to be taken seriously.
    pub provisional: bool,
}

/// A rating as it is shown.
pub fn shown(rating: &Rating) -> Shown {
    // Only Glicko-2 has a volatility.
    let (value, deviation) = if rating.volatility > 0.0 {
        (rating.value, rating.deviation)
    } else {
        (
            1500.0 + (rating.value - WENG_LIN_START) * WENG_LIN_SCALE,
            rating.deviation * WENG_LIN_SCALE,
        )
    };
    Shown {
        value,
        deviation,
        provisional: deviation > SURE,
    }
}

/// A finished game for ratings: who played, on which side, and what they got.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Result {
    game: String,
    seats: Vec<(PlayerId, u8, Verdict)>,
}

impl Result {
    /// The result of a room; none if it does not count.
    pub(crate) fn from_room(room: &Room) -> Option<Self> {
        let Some(Outcome::Seats { verdicts, .. }) = room.outcome() else {
            return None;
        };
        let sides = room.table().seating().sides;
        let seats = Seat::all(sides.len() as u8)
            .zip(room.occupants())
            .map(|(seat, occupant)| {
                let player = occupant.player()?.clone();
                Some((player, sides[seat.index()], verdicts[seat.index()]))
            })
            .collect::<Option<Vec<_>>>()?;
        let game = room.terms().game.clone();
        (room.terms().rated && seats.len() > 1).then_some(Self { game, seats })
    }

    /// The ratings afterwards; `before` has one for each seat, or none for a beginner.
    fn after(&self, before: &[Option<Rating>]) -> Vec<Rating> {
        if let [one, two] = &self.seats[..] {
            let outcome = match one.2.cmp(&two.2) {
                std::cmp::Ordering::Greater => Outcomes::WIN,
                std::cmp::Ordering::Less => Outcomes::LOSS,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
            };
            let (new_one, new_two) = glicko2(
                &glicko(before.first()),
                &glicko(before.get(1)),
                &outcome,
                &Glicko2Config::new(),
            );
            return [new_one, new_two]
                .into_iter()
                .enumerate()
                .map(|(seat, new)| {
                    self.rating(seat, before, new.rating, new.deviation, new.volatility)
                })
                .collect();
        }
        self.after_many(before)
    }

    fn after_many(&self, before: &[Option<Rating>]) -> Vec<Rating> {
        let mut sides: Vec<u8> = self.seats.iter().map(|seat| seat.1).collect();
        sides.sort_unstable();
        sides.dedup();
        let of_side = |side: u8| {
            let seats = self.seats.iter().enumerate();
            seats.filter(move |(_, seat)| seat.1 == side)
        };
        let teams: Vec<(Vec<WengLinRating>, MultiTeamOutcome)> = sides
            .iter()
            .map(|&side| {
                let team = of_side(side)
                    .map(|(at, _)| weng_lin(before.get(at)))
                    .collect();
                // A side did as well as the best of its seats.
                let best = of_side(side).map(|(_, seat)| seat.2).max();
                let rank = match best {
                    Some(Verdict::Won) => 1,
                    Some(Verdict::Drew) => 2,
                    _ => 3,
                };
                (team, MultiTeamOutcome::new(rank))
            })
            .collect();
        let borrowed: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .map(|(team, rank)| (&team[..], *rank))
            .collect();
        let new = weng_lin_multi_team(&borrowed, &WengLinConfig::new());
        let mut ratings = Vec::with_capacity(self.seats.len());
        for (&side, team) in sides.iter().zip(new) {
            for ((seat, _), new) in of_side(side).zip(team) {
                ratings.push(self.rating(seat, before, new.rating, new.uncertainty, 0.0));
            }
        }
        ratings
    }

    fn rating(
        &self,
        seat: usize,
        before: &[Option<Rating>],
        value: f64,
        deviation: f64,
        volatility: f64,
    ) -> Rating {
        let games = before.get(seat).and_then(Option::as_ref);
        Rating {
            player: self.seats[seat].0.clone(),
            game: self.game.clone(),
            value,
            deviation,
            volatility,
            games: games.map_or(0, |old| old.games) + 1,
        }
    }

    /// Reads, counts and writes; again if somebody else wrote meanwhile.
    async fn count(&self, store: &SharedStore, room: &RoomId) -> std::result::Result<(), Error> {
        for _ in 0..ATTEMPTS {
            let mut before = Vec::with_capacity(self.seats.len());
            for (player, ..) in &self.seats {
                let ratings = store.ratings(player).await?;
                before.push(ratings.into_iter().find(|rating| rating.game == self.game));
            }
            match store.rate(room, self.after(&before)).await {
                Ok(()) | Err(StoreError::Exists) => return Ok(()),
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Error::Overloaded)
    }
}

fn glicko(before: Option<&Option<Rating>>) -> Glicko2Rating {
    match before {
        Some(Some(old)) => Glicko2Rating {
            rating: old.value,
            deviation: old.deviation,
            volatility: old.volatility,
        },
        _ => Glicko2Rating::new(),
    }
}

fn weng_lin(before: Option<&Option<Rating>>) -> WengLinRating {
    match before {
        Some(Some(old)) => WengLinRating {
            rating: old.value,
            uncertainty: old.deviation,
        },
        _ => WengLinRating::new(),
    }
}

impl Hub {
    /// Counts a finished table, if it is rated and was not counted yet.
    pub(crate) async fn count(&self, id: &RoomId) {
        if let Err(error) = self.try_count(id).await {
            tracing::warn!(room = %id, %error, "a result is not counted yet");
        }
    }

    async fn try_count(&self, id: &RoomId) -> std::result::Result<(), Error> {
        match self.with_room(id, Result::from_room).await? {
            Some(result) => result.count(self.store(), id).await,
            // A table with nothing to count is marked too, so that it is not considered again.
            None => match self.store().rate(id, Vec::new()).await {
                Ok(()) | Err(StoreError::Exists) => Ok(()),
                Err(error) => Err(error.into()),
            },
        }
    }

    /// Counts everything not yet counted.
    pub(crate) async fn count_all(&self) -> std::result::Result<(), Error> {
        for id in self.store().unrated().await? {
            self.count(&id).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(seats: &[(&str, u8, Verdict)]) -> Result {
        let seat = |&(id, side, verdict): &(&str, u8, Verdict)| {
            (PlayerId::new(id).unwrap(), side, verdict)
        };
        Result {
            game: "d21".into(),
            seats: seats.iter().map(seat).collect(),
        }
    }

    #[test]
    fn whoever_wins_gains_what_the_other_loses() {
        let played = result(&[("ana", 0, Verdict::Lost), ("ben", 1, Verdict::Won)]);
        let after = played.after(&[None, None]);
        assert!(after[0].value < 1500.0 && after[1].value > 1500.0);
        assert!(after.iter().all(|r| r.games == 1 && r.deviation < 350.0));
        assert!(shown(&after[0]).provisional);
        let again = played.after(&[Some(after[0].clone()), Some(after[1].clone())]);
        assert!(again[1].value > after[1].value && again[1].games == 2);
        let even = result(&[("ana", 0, Verdict::Drew), ("ben", 1, Verdict::Drew)]);
        assert!((even.after(&[None, None])[0].value - 1500.0).abs() < 1e-6);
    }

    #[test]
    fn partners_gain_together_and_many_are_ranked() {
        let teams = result(&[
            ("ana", 0, Verdict::Won),
            ("ben", 1, Verdict::Lost),
            ("eve", 0, Verdict::Won),
            ("tom", 1, Verdict::Lost),
        ]);
        let after = teams.after(&[None, None, None, None]);
        let of = |id: &str| {
            let rating = after.iter().find(|r| r.player.as_str() == id).unwrap();
            shown(rating).value
        };
        assert!(of("ana") > 1500.0 && (of("ana") - of("eve")).abs() < 1e-9);
        assert!(of("ben") < 1500.0 && (of("ben") - of("tom")).abs() < 1e-9);
        assert!((of("ana") + of("ben") - 3000.0).abs() < 1.0);

        let alone = result(&[
            ("ana", 0, Verdict::Drew),
            ("ben", 1, Verdict::Drew),
            ("eve", 2, Verdict::Lost),
        ]);
        let after = alone.after(&[None, None, None]);
        let value = |at: usize| shown(&after[at]).value;
        assert!((value(0) - value(1)).abs() < 1e-9 && value(0) > value(2));
    }
}
