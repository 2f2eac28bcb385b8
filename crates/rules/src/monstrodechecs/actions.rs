use super::{Bitboard, Die, Mode, Monstrodechecs, Phase, Position, Square};
use crate::Seat;
use crate::scene::Side;
use crate::scene::dice::Orientation;

/// One decision.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// MO6: a die rolls; its attack follows from how it lands.
    Roll {
        /// Where it starts.
        from: Square,
        /// Where it ends.
        to: Square,
        /// How it lands.
        orientation: Orientation,
    },
    /// MO14: the side faces of a flipped die are chosen.
    Turn {
        /// Where it stands.
        at: Square,
        /// How it then stands.
        orientation: Orientation,
    },
    /// MO19: the die on this square is replaced by the devil.
    Devil {
        /// A square of the nearest line.
        at: Square,
    },
    /// MO20: the edge at which the player sits.
    Side(Side),
    /// MO16: no die can roll.
    Pass,
}

impl Position {
    #[inline]
    pub(super) fn list_rolls(&self, actions: &mut Vec<Action>) {
        for from in self.dice(self.turn) {
            if self.range(self.turn, from) == 1 {
                self.list_single_steps(from, actions);
                continue;
            }
            self.reach(self.turn, from).for_each(|orientation, ends| {
                for to in ends {
                    actions.push(Action::Roll {
                        from,
                        to,
                        orientation,
                    });
                }
            });
        }
    }

    /// MO6 for a die that may roll one square.
    #[inline]
    fn list_single_steps(&self, from: Square, actions: &mut Vec<Action>) {
        let orientation = Die(self.codes[from.index()]).orientation();
        let all = self.all_dice();
        for side in Side::ALL {
            if let Some(to) = from.step(side).filter(|&to| !all.contains(to)) {
                actions.push(Action::Roll {
                    from,
                    to,
                    orientation: orientation.roll(side),
                });
            }
        }
    }

    /// MO14: the next flipped die, in any of the four orientations with its top.
    #[inline]
    pub(super) fn list_turns(&self, actions: &mut Vec<Action>) {
        if let Some((_, at)) = self.next_choice() {
            let first = self.codes[at.index()] & 31;
            actions.extend((first..first + 4).map(|index| Action::Turn {
                at,
                orientation: Orientation::from_index_unchecked(index),
            }));
        }
    }
}

impl Monstrodechecs {
    /// MO19, MO20.
    pub(super) fn list_choices(&self, position: &Position, actions: &mut Vec<Action>) {
        let seat = position.turn;
        match self.mode {
            Mode::Devils => actions.extend(self.nearest_line(seat).map(|at| Action::Devil { at })),
            _ => actions.extend(self.corner_sides(seat).map(Action::Side)),
        }
    }

    /// MO6, MO7: a die rolls and attacks.
    #[inline]
    pub(super) fn roll(
        &self,
        position: &mut Position,
        from: Square,
        to: Square,
        orientation: Orientation,
    ) {
        let turn = position.turn.index();
        let die = Die(position.codes[from.index()]).turned(orientation);
        position.bonus[turn] = 0; // MO15: used or lost
        position.codes[from.index()] = 0;
        position.codes[to.index()] = die.0;
        let both = Bitboard::from_square(from).with(to);
        position.dice[turn] ^= both;
        if position.devils.contains(from) {
            position.devils ^= both;
        }
        let struck = position.strike(to, die, None);
        if !struck.flipped.is_empty() {
            for at in struck.flipped {
                let code = &mut position.codes[at.index()];
                *code = Die(*code).flipped().0;
            }
            position.pending = struck.flipped;
            position.phase = Phase::Flips;
            return;
        }
        if !struck.removed.is_empty() && self.remove(position, struck.removed, die.is_monster()) {
            return;
        }
        self.next_turn(position);
    }

