use tablier_rules::{Seat, Status};

use super::layers::{HEADS, Layers, ONE, OUTPUT_ONE, WIDTH, long, weighed};
use crate::sides::shares;
use crate::{Foresight, Mind, Views};

/// What a file begins with.
const MAGIC: &[u8; 8] = b"tablier2";

// An output for whatever turn a seat may have.
const _: () = assert!(HEADS >= Seat::MOST);

/// A number for each seat.
pub(crate) type Chances = [f32; Seat::MOST];

/// Who is likely to win, and what players choose by habit: a small network that looks at a position with the
/// eyes of each seat in turn.
///
/// The features that a seat sees select rows of weights, whose sums are clipped and squared; the output weighs them,
/// with weights of its own for how soon the seat acts. The outputs of all seats compete for one win.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    views: Views,
    numbers: Numbers,
}

/// The numbers of a forecast.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Numbers {
    /// How much each leaning counts for the habits of players.
    pub(crate) habits: Vec<f32>,
    /// An output for each number of turns until the seat acts.
    pub(crate) layers: Layers<WIDTH>,
}

impl Numbers {
    fn read(bytes: &[u8], views: &Views) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let mut habits = Vec::with_capacity(views.leanings);
        for _ in 0..views.leanings {
            habits.push(f32::from_bits(long(&mut rest)? as u32));
        }
        let numbers = Self {
            layers: Layers::read(rest, views.features)?,
            habits,
        };
        let is_finite = numbers.habits.iter().all(|habit| habit.is_finite());
        is_finite.then_some(numbers)
    }

    /// The file of it.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.habits.iter().flat_map(|habit| habit.to_le_bytes()));
        self.layers.write(&mut bytes);
        bytes
    }
}

impl Forecast {
    /// Reads the file of a forecast for these views; none if it is not one.
    #[must_use]
    pub fn read(views: Views, bytes: &[u8]) -> Option<Self> {
        let numbers = Numbers::read(bytes, &views)?;
        Some(Self { views, numbers })
    }

    /// How likely each of these actions is for somebody who chooses by habit. `leanings` is room to work in.
    pub(crate) fn habits<M: Foresight>(
        &self,
        mind: &M,
        position: &M::Position,
        acts: Seat,
        actions: &[M::Action],
        leanings: &mut Vec<f32>,
        likely: &mut Vec<f32>,
    ) {
        leanings.clear();
        mind.leanings(position, acts, actions, leanings);
        habits(&self.numbers.habits, leanings, likely);
    }

    /// The output for a seat whose features have these sums, and which acts so soon.
    #[inline]
    fn output(&self, sums: &[i16; WIDTH], turn: usize) -> f32 {
        let total = weighed(sums, &self.numbers.layers.outputs[turn]);
        (i64::from(total) + i64::from(self.numbers.layers.output_bias[turn])) as f32 * UNIT
    }
}

/// The output for 1.
const UNIT: f32 = 1.0 / (ONE as f32 * ONE as f32 * OUTPUT_ONE as f32);

/// How soon a seat acts: 0 for the one that acts now.
#[inline]
pub(crate) fn turn(acts: Seat, seat: usize, seats: u8) -> usize {
    let seats = usize::from(seats);
    (seat + seats - acts.index()) % seats
}

/// The chances of seats with these outputs.
#[inline]
pub(crate) fn compete(outputs: &Chances, seats: usize) -> Chances {
    let mut chances = *outputs;
    share(&mut chances[..seats]);
    chances[seats..].fill(0.0);
    chances
}

/// The chances of actions, of which each has these leanings.
pub(crate) fn habits(weights: &[f32], leanings: &[f32], likely: &mut Vec<f32>) {
    likely.clear();
    let actions = leanings.chunks_exact(weights.len());
    likely.extend(actions.map(|leanings| {
        let weighed = leanings.iter().zip(weights);
        weighed
            .map(|(leaning, weight)| leaning * weight)
            .sum::<f32>()
    }));
    share(likely);
}

/// Turns logits into chances that are 1 in all.
#[inline]
fn share(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut total = 0.0;
    for logit in &mut *logits {
        *logit = (*logit - most).exp();
        total += *logit;
    }
    logits.iter_mut().for_each(|chance| *chance /= total);
}

