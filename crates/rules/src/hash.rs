//! Fixed random numbers for hashing: the same on every machine and in every version.

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
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
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

/// A table of `N` fixed random numbers; different seeds give unrelated tables.
pub const fn table<const N: usize>(seed: u64) -> [u64; N] {
    let mut random = SplitMix64::new(seed);
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = random.next();
        i += 1;
    }
    table
}
