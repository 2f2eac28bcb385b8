//! Iterative-deepening principal-variation search for two sides.
//!
//! The sign of a score flips when the *team* to act changes, never by ply: one side may act
//! several times in a row. With more than two sides the side to act at the root plays against all
//! the others together.

mod busy;
mod inner;
mod leaf;
mod order;
mod visit;

use tablier_rules::{Seat, Trail, hash};

use self::busy::Busy;
use self::order::Rank;
use crate::network::{self, Accumulator};
use crate::score::{FORCED, WIN};
use crate::sides::{chance, side_count};
use crate::transposition::TranspositionTable;
use crate::{Control, Mind, Profile, RootMove, Score, SearchOptions, SearchResult, Task};

/// No line is searched deeper than this.
const DEEPEST: usize = 120;
/// How far quiescence goes past the depth.
const QUIET_DEPTH: i32 = -8;
const HISTORY: usize = 1 << 12;

/// Searches until a limit is reached.
pub(crate) fn search<M: Mind>(
    task: &Task<M>,
    options: &SearchOptions,
    table: &TranspositionTable,
    control: &Control,
    inform: &mut dyn FnMut(&SearchResult<M::Action>),
) -> SearchResult<M::Action> {
    table.new_search();
    #[cfg(not(target_arch = "wasm32"))]
    if options.threads > 1 {
        let busy = &Busy::new();
        return std::thread::scope(|scope| {
            let begin = || Pvs::new(task, options, table, control, Some(busy));
            let others: Vec<_> = (1..options.threads)
                .map(|_| scope.spawn(move || begin().deepen(&mut |_| {})))
                .collect();
            let mut found = begin().deepen(inform);
            control.finish();
            for other in others.into_iter().filter_map(|other| other.join().ok()) {
                // Whoever has looked deeper knows more, except of what is forced.
                if other.depth > found.depth && found.lines[0].score.0.abs() < FORCED {
                    found = other;
                }
            }
            found.nodes = control.counted();
            found
        });
    }
    Pvs::new(task, options, table, control, None).deepen(inform)
}

struct Pvs<'a, M: Mind> {
    mind: &'a M,
    task: &'a Task<'a, M>,
    table: &'a TranspositionTable,
    control: &'a Control<'a>,
    /// What other threads are searching, if there are any.
    busy: Option<&'a Busy>,
    wanted: usize,
    exact: bool,
    profile: Profile,
    /// Whether it continues past its depth with noisy actions.
    quiesces: bool,
    /// What corrects the evaluation.
    accumulator: Option<Accumulator<'a>>,
    salt: u64,
    /// The side to act at the root.
    ours: u8,
    frames: Vec<Frame<M>>,
    trail: Trail,
    history: Vec<i16>,
    /// What the game says about the actions being ranked.
    scores: Vec<i32>,
    nodes: u64,
    told: u64,
    stopped: bool,
    /// The depth of the current iteration.
    depth: i32,
}

/// The state of one ply.
struct Frame<M: Mind> {
    position: M::Position,
    actions: Vec<M::Action>,
    /// Those of the actions that quiescence looks at.
    noisy: Vec<M::Action>,
    ranks: Vec<Rank>,
    /// The actions left for later because another thread is searching them, with their places in the order.
    left: Vec<(usize, Rank)>,
    killers: [Option<M::Action>; 2],
    line: Vec<M::Action>,
}

