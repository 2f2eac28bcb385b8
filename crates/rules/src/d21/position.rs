use super::geometry::{LINES, PLACES};
use super::{Action, Bitboard, GREEN, OUTER, RED, Square};
use crate::{Seat, hash};

/// Where the dice are, what they show and who acts. The rest is derived and kept up to date.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The dice of each seat.
    dice: [Bitboard; 2],
    /// For each seat, byte by byte: how many dice show 1 to 6, then how many are outside.
    counts: [u64; 2],
    key: u64,
    /// The occupation of every row, column and diagonal.
    lines: [u16; LINES],
    /// What the dice show, two squares a byte.
    values: [u8; 50],
    to_act: Seat,
    /// Whether the seat that has just acted has reached a goal.
    won: bool,
}

/// D10: each of 1 to 6 twice.
const TWO_SERIES: u64 = 0x0202_0202_0202;
const ONLY_VALUES: u64 = (1 << 48) - 1;

/// What a die on each square adds to the count of those outside.
static OUTSIDE: [u64; 128] = {
    let mut table = [0; 128];
    let mut square = 0;
    while square < 100 {
        table[square] = (OUTER.contains(Square::from_index(square)) as u64) << 48;
        square += 1;
    }
    table
};

/// Numbers for the key: by seat and value, and by square.
static KEYS: [hash::Keys<100>; 12] = {
    let mut keys = [const { hash::Keys::new(0xd21) }; 12];
    let mut i = 1;
    while i < 12 {
        keys[i] = hash::Keys::new(0xd21 + i as u64);
        i += 1;
    }
    keys
};
const KEY_OF_GREEN: u64 = hash::mix(0xd21);

/// D7: what a die showing `value` shows after jumping over an opponent's die showing `over`; the same
/// as before if that is 0.
pub fn turned(value: u8, over: u8) -> u8 {
    TURNED[usize::from(value & 7)][usize::from(over & 7)]
}

static TURNED: [[u8; 8]; 8] = {
    let mut table = [[0; 8]; 8];
    let mut value = 1u8;
    while value <= 6 {
        table[value as usize][0] = value;
        let mut over = 1u8;
        while over <= 6 {
            table[value as usize][over as usize] = if value + over <= 6 {
                value + over
            } else if value == over {
                value
            } else {
                value.abs_diff(over)
            };
            over += 1;
        }
        value += 1;
    }
    table
};

impl Position {
    /// No dice at all; Red acts.
    pub(super) const EMPTY: Position = Position {
        dice: [Bitboard::EMPTY; 2],
        counts: [0; 2],
        key: 0,
        lines: [0; LINES],
        values: [0; 50],
        to_act: RED,
        won: false,
    };

    /// D2.
    pub(super) fn start() -> Self {
        let mut start = Self::EMPTY;
        for column in 2..8 {
            for (row, seat) in [(1, RED), (2, RED), (7, GREEN), (8, GREEN)] {
                start.put(Square::new(column, row), seat, 1);
            }
        }
        start
    }

    /// Who acts.
    #[inline]
    pub fn to_act(&self) -> Seat {
        self.to_act
    }

    /// The squares of a seat's dice.
    #[inline]
    pub fn dice(&self, seat: Seat) -> Bitboard {
        self.dice[seat.index()]
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.dice[0] | self.dice[1]
    }

    /// The owner of the die on a square.
    #[inline]
    pub fn owner(&self, square: Square) -> Option<Seat> {
        if self.dice[0].contains(square) {
            Some(RED)
        } else if self.dice[1].contains(square) {
            Some(GREEN)
        } else {
            None
        }
    }

    /// What the die on a square shows; 0 for an empty square.
    #[inline]
    pub fn value(&self, square: Square) -> u8 {
        let at = square.index();
        self.values[at / 2] >> (at % 2 * 4) & 0xf
    }

    /// How many dice of a seat show a value from 1 to 6.
    #[inline]
    pub fn count(&self, seat: Seat, value: u8) -> u8 {
        (self.counts[seat.index()] >> ((value - 1) * 8)) as u8
    }

    /// How many dice of a seat are on outer squares (D8).
    #[inline]
    pub fn outside(&self, seat: Seat) -> u8 {
        (self.counts[seat.index()] >> 48) as u8
    }

    /// Whether a seat's dice show two full series (D10).
    #[inline]
    pub fn has_two_series(&self, seat: Seat) -> bool {
        self.counts[seat.index()] & ONLY_VALUES == TWO_SERIES
    }

    /// Whether the seat that has just acted has reached a goal.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// The occupied places of a line, by its number ([`super::Way`]).
    #[inline]
    pub fn line(&self, line: u8) -> u16 {
        self.lines[usize::from(line) % LINES]
    }

