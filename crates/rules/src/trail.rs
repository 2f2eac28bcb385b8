//! The end by repetition and by the action limit (C8), decided here for matches, perft, playouts
//! and searches alike.

use crate::{Match, Rules};

/// The number of actions after which a round ends (C8).
pub const ACTION_LIMIT: usize = 1_000;

/// Why play is cut short (C8).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CutShort {
    /// A position occurred too often.
    Repetition,
    /// The round is at the action limit.
    Limit,
}

/// How many earlier occurrences of a position are enough.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Enough {
    /// Two: the third occurrence ends the game, as the rules say.
    Two,
    /// One in the line being searched, since what could be done once can be done again; two in the
    /// record before it.
    OneInLine,
}

/// The positions of a round by their keys: those of the record, then those of the line being
/// examined. The current position comes last.
#[derive(Clone, Debug)]
#[must_use]
pub struct Trail {
    keys: Vec<u64>,
    /// The index of the position where the line begins.
    root: usize,
    /// The keys that occur more than once before it.
    twice: Vec<u64>,
    round: u32,
}

impl Trail {
    /// A round that begins with this position.
    pub fn new<R: Rules>(rules: &R, position: &R::Position) -> Self {
        Self {
            keys: vec![rules.key(position)],
            root: 0,
            twice: Vec::new(),
            round: rules.round(position),
        }
    }

    /// The record of a match in its current round; a line begins at its current position.
    pub fn from_match<R: Rules>(game: &Match<R>) -> Self {
        Self::resumed(game.rules(), game.position(), game.keys())
    }

    /// The keys of a round already under way, its current position last.
    pub(crate) fn resumed<R: Rules>(
        rules: &R,
        position: &R::Position,
        keys: impl Iterator<Item = u64>,
    ) -> Self {
        let keys: Vec<u64> = keys.collect();
        let root = keys.len().saturating_sub(1);
        let mut record = keys[..root].to_vec();
        record.sort_unstable();
        let mut twice: Vec<u64> = record
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        twice.dedup();
        Self {
            root,
            twice,
            keys,
            round: rules.round(position),
        }
    }

    /// The keys so far, the current one last.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// One position further.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// One position back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Back to where the line begins.
    #[inline]
    pub fn cut_back(&mut self) {
        self.keys.truncate(self.root + 1);
    }

    /// How many actions may follow the record before the limit ends the round.
    pub fn left(&self) -> usize {
        ACTION_LIMIT.saturating_sub(self.root)
    }

    /// Whether play is cut short in a position not pushed yet. Positions with equal keys are
    /// assumed equal.
    #[inline]
    pub fn cuts<R: Rules>(
        &self,
        rules: &R,
        position: &R::Position,
        key: u64,
        enough: Enough,
    ) -> Option<CutShort> {
        if enough == Enough::OneInLine {
            // The record may be long, and this is asked at every node of a search.
            return self.cuts_line(rules, position, 1, || key);
        }
        self.cuts_if(rules, position, key, enough, |_| true)
    }

    /// The same, where `is_same` tells whether the position at an index of the round really equals
    /// the current one rather than just sharing its key.
    #[inline]
    pub fn cuts_if<R: Rules>(
        &self,
        rules: &R,
        position: &R::Position,
        key: u64,
        enough: Enough,
        is_same: impl Fn(usize) -> bool,
    ) -> Option<CutShort> {
        let occurs = |&(at, &known): &(usize, &u64)| known == key && is_same(at);
        let repeated = match enough {
            Enough::Two => self.keys.iter().enumerate().filter(occurs).nth(1).is_some(),
            Enough::OneInLine => {
                let (record, line) = self.keys.split_at(self.root);
                line.contains(&key) || record.iter().enumerate().filter(occurs).nth(1).is_some()
            }
        };
        self.reason(rules, position, repeated)
    }

    /// [`Trail::cuts`] with [`Enough::OneInLine`] for a position that can occur again only after `period` actions or a
    /// multiple of them. Its key is asked for only if it may have occurred.
    #[inline]
    pub fn cuts_line<R: Rules>(
        &self,
        rules: &R,
        position: &R::Position,
        period: usize,
        key: impl FnOnce() -> u64,
    ) -> Option<CutShort> {
        let line = &self.keys[self.root..];
        let repeated = (line.len() >= period || !self.twice.is_empty() && period < usize::MAX) && {
            let key = key();
            let mut before = line.rchunks_exact(period);
            before.any(|chunk| chunk[0] == key) || self.twice.contains(&key)
        };
        self.reason(rules, position, repeated)
    }

    #[inline]
    fn reason<R: Rules>(
        &self,
        rules: &R,
        position: &R::Position,
        repeated: bool,
    ) -> Option<CutShort> {
        if repeated {
            Some(CutShort::Repetition)
        } else if self.keys.len() >= ACTION_LIMIT && rules.round(position) == self.round {
            Some(CutShort::Limit)
        } else {
            None
        }
    }
}

/// Counts the actions of a round where only the limit matters, as in playouts.
#[derive(Copy, Clone, Debug)]
pub(crate) struct RoundCount {
    round: u32,
    actions: usize,
}

impl RoundCount {
    pub(crate) fn new(round: u32) -> Self {
        Self { round, actions: 0 }
    }

    #[inline]
    pub(crate) fn is_at_limit(self) -> bool {
        self.actions >= ACTION_LIMIT
    }

    /// Counts one more action, which led into this round.
    #[inline]
    pub(crate) fn add(&mut self, round: u32) {
        if round == self.round {
            self.actions += 1;
        } else {
            *self = Self::new(round);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breakthrough::Breakthrough;

    #[test]
    fn a_line_is_looked_through_in_steps_of_a_period() {
        let start = Breakthrough.start();
        let mut trail = Trail::new(&Breakthrough, &start);
        trail.keys = vec![1, 2, 3, 4, 5, 6, 7];
        trail.root = 1;
        let cuts = |trail: &Trail, period, key| {
            let cut = trail.cuts_line(&Breakthrough, &start, period, || key);
            cut.is_some()
        };
        let found = |trail: &Trail, period| -> Vec<u64> {
            (0..9).filter(|&key| cuts(trail, period, key)).collect()
        };
        assert_eq!(found(&trail, 1), [2, 3, 4, 5, 6, 7]);
        assert_eq!(found(&trail, 2), [2, 4, 6]);
        assert_eq!(found(&trail, 6), [2]);
        assert!(found(&trail, 7).is_empty() && found(&trail, usize::MAX).is_empty());
        trail.twice = vec![8];
        assert_eq!(found(&trail, 7), [8]);
        // Only the limit is left.
        assert!(found(&trail, usize::MAX).is_empty());
        trail.keys.resize(ACTION_LIMIT, 0);
        assert!(cuts(&trail, usize::MAX, 9));
    }

    #[test]
    fn no_key_is_asked_for_where_nothing_can_recur() {
        let start = Breakthrough.start();
        let trail = Trail::new(&Breakthrough, &start);
        for period in [2, usize::MAX] {
            let key = || panic!("a key is asked for");
            assert_eq!(trail.cuts_line(&Breakthrough, &start, period, key), None);
        }
    }
}
