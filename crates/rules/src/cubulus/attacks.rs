//! Who attacks what (CU7 – CU9), and what keeps a Master safe (CU10).

use super::position::{Kind, top_of};
use super::tables::{Tables, bit, halves, squares};
use super::{Cubulus, Piece, Position, Square};
use crate::Seat;

/// What attacks the acting seat's Master, or would if its own pieces were not in between.
pub(super) struct Threats<'a> {
    tables: &'a Tables,
    master: usize,
    occupied: u128,
    /// Where a piece must go to stop the soldiers and the Master that attack now.
    stops: u128,
    /// The cubes with at most own pieces in between, and which of their two ways is meant.
    cubes: [(u8, u8); 16],
    count: usize,
}

impl Threats<'_> {
    /// Where a piece that leaves these squares may go without exposing its Master (CU10).
    #[inline]
    pub(super) fn allowed(&self, leaves: u128) -> u128 {
        let opened = self.opened(leaves);
        opened.fold(self.stops, |allowed, stops| allowed & stops)
    }

    /// Whether a piece that leaves `leaves` and then covers `covers` keeps its Master safe.
    pub(super) fn are_stopped(&self, leaves: u128, covers: u128) -> bool {
        (self.stops == u128::MAX || self.stops & covers != 0)
            && self.opened(leaves).all(|stops| stops & covers != 0)
    }

    /// For each attack opened by leaving these squares, where it can be stopped: in between, or on
    /// the attacker.
    #[inline]
    fn opened(&self, leaves: u128) -> impl Iterator<Item = u128> {
        self.cubes[..self.count]
            .iter()
            .filter_map(move |&(from, i)| {
                let way = self.tables.between(usize::from(from), self.master)[usize::from(i)];
                (way & self.occupied & !leaves == 0).then_some(way | bit(usize::from(from)))
            })
    }
}

impl Cubulus {
    /// The squares of a seat's pieces that attack a square (CU7).
    #[inline]
    pub fn attackers(&self, position: &Position, seat: Seat, square: Square) -> u128 {
        self.attackers_among(
            position,
            seat,
            position.squares(seat),
            square.index(),
            position.occupied(),
        )
    }

    /// Whether a seat's Master is attacked (check).
    #[inline]
    pub fn in_check(&self, position: &Position, seat: Seat) -> bool {
        self.attackers(position, seat.next(2), position.master(seat)) != 0
    }

    /// All squares that a piece attacks on the current board; a shield attacks none. Rolling over a
    /// shield (CU9) does not count: it works only against that shield.
    pub fn attacked_by(&self, position: &Position, seat: Seat, piece: Piece) -> u128 {
        let at = piece.index();
        match piece.kind() {
            Kind::Shield { .. } => 0,
            Kind::Soldier => self.tables.diagonal[at],
            Kind::Master if position.is_fresh(seat) => {
                self.tables.beside[at] | self.tables.diagonal[at]
            }
            Kind::Master => self.tables.beside[at],
            Kind::Cube(cube) => {
                let [low, high] = halves(position.occupied());
                let clear = |over: [u64; 2]| (over[0] & low) | (over[1] & high) == 0;
                let (paths, twins) = self.tables.paths(cube.top(), at);
                let mut ends = 0;
                for path in paths.iter().filter(|p| clear(p.over)) {
                    ends |= bit(usize::from(path.end));
                }
                for twin in twins.iter().filter(|t| t.over.into_iter().any(clear)) {
                    ends |= bit(usize::from(twin.end));
                }
                ends
            }
        }
    }

    /// CU8, CU9: the attackers of a seat on each of the two squares of an enemy shield.
    #[inline]
    pub fn shield_attackers(&self, position: &Position, seat: Seat, shield: Piece) -> [u128; 2] {
        let here = shield.index();
        let other = shield.other_index().unwrap_or(here);
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
        square: usize,
        over: usize,
    ) -> u128 {
        let occupied = position.occupied() & !bit(over);
        self.attackers_among(position, seat, position.squares(seat), square, occupied)
    }

    /// CU8: whether a seat's shield could be taken now, pinned attackers included.
    pub fn shield_in_danger(&self, position: &Position, seat: Seat, shield: Piece) -> bool {
        let [a, b] = self.shield_attackers(position, seat.next(2), shield);
        a != 0 && b != 0 && (a | b).count_ones() >= 2
    }

