use super::{Action, Bitboard, DARK, LIGHT, Placement, Release};
use crate::{Seat, hash};

/// Where the bars are, which are captive, what may not be undone, and who acts. Links, levels and
/// key are derived and kept up to date.
///
/// Bars are numbered from 0 to 11: six of Light, then six of Dark, two of each order; of two equal
/// ones the one with the lower placement comes first, and those in the hand come last. A set of
/// bars has a bit for each.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) bars: [Placement; 12],
    /// The bars that each bar is linked with (EU6).
    pub(super) links: [u16; 12],
    /// The squares of each seat's levels.
    levels: [[Bitboard; 3]; 2],
    key: u64,
    /// What each seat may not play on its next turn (EU7).
    forbidden: [Action; 2],
    pub(super) captives: u16,
    to_act: Seat,
    /// Who has won, from 1; 0 for nobody.
    winner: u8,
}

/// A bar on the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bar {
    /// Its number in the position.
    pub number: usize,
    /// Its owner.
    pub seat: Seat,
    /// How it lies.
    pub placement: Placement,
    /// Whether the other seat holds it captive.
    pub captive: bool,
}

/// Numbers for the key: by seat and placement.
static KEYS: [hash::Keys<768>; 2] = [hash::Keys::new(0xe0), hash::Keys::new(0xe1)];

impl Position {
    /// EU2.
    pub(super) const START: Position = Position {
        bars: [Placement::NONE; 12],
        links: [0; 12],
        levels: [[Bitboard::EMPTY; 3]; 2],
        key: 0,
        forbidden: [Action::NONE; 2],
        captives: 0,
        to_act: LIGHT,
        winner: 0,
    };

    /// Who acts.
    #[inline]
    pub fn to_act(&self) -> Seat {
        self.to_act
    }

