//! Iterative-deepening principal-variation search for two sides.
//!
//! The sign of a score flips when the *team* to act changes, never by ply: one side may act
//! several times in a row. With more than two sides the side to act at the root plays against all
//! the others together.

use std::hash::{Hash, Hasher};
use std::mem;

use tablier_rules::{Outcome, Seat, Status, Verdict, hash};

use crate::memory::{Bound, Known, Memory};
use crate::mind::{side_count, verdict_of};
use crate::score::{FORCED, MOST, WIN};
use crate::task::{Trail, chance, cut_outcome};
use crate::{Ask, Control, Found, Line, Mind, Score, Task};

/// No line is searched deeper than this.
const DEEPEST: usize = 120;
/// How far quiescence goes past the depth.
const QUIET_DEPTH: i32 = -8;
const HISTORY: usize = 1 << 12;

/// Searches until a limit is reached.
pub(crate) fn search<M: Mind>(
    task: &Task<M>,
    ask: &Ask,
    memory: &Memory,
    control: &Control,
    inform: &mut dyn FnMut(&Found<M::Action>),
) -> Found<M::Action> {
    memory.grow_older();
    #[cfg(not(target_arch = "wasm32"))]
    if ask.threads > 1 {
        return std::thread::scope(|scope| {
            for thread in 1..ask.threads {
                scope.spawn(move || {
                    Pvs::new(task, ask, memory, control, thread).deepen(&mut |_| {});
                });
            }
            let found = Pvs::new(task, ask, memory, control, 0).deepen(inform);
            control.finish();
            found
        });
    }
    Pvs::new(task, ask, memory, control, 0).deepen(inform)
}

struct Pvs<'a, M: Mind> {
    mind: &'a M,
    task: &'a Task<'a, M>,
    memory: &'a Memory,
    control: &'a Control<'a>,
    thread: usize,
    wanted: usize,
    exact: bool,
    quiesces: bool,
    salt: u64,
    /// The side to act at the root.
    ours: u8,
    /// What a draw is worth to it.
    draw: i32,
    frames: Vec<Frame<M>>,
    trail: Trail,
    history: Vec<i32>,
    reductions: Vec<[u8; 64]>,
    nodes: u64,
    told: u64,
    stopped: bool,
    /// The depth of the present round of deepening.
    depth: i32,
}

/// What is kept for one ply.
struct Frame<M: Mind> {
    position: M::Position,
    actions: Vec<M::Action>,
    scores: Vec<i32>,
    order: Vec<u16>,
    killers: [Option<M::Action>; 2],
    line: Vec<M::Action>,
    passed: bool,
}

impl<'a, M: Mind> Pvs<'a, M> {
    fn new(
        task: &'a Task<'a, M>,
        ask: &Ask,
        memory: &'a Memory,
        control: &'a Control<'a>,
        thread: usize,
    ) -> Self {
        let mind = task.mind;
        let ours = mind.side(task.acts);
        let frame = || Frame {
            position: task.position.clone(),
            actions: Vec::new(),
            scores: Vec::new(),
            order: Vec::new(),
            killers: [None; 2],
            line: Vec::new(),
            passed: false,
        };
        let reductions = (0..64)
            .map(|depth| {
                let mut row = [0; 64];
                for (place, cell) in row.iter_mut().enumerate().skip(1) {
                    let both = (depth.max(1) as f32).ln() * (place as f32).ln();
                    *cell = (0.6 + both / 2.2) as u8;
                }
                row
            })
            .collect();
        Self {
            mind,
            task,
            memory,
            control,
            thread,
            wanted: ask.lines.max(1),
            exact: ask.exact,
            quiesces: mind.quiesces() && !ask.exact,
            salt: memory.salt() ^ hash::mix(1 + u64::from(ours)),
            ours,
            draw: mind.draw(),
            frames: (0..DEEPEST + 2).map(|_| frame()).collect(),
            trail: task.trail.clone(),
            history: vec![0; HISTORY],
            reductions,
            nodes: 0,
            told: 0,
            stopped: false,
            depth: 0,
        }
    }

