use super::{Attack, Bitboard, Die, Reach, Square};
use crate::scene::Side;
use crate::{Seat, hash};

/// What must be decided in a position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A devil (MO19) or a side (MO20) is chosen.
    SetUp,
    /// A die is rolled.
    Play,
    /// The side faces of a flipped die are chosen (MO14).
    Flips,
    /// The game is over.
    Over,
}

/// A byte for each square, a bitboard for each seat, and everything else that affects
/// play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The die on each square; 0 for none.
    pub(super) codes: [u8; 64],
    /// The squares of each seat's dice.
    pub(super) dice: [Bitboard; 4],
    /// The squares of the devils.
    pub(super) devils: Bitboard,
    /// The squares of the flipped dice whose side faces are still to be chosen (MO14). Until then
    /// they have the first orientation with their top.
    pub(super) pending: Bitboard,
    /// 0 where points do not decide.
    pub(super) scores: [u16; 4],
    /// Each seat's bonus on its next turn (MO15).
    pub(super) bonus: [u8; 4],
    /// The edge at which each seat sits (MO2); south while it is still to be chosen.
    pub(super) sides: [Side; 4],
    /// Whose turn it is; with flipped dice to turn, the attacker; seat 1 when the game is over.
    pub(super) turn: Seat,
    pub(super) phase: Phase,
    /// Counted from 1.
    pub(super) round: u8,
    /// The seats still in play, bit 0 for seat 1. When the game is over: those who were last.
    pub(super) in_play: u8,
}

impl Position {
    /// The die on a square.
    #[inline]
    pub fn die(&self, square: Square) -> Option<Die> {
        self.all_dice()
            .contains(square)
            .then(|| Die(self.codes[square.index()]))
    }

    /// The owner of the die on a square, even if that seat is out.
    #[inline]
    pub fn owner(&self, square: Square) -> Option<Seat> {
        let at = self.dice.iter().position(|dice| dice.contains(square))?;
        Some(Seat::new(at as u8))
    }

    /// The squares of a seat's dice.
    #[inline]
    pub fn dice(&self, seat: Seat) -> Bitboard {
        self.dice[seat.index()]
    }

