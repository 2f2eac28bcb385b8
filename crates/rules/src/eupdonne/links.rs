use super::placement::{CORNERS, FOOTPRINTS};
use super::{Bitboard, LIGHT, Placement, Position};
use crate::Seat;

/// The bars of each colour, as sets.
const COLOUR: [u16; 2] = [0o77, 0o77 << 6];

/// The colour of the bar with this number, 0 or 1.
#[inline]
const fn colour(number: usize) -> usize {
    (number >= 6) as usize
}

/// The members of a set of bars.
#[inline]
fn members(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let number = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(number)
    })
}

impl Position {
    /// EU6: the bars of any colour that a bar is linked with, as a set.
    #[inline]
    pub fn links(&self, number: usize) -> u16 {
        self.links[number]
    }

    /// The bars that count for a seat's chain (EU9, EU12): its own that are not captive, and the
    /// opponent's that are.
    #[inline]
    pub fn holdings(&self, seat: Seat) -> u16 {
        let own = COLOUR[seat.index()];
        let on_board = self.on_board();
        on_board & (own & !self.captives | !own & self.captives)
    }

    /// All bars on the board, as a set.
    #[inline]
    pub fn on_board(&self) -> u16 {
        let mut set = 0;
        for (number, &placement) in self.bars.iter().enumerate() {
            set |= u16::from(placement != Placement::NONE) << number;
        }
        set
    }

    /// The bars connected to a bar by links among `within`.
    #[inline]
    pub fn connected(&self, number: usize, within: u16) -> u16 {
        let mut reached = 1u16 << number;
        let mut new = reached;
        while new != 0 {
            let next = new.trailing_zeros() as usize;
            new &= new - 1;
            let found = self.links[next] & within & !reached;
            reached |= found;
            new |= found;
        }
        reached
    }

    /// EU12: the bars of a seat's chain from corner to corner, in order, if there is one.
    pub fn chain(&self, seat: Seat) -> Option<Vec<usize>> {
        let within = self.holdings(seat);
        let corners: Vec<usize> = members(within)
            .filter(|&number| !(self.bars[number].covered() & CORNERS).is_empty())
            .collect();
        // The shortest way from each corner to another.
        let ways = corners.iter().filter_map(|&start| {
            let mut from = [None; 12];
            let mut queue = vec![start];
            let mut at = 0;
            while let Some(&number) = queue.get(at) {
                at += 1;
                for next in members(self.links[number] & within) {
                    if next != start && from[next].is_none() {
                        from[next] = Some(number);
                        queue.push(next);
                    }
                }
            }
            let end = queue[1..].iter().find(|number| corners.contains(number))?;
            let mut way: Vec<usize> =
                std::iter::successors(Some(*end), |&number| from[number]).collect();
            way.reverse();
            Some(way)
        });
        ways.min_by_key(Vec::len)
    }

    /// EU12: whether there is a chain.
    #[inline]
    pub fn has_chain(&self, seat: Seat) -> bool {
        let taken = (self.covered(LIGHT) | self.covered(LIGHT.next(2))) & CORNERS;
        if taken.len() < 2 {
            return false;
        }
        let within = self.holdings(seat);
        let mut corners = 0u16;
        for number in members(within) {
            let at_corner = !(self.bars[number].covered() & CORNERS).is_empty();
            corners |= u16::from(at_corner) << number;
        }
        while corners & corners.wrapping_sub(1) != 0 {
            let first = corners.trailing_zeros() as usize;
            corners &= corners - 1;
            if self.connected(first, within) & corners != 0 {
                return true;
            }
        }
        false
    }

    /// Finds the links of a bar that has just been placed.
    #[inline]
    pub(super) fn link(&mut self, number: usize) {
        let placement = self.bars[number];
        let touched = placement.footprint().touched;
        let (mut equal, mut unequal) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for seat in Seat::all(2) {
            let there = self.levels(seat);
            let all = there[0] | there[1] | there[2];
            for level in 0..3 {
                equal |= touched[level] & there[level];
                unequal |= touched[level] & all & !there[level];
            }
        }
        // Its own squares touch one another, which does not count.
        equal &= !placement.covered();
        unequal &= !placement.covered();
        if equal.is_empty() {
            return;
        }
        let mut links = 0;
        for (other, bar) in self.bars.iter().enumerate() {
            let [a, b, c] = FOOTPRINTS
                .get(bar.number())
                .map_or([Bitboard::EMPTY; 3], |footprint| footprint.levels);
            let covered = a | b | c;
            let linked = !(covered & equal).is_empty() && (covered & unequal).is_empty();
            links |= u16::from(linked) << other;
        }
        self.links[number] = links;
        for other in members(links) {
            self.links[other] |= 1 << number;
        }
    }

    /// Removes the links of a bar that is lifted.
    #[inline]
    pub(super) fn unlink(&mut self, number: usize) {
        for other in members(self.links[number]) {
            self.links[other] &= !(1 << number);
        }
        self.links[number] = 0;
    }

    /// EU10: a bar that has just been placed frees the captives of its colour that it is linked
    /// with, and those whose captors it is linked with.
    #[inline]
    pub(super) fn release_by_friend(&mut self, number: usize) {
        let own = COLOUR[colour(number)];
        let held = self.captives & own;
        if held == 0 {
            return;
        }
        let mut reached = self.links[number];
        for captor in members(self.links[number] & !own & !self.captives) {
            reached |= self.links[captor];
        }
        self.captives &= !(held & reached);
    }

    /// EU8: a bar that has just been placed captures the opponent's bar it is linked with, if it is
    /// linked with only one, and another bar of its colour is linked with that one and no other.
    #[inline]
    pub(super) fn capture(&mut self, number: usize) {
        let own = COLOUR[colour(number)];
        let enemies = !own & !self.captives;
        let prey = self.links[number] & enemies;
        if prey == 0 || prey & (prey - 1) != 0 {
            return;
        }
        let others = self.links[prey.trailing_zeros() as usize] & own & !self.captives;
        if members(others & !(1 << number)).any(|other| self.links[other] & enemies == prey) {
            self.captives |= prey;
        }
    }

    /// EU11 with `release=captors`: captives with fewer than two captors are freed, all at once.
    #[inline]
    pub(super) fn release_by_leaving(&mut self) {
        let mut freed = 0;
        for captive in members(self.captives) {
            let captors = self.captors(captive);
            if captors & captors.wrapping_sub(1) == 0 {
                freed |= 1 << captive;
            }
        }
        self.captives &= !freed;
    }

    /// The opponent's bars, themselves not captive, that a bar is linked with: if it is captive,
    /// its captors.
    #[inline]
    pub fn captors(&self, number: usize) -> u16 {
        self.links[number] & !COLOUR[colour(number)] & !self.captives
    }
}
