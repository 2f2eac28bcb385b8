//! Le Blocus: the kings' ways as threats. A king that has a way out on its turn leaves, so every
//! action must close all ways of the opposing king, and an action that opens a way must be
//! answered.

use tablier_rules::blockade::blocus::{Action, Blocus, Deed, NORTH, Position, SOUTH};
use tablier_rules::blockade::board::{Set, Square};
use tablier_rules::{Rules, Seat};

use crate::weights::{Weights as _, sum_of_terms, weights};
use crate::{
    Evaluation, Features, Foresight, Inputs, Knowledge, Layout, Mind, MoveOrdering, Profile,
    Reasons, Sayings, Tuning,
};

/// A way out that will be taken at once.
const LEAVES: i32 = 15_000;

weights! {
    Weights {
        /// Runs towards the far edge that no guard, one guard or two guards block.
        held: [i32; 3] = [38, 8, 7],
        /// Each place where the king can turn.
        turns: i32 = 0,
        tempo: i32 = 16,
    }
}

impl Evaluation for Blocus {
    sum_of_terms!(worths, |_| &Weights::USED);
}

impl MoveOrdering for Blocus {
    /// An action that opens a way must be answered.
    fn order(&self, position: &Position, acts: Seat, actions: &[Action], scores: &mut [i32]) {
        let sight = Sight::new(position, acts);
        for (score, &action) in scores.iter_mut().zip(actions) {
            if sight.is_touched(action) {
                let mut after = *position;
                self.apply(&mut after, action);
                if after.has_way(acts) {
                    *score += 1_500;
                }
            }
        }
    }
}

impl Knowledge for Blocus {
    /// An action that leaves the opposing king a way out loses at once.
    fn prune(&self, position: &Position, acts: Seat, actions: &mut Vec<Action>) {
        if let [only] = actions[..]
            && only.deed() == Deed::Exit
        {
            return;
        }
        let other = acts.next(2);
        let sight = Sight::new(position, other);
        let first = actions[0];
        actions.retain(|&action| {
            if !sight.is_touched(action) {
                return !sight.leaves();
            }
            let mut after = *position;
            self.apply(&mut after, action);
            !after.has_way(other)
        });
        if actions.is_empty() {
            actions.push(first);
        }
    }

    fn acts(&self, position: &Position) -> Option<Seat> {
        // Having no move at all is so rare that an evaluation may overlook it.
        let acts = position.to_act();
        (position.gone().is_none() && !position.has_way(acts.next(2))).then_some(acts)
    }

    fn urgent(&self, position: &Position, acts: Seat, _actions: &[Action]) -> bool {
        position.has_way(acts.next(2))
    }
}

impl Reasons for Blocus {
    /// The column in which the king leaves the board.
    fn place_of_win(&self, position: &Position, seat: Seat) -> Option<String> {
        let last = *position.way_out(seat)?.last()?;
        Some(char::from(b'A' + last.column()).to_string())
    }

    fn sayings(&self) -> Sayings {
        Sayings {
            stops: "blocus.because-closes",
            threatens: "blocus.because-opens",
            ..Sayings::default()
        }
    }
}

impl Mind for Blocus {
    fn profile(&self) -> Profile {
        Profile {
            scale: 60.0,
            sureness: 1.25,
            // Guards can go back and forth for ever; playing on has its chances.
            draw: -200,
            tuning: Tuning {
                forcing: true,
                ..Tuning::default()
            },
            ..Profile::for_sides(2)
        }
    }
}

#[inline]
fn worths(_game: &Blocus, position: &Position, acts: Seat, weights: &Weights) -> [i32; Seat::MOST] {
    let mut worths = [0; Seat::MOST];
    for seat in Seat::all(2) {
        let sight = Sight::new(position, seat);
        let mut worth = weights.turns * sight.turns;
        for (weight, count) in weights.held.into_iter().zip(sight.held) {
            worth += weight * count;
        }
        if acts == seat {
            worth += weights.tempo;
            if sight.leaves() && !position.is_bare() {
                worth += LEAVES;
            }
        }
        worths[seat.index()] = worth;
    }
    worths
}

