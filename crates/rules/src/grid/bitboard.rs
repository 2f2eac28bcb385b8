use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;
use crate::scene::Side;

/// A set of squares, one bit for each: bit 0 is A1, and a square has the bit of its number. `Bits`
/// is `u64`, or `u128` for a board of more than 64 squares. Bits beyond the board are always 0.
///
/// ```
/// use tablier_rules::grid::{Bitboard, Square};
/// use tablier_rules::scene::Side;
///
/// type Squares = Bitboard<8, 8>;
/// let corner = Squares::from_square(Square::new(0, 0));
/// let near = corner.step(Side::North) | corner.step(Side::East) | corner.step(Side::South);
/// assert_eq!(near.len(), 2);
/// assert_eq!(format!("{near:?}"), "{B1, A2}");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
pub struct Bitboard<const W: u8, const H: u8, Bits = u64>(Bits);

/// The squares of a [`Bitboard`] in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Squares<Bits>(Bits);

macro_rules! bitboard {
    ($bits:ty) => {
        impl<const W: u8, const H: u8> Bitboard<W, H, $bits> {
            /// No square.
            pub const EMPTY: Self = Self(0);

            /// The whole board.
            pub const ALL: Self = {
                assert!(Square::<W, H>::COUNT <= <$bits>::BITS as usize);
                Self(<$bits>::MAX >> (<$bits>::BITS as usize - Square::<W, H>::COUNT))
            };

            /// The squares of these bits; those beyond the board are dropped.
            #[inline]
            pub const fn from_bits(bits: $bits) -> Self {
                Self(bits & Self::ALL.0)
            }

            /// One square.
            #[inline]
            pub const fn from_square(square: Square<W, H>) -> Self {
                Self(1 << square.index())
            }

            /// A column, counted from 0 in the west.
            pub const fn column(column: u8) -> Self {
                let mut set = Self::EMPTY;
                let mut row = 0;
                while row < H {
                    set = set.with(Square::new(column, row));
                    row += 1;
                }
                set
            }

            /// A row, counted from 0 in the south.
            pub const fn row(row: u8) -> Self {
                let mut set = Self::EMPTY;
                let mut column = 0;
                while column < W {
                    set = set.with(Square::new(column, row));
                    column += 1;
                }
                set
            }

            /// Its bits.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// This set and a square.
            #[inline]
            pub const fn with(self, square: Square<W, H>) -> Self {
                Self(self.0 | 1 << square.index())
            }

            /// This set, and a square if it is wanted: without branching.
            #[inline]
            pub const fn with_if(self, square: Square<W, H>, wanted: bool) -> Self {
                Self(self.0 | (wanted as $bits) << square.index())
            }

            /// This set without a square.
            #[inline]
            pub const fn without(self, square: Square<W, H>) -> Self {
                Self(self.0 & !(1 << square.index()))
            }

            /// Whether a square is in it.
            #[inline]
            #[must_use]
            pub const fn contains(self, square: Square<W, H>) -> bool {
                self.0 >> square.index() & 1 == 1
            }

            /// How many squares it has.
            #[inline]
            #[must_use]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Whether it has none.
            #[inline]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Its first square.
            #[inline]
            #[must_use]
            pub const fn first(self) -> Option<Square<W, H>> {
                if self.is_empty() {
                    return None;
                }
                Some(Square::from_index_unchecked(
                    self.0.trailing_zeros() as usize
                ))
            }

            /// Its last square.
            #[inline]
            #[must_use]
            pub const fn last(self) -> Option<Square<W, H>> {
                if self.is_empty() {
                    return None;
                }
                let last = <$bits>::BITS - 1 - self.0.leading_zeros();
                Some(Square::from_index_unchecked(last as usize))
            }

            /// The set on the board turned by half.
            pub const fn half_turned(self) -> Self {
                let spare = <$bits>::BITS as usize - Square::<W, H>::COUNT;
                Self(self.0.reverse_bits() >> spare)
            }

            /// All its squares moved one to a side; those that leave the board are dropped.
            #[inline]
            pub const fn step(self, side: Side) -> Self {
                Self(match side {
                    Side::North => self.0 << W & Self::ALL.0,
                    Side::East => (self.0 & !Self::EAST) << 1,
                    Side::South => self.0 >> W,
                    Side::West => (self.0 & !Self::WEST) >> 1,
                })
            }

            const WEST: $bits = Self::column(0).0;
            const EAST: $bits = Self::column(W - 1).0;
        }

        impl<const W: u8, const H: u8> Not for Bitboard<W, H, $bits> {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                self ^ Self::ALL
            }
        }

        impl<const W: u8, const H: u8> IntoIterator for Bitboard<W, H, $bits> {
            type Item = Square<W, H>;
            type IntoIter = Squares<Self>;
            #[inline]
            fn into_iter(self) -> Squares<Self> {
                Squares(self)
            }
        }

        impl<const W: u8, const H: u8> Iterator for Squares<Bitboard<W, H, $bits>> {
            type Item = Square<W, H>;

            #[inline]
            fn next(&mut self) -> Option<Square<W, H>> {
                let first = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(first)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let len = self.0.len() as usize;
                (len, Some(len))
            }
        }

        impl<const W: u8, const H: u8> ExactSizeIterator for Squares<Bitboard<W, H, $bits>> {}

        impl<const W: u8, const H: u8> FromIterator<Square<W, H>> for Bitboard<W, H, $bits> {
            fn from_iter<I: IntoIterator<Item = Square<W, H>>>(squares: I) -> Self {
                squares.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl<const W: u8, const H: u8> fmt::Debug for Bitboard<W, H, $bits> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}

bitboard!(u64);
bitboard!(u128);

macro_rules! operator {
    ($operator:ident $method:ident, $assign:ident $assign_method:ident, $sign:tt) => {
        impl<const W: u8, const H: u8, Bits: $operator<Output = Bits>> $operator
            for Bitboard<W, H, Bits>
        {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $sign other.0)
            }
        }

        impl<const W: u8, const H: u8, Bits: $operator<Output = Bits> + Copy> $assign
            for Bitboard<W, H, Bits>
        {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $sign other;
            }
        }
    };
}

