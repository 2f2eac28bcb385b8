//! What the dice of a seat show, and how many jumps that is away from two full series (D10).

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering};

use tablier_rules::Seat;
use tablier_rules::d21::{Position, turned};

/// For both players together when all dice show 1: 2 × (1 + 2 + 3 + 4 + 5) each.
pub(super) const NEEDED_AT_START: i32 = 60;
/// A value that no jump leads to.
const FAR: u8 = 6;

/// For every set of values that the opponent shows: how many jumps lead from one value to another.
static JUMPS: LazyLock<Vec<[[u8; 7]; 7]>> = LazyLock::new(|| {
    let of = |shown: usize| {
        let mut jumps = [[FAR; 7]; 7];
        for from in 1..=6u8 {
            let row = &mut jumps[usize::from(from)];
            row[usize::from(from)] = 0;
            for count in 0..FAR - 1 {
                for value in 1..=6u8 {
                    for over in (1..=6u8).filter(|over| shown >> over & 1 == 1) {
                        let next = usize::from(turned(value, over));
                        if row[usize::from(value)] == count && row[next] > count + 1 {
                            row[next] = count + 1;
                        }
                    }
                }
            }
        }
        jumps
    };
    (0..1 << 7).map(of).collect()
});

/// How many dice a seat has (D2).
const DICE: usize = 12;
/// How many ways there are for them to show values.
const HANDS: usize = 6_188;

/// One more than [`Hand::needed`] by [`place_of`] and the values shown; 0 where it is not known yet.
static NEEDED: LazyLock<Vec<AtomicU8>> =
    LazyLock::new(|| (0..HANDS << 6).map(|_| AtomicU8::new(0)).collect());

/// With so many values to come and so many dice left: how many hands come before those with a number of
/// dice that show the first of these values.
static BEFORE: [[[u16; DICE + 1]; DICE + 1]; 7] = {
    let mut before = [[[0; DICE + 1]; DICE + 1]; 7];
    // The hands of so many dice and values.
    let mut hands = [[0u16; DICE + 1]; 7];
    hands[0][0] = 1;
    let mut values = 1;
    while values <= 6 {
        let mut left = 0;
        while left <= DICE {
            let mut count = 0;
            while count <= left {
                before[values][left][count] = hands[values][left];
                hands[values][left] += hands[values - 1][left - count];
                count += 1;
            }
            left += 1;
        }
        values += 1;
    }
    assert!(hands[6][DICE] as usize == HANDS);
    before
};

/// The number of a hand among all; none unless it has twelve dice.
#[inline]
fn place_of(counts: &[u8; 7]) -> Option<usize> {
    let (mut place, mut left) = (0, DICE);
    for (i, &count) in counts[1..].iter().enumerate() {
        let count = usize::from(count);
        if count > left {
            return None;
        }
        place += usize::from(BEFORE[6 - i][left][count]);
        left -= count;
    }
    (left == 0).then_some(place)
}

/// What the dice of a seat show, and the values they may jump over.
#[derive(Copy, Clone)]
pub(super) struct Hand {
    pub(super) counts: [u8; 7],
    shown: u8,
}

impl Hand {
    #[inline]
    pub(super) fn new(position: &Position, seat: Seat) -> Self {
        let enemy = seat.next(2);
        let mut hand = Hand {
            counts: [0; 7],
            shown: 0,
        };
        for value in 1..=6u8 {
            hand.counts[usize::from(value)] = position.count(seat, value);
            hand.shown |= u8::from(position.count(enemy, value) > 0) << value;
        }
        hand
    }

    #[inline]
    pub(super) fn lacking(&self) -> i32 {
        self.counts[1..]
            .iter()
            .map(|&count| 2 - i32::from(count.min(2)))
            .sum()
    }

    /// An estimate of the jumps needed for two full series, computed once for each hand.
    pub(super) fn needed(&self) -> i32 {
        let known = place_of(&self.counts).map(|place| {
            let place = place << 6 | usize::from(self.shown >> 1 & 0x3f);
            &NEEDED[place]
        });
        match known.map(|known| known.load(Ordering::Relaxed)) {
            None => self.count_needed(),
            Some(0) => {
                let needed = self.count_needed();
                if let Some(known) = known {
                    known.store(needed as u8 + 1, Ordering::Relaxed);
                }
                needed
            }
            Some(next) => i32::from(next) - 1,
        }
    }

    /// Every missing value takes the nearest surplus die, the values farthest from all of them first.
    fn count_needed(&self) -> i32 {
        let jumps = &JUMPS[usize::from(self.shown & 0x7e)];
        let mut surplus = self.counts.map(|count| count.saturating_sub(2));
        let mut missing = self.counts.map(|count| 2u8.saturating_sub(count));
        missing[0] = 0;
        let mut sum = 0;
        loop {
            let mut hardest = (0, 0, 0);
            for value in (1..=6).filter(|&value| missing[value] > 0) {
                let nearest = (1..=6)
                    .filter(|&from| surplus[from] > 0)
                    .map(|from| (jumps[from][value], from))
                    .min()
                    .unwrap_or((FAR, 0));
                if nearest.0 > hardest.0 {
                    hardest = (nearest.0, nearest.1, value);
                }
            }
            let (cost, from, value) = hardest;
            if value == 0 {
                return sum;
            }
            // As many dice as are available take the same way.
            let count = missing[value].min(surplus[from].max(1));
            surplus[from] = surplus[from].saturating_sub(count);
            missing[value] -= count;
            sum += i32::from(cost) * i32::from(count);
        }
    }

    /// The same hand after a die has turned.
    pub(super) fn after(&self, from: u8, to: u8) -> Self {
        let mut hand = *self;
        hand.counts[usize::from(from)] -= 1;
        hand.counts[usize::from(to)] += 1;
        hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_has_a_place_of_its_own() {
        let mut seen = vec![false; HANDS];
        for number in 0..13usize.pow(5) {
            let mut counts = [0u8; 7];
            let mut rest = number;
            for count in &mut counts[1..6] {
                *count = (rest % 13) as u8;
                rest /= 13;
            }
            let five: u8 = counts.iter().sum();
            counts[6] = 12u8.saturating_sub(five);
            let place = place_of(&counts);
            assert_eq!(place.is_some(), five <= 12, "{counts:?}");
            let Some(place) = place else { continue };
            assert!(!seen[place], "{counts:?}");
            seen[place] = true;
            let shown = (number % 64) as u8 * 2;
            let hand = Hand { counts, shown };
            let needed = hand.count_needed();
            assert_eq!([hand.needed(), hand.needed()], [needed; 2], "{counts:?}");
        }
        assert!(seen.into_iter().all(|seen| seen));
        assert_eq!(place_of(&[0, 12, 1, 0, 0, 0, 0]), None);
        assert_eq!(place_of(&[0, 5, 1, 0, 0, 0, 0]), None);
    }

    #[test]
    fn jumps_that_are_needed_are_counted() {
        let check = |counts: [u8; 7], shown: u8, needed: i32| {
            assert_eq!(Hand { counts, shown }.needed(), needed, "{counts:?}");
        };
        // Over ones, a die grows by one each time.
        check([0, 12, 0, 0, 0, 0, 0], 1 << 1, 30);
        check([0, 2, 2, 2, 2, 2, 2], 1 << 1, 0);
        check([0, 3, 2, 2, 2, 2, 1], 1 << 1, 5);
        // 1 over 5 is 6.
        check([0, 3, 2, 2, 2, 2, 1], 1 << 5, 1);
    }
}
