//! A second generator, slow and simple: dice as six written faces in a map from the names of
//! squares, paths one by one.

mod dice;
mod rounds;

use std::collections::{BTreeMap, BTreeSet};

use crate::testing::Naive;
use dice::{Faces, Point, WAYS, all_stands, name, number, on_board, point, roll, towards};

#[derive(Clone, Debug, PartialEq, Eq)]
struct Cube {
    owner: usize,
    /// The number that the monster replaces, '0' for an ordinary die.
    kind: char,
    devil: bool,
    /// What is written on the faces; `None` until a side is chosen.
    faces: Option<Faces>,
    /// Flipped, so that only top and bottom count.
    flipped: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Simple {
    mode: String,
    seats: usize,
    teams: bool,
    rounds: usize,
    army: Vec<char>,
    // In this round:
    board: BTreeMap<Point, Cube>,
    sides: Vec<Option<char>>,
    bonus: Vec<usize>,
    out: Vec<bool>,
    /// Who has the turn, or chooses before play.
    turn: usize,
    choosing: bool,
    /// All positions of this round.
    seen: Vec<String>,
    // In the match:
    round: usize,
    scores: Vec<usize>,
    result: Option<String>,
}

/// MO4: the diagonal through the corner of the top where these two numbers meet.
fn corner(cube: &Cube, a: char, b: char) -> [Point; 2] {
    let faces = cube.faces.unwrap();
    let is = |side| {
        let n = number(towards(&faces, side), cube.kind);
        n == a || n == b
    };
    let north = if is('N') { 1 } else { -1 };
    let east = if is('E') { 1 } else { -1 };
    assert!(is('N') != is('S') && is('E') != is('W'));
    [(east, north), (-east, -north)]
}

impl Simple {
    fn partner(&self, a: usize, b: usize) -> bool {
        a == b || self.teams && a % 2 == b % 2
    }

    fn remember(&mut self) {
        self.seen.push(format!(
            "{:?} {:?} {:?} {} {} {:?}",
            self.board, self.sides, self.bonus, self.turn, self.choosing, self.scores
        ));
    }

    /// MO14: who chooses the next flipped die, and where it is.
    fn open(&self) -> Option<(usize, Point)> {
        for i in 0..self.seats {
            let owner = (self.turn + i) % self.seats;
            for r in 0..8 {
                for c in 0..8 {
                    let waits = |cube: &&Cube| cube.flipped && cube.owner == owner;
                    if self.board.get(&(c, r)).filter(waits).is_some() {
                        let chooser = if self.out[owner] { self.turn } else { owner };
                        return Some((chooser, (c, r)));
                    }
                }
            }
        }
        None
    }

    fn rolls(&self, from: Point) -> BTreeSet<(Point, Faces)> {
        let cube = &self.board[&from];
        let start = cube.faces.unwrap();
        let shown = if start[0] == 'M' {
            towards(&start, self.sides[cube.owner].unwrap())
        } else {
            start[0]
        };
        let range = shown.to_digit(10).unwrap() as usize + self.bonus[cube.owner];
        let mut now = BTreeSet::from([(from, start)]);
        let mut ends = BTreeSet::new();
        for _ in 0..range {
            let mut next = BTreeSet::new();
            for &((c, r), faces) in &now {
                for (way, (east, north)) in WAYS {
                    let to = (c + east, r + north);
                    if on_board(to) && (to == from || !self.board.contains_key(&to)) {
                        next.insert((to, roll(faces, way)));
                    }
                }
            }
            ends.extend(next.iter().copied());
            now = next;
        }
        ends.retain(|&(to, _)| to != from);
        ends
    }

    /// The dice in a direction, the nearest first, up to an immune one.
    fn line(&self, from: Point, (east, north): Point) -> Vec<Point> {
        let mut found = Vec::new();
        let mut at = (from.0 + east, from.1 + north);
        while on_board(at) {
            if let Some(cube) = self.board.get(&at) {
                if cube.faces.unwrap()[0] == '1' {
                    break;
                }
                found.push(at);
            }
            at = (at.0 + east, at.1 + north);
        }
        found
    }

