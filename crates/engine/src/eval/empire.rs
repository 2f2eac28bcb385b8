//! L'Empire: thrones held, pieces hanging by exact distance, the guards of the opposing king's
//! throne, and the commander, who can be taken from afar because no piece can block the line.

use tablier_rules::blockade::board::{Set, Square, transposed};
use tablier_rules::blockade::empire::{Action, Empire, Position, Rank, THRONES};
use tablier_rules::scene::Message;
use tablier_rules::{Rules, Seat};

use crate::weights::{Weights as _, sum_of_terms, weights};
use crate::{
    Evaluation, Features, Foresight, Inputs, Knowledge, Layout, Method, Mind, MoveOrdering,
    Profile, Reasons, Tuning, side_count,
};

weights! {
    Weights {
        archer: i32 = 45,
        cavalier: i32 = 55,
        /// Thrones held, where all four win.
        four: [i32; 5] = [9, 16, 24, 55, 0],
        /// Where three win.
        three: [i32; 5] = [0, 22, 90, 0, 0],
        /// By the number of enemies that guard the seat's king's throne.
        guarded: [i32; 4] = [30, 33, 17, 13],
        /// The commander is in line with the throne.
        in_line: i32 = -1,
        /// A piece under attack when the attacker's side is to act, without and with a guard.
        hangs: i32 = -23,
        hangs_guarded: i32 = -3,
        /// A piece under attack when its own side is to act.
        loose: i32 = -6,
        /// A piece of the seat that attacks a throne.
        control: i32 = 3,
        tempo: i32 = 2,
    }
}

/// The side to act can win at once.
const WINS: i32 = 6_000;
/// The side to act can take a commander, and with it an army.
const ARMY: i32 = 300;

impl Evaluation for Empire {
    sum_of_terms!(worths, weights);
}

impl MoveOrdering for Empire {
    fn order(&self, position: &Position, acts: Seat, actions: &[Action], scores: &mut [i32]) {
        let throne = self.throne(acts);
        let commander = position.commander(acts);
        let occupied = position.occupied();
        let notable = occupied | THRONES;
        // Actions are listed piece by piece.
        let mut piece = (None, 0);
        for (score, action) in scores.iter_mut().zip(actions) {
            let Some((from, to)) = action.squares() else {
                continue;
            };
            let is_commander = commander == Some(from);
            if piece.0 != Some(from) {
                let leaves = -200 * i32::from(THRONES.contains(from));
                piece = (Some(from), leaves - 50 * i32::from(is_commander));
            }
            *score += piece.1;
            if is_commander && to == throne {
                *score += 3_050;
            }
            if !notable.contains(to) {
                continue;
            }
            if occupied.contains(to) {
                let takes_commander = matches!(position.piece(to), Some((_, Rank::Commander)));
                *score += if takes_commander { 6_000 } else { 1_500 };
            }
            if THRONES.contains(to) {
                *score += 300;
            }
        }
    }

    fn noisy(&self, position: &Position, action: Action) -> bool {
        action
            .squares()
            .is_some_and(|(_, to)| position.owner(to).is_some())
    }
}

impl Knowledge for Empire {
    fn acts(&self, position: &Position) -> Option<Seat> {
        position.winner().is_none().then(|| position.to_act())
    }

    /// Where losing the commander loses the game, actions that leave it attacked lose at once,
    /// unless they win.
    fn prune(&self, position: &Position, acts: Seat, actions: &mut Vec<Action>) {
        if self.plays_on_without() || actions.len() < 2 {
            return;
        }
        let Some(commander) = position.commander(acts) else {
            return;
        };
        let now = attackers(self, position, acts, commander);
        let safe = now.is_empty();
        let first = actions[0];
        actions.retain(|&action| match action.squares() {
            Some((from, to)) if !safe || from == commander => {
                // No piece can block a line: those that attack stay, but for the one that is taken.
                let left = if from == commander {
                    attackers(self, position, acts, to)
                } else {
                    now
                };
                left.without(to).is_empty() || wins(self, position, acts, action, to)
            }
            _ => safe,
        });
        if actions.is_empty() {
            actions.push(first);
        }
    }
}

