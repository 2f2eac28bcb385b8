//! MO6: where a die can roll, for all paths at once.
//!
//! What a path does to a die is a rotation that does not depend on the die's orientation. There are
//! 24 rotations; a roll leads from the 12 that an even number of rolls makes to the 12 others and
//! back. So the reachable squares are 12 bitboards for each parity, and one step of all paths is 12
//! times four shifts. Anything reached in n steps is also reached in n + 2 (back and forth), so the
//! last two steps tell everything.

use super::{Bitboard, Square};
use crate::scene::Side;
use crate::scene::dice::Orientation;

/// Rotations are named by their image of this orientation.
const BASE: Orientation = Orientation::from_index_unchecked(0);

/// The image of an orientation under a rotation.
static TURNED: [[u8; 24]; 24] = {
    let mut table = [[u8::MAX; 24]; 24];
    let mut from = 0;
    while from < 24 {
        table[from][BASE.index() as usize] = from as u8;
        // This many passes reach every rotation.
        let mut round = 0;
        while round < 8 {
            let mut rotation = 0;
            while rotation < 24 {
                if table[from][rotation] != u8::MAX {
                    let mut s = 0;
                    while s < 4 {
                        let side = Side::ALL[s];
                        let next = Orientation::from_index_unchecked(rotation as u8).roll(side);
                        let made =
                            Orientation::from_index_unchecked(table[from][rotation]).roll(side);
                        table[from][next.index() as usize] = made.index();
                        s += 1;
                    }
                }
                rotation += 1;
            }
            round += 1;
        }
        from += 1;
    }
    table
};

/// Which rotations an odd number of rolls makes.
const IS_ODD: [bool; 24] = {
    let mut odd = [false; 24];
    let mut known = [false; 24];
    known[BASE.index() as usize] = true;
    let mut round = 0;
    while round < 8 {
        let mut i = 0;
        while i < 24 {
            if known[i] {
                let mut s = 0;
                while s < 4 {
                    let next = Orientation::from_index_unchecked(i as u8)
                        .roll(Side::ALL[s])
                        .index();
                    odd[next as usize] = !odd[i];
                    known[next as usize] = true;
                    s += 1;
                }
            }
            i += 1;
        }
        round += 1;
    }
    odd
};

const fn of_parity(odd: bool) -> [u8; 12] {
    let mut list = [0; 12];
    let mut count = 0;
    let mut i = 0;
    while i < 24 {
        if IS_ODD[i] == odd {
            list[count] = i as u8;
            count += 1;
        }
        i += 1;
    }
    list
}

const EVEN: [u8; 12] = of_parity(false);
const ODD: [u8; 12] = of_parity(true);

const fn place(list: &[u8; 12], rotation: u8) -> usize {
    let mut i = 0;
    while list[i] != rotation {
        i += 1;
    }
    i
}

/// For each rotation of `to` and each side: the rotation of `from` that a roll to that side leads
/// from.
const fn before(from: &[u8; 12], to: &[u8; 12]) -> [[usize; 4]; 12] {
    let mut table = [[0; 4]; 12];
    let mut i = 0;
    while i < 12 {
        let mut s = 0;
        while s < 4 {
            let back = Side::ALL[s].opposite();
            let rotation = Orientation::from_index_unchecked(to[i]).roll(back).index();
            table[i][s] = place(from, rotation);
            s += 1;
        }
        i += 1;
    }
    table
}

const BEFORE_ODD: [[usize; 4]; 12] = before(&EVEN, &ODD);
const BEFORE_EVEN: [[usize; 4]; 12] = before(&ODD, &EVEN);

/// The odd rotation that one roll to each side makes.
const FIRST: [usize; 4] = {
    let mut table = [0; 4];
    let mut s = 0;
    while s < 4 {
        table[s] = place(&ODD, BASE.roll(Side::ALL[s]).index());
        s += 1;
    }
    table
};

/// One step of all paths.
#[inline(always)]
fn step(now: &[Bitboard; 12], before: &[[usize; 4]; 12], free: Bitboard) -> [Bitboard; 12] {
    let mut next = [Bitboard::EMPTY; 12];
    for (next, from) in next.iter_mut().zip(before) {
        let [north, east, south, west] = from.map(|rotation| now[rotation]);
        *next = free
            & (north.step(Side::North)
                | east.step(Side::East)
                | south.step(Side::South)
                | west.step(Side::West));
    }
    next
}

