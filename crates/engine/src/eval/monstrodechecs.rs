//! Monstrodéchecs: dice (the devil above all), how far they reach, which are immune, and what the
//! next attack of each seat can strike.

use tablier_rules::monstrodechecs::{Action, Mode, Monstrodechecs, Position, Stage};
use tablier_rules::{Rules, Seat};

use crate::Mind;

const DIE: i32 = 100;
/// In Diabléchecs the devil is everything, and the other dice are worth less.
const DEVIL: i32 = 500;
const GUARD: i32 = 55;
/// A point, where points decide.
const POINT: i32 = 110;
/// Only a monster can hit it.
const IMMUNE: i32 = 12;
const MONSTER: i32 = 10;
/// Each square of range.
const RANGE: i32 = 3;
const BONUS: i32 = 8;
const TEMPO: i32 = 25;

impl Mind for Monstrodechecs {
    fn worths(&self, position: &Position, acts: Seat, _actions: &[Action]) -> [i32; Seat::MOST] {
        let mut worths = [0; Seat::MOST];
        let devils = self.mode() == Mode::Devils;
        for seat in Seat::all(self.seats()) {
            let mut worth = 0;
            if self.counts_points() {
                worth += POINT * i32::from(position.score(seat));
            }
            if position.plays(seat) {
                let die_worth = if devils { GUARD } else { DIE };
                for (square, die) in position.dice_of(seat) {
                    worth += die_worth;
                    if die.is_immune() {
                        worth += IMMUNE;
                    } else if die.is_monster() {
                        worth += MONSTER;
                    }
                    worth += RANGE * i32::from(position.range(seat, square).min(6));
                }
                if devils && position.stage() != Stage::SetUp {
                    worth += DEVIL;
                }
                worth += BONUS * i32::from(position.bonus(seat).min(4));
                if position.turn() == seat && acts == seat {
                    worth += TEMPO;
                }
            }
            worths[usize::from(self.side(seat))] += worth;
        }
        worths
    }

    fn scale(&self) -> f32 {
        150.0
    }

    fn quiesces(&self) -> bool {
        true
    }

    fn noisy(&self, position: &Position, action: Action) -> bool {
        self.gain(position, action) > 0
    }

    fn order(&self, position: &Position, _acts: Seat, actions: &[Action], scores: &mut [i32]) {
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score += self.gain(position, action) * 12;
        }
    }
}

/// What an attack is worth at once.
trait Attacks {
    fn gain(&self, position: &Position, action: Action) -> i32;
}

impl Attacks for Monstrodechecs {
    fn gain(&self, position: &Position, action: Action) -> i32 {
        let Action::Roll {
            from,
            to,
            orientation,
        } = action
        else {
            return 0;
        };
        let Some(die) = position.die(from) else {
            return 0;
        };
        let seat = position.turn();
        let struck = position.strike(to, die.turned(orientation), Some(from));
        if struck.removed == 0 {
            return 0;
        }
        let mut gain = 0;
        for other in Seat::all(self.seats()) {
            let hit = position.dice(other) & struck.removed;
            let mut worth = DIE * hit.count_ones() as i32;
            worth += DEVIL * (hit & position.devils()).count_ones() as i32;
            if self.side(other) == self.side(seat) {
                gain -= worth;
            } else {
                gain += worth;
            }
        }
        gain
    }
}
