//! Who attacks what (CU7 – CU9), and what keeps a Master safe (CU10).

use super::position::{Kind, top_of};
use super::tables::{Tables, halves};
use super::{Bitboard, Cubulus, Piece, Position, Square};
use crate::Seat;

/// What attacks the acting seat's Master, or would if its own pieces were not in between.
pub(super) struct Threats<'a> {
    tables: &'a Tables,
    master: Square,
    occupied: Bitboard,
    /// Where a piece must go to stop the soldiers and the Master that attack now.
    stops: Bitboard,
    /// The cubes with at most own pieces in between, and which of their two ways is meant.
    cubes: [(Square, u8); 16],
    count: usize,
}

impl Threats<'_> {
    /// Where a piece that leaves these squares may go without exposing its Master (CU10).
    #[inline]
    pub(super) fn allowed(&self, leaves: Bitboard) -> Bitboard {
        let opened = self.opened(leaves);
        opened.fold(self.stops, |allowed, stops| allowed & stops)
    }

    /// Whether a piece that leaves `leaves` and then covers `covers` keeps its Master safe.
    pub(super) fn are_stopped(&self, leaves: Bitboard, covers: Bitboard) -> bool {
        (self.stops == Bitboard::ALL || !(self.stops & covers).is_empty())
            && self
                .opened(leaves)
                .all(|stops| !(stops & covers).is_empty())
    }

    /// For each attack opened by leaving these squares, where it can be stopped: in between, or on
    /// the attacker.
    #[inline]
    fn opened(&self, leaves: Bitboard) -> impl Iterator<Item = Bitboard> {
        self.cubes[..self.count]
            .iter()
            .filter_map(move |&(from, i)| {
                let way = self.tables.between(from, self.master)[usize::from(i)];
                let is_open = (way & self.occupied & !leaves).is_empty();
                is_open.then_some(way.with(from))
            })
    }
}

impl Cubulus {
    /// The squares of a seat's pieces that attack a square (CU7).
    #[inline]
    pub fn attackers(&self, position: &Position, seat: Seat, square: Square) -> Bitboard {
        self.attackers_among(
            position,
            seat,
            position.squares(seat),
            square,
            position.occupied(),
        )
    }

    /// Whether a seat's Master is attacked (check).
    #[inline]
    pub fn in_check(&self, position: &Position, seat: Seat) -> bool {
        let attackers = self.attackers(position, seat.next(2), position.master(seat));
        !attackers.is_empty()
    }

    /// All squares that a piece attacks on the current board; a shield attacks none. Rolling over a
    /// shield (CU9) does not count: it works only against that shield.
    pub fn attacked_by(&self, position: &Position, seat: Seat, piece: Piece) -> Bitboard {
        let at = piece.square();
        match piece.kind() {
            Kind::Shield { .. } => Bitboard::EMPTY,
            Kind::Soldier => self.tables.diagonal(at),
            Kind::Master if position.is_fresh(seat) => {
                self.tables.beside(at) | self.tables.diagonal(at)
            }
            Kind::Master => self.tables.beside(at),
            Kind::Cube(cube) => {
                let [low, high] = halves(position.occupied());
                let clear = |over: [u64; 2]| (over[0] & low) | (over[1] & high) == 0;
                let (paths, twins) = self.tables.paths(cube.top(), at);
                let mut ends = Bitboard::EMPTY;
                for path in paths.iter().filter(|p| clear(p.over)) {
                    ends = ends.with(path.end);
                }
                for twin in twins.iter().filter(|t| t.over.into_iter().any(clear)) {
                    ends = ends.with(twin.end);
                }
                ends
            }
        }
    }

    /// CU8, CU9: the attackers of a seat on each of the two squares of an enemy shield.
    #[inline]
    pub fn shield_attackers(
        &self,
        position: &Position,
        seat: Seat,
        shield: Piece,
    ) -> [Bitboard; 2] {
        let here = shield.square();
        let other = shield.other().unwrap_or(here);
        [
            self.shield_half_attackers(position, seat, here, other),
            self.shield_half_attackers(position, seat, other, here),
        ]
    }

    /// CU9: the attackers on one square of a shield, rolling over the other where they must.
    #[inline]
    pub(super) fn shield_half_attackers(
        &self,
        position: &Position,
        seat: Seat,
        square: Square,
        over: Square,
    ) -> Bitboard {
        let occupied = position.occupied().without(over);
        self.attackers_among(position, seat, position.squares(seat), square, occupied)
    }

