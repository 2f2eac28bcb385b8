//! Finding one entry of a list by its number, without the list and without a branch: what is chosen
//! at random cannot be predicted.

/// The number 1 in each of eight bytes, and the highest bit of each.
pub(crate) const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
pub(crate) const HIGHEST_BITS: u64 = EACH_BYTE << 7;

/// How many members a set has in each of its bytes, and up to the end of each byte.
#[derive(Copy, Clone)]
pub(crate) struct Counted {
    set: u64,
    counts: u64,
    ends: u64,
}

impl Counted {
    #[inline]
    pub(crate) const fn new(set: u64) -> Self {
        let counts = in_bytes(set);
        Self {
            set,
            counts,
            ends: counts.wrapping_mul(EACH_BYTE),
        }
    }

    /// How many members it has.
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        (self.ends >> 56) as usize
    }

    /// The bit of a member, counted from 0. There must be so many.
    #[inline]
    pub(crate) const fn nth(&self, n: usize) -> usize {
        // The highest bit of a byte is set where more members than `n` have been counted.
        let beyond = (self.ends | HIGHEST_BITS) - (n as u64 + 1) * EACH_BYTE;
        let first = (beyond & HIGHEST_BITS).trailing_zeros() & 56;
        let before = (self.ends - self.counts) >> first;
        let in_byte = n.wrapping_sub(before as usize) & 7;
        first as usize + NTH[(self.set >> first) as usize & 255][in_byte] as usize
    }
}

/// A list in parts, known only by their lengths: at most sixteen, and 32,766 entries together.
pub(crate) struct Parts {
    /// Where each part begins; beyond any entry for parts that do not exist.
    starts: [i16; 16],
    parts: usize,
    len: i16,
}

impl Parts {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            starts: [i16::MAX; 16],
            parts: 0,
            len: 0,
        }
    }

    /// One more part.
    #[inline(always)]
    pub(crate) fn add(&mut self, len: u16) {
        self.starts[self.parts & 15] = self.len;
        self.parts += 1;
        self.len += len as i16;
    }

    /// How many entries there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// The part of an entry, and its place there. The list must be so long.
    #[inline(always)]
    pub(crate) fn find(&self, entry: usize) -> (usize, usize) {
        // The sign of each difference, -1 for a part that has begun: sums of sixteen bits, where
        // comparisons would be packed into bits first.
        let entry = entry as i16;
        let begun: i16 = self
            .starts
            .iter()
            .map(|start| (start - 1 - entry) >> 15)
            .sum();
        let part = (-1 - begun) as usize & 15;
        (part, (entry - self.starts[part]) as usize)
    }
}

/// The number of members in each byte of a set.
#[inline]
const fn in_bytes(set: u64) -> u64 {
    let fours = in_fours(set);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// The number of members in each half of a byte.
#[inline]
pub(crate) const fn in_fours(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
}

/// The members of every byte in order.
pub(crate) static NTH: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if set >> bit & 1 == 1 {
                table[set][count] = bit;
                count += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::SplitMix64;

    #[test]
    fn members_are_found_by_their_number() {
        let mut random = SplitMix64::new(1);
        for round in 0..2_000 {
            let set = (0..round % 5).fold(u64::MAX, |set, _| set & random.next());
            let counted = Counted::new(set);
            let members: Vec<usize> = (0..64).filter(|bit| set >> bit & 1 == 1).collect();
            assert_eq!(counted.len(), members.len());
            for (n, &member) in members.iter().enumerate() {
                assert_eq!(counted.nth(n), member, "{set:x}");
            }
        }
    }

    #[test]
    fn entries_are_found_in_their_parts() {
        let lens = [3, 0, 0, 5, 1, 0, 7];
        let mut parts = Parts::new();
        lens.into_iter().for_each(|len| parts.add(len));
        let entries = lens.iter().enumerate();
        let entries =
            entries.flat_map(|(part, &len)| (0..usize::from(len)).map(move |at| (part, at)));
        assert_eq!(parts.len(), entries.clone().count());
        for (entry, expected) in entries.enumerate() {
            assert_eq!(parts.find(entry), expected);
        }
    }
}
