//! The second generator: pieces by coordinates, meetings found by looking everywhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::testing::{Naive, Point, from_corner, name, point};

#[derive(Clone)]
pub(super) struct Simple {
    players: usize,
    teams: bool,
    /// Seat from 1, and 'C', 'T' or 'S'.
    pieces: BTreeMap<Point, (usize, char)>,
    /// Each seat's hand.
    hands: Vec<String>,
    seat: usize,
}

fn door((x, y): Point) -> Point {
    (x / 3 * 3 + 1, y / 3 * 3 + 1)
}

impl Simple {
    fn enemies(&self, a: usize, b: usize) -> bool {
        if self.teams { a % 2 != b % 2 } else { a != b }
    }

    fn must_leave(&self, at: Point) -> bool {
        let around = self
            .pieces
            .iter()
            .filter(|(other, piece)| door(**other) == at && self.enemies(piece.0, self.seat));
        door(at) == at && around.count() >= 2
    }

    fn may_enter(&self, from: Point, to: Point, shape: char) -> bool {
        if door(to) != from && self.pieces.contains_key(&door(to)) {
            return false;
        }
        self.pieces.iter().any(|(a, one)| {
            self.pieces.iter().any(|(b, other)| {
                let shapes: BTreeSet<char> = [shape, one.1, other.1].into();
                a.0 == to.0
                    && b.1 == to.1
                    && one.0 == other.0
                    && self.enemies(one.0, self.seat)
                    && shapes.len() == 3
            })
        })
    }

    fn moves(&self, from: Point) -> Vec<String> {
        let shape = self.pieces[&from].1;
        let hand = &self.hands[self.seat - 1];
        let mut moves = Vec::new();
        for n in 0..12 {
            for to in [(n, from.1), (from.0, n)] {
                if to == door(to) || self.pieces.contains_key(&to) {
                    continue;
                }
                let text = format!("{}-{}", name(from), name(to));
                if self.may_enter(from, to, shape) {
                    let kinds: BTreeSet<char> = hand.chars().collect();
                    moves.extend(kinds.iter().map(|kind| format!("{text}+{kind}")));
                }
                moves.push(text);
            }
        }
        moves
    }
}

impl Naive for Simple {
    fn start(spec: &str) -> Self {
        let players = match spec.split_once("players=") {
            Some((_, rest)) => rest[..1].parse().unwrap(),
            None => 2,
        };
        let teams = spec.contains("teams=true");
        let mut pieces = BTreeMap::new();
        for seat in 1..=players {
            let place = match (players, teams, seat) {
                (2, _, 2) | (4, true, 2) => 3,
                (4, true, 3) => 2,
                _ => seat,
            };
            for word in ["CA1", "TA3", "SC1"] {
                let shape = word.chars().next().unwrap();
                pieces.insert(from_corner(point(&word[1..]), place), (seat, shape));
            }
        }
        Simple {
            players,
            teams,
            pieces,
            hands: vec!["TTTSSSSS".into(); players],
            seat: 1,
        }
    }

    fn legal(&self) -> Vec<String> {
        if self.over().is_some() {
            return Vec::new();
        }
        let own: Vec<Point> = self
            .pieces
            .iter()
            .filter(|(_, piece)| piece.0 == self.seat)
            .map(|(&at, _)| at)
            .collect();
        let bound = own.iter().any(|&at| self.must_leave(at));
        let moves: Vec<String> = own
            .into_iter()
            .filter(|&at| !bound || self.must_leave(at))
            .flat_map(|at| self.moves(at))
            .collect();
        if moves.is_empty() {
            return vec!["pass".into()];
        }
        moves
    }

    fn seat(&self) -> u8 {
        self.seat as u8
    }

    fn play(&mut self, action: &str) {
        if action != "pass" {
            let (squares, entry) = match action.split_once('+') {
                Some((squares, entry)) => (squares, Some(entry)),
                None => (action, None),
            };
            let (from, to) = squares.split_once('-').unwrap();
            let piece = self.pieces.remove(&point(from)).unwrap();
            self.pieces.insert(point(to), piece);
            if let Some(kind) = entry {
                let hand = &mut self.hands[self.seat - 1];
                *hand = hand.replacen(kind, "", 1);
                let kind = kind.chars().next().unwrap();
                self.pieces.insert(door(point(to)), (self.seat, kind));
            }
        }
        self.seat = self.seat % self.players + 1;
    }

    fn over(&self) -> Option<String> {
        let won = |seat: usize| {
            (1..=self.players)
                .filter(|&other| !self.enemies(seat, other))
                .all(|other| self.hands[other - 1].is_empty())
        };
        let results: Vec<bool> = (1..=self.players).map(won).collect();
        results.contains(&true).then(|| {
            let signs: Vec<_> = results.iter().map(|&w| if w { "1" } else { "0" }).collect();
            signs.join(" ")
        })
    }
}
