use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

use tablier_rules::Seat;

use super::{HISTORY, Pvs};
use crate::Mind;

impl<M: Mind> Pvs<'_, M> {
    /// Gives every action the score it will be picked by.
    pub(super) fn rank(
        &self,
        ply: usize,
        acts: Seat,
        actions: &[M::Action],
        best: Option<u16>,
        scores: &mut Vec<i32>,
        order: &mut Vec<u16>,
    ) {
        scores.clear();
        scores.resize(actions.len(), 0);
        order.clear();
        order.extend(0..actions.len() as u16);
        if actions.len() < 2 {
            return;
        }
        let frame = &self.frames[ply];
        self.mind.order(&frame.position, acts, actions, scores);
        for (score, action) in scores.iter_mut().zip(actions) {
            *score = *score * 16 + self.history[place_of(acts, action)];
            if frame.killers[0] == Some(*action) {
                *score += 20_000;
            } else if frame.killers[1] == Some(*action) {
                *score += 16_000;
            }
        }
        if let Some(best) = best {
            scores[usize::from(best)] = i32::MAX;
        }
    }

    /// An action refuted the previous one: it is tried earlier next time, those before it later.
    pub(super) fn reward(
        &mut self,
        ply: usize,
        depth: i32,
        actions: &[M::Action],
        tried: &[u16],
        acts: Seat,
    ) {
        let Some((&last, before)) = tried.split_last() else {
            return;
        };
        let action = actions[usize::from(last)];
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let bonus = (depth * depth * 16).min(1_500);
        let mut add = |action: &M::Action, bonus: i32| {
            let cell = &mut self.history[place_of(acts, action)];
            *cell += bonus - *cell * bonus.abs() / 12_000;
        };
        add(&action, bonus);
        for &at in before.iter().take(24) {
            add(&actions[usize::from(at)], -bonus / 2);
        }
    }
}

/// How many actions are picked one by one; a search that tries more tries most of them.
const PICKED: usize = 6;

/// Moves the best of the rest to this place, the first among equals.
#[inline]
pub(super) fn pick(place: usize, order: &mut [u16], scores: &[i32]) {
    let score = |at: u16| scores[usize::from(at)];
    if place < PICKED {
        let mut best = place;
        for i in place + 1..order.len() {
            if score(order[i]) > score(order[best]) {
                best = i;
            }
        }
        // The others keep their order.
        order[place..=best].rotate_right(1);
    } else if place == PICKED {
        order[place..].sort_unstable_by_key(|&at| (Reverse(score(at)), at));
    }
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
