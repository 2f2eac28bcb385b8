use tablier_rules::hash::SplitMix64;

/// Where a history takes its decisions from: a seed, or a tape that can be shrunk to the simplest
/// one that still fails.
pub trait Choices {
    /// A number below `bound`, which is at least 1.
    fn below(&mut self, bound: usize) -> usize;

    /// Any number.
    fn any(&mut self) -> u64;

    /// True once in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of these.
    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T
    where
        Self: Sized,
    {
        &all[self.below(all.len())]
    }
}

impl Choices for SplitMix64 {
    fn below(&mut self, bound: usize) -> usize {
        SplitMix64::below(self, bound)
    }

    fn any(&mut self) -> u64 {
        self.next()
    }
}

/// Prepared numbers; zeros once they are used up.
#[derive(Clone, Debug)]
pub struct Tape {
    numbers: std::vec::IntoIter<u32>,
}

impl Tape {
    /// A tape with these numbers.
    pub fn new(numbers: Vec<u32>) -> Self {
        Self {
            numbers: numbers.into_iter(),
        }
    }

    /// Whether all numbers have been used.
    pub fn is_over(&self) -> bool {
        self.numbers.as_slice().is_empty()
    }
}

impl Choices for Tape {
    fn below(&mut self, bound: usize) -> usize {
        // The smaller a number, the smaller the choice: a tape of zeros is the plainest history.
        (self.any() % bound as u64) as usize
    }

    fn any(&mut self) -> u64 {
        u64::from(self.numbers.next().unwrap_or(0))
    }
}