impl Reasons for Empire {
    fn pieces(&self, position: &Position, side: u8) -> u32 {
        Seat::all(self.seats())
            .filter(|&seat| self.side(seat) == side)
            .map(|seat| position.pieces(seat).len())
            .sum()
    }

    fn taking(&self, before: &Position, _after: &Position, action: Action) -> Message {
        let taken = action.squares().and_then(|(_, to)| before.piece(to));
        Message::new(match taken {
            Some((_, Rank::Commander)) => "empire.because-takes-commander",
            Some((_, Rank::Cavalier)) => "empire.because-takes-cavalier",
            Some((_, Rank::Archer)) => "empire.because-takes-archer",
            None => "engine.captures",
        })
    }

    fn deed(&self, before: &Position, after: &Position, action: Action) -> Option<Message> {
        let seat = before.to_act();
        let (_, to) = action.squares()?;
        let held = |position| (self.friends(position, seat) & THRONES).len();
        (THRONES.contains(to) && held(after) > held(before))
            .then(|| Message::new("empire.because-throne").number("count", held(after)))
    }
}

impl Mind for Empire {
    fn profile(&self) -> Profile {
        Profile {
            // With three or four seats too: foreseeing what the others can take matters most.
            method: Method::Pvs,
            scale: 60.0,
            sureness: match (self.seats(), side_count(self)) {
                (2, _) => 1.3,
                // In teams.
                (_, 2) => 0.7,
                (_, 3) => 0.27,
                _ => 0.18,
            },
            // Two who see the same threats parry them all and go back and forth; playing on has its
            // chances. Measured with two seats.
            draw: if self.seats() == 2 { -150 } else { 0 },
            tuning: Tuning {
                margin: 60,
                late: 12,
                ..Tuning::default()
            },
            ..Profile::for_sides(side_count(self))
        }
    }
}

/// With three or four seats the weights fitted to games of two play worse than these (docs/engine-matches.md).
const SEVERAL: Weights = Weights {
    archer: 32,
    cavalier: 30,
    four: [0, 10, 28, 70, 0],
    guarded: [70, 22, 6, 0],
    in_line: 12,
    hangs: -20,
    hangs_guarded: -10,
    loose: -4,
    tempo: 10,
    ..Weights::USED
};

#[inline]
fn weights(game: &Empire) -> &'static Weights {
    if game.seats() > 2 {
        &SEVERAL
    } else {
        &Weights::USED
    }
}

#[inline]
fn worths(game: &Empire, position: &Position, acts: Seat, weights: &Weights) -> [i32; Seat::MOST] {
    let mut worths = [0; Seat::MOST];
    let mut reached = [Set::EMPTY; Seat::MOST];
    for seat in Seat::all(game.seats()) {
        if position.commander(seat).is_some() {
            let side = usize::from(game.side(seat));
            let thrones;
            (reached[seat.index()], thrones) = reach(position, seat);
            worths[side] += weights.control * thrones;
        }
    }
    for seat in Seat::all(game.seats()) {
        if let Some(commander) = position.commander(seat) {
            worths[usize::from(game.side(seat))] +=
                worth(game, position, seat, commander, acts, &reached, weights);
        }
    }
    worths
}

/// The opposing pieces that could take a seat's piece on a square.
fn attackers(game: &Empire, position: &Position, seat: Seat, square: Square) -> Set {
    Seat::all(game.seats())
        .filter(|&other| game.side(other) != game.side(seat))
        .fold(Set::EMPTY, |all, other| {
            all | position.attackers(other, square)
        })
}

/// Whether an action that leaves the seat's commander attacked wins at once.
fn wins(game: &Empire, position: &Position, seat: Seat, action: Action, to: Square) -> bool {
    // With two seats nothing but a throne or the other commander can; partners' commanders may be safe from
    // whoever acts next.
    if game.seats() == 2 && !THRONES.contains(to) && position.commander(seat.next(2)) != Some(to) {
        return false;
    }
    let mut after = *position;
    game.apply(&mut after, action);
    after.winner().is_some()
}