impl<'a, M: Mind> Pvs<'a, M> {
    fn new(
        task: &'a Task<'a, M>,
        options: &SearchOptions,
        table: &'a TranspositionTable,
        control: &'a Control<'a>,
        busy: Option<&'a Busy>,
    ) -> Self {
        let mind = task.mind;
        let ours = mind.side(task.acts);
        let network = if options.exact || options.without_network {
            None
        } else {
            network::of(mind)
        };
        let frame = || Frame {
            position: task.position.clone(),
            actions: Vec::new(),
            noisy: Vec::new(),
            ranks: Vec::new(),
            left: Vec::new(),
            killers: [None; 2],
            line: Vec::new(),
        };
        Self {
            mind,
            task,
            table,
            control,
            busy,
            wanted: options.lines.max(1),
            exact: options.exact,
            profile: task.profile,
            quiesces: task.profile.quiescence && !options.exact,
            accumulator: network.map(Accumulator::new),
            salt: table.salt() ^ hash::mix(1 + u64::from(ours)),
            ours,
            frames: (0..DEEPEST + 2).map(|_| frame()).collect(),
            trail: task.trail.clone(),
            history: vec![0; HISTORY],
            scores: Vec::new(),
            nodes: 0,
            told: 0,
            stopped: false,
            depth: 0,
        }
    }

    /// Deepens until a limit is reached or nothing can change any more.
    fn deepen(
        &mut self,
        inform: &mut dyn FnMut(&SearchResult<M::Action>),
    ) -> SearchResult<M::Action> {
        let mut roots = self.task.legal.to_vec();
        self.mind
            .prune(self.task.position, self.task.acts, &mut roots);
        let mut scores = vec![0; roots.len()];
        self.mind
            .order(self.task.position, self.task.acts, &roots, &mut scores);
        let mut ranked: Vec<_> = scores.into_iter().zip(roots).collect();
        ranked.sort_by_key(|&(score, _)| -score);
        let mut lines: Vec<RootMove<M::Action>> = ranked
            .into_iter()
            .map(|(_, action)| RootMove {
                score: Score(0),
                chance: 0.5,
                actions: vec![action],
            })
            .collect();
        let wanted = self.wanted.min(lines.len());
        let mut reached = 0;
        // With one action there is nothing to decide; a short search gives a score.
        let single = lines.len() == 1 && !self.exact;
        let deepest = self.control.depth().min(DEEPEST as u32 - 20);
        for depth in 1..=deepest.max(1) {
            self.depth = depth as i32;
            let looked_at = if wanted == 1 {
                self.best_line(&mut lines, reached > 0);
                1
            } else {
                self.best_lines(&mut lines, wanted)
            };
            if self.stopped {
                // Before the first iteration is over, only the actions searched have a score.
                let scored = if reached == 0 { looked_at } else { wanted };
                lines.truncate(scored.clamp(1, wanted));
                lines.sort_by_key(|line| -line.score.0);
                break;
            }
            reached = depth;
            inform(&self.found(&lines[..wanted], reached));
            let decided = lines[..wanted]
                .iter()
                .all(|line| line.score.0.abs() >= FORCED && self.settled(line.score, depth));
            if (decided && !self.exact)
                || (single && depth >= 4 && self.control.is_bounded())
                || self.control.is_late()
            {
                break;
            }
        }
        self.control.count(self.nodes - self.told);
        self.told = self.nodes;
        self.found(&lines[..wanted.min(lines.len())], reached)
    }

    /// A forced end within the depth searched cannot be improved by looking deeper.
    fn settled(&self, score: Score, depth: u32) -> bool {
        score
            .wins_in()
            .or(score.loses_in())
            .is_some_and(|actions| actions <= depth)
    }

    fn found(&self, lines: &[RootMove<M::Action>], depth: u32) -> SearchResult<M::Action> {
        let lines: Vec<_> = lines
            .iter()
            .map(|line| RootMove {
                chance: chance(line.score.0, self.profile.scale),
                ..line.clone()
            })
            .collect();
        let ours = lines[0].chance;
        let mut chances = [0.0; Seat::MOST];
        let seats = self.mind.seats();
        let others = side_count(self.mind).max(2) as f32 - 1.0;
        for seat in Seat::all(seats) {
            chances[seat.index()] = if self.mind.side(seat) == self.ours {
                ours
            } else {
                (1.0 - ours) / others
            };
        }
        SearchResult {
            certain: false,
            lines,
            depth,
            nodes: self.nodes.max(self.control.counted()),
            chances,
        }
    }