    /// Removes dice from the board, scores them, and ends the round if one side is left; returns
    /// whether it did.
    #[inline]
    fn remove(&self, position: &mut Position, removed: Bitboard, by_monster: bool) -> bool {
        let turn = position.turn;
        let friends = self.friends(turn);
        let (mut bonus, mut points, mut out) = (0, 0, 0u8);
        for seat in 0..usize::from(self.players) {
            let lost = position.dice[seat] & removed;
            if lost.is_empty() {
                continue;
            }
            position.dice[seat] ^= lost;
            if friends >> seat & 1 == 0 {
                bonus += lost.len() as u8;
                points += match self.mode {
                    Mode::Carnage => lost
                        .into_iter()
                        .filter(|at| Die(position.codes[at.index()]).kind() != 0)
                        .count() as u16, // MO21
                    _ => lost.len() as u16, // MO18
                };
            }
            let is_out = match self.mode {
                Mode::Devils => !(position.devils & lost).is_empty(), // MO19
                _ => position.dice[seat].is_empty(),                  // MO17
            };
            out |= u8::from(is_out) << seat;
        }
        for at in removed {
            position.codes[at.index()] = 0;
        }
        position.devils &= !removed;
        if by_monster {
            position.bonus[turn.index()] = bonus; // MO15
        }
        if self.counts_points() {
            position.scores[turn.index()] += points;
        }
        if out == 0 {
            return false;
        }
        let before = position.in_play;
        position.in_play &= !out;
        for seat in 0..4 {
            if out >> seat & 1 == 1 {
                position.bonus[seat] = 0;
            }
        }
        if self.sides_in(position.in_play) > 1 {
            return false;
        }
        self.end_round(position, before);
        true
    }

    /// MO14: the side faces of a flipped die are chosen.
    #[inline]
    pub(super) fn turn(&self, position: &mut Position, at: Square, orientation: Orientation) {
        let code = &mut position.codes[at.index()];
        *code = Die(*code).turned(orientation).0;
        position.pending = position.pending.without(at);
        if position.pending.is_empty() {
            position.phase = Phase::Play;
            self.next_turn(position);
        }
    }

    /// Gives the turn to the next seat still in play.
    #[inline]
    pub(super) fn next_turn(&self, position: &mut Position) {
        let mut next = position.turn.next(self.players);
        while !position.plays(next) && next != position.turn {
            next = next.next(self.players);
        }
        position.turn = next;
    }

    /// MO19: a devil stands with 1 on top and 2 towards its owner.
    pub(super) fn choose_devil(&self, position: &mut Position, at: Square) {
        let side = position.sides[position.turn.index()];
        position.codes[at.index()] = standing(6, 1, 2, side).0;
        position.devils = position.devils.with(at);
        self.next_set_up(position);
    }

    /// MO20: a side is chosen and the dice are oriented.
    pub(super) fn choose_side(&self, position: &mut Position, side: Side) {
        let seat = position.turn;
        position.sides[seat.index()] = side;
        for at in position.dice(seat) {
            let kind = Die(position.codes[at.index()]).kind();
            position.codes[at.index()] = starting(kind, side).0;
        }
        self.next_set_up(position);
    }

    fn next_set_up(&self, position: &mut Position) {
        position.turn = position.turn.next(self.players);
        if position.turn == Seat::new(0) {
            position.phase = Phase::Play;
            position.turn = self.starter(position.round);
        }
    }
}

/// A die with these faces on top and towards a side.
fn standing(kind: u8, top: u8, towards: u8, side: Side) -> Die {
    let found = Orientation::with_top(top).find(|o| o.facing(side) == towards);
    Die::new(
        kind,
        found.unwrap_or(Orientation::from_index_unchecked((top - 1) * 4)),
    )
}

/// MO3, MO21: how a die of a kind stands at the start, for an owner at this side.
pub(super) fn starting(kind: u8, side: Side) -> Die {
    match kind {
        0 => standing(0, 1, 2, side),
        1 | 6 => standing(kind, kind, 2, side),
        _ => standing(kind, kind, 1, side),
    }
}
