use super::position::neighbours;
use super::{Circle, Position, Shape};

/// A piece goes to a circle, from another circle or from hand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// A circle, or [`HAND`] and the shape.
    pub(super) from: u8,
    pub(super) to: u8,
}

/// Numbers from here on are not circles: they stand for a shape in hand.
pub(super) const HAND: u8 = 16;

impl Action {
    /// Puts a piece from hand on a circle (AL3).
    #[inline]
    pub const fn place(shape: Shape, to: Circle) -> Self {
        Self {
            from: HAND + shape as u8,
            to: to.index() as u8,
        }
    }

    /// Moves a piece (AL4).
    #[inline]
    pub const fn go(from: Circle, to: Circle) -> Self {
        Self {
            from: from.index() as u8,
            to: to.index() as u8,
        }
    }

    /// The circle that a piece leaves; none when it comes from hand.
    #[inline]
    pub const fn from(self) -> Option<Circle> {
        if self.from < HAND {
            Some(Circle::from_index_unchecked(self.from as usize))
        } else {
            None
        }
    }

    /// The shape that comes from hand, if one does.
    #[inline]
    pub const fn placed(self) -> Option<Shape> {
        if self.from < HAND {
            None
        } else {
            Some(Shape::ALL[(self.from - HAND) as usize])
        }
    }

    /// The circle where the piece arrives.
    #[inline]
    pub const fn to(self) -> Circle {
        Circle::from_index_unchecked(self.to as usize)
    }
}

impl Position {
    /// AL3, AL4: everything that can be done with the shape whose turn it is.
    #[inline]
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        let empty = !self.occupied();
        let shape = self.shape();
        if self.places() {
            add(HAND + shape as u8, empty, actions);
            return;
        }
        let mut own = self.mask(self.to_act(), shape);
        while own != 0 {
            let from = own.trailing_zeros() as u8;
            own &= own - 1;
            let near = neighbours(shape, Circle::from_index_unchecked(usize::from(from)));
            add(from, near & empty, actions);
        }
    }
}

/// One action for each circle of `ends`.
#[inline]
fn add(from: u8, mut ends: u16, actions: &mut Vec<Action>) {
    // Extending by an iterator of known length skips the capacity check for each entry.
    actions.extend((0..ends.count_ones()).map(|_| {
        let to = ends.trailing_zeros() as u8;
        ends &= ends.wrapping_sub(1);
        Action { from, to }
    }));
}
