//! What the engine knows about each game. A game of the catalog without a file here does not
//! compile.

pub(crate) mod alignement;
mod blocus;
mod breakthrough;
mod cubulus;
mod d21;
mod empire;
mod eupdonne;
mod monstrodechecs;
mod porte;
mod saute;
mod solitaire;

/// How many bits are set in the low half and in the high half: both counted at once, since processors of every
/// kind must be able to run this and not all have an instruction for it.
#[inline]
fn counts_of(bits: u64) -> [usize; 2] {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let sums = bytes.wrapping_mul(0x0101_0101);
    [(sums >> 24) as usize & 0xff, (sums >> 56) as usize]
}

#[cfg(test)]
mod tests {
    use tablier_rules::hash::SplitMix64;

    use super::*;

    #[test]
    fn both_halves_are_counted() {
        let mut random = SplitMix64::new(1);
        for bits in [0, u64::MAX, 1 << 31, 1 << 32]
            .into_iter()
            .chain((0..100).map(|_| random.next()))
        {
            let [low, high] = [bits as u32, (bits >> 32) as u32].map(|half| half.count_ones());
            assert_eq!(counts_of(bits), [low as usize, high as usize]);
        }
    }
}
