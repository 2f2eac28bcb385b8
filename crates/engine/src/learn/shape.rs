//! What the training of both kinds of networks has in common.

use std::f32::consts::PI;
use std::{array, mem};

use tablier_rules::hash::SplitMix64;

use crate::network::{GREATEST_OUTPUT, HEADS, Layers, ONE, OUTPUT_ONE, WIDTH};

/// Weights stay below this, so that their whole numbers fit.
const GREATEST: f32 = 0.99;

/// All weights to be found, in one row: where the parts begin. An output weighs so many sums.
#[derive(Copy, Clone)]
pub(super) struct Shape<const SUMS: usize> {
    bias: usize,
    outputs: usize,
    output_bias: usize,
    /// How many there are.
    pub(super) count: usize,
}

/// Weights to begin with: those of the rows and of the outputs are random and at most so great.
#[derive(Copy, Clone)]
pub(super) struct Start {
    pub(super) rows: f32,
    pub(super) bias: f32,
    pub(super) outputs: f32,
}

impl<const SUMS: usize> Shape<SUMS> {
    /// With a row for so many features.
    pub(super) fn new(features: usize) -> Self {
        let bias = features * WIDTH;
        let outputs = bias + WIDTH;
        let output_bias = outputs + HEADS * SUMS;
        Self {
            bias,
            outputs,
            output_bias,
            count: output_bias + HEADS,
        }
    }

    pub(super) fn start(&self, start: Start, random: &mut SplitMix64) -> Vec<f32> {
        let mut small = |most: f32| (random.below(2_001) as f32 / 1_000.0 - 1.0) * most;
        let mut weights = vec![0.0; self.count];
        for weight in &mut weights[..self.bias] {
            *weight = small(start.rows);
        }
        weights[self.bias..self.outputs].fill(start.bias);
        for weight in &mut weights[self.outputs..self.output_bias] {
            *weight = small(start.outputs);
        }
        weights
    }

    /// The sums of a view with these features.
    #[inline]
    pub(super) fn sums(
        &self,
        weights: &[f32],
        features: impl Iterator<Item = usize>,
    ) -> [f32; WIDTH] {
        let mut sums = [0.0; WIDTH];
        sums.copy_from_slice(&weights[self.bias..self.outputs]);
        for feature in features {
            add(&mut sums, &weights[feature * WIDTH..][..WIDTH]);
        }
        sums
    }

    /// What an output makes of its sums, clipped and squared; without its bias.
    #[inline]
    pub(super) fn output(&self, weights: &[f32], head: usize, sums: &[f32]) -> f32 {
        let outputs = &weights[self.outputs + head * SUMS..][..SUMS];
        let weighed = sums.iter().zip(outputs);
        weighed
            .map(|(sum, w)| sum.clamp(0.0, 1.0).powi(2) * w)
            .sum()
    }

    /// Adds an output's slope to those of its own weights and of the rows that made its sums. These are the sums of
    /// one view, which is `view` among those of the output.
    #[inline]
    pub(super) fn descend(
        &self,
        weights: &[f32],
        slopes: &mut [f32],
        (head, view): (usize, usize),
        slope: f32,
        sums: &[f32; WIDTH],
        features: impl Iterator<Item = usize>,
    ) {
        let at = self.outputs + head * SUMS + view * WIDTH;
        let mut back = [0.0; WIDTH];
        for i in 0..WIDTH {
            let clipped = sums[i].clamp(0.0, 1.0);
            slopes[at + i] += slope * clipped * clipped;
            if sums[i] > 0.0 && sums[i] < 1.0 {
                back[i] = slope * 2.0 * clipped * weights[at + i];
            }
        }
        add(&mut slopes[self.bias..self.outputs], &back);
        for feature in features {
            add(&mut slopes[feature * WIDTH..][..WIDTH], &back);
        }
    }

    /// Where the bias of an output is.
    #[inline]
    pub(super) fn output_bias(&self, head: usize) -> usize {
        self.output_bias + head
    }

    /// Keeps the weights within what their whole numbers can hold.
    pub(super) fn hold(&self, weights: &mut [f32]) {
        for weight in &mut weights[..self.bias] {
            *weight = weight.clamp(-GREATEST, GREATEST);
        }
        for weight in &mut weights[self.outputs..self.output_bias] {
            *weight = weight.clamp(-2.0 * GREATEST, 2.0 * GREATEST);
        }
    }

    /// The weights in whole numbers.
    pub(super) fn rounded(&self, weights: &[f32]) -> Layers<SUMS> {
        let (one, output_one) = (f32::from(ONE), f32::from(OUTPUT_ONE));
        let greatest = f32::from(GREATEST_OUTPUT);
        let output = |at: usize| {
            (weights[at] * output_one)
                .round()
                .clamp(-greatest, greatest)
        };
        let output_bias =
            |head: usize| (weights[self.output_bias(head)] * one * one * output_one).round();
        let row = |row: &[f32; WIDTH]| row.map(|weight| (weight * one).round() as i16);
        Layers {
            output_bias: array::from_fn(|head| output_bias(head) as i32),
            outputs: array::from_fn(|head| {
                array::from_fn(|i| output(self.outputs + head * SUMS + i) as i16)
            }),
            bias: array::from_fn(|i| (weights[self.bias + i] * one).round() as i16),
            rows: weights[..self.bias]
                .as_chunks::<WIDTH>()
                .0
                .iter()
                .map(row)
                .collect(),
        }
    }
}

#[inline]
fn add(sums: &mut [f32], row: &[f32]) {
    sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
}

/// Adds what another part has learned, and empties it.
pub(super) fn pour(more: &mut [f32], slopes: &mut [f32]) {
    for (slope, more) in slopes.iter_mut().zip(more) {
        *slope += mem::take(more);
    }
}

/// How long the steps are: longer at first, then shorter by a cosine.
#[derive(Copy, Clone)]
pub(super) struct Pace {
    pub(super) greatest: f32,
    /// They become longer over this many steps.
    pub(super) warming: f32,
    /// So much of the greatest is kept to the end.
    pub(super) least: f32,
    /// How many steps there are.
    pub(super) steps: f32,
}

impl Pace {
    /// The length of a step: `done` counts for becoming shorter, `next` for becoming longer. Whether a step counts
    /// itself among those done is left to the caller, so that the networks in use can be trained again.
    pub(super) fn length(&self, done: f32, next: f32) -> f32 {
        let shorter = 0.5 * (1.0 + (done / self.steps * PI).cos());
        self.greatest * shorter.max(self.least) * (next / self.warming).min(1.0)
    }
}
