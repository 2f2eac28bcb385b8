//! What depends on the board and the die alone, computed once.

use std::sync::OnceLock;

use super::Square;
use crate::scene::Side;
use crate::scene::dice::Orientation;

/// How many squares there are.
pub(super) const SQUARES: usize = Square::COUNT;

/// A way for a cube: some squares to one side, then some (perhaps none) to another (CU3).
#[derive(Copy, Clone, Debug)]
pub(super) struct Shape {
    pub(super) legs: [(Side, u8); 2],
}

/// One way for a cube from one square.
#[derive(Copy, Clone, Debug)]
pub(super) struct Path {
    /// The squares before the last: low and high half of a bit board.
    pub(super) over: [u64; 2],
    /// The last square.
    pub(super) end: u8,
    /// The shape, for [`Tables::rolled`].
    pub(super) shape: u8,
}

/// Two ways that lead to the same end with the same faces: one action (C6).
#[derive(Copy, Clone, Debug)]
pub(super) struct Twins {
    pub(super) over: [[u64; 2]; 2],
    pub(super) end: u8,
    pub(super) shape: u8,
}

/// Where the ways of one number from one square are stored.
#[derive(Copy, Clone, Default)]
struct Ranges {
    /// The paths that begin to the north, east, south and west, and the end of all.
    paths: [u16; 5],
    twins: [u16; 2],
}

/// How many shapes there are: 4 straight ones and 8 (n − 1) bent ones for each number n.
const SHAPES: usize = 4 * 6 + 8 * 15;

pub(super) struct Tables {
    /// All shapes; those of one number are adjacent.
    pub(super) shapes: Vec<Shape>,
    /// The faces of a cube (index of its orientation) after a shape.
    pub(super) rolled: Box<[[u8; SHAPES]; 24]>,
    paths: Vec<Path>,
    twins: Vec<Twins>,
    /// For each number and square, where its paths and twins are stored.
    ranges: Vec<Ranges>,
    /// For each square, the distance of all others from it in rolls, as three bit planes; 7 for the
    /// square itself and for those more than 6 rolls away.
    pub(super) distance: Box<[[u128; 3]; SQUARES]>,
    /// For two squares, the squares between them, first by column then by row; and the other way.
    between: Vec<[u128; 2]>,
    /// The shapes that go with `between`, by steps north and east.
    shapes_to: [[[u8; 2]; 13]; 13],
    /// The orthogonal neighbours of each square.
    pub(super) beside: [u128; SQUARES],
    /// The diagonal neighbours of each square.
    pub(super) diagonal: [u128; SQUARES],
}

/// The bit of a square.
#[inline]
pub(super) const fn bit(square: usize) -> u128 {
    1 << square
}

/// The squares of a bit board in order.
#[inline]
pub(super) fn squares(mut board: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (board != 0).then(|| {
            let square = board.trailing_zeros() as usize;
            board &= board - 1;
            square
        })
    })
}

/// Low and high half.
#[inline]
pub(super) const fn halves(board: u128) -> [u64; 2] {
    [board as u64, (board >> 64) as u64]
}

pub(super) fn get() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(Tables::new)
}

impl Shape {
    /// The squares it touches from a start, the last one last; none if it leaves the board.
    pub(super) fn walk(&self, from: Square) -> Option<Vec<Square>> {
        let mut at = from;
        let mut touched = Vec::with_capacity(6);
        for (side, steps) in self.legs {
            for _ in 0..steps {
                at = at.step(side)?;
                touched.push(at);
            }
        }
        Some(touched)
    }

    fn rolled(&self, mut cube: Orientation) -> Orientation {
        for (side, steps) in self.legs {
            for _ in 0..steps {
                cube = cube.roll(side);
            }
        }
        cube
    }
}

impl Tables {
    fn new() -> Self {
        let mut shapes = Vec::with_capacity(SHAPES);
        let mut first_shape = [0; 7];
        for number in 1..=6u8 {
            for side in Side::ALL {
                shapes.push(Shape {
                    legs: [(side, number), (side, 0)],
                });
                for turn in [side.clockwise(), side.clockwise().opposite()] {
                    for first in 1..number {
                        shapes.push(Shape {
                            legs: [(side, first), (turn, number - first)],
                        });
                    }
                }
            }
            first_shape[usize::from(number)] = shapes.len();
        }
        let mut rolled = Box::new([[0; SHAPES]; 24]);
        for cube in Orientation::all() {
            for (i, shape) in shapes.iter().enumerate() {
                rolled[usize::from(cube.index())][i] = shape.rolled(cube).index();
            }
        }

        let mut tables = Tables {
            rolled,
            paths: Vec::new(),
            twins: Vec::new(),
            ranges: Vec::new(),
            distance: Box::new([[0; 3]; SQUARES]),
            between: vec![[0; 2]; SQUARES * SQUARES],
            shapes_to: [[[0; 2]; 13]; 13],
            beside: [0; SQUARES],
            diagonal: [0; SQUARES],
            shapes,
        };
        for number in 1..=6 {
            for from in Square::all() {
                tables.add_paths(from, first_shape[number - 1]..first_shape[number]);
            }
        }
        for from in Square::all() {
            tables.add_neighbours(from);
        }
        tables
    }

