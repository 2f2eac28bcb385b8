//! What depends on the board and the die alone, computed once.

use std::sync::OnceLock;

use super::{Bitboard, Square};
use crate::scene::Side;
use crate::scene::dice::Orientation;

const SQUARES: usize = Square::COUNT;

/// A way for a cube: some squares to one side, then some (perhaps none) to another (CU3).
#[derive(Copy, Clone, Debug)]
pub(super) struct Course {
    pub(super) legs: [(Side, u8); 2],
}

/// One way for a cube from one square.
#[derive(Copy, Clone, Debug)]
pub(super) struct Path {
    /// The squares before the last: low and high half of a bitboard.
    pub(super) over: [u64; 2],
    /// The last square.
    pub(super) end: Square,
    /// The course, for [`Tables::rolled`].
    pub(super) course: u8,
}

/// Two ways that lead to the same end with the same faces: one action (C6).
#[derive(Copy, Clone, Debug)]
pub(super) struct Twins {
    pub(super) over: [[u64; 2]; 2],
    pub(super) end: Square,
    pub(super) course: u8,
}

/// Where the ways of one number from one square are stored.
#[derive(Copy, Clone, Default)]
struct Ranges {
    /// The paths that begin to the north, east, south and west, and the end of all.
    paths: [u16; 5],
    twins: [u16; 2],
}

/// How many courses there are: 4 straight ones and 8 (n − 1) bent ones for each number n.
const COURSES: usize = 4 * 6 + 8 * 15;

pub(super) struct Tables {
    /// All courses; those of one number are adjacent.
    pub(super) courses: Vec<Course>,
    /// The faces of a cube (index of its orientation) after a course.
    pub(super) rolled: Box<[[u8; COURSES]; 24]>,
    paths: Vec<Path>,
    twins: Vec<Twins>,
    /// For each number and square, where its paths and twins are stored.
    ranges: Vec<Ranges>,
    /// For each square, the distance of all others from it in rolls, as three bit planes; 7 for the
    /// square itself and for those more than 6 rolls away.
    distance: Box<[[Bitboard; 3]; SQUARES]>,
    /// For two squares, the squares between them, first by column then by row; and the other way.
    between: Vec<[Bitboard; 2]>,
    /// The courses that go with `between`, by steps north and east.
    courses_to: [[[u8; 2]; 13]; 13],
    beside: [Bitboard; SQUARES],
    diagonal: [Bitboard; SQUARES],
}

/// Low and high half.
#[inline]
pub(super) const fn halves(board: Bitboard) -> [u64; 2] {
    [board.bits() as u64, (board.bits() >> 64) as u64]
}

pub(super) fn get() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(Tables::new)
}

impl Course {
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
        let mut courses = Vec::with_capacity(COURSES);
        let mut first_course = [0; 7];
        for number in 1..=6u8 {
            for side in Side::ALL {
                courses.push(Course {
                    legs: [(side, number), (side, 0)],
                });
                for turn in [side.clockwise(), side.clockwise().opposite()] {
                    for first in 1..number {
                        courses.push(Course {
                            legs: [(side, first), (turn, number - first)],
                        });
                    }
                }
            }
            first_course[usize::from(number)] = courses.len();
        }
        let mut rolled = Box::new([[0; COURSES]; 24]);
        for cube in Orientation::all() {
            for (i, course) in courses.iter().enumerate() {
                rolled[usize::from(cube.index())][i] = course.rolled(cube).index();
            }
        }

