//! A second generator, written from the rules alone: pieces in a list, hops one by one.

use std::collections::BTreeSet;

use crate::testing::Naive;

#[derive(Clone)]
pub(super) struct Simple {
    /// Seat from 1, whether it is a triangle, column and row from 1.
    pieces: Vec<(u8, bool, u8, u8)>,
    seats: u8,
    seat: u8,
    teams: bool,
    expert: bool,
}

impl Simple {
    fn enemies(&self, a: u8, b: u8) -> bool {
        match self.teams {
            true => a % 2 != b % 2,
            false => a != b,
        }
    }

    fn occupied(&self, column: u8, row: u8) -> bool {
        self.pieces.iter().any(|p| (p.2, p.3) == (column, row))
    }

    fn hop(&self, from: u8, row: u8) -> Option<u8> {
        (from + 1..=12).find(|&column| !self.occupied(column, row))
    }

    fn hops(&self, seat: u8) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for &(_, _, start, row) in self.pieces.iter().filter(|p| p.0 == seat) {
            let mut at = start;
            while let Some(next) = self.hop(at, row) {
                found.insert(format!("{}{row}-{}{row}", letter(start), letter(next)));
                let enemies = self.pieces.iter();
                let enemies = enemies.filter(|p| p.2 == next && self.enemies(p.0, seat));
                if enemies.count() % 2 == 0 {
                    break;
                }
                at = next;
            }
        }
        found
    }

    fn done(&self, seat: u8) -> bool {
        self.pieces
            .iter()
            .filter(|p| p.0 == seat)
            .all(|&(_, triangle, column, _)| {
                column >= 10 && (!self.expert || !triangle || column == 12)
            })
    }
}

fn letter(column: u8) -> char {
    (b'A' + column - 1) as char
}

impl Naive for Simple {
    fn start(spec: &str) -> Self {
        let seats = match spec {
            s if s.contains("players=4") => 4,
            s if s.contains("players=3") => 3,
            _ => 2,
        };
        let teams = spec.contains("teams=true");
        let mut pieces = Vec::new();
        for seat in 1..=seats {
            let place = match (seats, teams, seat) {
                (2, _, seat) => seat + 1,
                (_, true, 2) => 3,
                (_, true, 3) => 2,
                (_, _, seat) => seat,
            };
            for row in place * 3 - 2..=place * 3 {
                pieces.extend([
                    (seat, false, 1, row),
                    (seat, false, 2, row),
                    (seat, true, 3, row),
                ]);
            }
        }
        Simple {
            pieces,
            seats,
            seat: 1,
            teams,
            expert: spec.contains("expert=true"),
        }
    }

    fn legal(&self) -> Vec<String> {
        if self.over().is_some() {
            return Vec::new();
        }
        let hops: Vec<String> = self.hops(self.seat).into_iter().collect();
        if hops.is_empty() {
            return vec!["pass".into()];
        }
        hops
    }

    fn seat(&self) -> u8 {
        self.seat
    }

    fn play(&mut self, action: &str) {
        if let Some((from, to)) = action.split_once('-') {
            let read = |text: &str| (text.as_bytes()[0] - b'A' + 1, text[1..].parse().unwrap());
            let (column, row): (u8, u8) = read(from);
            let at = self.pieces.iter().position(|p| (p.2, p.3) == (column, row));
            self.pieces[at.unwrap()].2 = read(to).0;
        }
        self.seat = self.seat % self.seats + 1;
    }

    fn over(&self) -> Option<String> {
        let won = |seat: u8| (1..=self.seats).all(|s| self.enemies(s, seat) || self.done(s));
        if (1..=self.seats).any(won) {
            let signs = (1..=self.seats).map(|s| if won(s) { "1" } else { "0" });
            return Some(signs.collect::<Vec<_>>().join(" "));
        }
        (1..=self.seats)
            .all(|seat| self.hops(seat).is_empty())
            .then(|| vec!["="; usize::from(self.seats)].join(" "))
    }
}