    /// The same for all lines.
    #[inline]
    pub(super) fn lines(&self) -> &[u16; LINES] {
        &self.lines
    }

    /// The position with the colours swapped and the other seat to act.
    pub fn swapped(&self) -> Self {
        let mut swapped = self.rebuilt(|square| square);
        swapped.dice.swap(0, 1);
        swapped.counts.swap(0, 1);
        swapped.to_act = self.to_act.next(2);
        swapped.key = swapped.fresh_key();
        swapped
    }

    /// The position under one of the eight symmetries of the board, numbered 0 to 7: bit 0
    /// exchanges east and west, bit 1 north and south, bit 2 columns and rows. The rules are the
    /// same for it.
    pub fn mirrored(&self, symmetry: u8) -> Self {
        self.rebuilt(|square| {
            let (mut column, mut row) = (square.column(), square.row());
            if symmetry & 1 != 0 {
                column = 9 - column;
            }
            if symmetry & 2 != 0 {
                row = 9 - row;
            }
            if symmetry & 4 != 0 {
                (column, row) = (row, column);
            }
            Square::new(column, row)
        })
    }

    fn rebuilt(&self, map: impl Fn(Square) -> Square) -> Self {
        let mut other = Self::EMPTY;
        for square in Square::all() {
            if let Some(seat) = self.owner(square) {
                other.put(map(square), seat, self.value(square));
            }
        }
        other.to_act = self.to_act;
        other.won = self.won;
        other.key ^= self.key_of_seat();
        other
    }

    /// Puts a die on an empty square.
    pub(super) fn put(&mut self, square: Square, seat: Seat, value: u8) {
        let at = square.index();
        self.dice[seat.index()] = self.dice(seat).with(square);
        self.values[at / 2] |= value << (at % 2 * 4);
        self.counts[seat.index()] += 1 << ((value - 1) * 8);
        self.counts[seat.index()] += OUTSIDE[at];
        for (line, place) in PLACES[at] {
            self.lines[usize::from(line) % LINES] |= place;
        }
        self.key ^= KEYS[seat.index() * 6 + usize::from(value) - 1].get(at);
    }

    /// Sets who acts in a position put together by hand, and checks whether a goal is reached.
    pub(super) fn finish(&mut self, to_act: Seat, strict: bool) {
        self.to_act = to_act;
        self.key ^= self.key_of_seat();
        self.won = self.has_two_series(to_act.next(2)) || self.any_line(strict).is_some();
    }

    /// D6, D7: what the moved die shows afterwards.
    #[inline]
    pub fn value_after(&self, action: Action) -> u8 {
        let before = action.before();
        // Only opponents turn it, and whether there is one cannot be predicted: no branch.
        let turns = u8::from(self.dice[self.to_act.index() ^ 1].contains(before));
        turned(self.value(action.from()), self.value(before) * turns)
    }

    #[inline]
    pub(super) fn play(&mut self, action: Action, strict: bool) {
        let seat = self.to_act.index();
        let (from, to) = (action.from().index(), action.to().index());
        let before = self.value(action.from());
        let after = self.value_after(action);
        self.dice[seat] ^= Bitboard::from_square(action.from()).with(action.to());
        self.values[from / 2] &= 0xf0 >> (from % 2 * 4);
        self.values[to / 2] |= after << (to % 2 * 4);
        for (line, place) in PLACES[from] {
            self.lines[usize::from(line) % LINES] ^= place;
        }
        for (line, place) in PLACES[to] {
            self.lines[usize::from(line) % LINES] ^= place;
        }
        self.key ^= KEYS[seat * 6 + usize::from(before) - 1].get(from)
            ^ KEYS[seat * 6 + usize::from(after) - 1].get(to)
            ^ KEY_OF_GREEN;
        self.counts[seat] = self.counts[seat]
            .wrapping_sub(1 << ((before - 1) * 8))
            .wrapping_add(1 << ((after - 1) * 8))
            .wrapping_sub(OUTSIDE[from])
            .wrapping_add(OUTSIDE[to]);
        // D9, D10. Only lines through the moved die can be new.
        self.won =
            self.has_two_series(self.to_act) || self.line_through(action.to(), strict).is_some();
        self.to_act = self.to_act.next(2);
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    fn key_of_seat(&self) -> u64 {
        if self.to_act == GREEN {
            KEY_OF_GREEN
        } else {
            0
        }
    }

    fn fresh_key(&self) -> u64 {
        let dice = Square::all().filter_map(|square| {
            let seat = self.owner(square)?;
            Some(KEYS[seat.index() * 6 + usize::from(self.value(square)) - 1].get(square.index()))
        });
        dice.fold(self.key_of_seat(), |key, die| key ^ die)
    }
}
