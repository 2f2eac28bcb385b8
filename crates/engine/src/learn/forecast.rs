//! Training a [forecast](crate::network::Forecast) on games in which one seat chooses by the forecast so far and the
//! others by habit.

use tablier_rules::hash::{SplitMix64, mix};
use tablier_rules::{Seat, Status};

use super::adam::Adam;
use super::shape::{Pace, Shape, Start, pour};
use crate::network::{Chances, Numbers, WIDTH, compete, habits, turn};
use crate::sides::shares;
use crate::{Foresight, Views};

/// How to train.
#[derive(Copy, Clone, Debug)]
pub struct Course {
    /// How many games are played.
    pub games: u64,
    /// So many threads play them, at most four; the result is the same with any number.
    pub jobs: usize,
    /// The seed of everything.
    pub seed: u64,
}

/// Games between two steps.
const BATCH: usize = 64;
/// Each batch is played in this many parts, whatever the number of threads.
const PARTS: usize = 4;
const START: Start = Start {
    rows: 0.06,
    bias: 0.3,
    outputs: 0.3,
};
/// What is learned of a position: so much of what is learned of the next one, the rest of what the forecast says there.
const TRUST: f32 = 0.9;
/// A game of the course begins with fewer than so many random actions.
const STRAYING: usize = 9;
/// After that the seat that searches plays one action in this many at random.
const CURIOUS: usize = 20;

/// The forecast while it is learned.
struct Student {
    views: Views,
    shape: Shape<WIDTH>,
    weights: Vec<f32>,
    habits: Vec<f32>,
}

/// What a part of a batch brought.
#[derive(Clone, Default)]
struct Harvest {
    slopes: Vec<f32>,
    positions: usize,
    loss: f64,
    /// The share of the seat that searches.
    won: f64,
}

/// A position of a game.
struct Moment {
    acts: Seat,
    features: Vec<u16>,
    chances: Chances,
    sums: [[f32; WIDTH]; Seat::MOST],
}

impl Student {
    fn new(views: Views, habits: Vec<f32>, random: &mut SplitMix64) -> Self {
        let shape = Shape::new(views.features);
        Self {
            views,
            shape,
            weights: shape.start(START, random),
            habits,
        }
    }

    fn look(
        &self,
        seats: u8,
        acts: Seat,
        features: &[u16],
    ) -> (Chances, [[f32; WIDTH]; Seat::MOST]) {
        let (shape, weights) = (&self.shape, &self.weights);
        let mut sums = [[0.0; WIDTH]; Seat::MOST];
        let mut outputs = [0.0; Seat::MOST];
        for (seat, seen) in features.chunks_exact(self.views.seen).enumerate() {
            let head = turn(acts, seat, seats);
            sums[seat] = shape.sums(weights, rows(seen));
            outputs[seat] =
                shape.output(weights, head, &sums[seat]) + weights[shape.output_bias(head)];
        }
        (compete(&outputs, usize::from(seats)), sums)
    }

    /// A game of the course, and what is learned of it.
    fn play<G: Foresight>(&self, rules: &G, random: &mut SplitMix64, harvest: &mut Harvest) {
        let seats = rules.seats();
        let searcher = Seat::new(random.below(usize::from(seats)) as u8);
        let opening = random.below(STRAYING);
        let mut position = rules.start();
        let mut actions = Vec::new();
        let (mut features, mut leanings, mut likely) = (Vec::new(), Vec::new(), Vec::new());
        let mut moments: Vec<Moment> = Vec::new();
        let mut ply = 0;
        let result = loop {
            let acts = match rules.actions(&position, &mut actions) {
                Status::Over(outcome) => break shares(rules, outcome),
                Status::Acts(acts) => acts,
            };
            features.clear();
            rules.see(&position, searcher, &mut features);
            let (chances, sums) = self.look(seats, acts, &features);
            if ply >= opening {
                moments.push(Moment {
                    acts,
                    features: features.clone(),
                    chances,
                    sums,
                });
            }
            let at = if actions.len() == 1 {
                0
            } else if ply < opening || acts == searcher && random.below(CURIOUS) == 0 {
                random.below(actions.len())
            } else if acts == searcher {
                self.choose(rules, &position, searcher, &actions, &mut features)
            } else {
                leanings.clear();
                rules.leanings(&position, acts, &actions, &mut leanings);
                habits(&self.habits, &leanings, &mut likely);
                draw(&likely, random)
            };
            rules.apply(&mut position, actions[at]);
            ply += 1;
        };
        harvest.won += f64::from(result[searcher.index()]);
        let mut wanted = result;
        for moment in moments.iter().rev() {
            self.study(seats, moment, &wanted, harvest);
            for (wanted, chance) in wanted.iter_mut().zip(moment.chances) {
                *wanted = TRUST * *wanted + (1.0 - TRUST) * chance;
            }
        }
    }

    /// The action after which the forecast promises most.
    fn choose<G: Foresight>(
        &self,
        rules: &G,
        position: &G::Position,
        searcher: Seat,
        actions: &[G::Action],
        features: &mut Vec<u16>,
    ) -> usize {
        let mut listed = Vec::new();
        let mut best = (f32::MIN, 0);
        for (at, &action) in actions.iter().enumerate() {
            let mut after = position.clone();
            rules.apply(&mut after, action);
            let promised = match rules.actions(&after, &mut listed) {
                Status::Over(outcome) => shares(rules, outcome)[searcher.index()],
                Status::Acts(acts) => {
                    features.clear();
                    rules.see(&after, searcher, features);
                    self.look(rules.seats(), acts, features).0[searcher.index()]
                }
            };
            if promised > best.0 {
                best = (promised, at);
            }
        }
        best.1
    }

