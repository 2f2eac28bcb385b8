//! The second generator: pieces by coordinates, every square of a line examined.

use std::collections::BTreeMap;

use crate::testing::{Naive, Point, from_corner, name, point};

#[derive(Clone)]
pub(super) struct Simple {
    players: usize,
    teams: bool,
    /// Seat from 1, and 'c', 't' or 's'.
    pieces: BTreeMap<Point, (usize, char)>,
    seat: usize,
    result: Option<String>,
}

impl Simple {
    fn place(&self, seat: usize) -> usize {
        match (self.players, self.teams, seat) {
            (2, _, 2) => 3,
            (_, true, 2) => 3,
            (_, true, 3) => 2,
            _ => seat,
        }
    }

    fn enemies(&self, a: usize, b: usize) -> bool {
        if self.teams { a % 2 != b % 2 } else { a != b }
    }

    fn throne(&self, seat: usize) -> Point {
        point(["H8", "H5", "E5", "E8"][self.place(seat) - 1])
    }

    fn commander(&self, seat: usize) -> Option<Point> {
        let mut all = self.pieces.iter();
        all.find(|(_, piece)| **piece == (seat, 'c'))
            .map(|(&at, _)| at)
    }

    /// What a seat could do, as from, sign, to.
    fn moves(&self, seat: usize) -> Vec<(Point, char, Point)> {
        let mut moves = Vec::new();
        for (&from, &(owner, shape)) in &self.pieces {
            if owner != seat {
                continue;
            }
            for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                for n in 1..12 {
                    let to = (from.0 + n * dx, from.1 + n * dy);
                    if !(0..12).contains(&to.0) || !(0..12).contains(&to.1) {
                        break;
                    }
                    let right_distance = match shape {
                        't' => n == 3,
                        's' => n == 4,
                        _ => n == 2 || n == 5,
                    };
                    match self.pieces.get(&to) {
                        None => moves.push((from, '-', to)),
                        Some((other, _)) if right_distance && self.enemies(*other, seat) => {
                            moves.push((from, 'x', to));
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        moves
    }

    fn could_take(&self, seat: usize, at: Point) -> bool {
        self.moves(seat)
            .iter()
            .any(|&(_, sign, to)| sign == 'x' && to == at)
    }

    fn next(&self, seat: usize) -> usize {
        let mut next = seat;
        loop {
            next = next % self.players + 1;
            if self.teams || self.players == 2 || next == seat || self.commander(next).is_some() {
                return next;
            }
        }
    }

    fn has_won(&self, seat: usize) -> bool {
        let ours: Vec<usize> = (1..=self.players)
            .filter(|&other| !self.enemies(seat, other))
            .collect();
        let held = ["E5", "E8", "H5", "H8"]
            .iter()
            .filter(|t| {
                self.pieces
                    .get(&point(t))
                    .is_some_and(|(owner, _)| ours.contains(owner))
            })
            .count();
        let needed = if self.players == 2 || self.teams {
            4
        } else {
            3
        };
        held >= needed
            || ours.iter().all(|&friend| {
                self.commander(friend) == Some(self.throne(friend))
                    && !self.could_take(self.next(seat), self.throne(friend))
            })
    }

    fn won_by(&self, seat: usize) -> String {
        let signs: Vec<&str> = (1..=self.players)
            .map(|other| if self.enemies(seat, other) { "0" } else { "1" })
            .collect();
        signs.join(" ")
    }
}

impl Naive for Simple {
    fn start(spec: &str) -> Self {
        let players = match spec.split_once("players=") {
            Some((_, rest)) => rest[..1].parse().unwrap(),
            None => 2,
        };
        let mut game = Simple {
            players,
            teams: spec.contains("teams=true"),
            pieces: BTreeMap::new(),
            seat: 1,
            result: None,
        };
        for seat in 1..=players {
            for word in "cB2 tA2 tB1 tB3 tC2 sA1 sA3 sC1 sC3 sB4 sD2".split(' ') {
                let at = from_corner(point(&word[1..]), game.place(seat));
                let shape = word.chars().next().unwrap();
                game.pieces.insert(at, (seat, shape));
            }
        }
        game
    }

    fn legal(&self) -> Vec<String> {
        if self.result.is_some() {
            return Vec::new();
        }
        let moves = self.moves(self.seat);
        if moves.is_empty() {
            return vec!["pass".into()];
        }
        let text =
            |&(from, sign, to): &(Point, char, Point)| format!("{}{sign}{}", name(from), name(to));
        moves.iter().map(text).collect()
    }

    fn seat(&self) -> u8 {
        self.seat as u8
    }

    fn play(&mut self, action: &str) {
        let seat = self.seat;
        if action == "pass" {
            self.seat = self.next(seat);
            return;
        }
        let (from, to) = action.split_once(['-', 'x']).unwrap();
        let taken = self.pieces.remove(&point(to));
        let piece = self.pieces.remove(&point(from)).unwrap();
        self.pieces.insert(point(to), piece);
        if let Some((victim, 'c')) = taken {
            if self.players == 2 || self.teams {
                self.result = Some(self.won_by(seat));
            }
            for piece in self.pieces.values_mut().filter(|piece| piece.0 == victim) {
                piece.0 = seat;
            }
            if (1..=self.players).all(|other| other == seat || self.commander(other).is_none()) {
                self.result = Some(self.won_by(seat));
            }
        }
        if self.has_won(seat) {
            self.result = Some(self.won_by(seat));
        }
        self.seat = self.next(seat);
    }

    fn over(&self) -> Option<String> {
        self.result.clone()
    }
}