    /// The pieces among `alive` that attack a square while these squares are occupied.
    #[inline]
    pub(super) fn attackers_among(
        &self,
        position: &Position,
        seat: Seat,
        alive: u128,
        square: usize,
        occupied: u128,
    ) -> u128 {
        let master = position.master_bit(seat) & alive;
        let mut found = self.tables.beside[square] & master;
        if self.tournament {
            // CU19, CU20.
            let fresh = if position.is_fresh(seat) { master } else { 0 };
            found |= self.tables.diagonal[square] & (position.soldiers(seat) & alive | fresh);
        }
        for from in squares(self.in_reach(position, alive, square)) {
            let ways = self.tables.between(from, square);
            if ways[0] & occupied == 0 || ways[1] & occupied == 0 {
                found |= bit(from);
            }
        }
        found
    }

    /// The cubes that are exactly as many rolls away as they show.
    #[inline]
    fn in_reach(&self, position: &Position, alive: u128, square: usize) -> u128 {
        let distance = &self.tables.distance[square];
        let [a, b, c] = position.tops;
        alive & !((a ^ distance[0]) | (b ^ distance[1]) | (c ^ distance[2]))
    }

    /// The threats against the Master of the seat to act.
    #[inline]
    pub(super) fn threats(&self, position: &Position) -> Threats<'_> {
        let foe = position.to_act.next(2);
        let enemy = position.squares(foe);
        let occupied = position.occupied();
        let master = position.master(position.to_act).index();
        let mut threats = Threats {
            tables: self.tables,
            master,
            occupied,
            stops: u128::MAX,
            cubes: [(0, 0); 16],
            count: 0,
        };
        for from in squares(self.in_reach(position, enemy, master)) {
            let ways = self.tables.between(from, master);
            let count = if ways[0] == ways[1] { 1 } else { 2 };
            for (i, &way) in ways[..count].iter().enumerate() {
                let blockers = way & occupied;
                // An opposing piece in between stays there or is replaced by its taker (taking a
                // shield is handled separately), and one piece leaves at most two squares.
                if blockers & enemy == 0 && blockers.count_ones() <= 2 {
                    threats.cubes[threats.count] = (from as u8, i as u8);
                    threats.count += 1;
                }
            }
        }
        let guard = position.master_bit(foe);
        if self.tournament {
            for from in squares(position.soldiers(foe) & self.tables.diagonal[master]) {
                threats.stops &= bit(from);
            }
            if position.is_fresh(foe) && guard & self.tables.diagonal[master] != 0 {
                threats.stops = 0;
            }
        }
        if guard & self.tables.beside[master] != 0 {
            threats.stops = 0;
        }
        threats
    }

    /// CU10: whether the acting seat's Master is safe on a square once the opponent has lost
    /// `taken` and exactly `occupied` is occupied.
    #[inline]
    pub(super) fn is_safe(
        &self,
        position: &Position,
        master: usize,
        taken: u128,
        occupied: u128,
    ) -> bool {
        let foe = position.to_act.next(2);
        let alive = position.squares(foe) & !taken;
        self.attackers_among(position, foe, alive, master, occupied) == 0
    }

    /// What a cube becomes by each free way to a square, each once (C6); `occupied` excludes the
    /// shield square it may roll over (CU9). None if its number does not reach.
    pub(super) fn rolls_to(
        &self,
        cube: Piece,
        end: usize,
        occupied: u128,
    ) -> impl Iterator<Item = (Piece, u8)> + use<'_> {
        let from = cube.index();
        let apart = (from / 9).abs_diff(end / 9) + (from % 9).abs_diff(end % 9);
        let reaches = cube.is_cube() && apart == usize::from(top_of(cube.code));
        let ways = if reaches {
            let over = self.tables.between(from, end);
            let shapes = self.tables.shapes_to(from, end);
            let way = |i: usize| {
                let shape = shapes[i];
                let faces = self.tables.rolled[usize::from(cube.code - 1)][usize::from(shape)] + 1;
                (over[i] & occupied == 0).then_some((Piece::new(faces, end), shape))
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
