//! Eupdonne: for both players, how many more bars a chain between two corners needs that obeys the
//! linking rule.

use tablier_rules::Seat;
use tablier_rules::eupdonne::{Action, CORNERS, Eupdonne, Position, neighbours};

use crate::weights::{Weights as _, weights};
use crate::{Counts, Evaluation, Knowledge, Mind, MoveOrdering, Profile, Term, Tuning};

weights! {
    Weights {
        /// By the number of bars that the cheapest chain still needs.
        needs: [i32; 8] = [400, 230, 130, 75, 38, 15, 0, -20],
        /// One bar is missing and the seat is to act.
        last_bar: i32 = 250,
        /// A second pair of corners with an equally cheap chain.
        choice: i32 = 8,
        captive: i32 = 30,
        in_hand: i32 = 3,
        tempo: i32 = 12,
    }
}

impl Evaluation for Eupdonne {
    fn worths(&self, position: &Position, acts: Seat, _actions: &[Action]) -> [i32; Seat::MOST] {
        worths(position, acts, &Weights::USED)
    }

    fn terms(&self) -> Vec<Term> {
        Weights::USED.terms()
    }

    fn counts(&self, position: &Position, acts: Seat) -> Counts {
        Weights::counts(|weights| worths(position, acts, weights))
    }
}

impl MoveOrdering for Eupdonne {
    fn order(&self, position: &Position, acts: Seat, actions: &[Action], scores: &mut [i32]) {
        let own = position.levels(acts);
        let other = position.levels(acts.next(2));
        let [a, b, c] = own;
        let ours = neighbours(a | b | c);
        let theirs = neighbours(other[0] | other[1] | other[2]);
        for (score, action) in scores.iter_mut().zip(actions) {
            match action.to() {
                Some(to) => {
                    let covered = to.covered();
                    // Moving a bar gives something up.
                    *score -= 60 * i32::from(action.from().is_some());
                    *score += 80 * (covered & CORNERS).count_ones() as i32;
                    *score += 60 * i32::from(covered & ours != 0);
                    *score += 30 * i32::from(covered & theirs != 0);
                }
                None => *score -= 200,
            }
        }
    }
}

impl Knowledge for Eupdonne {
    fn acts(&self, position: &Position) -> Option<Seat> {
        // With a bar in hand there is always an action.
        let seat = position.to_act();
        let hand = (0..3).any(|order| position.in_hand(seat, order) > 0);
        (position.winner().is_none() && hand).then_some(seat)
    }
}

impl Mind for Eupdonne {
    fn profile(&self) -> Profile {
        Profile {
            scale: 90.0,
            tuning: Tuning {
                late: 20,
                ..Tuning::default()
            },
            ..Profile::for_sides(2)
        }
    }
}

#[inline]
fn worths(position: &Position, acts: Seat, weights: &Weights) -> [i32; Seat::MOST] {
    let mut worths = [0; Seat::MOST];
    for seat in Seat::all(2) {
        let (needs, ways) = cheapest_chain(position, seat);
        let mut worth =
            weights.needs[needs.min(7)] + weights.choice * (ways as i32 - 1).clamp(0, 3);
        if acts == seat {
            worth += weights.tempo;
            if needs <= 1 {
                worth += weights.last_bar;
            }
        }
        let hand: u8 = (0..3).map(|order| position.in_hand(seat, order)).sum();
        worth += weights.in_hand * i32::from(hand.min(4));
        worths[seat.index()] = worth;
    }
    for bar in position.bars().filter(|bar| bar.captive) {
        worths[bar.seat.next(2).index()] += weights.captive;
    }
    worths
}

const WEST: u64 = 0x0101_0101_0101_0101;
const EAST: u64 = WEST << 7;

/// One step to the east, west, north, south.
#[inline]
fn step(set: u64, way: usize) -> u64 {
    match way {
        0 => (set & !EAST) << 1,
        1 => (set & !WEST) >> 1,
        2 => set << 8,
        _ => set >> 8,
    }
}

/// The squares of each level.
type Levels = [u64; 3];

struct Board {
    /// Where a new bar may show each level (EU5).
    allowed: Levels,
    /// The groups of linked bars that count for the seat (EU12).
    groups: Groups,
}

/// Groups of linked bars. There cannot be more of them than bars.
struct Groups {
    list: [Levels; 16],
    count: usize,
}

