//! Retrograde analysis of the moving phase, then minimax of the placing phase.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use tablier_rules::blockade::alignement::Shape;

use super::index::{Board, INVERSE, Material, Pieces, is_mirrored, is_normal, symmetry};
use super::store::{EARLY, Section, Solution};
use super::value::{self, Value};

/// The shape that the other player plays next (AL2).
#[inline]
pub const fn after(shape: Shape) -> Shape {
    match shape {
        Shape::Square => Shape::Triangle,
        Shape::Triangle => Shape::Cylinder,
        Shape::Cylinder => Shape::Square,
    }
}

/// The shape that was played before.
#[inline]
const fn before(shape: Shape) -> Shape {
    after(after(shape))
}

impl Pieces {
    /// The mask of a shape.
    #[inline]
    pub fn of(self, shape: Shape) -> u16 {
        match shape {
            Shape::Square => self.squares,
            Shape::Triangle => self.triangles,
            Shape::Cylinder => self.cylinder,
        }
    }

    /// The pieces after the mask of a shape has been changed by `flip`.
    #[inline]
    pub fn flipped(mut self, shape: Shape, flip: u16) -> Self {
        match shape {
            Shape::Square => self.squares ^= flip,
            Shape::Triangle => self.triangles ^= flip,
            Shape::Cylinder => self.cylinder ^= flip,
        }
        self
    }

    /// AL5: four in one row, column or long diagonal.
    #[inline]
    pub fn has_line(self) -> bool {
        let all = self.all();
        // Rows: a nibble full of ones.
        let pairs = all & (all >> 1);
        let rows = pairs & (pairs >> 2) & 0x1111;
        let pairs = all & (all >> 4);
        let columns = pairs & (pairs >> 8) & 0x000f;
        rows | columns != 0 || all & 0x8421 == 0x8421 || all & 0x1248 == 0x1248
    }
}

const fn neighbours(diagonally: bool) -> [u16; 16] {
    let mut table = [0; 16];
    let mut at = 0i32;
    while at < 16 {
        let mut to = 0;
        while to < 16 {
            let (dx, dy) = (at % 4 - to % 4, at / 4 - to / 4);
            let far = dx * dx + dy * dy;
            if far == 1 || (far == 2 && diagonally) {
                table[at as usize] |= 1 << to;
            }
            to += 1;
        }
        at += 1;
    }
    table
}

/// AL4: where a piece of each shape can go.
static STEPS: [[u16; 16]; 3] = [neighbours(false), neighbours(false), neighbours(true)];

/// Calls `each` with the change of the shape's mask for every move of a shape to an empty circle.
#[inline]
pub fn for_each_move(mut movers: u16, shape: Shape, occupied: u16, mut each: impl FnMut(u16)) {
    while movers != 0 {
        let from = movers & movers.wrapping_neg();
        movers ^= from;
        let mut ends = STEPS[shape as usize][from.trailing_zeros() as usize & 15] & !occupied;
        while ends != 0 {
            let to = ends & ends.wrapping_neg();
            ends ^= to;
            each(from | to);
        }
    }
}

/// What is being done, for a progress bar.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Counting the moves of every position.
    Count,
    /// Positions that end in this many actions.
    Distance(u16),
    /// Positions of the placing phase after this many actions.
    Placing(u8),
}

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
const BLOCK: usize = 4096;

/// The three tables of the moving phase, each with a flag for every block that has news, and the
/// positions whose distance does not fit a code.
struct Field {
    codes: [Vec<AtomicU8>; 3],
    news: [[Vec<AtomicU8>; 3]; 2],
    long: Mutex<Vec<(Shape, usize, u16)>>,
}

/// Solves the whole game.
pub fn solve(threads: usize, progress: &(dyn Fn(Stage, f64) + Sync)) -> Solution {
    let mut solution = Solution::default();
    moving_phase(&mut solution, threads, progress);
    for ply in (6..=10).rev() {
        placing_phase(&mut solution, ply, threads, progress);
    }
    first_turns(&mut solution);
    solution
}

