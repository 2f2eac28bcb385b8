use super::{BLACK, Bitboard, Square, WHITE};
use crate::Seat;
use crate::scene::dice::Orientation;

/// What is on a square: 0 for nothing, 1 to 24 for a cube (one more than the index of its
/// orientation), then the codes below; with [`BLACK_BIT`] if it is Black's.
pub(super) type Code = u8;

pub(super) const EMPTY: Code = 0;
pub(super) const LAST_CUBE: Code = 24;
pub(super) const MASTER: Code = 25;
pub(super) const SOLDIER: Code = 26;
/// Half a shield whose other half is to the north, east, south, west.
pub(super) const SHIELD_NORTH: Code = 27;
pub(super) const SHIELD_EAST: Code = 28;
pub(super) const SHIELD_SOUTH: Code = 29;
pub(super) const SHIELD_WEST: Code = 30;
pub(super) const BLACK_BIT: Code = 32;

/// Where each Master begins (CU2), and goes back to (CU12).
pub(super) const HOME: [Square; 2] = [Square::new(4, 0), Square::new(4, 8)];

/// The whole situation: the board as codes and as bitboards, who acts, and everything else that
/// affects future play.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The numbers on top of the cubes of both sides, as three planes of bits.
    pub(super) tops: [Bitboard; 3],
    /// All squares of each side.
    pub(super) all: [Bitboard; 2],
    /// The shields of both sides.
    pub(super) shields: Bitboard,
    pub(super) board: [Code; Square::COUNT],
    pub(super) masters: [Square; 2],
    pub(super) to_act: Seat,
    /// CU15: the move is made, an exchange or `pass` follows.
    pub(super) bonus: bool,
    /// CU20: whose Master still has its first move; always false at level 1.
    pub(super) fresh: [bool; 2],
}

/// A piece as it stands on the board.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    pub(super) code: Code,
    pub(super) at: Square,
}

/// What a piece is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A cube in this orientation.
    Cube(Orientation),
    /// The Master.
    Master,
    /// A soldier (level 2).
    Soldier,
    /// A shield; the piece's square is its west or south half.
    Shield {
        /// Whether it lies from south to north rather than from west to east.
        vertical: bool,
    },
}

impl Piece {
    #[inline]
    pub(super) const fn new(code: Code, at: Square) -> Self {
        Self { code, at }
    }

    /// A cube.
    pub(super) const fn cube(orientation: Orientation, at: Square) -> Self {
        Self::new(orientation.index() + 1, at)
    }

    /// The shield on two neighbouring squares.
    #[inline]
    pub(super) const fn shield(a: Square, b: Square) -> Self {
        let (low, high) = if a.index() < b.index() {
            (a, b)
        } else {
            (b, a)
        };
        let code = if high.index() - low.index() == 1 {
            SHIELD_EAST
        } else {
            SHIELD_NORTH
        };
        Self::new(code, low)
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        match self.code {
            MASTER => Kind::Master,
            SOLDIER => Kind::Soldier,
            SHIELD_NORTH => Kind::Shield { vertical: true },
            SHIELD_EAST => Kind::Shield { vertical: false },
            cube => Kind::Cube(Orientation::from_index_unchecked(cube - 1)),
        }
    }

    /// Its square; for a shield the western or southern of the two.
    #[inline]
    pub fn square(self) -> Square {
        self.at
    }

    /// The other square of a shield.
    #[inline]
    pub fn other(self) -> Option<Square> {
        let step = match self.code {
            SHIELD_NORTH => 9,
            SHIELD_EAST => 1,
            _ => return None,
        };
        Some(Square::from_index_unchecked(self.at.index() + step))
    }

    /// All its squares.
    #[inline]
    pub fn squares(self) -> Bitboard {
        let here = Bitboard::from_square(self.at);
        self.other().map_or(here, |other| here.with(other))
    }

    pub(super) fn is_cube(self) -> bool {
        (1..=LAST_CUBE).contains(&self.code)
    }

    pub(super) fn is_shield(self) -> bool {
        self.other().is_some()
    }
}

/// The number on top of a cube.
#[inline]
pub(super) const fn top_of(code: Code) -> u8 {
    (code - 1) / 4 + 1
}

/// From half a shield to its other half.
#[inline]
pub(super) const fn other_half(code: Code, at: Square) -> Square {
    Square::from_index_unchecked(match code & !BLACK_BIT {
        SHIELD_NORTH => at.index() + 9,
        SHIELD_EAST => at.index() + 1,
        SHIELD_SOUTH => at.index() - 9,
        _ => at.index() - 1,
    })
}

