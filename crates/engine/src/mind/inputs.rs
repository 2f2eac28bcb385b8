use tablier_rules::{Rules, Seat};

/// What a [network](crate::network) sees of a position: a row of cells, each with a code.
///
/// Only games between two sides have networks; the others need nothing of this.
pub trait Inputs: Rules {
    /// How positions of these options are laid out for their network; none if they have none.
    fn layout_of_inputs(&self) -> Option<Layout> {
        None
    }

    /// The side whose view comes first: the one that moves next, which is the one that acts unless it only
    /// ends a turn.
    #[inline]
    fn mover(&self, _position: &Self::Position, acts: Seat) -> u8 {
        self.side(acts)
    }

    /// Writes the code of every cell; 0 means that nothing is there.
    fn inputs(&self, _position: &Self::Position, _cells: &mut [u16]) {}
}

/// The cells of a position, and the features they stand for.
#[derive(Copy, Clone, Debug)]
pub struct Layout {
    /// The name of the network, and of its file.
    pub name: &'static str,
    /// How many cells there are.
    pub cells: usize,
    /// Every code is below this.
    pub codes: usize,
    /// How many features there are.
    pub features: usize,
    /// The most cells that are ever in use.
    pub most: usize,
    /// The features of a code other than 0 in a cell, as a side sees it: its own pieces and those of
    /// the other side, from its own edge of the board.
    pub features_of: fn(side: usize, cell: usize, code: u16) -> Features,
    /// The cell that takes the place of another in the mirror image, where that is worth the same.
    pub mirror: Option<fn(cell: usize) -> usize>,
}

/// The features of one cell, those there are first.
pub type Features = [Option<u16>; 3];