    /// A seat's dice with their squares, in the order A1, B1, …
    #[inline]
    pub fn dice_of(&self, seat: Seat) -> impl Iterator<Item = (Square, Die)> + '_ {
        let squares = self.dice(seat).into_iter();
        squares.map(|square| (square, Die(self.codes[square.index()])))
    }

    /// The squares of all dice.
    #[inline]
    pub fn all_dice(&self) -> Bitboard {
        self.dice[0] | self.dice[1] | self.dice[2] | self.dice[3]
    }

    /// The squares of the devils (MO19).
    #[inline]
    pub fn devils(&self) -> Bitboard {
        self.devils
    }

    /// The squares of the dice that only a monster can hit (MO8).
    pub fn immune(&self) -> Bitboard {
        self.all_dice()
            .into_iter()
            .filter(|square| Die(self.codes[square.index()]).attack() == Attack::Immune)
            .collect()
    }

    /// The squares of the flipped dice whose side faces are still to be chosen (MO14).
    #[inline]
    pub fn pending(&self) -> Bitboard {
        self.pending
    }

    /// MO14: who chooses the next flipped die, and where it is.
    #[inline]
    pub fn next_choice(&self) -> Option<(Seat, Square)> {
        if self.pending.is_empty() {
            return None;
        }
        let (owner, at) = (0..4).find_map(|ahead| {
            let owner = (self.turn.index() + ahead) % 4;
            let at = (self.dice[owner] & self.pending).first()?;
            Some((Seat::new(owner as u8), at))
        })?;
        let chooser = if self.plays(owner) { owner } else { self.turn };
        Some((chooser, at))
    }

    /// What must be decided.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is; with flipped dice to turn, the attacker.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Who acts.
    #[inline]
    pub fn to_act(&self) -> Seat {
        match self.next_choice() {
            Some((chooser, _)) => chooser,
            None => self.turn,
        }
    }

    /// Whether a seat is still in play.
    #[inline]
    pub fn plays(&self, seat: Seat) -> bool {
        self.in_play >> seat.index() & 1 == 1
    }

    /// The seats still in play, bit 0 for seat 1; when the game is over, those who were last.
    #[inline]
    pub fn in_play(&self) -> u8 {
        self.in_play
    }

    /// How many extra squares a seat may roll on its next turn (MO15).
    #[inline]
    pub fn bonus(&self, seat: Seat) -> u8 {
        self.bonus[seat.index()]
    }

    /// A seat's points, 0 where points do not decide (MO18, MO21).
    #[inline]
    pub fn score(&self, seat: Seat) -> u16 {
        self.scores[seat.index()]
    }

    /// The edge at which a seat sits (MO2, MO20).
    #[inline]
    pub fn side(&self, seat: Seat) -> Side {
        self.sides[seat.index()]
    }

    /// The number of the round, from 1.
    #[inline]
    pub fn round(&self) -> u8 {
        self.round
    }

    /// MO5: how far a seat may roll its die on a square on its next turn.
    #[inline]
    pub fn range(&self, seat: Seat, square: Square) -> u8 {
        let die = Die(self.codes[square.index()]);
        die.range(self.sides[seat.index()]) + self.bonus[seat.index()]
    }

    /// MO6: where a seat could roll its die on a square, and how it would then stand.
    #[inline]
    pub fn reach(&self, seat: Seat, square: Square) -> Reach {
        let die = Die(self.codes[square.index()]);
        let range = self.range(seat, square);
        Reach::new(square, die.orientation(), range, !self.all_dice())
    }

    /// The board turned by half with the two seats exchanged: the same game for two players and a
    /// single round. (Dice are not their own mirror images, so a board cannot be mirrored.)
    pub fn half_turned(&self) -> Self {
        let mut turned = self.clone();
        turned.dice = [
            self.dice[1].half_turned(),
            self.dice[0].half_turned(),
            Bitboard::EMPTY,
            Bitboard::EMPTY,
        ];
        turned.devils = self.devils.half_turned();
        turned.pending = self.pending.half_turned();
        turned.bonus.swap(0, 1);
        turned.scores.swap(0, 1);
        turned.codes = [0; 64];
        for square in self.all_dice() {
            let die = Die(self.codes[square.index()]);
            let o = die.orientation();
            let south = o.facing(Side::North);
            let there = crate::scene::dice::Orientation::new(o.top(), south).unwrap_or(o);
            let mut die = die.turned(there);
            if self.pending.contains(square) {
                die = die.without_sides();
            }
            turned.codes[63 - square.index()] = die.0;
        }
        if self.phase != Phase::Over {
            turned.turn = self.turn.next(2);
        }
        turned.in_play = self.in_play >> 1 | (self.in_play & 1) << 1;
        turned
    }

    /// Equal positions have equal keys. Computed from scratch: random play never needs it, and a
    /// search spends far more on rolling.
    pub(super) fn key(&self) -> u64 {
        const SALTS: [u64; 16] = hash::table(0x6d6f_6e73_7472_6f64);
        let mut words = [0u64; 16];
        for (word, bytes) in words.iter_mut().zip(self.codes.chunks_exact(8)) {
            *word = bytes.iter().rev().fold(0, |w, &b| w << 8 | u64::from(b));
        }
        words[8..12].copy_from_slice(&self.dice.map(Bitboard::bits));
        words[12] = self.devils.bits();
        words[13] = self.pending.bits();
        words[14] = self.scores.iter().fold(0, |w, &s| w << 16 | u64::from(s));
        let mut small = self.bonus.iter().fold(0, |w, &b| w << 4 | u64::from(b));
        small = self.sides.iter().fold(small, |w, &s| w << 2 | s as u64);
        words[15] = small << 32
            | u64::from(self.in_play) << 24
            | u64::from(self.round) << 16
            | (self.turn.index() as u64) << 8
            | self.phase as u64;
        let mixed = words.iter().zip(&SALTS).fold(0u64, |sum, (&word, &salt)| {
            sum.wrapping_add(hash::mix(word ^ salt))
        });
        hash::mix(mixed)
    }
}