    /// Deeper and deeper, until a limit is reached or nothing can change any more.
    fn deepen(&mut self, inform: &mut dyn FnMut(&Found<M::Action>)) -> Found<M::Action> {
        let mut roots = self.task.legal.to_vec();
        self.mind
            .prune(self.task.position, self.task.acts, &mut roots);
        let mut scores = vec![0; roots.len()];
        self.mind
            .order(self.task.position, self.task.acts, &roots, &mut scores);
        let mut ranked: Vec<_> = scores.into_iter().zip(roots).collect();
        ranked.sort_by_key(|&(score, _)| -score);
        let mut lines: Vec<Line<M::Action>> = ranked
            .into_iter()
            .map(|(_, action)| Line {
                score: Score(0),
                chance: 0.5,
                actions: vec![action],
            })
            .collect();
        let wanted = self.wanted.min(lines.len());
        let mut reached = 0;
        // With one action there is nothing to decide; a short look gives a score.
        let single = lines.len() == 1 && !self.exact;
        let first = 1 + (self.thread % 2) as u32;
        let deepest = self.control.depth().min(DEEPEST as u32 - 20);
        for depth in first..=deepest.max(first) {
            self.depth = depth as i32;
            for place in 0..wanted {
                self.best_line(&mut lines, place, reached > 0);
                if self.stopped {
                    break;
                }
            }
            if !self.stopped {
                reached = depth;
            }
            lines[..wanted].sort_by_key(|line| -line.score.0);
            if self.stopped {
                break;
            }
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
        self.found(&lines[..wanted], reached)
    }

    /// A forced end within the depth searched cannot be improved by looking deeper.
    fn settled(&self, score: Score, depth: u32) -> bool {
        score
            .wins_in()
            .or(score.loses_in())
            .is_some_and(|actions| actions <= depth)
    }

    fn found(&self, lines: &[Line<M::Action>], depth: u32) -> Found<M::Action> {
        let lines: Vec<_> = lines
            .iter()
            .map(|line| Line {
                chance: chance(self.mind, line.score.0),
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
        Found {
            lines,
            depth,
            nodes: self.nodes.max(self.control.counted()),
            chances,
        }
    }

    /// Finds the best of the lines from `place` on and moves it there.
    fn best_line(&mut self, lines: &mut [Line<M::Action>], place: usize, known: bool) {
        let before = lines[place].score.0;
        let mut width = (self.mind.scale() * 0.3) as i32 + 5;
        let (mut alpha, mut beta) = (-WIN, WIN);
        if known && self.depth >= 4 && before.abs() < FORCED {
            (alpha, beta) = (before - width, before + width);
        }
        loop {
            let best = self.root(lines, place, alpha, beta);
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

    fn root(
        &mut self,
        lines: &mut [Line<M::Action>],
        place: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = -WIN - 1;
        // The trail already ends with the root.
        self.frames[0].position.clone_from(self.task.position);
        for i in place..lines.len() {
            let action = lines[i].actions[0];
            self.step(0, action);
            let depth = self.depth - 1;
            let mut score = if i == place {
                self.visit(1, depth, alpha, beta, true)
            } else {
                self.visit(1, depth, alpha, alpha + 1, true)
            };
            if i > place && score > alpha && score < beta && !self.stopped {
                score = self.visit(1, depth, alpha, beta, true);
            }
            if self.stopped {
                return best;
            }
            if score > best {
                best = score;
                let line = &mut lines[i];
                line.score = Score(score);
                line.actions.truncate(1);
                line.actions.extend_from_slice(&self.frames[1].line);
                // The best so far comes first, the others keep their order.
                if score > alpha || i == place {
                    lines[place..=i].rotate_right(1);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Plays an action from the frame of this ply into the next.
    #[inline]
    fn step(&mut self, ply: usize, action: M::Action) {
        let (now, next) = self.frames.split_at_mut(ply + 1);
        next[0].position.clone_from(&now[ply].position);
        next[0].passed = false;
        self.mind.apply(&mut next[0].position, action);
    }

    /// The value of a frame's position for the side that acted before it.
    fn visit(
        &mut self,
        ply: usize,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        was_ours: bool,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes & 63 == 0 || self.nodes >= self.control.nodes() {
            self.stopped |= self.control.is_over(self.nodes);
        }
        if self.stopped {
            return 0;
        }
        let mind = self.mind;
        self.frames[ply].line.clear();
        let sign = if was_ours { 1 } else { -1 };
        // The quickest leaf: nobody needs the list of actions.
        if depth <= 0
            && !self.quiesces
            && let Some(acts) = mind.acts(&self.frames[ply].position)
        {
            let position = &self.frames[ply].position;
            let key = mind.key(position);
            if self.trail.cuts(mind, position, key) {
                return sign * self.cut(ply, acts);
            }
            let score = mind.evaluate(position, acts, &[], self.ours);
            return sign * score.clamp(-MOST, MOST);
        }
        let mut actions = mem::take(&mut self.frames[ply].actions);
        let status = mind.actions(&self.frames[ply].position, &mut actions);
        let acts = match status {
            Status::Over(outcome) => {
                self.frames[ply].actions = actions;
                return sign * self.outcome(outcome, ply);
            }
            Status::Acts(acts) => acts,
        };
        let key = mind.key(&self.frames[ply].position);
        if self.trail.cuts(mind, &self.frames[ply].position, key) {
            self.frames[ply].actions = actions;
            return sign * self.cut(ply, acts);
        }
        let is_ours = mind.side(acts) == self.ours;
        let flips = is_ours != was_ours;
        if flips {
            (alpha, beta) = (-beta, -alpha);
        }
        if !self.exact && ply + 2 < DEEPEST {
            let soon = ply as i32 <= self.depth * 2;
            if depth <= 0 && soon && mind.urgent(&self.frames[ply].position, acts, &actions) {
                depth = 1;
            } else if actions.len() == 1 && ply as i32 <= self.depth * 3 {
                depth += 1;
            }
        }
        self.trail.push(key);
        let score = if depth <= 0 || ply >= DEEPEST {
            self.leaf(ply, depth, alpha, beta, acts, &actions)
        } else {
            self.inner(ply, depth, (alpha, beta), acts, &mut actions, key)
        };
        self.trail.pop();
        self.frames[ply].actions = actions;
        if flips { -score } else { score }
    }

    /// What an end is worth to our side.
    fn outcome(&self, outcome: Outcome, ply: usize) -> i32 {
        match verdict_of(self.mind, outcome, self.ours) {
            Verdict::Won => WIN - ply as i32,
            Verdict::Lost => ply as i32 - WIN,
            Verdict::Drew => self.draw,
        }
    }

    /// What it is worth to our side when play is cut short here (C8).
    fn cut(&self, ply: usize, acts: Seat) -> i32 {
        let position = &self.frames[ply].position;
        match cut_outcome(self.mind, position) {
            Some(outcome) => self.outcome(outcome, ply),
            None => self
                .mind
                .evaluate(position, acts, &[], self.ours)
                .clamp(-MOST, MOST),
        }
    }

    /// The evaluation for the side to act.
    #[inline]
    fn evaluate(&self, ply: usize, acts: Seat, actions: &[M::Action]) -> i32 {
        let position = &self.frames[ply].position;
        let score = self.mind.evaluate(position, acts, actions, self.ours);
        let score = score.clamp(-MOST, MOST);
        if self.mind.side(acts) == self.ours {
            score
        } else {
            -score
        }
    }

    /// The depth is used up: the evaluation, after the noise has died down.
    fn leaf(
        &mut self,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        acts: Seat,
        actions: &[M::Action],
    ) -> i32 {
        let mut best = self.evaluate(ply, acts, actions);
        if !self.quiesces || best >= beta || depth <= QUIET_DEPTH || ply >= DEEPEST {
            return best;
        }
        alpha = alpha.max(best);
        let is_ours = self.mind.side(acts) == self.ours;
        let mut scores = mem::take(&mut self.frames[ply].scores);
        let mut order = mem::take(&mut self.frames[ply].order);
        scores.clear();
        scores.resize(actions.len(), 0);
        let position = &self.frames[ply].position;
        order.clear();
        for (i, &action) in actions.iter().enumerate() {
            if self.mind.noisy(position, action) {
                order.push(i as u16);
            }
        }
        if !order.is_empty() {
            self.mind.order(position, acts, actions, &mut scores);
            order.sort_by_key(|&i| -scores[usize::from(i)]);
        }
        for &i in &order {
            let action = actions[usize::from(i)];
            self.step(ply, action);
            let score = self.visit(ply + 1, depth - 1, alpha, beta, is_ours);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, action);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.frames[ply].scores = scores;
        self.frames[ply].order = order;
        best
    }

    fn extend_line(&mut self, ply: usize, action: M::Action) {
        let (now, next) = self.frames.split_at_mut(ply + 1);
        let line = &mut now[ply].line;
        line.clear();
        line.push(action);
        line.extend_from_slice(&next[0].line);
    }

    /// A position with depth left.
    fn inner(
        &mut self,
        ply: usize,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
        acts: Seat,
        actions: &mut Vec<M::Action>,
        key: u64,
    ) -> i32 {
        let mind = self.mind;
        let is_ours = mind.side(acts) == self.ours;
        let is_line = beta - alpha > 1;
        // Nothing here can be better than winning at once, or worse than having lost.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let slot = key ^ self.salt;
        let known = self.memory.find(slot);
        if let Some(known) = known {
            let enough = if self.exact {
                known.depth == depth
            } else {
                known.depth >= depth
            };
            if enough && (!is_line || self.exact) {
                let score = from_memory(known.score, ply);
                let decides = match known.bound {
                    Bound::Exact => true,
                    Bound::Least => score >= beta,
                    Bound::Most => score <= alpha,
                };
                if decides {
                    return score;
                }
            }
        }
        mind.prune(&self.frames[ply].position, acts, actions);
        let tuning = mind.tuning();
        let mut evaluation = None;
        if !self.exact && !is_line && beta.abs() < FORCED {
            let here = self.evaluate(ply, acts, actions);
            evaluation = Some(here);
            // So far ahead that a little depth will not change it.
            if tuning.margin > 0 && depth <= 3 && here - tuning.margin * depth >= beta {
                return here;
            }
            // Even passing would be good enough.
            if depth >= 3
                && here >= beta
                && !self.frames[ply].passed
                && let Some(passed) = mind.passed(&self.frames[ply].position, acts)
            {
                self.frames[ply + 1].position = passed;
                self.frames[ply + 1].passed = true;
                let score = self.visit(ply + 1, depth - 3 - depth / 4, beta - 1, beta, is_ours);
                if self.stopped {
                    return 0;
                }
                if score >= beta && score < FORCED {
                    return score;
                }
            }
        }
        let best_known = known
            .and_then(|known| known.best)
            .filter(|&best| usize::from(best) < actions.len());
        let mut scores = mem::take(&mut self.frames[ply].scores);
        let mut order = mem::take(&mut self.frames[ply].order);
        self.rank(ply, acts, actions, best_known, &mut scores, &mut order);
        self.frames[ply + 1].killers = [None; 2];
        let start = alpha;
        let mut best = -WIN - 1;
        let mut best_at = None;
        for place in 0..actions.len() {
            pick(place, &mut order, &scores);
            let at = order[place];
            let action = actions[usize::from(at)];
            let quiet = self.exact
                || (scores[usize::from(at)] < tuning.loud
                    && !mind.noisy(&self.frames[ply].position, action));
            if !self.exact && place > 0 && quiet && best > -FORCED && !is_line {
                if tuning.late > 0
                    && depth <= 4
                    && place as i32 >= tuning.late * (1 + depth * depth)
                {
                    continue;
                }
                if tuning.margin > 0
                    && depth <= 2
                    && evaluation.is_some_and(|here| here + tuning.margin * depth <= alpha)
                {
                    continue;
                }
            }
            self.step(ply, action);
            let next = depth - 1;
            let score = if place == 0 {
                self.visit(ply + 1, next, alpha, beta, is_ours)
            } else {
                let mut less = 0;
                if !self.exact && depth >= 3 && quiet && place >= if is_line { 4 } else { 2 } {
                    less = i32::from(self.reductions[(depth as usize).min(63)][place.min(63)]);
                    if is_line {
                        less -= 1;
                    }
                    less = less.clamp(0, next - 1);
                }
                let mut score = self.visit(ply + 1, next - less, alpha, alpha + 1, is_ours);
                if less > 0 && score > alpha && !self.stopped {
                    score = self.visit(ply + 1, next, alpha, alpha + 1, is_ours);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = self.visit(ply + 1, next, alpha, beta, is_ours);
                }
                score
            };
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                best_at = Some(at);
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, action);
                }
            }
            if alpha >= beta {
                self.reward(ply, depth, actions, &order[..=place], acts);
                break;
            }
        }
        self.frames[ply].scores = scores;
        self.frames[ply].order = order;
        if self.stopped {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Least
        } else if best > start {
            Bound::Exact
        } else {
            Bound::Most
        };
        self.memory.keep(
            slot,
            Known {
                score: to_memory(best, ply),
                depth,
                bound,
                best: best_at,
            },
        );
        best
    }

    /// Gives every action a score by which it will be picked.
    fn rank(
        &self,
        ply: usize,
        acts: Seat,
        actions: &[M::Action],
        best: Option<u16>,
        scores: &mut Vec<i32>,
        order: &mut Vec<u16>,
    ) {
        scores.clear();
        scores.resize(actions.len(), 0);
        order.clear();
        order.extend(0..actions.len() as u16);
        if actions.len() < 2 {
            return;
        }
        let frame = &self.frames[ply];
        self.mind.order(&frame.position, acts, actions, scores);
        for (score, action) in scores.iter_mut().zip(actions) {
            *score = *score * 16 + self.history[place_of(acts, action)];
            if frame.killers[0] == Some(*action) {
                *score += 20_000;
            } else if frame.killers[1] == Some(*action) {
                *score += 16_000;
            }
        }
        if let Some(best) = best {
            scores[usize::from(best)] = i32::MAX;
        }
    }

    /// An action refuted the one before: it is tried earlier next time, those before it later.
    fn reward(&mut self, ply: usize, depth: i32, actions: &[M::Action], tried: &[u16], acts: Seat) {
        let Some((&last, before)) = tried.split_last() else {
            return;
        };
        let action = actions[usize::from(last)];
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let bonus = (depth * depth * 16).min(1_500);
        let mut add = |action: &M::Action, bonus: i32| {
            let cell = &mut self.history[place_of(acts, action)];
            *cell += bonus - *cell * bonus.abs() / 12_000;
        };
        add(&action, bonus);
        for &at in before.iter().take(24) {
            add(&actions[usize::from(at)], -bonus / 2);
        }
    }
}

/// Brings the best of the rest to this place.
#[inline]
fn pick(place: usize, order: &mut [u16], scores: &[i32]) {
    let mut best = place;
    for i in place + 1..order.len() {
        if scores[usize::from(order[i])] > scores[usize::from(order[best])] {
            best = i;
        }
    }
    // The others keep their order.
    order[place..=best].rotate_right(1);
}

/// Forced wins are kept as seen from the position, not from the root.
#[inline]
fn to_memory(score: i32, ply: usize) -> i32 {
    if score >= FORCED {
        score + ply as i32
    } else if score <= -FORCED {
        score - ply as i32
    } else {
        score
    }
}

#[inline]
fn from_memory(score: i32, ply: usize) -> i32 {
    if score >= FORCED {
        score - ply as i32
    } else if score <= -FORCED {
        score + ply as i32
    } else {
        score
    }
}

/// A small fixed hash of an action, for tables that learn which ones are good.
#[inline]
fn place_of<A: Hash>(acts: Seat, action: &A) -> usize {
    struct Mixer(u64);
    impl Hasher for Mixer {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.write_u64(u64::from(byte));
            }
        }
        fn write_u8(&mut self, value: u8) {
            self.write_u64(u64::from(value));
        }
        fn write_u16(&mut self, value: u16) {
            self.write_u64(u64::from(value));
        }
        fn write_u32(&mut self, value: u32) {
            self.write_u64(u64::from(value));
        }
        fn write_u64(&mut self, value: u64) {
            self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        fn write_usize(&mut self, value: usize) {
            self.write_u64(value as u64);
        }
    }
    let mut mixer = Mixer(acts.index() as u64 + 1);
    action.hash(&mut mixer);
    (mixer.0 >> 52) as usize & (HISTORY - 1)
}