/// Where a die can roll, and in which orientations.
#[derive(Clone, Debug)]
pub struct Reach {
    start: Orientation,
    odd: [Bitboard; 12],
    even: [Bitboard; 12],
}

impl Reach {
    /// MO6: everything a die on `from` reaches in 1 to `range` steps over the squares of `empty`.
    #[inline(always)]
    pub fn new(from: Square, start: Orientation, range: u8, empty: Bitboard) -> Self {
        let from = Bitboard::from_square(from);
        let free = empty | from;
        let (mut odd, mut even) = ([Bitboard::EMPTY; 12], [Bitboard::EMPTY; 12]);
        if range > 0 {
            for (first, side) in FIRST.into_iter().zip(Side::ALL) {
                odd[first] = from.step(side) & free;
            }
            let mut left = range - 1;
            while left > 0 {
                even = step(&odd, &BEFORE_EVEN, free);
                if left == 1 {
                    break;
                }
                odd = step(&even, &BEFORE_ODD, free);
                left -= 2;
            }
        }
        // It must end on another square than its own; an odd number of steps always does.
        for squares in &mut even {
            *squares &= !from;
        }
        Self { start, odd, even }
    }

    /// Each orientation with the squares where the die can end in it.
    #[inline]
    pub fn ends(&self) -> impl Iterator<Item = (Orientation, Bitboard)> + '_ {
        let turned = &TURNED[self.start.index() as usize];
        let named = move |(&rotation, &squares): (&u8, &Bitboard)| {
            (
                Orientation::from_index_unchecked(turned[rotation as usize]),
                squares,
            )
        };
        ODD.iter()
            .zip(&self.odd)
            .map(named)
            .chain(EVEN.iter().zip(&self.even).map(named))
    }

    /// Calls `add` for each orientation with the squares where the die can end in it.
    #[inline(always)]
    pub(super) fn for_each(&self, mut add: impl FnMut(Orientation, Bitboard)) {
        let turned = &TURNED[self.start.index() as usize];
        for (&rotation, &squares) in ODD.iter().zip(&self.odd) {
            add(
                Orientation::from_index_unchecked(turned[rotation as usize]),
                squares,
            );
        }
        for (&rotation, &squares) in EVEN.iter().zip(&self.even) {
            add(
                Orientation::from_index_unchecked(turned[rotation as usize]),
                squares,
            );
        }
    }

    /// All squares on which the die can end.
    #[inline]
    pub fn squares(&self) -> Bitboard {
        let ends = self.odd.iter().chain(&self.even);
        ends.fold(Bitboard::EMPTY, |all, &squares| all | squares)
    }

    /// Whether the die can end on this square in this orientation.
    pub fn contains(&self, to: Square, orientation: Orientation) -> bool {
        self.ends()
            .any(|(o, squares)| o == orientation && squares.contains(to))
    }
}

/// A shortest path of a die to a square and an orientation, with the start left out.
pub(super) fn path(
    (from, start): (Square, Orientation),
    (to, end): (Square, Orientation),
    empty: Bitboard,
) -> Option<Vec<Square>> {
    let free = empty.with(from);
    let number = |(square, o): (Square, Orientation)| square.index() * 24 + o.index() as usize;
    let mut came: Vec<Option<(Square, Orientation)>> = vec![None; 64 * 24];
    let mut queue = vec![(from, start)];
    let mut next = 0;
    while let Some(&here) = queue.get(next) {
        next += 1;
        for side in Side::ALL {
            let Some(square) = here.0.step(side) else {
                continue;
            };
            let there = (square, here.1.roll(side));
            if !free.contains(square) || there == (from, start) || came[number(there)].is_some() {
                continue;
            }
            came[number(there)] = Some(here);
            queue.push(there);
            if there == (to, end) {
                let mut path = vec![to];
                let mut at = here;
                while at != (from, start) {
                    path.push(at.0);
                    at = came[number(at)]?;
                }
                path.reverse();
                return Some(path);
            }
        }
    }
    None
}
