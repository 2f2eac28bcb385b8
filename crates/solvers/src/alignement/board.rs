//! Positions as masks, and the eight symmetries of the square.

/// The pieces of one player as masks over the sixteen circles, bit 0 at A1, bit 3 at D1.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pieces {
    /// Where the squares stand.
    pub squares: u16,
    /// Where the triangles stand.
    pub triangles: u16,
    /// Where the cylinder stands.
    pub cylinder: u16,
}

impl Pieces {
    /// All circles the player occupies.
    #[inline]
    pub fn all(self) -> u16 {
        self.squares | self.triangles | self.cylinder
    }
}

/// A position as the player to act sees it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    /// The pieces of the player to act.
    pub own: Pieces,
    /// The opponent's pieces.
    pub other: Pieces,
}

impl Board {
    /// All occupied circles.
    #[inline]
    pub fn all(self) -> u16 {
        self.own.all() | self.other.all()
    }

    /// The same position seen by the other player.
    #[inline]
    pub fn swapped(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// The position turned or reflected.
    #[inline]
    pub fn under(self, symmetry: u8) -> Self {
        let turned = |p: Pieces| Pieces {
            squares: permute(p.squares, symmetry),
            triangles: permute(p.triangles, symmetry),
            cylinder: permute(p.cylinder, symmetry),
        };
        Self {
            own: turned(self.own),
            other: turned(self.other),
        }
    }
}

/// The image of a circle under each of the eight symmetries.
pub(super) const IMAGE: [[u8; 16]; 8] = {
    let mut image = [[0; 16]; 8];
    let mut g = 0;
    while g < 8 {
        let mut at = 0;
        while at < 16 {
            let (mut x, mut y) = (at % 4, at / 4);
            if g & 4 != 0 {
                (x, y) = (y, x);
            }
            if g & 1 != 0 {
                x = 3 - x;
            }
            if g & 2 != 0 {
                y = 3 - y;
            }
            image[g][at] = (y * 4 + x) as u8;
            at += 1;
        }
        g += 1;
    }
    image
};

/// The image of half a mask: low and high byte.
static HALVES: [[[u16; 256]; 2]; 8] = {
    let mut halves = [[[0; 256]; 2]; 8];
    let mut g = 0;
    while g < 8 {
        let mut byte = 0;
        while byte < 256 {
            let mut bit = 0;
            while bit < 8 {
                if byte >> bit & 1 == 1 {
                    halves[g][0][byte] |= 1 << IMAGE[g][bit];
                    halves[g][1][byte] |= 1 << IMAGE[g][bit + 8];
                }
                bit += 1;
            }
            byte += 1;
        }
        g += 1;
    }
    halves
};

/// A mask under a symmetry.
#[inline]
pub fn permute(mask: u16, symmetry: u8) -> u16 {
    let halves = &HALVES[symmetry as usize];
    halves[0][(mask & 0xff) as usize] | halves[1][(mask >> 8) as usize]
}

/// The inverse of each symmetry.
pub const INVERSE: [u8; 8] = {
    let mut inverse = [0; 8];
    let mut g = 0;
    while g < 8 {
        let mut h = 0;
        while h < 8 {
            let mut same = true;
            let mut at = 0;
            while at < 16 {
                same &= IMAGE[h][IMAGE[g][at] as usize] as usize == at;
                at += 1;
            }
            if same {
                inverse[g] = h as u8;
            }
            h += 1;
        }
        g += 1;
    }
    inverse
};
