//! Positions as numbers.
//!
//! The two cylinders fix the symmetry: of the 240 ordered pairs of circles, 33 represent all others
//! under the eight symmetries of the square. A pair on a long diagonal is fixed by one reflection,
//! so a position and its mirror image may both have a number; everything else has exactly one. The
//! other pieces follow as combinations of the free circles.

use super::board::{Board, IMAGE, Pieces, permute};

/// For every ordered pair of circles: the number of its class and a symmetry that maps it to the
/// representative.
struct Pairs {
    class: [[u8; 16]; 16],
    symmetry: [[u8; 16]; 16],
    /// The representative of each class.
    first: [(u8, u8); Self::CLASSES],
    /// Whether a reflection fixes that pair.
    mirrored: [bool; Self::CLASSES],
}

impl Pairs {
    const CLASSES: usize = 33;
}

static PAIRS: Pairs = {
    let mut pairs = Pairs {
        class: [[u8::MAX; 16]; 16],
        symmetry: [[0; 16]; 16],
        first: [(0, 0); Pairs::CLASSES],
        mirrored: [false; Pairs::CLASSES],
    };
    let mut classes = 0;
    let mut a = 0;
    while a < 16 {
        let mut b = 0;
        while b < 16 {
            if a != b && pairs.class[a][b] == u8::MAX {
                pairs.first[classes] = (a as u8, b as u8);
                let mut g = 0;
                while g < 8 {
                    // The pair (a, b) is the image under g of (x, y).
                    let (mut x, mut y) = (0, 0);
                    while IMAGE[g][x] as usize != a {
                        x += 1;
                    }
                    while IMAGE[g][y] as usize != b {
                        y += 1;
                    }
                    if pairs.class[x][y] == u8::MAX {
                        pairs.class[x][y] = classes as u8;
                        pairs.symmetry[x][y] = g as u8;
                    } else {
                        pairs.mirrored[classes] = true;
                    }
                    g += 1;
                }
                classes += 1;
            }
            b += 1;
        }
        a += 1;
    }
    assert!(classes == Pairs::CLASSES);
    pairs
};

/// Pairs of circles among at most fourteen, `(i, j)` with i < j, in the order of their rank.
static PAIR_OF: [(u8, u8); 91] = {
    let mut pairs = [(0, 0); 91];
    let mut j = 1;
    let mut at = 0;
    while j < 14 {
        let mut i = 0;
        while i < j {
            pairs[at] = (i as u8, j as u8);
            at += 1;
            i += 1;
        }
        j += 1;
    }
    pairs
};

/// Four masks side by side, so that removing a circle shifts all of them at once.
#[derive(Copy, Clone)]
struct Lanes(u64);

const ONES: u64 = 0x0001_0001_0001_0001;

impl Lanes {
    /// Removes circle `at` from all masks: those above move down by one.
    #[inline]
    fn take_out(&mut self, at: u32) {
        let low = ONES * ((1 << at) - 1);
        let high = !low & !(ONES << 15);
        self.0 = (self.0 & low) | ((self.0 >> 1) & high);
    }

    /// Puts circle `at` back into all masks, empty.
    #[inline]
    fn put_back(&mut self, at: u32) {
        let low = ONES * ((1 << at) - 1);
        self.0 = (self.0 & low) | ((self.0 & !low) << 1);
    }
}

/// How many pieces of each kind are on the board: own and other squares and triangles (0 to 2).
/// Both cylinders are on the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Material {
    /// Own squares, own triangles, other squares, other triangles.
    pub counts: [u8; 4],
}

const fn choose(n: u32, k: u8) -> u32 {
    match k {
        0 => 1,
        1 => n,
        _ => n * (n - 1) / 2,
    }
}

impl Material {
    /// All ten pieces.
    pub const FULL: Material = Material { counts: [2; 4] };

    /// The number of positions for one pair of cylinders.
    pub const fn per_class(self) -> u32 {
        let mut free = 14;
        let mut size = 1;
        let mut i = 0;
        while i < 4 {
            size *= choose(free, self.counts[i]);
            free -= self.counts[i] as u32;
            i += 1;
        }
        size
    }

    /// The number of positions in all.
    pub const fn size(self) -> usize {
        self.per_class() as usize * Pairs::CLASSES
    }

    /// The number of a position.
    #[inline]
    pub fn index(self, board: Board) -> usize {
        let (a, b) = (
            board.own.cylinder.trailing_zeros() as usize & 15,
            board.other.cylinder.trailing_zeros() as usize & 15,
        );
        let symmetry = PAIRS.symmetry[a][b];
        let class = PAIRS.class[a][b] as usize;
        let lanes = u64::from(permute(board.own.squares, symmetry))
            | u64::from(permute(board.own.triangles, symmetry)) << 16
            | u64::from(permute(board.other.squares, symmetry)) << 32
            | u64::from(permute(board.other.triangles, symmetry)) << 48;
        class * self.per_class() as usize + self.rank(lanes, class) as usize
    }

