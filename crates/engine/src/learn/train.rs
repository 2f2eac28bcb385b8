use std::f32::consts::PI;

use tablier_rules::hash::SplitMix64;

use super::Lesson;
use super::adam::Adam;
use crate::Layout;
use crate::network::{BUCKETS, GREATEST_OUTPUT, ONE, OUTPUT_ONE, UNIT_ONE, WIDTH, Weights, places};
use crate::sides::logistic;

/// How to train.
#[derive(Copy, Clone, Debug)]
pub struct Plan {
    /// How often all lessons are gone through.
    pub rounds: usize,
    /// How much the search counts beside the result, from 0 to 1.
    pub trust: f32,
    /// The seed of the first weights and of the order.
    pub seed: u64,
}

/// A network, and how well it predicts the results of games that it has not seen (mean square error).
#[derive(Clone, Debug)]
pub struct Trained {
    /// The file of the network.
    pub file: Vec<u8>,
    /// How many positions it was trained on.
    pub lessons: usize,
    /// The error of the evaluation.
    pub evaluated: f64,
    /// The error of the search.
    pub searched: f64,
    /// The error of the evaluation with the network.
    pub corrected: f64,
}

/// Lessons at a time.
const BATCH: usize = 2_048;
/// Each batch is worked on in this many parts at once.
const PARTS: usize = 2;
/// The greatest step.
const STEP: f32 = 0.0015;
/// The steps become longer over this many batches, then shorter by a cosine.
const WARMING: f32 = 200.0;
/// One lesson in this many is kept back to check.
const CHECKED: usize = 20;
/// Weights stay below these, so that their whole numbers fit.
const GREATEST: f32 = 0.99;
const OUTPUTS: usize = 2 * WIDTH;

/// All numbers to be found, in one row: where the parts begin.
#[derive(Copy, Clone)]
struct Shape {
    bias: usize,
    outputs: usize,
    output_bias: usize,
    /// By what the evaluation is multiplied.
    factor: usize,
    count: usize,
}

impl Shape {
    fn new(layout: &Layout) -> Self {
        let bias = layout.features * WIDTH;
        let outputs = bias + WIDTH;
        let output_bias = outputs + BUCKETS * OUTPUTS;
        let factor = output_bias + BUCKETS;
        Self {
            bias,
            outputs,
            output_bias,
            factor,
            count: factor + 1,
        }
    }
}

/// The trainer: what stays the same from step to step.
struct Trainer<'a> {
    layout: &'a Layout,
    shape: Shape,
    places: Vec<[u16; 3]>,
    /// By what searched scores are multiplied to become chances.
    sureness: f32,
    trust: f32,
}

