//! Exhaustive search for a solution with a limited number of jumps.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use rustc_hash::FxHashSet;
use tablier_rules::blockade::solitaire::{Action, Position, Square};
use tablier_rules::scene::Side;

use super::bound;

/// Every jump takes a piece, and one of the 36 stays.
const MOST_JUMPS: u32 = 35;

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// These jumps leave one piece.
    Solved(Vec<Action>),
    /// No sequence within the limit of jumps leaves one piece.
    Impossible,
    /// The budget was used up before anything was certain.
    Unknown,
}

/// What a search did.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Positions searched.
    pub nodes: u64,
    /// Positions abandoned because they need more jumps.
    pub bounded: u64,
    /// Positions already known.
    pub known: u64,
}

/// Positions known to have no solution within some number of jumps, and a budget.
pub struct Search {
    /// The upper 60 bits of the key, and in the lower 4 the number of jumps.
    table: Vec<AtomicU64>,
    nodes: AtomicU64,
    bounded: AtomicU64,
    known: AtomicU64,
    most_nodes: u64,
    stop: AtomicBool,
}

impl Search {
    /// A search that remembers up to 2^`bits` positions and visits at most `most_nodes`.
    pub fn new(bits: u32, most_nodes: u64) -> Self {
        Self {
            table: (0..1usize << bits).map(|_| AtomicU64::new(0)).collect(),
            nodes: AtomicU64::new(0),
            bounded: AtomicU64::new(0),
            known: AtomicU64::new(0),
            most_nodes,
            stop: AtomicBool::new(false),
        }
    }

