//! L'Empire: thrones held, pieces that hang by exact distance, the guards of the enemy's king's throne,
//! and the commander, who can be taken from afar because nothing can stand in between.

use tablier_rules::blockade::board::Square;
use tablier_rules::blockade::empire::{Action, Empire, Position, Rank, THRONES};
use tablier_rules::{Rules, Seat};

use crate::{Method, Mind, Tuning};

const ARCHER: i32 = 32;
const CAVALIER: i32 = 30;
/// Thrones held, where all four win.
const FOUR: [i32; 5] = [0, 10, 28, 70, 0];
/// Where three win.
const THREE: [i32; 5] = [0, 22, 90, 0, 0];
/// So many enemies guard the seat's king's throne.
const GUARDED: [i32; 4] = [70, 22, 6, 0];
/// The commander stands in line with the throne.
const IN_LINE: i32 = 12;
/// A piece under attack, when the attacker's side is to act and when not.
const HANGS: i32 = 20;
const LOOSE: i32 = 4;
/// An own piece that attacks a throne.
const CONTROL: i32 = 3;
const TEMPO: i32 = 10;
/// The side to act can win at once.
const WINS: i32 = 6_000;
/// The side to act can take a commander, and with it an army.
const ARMY: i32 = 300;

impl Mind for Empire {
    /// Also with three or four: to foresee what the others can take matters most.
    fn method(&self) -> Method {
        Method::Pvs
    }

    fn worths(&self, position: &Position, acts: Seat, _actions: &[Action]) -> [i32; Seat::MOST] {
        let mut worths = [0; Seat::MOST];
        for seat in Seat::all(self.seats()) {
            let Some(commander) = position.commander(seat) else {
                continue;
            };
            worths[usize::from(self.side(seat))] += self.worth(position, seat, commander, acts);
        }
        worths
    }

    fn scale(&self) -> f32 {
        60.0
    }

    fn acts(&self, position: &Position) -> Option<Seat> {
        position.winner().is_none().then(|| position.to_act())
    }

    fn order(&self, position: &Position, acts: Seat, actions: &[Action], scores: &mut [i32]) {
        let throne = self.throne(acts);
        for (score, action) in scores.iter_mut().zip(actions) {
            let Some((from, to)) = action.squares() else {
                continue;
            };
            match position.piece(to) {
                Some((_, Rank::Commander)) => *score += 6_000,
                Some(_) => *score += 1_500,
                None => {}
            }
            if THRONES.contains(to) {
                *score += 300;
            }
            if THRONES.contains(from) {
                *score -= 200;
            }
            if position.commander(acts) == Some(from) {
                *score += if to == throne { 3_000 } else { -50 };
            }
        }
    }

    fn noisy(&self, position: &Position, action: Action) -> bool {
        action
            .squares()
            .is_some_and(|(_, to)| position.owner(to).is_some())
    }

    /// Where losing the commander loses the game, what leaves it attacked loses at once, unless it wins.
    fn prune(&self, position: &Position, acts: Seat, actions: &mut Vec<Action>) {
        if self.plays_on_without() || actions.len() < 2 {
            return;
        }
        let attacked = |position: &Position, of: Seat| {
            Seat::all(self.seats())
                .filter(|&seat| self.side(seat) != self.side(of))
                .any(|seat| position.commander_attacked(of, seat))
        };
        let now = attacked(position, acts);
        let commander = position.commander(acts);
        let first = actions[0];
        actions.retain(|&action| {
            let moves_commander = action.squares().map(|(from, _)| from) == commander;
            if !now && !moves_commander {
                return true;
            }
            let mut after = *position;
            self.apply(&mut after, action);
            after.winner().is_some() || !attacked(&after, acts)
        });
        if actions.is_empty() {
            actions.push(first);
        }
    }

    fn tuning(&self) -> Tuning {
        Tuning {
            margin: 60,
            late: 12,
            ..Tuning::default()
        }
    }
}

/// What a seat has.
trait Reign {
    fn worth(&self, position: &Position, seat: Seat, commander: Square, acts: Seat) -> i32;
}

impl Reign for Empire {
    fn worth(&self, position: &Position, seat: Seat, commander: Square, acts: Seat) -> i32 {
        let side = self.side(seat);
        let enemies = || {
            Seat::all(self.seats())
                .filter(move |&other| self.side(other) != side)
                .filter(|&other| position.commander(other).is_some())
        };
        let our_turn = self.side(acts) == side;
        let mut worth = ARCHER * position.archers(seat).len() as i32
            + CAVALIER * position.cavaliers(seat).len() as i32;
        let held = (self.friends(position, seat) & THRONES).len() as usize;
        worth += if self.plays_on_without() {
            THREE[held.min(4)]
        } else {
            FOUR[held.min(4)]
        };
        // Pieces under attack.
        for square in position.pieces(seat).iter() {
            if enemies().any(|enemy| !position.attackers(enemy, square).is_empty()) {
                let guarded = !position.attackers(seat, square).is_empty();
                worth -= match (our_turn, guarded) {
                    (false, false) => HANGS,
                    (false, true) => HANGS / 2,
                    _ => LOOSE,
                };
            }
        }
        // The way to the king's throne: nothing can stand in the way, only attackers of the throne
        // guard it.
        let throne = self.throne(seat);
        let guards: u32 = enemies()
            .map(|enemy| position.attackers(enemy, throne).len())
            .sum();
        worth += GUARDED[guards.min(3) as usize];
        let in_line = commander.column() == throne.column() || commander.row() == throne.row();
        if in_line {
            worth += IN_LINE;
        }
        for throne in THRONES.iter() {
            worth += CONTROL * position.attackers(seat, throne).len() as i32;
        }
        if acts == seat {
            worth += TEMPO;
            let free = position.owner(throne).is_none();
            if guards == 0 && in_line && free && self.partner(seat).is_none() {
                worth += WINS;
            }
            let takes = enemies().any(|enemy| position.commander_attacked(enemy, seat));
            if takes {
                worth += if self.plays_on_without() { ARMY } else { WINS };
            }
        }
        worth
    }
}