    /// Adds the slopes of the cross entropy between what is wanted and what was said of a position.
    fn study(&self, seats: u8, moment: &Moment, wanted: &Chances, harvest: &mut Harvest) {
        let shape = &self.shape;
        harvest.positions += 1;
        for (seat, seen) in moment.features.chunks_exact(self.views.seen).enumerate() {
            let head = turn(moment.acts, seat, seats);
            harvest.loss -= f64::from(wanted[seat] * moment.chances[seat].max(1e-9).ln());
            let slope = moment.chances[seat] - wanted[seat];
            harvest.slopes[shape.output_bias(head)] += slope;
            let (sums, slopes) = (&moment.sums[seat], &mut harvest.slopes);
            shape.descend(&self.weights, slopes, (head, 0), slope, sums, rows(seen));
        }
    }

    /// The forecast in whole numbers.
    fn rounded(&self) -> Numbers {
        Numbers {
            habits: self.habits.clone(),
            layers: self.shape.rounded(&self.weights),
        }
    }
}

/// The rows of these features.
fn rows(seen: &[u16]) -> impl Iterator<Item = usize> {
    seen.iter().map(|&feature| usize::from(feature))
}

/// One of several, as likely as this.
fn draw(likely: &[f32], random: &mut SplitMix64) -> usize {
    let mut at = (random.next() >> 40) as f32 / (1u64 << 24) as f32;
    for (i, likely) in likely.iter().enumerate() {
        at -= likely;
        if at < 0.0 {
            return i;
        }
    }
    likely.len() - 1
}

/// How far a course has come.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    /// Games played.
    pub games: u64,
    /// In the games since the last report: how often the seat that searches won, and the mean loss of the forecast.
    pub won: f64,
    /// See `won`.
    pub loss: f64,
}

/// Games between two reports.
const REPORT: u64 = 20_000;

/// Plays the games of a course and learns from them; the file of the forecast.
pub fn train_forecast<G: Foresight + Sync>(
    rules: &G,
    views: Views,
    habits: Vec<f32>,
    course: &Course,
    tell: &mut dyn FnMut(Progress),
) -> Vec<u8> {
    let mut student = Student::new(views, habits, &mut SplitMix64::new(course.seed));
    let mut adam = Adam::new(student.shape.count);
    let fresh = || Harvest {
        slopes: vec![0.0; student.shape.count],
        ..Harvest::default()
    };
    let mut harvests: Vec<Harvest> = (0..PARTS).map(|_| fresh()).collect();
    let steps = course.games.div_ceil(BATCH as u64);
    let pace = Pace {
        greatest: 0.002,
        warming: 300.0,
        least: 0.01,
        steps: steps as f32,
    };
    let (mut won, mut loss, mut positions, mut since) = (0.0, 0.0, 0, 0);
    for step in 0..steps {
        let play = |student: &Student, part: usize, harvest: &mut Harvest| {
            let number = step * PARTS as u64 + part as u64;
            let seed = course.seed.wrapping_mul(0x9e37_79b9).wrapping_add(number);
            let mut random = SplitMix64::new(mix(seed));
            for _ in 0..BATCH / PARTS {
                student.play(rules, &mut random, harvest);
            }
        };
        let each = PARTS.div_ceil(course.jobs.clamp(1, PARTS));
        if each == PARTS {
            for (part, harvest) in harvests.iter_mut().enumerate() {
                play(&student, part, harvest);
            }
        } else {
            std::thread::scope(|scope| {
                for (job, harvests) in harvests.chunks_mut(each).enumerate() {
                    let (student, play) = (&student, &play);
                    scope.spawn(move || {
                        for (i, harvest) in harvests.iter_mut().enumerate() {
                            play(student, job * each + i, harvest);
                        }
                    });
                }
            });
        }
        let [first, rest @ ..] = &mut harvests[..] else {
            unreachable!("there are several parts")
        };
        for harvest in rest {
            pour(&mut harvest.slopes, &mut first.slopes);
            first.positions += std::mem::take(&mut harvest.positions);
            first.won += std::mem::take(&mut harvest.won);
            first.loss += std::mem::take(&mut harvest.loss);
        }
        let count = first.positions.max(1) as f32;
        first.slopes.iter_mut().for_each(|slope| *slope /= count);
        let length = pace.length(step as f32, (step + 1) as f32);
        adam.descend(&mut student.weights, &first.slopes, length);
        first.slopes.fill(0.0);
        student.shape.hold(&mut student.weights);
        won += std::mem::take(&mut first.won);
        loss += std::mem::take(&mut first.loss);
        positions += std::mem::take(&mut first.positions);
        since += BATCH as u64;
        if since >= REPORT || step + 1 == steps {
            tell(Progress {
                games: (step + 1) * BATCH as u64,
                won: won / since as f64,
                loss: loss / positions.max(1) as f64,
            });
            (won, loss, positions, since) = (0.0, 0.0, 0, 0);
        }
    }
    student.rounded().write()
}
