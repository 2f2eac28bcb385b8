//! Cubulus and Die-Check: pieces, squares attacked by exact distance, the Masters' room to move,
//! hanging pieces, and shields under double attack.

use tablier_rules::Seat;
use tablier_rules::cubulus::{Action, Bitboard, Cubulus, PieceKind, Position, Square};
use tablier_rules::scene::dice::Orientation;
use tablier_rules::scene::{Message, Side};

use crate::weights::{Weights as _, sum_of_terms, weights};
use crate::{
    Curve, Evaluation, Features, Foresight, Inputs, Knowledge, Layout, Mind, MoveOrdering, Profile,
    Reasons, Tuning,
};

weights! {
    Weights {
        cube: i32 = 111,
        /// Each of the two squares of a shield.
        shield: i32 = 11,
        soldier: i32 = 115,
        /// Each square attacked.
        attacked: i32 = 4,
        /// Each attacked square beside the opposing Master.
        beside: i32 = 23,
        /// Each free square beside the seat's own Master that is not attacked.
        room: i32 = -25,
        /// One escape square left, or none.
        cramped: i32 = 0,
        /// A piece that is attacked and undefended, with the opponent to act.
        hangs: i32 = -59,
        /// The same, with its owner to act.
        loose: i32 = -24,
        /// A shield that can be taken now, with the opponent to act.
        in_danger: i32 = -16,
        check: i32 = -18,
        tempo: i32 = 4,
        /// Having arrived with something to exchange.
        exchange: i32 = 34,
    }
}

/// The orthogonal neighbours of a square.
#[inline]
fn beside(at: Square) -> Bitboard {
    let one = Bitboard::from_square(at);
    let sides = Side::ALL.map(|side| one.step(side));
    sides[0] | sides[1] | sides[2] | sides[3]
}

/// The whole of a lead, see [`WINNABLE`].
const WHOLE: i32 = 256;
/// How much of a lead counts, by the cubes and soldiers of the side that is ahead: a few of them
/// hardly ever trap a Master.
const WINNABLE: [i32; 5] = [20, 60, 130, 200, WHOLE];
/// What it is worth to the searching side that nobody can win any more.
const BARREN: i32 = -100;

/// How much of a lead of this seat counts.
fn winnable(position: &Position, seat: Seat) -> i32 {
    let attackers = (position.cubes(seat) | position.soldiers(seat)).len() as usize;
    WINNABLE[attackers.min(WINNABLE.len() - 1)]
}

impl Evaluation for Cubulus {
    sum_of_terms!(worths, weights);

    fn evaluate(&self, position: &Position, acts: Seat, actions: &[Action], side: u8) -> i32 {
        let worths = self.worths(position, acts, actions);
        let (own, other) = (Seat::new(side), Seat::new(side ^ 1));
        let lead = worths[own.index()] - worths[other.index()];
        let leader = if lead > 0 { own } else { other };
        lead * winnable(position, leader) / WHOLE
    }

    /// Two players who exchange whatever they can soon have nothing left to win with.
    fn zest(&self, position: &Position) -> i32 {
        let most = Seat::all(2).map(|seat| winnable(position, seat)).max();
        BARREN * (WHOLE - most.unwrap_or(WHOLE)) / WHOLE
    }
}

impl MoveOrdering for Cubulus {
    fn noisy(&self, _position: &Position, action: Action) -> bool {
        action.takes() || action.back().is_some()
    }

    fn order(&self, position: &Position, _acts: Seat, actions: &[Action], scores: &mut [i32]) {
        for (score, action) in scores.iter_mut().zip(actions) {
            if action.is_pass() {
                continue;
            }
            if action.back().is_some() {
                *score += 2_500;
            }
            if action.takes() {
                *score += 2_000;
                let master = matches!(action.piece().kind(), PieceKind::Master);
                if !master && position.piece_at(action.after().square()).is_some() {
                    *score += 100;
                }
            }
        }
    }
}

impl Knowledge for Cubulus {
    fn urgent(&self, position: &Position, acts: Seat, _actions: &[Action]) -> bool {
        self.in_check(position, acts)
    }
}

impl Reasons for Cubulus {
    fn pieces(&self, position: &Position, side: u8) -> u32 {
        let seat = Seat::new(side);
        let cubes = position.cubes(seat) | position.soldiers(seat);
        cubes.len() + position.shields(seat).len() / 2
    }

    fn taking(&self, before: &Position, after: &Position, _action: Action) -> Message {
        let other = before.to_act().next(2);
        let fewer = |set: fn(&Position, Seat) -> Bitboard| {
            set(after, other).len() < set(before, other).len()
        };
        Message::new(if fewer(Position::shields) {
            "cubulus.because-takes-shield"
        } else if fewer(Position::soldiers) {
            "cubulus.because-takes-soldier"
        } else {
            "cubulus.because-takes-cube"
        })
    }

    fn deed(&self, before: &Position, after: &Position, action: Action) -> Option<Message> {
        let other = before.to_act().next(2);
        if self.in_check(after, other) {
            return Some(Message::new("cubulus.because-check"));
        }
        (!action.is_pass() && action.back().is_some())
            .then(|| Message::new("cubulus.because-returns"))
    }
}