    fn add_paths(&mut self, from: Square, shapes: std::ops::Range<usize>) {
        let (first_path, first_twins) = (self.paths.len(), self.twins.len());
        for i in shapes {
            let Some(touched) = self.shapes[i].walk(from) else {
                continue;
            };
            let end = touched[touched.len() - 1];
            let over = touched[..touched.len() - 1]
                .iter()
                .fold(0, |all, s| all | bit(s.index()));
            let north = i16::from(end.row()) - i16::from(from.row());
            let east = i16::from(end.column()) - i16::from(from.column());
            let by_column = matches!(self.shapes[i].legs[0].0, Side::North | Side::South);
            for way in 0..2 {
                let straight = north == 0 || east == 0;
                if straight || (way == 0) == by_column {
                    self.between[from.index() * SQUARES + end.index()][way] = over;
                    self.shapes_to[(north + 6) as usize][(east + 6) as usize][way] = i as u8;
                }
            }
            let path = Path {
                over: halves(over),
                end: end.index() as u8,
                shape: i as u8,
            };
            let same = |known: &Path| {
                let other = usize::from(known.shape);
                known.end == path.end && self.rolled.iter().all(|row| row[other] == row[i])
            };
            match self.paths[first_path..].iter().position(same) {
                None => self.paths.push(path),
                Some(at) => {
                    let known = self.paths.remove(first_path + at);
                    self.twins.push(Twins {
                        over: [known.over, path.over],
                        end: path.end,
                        shape: path.shape,
                    });
                }
            }
        }
        // Shapes are sorted by side, so paths are too.
        let mut ranges = Ranges {
            paths: [first_path as u16; 5],
            twins: [first_twins as u16, self.twins.len() as u16],
        };
        for path in &self.paths[first_path..] {
            let side = self.shapes[usize::from(path.shape)].legs[0].0 as usize;
            ranges.paths[side + 1..]
                .iter_mut()
                .for_each(|end| *end += 1);
        }
        self.ranges.push(ranges);
    }

    fn add_neighbours(&mut self, from: Square) {
        let at = from.index();
        for to in Square::all() {
            let north = from.row().abs_diff(to.row());
            let east = from.column().abs_diff(to.column());
            let rolls = match north + east {
                rolls @ 1..=6 => rolls,
                _ => 7,
            };
            for plane in 0..3 {
                self.distance[at][plane] |= u128::from(rolls >> plane & 1) << to.index();
            }
            match (north, east) {
                (0, 1) | (1, 0) => self.beside[at] |= bit(to.index()),
                (1, 1) => self.diagonal[at] |= bit(to.index()),
                _ => {}
            }
        }
    }

    /// The ways of a cube with this number on a square.
    #[inline]
    pub(super) fn paths(&self, number: u8, from: usize) -> (&[Path], &[Twins]) {
        let ranges = &self.ranges[(usize::from(number) - 1) * SQUARES + from];
        let [first, _, _, _, end] = ranges.paths;
        let [first_twins, end_twins] = ranges.twins;
        (
            &self.paths[usize::from(first)..usize::from(end)],
            &self.twins[usize::from(first_twins)..usize::from(end_twins)],
        )
    }

    /// Those of [`Self::paths`] that begin to one side.
    #[inline]
    pub(super) fn paths_to(&self, number: u8, from: usize, side: usize) -> &[Path] {
        let ranges = &self.ranges[(usize::from(number) - 1) * SQUARES + from];
        &self.paths[usize::from(ranges.paths[side])..usize::from(ranges.paths[side + 1])]
    }

    /// The squares between two that are at most six rolls apart: by column first, by row first. On
    /// one line both are the same.
    #[inline]
    pub(super) fn between(&self, from: usize, to: usize) -> [u128; 2] {
        self.between[from * SQUARES + to]
    }

    /// The shapes that go with [`Self::between`].
    #[inline]
    pub(super) fn shapes_to(&self, from: usize, to: usize) -> [u8; 2] {
        let north = to / 9 + 6 - from / 9;
        let east = to % 9 + 6 - from % 9;
        self.shapes_to[north][east]
    }
}
