//! Monstrodéchecs: dice (the devil above all), how far they reach, which are immune, and what the
//! next attack of each seat can strike.

use tablier_rules::monstrodechecs::{Action, Mode, Monstrodechecs, Phase, Position};
use tablier_rules::scene::dice::Orientation;
use tablier_rules::scene::{Message, Side};
use tablier_rules::{Rules, Seat};

use crate::weights::{Weights as _, sum_of_terms, weights};
use crate::{
    Curve, Evaluation, Features, Foresight, Inputs, Knowledge, Layout, Method, Mind, MoveOrdering,
    Profile, Reasons, side_count,
};

weights! {
    Weights {
        die: i32 = 27,
        /// In Diabléchecs the devil is everything, and the other dice are worth less.
        devil: i32 = 500,
        guard: i32 = 55,
        /// A point, where points decide.
        point: i32 = 110,
        /// Only a monster can hit it.
        immune: i32 = -26,
        monster: i32 = -4,
        /// Each square of range.
        range: i32 = 23,
        bonus: i32 = -22,
        tempo: i32 = 26,
    }
}

impl Evaluation for Monstrodechecs {
    sum_of_terms!(worths, weights);
}

impl MoveOrdering for Monstrodechecs {
    fn noisy(&self, position: &Position, action: Action) -> bool {
        self.gain(position, action) > 0
    }

    fn order(&self, position: &Position, _acts: Seat, actions: &[Action], scores: &mut [i32]) {
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score += self.gain(position, action) * 12;
        }
    }
}

impl Knowledge for Monstrodechecs {}

impl Reasons for Monstrodechecs {
    fn pieces(&self, position: &Position, side: u8) -> u32 {
        Seat::all(self.seats())
            .filter(|&seat| self.side(seat) == side)
            .map(|seat| position.dice(seat).len())
            .sum()
    }

    fn taking(&self, before: &Position, after: &Position, _action: Action) -> Message {
        let own = self.side(before.to_act());
        let (mut own_lost, mut taken) = (0, 0);
        for seat in Seat::all(self.seats()) {
            let lost = before.dice(seat).len();
            let lost = lost.saturating_sub(after.dice(seat).len());
            if self.side(seat) == own {
                own_lost += lost;
            } else {
                taken += lost;
            }
        }
        if own_lost == 0 {
            Message::new("monstrodechecs.because-removes").number("count", taken)
        } else {
            Message::new("monstrodechecs.because-trades")
                .number("count", taken)
                .number("own", own_lost)
        }
    }
}

impl Mind for Monstrodechecs {
    fn profile(&self) -> Profile {
        let has_network = self.layout_of_inputs().is_some();
        Profile {
            // In teams, principal-variation search scored 29 % in 48 games against the other method
            // (`bench/matches/methods.md`).
            method: if self.seats() == 2 {
                Method::Pvs
            } else {
                Method::Mcts
            },
            scale: 150.0,
            sureness: match self.mode() {
                _ if has_network => 0.8,
                Mode::Devils => 0.5,
                _ => 0.87,
            },
            // Who is ahead at the start may still lose.
            surer: if has_network { 3.2 } else { 0.0 },
            curve: if has_network { CURVE } else { Curve::STRAIGHT },
            quiescence: true,
            ..Profile::for_sides(side_count(self))
        }
    }
}

/// With the network.
const CURVE: Curve = Curve::through(&[(0.8, 0.72), (4.3, 4.6), (6.5, 4.7)]);

/// Where points decide, the weights fitted to games without points have not been shown to play
/// better than these (docs/engine-matches.md).
const FOR_POINTS: Weights = Weights {
    die: 100,
    immune: 12,
    monster: 10,
    range: 3,
    bonus: 8,
    tempo: 25,
    ..Weights::USED
};

#[inline]
fn weights(game: &Monstrodechecs) -> &'static Weights {
    if game.counts_points() {
        &FOR_POINTS
    } else {
        &Weights::USED
    }
}

#[inline]
fn worths(
    game: &Monstrodechecs,
    position: &Position,
    acts: Seat,
    weights: &Weights,
) -> [i32; Seat::MOST] {
    let mut worths = [0; Seat::MOST];
    let devils = game.mode() == Mode::Devils;
    for seat in Seat::all(game.seats()) {
        let mut worth = 0;
        if game.counts_points() {
            worth += weights.point * i32::from(position.score(seat));
        }
        if position.plays(seat) {
            let die_worth = if devils { weights.guard } else { weights.die };
            for (square, die) in position.dice_of(seat) {
                worth += die_worth;
                if die.is_immune() {
                    worth += weights.immune;
                } else if die.is_monster() {
                    worth += weights.monster;
                }
                worth += weights.range * i32::from(position.range(seat, square).min(6));
            }
            if devils && position.phase() != Phase::SetUp {
                worth += weights.devil;
            }
            worth += weights.bonus * i32::from(position.bonus(seat).min(4));
            if position.turn() == seat && acts == seat {
                worth += weights.tempo;
            }
        }
        worths[usize::from(game.side(seat))] += worth;
    }
    worths
}

