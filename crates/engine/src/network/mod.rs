//! Small networks that correct an evaluation. They learn from games of the engine (`tablier learn`), are
//! read from a file, and follow the search: a new position costs only what differs from the last one.
//!
//! Each side sees the position from its own edge. The features of what it sees select rows of weights,
//! whose sums are clipped and squared; the output weighs those of the side that moves next and of the other,
//! with weights of its own for each part of the game. All of it is in whole numbers, so that every
//! machine computes the same (a forecast ends in chances, which are not).
//!
//! Where several players each play for themselves, a [`Forecast`] tells instead who is likely to win.

mod forecast;
mod layers;
mod store;

pub use forecast::Forecast;
pub(crate) use forecast::{Chances, Foreseen, Foreseer, Numbers, compete, fairly, habits, turn};
pub(crate) use layers::{GREATEST_OUTPUT, HEADS, Layers, ONE, OUTPUT_ONE, WIDTH};
pub(crate) use store::{forecast, of};
pub use store::{missing, name, provide};

use layers::{long, weighed};

use crate::{Inputs, Layout};

/// What stands for 1 point in the unit of the output.
pub(crate) const UNIT_ONE: i32 = 16;

/// What a file begins with.
const MAGIC: &[u8; 8] = b"tablier1";

/// A trained network.
#[derive(Clone, Debug)]
pub struct Network {
    layout: Layout,
    weights: Weights,
    /// The rows of a code, by side, cell and code; see [`places`].
    places: Vec<[u16; 3]>,
}

/// The numbers of a network.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Weights {
    /// The score for an output of 1, in sixteenths.
    pub(crate) unit: i32,
    /// An output for each part of a game, which weighs the sums of both sides.
    pub(crate) layers: Layers<{ 2 * WIDTH }>,
}

impl Weights {
    /// Reads a file; none unless it is one with rows for this many features.
    fn read(bytes: &[u8], features: usize) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        Some(Self {
            unit: long(&mut rest)?,
            layers: Layers::read(rest, features)?,
        })
    }

    /// The file of it.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.unit.to_le_bytes());
        self.layers.write(&mut bytes);
        bytes
    }
}

impl Network {
    /// Reads the file of a network with this layout; none if it is not one.
    #[must_use]
    pub fn read(layout: Layout, bytes: &[u8]) -> Option<Self> {
        let weights = Weights::read(bytes, layout.features)?;
        Some(Self {
            layout,
            weights,
            places: places(&layout),
        })
    }

    /// The output for the side with these sums, in points.
    #[inline]
    fn output(&self, own: &[i16; WIDTH], other: &[i16; WIDTH], in_use: usize) -> i32 {
        let bucket = bucket(&self.layout, in_use);
        let (of_own, of_other) = self.weights.layers.outputs[bucket].split_at(WIDTH);
        let sum = weighed(own, of_own) + weighed(other, of_other);
        let sum = i64::from(sum) + i64::from(self.weights.layers.output_bias[bucket]);
        let one = i64::from(ONE).pow(2) * i64::from(OUTPUT_ONE) * i64::from(UNIT_ONE);
        (sum * i64::from(self.weights.unit) / one) as i32
    }
}

/// Which weights of the output count with this many cells in use.
pub(crate) fn bucket(layout: &Layout, in_use: usize) -> usize {
    (in_use * HEADS / (layout.most + 1)).min(HEADS - 1)
}

/// The rows of each code in each cell for each side; [`Layout::features`] stands for none.
pub(crate) fn places(layout: &Layout) -> Vec<[u16; 3]> {
    let none = layout.features as u16;
    let mut places = vec![[none; 3]; 2 * layout.cells * layout.codes];
    for (at, place) in places.iter_mut().enumerate() {
        let (rest, code) = (at / layout.codes, at % layout.codes);
        let (side, cell) = (rest / layout.cells, rest % layout.cells);
        if code > 0 {
            let features = (layout.features_of)(side, cell, code as u16);
            *place = features.map(|feature| feature.unwrap_or(none));
        }
    }
    places
}

/// A network at work, with the sums of the position it saw last.
#[derive(Clone, Debug)]
pub(crate) struct Accumulator<'a> {
    network: &'a Network,
    cells: Vec<u16>,
    next: Vec<u16>,
    /// The cells that differ, with their old and new codes.
    changed: Vec<(usize, u16, u16)>,
    sums: [[i16; WIDTH]; 2],
    in_use: usize,
}

impl<'a> Accumulator<'a> {
    /// One that has seen an empty board.
    pub(crate) fn new(network: &'a Network) -> Self {
        let cells = network.layout.cells;
        Self {
            network,
            cells: vec![0; cells],
            next: vec![0; cells],
            changed: Vec::with_capacity(cells),
            sums: [network.weights.layers.bias; 2],
            in_use: 0,
        }
    }

    /// By how much the evaluation of a position is to be corrected, for the side that moves next.
    #[inline]
    pub(crate) fn correction<M: Inputs>(
        &mut self,
        mind: &M,
        position: &M::Position,
        side: u8,
    ) -> i32 {
        mind.inputs(position, &mut self.next);
        self.compare();
        if !self.changed.is_empty() {
            self.follow();
        }
        let [own, other] = [side, side ^ 1].map(|side| &self.sums[usize::from(side)]);
        self.network.output(own, other, self.in_use)
    }

    /// Finds the cells that differ from those of the last position.
    #[inline]
    fn compare(&mut self) {
        /// So many cells are compared at once.
        const TOGETHER: usize = 8;
        self.changed.clear();
        let (olds, old_rest) = self.cells.as_chunks::<TOGETHER>();
        let (news, new_rest) = self.next.as_chunks::<TOGETHER>();
        let mut differ = |from: usize, olds: &[u16], news: &[u16]| {
            for (i, (&old, &new)) in olds.iter().zip(news).enumerate() {
                if old != new {
                    self.changed.push((from + i, old, new));
                }
            }
        };
        for (i, (old, new)) in olds.iter().zip(news).enumerate() {
            if old != new {
                differ(i * TOGETHER, old, new);
            }
        }
        differ(olds.len() * TOGETHER, old_rest, new_rest);
    }

    /// Brings the sums up to date with the cells that differ.
    fn follow(&mut self) {
        let Network {
            layout,
            weights,
            places,
        } = self.network;
        for (side, kept) in self.sums.iter_mut().enumerate() {
            // In registers.
            let mut sums = *kept;
            for &(cell, old, new) in &self.changed {
                let first = (side * layout.cells + cell) * layout.codes;
                // The row of no feature is not there.
                for &row in &places[first + usize::from(old)] {
                    if let Some(row) = weights.layers.rows.get(usize::from(row)) {
                        sums.iter_mut().zip(row).for_each(|(sum, w)| *sum -= w);
                    }
                }
                for &row in &places[first + usize::from(new)] {
                    if let Some(row) = weights.layers.rows.get(usize::from(row)) {
                        sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
                    }
                }
            }
            *kept = sums;
        }
        for &(_, old, new) in &self.changed {
            self.in_use += usize::from(new != 0);
            self.in_use -= usize::from(old != 0);
        }
        std::mem::swap(&mut self.cells, &mut self.next);
    }
}

#[cfg(test)]
mod tests;