    /// The rank of four masks within a class, for a representative pair.
    #[inline]
    fn rank(self, lanes: u64, class: usize) -> u32 {
        let (a, b) = PAIRS.first[class];
        let mut lanes = Lanes(lanes);
        lanes.take_out(u32::from(a.max(b)));
        lanes.take_out(u32::from(a.min(b)));
        let mut rank = 0;
        let mut free = 14;
        for &count in &self.counts {
            let mask = lanes.0 as u16;
            lanes.0 >>= 16;
            let low = mask.trailing_zeros();
            match count {
                0 => {}
                1 => {
                    rank = rank * free + low;
                    lanes.take_out(low);
                }
                _ => {
                    let high = 15 - mask.leading_zeros();
                    rank = rank * choose(free, 2) + high * (high - 1) / 2 + low;
                    lanes.take_out(high);
                    lanes.take_out(low);
                }
            }
            free -= u32::from(count);
        }
        rank
    }

    /// The position with a number.
    #[inline]
    pub fn board(self, index: usize) -> Board {
        let per_class = self.per_class() as usize;
        let class = index / per_class;
        let mut rank = (index % per_class) as u32;
        let mut free = 14 - self.counts.iter().map(|&c| u32::from(c)).sum::<u32>();
        let mut lanes = Lanes(0);
        for &count in self.counts.iter().rev() {
            free += u32::from(count);
            let size = choose(free, count);
            let part = rank % size;
            rank /= size;
            let mask = match count {
                0 => 0,
                1 => {
                    lanes.put_back(part);
                    1 << part
                }
                _ => {
                    let (low, high) = PAIR_OF[part as usize];
                    lanes.put_back(u32::from(low));
                    lanes.put_back(u32::from(high));
                    1u64 << low | 1 << high
                }
            };
            lanes.0 = lanes.0 << 16 | mask;
        }
        let (a, b) = PAIRS.first[class];
        lanes.put_back(u32::from(a.min(b)));
        lanes.put_back(u32::from(a.max(b)));
        Board {
            own: Pieces {
                squares: lanes.0 as u16,
                triangles: (lanes.0 >> 16) as u16,
                cylinder: 1 << a,
            },
            other: Pieces {
                squares: (lanes.0 >> 32) as u16,
                triangles: (lanes.0 >> 48) as u16,
                cylinder: 1 << b,
            },
        }
    }
}

/// Whether a reflection fixes the cylinders of a position: then the position and its mirror image
/// have two numbers.
#[inline]
pub fn is_mirrored(board: Board) -> bool {
    let (a, b) = cylinders(board);
    PAIRS.mirrored[PAIRS.class[a][b] as usize]
}

/// The symmetry under which a position is numbered.
#[inline]
pub fn symmetry(board: Board) -> u8 {
    let (a, b) = cylinders(board);
    PAIRS.symmetry[a][b]
}

/// Whether the cylinders are the representative of their class.
#[inline]
pub fn is_normal(board: Board) -> bool {
    let (a, b) = cylinders(board);
    PAIRS.first[PAIRS.class[a][b] as usize] == (a as u8, b as u8)
}

#[inline]
fn cylinders(board: Board) -> (usize, usize) {
    (
        board.own.cylinder.trailing_zeros() as usize,
        board.other.cylinder.trailing_zeros() as usize,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_stands_for_a_position_and_back() {
        for counts in [
            [2, 2, 2, 2],
            [2, 1, 2, 2],
            [1, 2, 2, 1],
            [1, 1, 1, 1],
            [1, 0, 0, 1],
        ] {
            let material = Material { counts };
            let size = material.size();
            for i in 0..20_000 {
                let index = (i * 7_919_777) % size;
                let board = material.board(index);
                assert_eq!(material.index(board), index, "{counts:?} {board:?}");
                assert!(is_normal(board));
            }
        }
    }

    #[test]
    fn symmetric_positions_share_a_number_or_a_mirror() {
        let material = Material::FULL;
        for i in 0..20_000 {
            let index = (i * 104_729_999) % material.size();
            let board = material.board(index);
            for g in 0..8 {
                let other = material.index(board.under(g));
                assert!(other == index || is_mirrored(board), "{board:?} under {g}");
            }
        }
    }

    #[test]
    fn the_tables_have_the_sizes_that_counting_gives() {
        assert_eq!(Material::FULL.per_class(), 91 * 66 * 45 * 28);
        assert_eq!(PAIRS.mirrored.iter().filter(|&&m| m).count(), 6);
    }
}