/// What a king sees: every run it can make.
struct Sight {
    /// The squares it runs over, by rows and by columns: a guard there changes its runs.
    over: [[u16; 12]; 2],
    /// The guards it runs into: one that moves away changes its runs.
    walls: Set,
    turns: i32,
    /// Runs towards the far edge that no guard, one guard or two guards block.
    held: [i32; 3],
}

impl Sight {
    fn new(position: &Position, seat: Seat) -> Self {
        Self::look(position, seat, |_, _| {})
    }

    /// Calls with each place from which the king runs on: up and down, with the number of guards before the
    /// far edge, or across.
    #[inline]
    fn look(position: &Position, seat: Seat, mut see: impl FnMut(Square, Option<u32>)) -> Self {
        let other = position.king(seat.next(2));
        let rows = position.blocked_rows(seat);
        let columns = position.blocked_columns(seat);
        let king = position.king(seat);
        let mut stops = [(king, true); 64];
        stops[1] = (king, false);
        let (mut done, mut count) = (0, 2);
        let mut seen = [Set::EMPTY; 2];
        let mut sight = Sight {
            over: [[0; 12]; 2],
            walls: Set::EMPTY,
            turns: 0,
            held: [0; 3],
        };
        while done < count {
            let (at, vertical) = stops[done];
            done += 1;
            let (line, place, over) = if vertical {
                let column = usize::from(at.column());
                (columns.row(column), at.row(), &mut sight.over[1][column])
            } else {
                let row = usize::from(at.row());
                (rows.row(row), at.column(), &mut sight.over[0][row])
            };
            let ahead = line >> place >> 1;
            let behind = line & ((1 << place) - 1);
            // Up to the next guard on each side, or to the edge.
            let above = (ahead & ahead.wrapping_neg()).wrapping_sub(1);
            let below = behind.checked_ilog2().map_or(0, |last| (2 << last) - 1);
            *over |= (above << place << 1 | ((1 << place) - 1) & !below) & 0xfff;
            if vertical {
                let held = if seat == SOUTH { ahead } else { behind }.count_ones();
                see(at, Some(held));
                if let Some(held) = sight.held.get_mut(held as usize) {
                    *held += 1;
                }
            } else {
                see(at, None);
            }
            for (wall, next, step) in [
                (ahead, u32::from(place) + ahead.trailing_zeros(), 1),
                (behind, 16 - behind.leading_zeros(), -1),
            ] {
                if wall == 0 {
                    continue;
                }
                let (east, north) = if vertical { (0, step) } else { (step, 0) };
                let to = if vertical {
                    Square::new(at.column(), next as u8)
                } else {
                    Square::new(next as u8, at.row())
                };
                let Some(guard) = to.offset(east, north) else {
                    continue;
                };
                if guard == other {
                    continue;
                }
                sight.walls = sight.walls.with(guard);
                let turned = usize::from(!vertical);
                if seen[turned].contains(to) || count == stops.len() {
                    continue;
                }
                seen[turned] = seen[turned].with(to);
                sight.turns += 1;
                stops[count] = (to, !vertical);
                count += 1;
            }
        }
        sight
    }

    /// Whether it has a way out.
    fn leaves(&self) -> bool {
        self.held[0] > 0
    }

    /// Whether an action changes any of the runs.
    #[inline]
    fn is_touched(&self, action: Action) -> bool {
        let entered = |square: Square| {
            let (column, row) = (square.column(), square.row());
            (self.over[0][usize::from(row)] >> column | self.over[1][usize::from(column)] >> row)
                & 1
                == 1
        };
        match action.deed() {
            Deed::Place(to) => entered(to),
            // A guard that moves within a run it blocked is caught as well: it was a wall.
            Deed::Move(from, to) => self.walls.contains(from) || entered(to),
            Deed::Exit => true,
        }
    }
}