/// The values of all positions with ten pieces.
fn moving_phase(solution: &mut Solution, threads: usize, progress: &(dyn Fn(Stage, f64) + Sync)) {
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
            progress(Stage::Count, done);
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
            &|done| progress(Stage::Distance(distance), done),
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
        progress(Stage::Distance(distance), 0.0);
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
            for_each_move(board.own.of(shape), shape, board.all(), |_| moves += 1);
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
    for_each_move(board.other.of(moved), moved, board.all(), |flip| {
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

/// What the player does at a turn of the placing phase (AL2, AL3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The shape to be played.
    pub shape: Shape,
    /// Whether it is moved rather than placed.
    pub moves: bool,
}

/// The turn after `ply` actions.
pub const fn turn(ply: usize) -> Turn {
    let shape = Shape::ALL[ply % 3];
    Turn {
        shape,
        moves: ply >= 12 || ply == 8 || ply == 11,
    }
}

/// The pieces on the board after 6 to 10 actions, as the player to act sees them.
pub const fn material(ply: usize) -> Material {
    match ply {
        6 => Material {
            counts: [1, 1, 1, 1],
        },
        7 => Material {
            counts: [1, 1, 2, 1],
        },
        8 => Material {
            counts: [2, 1, 1, 2],
        },
        9 => Material {
            counts: [1, 2, 2, 1],
        },
        10 => Material {
            counts: [2, 1, 2, 2],
        },
        _ => Material::FULL,
    }
}

/// The boards that the actions of a turn lead to, each seen by its player to act.
#[inline]
pub fn for_each_child(board: Board, turn: Turn, mut each: impl FnMut(Board)) {
    let occupied = board.all();
    let mut child = |flip| {
        each(Board {
            own: board.other,
            other: board.own.flipped(turn.shape, flip),
        });
    };
    if turn.moves {
        for_each_move(board.own.of(turn.shape), turn.shape, occupied, child);
        return;
    }
    let mut free = !occupied;
    while free != 0 {
        let at = free & free.wrapping_neg();
        free ^= at;
        child(at);
    }
}

/// The value of a board from the values of its successors; none for an impossible board.
#[inline]
pub fn minimax(
    board: Board,
    turn: Turn,
    mut value_of: impl FnMut(Board) -> Option<Value>,
) -> Option<Value> {
    if board.own.has_line() {
        return None;
    }
    if board.other.has_line() {
        return Some(Value::Loss(0)); // AL5
    }
    let mut best: Option<Value> = None;
    for_each_child(board, turn, |child| {
        if let Some(value) = value_of(child) {
            best = best.max(Some(value.before()));
        }
    });
    Some(best.unwrap_or(Value::Loss(0))) // AL6
}

/// The values of the placing phase after `ply` actions, from those after one more.
fn placing_phase(
    solution: &mut Solution,
    ply: usize,
    threads: usize,
    progress: &(dyn Fn(Stage, f64) + Sync),
) {
    let (here, turn) = (material(ply), turn(ply));
    let section = Section::Placing(ply as u8);
    let size = here.size();
    let mut table = vec![0; size];
    let long = Mutex::new(Vec::new());
    let chunk = BLOCK * 16;
    let jobs = Mutex::new(table.chunks_mut(chunk).enumerate());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let job = jobs.lock().unwrap_or_else(|e| e.into_inner()).next();
                    let Some((at, part)) = job else { break };
                    for (i, byte) in part.iter_mut().enumerate() {
                        let index = at * chunk + i;
                        let value =
                            minimax(here.board(index), turn, |b| solution.value(b, ply + 1));
                        *byte = value::byte(value);
                        if *byte == value::LONG {
                            let mut long = long.lock().unwrap_or_else(|e| e.into_inner());
                            long.push((section.address(index), value));
                        }
                    }
                    progress(Stage::Placing(ply as u8), (at * chunk) as f64 / size as f64);
                }
            });
        }
    });
    solution.keep_long(long.into_inner().unwrap_or_else(|e| e.into_inner()));
    *solution.section_mut(section) = table;
}

/// The values of the first turns, by the circles of the pieces in the order they are placed.
fn first_turns(solution: &mut Solution) {
    for ply in (0..=5).rev() {
        for index in 0..1usize << (4 * ply) {
            let Some(board) = early_board(ply, index) else {
                continue;
            };
            let value = minimax(board, turn(ply), |b| solution.value(b, ply + 1));
            let at = EARLY[ply] + index;
            let section = solution.section_mut(Section::Early);
            section.resize(Section::Early.size(), value::IMPOSSIBLE);
            section[at] = value::byte(value);
            if section[at] == value::LONG {
                solution.keep_long(vec![(Section::Early.address(at), value)]);
            }
        }
    }
}

/// The board after at most five actions, from the circles in the order they were taken; none if a
/// circle was taken twice.
pub(super) fn early_board(ply: usize, index: usize) -> Option<Board> {
    let mut seats = [Pieces::default(); 2];
    let mut occupied = 0u16;
    for past in 0..ply {
        let circle = 1u16 << (index >> (4 * past) & 15);
        if occupied & circle != 0 {
            return None;
        }
        occupied |= circle;
        seats[past % 2] = seats[past % 2].flipped(turn(past).shape, circle);
    }
    Some(Board {
        own: seats[ply % 2],
        other: seats[1 - ply % 2],
    })
}

/// The number of a board after at most five actions.
pub(super) fn early_index(board: Board, ply: usize) -> usize {
    (0..ply)
        .map(|past| {
            let pieces = if past % 2 == ply % 2 {
                board.own
            } else {
                board.other
            };
            (pieces.of(turn(past).shape).trailing_zeros() as usize & 15) << (4 * past)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use tablier_rules::Rules;
    use tablier_rules::blockade::alignement::{Alignement, Position};
    use tablier_rules::hash::SplitMix64;

    use super::*;
    use crate::alignement::store;

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

    /// The solver's own generator and the ordinary rules lead to the same positions.
    #[test]
    fn turns_and_moves_are_those_of_the_rules() {
        let mut random = SplitMix64::new(9);
        let mut actions = Vec::new();
        for _ in 0..300 {
            let mut position: Position = Alignement.start();
            for ply in 0..60 {
                Alignement.actions(&position, &mut actions);
                if actions.is_empty() {
                    break;
                }
                let board = store::board(&position);
                let mut ours = Vec::new();
                for_each_child(board, turn(ply), |child| ours.push(child));
                let theirs: Vec<Board> = actions
                    .iter()
                    .map(|&action| {
                        let mut next = position;
                        Alignement.apply(&mut next, action);
                        store::board(&next)
                    })
                    .collect();
                assert_eq!(ours.len(), theirs.len(), "{position:?}");
                assert!(theirs.iter().all(|b| ours.contains(b)), "{position:?}");
                let action = actions[random.below(actions.len())];
                Alignement.apply(&mut position, action);
            }
        }
    }

    #[test]
    fn first_turns_are_numbered_one_by_one() {
        for ply in 0..=5 {
            for index in (0..1usize << (4 * ply)).step_by(1 + ply * 37) {
                if let Some(board) = early_board(ply, index) {
                    assert_eq!(early_index(board, ply), index);
                }
            }
        }
    }
}