/// All squares where a seat could take, and how often it attacks a throne.
#[inline]
fn reach(position: &Position, seat: Seat) -> (Set, i32) {
    let (mut all, mut thrones) = (Set::EMPTY, 0);
    let mut add = |rank, square| {
        let reach = Position::reach(rank, square);
        all = all | reach;
        thrones += (reach & THRONES).len() as i32;
    };
    for square in position.cavaliers(seat).iter() {
        add(Rank::Cavalier, square);
    }
    for square in position.archers(seat).iter() {
        add(Rank::Archer, square);
    }
    if let Some(commander) = position.commander(seat) {
        add(Rank::Commander, commander);
    }
    (all, thrones)
}

/// The worth of a seat.
#[inline]
fn worth(
    game: &Empire,
    position: &Position,
    seat: Seat,
    commander: Square,
    acts: Seat,
    reached: &[Set; Seat::MOST],
    weights: &Weights,
) -> i32 {
    let side = game.side(seat);
    let enemies = || {
        Seat::all(game.seats())
            .filter(move |&other| game.side(other) != side)
            .filter(|&other| position.commander(other).is_some())
    };
    let our_turn = game.side(acts) == side;
    let mut worth = weights.archer * position.archers(seat).len() as i32
        + weights.cavalier * position.cavaliers(seat).len() as i32;
    let held = (game.friends(position, seat) & THRONES).len() as usize;
    worth += if game.plays_on_without() {
        weights.three[held.min(4)]
    } else {
        weights.four[held.min(4)]
    };
    // Pieces under attack.
    let theirs = enemies().fold(Set::EMPTY, |all, enemy| all | reached[enemy.index()]);
    let attacked = position.pieces(seat) & theirs;
    let guarded = (attacked & reached[seat.index()]).len() as i32;
    let attacked = attacked.len() as i32;
    worth += if our_turn {
        weights.loose * attacked
    } else {
        weights.hangs * (attacked - guarded) + weights.hangs_guarded * guarded
    };
    // The way to the king's throne: no piece can block it, only attackers of the throne guard it.
    let throne = game.throne(seat);
    let guards: u32 = enemies()
        .map(|enemy| position.attackers(enemy, throne).len())
        .sum();
    worth += weights.guarded[guards.min(3) as usize];
    let in_line = commander.column() == throne.column() || commander.row() == throne.row();
    if in_line {
        worth += weights.in_line;
    }
    if acts == seat {
        worth += weights.tempo;
        let free = position.owner(throne).is_none();
        if guards == 0 && in_line && free && game.partner(seat).is_none() {
            worth += WINS;
        }
        let takes = enemies().any(|enemy| position.commander_attacked(enemy, seat));
        if takes {
            worth += if game.plays_on_without() { ARMY } else { WINS };
        }
    }
    worth
}

/// A feature for each rank on each square.
const LAYOUT: Layout = Layout {
    name: "empire",
    cells: Square::COUNT,
    codes: 7,
    features: 6 * Square::COUNT,
    most: 22,
    features_of,
    mirror: Some(mirror),
};

/// In the long diagonal from A1.
fn mirror(cell: usize) -> usize {
    transposed(Square::from_index_unchecked(cell)).index()
}

fn features_of(side: usize, cell: usize, code: u16) -> Features {
    let (owner, rank) = (
        (usize::from(code - 1) / 3) ^ side,
        usize::from(code - 1) % 3,
    );
    let square = if side == 1 {
        Square::COUNT - 1 - cell
    } else {
        cell
    };
    [
        Some(((owner * 3 + rank) * Square::COUNT + square) as u16),
        None,
        None,
    ]
}

impl Foresight for Empire {}

impl Inputs for Empire {
    fn layout_of_inputs(&self) -> Option<Layout> {
        (self.seats() == 2).then_some(LAYOUT)
    }

    fn inputs(&self, position: &Position, cells: &mut [u16]) {
        cells.fill(0);
        for seat in Seat::all(2) {
            let first = 1 + 3 * seat.index() as u16;
            for square in position.archers(seat).iter() {
                cells[square.index()] = first + Rank::Archer as u16;
            }
            for square in position.cavaliers(seat).iter() {
                cells[square.index()] = first + Rank::Cavalier as u16;
            }
            if let Some(square) = position.commander(seat) {
                cells[square.index()] = first + Rank::Commander as u16;
            }
        }
    }
}
