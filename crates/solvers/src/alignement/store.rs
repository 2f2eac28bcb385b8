//! The values in memory.

use rustc_hash::FxHashMap;
use tablier_rules::blockade::alignement::{Position, Shape};

use super::board::{Board, Pieces};
use super::index::Material;
use super::turns::{early_index, material};
use super::value::{self, Value};

/// A part of the tables.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Section {
    /// All ten pieces are on the board and a piece of this shape moves.
    Moving(Shape),
    /// After 6 to 10 actions.
    Placing(u8),
    /// After at most five actions.
    Early,
}

/// Where the boards after 0 to 5 actions begin within [`Section::Early`].
pub(super) const EARLY: [usize; 7] = {
    let mut begin = [0; 7];
    let mut ply = 0;
    while ply < 6 {
        begin[ply + 1] = begin[ply] + (1 << (4 * ply));
        ply += 1;
    }
    begin
};

impl Section {
    /// All sections in the order of their addresses.
    pub const ALL: [Section; 9] = [
        Section::Moving(Shape::Square),
        Section::Moving(Shape::Triangle),
        Section::Moving(Shape::Cylinder),
        Section::Placing(6),
        Section::Placing(7),
        Section::Placing(8),
        Section::Placing(9),
        Section::Placing(10),
        Section::Early,
    ];

    /// Its place in [`Self::ALL`].
    #[inline]
    pub const fn number(self) -> usize {
        match self {
            Section::Moving(shape) => shape as usize,
            Section::Placing(ply) => ply as usize - 3,
            Section::Early => 8,
        }
    }

    /// How many positions it holds.
    pub const fn size(self) -> usize {
        match self {
            Section::Moving(_) => Material::FULL.size(),
            Section::Placing(ply) => material(ply as usize).size(),
            Section::Early => EARLY[6],
        }
    }

    /// The address of its position with this number: unique across all sections.
    #[inline]
    pub const fn address(self, index: usize) -> u64 {
        (self.number() as u64) << 32 | index as u64
    }

    /// The section and the number of a board after `ply` actions (12 to 17 by the cycle).
    #[inline]
    pub fn locate(board: Board, ply: usize) -> (Section, usize) {
        match ply {
            0..=5 => (Section::Early, EARLY[ply] + early_index(board, ply)),
            6..=10 => (Section::Placing(ply as u8), material(ply).index(board)),
            _ => (
                Section::Moving(Shape::ALL[ply % 3]),
                Material::FULL.index(board),
            ),
        }
    }
}

/// The board of a position as the player to act sees it.
pub fn board(position: &Position) -> Board {
    let of = |[squares, triangles, cylinder]: [u16; 3]| Pieces {
        squares,
        triangles,
        cylinder,
    };
    let [first, second] = position.masks().map(of);
    let board = Board {
        own: first,
        other: second,
    };
    if position.turn().is_multiple_of(2) {
        board
    } else {
        board.swapped()
    }
}

/// The values of all positions.
#[derive(Default)]
pub struct Solution {
    pub(super) sections: [Vec<u8>; 9],
    /// The distances that do not fit a byte, by address.
    pub(super) long: FxHashMap<u64, u16>,
}

impl Solution {
    /// The bytes of a section.
    pub fn section(&self, section: Section) -> &[u8] {
        &self.sections[section.number()]
    }

    /// The same, to be filled.
    pub fn section_mut(&mut self, section: Section) -> &mut Vec<u8> {
        &mut self.sections[section.number()]
    }

    pub(super) fn keep_long(&mut self, values: Vec<(u64, Option<Value>)>) {
        self.long.extend(
            values
                .into_iter()
                .filter_map(|(address, value)| match value {
                    Some(Value::Loss(n) | Value::Win(n)) => Some((address, n)),
                    _ => None,
                }),
        );
    }

    /// The value at an address that holds this byte.
    #[inline]
    pub(super) fn decode(byte: u8, address: u64, long: &FxHashMap<u64, u16>) -> Option<Value> {
        match byte {
            value::IMPOSSIBLE => None,
            value::DRAW => Some(Value::Draw),
            value::LONG => long.get(&address).map(|&n| Value::of_distance(n)),
            ended => Some(Value::of_distance(u16::from(ended) - 1)),
        }
    }

    /// The value of a board after `ply` actions; none if it is impossible.
    #[inline]
    pub fn value(&self, board: Board, ply: usize) -> Option<Value> {
        let (section, index) = Section::locate(board, ply);
        self.value_at(section, index)
    }

    /// The value of the position with a number.
    #[inline]
    pub fn value_at(&self, section: Section, index: usize) -> Option<Value> {
        let byte = self.sections[section.number()][index];
        Self::decode(byte, section.address(index), &self.long)
    }
}
