//! Fixed random numbers for hashing: the same on every machine and in every version.

/// What the state of [`SplitMix64`] grows by.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64: a small generator whose numbers depend on its seed alone.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator with this state.
    pub const fn new(state: u64) -> Self {
        Self(state)
    }

    /// The next number.
    #[inline]
    #[allow(clippy::should_implement_trait)]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    /// A number below `bound`, very nearly uniform.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }
}

/// Scrambles a number (the output step of SplitMix64): a bijection with good avalanche.
#[inline]
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The number that [`SplitMix64`] with this state gives after `index` others.
#[inline]
const fn number(state: u64, index: usize) -> u64 {
    mix(state.wrapping_add((index as u64 + 1).wrapping_mul(GAMMA)))
}

/// A table of `N` fixed random numbers; different seeds give unrelated tables.
pub const fn table<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = number(seed, i);
        i += 1;
    }
    table
}

/// The same numbers as in a [`table`], for the keys of positions. In a browser they are computed when
/// they are needed: nothing compresses random numbers, and whoever opens the page would load them.
pub struct Keys<const N: usize> {
    #[cfg(not(target_family = "wasm"))]
    table: [u64; N],
    #[cfg(target_family = "wasm")]
    seed: u64,
}

impl<const N: usize> Keys<N> {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self {
            #[cfg(not(target_family = "wasm"))]
            table: table(seed),
            #[cfg(target_family = "wasm")]
            seed,
        }
    }

    /// One of them.
    #[inline]
    pub const fn get(&self, index: usize) -> u64 {
        #[cfg(not(target_family = "wasm"))]
        {
            self.table[index]
        }
        #[cfg(target_family = "wasm")]
        {
            number(self.seed, index)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_tables_hold_the_numbers_of_the_generator() {
        static KEYS: Keys<50> = Keys::new(7);
        let table = table::<50>(7);
        let mut random = SplitMix64::new(7);
        for (index, in_table) in table.into_iter().enumerate() {
            let expected = random.next();
            assert_eq!(in_table, expected);
            assert_eq!(KEYS.get(index), expected);
            assert_eq!(number(7, index), expected);
        }
    }
}
