//! The second generator: pieces by coordinates, every way walked square by square.

use std::collections::{BTreeMap, BTreeSet};

use crate::testing::{Naive, Point, name, point};

#[derive(Clone)]
pub(super) struct Simple {
    guards: BTreeMap<Point, u8>,
    placed: [usize; 2],
    seat: u8,
    winner: u8,
    /// E2, then E11 or H11.
    kings: [Point; 2],
}

const STEPS: [Point; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn on_board((x, y): Point) -> bool {
    (0..12).contains(&x) && (0..12).contains(&y)
}

impl Simple {
    fn king(&self, seat: u8) -> Point {
        self.kings[usize::from(seat) - 1]
    }

    fn beside_a_king(&self, (x, y): Point) -> bool {
        self.kings
            .into_iter()
            .any(|(kx, ky)| kx / 3 == x / 3 && ky / 3 == y / 3)
    }

    fn runs_out(
        &self,
        seat: u8,
        at: Point,
        way: usize,
        seen: &mut BTreeSet<(Point, usize)>,
    ) -> bool {
        if !seen.insert((at, way)) {
            return false;
        }
        let next = (at.0 + STEPS[way].0, at.1 + STEPS[way].1);
        if !on_board(next) {
            return way == if seat == 1 { 0 } else { 2 };
        }
        if next == self.king(3 - seat) {
            return false;
        }
        if self.guards.contains_key(&next) {
            return self.runs_out(seat, at, (way + 1) % 4, seen)
                || self.runs_out(seat, at, (way + 3) % 4, seen);
        }
        self.runs_out(seat, next, way, seen)
    }

    fn can_leave(&self, seat: u8) -> bool {
        let mut seen = BTreeSet::new();
        (0..4).any(|way| self.runs_out(seat, self.king(seat), way, &mut seen))
    }

    fn free(&self, at: Point) -> bool {
        on_board(at) && !self.guards.contains_key(&at) && !self.kings.contains(&at)
    }
}

impl Naive for Simple {
    fn start(spec: &str) -> Self {
        let north = if spec.ends_with("left") { 7 } else { 4 };
        Simple {
            guards: BTreeMap::new(),
            placed: [0, 0],
            seat: 1,
            winner: 0,
            kings: [(4, 1), (north, 10)],
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        if self.winner != 0 {
            return legal;
        }
        if self.can_leave(self.seat) && !self.guards.is_empty() {
            return vec!["exit".into()];
        }
        let placed = self.placed[usize::from(self.seat) - 1];
        if placed < 6 {
            for x in 0..12 {
                for y in 0..12 {
                    let centre = x % 3 == 1 && y % 3 == 1;
                    if self.free((x, y)) && !self.beside_a_king((x, y)) && !(centre && placed == 0)
                    {
                        legal.push(format!("@{}", name((x, y))));
                    }
                }
            }
            return legal;
        }
        for (&from, _) in self.guards.iter().filter(|(_, owner)| **owner == self.seat) {
            for (dx, dy) in STEPS {
                let mut at = (from.0 + dx, from.1 + dy);
                while self.free(at) {
                    if !self.beside_a_king(at) {
                        legal.push(format!("{}-{}", name(from), name(at)));
                    }
                    at = (at.0 + dx, at.1 + dy);
                }
            }
        }
        legal
    }

    fn seat(&self) -> u8 {
        self.seat
    }

    fn play(&mut self, action: &str) {
        if action == "exit" {
            self.winner = self.seat;
            return;
        }
        if let Some(to) = action.strip_prefix('@') {
            self.guards.insert(point(to), self.seat);
            self.placed[usize::from(self.seat) - 1] += 1;
        } else {
            let (from, to) = action.split_once('-').unwrap();
            let owner = self.guards.remove(&point(from)).unwrap();
            self.guards.insert(point(to), owner);
        }
        self.seat = 3 - self.seat;
    }

    fn over(&self) -> Option<String> {
        let winner = match self.winner {
            0 if self.legal().is_empty() => 3 - self.seat,
            0 => return None,
            winner => winner,
        };
        Some(if winner == 1 { "1 0" } else { "0 1" }.into())
    }
}