impl Position {
    pub(super) fn empty() -> Self {
        Position {
            tops: [Bitboard::EMPTY; 3],
            all: [Bitboard::EMPTY; 2],
            shields: Bitboard::EMPTY,
            board: [EMPTY; Square::COUNT],
            masters: HOME,
            to_act: WHITE,
            bonus: false,
            fresh: [false; 2],
        }
    }

    /// CU2.
    pub(super) fn start(tournament: bool) -> Self {
        let mut position = Self::empty();
        for (seat, home, row, south) in [(WHITE, 0, 1, 3), (BLACK, 8, 7, 4)] {
            for (column, top) in (0..).zip([1, 2, 5, 6, 0, 6, 5, 2, 1]) {
                let at = Square::new(column, home);
                let piece = match Orientation::new(top, south) {
                    Some(cube) => Piece::cube(cube, at),
                    None => Piece::new(MASTER, at),
                };
                position.put(seat, piece);
            }
            for west in [2, 5] {
                let east = Square::new(west + 1, row);
                position.put(seat, Piece::shield(Square::new(west, row), east));
            }
        }
        position.fresh = [tournament; 2];
        position
    }

    /// Puts a piece onto empty squares.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, piece: Piece) {
        let at = piece.square();
        let here = Bitboard::from_square(at);
        let colour = BLACK_BIT * seat.index() as u8;
        self.all[seat.index()] |= here;
        self.board[at.index()] = piece.code | colour;
        match piece.code {
            MASTER => self.masters[seat.index()] = at,
            SOLDIER => {}
            SHIELD_NORTH | SHIELD_EAST => {
                let other = other_half(piece.code, at);
                let both = here.with(other);
                self.board[other.index()] = (piece.code + 2) | colour;
                self.all[seat.index()] |= both;
                self.shields |= both;
            }
            cube => {
                let top = top_of(cube);
                for (plane, board) in self.tops.iter_mut().enumerate() {
                    *board = board.with_if(at, top >> plane & 1 == 1);
                }
            }
        }
    }

    /// Removes the whole piece on a square.
    #[inline]
    pub(super) fn remove(&mut self, seat: Seat, at: Square) {
        let code = self.board[at.index()];
        let mut gone = Bitboard::from_square(at);
        self.board[at.index()] = EMPTY;
        if code & !BLACK_BIT >= SHIELD_NORTH {
            let other = other_half(code, at);
            gone = gone.with(other);
            self.board[other.index()] = EMPTY;
            self.shields &= !gone;
        }
        self.all[seat.index()] &= !gone;
        for board in &mut self.tops {
            *board &= !gone;
        }
    }

    /// Who acts.
    #[inline]
    pub fn to_act(&self) -> Seat {
        self.to_act
    }

    /// Whether the seat to act has made its move and may now exchange or pass (CU15).
    #[inline]
    pub fn is_bonus(&self) -> bool {
        self.bonus
    }

    /// Whether a Master still has the right to a first diagonal move (CU20).
    #[inline]
    pub fn is_fresh(&self, seat: Seat) -> bool {
        self.fresh[seat.index()]
    }

    /// What is on each square as a number: 0 for nothing, 1 to 24 for a cube (one more than the index
    /// of its orientation), 25 for a Master, 26 for a soldier, 27 to 30 for half a shield whose other half
    /// is to the north, east, south, west; 32 more if it is Black's.
    #[inline]
    pub fn codes(&self) -> &[u8; Square::COUNT] {
        &self.board
    }

    /// All squares of both sides.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.all[0] | self.all[1]
    }

    /// All squares of a seat.
    #[inline]
    pub fn squares(&self, seat: Seat) -> Bitboard {
        self.all[seat.index()]
    }

    /// The cubes of a seat.
    #[inline]
    pub fn cubes(&self, seat: Seat) -> Bitboard {
        (self.tops[0] | self.tops[1] | self.tops[2]) & self.all[seat.index()]
    }

    /// The cubes of a seat with this number on top.
    #[inline]
    pub fn cubes_showing(&self, seat: Seat, top: u8) -> Bitboard {
        let plane = |i: usize| {
            if top >> i & 1 == 1 {
                self.tops[i]
            } else {
                !self.tops[i]
            }
        };
        plane(0) & plane(1) & plane(2) & self.all[seat.index()]
    }

    /// The squares of a seat's shields, two for each.
    #[inline]
    pub fn shields(&self, seat: Seat) -> Bitboard {
        self.shields & self.all[seat.index()]
    }

    /// The soldiers of a seat.
    #[inline]
    pub fn soldiers(&self, seat: Seat) -> Bitboard {
        self.all[seat.index()]
            & !(self.tops[0] | self.tops[1] | self.tops[2] | self.shields | self.master_bit(seat))
    }

    /// Where a seat's Master stands.
    #[inline]
    pub fn master(&self, seat: Seat) -> Square {
        self.masters[seat.index()]
    }

    #[inline]
    pub(super) fn master_bit(&self, seat: Seat) -> Bitboard {
        Bitboard::from_square(self.master(seat))
    }

    /// How many cubes a seat has lost.
    #[inline]
    pub fn lost_cubes(&self, seat: Seat) -> u8 {
        8 - self.cubes(seat).len() as u8
    }

    /// How many shields a seat has lost, as shields or as soldiers (CU13).
    #[inline]
    pub fn lost_shields(&self, seat: Seat) -> u8 {
        let halves = self.shields(seat).len() as u8;
        2 - halves / 2 - self.soldiers(seat).len() as u8
    }

    /// Whether a seat's Master is on the opponent's home row (CU12).
    #[inline]
    pub fn has_arrived(&self, seat: Seat) -> bool {
        self.master(seat).row() == if seat == WHITE { 8 } else { 0 }
    }

    /// The piece that covers a square, and its owner.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<(Seat, Piece)> {
        let code = self.board[square.index()];
        let seat = if code & BLACK_BIT == 0 { WHITE } else { BLACK };
        let piece = match code & !BLACK_BIT {
            EMPTY => return None,
            SHIELD_SOUTH => Piece::new(SHIELD_NORTH, other_half(code, square)),
            SHIELD_WEST => Piece::new(SHIELD_EAST, other_half(code, square)),
            code => Piece::new(code, square),
        };
        Some((seat, piece))
    }

    /// The pieces of a seat in the order of their squares, each once.
    pub fn pieces(&self, seat: Seat) -> impl Iterator<Item = Piece> + '_ {
        self.squares(seat).into_iter().filter_map(|at| {
            let code = self.board[at.index()] & !BLACK_BIT;
            (code != SHIELD_SOUTH && code != SHIELD_WEST).then_some(Piece::new(code, at))
        })
    }

    /// The same game seen from the other side: the board turned by half, the colours swapped. What
    /// White can do in one, Black can do in the other.
    pub fn turned(&self) -> Self {
        let mut turned = Self::empty();
        let across = |at: Square| Square::new(8 - at.column(), 8 - at.row());
        for seat in [WHITE, BLACK] {
            for piece in self.pieces(seat) {
                let at = across(piece.square());
                let piece = match piece.kind() {
                    Kind::Cube(cube) => {
                        let south = 7 - cube.south();
                        Piece::cube(Orientation::new(cube.top(), south).unwrap_or(cube), at)
                    }
                    Kind::Shield { .. } => Piece::shield(at, piece.other().map_or(at, across)),
                    _ => Piece::new(piece.code, at),
                };
                turned.put(seat.next(2), piece);
            }
        }
        turned.to_act = self.to_act.next(2);
        turned.bonus = self.bonus;
        turned.fresh = [self.fresh[1], self.fresh[0]];
        turned
    }

    /// A hash of the whole position, folded by multiplication.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let rest = u64::from(self.board[80])
            | (self.to_act.index() as u64) << 8
            | u64::from(self.bonus) << 9
            | u64::from(self.fresh[0]) << 10
            | u64::from(self.fresh[1]) << 11;
        let mut key = crate::hash::mix(rest);
        for (i, pair) in self.board[..80].chunks_exact(16).enumerate() {
            let word = |from: usize| {
                let mut bytes = [0; 8];
                bytes.copy_from_slice(&pair[from..from + 8]);
                u64::from_le_bytes(bytes)
            };
            let product = u128::from(word(0) ^ SALT[2 * i]) * u128::from(word(8) ^ SALT[2 * i + 1]);
            key = key.rotate_left(7) ^ (product as u64) ^ ((product >> 64) as u64);
        }
        crate::hash::mix(key)
    }
}

const SALT: [u64; 10] = crate::hash::table(0xc0b0_1005);
