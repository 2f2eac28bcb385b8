use super::{Action, Square, between};
use crate::hash::{self, SplitMix64};

/// The colours, numbered as the seats whose colour they have.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
}

impl Colour {
    /// All four.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow];

    /// Its letter in texts (SO6).
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Blue => 'B',
            Colour::Green => 'G',
            Colour::Yellow => 'Y',
        }
    }

    /// The colour with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.letter() == letter)
    }
}

/// Where the pieces are, bit 0 at 1A and bit 63 at 8H in reading order, and the two bits of each
/// colour's number, zero on empty squares.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    pub(super) occupied: u64,
    pub(super) low: u64,
    pub(super) high: u64,
}

/// SO6: rows 2 to 7, columns B to G.
const CLASSIC: &[u8; 36] = b"RYRBGBYRYGBGRYRBGBGBGYRYBGBRYRGBGYRY";

impl Position {
    /// The classic start (SO6).
    pub fn classic() -> Self {
        Self::start(CLASSIC)
    }

    /// The random start of a seed (SO1).
    pub fn shuffled(seed: u64) -> Self {
        let mut colours = *CLASSIC;
        let mut random = SplitMix64::new(seed);
        for i in (1..36).rev() {
            let other = random.next() % (i as u64 + 1);
            colours.swap(i, other as usize);
        }
        Self::start(&colours)
    }

    fn start(colours: &[u8; 36]) -> Self {
        let mut masks = [0; 4];
        for (i, &letter) in colours.iter().enumerate() {
            let square = Square::new(1 + i as u8 / 6, 1 + i as u8 % 6);
            if let Some(colour) = Colour::from_letter(char::from(letter)) {
                masks[colour as usize] |= 1 << square.index();
            }
        }
        Self::from_masks(masks)
    }

    /// A position from one mask for each colour, in the order of [`Colour::ALL`]. Nothing is checked: the
    /// masks must not overlap, and there are at most 36 pieces.
    #[inline]
    pub const fn from_masks([red, blue, green, yellow]: [u64; 4]) -> Self {
        Self {
            occupied: red | blue | green | yellow,
            low: blue | yellow,
            high: green | yellow,
        }
    }

    /// One mask for each colour, in the order of [`Colour::ALL`].
    #[inline]
    pub const fn masks(&self) -> [u64; 4] {
        [
            self.occupied & !self.low & !self.high,
            self.low & !self.high,
            self.high & !self.low,
            self.low & self.high,
        ]
    }

    /// The squares with pieces of a colour.
    #[inline]
    pub const fn mask(&self, colour: Colour) -> u64 {
        self.masks()[colour as usize]
    }

    /// The squares with pieces.
    #[inline]
    pub const fn occupied(&self) -> u64 {
        self.occupied
    }

    /// How many pieces are left.
    #[inline]
    pub const fn count(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The colour of the piece on a square, if there is one.
    #[inline]
    pub const fn colour_at(&self, square: Square) -> Option<Colour> {
        let i = square.index();
        if self.occupied >> i & 1 == 0 {
            return None;
        }
        Some(Colour::ALL[(self.low >> i & 1 | (self.high >> i & 1) << 1) as usize])
    }

    #[inline]
    pub(super) fn play(&mut self, action: Action) {
        let (from, to) = (action.from.index(), action.to.index());
        let gone = between(action.from, action.to) | 1 << from;
        let carry = |mask: u64| mask & !gone | (mask >> from & 1) << to;
        self.low = carry(self.low);
        self.high = carry(self.high);
        self.occupied = self.occupied & !gone | 1 << to;
    }

    /// The position after a jump that is possible.
    #[inline]
    pub fn after(mut self, action: Action) -> Self {
        self.play(action);
        self
    }

    /// A hash of the position.
    #[inline]
    pub fn key(&self) -> u64 {
        hash::mix(self.occupied ^ hash::mix(self.low ^ hash::mix(self.high)))
    }

    /// The same position on the field turned or mirrored: 0 leaves it, bit 0 mirrors it left to right,
    /// bit 1 top to bottom, bit 2 (first) along the diagonal from 1A.
    pub fn turned(&self, symmetry: u8) -> Self {
        Self {
            occupied: turned(self.occupied, symmetry),
            low: turned(self.low, symmetry),
            high: turned(self.high, symmetry),
        }
    }

    /// The same position with the colours renamed by their first piece in reading order: red first,
    /// then blue, green, yellow. Which colour is which does not matter.
    pub fn recoloured(&self) -> Self {
        let mut masks = self.masks();
        masks.sort_unstable_by_key(|mask| mask.trailing_zeros());
        Self::from_masks(masks)
    }

    /// One representative of all positions that differ only by turning, mirroring and the names of
    /// the colours.
    pub fn canonical(&self) -> Self {
        let images = (1..8).map(|symmetry| self.turned(symmetry).recoloured());
        images.fold(self.recoloured(), Ord::min)
    }
}

/// A mask of squares turned or mirrored as [`Position::turned`] says.
fn turned(mut mask: u64, symmetry: u8) -> u64 {
    if symmetry & 4 != 0 {
        for (shift, quarter) in [
            (7, 0x00aa_00aa_00aa_00aa),
            (14, 0x0000_cccc_0000_cccc),
            (28, 0x0000_0000_f0f0_f0f0),
        ] {
            let t = (mask ^ mask >> shift) & quarter;
            mask ^= t ^ t << shift;
        }
    }
    if symmetry & 1 != 0 {
        mask = mask.swap_bytes().reverse_bits();
    }
    if symmetry & 2 != 0 {
        mask = mask.swap_bytes();
    }
    mask
}