        let mut tables = Tables {
            rolled,
            paths: Vec::new(),
            twins: Vec::new(),
            ranges: Vec::new(),
            distance: Box::new([[Bitboard::EMPTY; 3]; SQUARES]),
            between: vec![[Bitboard::EMPTY; 2]; SQUARES * SQUARES],
            courses_to: [[[0; 2]; 13]; 13],
            beside: [Bitboard::EMPTY; SQUARES],
            diagonal: [Bitboard::EMPTY; SQUARES],
            courses,
        };
        for number in 1..=6 {
            for from in Square::all() {
                tables.add_paths(from, first_course[number - 1]..first_course[number]);
            }
        }
        for from in Square::all() {
            tables.add_neighbours(from);
        }
        tables
    }

    fn add_paths(&mut self, from: Square, courses: std::ops::Range<usize>) {
        let (first_path, first_twins) = (self.paths.len(), self.twins.len());
        for i in courses {
            let Some(touched) = self.courses[i].walk(from) else {
                continue;
            };
            let end = touched[touched.len() - 1];
            let over: Bitboard = touched[..touched.len() - 1].iter().copied().collect();
            let north = i16::from(end.row()) - i16::from(from.row());
            let east = i16::from(end.column()) - i16::from(from.column());
            let by_column = matches!(self.courses[i].legs[0].0, Side::North | Side::South);
            for way in 0..2 {
                let straight = north == 0 || east == 0;
                if straight || (way == 0) == by_column {
                    self.between[from.index() * SQUARES + end.index()][way] = over;
                    self.courses_to[(north + 6) as usize][(east + 6) as usize][way] = i as u8;
                }
            }
            let path = Path {
                over: halves(over),
                end,
                course: i as u8,
            };
            let same = |known: &Path| {
                let other = usize::from(known.course);
                known.end == path.end && self.rolled.iter().all(|row| row[other] == row[i])
            };
            match self.paths[first_path..].iter().position(same) {
                None => self.paths.push(path),
                Some(at) => {
                    let known = self.paths.remove(first_path + at);
                    self.twins.push(Twins {
                        over: [known.over, path.over],
                        end: path.end,
                        course: path.course,
                    });
                }
            }
        }
        // Courses are sorted by side, so paths are too.
        let mut ranges = Ranges {
            paths: [first_path as u16; 5],
            twins: [first_twins as u16, self.twins.len() as u16],
        };
        for path in &self.paths[first_path..] {
            let side = self.courses[usize::from(path.course)].legs[0].0 as usize;
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
                if rolls >> plane & 1 == 1 {
                    self.distance[at][plane] |= Bitboard::from_square(to);
                }
            }
            match (north, east) {
                (0, 1) | (1, 0) => self.beside[at] |= Bitboard::from_square(to),
                (1, 1) => self.diagonal[at] |= Bitboard::from_square(to),
                _ => {}
            }
        }
    }

    /// The ways of a cube with this number on a square.
    #[inline]
    pub(super) fn paths(&self, number: u8, from: Square) -> (&[Path], &[Twins]) {
        let ranges = &self.ranges[(usize::from(number) - 1) * SQUARES + from.index()];
        let [first, _, _, _, end] = ranges.paths;
        let [first_twins, end_twins] = ranges.twins;
        (
            &self.paths[usize::from(first)..usize::from(end)],
            &self.twins[usize::from(first_twins)..usize::from(end_twins)],
        )
    }

    /// Those of [`Self::paths`] that begin to one side.
    #[inline]
    pub(super) fn paths_to(&self, number: u8, from: Square, side: usize) -> &[Path] {
        let ranges = &self.ranges[(usize::from(number) - 1) * SQUARES + from.index()];
        &self.paths[usize::from(ranges.paths[side])..usize::from(ranges.paths[side + 1])]
    }

    /// The squares between two that are at most six rolls apart: by column first, by row first. On
    /// one line both are the same.
    #[inline]
    pub(super) fn between(&self, from: Square, to: Square) -> [Bitboard; 2] {
        self.between[from.index() * SQUARES + to.index()]
    }

    /// The courses that go with [`Self::between`].
    #[inline]
    pub(super) fn courses_to(&self, from: Square, to: Square) -> [u8; 2] {
        let north = to.row() + 6 - from.row();
        let east = to.column() + 6 - from.column();
        self.courses_to[usize::from(north)][usize::from(east)]
    }

    /// The orthogonal neighbours of a square.
    #[inline]
    pub(super) fn beside(&self, square: Square) -> Bitboard {
        self.beside[square.index()]
    }

    /// The diagonal neighbours of a square.
    #[inline]
    pub(super) fn diagonal(&self, square: Square) -> Bitboard {
        self.diagonal[square.index()]
    }

    /// The squares at each distance from a square, in the three planes of [`Self::distance`].
    #[inline]
    pub(super) fn distance(&self, square: Square) -> &[Bitboard; 3] {
        &self.distance[square.index()]
    }
}
