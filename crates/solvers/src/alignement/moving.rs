//! Retrograde analysis of the moving phase.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use tablier_rules::blockade::alignement::Shape;

use super::board::{Board, INVERSE};
use super::index::{Material, is_mirrored, is_normal, symmetry};
use super::solve::Progress;
use super::store::{Section, Solution};
use super::turns::{before, for_each_move};
use super::value;

/// Codes while solving: below this the number of moves not yet known to lose, from this on the
/// distance, as far as it fits; longer ones are kept in lists, and the code only says so.
const SOLVED: u8 = 16;
/// The longest distance that fits a code.
const LONGEST: u16 = 220;
/// Solved, but the distance does not fit.
const LONG: u8 = SOLVED + LONGEST as u8 + 1;
/// An impossible position: the player to act has already won.
const IMPOSSIBLE: u8 = u8::MAX;
/// How many positions are scanned together.
pub(super) const BLOCK: usize = 4096;

/// The three tables of the moving phase, each with a flag for every block that has news, and the
/// positions whose distance does not fit a code.
struct Field {
    codes: [Vec<AtomicU8>; 3],
    news: [[Vec<AtomicU8>; 3]; 2],
    long: Mutex<Vec<(Shape, usize, u16)>>,
}

/// The values of all positions with ten pieces.
pub(super) fn moving_phase(
    solution: &mut Solution,
    threads: usize,
    progress: &(dyn Fn(Progress, f64) + Sync),
) {
    let size = Material::FULL.size();
    let blocks = size.div_ceil(BLOCK);
    let fresh = |length| (0..length).map(|_| AtomicU8::new(0)).collect::<Vec<_>>();
    let field = Field {
        codes: [fresh(size), fresh(size), fresh(size)],
        news: [0, 1].map(|_| [fresh(blocks), fresh(blocks), fresh(blocks)]),
        long: Mutex::default(),
    };
    field.for_blocks(
        threads,
        &|shape, block| field.count_moves(shape, block),
        &|done| {
            progress(Progress::Count, done);
        },
    );
    let mut distance = 0;
    let mut found = true;
    while found && distance <= LONGEST {
        let changed = AtomicUsize::new(0);
        let news = &field.news[usize::from(distance % 2)];
        field.for_blocks(
            threads,
            &|shape, block| {
                if news[shape as usize][block].swap(0, Relaxed) != 0 {
                    changed.fetch_add(1, Relaxed);
                    field.settle_parents(shape, block, distance);
                }
            },
            &|done| progress(Progress::Distance(distance), done),
        );
        found = changed.into_inner() > 0;
        distance += 1;
    }
    // Few positions are farther away: list by list.
    let mut begin = 0;
    loop {
        let layer: Vec<_> = field.long.lock().unwrap_or_else(|e| e.into_inner())[begin..].to_vec();
        let Some(&(_, _, distance)) = layer.first() else {
            break;
        };
        begin += layer.len();
        progress(Progress::Distance(distance), 0.0);
        for (shape, index, distance) in layer {
            for_each_parent(shape, index, |parent| {
                field.settle(before(shape), parent, distance + 1);
            });
        }
    }
    for (shape, index, distance) in field.long.into_inner().unwrap_or_else(|e| e.into_inner()) {
        let address = Section::Moving(shape).address(index);
        solution.long.insert(address, distance);
    }
    for (shape, codes) in Shape::ALL.into_iter().zip(field.codes) {
        let bytes = codes.into_iter().map(|code| match code.into_inner() {
            IMPOSSIBLE => value::IMPOSSIBLE,
            0..SOLVED => value::DRAW,
            LONG => value::LONG,
            solved => value::ended(u16::from(solved - SOLVED)),
        });
        *solution.section_mut(Section::Moving(shape)) = bytes.collect();
    }
}