operator!(BitAnd bitand, BitAndAssign bitand_assign, &);
operator!(BitOr bitor, BitOrAssign bitor_assign, |);
operator!(BitXor bitxor, BitXorAssign bitxor_assign, ^);

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! agrees {
        ($name:ident, $width:literal, $height:literal, $bits:ty) => {
            #[test]
            fn $name() {
                type Set = Bitboard<$width, $height, $bits>;
                assert_eq!(Set::ALL.len() as usize, Square::<$width, $height>::COUNT);
                assert_eq!(!Set::ALL, Set::EMPTY);
                assert_eq!(Set::from_bits(<$bits>::MAX), Set::ALL);
                assert!(Set::ALL.into_iter().eq(Square::all()));
                assert_eq!((Set::EMPTY.first(), Set::EMPTY.last()), (None, None));
                assert_eq!(Set::ALL.last(), Square::all().last());
                for square in Square::all() {
                    let one = Set::from_square(square);
                    assert_eq!((one.first(), one.last()), (Some(square), Some(square)));
                    let turned =
                        Square::new($width - 1 - square.column(), $height - 1 - square.row());
                    assert_eq!(one.half_turned(), Set::from_square(turned));
                    assert_eq!(one.into_iter().len(), 1);
                    assert!(one.contains(square) && !(!one).contains(square));
                    assert_eq!(Set::ALL.without(square).with(square), Set::ALL);
                    assert_eq!(Set::EMPTY.with_if(square, true), one);
                    assert_eq!(Set::EMPTY.with_if(square, false), Set::EMPTY);
                    assert_eq!(Set::ALL ^ one, Set::ALL.without(square));
                    assert!(Set::column(square.column()).contains(square));
                    assert!(Set::row(square.row()).contains(square));
                    for side in Side::ALL {
                        let there: Set = square.step(side).into_iter().collect();
                        assert_eq!(one.step(side), there);
                    }
                }
                assert_eq!(Set::column(0).len(), $height);
                assert_eq!(Set::row(0).len(), $width);
            }
        };
    }

    agrees!(sets_of_64_squares_agree_with_the_squares, 8, 8, u64);
    agrees!(sets_of_36_squares_agree_with_the_squares, 12, 3, u64);
    agrees!(sets_of_100_squares_agree_with_the_squares, 10, 10, u128);
}