const SQUARES: usize = Square::COUNT;
/// Features of each square: a guard of either side that neither king, one of them or both run into; a place
/// from which either king runs up or down, with none, one, two or more guards before the far edge, or across.
const KINDS: usize = 2 * 4 + 2 * 5;
/// Cells for the guards, for South's king, for North's king, and for the guards in hand.
const LAYOUT: Layout = Layout {
    name: "blocus",
    cells: 3 * SQUARES + 2,
    codes: 10,
    features: KINDS * SQUARES + 2 * 6,
    most: 80,
    features_of,
    mirror: None,
};

fn features_of(side: usize, cell: usize, code: u16) -> Features {
    let (part, at) = (cell / SQUARES, cell % SQUARES);
    let code = usize::from(code);
    if part == 3 {
        let in_hand = (at ^ side) * 6 + (code - 1) % 6;
        return [Some((KINDS * SQUARES + in_hand) as u16), None, None];
    }
    // North sees the board upside down: the kings stand in one column.
    let square = if side == 1 {
        (11 - at / 12) * 12 + at % 12
    } else {
        at
    };
    let of = |kind: usize| Some((kind * SQUARES + square) as u16);
    if part == 0 {
        let (owner, walls) = ((code - 1) / 4 % 2, (code - 1) % 4);
        let walls = if side == 1 {
            walls >> 1 | walls << 1 & 2
        } else {
            walls
        };
        return [of((owner ^ side) * 4 + walls), None, None];
    }
    let first = 8 + 5 * ((part - 1) ^ side);
    let across = of(first + 4).filter(|_| code % 2 == 1);
    match code / 2 {
        0 => [across, None, None],
        held => [of(first + held - 1), across, None],
    }
}

impl Foresight for Blocus {}

impl Inputs for Blocus {
    fn layout_of_inputs(&self) -> Option<Layout> {
        let start = self.start();
        let [south, north] = [SOUTH, NORTH].map(|seat| start.king(seat).column());
        (south == north).then_some(LAYOUT)
    }

    fn inputs(&self, position: &Position, cells: &mut [u16]) {
        cells.fill(0);
        let (guards, kings) = cells.split_at_mut(SQUARES);
        for seat in Seat::all(2) {
            let king = &mut kings[seat.index() * SQUARES..];
            let sight = Sight::look(position, seat, |at, held| {
                king[at.index()] |= held.map_or(1, |held| 2 + 2 * held.min(3) as u16);
            });
            // Which guards each king runs into.
            for square in sight.walls.iter() {
                guards[square.index()] |= 1 << seat.index();
            }
            kings[2 * SQUARES + seat.index()] = position.in_hand(seat) as u16;
        }
        for seat in Seat::all(2) {
            for square in position.guards(seat).iter() {
                guards[square.index()] += 1 + 4 * seat.index() as u16;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tablier_rules::hash::SplitMix64;
    use tablier_rules::{Game, Match, Spec};

    use super::*;

    #[test]
    fn what_a_king_does_not_see_changes_nothing_for_it() {
        for spec in ["blocus", "blocus:kings=left"] {
            let rules = Blocus::from_spec(&Spec::parse(spec).unwrap()).unwrap();
            nothing_unseen_changes(&rules);
        }
    }

    fn nothing_unseen_changes(rules: &Blocus) {
        let mut random = SplitMix64::new(7);
        let mut seen = 0;
        for _ in 0..60 {
            let mut game = Match::new(rules.clone());
            while !game.is_over() && game.actions().count() < 40 {
                let position = game.position();
                for seat in Seat::all(2) {
                    let sight = Sight::new(position, seat);
                    assert_eq!(sight.leaves(), position.has_way(seat));
                    for &action in game.legal() {
                        if !sight.is_touched(action) {
                            seen += 1;
                            let mut after = *position;
                            rules.apply(&mut after, action);
                            assert_eq!(after.has_way(seat), sight.leaves(), "{action:?}");
                        }
                    }
                }
                // Playing only actions that do not end the game makes it long enough.
                let mut actions = game.legal().to_vec();
                rules.prune(position, position.to_act(), &mut actions);
                game.play(actions[random.below(actions.len())]).unwrap();
            }
        }
        assert!(seen > 10_000);
    }
}