/// How many more bars the cheapest chain between two corners needs, and how many pairs of corners
/// have one that cheap. Conflicts among the new bars themselves are not seen.
pub(super) fn cheapest_chain(position: &Position, seat: Seat) -> (usize, usize) {
    let own = position.levels(seat);
    let other = position.levels(seat.next(2));
    let occupied = own.into_iter().chain(other).fold(0, |all, set| all | set);
    let near = own.map(neighbours);
    let board = Board {
        allowed: [0, 1, 2].map(|level| {
            let unequal = near[(level + 1) % 3] | near[(level + 2) % 3];
            !occupied & !unequal
        }),
        groups: groups(position, seat),
    };
    let mut best = (7, 0);
    for corner in [0, 7, 56] {
        // Each pair of corners once: this corner with those after it.
        let others = CORNERS & !((2u64 << corner) - 1);
        board.spread(1 << corner, others, &mut best);
    }
    best
}

fn groups(position: &Position, seat: Seat) -> Groups {
    let mut left = position.holdings(seat);
    let mut groups = Groups {
        list: [[0; 3]; 16],
        count: 0,
    };
    while left != 0 {
        let number = left.trailing_zeros() as usize;
        let mut members = position.connected(number, position.holdings(seat)) | 1 << number;
        left &= !members;
        let mut levels = [0; 3];
        while members != 0 {
            let number = members.trailing_zeros() as usize;
            members &= members - 1;
            if let Some(bar) = position.bar(number) {
                for (i, level) in levels.iter_mut().enumerate() {
                    *level |= bar.placement.level_at(i as u8 + 1);
                }
            }
        }
        groups.list[groups.count] = levels;
        groups.count += 1;
    }
    groups
}

impl Groups {
    fn iter(&self) -> std::slice::Iter<'_, Levels> {
        self.list[..self.count].iter()
    }
}

impl Board {
    /// From a corner outwards, one more bar at a time, until the other corners are reached.
    fn spread(&self, corner: u64, others: u64, best: &mut (usize, usize)) {
        let mut reached: Levels = [0; 3];
        let mut joined = 0u32;
        let mut entries = [0; 3];
        let mut cost = 0;
        for (i, group) in self.groups.iter().enumerate() {
            if (group[0] | group[1] | group[2]) & corner != 0 {
                join(&mut reached, group);
                joined |= 1 << i;
            }
        }
        if joined == 0 {
            entries = self.allowed.map(|allowed| allowed & corner);
            if entries == [0; 3] {
                return;
            }
        }
        let mut found = 0;
        loop {
            // Groups that already touch with equal levels cost nothing.
            loop {
                let before = joined;
                for (i, group) in self.groups.iter().enumerate() {
                    let touches = (0..3).any(|l| neighbours(reached[l]) & group[l] != 0);
                    if joined >> i & 1 == 0 && touches {
                        join(&mut reached, group);
                        joined |= 1 << i;
                    }
                }
                if joined == before {
                    break;
                }
            }
            let ends = (reached[0] | reached[1] | reached[2]) & others & !found;
            if ends != 0 {
                found |= ends;
                let ways = ends.count_ones() as usize;
                match cost.cmp(&best.0) {
                    std::cmp::Ordering::Less => *best = (cost, ways),
                    std::cmp::Ordering::Equal => best.1 += ways,
                    std::cmp::Ordering::Greater => {}
                }
            }
            if cost >= best.0 || found == others || cost >= 6 {
                return;
            }
            if cost > 0 || joined != 0 {
                entries = [0, 1, 2].map(|l| neighbours(reached[l]) & self.allowed[l]);
            }
            let before = reached;
            for (level, &entry) in entries.iter().enumerate() {
                if entry != 0 {
                    self.bars_through(entry, level, &mut reached);
                }
            }
            if reached == before {
                return;
            }
            cost += 1;
        }
    }

    /// Adds the squares of all bars that have this level on one of these squares.
    #[inline]
    fn bars_through(&self, entry: u64, level: usize, reached: &mut Levels) {
        for (second, third) in [
            ((level + 1) % 3, (level + 2) % 3),
            ((level + 2) % 3, (level + 1) % 3),
        ] {
            let (a, b) = (self.allowed[second], self.allowed[third]);
            for way in 0..4 {
                // The level is at the end of the bar.
                let end = step(step(entry, way) & a, way) & b;
                if end != 0 {
                    reached[third] |= end;
                    let middle = step(end, way ^ 1);
                    reached[second] |= middle;
                    reached[level] |= step(middle, way ^ 1);
                }
                // It is in the middle.
                let middle = entry & step(a, way) & step(b, way ^ 1);
                if middle != 0 {
                    reached[level] |= middle;
                    reached[second] |= step(middle, way ^ 1);
                    reached[third] |= step(middle, way);
                }
            }
        }
    }
}

#[inline]
fn join(reached: &mut Levels, group: &Levels) {
    for (reached, squares) in reached.iter_mut().zip(group) {
        *reached |= squares;
    }
}
