//! Random trees: any number of seats and teams, a side may act several times in a row.

use tablier_rules::{Outcome, Rules, Seat, Status, Verdict, hash};

use crate::{Evaluation, Foresight, Inputs, Knowledge, Mind, MoveOrdering, Reasons};

#[derive(Clone, Debug)]
pub(crate) struct Toy {
    pub(crate) seed: u64,
    pub(crate) seats: u8,
    pub(crate) teams: bool,
    pub(crate) depth: u8,
    pub(crate) widest: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    way: u64,
    depth: u8,
}

impl Rules for Toy {
    type Position = Place;
    type Action = u8;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn side(&self, seat: Seat) -> u8 {
        if self.teams {
            seat.index() as u8 % 2
        } else {
            seat.index() as u8
        }
    }

    fn start(&self) -> Place {
        Place {
            way: hash::mix(self.seed),
            depth: 0,
        }
    }

    fn actions(&self, position: &Place, actions: &mut Vec<u8>) -> Status {
        actions.clear();
        let noise = hash::mix(position.way);
        if position.depth >= self.depth || (noise >> 40).is_multiple_of(11) && position.depth > 0 {
            let outcome = Outcome::each(self.seats, |seat| {
                let side = u64::from(self.side(seat));
                match (noise >> (8 + 4 * side)) & 3 {
                    0 => Verdict::Drew,
                    1 => Verdict::Won,
                    _ => Verdict::Lost,
                }
            });
            // Two sides do not both win.
            let fair = match outcome {
                Outcome::Seats { count, verdicts } if self.seats == 2 || self.teams => {
                    let first = verdicts[0];
                    Outcome::each(count, |seat| match (self.side(seat), first) {
                        (0, verdict) => verdict,
                        (_, Verdict::Won) => Verdict::Lost,
                        (_, Verdict::Lost) => Verdict::Won,
                        (_, Verdict::Drew) => Verdict::Drew,
                    })
                }
                Outcome::Seats { count, .. } => {
                    let winner = (noise >> 20) % u64::from(self.seats);
                    Outcome::won_by(count, |seat| seat.index() as u64 == winner)
                }
                left => left,
            };
            return Status::Over(fair);
        }
        let width = 1 + (noise >> 32) % u64::from(self.widest);
        actions.extend(0..width as u8);
        Status::Acts(Seat::new(((noise >> 50) % u64::from(self.seats)) as u8))
    }

    fn apply(&self, position: &mut Place, action: u8) {
        position.way = hash::mix(position.way ^ (u64::from(action) + 1));
        position.depth += 1;
    }

    fn key(&self, position: &Place) -> u64 {
        position.way
    }
}

impl Evaluation for Toy {
    fn evaluate(&self, position: &Place, _acts: Seat, _actions: &[u8], side: u8) -> i32 {
        let south = (hash::mix(position.way ^ 77) % 401) as i32 - 200;
        if self.seats == 2 || self.teams {
            if side == 0 { south } else { -south }
        } else {
            (hash::mix(position.way ^ u64::from(side)) % 401) as i32 - 200
        }
    }

    fn worths(&self, position: &Place, acts: Seat, actions: &[u8]) -> [i32; Seat::MOST] {
        [0, 1, 2, 3].map(|side| self.evaluate(position, acts, actions, side))
    }
}

impl MoveOrdering for Toy {}

impl Knowledge for Toy {}

impl Reasons for Toy {}

impl Foresight for Toy {}

impl Inputs for Toy {}

impl Mind for Toy {}
