use std::hint::select_unpredictable;

use super::{Position, Square};
use crate::hash::SplitMix64;
use crate::listing::fill;
use crate::nth::Counted;
use crate::scene::Side;

/// A piece jumps from one square to another; what it jumps over lies between.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// Where it starts.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
}

impl Action {
    const BLANK: Action = Action {
        from: Square::from_index_unchecked(0),
        to: Square::from_index_unchecked(0),
    };
}

/// 36 pieces with four sides each cannot have more jumps.
const MOST: usize = 36 * 4;

/// Column A.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The squares from which `steps` columns to the right stay on the field.
const fn can_go_right(steps: u32) -> u64 {
    COLUMN * (0xff >> steps)
}

/// The squares strictly between two squares of one row or column; meaningless for others.
#[inline]
pub const fn between(a: Square, b: Square) -> u64 {
    let (a, b) = (a.index(), b.index());
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let inside = (1u64 << high).wrapping_sub(2 << low);
    if (a ^ b) & 7 == 0 {
        inside & COLUMN << (a & 7)
    } else {
        inside
    }
}

/// The pieces that can jump along a line, towards higher and towards lower numbers.
#[derive(Copy, Clone)]
struct Jumpers {
    up: u64,
    down: u64,
}

impl Position {
    /// SO2: the pieces that can jump to a side (north is towards row 1).
    #[inline]
    pub fn jumpers(&self, side: Side) -> u64 {
        match side {
            Side::East => self.search()[0].up,
            Side::West => self.search()[0].down,
            Side::South => self.search()[1].up,
            Side::North => self.search()[1].down,
        }
    }

    /// The nearest empty square to a side of a piece that can jump there.
    #[inline]
    pub fn landing(&self, from: Square, side: Side) -> Square {
        let from = from.index() as u32;
        let to = match side {
            Side::East => self.landing_above(from, u64::MAX),
            Side::South => self.landing_above(from, COLUMN),
            Side::West => self.landing_below(from, u64::MAX),
            Side::North => self.landing_below(from, COLUMN),
        };
        Square::from_index_unchecked(to as usize)
    }

    /// The first empty square after a piece that can jump there; `line` is what counts of the squares
    /// from it on, the whole row or column A.
    #[inline]
    fn landing_above(&self, from: u32, line: u64) -> u32 {
        // A piece that can jump there has such a square; the sentinel bit at the end tells the
        // compiler so.
        from + (!self.occupied >> from & line | 1 << 63).trailing_zeros()
    }

    /// The same before it. [`Position::choose`] also asks for pieces that cannot jump there, and
    /// leaves what it is told then, which is no square.
    #[inline]
    fn landing_below(&self, from: u32, line: u64) -> u32 {
        let far = (!self.occupied << (63 - from) & line.rotate_left(7) | 1).leading_zeros();
        from.wrapping_sub(far)
    }

    /// All pieces at once, square by square away from them: they can go on as long as the piece
    /// they pass has another colour, and they can jump where they then reach an empty square.
    /// Whether two pieces differ is symmetric, so it is computed once for both directions.
    #[inline]
    fn search(&self) -> [Jumpers; 2] {
        let empty = !self.occupied;
        let mut found = [Jumpers { up: 0, down: 0 }; 2];
        let mut going = [Jumpers {
            up: self.occupied,
            down: self.occupied,
        }; 2];
        for steps in 1..8 {
            for (line, step) in [1, 8].into_iter().enumerate() {
                let far = steps * step;
                // Where this many steps up stay on the field.
                let room = if step == 1 {
                    can_go_right(steps)
                } else {
                    u64::MAX
                };
                let (found, going) = (&mut found[line], &mut going[line]);
                if steps > 1 {
                    found.up |= going.up & room & empty >> far;
                    found.down |= going.down & (empty & room) << far;
                }
                let other = (self.low ^ self.low >> far) | (self.high ^ self.high >> far);
                let pairs = self.occupied & self.occupied >> far & other & room;
                going.up &= pairs;
                going.down &= pairs << far;
            }
            if going[0].up | going[0].down | going[1].up | going[1].down == 0 {
                break;
            }
        }
        found
    }

    #[inline]
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        let [along, across] = self.search();
        fill::<_, MOST>(actions, Action::BLANK, |room| {
            let mut count = 0;
            for (mut jumpers, side) in [
                (across.down, Side::North),
                (along.up, Side::East),
                (across.up, Side::South),
                (along.down, Side::West),
            ] {
                while jumpers != 0 {
                    let from = Square::from_index_unchecked(jumpers.trailing_zeros() as usize);
                    jumpers &= jumpers - 1;
                    room[count] = Action {
                        from,
                        to: self.landing(from, side),
                    };
                    count += 1;
                }
            }
            count
        });
    }

    /// One of the listed actions, if there is any: the jumpers of each side are counted, and only one
    /// jump is looked at. Nothing branches on what is chosen.
    #[inline]
    pub(super) fn choose(&self, random: &mut SplitMix64) -> Option<Action> {
        let [along, across] = self.search();
        let [north, east] = [across.down, along.up].map(Counted::new);
        let [south, west] = [across.up, along.down].map(Counted::new);
        let easts = north.len();
        let souths = easts + east.len();
        let wests = souths + south.len();
        let all = wests + west.len();
        if all == 0 {
            return None;
        }
        let wanted = random.below(all);
        let (mut jumpers, mut before) = (north, 0);
        if wanted >= easts {
            (jumpers, before) = (east, easts);
        }
        if wanted >= souths {
            (jumpers, before) = (south, souths);
        }
        if wanted >= wests {
            (jumpers, before) = (west, wests);
        }
        let from = jumpers.nth(wanted - before) as u32;
        let in_column = (wanted < easts) | (wanted >= souths) & (wanted < wests);
        let line = if in_column { COLUMN } else { u64::MAX };
        let to = select_unpredictable(
            (wanted >= easts) & (wanted < wests),
            self.landing_above(from, line),
            self.landing_below(from, line),
        );
        Some(Action {
            from: Square::from_index_unchecked(from as usize),
            to: Square::from_index_unchecked(to as usize),
        })
    }
}