/// Trains a network on lessons, those of one game together; `tell` hears of each round and the error so far.
pub fn train(
    layout: &Layout,
    scale: f32,
    mut lessons: Vec<Lesson>,
    plan: &Plan,
    tell: &mut dyn FnMut(usize, f64),
) -> Trained {
    let kept_back = lessons.split_off(lessons.len() - lessons.len() / CHECKED);
    let sureness = fitted(&lessons, |lesson| lesson.searched);
    let factor = fitted(&lessons, |lesson| lesson.evaluated);
    let trainer = Trainer {
        layout,
        shape: Shape::new(layout),
        places: places(layout),
        sureness,
        trust: plan.trust,
    };
    let mut random = SplitMix64::new(plan.seed);
    let mut weights = trainer.start(factor, &mut random);
    let mut slopes = vec![vec![0.0; weights.len()]; PARTS];
    let mut adam = Adam::new(weights.len());
    let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
    let steps = (plan.rounds * lessons.len().div_ceil(BATCH)) as f32;
    let mut step = 0;
    for round in 1..=plan.rounds {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        for batch in order.chunks(BATCH) {
            std::thread::scope(|scope| {
                let parts = batch.chunks(BATCH / PARTS);
                for (part, slopes) in parts.zip(&mut slopes) {
                    let (trainer, weights, lessons) = (&trainer, &weights, &lessons);
                    scope.spawn(move || {
                        for &at in part {
                            trainer.study(weights, &lessons[at as usize], slopes);
                        }
                    });
                }
            });
            step += 1;
            let shorter = 0.5 * (1.0 + (step as f32 / steps * PI).cos());
            let length = STEP * shorter.max(0.02) * (step as f32 / WARMING).min(1.0);
            let [first, rest @ ..] = &mut slopes[..] else {
                unreachable!("there are several parts")
            };
            for part in rest {
                for (slope, more) in first.iter_mut().zip(part) {
                    *slope += std::mem::take(more);
                }
            }
            let count = batch.len() as f32;
            first.iter_mut().for_each(|slope| *slope /= count);
            adam.descend(&mut weights, first, length);
            first.fill(0.0);
            trainer.hold(&mut weights);
        }
        let corrected = error(&kept_back, |lesson| trainer.output(&weights, lesson).0);
        tell(round, corrected);
    }
    Trained {
        lessons: lessons.len(),
        evaluated: error(&kept_back, |lesson| factor * lesson.evaluated),
        searched: error(&kept_back, |lesson| sureness * lesson.searched),
        corrected: error(&kept_back, |lesson| trainer.output(&weights, lesson).0),
        file: trainer.rounded(&weights, scale).write(),
    }
}

/// The mean square difference between the results and what logits predict.
fn error(lessons: &[Lesson], logit: impl Fn(&Lesson) -> f32) -> f64 {
    let squares = lessons
        .iter()
        .map(|lesson| f64::from(lesson.result - logistic(logit(lesson))).powi(2));
    squares.sum::<f64>() / lessons.len().max(1) as f64
}

/// By what scores are to be multiplied to become logits of the results, by Newton's method.
fn fitted(lessons: &[Lesson], score: impl Fn(&Lesson) -> f32) -> f32 {
    let mut factor = 1.0f64;
    for _ in 0..60 {
        let (mut slope, mut curve) = (0.0, 1e-9);
        for lesson in lessons.iter().step_by(7) {
            let score = f64::from(score(lesson));
            let chance = 1.0 / (1.0 + (-factor * score).exp());
            slope += (f64::from(lesson.result) - chance) * score;
            curve += chance * (1.0 - chance) * score * score;
        }
        factor = (factor + (slope / curve).clamp(-0.3, 0.3)).clamp(0.05, 8.0);
    }
    factor as f32
}