    fn attack(&mut self, at: Point) {
        let cube = self.board[&at].clone();
        let all = |ways: &[Point], most: usize| -> Vec<Point> {
            ways.iter()
                .flat_map(|&way| self.line(at, way).into_iter().take(most))
                .collect()
        };
        let near = |orthogonal: bool| -> Vec<Point> {
            let dice = self.board.keys().filter(|p| {
                let (dc, dr) = ((p.0 - at.0).abs(), (p.1 - at.1).abs());
                dc.max(dr) == 1 && (!orthogonal || dc + dr == 1)
            });
            dice.copied().collect()
        };
        let (mut removed, mut flipped) = (Vec::new(), Vec::new());
        let top = cube.faces.unwrap()[0];
        match top {
            '2' => removed = all(&corner(&cube, '1', '3'), 9),
            '3' => removed = all(&corner(&cube, '1', '2'), 1),
            '4' => {
                removed = near(true);
                removed.retain(|p| self.board[p].faces.unwrap()[0] != '1');
            }
            '5' => flipped = all(&[(1, 1), (1, -1), (-1, 1), (-1, -1)], 1),
            '6' => {
                let north = number(cube.faces.unwrap()[2], cube.kind);
                let ways = if north == '3' || north == '4' {
                    [(0, 1), (0, -1)]
                } else {
                    [(1, 0), (-1, 0)]
                };
                flipped = all(&ways, 9);
            }
            'M' => removed = near(false),
            _ => {}
        }
        for p in flipped {
            let cube = self.board.get_mut(&p).unwrap();
            cube.flipped = true;
            let [top, bottom, ..] = cube.faces.unwrap();
            cube.faces = Some([bottom, top, '?', '?', '?', '?']);
        }
        let was_in: Vec<bool> = (0..self.seats).map(|s| !self.out[s]).collect();
        for p in &removed {
            let gone = self.board.remove(p).unwrap();
            if !self.partner(gone.owner, self.turn) {
                if top == 'M' {
                    self.bonus[self.turn] += 1;
                }
                if self.mode != "carnage" || gone.kind != '0' {
                    self.scores[self.turn] += 1;
                }
            }
            if gone.devil {
                self.out[gone.owner] = true;
            }
        }
        for seat in 0..self.seats {
            self.out[seat] |= self.board.values().all(|cube| cube.owner != seat);
            if self.out[seat] {
                self.bonus[seat] = 0;
            }
        }
        let left: Vec<usize> = (0..self.seats).filter(|&s| !self.out[s]).collect();
        if left.iter().all(|&s| self.partner(s, left[0])) {
            let last = left.first().map(|&s| self.side(s));
            if let Some(last) = &last {
                let monster = |cube: &Cube| last.contains(&cube.owner) && cube.kind != '0';
                let points = if self.mode == "carnage" && !self.board.values().any(monster) {
                    3
                } else {
                    5
                };
                for &seat in last {
                    self.scores[seat] += points;
                }
            }
            let had: Vec<usize> = (0..self.seats)
                .filter(|&s| (0..self.seats).any(|t| was_in[t] && self.partner(s, t)))
                .collect();
            self.end_round(last, had);
        }
    }

    fn next_seat(&mut self) {
        loop {
            self.turn = (self.turn + 1) % self.seats;
            if !self.out[self.turn] {
                break;
            }
        }
    }
}

impl Naive for Simple {
    fn start(spec: &str) -> Self {
        let option = |wanted: &str| {
            let list = spec.split_once(':').map_or("", |(_, list)| list);
            let mut pairs = list.split(',').filter_map(|entry| entry.split_once('='));
            pairs.find(|pair| pair.0 == wanted).map(|pair| pair.1)
        };
        let mode = option("mode").unwrap_or("classic").to_owned();
        let corners = mode == "coins" || mode == "carnage";
        let seats = if corners || option("players") == Some("4") {
            4
        } else {
            2
        };
        let usual = if seats == 4 && !corners {
            "655644"
        } else {
            "65433456"
        };
        let mut game = Simple {
            mode,
            seats,
            teams: option("teams") == Some("true"),
            rounds: option("rounds").map_or(1, |n| n.parse().unwrap()),
            army: option("army").unwrap_or(usual).chars().collect(),
            board: BTreeMap::new(),
            sides: Vec::new(),
            bonus: Vec::new(),
            out: Vec::new(),
            turn: 0,
            choosing: false,
            seen: Vec::new(),
            round: 1,
            scores: vec![0; seats],
            result: None,
        };
        game.begin_round();
        game
    }

