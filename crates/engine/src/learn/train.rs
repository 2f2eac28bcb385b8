use tablier_rules::hash::SplitMix64;

use super::Lesson;
use super::adam::Adam;
use super::shape::{Pace, Shape, Start, pour};
use crate::Layout;
use crate::network::{UNIT_ONE, WIDTH, Weights, places};
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
const START: Start = Start {
    rows: 0.08,
    bias: 0.25,
    outputs: 0.1,
};
/// One lesson in this many is kept back to check.
const CHECKED: usize = 20;
/// The sums of both views.
const SUMS: usize = 2 * WIDTH;

/// The trainer: what stays the same from step to step.
struct Trainer<'a> {
    layout: &'a Layout,
    shape: Shape<SUMS>,
    /// Where the factor is by which the evaluation is multiplied.
    factor: usize,
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
    let shape = Shape::new(layout.features);
    let trainer = Trainer {
        layout,
        shape,
        factor: shape.count,
        places: places(layout),
        sureness,
        trust: plan.trust,
    };
    let mut random = SplitMix64::new(plan.seed);
    let mut weights = shape.start(START, &mut random);
    weights.push(factor);
    let mut slopes = vec![vec![0.0; weights.len()]; PARTS];
    let mut adam = Adam::new(weights.len());
    let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
    let pace = Pace {
        greatest: 0.0015,
        warming: 200.0,
        least: 0.02,
        steps: (plan.rounds * lessons.len().div_ceil(BATCH)) as f32,
    };
    let mut step = 0.0;
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
            step += 1.0;
            let [slopes, rest @ ..] = &mut slopes[..] else {
                unreachable!("there are several parts")
            };
            rest.iter_mut().for_each(|more| pour(more, slopes));
            let count = batch.len() as f32;
            slopes.iter_mut().for_each(|slope| *slope /= count);
            adam.descend(&mut weights, slopes, pace.length(step, step));
            slopes.fill(0.0);
            shape.hold(&mut weights);
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
    /// The features that a side sees.
    #[inline]
    fn features(&self, lesson: &Lesson, side: usize) -> impl Iterator<Item = usize> {
        let Layout {
            cells,
            codes,
            features,
            ..
        } = *self.layout;
        let seen = lesson.cells.iter().flat_map(move |&(cell, code)| {
            &self.places[(side * cells + usize::from(cell)) * codes + usize::from(code)]
        });
        seen.map(|&feature| usize::from(feature))
            .filter(move |&feature| feature < features)
    }

    /// The logit for the side to act, and the sums of its view and of the other side's.
    fn output(&self, weights: &[f32], lesson: &Lesson) -> (f32, [[f32; WIDTH]; 2]) {
        let views = [0, 1].map(|view| {
            let side = usize::from(lesson.side) ^ view;
            self.shape.sums(weights, self.features(lesson, side))
        });
        let bucket = usize::from(lesson.bucket);
        let logit = self.shape.output(weights, bucket, views.as_flattened());
        let own = weights[self.factor] * lesson.evaluated;
        (logit + own + weights[self.shape.output_bias(bucket)], views)
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
        slopes[shape.output_bias(bucket)] += slope;
        slopes[self.factor] += slope * lesson.evaluated;
        for (view, sums) in views.iter().enumerate() {
            let seen = self.features(lesson, usize::from(lesson.side) ^ view);
            shape.descend(weights, slopes, (bucket, view), slope, sums, seen);
        }
    }

    /// The network in whole numbers. Its unit is such that the evaluation itself counts once.
    fn rounded(&self, weights: &[f32], scale: f32) -> Weights {
        let unit = scale / weights[self.factor].max(0.05) * UNIT_ONE as f32;
        Weights {
            unit: unit.round() as i32,
            layers: self.shape.rounded(weights),
        }
    }
}