impl Field {
    /// Runs `work` for all blocks of all three tables on several threads.
    fn for_blocks(
        &self,
        threads: usize,
        work: &(dyn Fn(Shape, usize) + Sync),
        progress: &(dyn Fn(f64) + Sync),
    ) {
        let blocks = self.codes[0].len().div_ceil(BLOCK);
        let next = AtomicUsize::new(0);
        const CHUNK: usize = 64;
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let begin = next.fetch_add(CHUNK, Relaxed);
                        if begin >= blocks * 3 {
                            break;
                        }
                        for at in begin..(begin + CHUNK).min(blocks * 3) {
                            work(Shape::ALL[at / blocks], at % blocks);
                        }
                        progress(begin as f64 / (blocks * 3) as f64);
                    }
                });
            }
        });
    }

    fn block(&self, block: usize) -> std::ops::Range<usize> {
        block * BLOCK..((block + 1) * BLOCK).min(self.codes[0].len())
    }

    fn announce(&self, shape: Shape, index: usize, distance: u16) {
        self.news[usize::from(distance % 2)][shape as usize][index / BLOCK].store(1, Relaxed);
    }

    fn count_moves(&self, shape: Shape, block: usize) {
        for index in self.block(block) {
            let board = Material::FULL.board(index);
            let mut moves = 0;
            for_each_move(board.own.mask(shape), shape, board.all(), |_| moves += 1);
            let code = if board.own.has_line() {
                IMPOSSIBLE
            } else if board.other.has_line() || moves == 0 {
                self.announce(shape, index, 0); // AL5, AL6
                SOLVED
            } else {
                moves
            };
            self.codes[shape as usize][index].store(code, Relaxed);
        }
    }

    /// Updates the predecessors of the positions that end in `distance` actions.
    fn settle_parents(&self, shape: Shape, block: usize, distance: u16) {
        for index in self.block(block) {
            if self.codes[shape as usize][index].load(Relaxed) == SOLVED + distance as u8 {
                for_each_parent(shape, index, |parent| {
                    self.settle(before(shape), parent, distance + 1);
                });
            }
        }
    }

    fn settle(&self, shape: Shape, index: usize, distance: u16) {
        let code = &self.codes[shape as usize][index];
        if code.load(Relaxed) >= SOLVED {
            return;
        }
        // Odd: a move leads to a lost position. Even: one more move is known to lose; the count is
        // exact, so only one thread sees the last one.
        if distance % 2 == 1 || code.fetch_sub(1, Relaxed) == 1 {
            if distance <= LONGEST {
                code.store(SOLVED + distance as u8, Relaxed);
                self.announce(shape, index, distance);
            } else {
                code.store(LONG, Relaxed);
                let mut long = self.long.lock().unwrap_or_else(|e| e.into_inner());
                long.push((shape, index, distance));
            }
        }
    }
}

/// Calls `each` once for every pair of a position `p` and a move from `p` that leads to the
/// position with this number.
fn for_each_parent(shape: Shape, index: usize, mut each: impl FnMut(usize)) {
    let board = Material::FULL.board(index);
    let moved = before(shape);
    let symmetric = is_mirrored(board);
    for_each_move(board.other.mask(moved), moved, board.all(), |flip| {
        let before = Board {
            own: board.other.flipped(moved, flip),
            other: board.own,
        };
        if !symmetric && !is_mirrored(before) {
            each(Material::FULL.index(before));
            return;
        }
        // A position and its mirror image have two numbers. A move from p to c is counted from the
        // numbered position that c becomes under *the* symmetry by which c is numbered, and from no
        // other: so each move between numbered positions is counted exactly once.
        for g in 0..8 {
            let (from, to) = (before.under(g), board.under(g));
            if is_normal(from) && symmetry(to) == INVERSE[usize::from(g)] {
                each(Material::FULL.index(from));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use tablier_rules::hash::SplitMix64;

    use super::*;
    use crate::alignement::turns::{Turn, after, for_each_child};

    /// The numbers of a position's successors, one for each move.
    fn children(shape: Shape, index: usize) -> Vec<usize> {
        let mut all = Vec::new();
        let turn = Turn { shape, moves: true };
        for_each_child(Material::FULL.board(index), turn, |child| {
            all.push(Material::FULL.index(child));
        });
        all
    }

    #[test]
    fn every_move_has_exactly_one_way_back_also_where_positions_are_symmetric() {
        let mut random = SplitMix64::new(7);
        let mut symmetric = 0;
        for round in 0..30_000 {
            let shape = Shape::ALL[round % 3];
            let index = random.below(Material::FULL.size());
            symmetric += usize::from(is_mirrored(Material::FULL.board(index)));
            let all = children(shape, index);
            for &child in &all {
                let mut back = 0;
                for_each_parent(after(shape), child, |parent| {
                    back += usize::from(parent == index)
                });
                let there = all.iter().filter(|&&c| c == child).count();
                assert_eq!(back, there, "{shape:?} {:?}", Material::FULL.board(index));
            }
        }
        assert!(symmetric > 1_000, "symmetric positions are among them");
    }

    #[test]
    fn every_way_back_is_a_move() {
        let mut random = SplitMix64::new(8);
        for round in 0..30_000 {
            let shape = Shape::ALL[round % 3];
            let index = random.below(Material::FULL.size());
            for_each_parent(shape, index, |parent| {
                assert!(children(before(shape), parent).contains(&index));
            });
        }
    }
}