    /// Who has a chain from corner to corner (EU12): the seat that has just acted, if both have.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        (self.winner > 0).then(|| Seat::new(self.winner - 1))
    }

    /// The bars on the board.
    pub fn bars(&self) -> impl Iterator<Item = Bar> + '_ {
        (0..12).filter_map(|number| self.bar(number))
    }

    /// A bar by its number, if it is on the board.
    #[inline]
    pub fn bar(&self, number: usize) -> Option<Bar> {
        let placement = self.bars[number];
        (placement != Placement::NONE).then(|| Bar {
            number,
            seat: if number < 6 { LIGHT } else { DARK },
            placement,
            captive: self.captives >> number & 1 == 1,
        })
    }

    /// The bar that covers a square.
    pub fn bar_on(&self, square: super::Square) -> Option<Bar> {
        self.bars()
            .find(|bar| bar.placement.covered().contains(square))
    }

    /// The number of a seat's bar with this placement.
    #[inline]
    pub fn number_of(&self, seat: Seat, placement: Placement) -> Option<usize> {
        let pair = seat.index() * 6 + placement.order().min(2) * 2;
        (pair..pair + 2).find(|&number| self.bars[number] == placement)
    }

    /// How many bars of an order a seat has in the hand.
    #[inline]
    pub fn in_hand(&self, seat: Seat, order: usize) -> u8 {
        let pair = seat.index() * 6 + order * 2;
        u8::from(self.bars[pair] == Placement::NONE)
            + u8::from(self.bars[pair + 1] == Placement::NONE)
    }

    /// The squares of a seat's levels 1, 2 and 3, captive or not.
    #[inline]
    pub fn levels(&self, seat: Seat) -> [Bitboard; 3] {
        self.levels[seat.index()]
    }

    /// The squares that a seat's bars cover.
    #[inline]
    pub fn covered(&self, seat: Seat) -> Bitboard {
        let [one, two, three] = self.levels[seat.index()];
        one | two | three
    }

    /// The captive bars of both seats, as a set.
    #[inline]
    pub fn captives(&self) -> u16 {
        self.captives
    }

    /// EU7: what a seat may not play on its next turn, if anything.
    #[inline]
    pub(super) fn forbidden(&self, seat: Seat) -> Action {
        self.forbidden[seat.index()]
    }

    /// The placements of the bars that a seat may move or take off (EU9).
    #[inline]
    pub(super) fn movable(&self, seat: Seat) -> impl Iterator<Item = Placement> + '_ {
        let first = seat.index() * 6;
        (first..first + 6)
            .filter(|&number| self.captives >> number & 1 == 0)
            .map(|number| self.bars[number])
            .filter(|&placement| placement != Placement::NONE)
    }

    #[inline]
    pub(super) fn play(&mut self, action: Action, release: Release) {
        let seat = self.to_act;
        if let Some(from) = action.from() {
            self.lift(seat, from);
        }
        if let Some(to) = action.to() {
            let number = self.put(seat, to);
            self.release_by_friend(number);
            self.capture(number);
        }
        if release == Release::Captors {
            self.release_by_leaving();
        }
        self.forbidden[seat.index()] = action.undone();
        self.pass(seat.next(2));
    }

    /// Gives the turn to a seat and checks whether there is a chain.
    #[inline]
    fn pass(&mut self, to: Seat) {
        self.to_act = to;
        let mover = to.next(2);
        self.winner = if self.has_chain(mover) {
            mover.number()
        } else if self.has_chain(to) {
            to.number()
        } else {
            0
        };
    }

    /// Puts a bar from the hand onto the board and returns its number.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, placement: Placement) -> usize {
        let side = seat.index();
        let pair = side * 6 + placement.order() * 2;
        // The second one is in the hand; this one may have to come first.
        let number = if placement < self.bars[pair] {
            self.swap(pair);
            pair
        } else {
            pair + 1
        };
        self.bars[number] = placement;
        let footprint = placement.footprint();
        for (own, level) in self.levels[side].iter_mut().zip(footprint.levels) {
            *own |= level;
        }
        self.key ^= KEYS[side].get(placement.number());
        self.link(number);
        number
    }

    /// Takes a bar into the hand.
    #[inline]
    fn lift(&mut self, seat: Seat, placement: Placement) {
        let side = seat.index();
        let pair = side * 6 + placement.order() * 2;
        let number = pair + usize::from(self.bars[pair] != placement);
        self.unlink(number);
        self.bars[number] = Placement::NONE;
        if number == pair {
            self.swap(pair);
        }
        let footprint = placement.footprint();
        for (own, level) in self.levels[side].iter_mut().zip(footprint.levels) {
            *own &= !level;
        }
        self.key ^= KEYS[side].get(placement.number());
    }

    /// Exchanges the numbers of two equal bars.
    #[inline]
    fn swap(&mut self, first: usize) {
        if self.bars[first] == self.bars[first + 1] {
            return;
        }
        self.bars.swap(first, first + 1);
        self.links.swap(first, first + 1);
        for set in self.links.iter_mut().chain([&mut self.captives]) {
            let differ = (*set >> first ^ *set >> (first + 1)) & 1;
            *set ^= differ << first | differ << (first + 1);
        }
    }

    /// Sets what cannot be placed: captives, forbidden actions, who acts.
    pub(super) fn finish(&mut self, captives: u16, forbidden: [Action; 2], to_act: Seat) {
        self.captives = captives;
        self.forbidden = forbidden;
        self.pass(to_act);
    }

    /// The position with the colours swapped and the other seat to act.
    pub fn swapped(&self) -> Self {
        self.rebuilt(Seat::next, |placement| placement)
    }

    /// The position under one of the eight symmetries of the board ([`Placement::mirrored`]). The
    /// rules are the same for it.
    pub fn mirrored(&self, symmetry: u8) -> Self {
        self.rebuilt(|seat, _| seat, |placement| placement.mirrored(symmetry))
    }

    fn rebuilt(
        &self,
        seat: impl Fn(Seat, u8) -> Seat,
        place: impl Fn(Placement) -> Placement,
    ) -> Self {
        let mut other = Self::START;
        for bar in self.bars() {
            other.put(seat(bar.seat, 2), place(bar.placement));
        }
        let mut captives = 0;
        for bar in self.bars().filter(|bar| bar.captive) {
            let number = other.number_of(seat(bar.seat, 2), place(bar.placement));
            captives |= number.map_or(0, |number| 1 << number);
        }
        let mut forbidden = [Action::NONE; 2];
        for whose in Seat::all(2) {
            let [from, to] = [
                self.forbidden(whose).from().map_or(Placement::NONE, &place),
                self.forbidden(whose).to().map_or(Placement::NONE, &place),
            ];
            forbidden[seat(whose, 2).index()] = Action::shift(from, to);
        }
        other.finish(captives, forbidden, seat(self.to_act, 2));
        other
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        let number = |placement: Placement| placement.number() as u64;
        let [mine, theirs] = self.forbidden.map(|action| {
            let [from, to] = [action.from(), action.to()];
            number(from.unwrap_or(Placement::NONE)) << 10 | number(to.unwrap_or(Placement::NONE))
        });
        let rest = mine << 33 | theirs << 13 | u64::from(self.captives) << 1;
        self.key ^ hash::mix(rest | self.to_act.index() as u64)
    }
}