    /// CU8: whether a seat's shield could be taken now, pinned attackers included.
    pub fn shield_in_danger(&self, position: &Position, seat: Seat, shield: Piece) -> bool {
        let [a, b] = self.shield_attackers(position, seat.next(2), shield);
        !a.is_empty() && !b.is_empty() && (a | b).len() >= 2
    }

    /// The pieces among `alive` that attack a square while these squares are occupied.
    #[inline]
    pub(super) fn attackers_among(
        &self,
        position: &Position,
        seat: Seat,
        alive: Bitboard,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let master = position.master_bit(seat) & alive;
        let mut found = self.tables.beside(square) & master;
        if self.tournament {
            // CU19, CU20.
            let fresh = if position.is_fresh(seat) {
                master
            } else {
                Bitboard::EMPTY
            };
            found |= self.tables.diagonal(square) & (position.soldiers(seat) & alive | fresh);
        }
        for from in self.in_reach(position, alive, square) {
            let ways = self.tables.between(from, square);
            if (ways[0] & occupied).is_empty() || (ways[1] & occupied).is_empty() {
                found = found.with(from);
            }
        }
        found
    }

    /// The cubes that are exactly as many rolls away as they show.
    #[inline]
    fn in_reach(&self, position: &Position, alive: Bitboard, square: Square) -> Bitboard {
        let distance = self.tables.distance(square);
        let [a, b, c] = position.tops;
        alive & !((a ^ distance[0]) | (b ^ distance[1]) | (c ^ distance[2]))
    }

    /// The threats against the Master of the seat to act.
    #[inline]
    pub(super) fn threats(&self, position: &Position) -> Threats<'_> {
        let foe = position.to_act.next(2);
        let enemy = position.squares(foe);
        let occupied = position.occupied();
        let master = position.master(position.to_act);
        let mut threats = Threats {
            tables: self.tables,
            master,
            occupied,
            stops: Bitboard::ALL,
            cubes: [(master, 0); 16],
            count: 0,
        };
        for from in self.in_reach(position, enemy, master) {
            let ways = self.tables.between(from, master);
            let count = if ways[0] == ways[1] { 1 } else { 2 };
            for (i, &way) in ways[..count].iter().enumerate() {
                let blockers = way & occupied;
                // An opposing piece in between stays there or is replaced by its taker (taking a
                // shield is handled separately), and one piece leaves at most two squares.
                if (blockers & enemy).is_empty() && blockers.len() <= 2 {
                    threats.cubes[threats.count] = (from, i as u8);
                    threats.count += 1;
                }
            }
        }
        let guard = position.master(foe);
        if self.tournament {
            for from in position.soldiers(foe) & self.tables.diagonal(master) {
                threats.stops &= Bitboard::from_square(from);
            }
            if position.is_fresh(foe) && self.tables.diagonal(master).contains(guard) {
                threats.stops = Bitboard::EMPTY;
            }
        }
        if self.tables.beside(master).contains(guard) {
            threats.stops = Bitboard::EMPTY;
        }
        threats
    }

    /// CU10: whether the acting seat's Master is safe on a square once the opponent has lost
    /// `taken` and exactly `occupied` is occupied.
    #[inline]
    pub(super) fn is_safe(
        &self,
        position: &Position,
        master: Square,
        taken: Bitboard,
        occupied: Bitboard,
    ) -> bool {
        let foe = position.to_act.next(2);
        let alive = position.squares(foe) & !taken;
        self.attackers_among(position, foe, alive, master, occupied)
            .is_empty()
    }

    /// What a cube becomes by each free way to a square, each once (C6); `occupied` excludes the
    /// shield square it may roll over (CU9). None if its number does not reach.
    pub(super) fn rolls_to(
        &self,
        cube: Piece,
        end: Square,
        occupied: Bitboard,
    ) -> impl Iterator<Item = (Piece, u8)> + use<'_> {
        let from = cube.square();
        let reaches = cube.is_cube() && apart(from, end) == top_of(cube.code);
        let ways = if reaches {
            let over = self.tables.between(from, end);
            let courses = self.tables.courses_to(from, end);
            let way = |i: usize| {
                let course = courses[i];
                let faces = self.tables.rolled[usize::from(cube.code - 1)][usize::from(course)] + 1;
                (over[i] & occupied)
                    .is_empty()
                    .then_some((Piece::new(faces, end), course))
            };
            match (way(0), way(1)) {
                (Some(a), Some(b)) if a.0 == b.0 => [Some(a), None],
                both => both.into(),
            }
        } else {
            [None, None]
        };
        ways.into_iter().flatten()
    }
}

/// How many rolls apart two squares are.
pub(super) fn apart(a: Square, b: Square) -> u8 {
    a.row().abs_diff(b.row()) + a.column().abs_diff(b.column())
}
