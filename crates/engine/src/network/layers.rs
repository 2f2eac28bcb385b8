//! The numbers that both kinds of network have, and how a file holds them.

/// How many sums a view has.
pub(crate) const WIDTH: usize = 32;
/// How many outputs there are: one for each part of a game, or for each number of turns until a seat acts.
pub(crate) const HEADS: usize = 4;
/// What stands for 1 in the sums.
pub(crate) const ONE: i16 = 127;
/// What stands for 1 in the weights of the outputs.
pub(crate) const OUTPUT_ONE: i16 = 128;
/// No weight of an output is greater: times [`ONE`], it must fit an `i16`.
pub(crate) const GREATEST_OUTPUT: i16 = 255;
/// No sum begins with more, so that rows can be added to it.
const GREATEST_BIAS: u16 = 10_000;

/// A row of weights for each feature, which make the sums of a view, and the outputs that weigh so many sums.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Layers<const SUMS: usize> {
    pub(crate) output_bias: [i32; HEADS],
    pub(crate) outputs: [[i16; SUMS]; HEADS],
    pub(crate) bias: [i16; WIDTH],
    /// Each weight within a byte.
    pub(crate) rows: Vec<[i16; WIDTH]>,
}

impl<const SUMS: usize> Layers<SUMS> {
    /// Reads the rest of a file; none unless it is one with rows for this many features.
    pub(super) fn read(mut rest: &[u8], features: usize) -> Option<Self> {
        let mut layers = Self {
            output_bias: [0; HEADS],
            outputs: [[0; SUMS]; HEADS],
            bias: [0; WIDTH],
            rows: Vec::with_capacity(features),
        };
        for bias in &mut layers.output_bias {
            *bias = long(&mut rest)?;
        }
        for weight in layers.outputs.as_flattened_mut() {
            *weight = short(&mut rest)?;
            if weight.unsigned_abs() > GREATEST_OUTPUT.unsigned_abs() {
                return None;
            }
        }
        for bias in &mut layers.bias {
            *bias = short(&mut rest)?;
            if bias.unsigned_abs() > GREATEST_BIAS {
                return None;
            }
        }
        let (rows, rest) = rest.as_chunks::<WIDTH>();
        if rows.len() != features || !rest.is_empty() {
            return None;
        }
        let row = |bytes: &[u8; WIDTH]| bytes.map(|byte| i16::from(byte as i8));
        layers.rows.extend(rows.iter().map(row));
        Some(layers)
    }

    /// Writes what [`read`](Self::read) reads.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let weights = self.outputs.as_flattened().iter().chain(&self.bias);
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.rows.as_flattened().iter().map(|&weight| weight as u8));
    }
}

#[cfg(test)]
impl<const SUMS: usize> Layers<SUMS> {
    /// Some weights or other.
    pub(super) fn arbitrary(output_bias: [i32; HEADS], features: usize, seed: u64) -> Self {
        use std::array;

        let mut random = tablier_rules::hash::SplitMix64::new(seed);
        let mut number = |most: usize| random.below(2 * most + 1) as i16 - most as i16;
        Self {
            output_bias,
            outputs: array::from_fn(|_| array::from_fn(|_| number(255))),
            bias: array::from_fn(|_| number(60)),
            rows: (0..features)
                .map(|_| array::from_fn(|_| number(40)))
                .collect(),
        }
    }
}

/// The next number of four bytes.
pub(super) fn long(rest: &mut &[u8]) -> Option<i32> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(i32::from_le_bytes(*bytes))
}

fn short(rest: &mut &[u8]) -> Option<i16> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(i16::from_le_bytes(*bytes))
}

/// The sums, clipped, squared and weighed.
#[inline]
pub(super) fn weighed(sums: &[i16; WIDTH], weights: &[i16]) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let clipped = sum.clamp(0, ONE);
        total += i32::from(clipped * weight) * i32::from(clipped);
    }
    total
}