    /// Finds the best line and moves it to the front.
    fn best_line(&mut self, lines: &mut [RootMove<M::Action>], known: bool) {
        let before = lines[0].score.0;
        let mut width = (self.profile.scale * 0.3) as i32 + 5;
        let (mut alpha, mut beta) = (-WIN, WIN);
        if known && self.depth >= 4 && before.abs() < FORCED {
            (alpha, beta) = (before - width, before + width);
        }
        loop {
            let best = self.root(lines, alpha, beta);
            if self.stopped {
                return;
            }
            if best <= alpha && alpha > -WIN {
                alpha = if width > 2_000 { -WIN } else { best - width };
            } else if best >= beta && beta < WIN {
                beta = if width > 2_000 { WIN } else { best + width };
            } else {
                return;
            }
            width *= 3;
            alpha = alpha.max(-WIN);
            beta = beta.min(WIN);
        }
    }

    fn root(&mut self, lines: &mut [RootMove<M::Action>], mut alpha: i32, beta: i32) -> i32 {
        let mut best = -WIN - 1;
        let key = self.mind.key(self.task.position) ^ self.salt;
        let mut left = Vec::new();
        let mut places = 0..lines.len();
        while let Some(i) = places.next().or_else(|| {
            // Those left for later have moved, but are still there.
            let action = left.pop()?;
            lines.iter().position(|line| line.actions[0] == action)
        }) {
            let action = lines[i].actions[0];
            let mark = self.busy.filter(|_| i > 0).map(|busy| {
                let at = self.task.legal.iter().position(|legal| *legal == action);
                (busy, Busy::mark(key, at.unwrap_or(0) as u16))
            });
            if let Some((busy, mark)) = mark {
                if !places.is_empty() && busy.is_taken(mark) {
                    left.push(action);
                    continue;
                }
                busy.take(mark);
            }
            let score = self.root_action(&lines[i], alpha, beta, i == 0);
            if let Some((busy, mark)) = mark {
                busy.release(mark);
            }
            if self.stopped {
                return best;
            }
            if score > best {
                best = score;
                self.note(&mut lines[i], score);
                // The best so far comes first, the others keep their order.
                if score > alpha || i == 0 {
                    lines[..=i].rotate_right(1);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Finds the best `wanted` lines in one pass and moves them to the front in order: anything
    /// worse than the last of them needs no score. Returns how many actions were searched.
    fn best_lines(&mut self, lines: &mut [RootMove<M::Action>], wanted: usize) -> usize {
        for i in 0..lines.len() {
            let alpha = if i < wanted {
                -WIN
            } else {
                lines[wanted - 1].score.0
            };
            let score = self.root_action(&lines[i], alpha, WIN, i < wanted);
            if self.stopped {
                return i;
            }
            if score > alpha || i < wanted {
                self.note(&mut lines[i], score);
                let place = lines[..i.min(wanted)].partition_point(|line| line.score.0 >= score);
                lines[place..=i].rotate_right(1);
            }
        }
        lines.len()
    }

    /// The value of an action at the root; unless the full value is needed, first only whether it
    /// is better than `alpha`.
    fn root_action(
        &mut self,
        line: &RootMove<M::Action>,
        alpha: i32,
        beta: i32,
        in_full: bool,
    ) -> i32 {
        // The trail already ends with the root.
        self.frames[0].position.clone_from(self.task.position);
        self.step(0, line.actions[0]);
        let depth = self.depth - 1;
        if !in_full {
            let score = self.visit(1, depth, (alpha, alpha + 1), true);
            if score <= alpha || score >= beta || self.stopped {
                return score;
            }
        }
        self.visit(1, depth, (alpha, beta), true)
    }

    fn note(&self, line: &mut RootMove<M::Action>, score: i32) {
        line.score = Score(score);
        line.actions.truncate(1);
        line.actions.extend_from_slice(&self.frames[1].line);
    }
}