impl Mind for Cubulus {
    fn profile(&self) -> Profile {
        let (sureness, curve) = match self.is_tournament() {
            true => (1.75, Curve::STRAIGHT),
            false => (1.0, CURVE),
        };
        Profile {
            scale: 130.0,
            sureness,
            curve,
            draw: -60,
            quiescence: true,
            tuning: Tuning {
                margin: 110,
                ..Tuning::default()
            },
            ..Profile::for_sides(2)
        }
    }
}

/// A small lead means nothing, and that of a cube nearly everything.
const CURVE: Curve = Curve::through(&[(0.38, 0.42), (0.65, 1.0), (0.9, 1.75), (3.9, 8.6)]);

/// Level 2 has soldiers and exchanges, which the games used for fitting do not.
const LEVEL_2: Weights = Weights {
    cube: 100,
    shield: 60,
    attacked: 2,
    beside: 9,
    room: 5,
    cramped: -12,
    hangs: -45,
    loose: -8,
    in_danger: -50,
    check: -10,
    tempo: 8,
    exchange: 40,
    ..Weights::USED
};

#[inline]
fn weights(game: &Cubulus) -> &'static Weights {
    if game.is_tournament() {
        &LEVEL_2
    } else {
        &Weights::USED
    }
}

#[inline]
fn worths(game: &Cubulus, position: &Position, acts: Seat, weights: &Weights) -> [i32; Seat::MOST] {
    let seats = [Seat::new(0), Seat::new(1)];
    let mut attacked = [Bitboard::EMPTY; 2];
    let mut worths = [0; Seat::MOST];
    for seat in seats {
        let attackers = position.cubes(seat) | position.soldiers(seat);
        for square in attackers.with(position.master(seat)) {
            if let Some((_, piece)) = position.piece_at(square) {
                attacked[seat.index()] |= game.attacked_by(position, seat, piece);
            }
        }
    }
    for seat in seats {
        let foe = seat.next(2);
        let mut worth = weights.cube * position.cubes(seat).len() as i32
            + weights.shield * position.shields(seat).len() as i32
            + weights.soldier * position.soldiers(seat).len() as i32;
        let ours = attacked[seat.index()];
        let theirs = attacked[foe.index()];
        worth += weights.attacked * (ours & !position.squares(seat)).len() as i32;
        worth += weights.beside * (ours & beside(position.master(foe))).len() as i32;
        let room = beside(position.master(seat)) & !position.squares(seat) & !theirs;
        let room = room.len() as i32;
        worth += weights.room * room + weights.cramped * i32::from(room < 2);
        let hanging = (position.cubes(seat) | position.soldiers(seat)) & theirs & !ours;
        let hangs = if acts == foe {
            weights.hangs
        } else {
            weights.loose
        };
        worth += hangs * hanging.len() as i32;
        if acts == foe {
            for square in position.shields(seat) & theirs {
                if let Some((_, shield)) = position.piece_at(square)
                    && game.shield_in_danger(position, seat, shield)
                {
                    worth += weights.in_danger;
                    break;
                }
            }
        } else {
            worth += weights.tempo;
            if theirs.contains(position.master(seat)) {
                worth += weights.check;
            }
        }
        if position.has_arrived(seat) && position.lost_cubes(seat) + position.lost_shields(seat) > 0
        {
            worth += weights.exchange;
        }
        worths[seat.index()] = worth;
    }
    worths
}

/// A cube has a feature for the number on top and one for the face towards the player, each with its
/// square; a shield one for each half with its direction.
const LAYOUT: Layout = Layout {
    name: "cubulus",
    cells: Square::COUNT,
    codes: 64,
    features: 2 * Square::COUNT * 17,
    most: 26,
    features_of,
    mirror: None,
};

fn features_of(side: usize, cell: usize, code: u16) -> Features {
    let turned = side == 1;
    let owner = usize::from(code >> 5) ^ side;
    let square = if turned {
        Square::COUNT - 1 - cell
    } else {
        cell
    };
    let feature = |kind: usize| Some(((owner * 17 + kind) * Square::COUNT + square) as u16);
    match code & 31 {
        25 => [feature(12), None, None],
        shield @ 27..=30 => {
            let direction = (usize::from(shield - 27) + 2 * side) % 4;
            [feature(13 + direction), None, None]
        }
        cube @ 1..=24 => {
            let orientation = Orientation::from_index(cube as u8 - 1);
            let south = orientation.south();
            let near = if turned { 7 - south } else { south };
            let top = usize::from(orientation.top() - 1);
            [feature(top), feature(6 + usize::from(near - 1)), None]
        }
        _ => [None; 3],
    }
}

impl Foresight for Cubulus {}

impl Inputs for Cubulus {
    fn layout_of_inputs(&self) -> Option<Layout> {
        (!self.is_tournament()).then_some(LAYOUT)
    }

    fn inputs(&self, position: &Position, cells: &mut [u16]) {
        for (cell, &code) in cells.iter_mut().zip(position.codes()) {
            *cell = u16::from(code);
        }
    }
}