impl Trainer<'_> {
    /// Small random weights.
    fn start(&self, factor: f32, random: &mut SplitMix64) -> Vec<f32> {
        let shape = &self.shape;
        let mut small = |most: f32| (random.below(2_001) as f32 / 1_000.0 - 1.0) * most;
        let mut weights = vec![0.0; shape.count];
        for weight in &mut weights[..shape.bias] {
            *weight = small(0.08);
        }
        weights[shape.bias..shape.outputs].fill(0.25);
        for weight in &mut weights[shape.outputs..shape.output_bias] {
            *weight = small(0.1);
        }
        weights[shape.factor] = factor;
        weights
    }

    /// Calls with the row of each feature that a side sees.
    #[inline]
    fn rows(&self, lesson: &Lesson, side: usize, mut row: impl FnMut(usize)) {
        let Layout { cells, codes, .. } = *self.layout;
        for &(cell, code) in &lesson.cells {
            let at = (side * cells + usize::from(cell)) * codes + usize::from(code);
            for &feature in &self.places[at] {
                if usize::from(feature) < self.layout.features {
                    row(usize::from(feature) * WIDTH);
                }
            }
        }
    }

    /// The logit for the side to act, and the sums of its view and of the other side's.
    fn output(&self, weights: &[f32], lesson: &Lesson) -> (f32, [[f32; WIDTH]; 2]) {
        let shape = &self.shape;
        let mut views = [[0.0; WIDTH]; 2];
        for (view, sums) in views.iter_mut().enumerate() {
            sums.copy_from_slice(&weights[shape.bias..shape.outputs]);
            self.rows(lesson, usize::from(lesson.side) ^ view, |at| {
                let row = &weights[at..at + WIDTH];
                sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
            });
        }
        let bucket = usize::from(lesson.bucket);
        let outputs = &weights[shape.outputs + bucket * OUTPUTS..][..OUTPUTS];
        let weighed = views.as_flattened().iter().zip(outputs);
        let logit: f32 = weighed
            .map(|(sum, w)| sum.clamp(0.0, 1.0).powi(2) * w)
            .sum();
        let own = weights[shape.factor] * lesson.evaluated;
        (logit + own + weights[shape.output_bias + bucket], views)
    }

    /// Adds the slope of the error of one lesson.
    fn study(&self, weights: &[f32], lesson: &Lesson, slopes: &mut [f32]) {
        let shape = &self.shape;
        let (logit, views) = self.output(weights, lesson);
        let chance = logistic(logit);
        let wanted = self.trust * logistic(self.sureness * lesson.searched)
            + (1.0 - self.trust) * lesson.result;
        // The slope of the square error, and a little of the cross entropy's, which does not vanish where
        // it is sure and wrong.
        let slope = (chance - wanted) * (chance * (1.0 - chance) + 0.05);
        let bucket = usize::from(lesson.bucket);
        slopes[shape.output_bias + bucket] += slope;
        slopes[shape.factor] += slope * lesson.evaluated;
        for (view, sums) in views.iter().enumerate() {
            let at = shape.outputs + bucket * OUTPUTS + view * WIDTH;
            let mut back = [0.0; WIDTH];
            for i in 0..WIDTH {
                let clipped = sums[i].clamp(0.0, 1.0);
                slopes[at + i] += slope * clipped * clipped;
                if sums[i] > 0.0 && sums[i] < 1.0 {
                    back[i] = slope * 2.0 * clipped * weights[at + i];
                }
            }
            let mut add = |at: usize| {
                let row = &mut slopes[at..at + WIDTH];
                row.iter_mut().zip(&back).for_each(|(sum, b)| *sum += b);
            };
            add(shape.bias);
            self.rows(lesson, usize::from(lesson.side) ^ view, add);
        }
    }

    /// Keeps the weights within what their whole numbers can hold.
    fn hold(&self, weights: &mut [f32]) {
        let shape = &self.shape;
        for weight in &mut weights[..shape.bias] {
            *weight = weight.clamp(-GREATEST, GREATEST);
        }
        for weight in &mut weights[shape.outputs..shape.output_bias] {
            *weight = weight.clamp(-2.0 * GREATEST, 2.0 * GREATEST);
        }
    }

    /// The network in whole numbers. Its unit is such that the evaluation itself counts once.
    fn rounded(&self, weights: &[f32], scale: f32) -> Weights {
        let shape = &self.shape;
        let (one, output_one) = (f32::from(ONE), f32::from(OUTPUT_ONE));
        let greatest = f32::from(GREATEST_OUTPUT);
        let output = |at: usize| {
            (weights[at] * output_one)
                .round()
                .clamp(-greatest, greatest)
        };
        Weights {
            unit: (scale / weights[shape.factor].max(0.05) * UNIT_ONE as f32).round() as i32,
            output_bias: std::array::from_fn(|bucket| {
                (weights[shape.output_bias + bucket] * one * one * output_one).round() as i32
            }),
            outputs: std::array::from_fn(|bucket| {
                std::array::from_fn(|i| output(shape.outputs + bucket * OUTPUTS + i) as i16)
            }),
            bias: std::array::from_fn(|i| (weights[shape.bias + i] * one).round() as i16),
            rows: weights[..shape.bias]
                .as_chunks::<WIDTH>()
                .0
                .iter()
                .map(|row| row.map(|weight| (weight * one).round() as i16))
                .collect(),
        }
    }
}