/// A seat that looks ahead, with room to work in.
pub(crate) struct Foreseer<'a, M: Mind> {
    mind: &'a M,
    forecast: &'a Forecast,
    searcher: Seat,
    features: Vec<u16>,
    /// The features of the position seen last, and the sums of their rows by seat.
    last: Vec<u16>,
    sums: Vec<[i16; WIDTH]>,
    leanings: Vec<f32>,
    actions: Vec<M::Action>,
}

/// What the forecast says of a position if anyone of the seats may be the one that searches, and what it says if the seat
/// to act is.
pub(crate) fn fairly<M: Mind>(
    mind: &M,
    forecast: &Forecast,
    position: &M::Position,
    acts: Seat,
) -> [Chances; 2] {
    let look = |searcher| {
        Foreseer::new(mind, forecast, searcher)
            .look(position)
            .chances
    };
    let seats = mind.seats();
    let mut fair = [0.0; Seat::MOST];
    for searcher in Seat::all(seats) {
        for (fair, chance) in fair.iter_mut().zip(look(searcher)) {
            *fair += chance / f32::from(seats);
        }
    }
    [fair, look(acts)]
}

/// Adds a row. The sums stay in memory, so that several are added at once.
#[inline]
fn add(sums: &mut [i16; WIDTH], row: &[i16; WIDTH]) {
    sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
}

/// Takes one row away and adds another.
#[inline]
fn exchange(sums: &mut [i16; WIDTH], old: &[i16; WIDTH], new: &[i16; WIDTH]) {
    let rows = old.iter().zip(new);
    sums.iter_mut()
        .zip(rows)
        .for_each(|(sum, (old, new))| *sum += new - old);
}

/// What an action leads to.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Foreseen {
    /// Everyone's chances, or shares if the game is over.
    pub(crate) chances: Chances,
    pub(crate) over: bool,
}

impl<'a, M: Mind> Foreseer<'a, M> {
    pub(crate) fn new(mind: &'a M, forecast: &'a Forecast, searcher: Seat) -> Self {
        let seats = usize::from(mind.seats());
        let mut sums = vec![forecast.numbers.layers.bias; seats];
        let last = vec![0; seats * forecast.views.seen];
        for _ in 0..forecast.views.seen {
            for sums in &mut sums {
                add(sums, &forecast.numbers.layers.rows[0]);
            }
        }
        Self {
            mind,
            forecast,
            searcher,
            last,
            sums,
            features: Vec::new(),
            leanings: Vec::new(),
            actions: Vec::new(),
        }
    }

    pub(crate) fn searcher(&self) -> Seat {
        self.searcher
    }

    /// What a position promises.
    #[inline]
    pub(crate) fn look(&mut self, position: &M::Position) -> Foreseen {
        let mind = self.mind;
        let acts = match mind.acts(position) {
            Some(acts) => acts,
            None => match mind.actions(position, &mut self.actions) {
                Status::Acts(acts) => acts,
                Status::Over(outcome) => {
                    return Foreseen {
                        chances: shares(mind, outcome),
                        over: true,
                    };
                }
            },
        };
        self.features.clear();
        mind.see(position, self.searcher, &mut self.features);
        self.follow();
        let seats = mind.seats();
        let mut outputs = [0.0; Seat::MOST];
        for (seat, sums) in self.sums.iter().enumerate() {
            outputs[seat] = self.forecast.output(sums, turn(acts, seat, seats));
        }
        Foreseen {
            chances: compete(&outputs, usize::from(seats)),
            over: false,
        }
    }

    /// Brings the sums up to date with the features that differ from the last ones.
    fn follow(&mut self) {
        let seen = self.forecast.views.seen;
        let rows = &self.forecast.numbers.layers.rows;
        let seats = self
            .features
            .chunks_exact(seen)
            .zip(self.last.chunks_exact(seen));
        for ((features, last), sums) in seats.zip(&mut self.sums) {
            for (&new, &old) in features.iter().zip(last) {
                if new != old {
                    exchange(sums, &rows[usize::from(old)], &rows[usize::from(new)]);
                }
            }
        }
        std::mem::swap(&mut self.features, &mut self.last);
    }

    /// See [`Forecast::habits`].
    pub(crate) fn habits(
        &mut self,
        position: &M::Position,
        acts: Seat,
        actions: &[M::Action],
        likely: &mut Vec<f32>,
    ) {
        let (mind, leanings) = (self.mind, &mut self.leanings);
        self.forecast
            .habits(mind, position, acts, actions, leanings, likely);
    }
}

#[cfg(test)]
mod tests;