    /// Stops as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.nodes.load(Relaxed) >= self.most_nodes
    }

    /// What has been done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            nodes: self.nodes.load(Relaxed),
            bounded: self.bounded.load(Relaxed),
            known: self.known.load(Relaxed),
        }
    }

    /// Whether a position can be reduced to one piece in at most `jumps` jumps.
    pub fn within(&self, position: &Position, jumps: u32) -> Answer {
        let mut worker = Worker::new(self);
        let found = worker.search(position, jumps.min(MOST_JUMPS));
        worker.report();
        match found {
            Found::Yes => Answer::Solved(worker.path.into_iter().rev().collect()),
            Found::No => Answer::Impossible,
            Found::GaveUp => Answer::Unknown,
        }
    }

    /// The same on several threads: the positions some jumps ahead, one of each class under the
    /// symmetries, are shared out.
    pub fn within_threads(
        &self,
        position: &Position,
        jumps: u32,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Answer {
        const AHEAD: u32 = 4;
        let jumps = jumps.min(MOST_JUMPS);
        if jumps <= AHEAD + 2 || threads <= 1 {
            return self.within(position, jumps);
        }
        let mut tasks: Vec<(Position, Vec<Action>)> = vec![(*position, Vec::new())];
        for ahead in 1..=AHEAD {
            let mut seen = FxHashSet::default();
            let mut next = Vec::new();
            for (position, path) in &tasks {
                for action in jumps_of(position) {
                    let child = position.after(action);
                    let mut path = path.clone();
                    path.push(action);
                    if child.count() == 1 {
                        return Answer::Solved(path);
                    }
                    if bound::coverable(child.occupied(), jumps - ahead)
                        && seen.insert(child.canonical())
                    {
                        next.push((child, path));
                    }
                }
            }
            tasks = next;
        }
        // The most promising first: few pieces left.
        tasks.sort_by_key(|(position, _)| position.count());
        let next = AtomicUsize::new(0);
        let solution = Mutex::new(None);
        let gave_up = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Relaxed);
                        let Some((position, path)) = tasks.get(at) else {
                            break;
                        };
                        if self.is_over() {
                            gave_up.store(true, Relaxed);
                            break;
                        }
                        progress(at, tasks.len());
                        let mut worker = Worker::new(self);
                        let found = worker.search(position, jumps - AHEAD);
                        worker.report();
                        match found {
                            Found::No => {}
                            Found::GaveUp => gave_up.store(true, Relaxed),
                            Found::Yes => {
                                let mut all = path.clone();
                                all.extend(worker.path.into_iter().rev());
                                *solution.lock().unwrap_or_else(|e| e.into_inner()) = Some(all);
                                self.stop();
                            }
                        }
                    }
                });
            }
        });
        match solution.into_inner().unwrap_or_else(|e| e.into_inner()) {
            Some(path) => Answer::Solved(path),
            None if gave_up.into_inner() => Answer::Unknown,
            None => Answer::Impossible,
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Found {
    Yes,
    No,
    GaveUp,
}

struct Worker<'a> {
    shared: &'a Search,
    statistics: Statistics,
    /// The solution, last jump first.
    path: Vec<Action>,
    buffers: Vec<Vec<(u32, Action, Position)>>,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Search) -> Self {
        let buffers = (0..=MOST_JUMPS).map(|_| Vec::new()).collect();
        Self {
            shared,
            statistics: Statistics::default(),
            path: Vec::new(),
            buffers,
        }
    }

    fn report(&mut self) {
        let done = std::mem::take(&mut self.statistics);
        self.shared.nodes.fetch_add(done.nodes, Relaxed);
        self.shared.bounded.fetch_add(done.bounded, Relaxed);
        self.shared.known.fetch_add(done.known, Relaxed);
    }

    fn search(&mut self, position: &Position, jumps: u32) -> Found {
        self.statistics.nodes += 1;
        if self.statistics.nodes >= 0x1000 {
            self.report();
            if self.shared.is_over() {
                return Found::GaveUp;
            }
        }
        let count = position.count();
        if count <= 1 {
            return Found::Yes;
        }
        if !bound::possible(position, jumps) {
            self.statistics.bounded += 1;
            return Found::No;
        }
        let slot = if jumps >= 2 {
            Some(self.slot(position, jumps))
        } else {
            None
        };
        if let Some((at, key)) = slot {
            let entry = self.shared.table[at].load(Relaxed);
            if entry & !15 == key && entry & 15 >= u64::from(jumps.min(15)) {
                self.statistics.known += 1;
                return Found::No;
            }
        }
        let mut children = std::mem::take(&mut self.buffers[jumps as usize]);
        children.clear();
        for action in jumps_of(position) {
            let child = position.after(action);
            let left = child.count();
            if left > 1 && !bound::possible_quick(&child, jumps - 1) {
                self.statistics.nodes += 1;
                self.statistics.bounded += 1;
                continue;
            }
            children.push((left, action, child));
        }
        children.sort_unstable_by_key(|&(left, action, _)| (left, action));
        let mut result = Found::No;
        for (_, action, child) in &children {
            match self.search(child, jumps - 1) {
                Found::No => {}
                Found::GaveUp => {
                    result = Found::GaveUp;
                    break;
                }
                Found::Yes => {
                    self.path.push(*action);
                    result = Found::Yes;
                    break;
                }
            }
        }
        self.buffers[jumps as usize] = children;
        if let (Some((at, key)), Found::No) = (slot, result) {
            let entry = &self.shared.table[at];
            entry.store(key | u64::from(jumps.min(15)), Relaxed);
        }
        result
    }

    /// The slot of a position. Deep in the tree, canonicalising it costs more than it saves.
    fn slot(&self, position: &Position, jumps: u32) -> (usize, u64) {
        let key = if jumps >= 4 {
            position.canonical().key()
        } else {
            position.key()
        };
        // The index uses the low bits, the entry the high ones.
        (
            (key & (self.shared.table.len() as u64 - 1)) as usize,
            key & !15,
        )
    }
}

/// All jumps of a position.
#[inline]
pub(super) fn jumps_of(position: &Position) -> impl Iterator<Item = Action> + '_ {
    Side::ALL.into_iter().flat_map(move |side| {
        let mut jumpers = position.jumpers(side);
        std::iter::from_fn(move || {
            let at = (jumpers != 0).then(|| jumpers.trailing_zeros() as usize)?;
            jumpers &= jumpers - 1;
            let from = Square::from_index(at);
            Some(Action {
                from,
                to: position.landing(from, side),
            })
        })
    })
}
