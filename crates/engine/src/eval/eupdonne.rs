//! Eupdonne: for both players, how many more bars a chain between two corners needs that obeys the
//! linking rule.

use tablier_rules::Seat;
use tablier_rules::eupdonne::{Action, Bitboard, CORNERS, Eupdonne, Position, neighbours};
use tablier_rules::scene::{Message, Side};

use crate::weights::{Weights as _, sum_of_terms, weights};
use crate::{
    Evaluation, Foresight, Inputs, Knowledge, Mind, MoveOrdering, Profile, Reasons, Sayings, Tuning,
};

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
    sum_of_terms!(worths, |_| &Weights::USED);
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
                    // No bar reaches from corner to corner.
                    *score += 80 * i32::from(!(covered & CORNERS).is_empty());
                    *score += 60 * i32::from(!(covered & ours).is_empty());
                    *score += 30 * i32::from(!(covered & theirs).is_empty());
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

impl Reasons for Eupdonne {
    /// All bars but the captive ones.
    fn pieces(&self, position: &Position, side: u8) -> u32 {
        let seat = Seat::new(side);
        let hand: u8 = (0..3).map(|order| position.in_hand(seat, order)).sum();
        let free = |bar: &tablier_rules::eupdonne::Bar| bar.seat == seat && !bar.captive;
        u32::from(hand) + position.bars().filter(free).count() as u32
    }

    fn taking(&self, _before: &Position, _after: &Position, _action: Action) -> Message {
        Message::new("eupdonne.because-captures")
    }

    fn deed(&self, before: &Position, after: &Position, action: Action) -> Option<Message> {
        let seat = before.to_act();
        let side = seat.index() as u8;
        if self.pieces(after, side) > self.pieces(before, side) {
            return Some(Message::new("eupdonne.because-frees"));
        }
        let corners = |position: &Position| (position.covered(seat) & CORNERS).len();
        let reaches = action.to().is_some() && corners(after) > corners(before);
        reaches.then(|| Message::new("eupdonne.because-corner"))
    }

    fn sayings(&self) -> Sayings {
        Sayings {
            stops: "eupdonne.because-cuts",
            threatens: "eupdonne.because-links",
            keeps: "eupdonne.because-keeps",
        }
    }
}

impl Foresight for Eupdonne {}

impl Inputs for Eupdonne {}

impl Mind for Eupdonne {
    fn profile(&self) -> Profile {
        Profile {
            scale: 90.0,
            // Between equals nearly every game is drawn, whoever is ahead.
            sureness: 0.1,
            tuning: Tuning {
                late: 20,
                ..Tuning::default()
            },
            ..Profile::for_sides(2)
        }
    }
}

#[inline]
fn worths(
    _game: &Eupdonne,
    position: &Position,
    acts: Seat,
    weights: &Weights,
) -> [i32; Seat::MOST] {
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

/// The squares of each level.
type Levels = [Bitboard; 3];

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
    let occupied = own.into_iter().chain(other);
    let occupied = occupied.fold(Bitboard::EMPTY, |all, set| all | set);
    let near = own.map(neighbours);
    let board = Board {
        allowed: [0, 1, 2].map(|level| {
            let unequal = near[(level + 1) % 3] | near[(level + 2) % 3];
            !occupied & !unequal
        }),
        groups: groups(position, seat),
    };
    let mut best = (7, 0);
    // Each pair of corners once: a corner with those after it.
    let mut others = CORNERS;
    for corner in CORNERS {
        others = others.without(corner);
        if !others.is_empty() {
            board.spread(Bitboard::from_square(corner), others, &mut best);
        }
    }
    best
}

fn groups(position: &Position, seat: Seat) -> Groups {
    let mut left = position.holdings(seat);
    let mut groups = Groups {
        list: [[Bitboard::EMPTY; 3]; 16],
        count: 0,
    };
    while left != 0 {
        let number = left.trailing_zeros() as usize;
        let mut members = position.connected(number, position.holdings(seat)) | 1 << number;
        left &= !members;
        let mut levels = [Bitboard::EMPTY; 3];
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
    fn spread(&self, corner: Bitboard, others: Bitboard, best: &mut (usize, usize)) {
        let mut reached = [Bitboard::EMPTY; 3];
        let mut joined = 0u32;
        let mut entries = [Bitboard::EMPTY; 3];
        let mut cost = 0;
        for (i, group) in self.groups.iter().enumerate() {
            if !((group[0] | group[1] | group[2]) & corner).is_empty() {
                join(&mut reached, group);
                joined |= 1 << i;
            }
        }
        if joined == 0 {
            entries = self.allowed.map(|allowed| allowed & corner);
            if entries == [Bitboard::EMPTY; 3] {
                return;
            }
        }
        let mut found = Bitboard::EMPTY;
        loop {
            // Groups that already touch with equal levels cost nothing.
            loop {
                let before = joined;
                for (i, group) in self.groups.iter().enumerate() {
                    let touches = (0..3).any(|l| !(neighbours(reached[l]) & group[l]).is_empty());
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
            if !ends.is_empty() {
                found |= ends;
                let ways = ends.len() as usize;
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
                if !entry.is_empty() {
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
    fn bars_through(&self, entry: Bitboard, level: usize, reached: &mut Levels) {
        for (second, third) in [
            ((level + 1) % 3, (level + 2) % 3),
            ((level + 2) % 3, (level + 1) % 3),
        ] {
            let order = [level, second, third];
            self.bars_along(Side::East, entry, order, reached);
            self.bars_along(Side::West, entry, order, reached);
            self.bars_along(Side::North, entry, order, reached);
            self.bars_along(Side::South, entry, order, reached);
        }
    }

    /// The same for bars that lie to one side. The side is known where it is called, so that a step
    /// is a plain shift.
    #[inline(always)]
    fn bars_along(
        &self,
        side: Side,
        entry: Bitboard,
        [level, second, third]: [usize; 3],
        reached: &mut Levels,
    ) {
        let (a, b) = (self.allowed[second], self.allowed[third]);
        let back = side.opposite();
        // The level is at the end of the bar.
        let end = (entry.step(side) & a).step(side) & b;
        if !end.is_empty() {
            reached[third] |= end;
            let middle = end.step(back);
            reached[second] |= middle;
            reached[level] |= middle.step(back);
        }
        // It is in the middle.
        let middle = entry & a.step(side) & b.step(back);
        if !middle.is_empty() {
            reached[level] |= middle;
            reached[second] |= middle.step(back);
            reached[third] |= middle.step(side);
        }
    }
}

#[inline]
fn join(reached: &mut Levels, group: &Levels) {
    for (reached, &squares) in reached.iter_mut().zip(group) {
        *reached |= squares;
    }
}
