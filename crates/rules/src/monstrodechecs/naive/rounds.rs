//! How a round begins and ends.

use super::dice::{all_stands, point, towards};
use super::{Cube, Simple};

impl Simple {
    pub(super) fn begin_round(&mut self) {
        let corners = self.mode == "coins" || self.mode == "carnage";
        let text = match (corners, self.seats) {
            (true, _) => "A1 B1 C1 A2 B2 C2 A3 B3 D1 D2 C3 D3 A4 B4 C4",
            (_, 2) => "A1 B1 C1 D1 E1 F1 G1 H1",
            _ => "C1 D1 E1 F1 D2 E2",
        };
        let count = if self.mode == "carnage" {
            15
        } else {
            self.army.len()
        };
        self.board.clear();
        self.sides = vec![None; self.seats];
        self.bonus = vec![0; self.seats];
        self.out = vec![false; self.seats];
        self.seen.clear();
        self.choosing = self.mode != "classic";
        for owner in 0..self.seats {
            let sides = if self.seats == 2 { "SN" } else { "SWNE" };
            for (i, square) in text.split(' ').take(count).enumerate() {
                let mut at = point(square);
                for _ in 0..owner * 4 / self.seats {
                    at = (at.1, 7 - at.0);
                }
                let cube = Cube {
                    owner,
                    kind: *self.army.get(i).unwrap_or(&'0'),
                    devil: false,
                    faces: None,
                    flipped: false,
                };
                self.board.insert(at, cube);
            }
            if !corners {
                self.sit(owner, sides.chars().nth(owner).unwrap());
            }
        }
        self.turn = if self.choosing {
            0
        } else {
            (self.round - 1) % self.seats
        };
        self.remember();
    }

    /// MO3: the owner's side is known, so the dice can be placed.
    pub(super) fn sit(&mut self, owner: usize, side: char) {
        self.sides[owner] = Some(side);
        for cube in self.board.values_mut().filter(|c| c.owner == owner) {
            let fits = |top: char, to: char| {
                all_stands(cube.kind)
                    .into_iter()
                    .find(|f| f[0] == top && towards(f, side) == to)
            };
            cube.faces = if cube.kind == '0' {
                fits('1', '2')
            } else {
                fits('M', '1').or_else(|| fits('M', '2'))
            };
            assert!(cube.faces.is_some());
        }
    }

    pub(super) fn side(&self, seat: usize) -> Vec<usize> {
        (0..self.seats).filter(|&s| self.partner(s, seat)).collect()
    }

    pub(super) fn end_round(&mut self, last: Option<Vec<usize>>, had: Vec<usize>) {
        if self.round < self.rounds {
            self.round += 1;
            self.begin_round();
            return;
        }
        let (sign, who) = if self.rounds > 1 || self.mode == "carnage" {
            let sum = |seat: usize| -> usize {
                let side = self.side(seat);
                side.iter().map(|&s| self.scores[s]).sum()
            };
            let best = (0..self.seats).map(sum).max().unwrap();
            let top: Vec<usize> = (0..self.seats).filter(|&s| sum(s) == best).collect();
            let one = top.iter().all(|&s| self.partner(s, top[0]));
            (if one { "1" } else { "=" }, top)
        } else {
            match last {
                Some(last) => ("1", last),
                None => ("=", had),
            }
        };
        let verdict = |seat| if who.contains(&seat) { sign } else { "0" };
        let all: Vec<&str> = (0..self.seats).map(verdict).collect();
        self.result = Some(all.join(" "));
    }
}