/// The immediate worth of an attack: each die it strikes, and more for a devil.
const DIE: i32 = 100;
const DEVIL: i32 = 500;

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
        if struck.removed.is_empty() {
            return 0;
        }
        let mut gain = 0;
        for other in Seat::all(self.seats()) {
            let hit = position.dice(other) & struck.removed;
            let mut worth = DIE * hit.len() as i32;
            worth += DEVIL * (hit & position.devils()).len() as i32;
            if self.side(other) == self.side(seat) {
                gain -= worth;
            } else {
                gain += worth;
            }
        }
        gain
    }
}

const SQUARES: usize = 64;
/// Orientations of a die are below this; with its top face less 1 added, it stands for a die whose side faces
/// are still to be chosen.
const SIDELESS: u16 = 24;
/// The dice of the games that the network learned from.
const ARMY: [u8; 8] = [6, 5, 4, 3, 3, 4, 5, 6];
/// A die has a feature for its top face and one for the face towards the player, each with its
/// square, and one for its kind and orientation anywhere; then there are the two bonuses.
const LAYOUT: Layout = Layout {
    name: "monstrodechecs",
    cells: SQUARES + 2,
    codes: 512,
    features: 2 * (14 * SQUARES + 7 * 24 + 5),
    most: 18,
    features_of,
    mirror: None,
};

fn features_of(side: usize, cell: usize, code: u16) -> Features {
    let of = |owner: usize, feature: usize| Some((owner * (LAYOUT.features / 2) + feature) as u16);
    if cell >= SQUARES {
        let bonus = usize::from(code).min(4);
        return [
            of((cell - SQUARES) ^ side, 14 * SQUARES + 7 * 24 + bonus),
            None,
            None,
        ];
    }
    let (owner, die) = ((usize::from(code - 1) / 256) ^ side, (code - 1) % 256);
    let (kind, index) = (die >> 5, die & 31);
    if index >= SIDELESS + 6 || kind > 6 {
        return [None; 3];
    }
    let face = |number: u8| {
        if u16::from(number) == kind {
            0
        } else {
            usize::from(number)
        }
    };
    if index >= SIDELESS {
        let square = if side == 1 { SQUARES - 1 - cell } else { cell };
        let top = face((index - SIDELESS + 1) as u8);
        return [of(owner, top * SQUARES + square), None, None];
    }
    let mut orientation = Orientation::from_index(index as u8);
    let mut square = cell;
    if side == 1 {
        square = SQUARES - 1 - cell;
        let south = orientation.facing(Side::North);
        orientation = Orientation::new(orientation.top(), south).unwrap_or(orientation);
    }
    let top = face(orientation.top());
    let near = face(orientation.south());
    [
        of(owner, top * SQUARES + square),
        of(owner, (7 + near) * SQUARES + square),
        of(
            owner,
            14 * SQUARES + usize::from(kind) * 24 + usize::from(orientation.index()),
        ),
    ]
}

impl Foresight for Monstrodechecs {}

impl Inputs for Monstrodechecs {
    fn layout_of_inputs(&self) -> Option<Layout> {
        let learned = self.seats() == 2
            && self.mode() == Mode::Classic
            && !self.counts_points()
            && self.army() == ARMY;
        learned.then_some(LAYOUT)
    }

    fn mover(&self, position: &Position, acts: Seat) -> u8 {
        let moves = if position.pending().is_empty() {
            acts
        } else {
            position.turn().next(2)
        };
        self.side(moves)
    }

    fn inputs(&self, position: &Position, cells: &mut [u16]) {
        cells.fill(0);
        for seat in Seat::all(2) {
            let first = 1 + 256 * seat.index() as u16;
            for (square, die) in position.dice_of(seat) {
                cells[square.index()] = first + u16::from(die.code());
            }
            for square in position.dice(seat) & position.pending() {
                if let Some(die) = position.die(square) {
                    let turned = SIDELESS + u16::from(die.orientation().top()) - 1;
                    cells[square.index()] = first + (u16::from(die.code()) >> 5 << 5) + turned;
                }
            }
            cells[SQUARES + seat.index()] = u16::from(position.bonus(seat).min(4));
        }
    }
}
