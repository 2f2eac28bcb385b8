use std::hash::{Hash, Hasher};

use tablier_rules::Seat;

use super::{HISTORY, Pvs};
use crate::Mind;

/// The score an action is picked by, and its place in the list: of two with equal scores the first in the
/// list is greater.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(i64);

impl Rank {
    #[inline]
    pub(super) fn new(score: i32, at: usize) -> Self {
        Self(i64::from(score) << 16 | i64::from(u16::MAX - at as u16))
    }

    #[inline]
    pub(super) fn score(self) -> i32 {
        (self.0 >> 16) as i32
    }

    /// The action's place in the list.
    #[inline]
    pub(super) fn at(self) -> usize {
        usize::from(u16::MAX - self.0 as u16)
    }
}

impl<M: Mind> Pvs<'_, M> {
    /// Ranks the actions, the first one first: the best known one, or else by what the search has learned about them
    /// so far and by what the game says. With a best known one, what the game says is left out: the others are
    /// often needless.
    pub(super) fn rank(
        &mut self,
        ply: usize,
        acts: Seat,
        actions: &[M::Action],
        best: Option<u16>,
        ranks: &mut Vec<Rank>,
    ) {
        let by_game = best.is_none() && self.ask_game(ply, acts, actions);
        let killers = self.frames[ply].killers;
        let learned = |action: &M::Action| {
            let mut score = i32::from(self.history[place_of(acts, action)]);
            if killers[0] == Some(*action) {
                score += 20_000;
            } else if killers[1] == Some(*action) {
                score += 16_000;
            }
            score
        };
        ranks.clear();
        let mut first = Rank(i64::MIN);
        let each = actions.iter().enumerate();
        if by_game {
            ranks.extend(each.zip(&self.scores).map(|((at, action), said)| {
                let rank = Rank::new(learned(action) + said * 16, at);
                first = first.max(rank);
                rank
            }));
        } else {
            ranks.extend(each.map(|(at, action)| {
                let rank = Rank::new(learned(action), at);
                first = first.max(rank);
                rank
            }));
        }
        if let Some(best) = best.map(usize::from) {
            first = Rank::new(i32::MAX, best);
            ranks[best] = first;
        }
        if !ranks.is_empty() {
            ranks.swap(0, first.at());
        }
    }

    /// Has the game score the actions, if it says anything about them.
    #[inline]
    fn ask_game(&mut self, ply: usize, acts: Seat, actions: &[M::Action]) -> bool {
        if !M::ORDERS || actions.len() < 2 {
            return false;
        }
        self.scores.clear();
        self.scores.resize(actions.len(), 0);
        let position = &self.frames[ply].position;
        self.mind.order(position, acts, actions, &mut self.scores);
        true
    }

    /// Adds to the ranks what the game says about the actions.
    pub(super) fn rank_by_game(
        &mut self,
        ply: usize,
        acts: Seat,
        actions: &[M::Action],
        ranks: &mut [Rank],
    ) {
        if !self.ask_game(ply, acts, actions) {
            return;
        }
        for rank in ranks {
            rank.0 += i64::from(self.scores[rank.at()] * 16) << 16;
        }
    }

    /// An action refuted the previous one: it is tried earlier next time, those before it later.
    pub(super) fn reward(
        &mut self,
        ply: usize,
        depth: i32,
        actions: &[M::Action],
        tried: &[Rank],
        acts: Seat,
    ) {
        let Some((&last, before)) = tried.split_last() else {
            return;
        };
        let action = actions[last.at()];
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let bonus = (depth * depth * 16).min(1_500);
        let mut add = |action: &M::Action, bonus: i32| {
            let cell = &mut self.history[place_of(acts, action)];
            let now = i32::from(*cell);
            // Never beyond 12,000.
            *cell = (now + bonus - now * bonus.abs() / 12_000) as i16;
        };
        add(&action, bonus);
        for rank in before.iter().take(24) {
            add(&actions[rank.at()], -bonus / 2);
        }
    }
}

/// How many actions are picked one by one; a search that tries more tries most of them.
const PICKED: usize = 6;

/// Moves the best of the rest to this place.
#[inline]
pub(super) fn pick(place: usize, ranks: &mut [Rank]) -> Rank {
    let rest = &mut ranks[place..];
    if place < PICKED {
        let mut best = (rest[0], 0);
        for (i, &rank) in rest.iter().enumerate().skip(1) {
            if rank > best.0 {
                best = (rank, i);
            }
        }
        rest.swap(0, best.1);
    } else if place == PICKED {
        rest.sort_unstable_by(|one, other| other.cmp(one));
    }
    rest[0]
}

/// A small fixed hash of an action, for the history tables.
#[inline]
fn place_of<A: Hash>(acts: Seat, action: &A) -> usize {
    struct Mixer(u64);
    impl Hasher for Mixer {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.write_u64(u64::from(byte));
            }
        }
        fn write_u8(&mut self, value: u8) {
            self.write_u64(u64::from(value));
        }
        fn write_u16(&mut self, value: u16) {
            self.write_u64(u64::from(value));
        }
        fn write_u32(&mut self, value: u32) {
            self.write_u64(u64::from(value));
        }
        fn write_u64(&mut self, value: u64) {
            self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        fn write_usize(&mut self, value: usize) {
            self.write_u64(value as u64);
        }
    }
    let mut mixer = Mixer(acts.index() as u64 + 1);
    action.hash(&mut mixer);
    (mixer.0 >> 52) as usize & (HISTORY - 1)
}