    fn legal(&self) -> Vec<String> {
        if self.result.is_some() {
            return Vec::new();
        }
        if self.choosing && self.mode == "diable" {
            let count = if self.seats == 2 { 8 } else { 4 };
            let edge = |p: &&Point| match (self.seats, self.turn) {
                (_, 0) => p.1 == 0,
                (2, _) | (_, 2) => p.1 == 7,
                (_, 1) => p.0 == 0,
                _ => p.0 == 7,
            };
            let own = |p: &&Point| self.board[p].owner == self.turn;
            let line: Vec<String> = self
                .board
                .keys()
                .filter(own)
                .filter(edge)
                .map(|&p| format!("devil={}", name(p)))
                .collect();
            assert_eq!(line.len(), count);
            return line;
        }
        if self.choosing {
            let edges = ["SW", "WN", "NE", "ES"][self.turn];
            return edges.chars().map(|side| format!("side={side}")).collect();
        }
        if let Some((_, at)) = self.open() {
            let cube = &self.board[&at];
            let top = cube.faces.unwrap()[0];
            return all_stands(cube.kind)
                .into_iter()
                .filter(|f| f[0] == top)
                .map(|f| format!("{}/{}{}", name(at), f[0], f[3]))
                .collect();
        }
        let mut legal = Vec::new();
        for (&from, _) in self.board.iter().filter(|(_, c)| c.owner == self.turn) {
            for (to, f) in self.rolls(from) {
                legal.push(format!("{}-{}/{}{}", name(from), name(to), f[0], f[3]));
            }
        }
        if legal.is_empty() {
            legal.push("pass".into());
        }
        legal
    }

    fn seat(&self) -> u8 {
        match self.open() {
            Some((chooser, _)) => chooser as u8 + 1,
            None => self.turn as u8 + 1,
        }
    }

    fn play(&mut self, action: &str) {
        let round = self.round;
        let find = |kind: char, faces: &str| {
            let mut wanted = faces.chars();
            let (top, south) = (wanted.next().unwrap(), wanted.next().unwrap());
            let stands = all_stands(kind);
            let found = stands.into_iter().find(|f| f[0] == top && f[3] == south);
            found.unwrap()
        };
        if self.choosing {
            if let Some(square) = action.strip_prefix("devil=") {
                let side = self.sides[self.turn].unwrap();
                let cube = self.board.get_mut(&point(square)).unwrap();
                cube.kind = '6';
                cube.devil = true;
                let stands = all_stands('6').into_iter();
                cube.faces = stands
                    .filter(|f| f[0] == '1')
                    .find(|f| towards(f, side) == '2');
            } else {
                self.sit(self.turn, action.chars().last().unwrap());
            }
            self.turn += 1;
            if self.turn == self.seats {
                self.choosing = false;
                self.turn = (self.round - 1) % self.seats;
            }
        } else if action == "pass" {
            self.bonus[self.turn] = 0;
            self.next_seat();
        } else {
            let (squares, faces) = action.split_once('/').unwrap();
            if let Some((from, to)) = squares.split_once('-') {
                let mut cube = self.board.remove(&point(from)).unwrap();
                cube.faces = Some(find(cube.kind, faces));
                self.board.insert(point(to), cube);
                self.bonus[self.turn] = 0;
                self.attack(point(to));
            } else {
                let cube = self.board.get_mut(&point(squares)).unwrap();
                cube.faces = Some(find(cube.kind, faces));
                cube.flipped = false;
            }
            if self.result.is_none() && self.round == round && self.open().is_none() {
                self.next_seat();
            }
        }
        if self.result.is_some() || self.round != round {
            return;
        }
        // MO22, C8.
        self.remember();
        let now = self.seen.last().unwrap();
        let times = self.seen.iter().filter(|s| *s == now).count();
        if times == 3 || self.seen.len() == 1_001 {
            let had = (0..self.seats)
                .filter(|&s| self.side(s).iter().any(|&t| !self.out[t]))
                .collect();
            self.end_round(None, had);
        }
    }

    fn over(&self) -> Option<String> {
        self.result.clone()
    }
}
