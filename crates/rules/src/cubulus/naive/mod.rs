//! The second generator: a list of pieces, dice as six faces, every action tried out. Written from
//! the numbered rules alone.

mod dice;
mod level_two;

use crate::testing::Naive;

use dice::{Cell, DIAGONALS, DIRECTIONS, Faces, die, on_board, plus, roll};

#[derive(Clone, PartialEq)]
enum What {
    Cube(Faces),
    Master,
    Shield,
    Soldier,
}

#[derive(Clone)]
struct Man {
    white: bool,
    what: What,
    cells: Vec<Cell>,
}

/// A game by the second generator.
#[derive(Clone)]
pub(super) struct Simple {
    men: Vec<Man>,
    white: bool,
    moved: bool,
    never_moved: [bool; 2],
    level: u8,
    letters: Vec<char>,
    restores: bool,
}

fn sides(white: bool) -> usize {
    usize::from(!white)
}

/// Where a man could go if the board were empty: the squares before the last, the last, its faces.
type Destination = (Vec<Cell>, Cell, What);

impl Simple {
    fn man_on(&self, cell: Cell) -> Option<usize> {
        self.men.iter().position(|m| m.cells.contains(&cell))
    }

    fn destinations(&self, i: usize) -> Vec<Destination> {
        let man = &self.men[i];
        let from = man.cells[0];
        let mut destinations = Vec::new();
        let step = |d: &Cell| (Vec::new(), plus(from, *d), man.what.clone());
        match &man.what {
            What::Shield => {}
            What::Soldier => destinations.extend(DIAGONALS.iter().map(step)),
            What::Master => {
                destinations.extend(DIRECTIONS.iter().map(step));
                if self.level == 2 && self.never_moved[sides(man.white)] {
                    destinations.extend(DIAGONALS.iter().map(step));
                }
            }
            What::Cube(faces) => {
                let n = usize::from(faces[0]);
                for first in DIRECTIONS {
                    for second in DIRECTIONS {
                        // A straight line keeps its first direction, an L turns once.
                        let square = first.0 * second.0 + first.1 * second.1 == 0;
                        for turn in 1..=n {
                            if (turn == n) != (first == second) || (turn < n && !square) {
                                continue;
                            }
                            let (mut at, mut faces, mut over) = (from, *faces, Vec::new());
                            for k in 0..n {
                                let d = if k < turn { first } else { second };
                                over.push(at);
                                at = plus(at, d);
                                faces = roll(faces, d);
                            }
                            over.remove(0);
                            destinations.push((over, at, What::Cube(faces)));
                        }
                    }
                }
            }
        }
        destinations.retain(|(_, end, _)| on_board(*end));
        destinations
    }

    /// Whether these squares are empty, but for one that may be rolled over.
    fn is_free(&self, over: &[Cell], except: Option<Cell>) -> bool {
        over.iter()
            .all(|&c| Some(c) == except || self.man_on(c).is_none())
    }

    fn attacks(&self, i: usize, cell: Cell, except: Option<Cell>) -> bool {
        let man = &self.men[i];
        let (c, r) = man.cells[0];
        // A way that never turns back is as long as the distance between its ends.
        let apart = (c - cell.0).abs() + (r - cell.1).abs();
        let reaches = match &man.what {
            What::Cube(faces) => apart == i32::from(faces[0]),
            _ => apart <= 2,
        };
        reaches
            && self
                .destinations(i)
                .iter()
                .any(|(over, end, _)| *end == cell && self.is_free(over, except))
    }

    fn attacked_by(&self, white: bool, cell: Cell, except: Option<Cell>) -> Vec<usize> {
        (0..self.men.len())
            .filter(|&i| self.men[i].white == white && self.attacks(i, cell, except))
            .collect()
    }

    fn master(&self, white: bool) -> usize {
        let is = |m: &Man| m.white == white && m.what == What::Master;
        self.men.iter().position(is).unwrap()
    }

    fn exposed(&self, white: bool) -> bool {
        let at = self.men[self.master(white)].cells[0];
        !self.attacked_by(!white, at, None).is_empty()
    }

    fn cell_name(&self, c: Cell) -> String {
        format!("{}{}", self.letters[c.0 as usize], c.1 + 1)
    }

    fn name(&self, what: &What, cells: &[Cell]) -> String {
        let mut cells = cells.to_vec();
        cells.sort();
        let place: String = cells.iter().map(|&c| self.cell_name(c)).collect();
        match what {
            What::Cube(faces) => format!("{}{}{place}", faces[0], faces[3]),
            What::Soldier => format!("S{place}"),
            _ => place,
        }
    }

    /// One man becomes another, perhaps taking one; returns the text and the men afterwards.
    fn change(
        &self,
        i: usize,
        what: What,
        cells: Vec<Cell>,
        taken: Option<usize>,
    ) -> (String, Vec<Man>) {
        let man = &self.men[i];
        let sign = if taken.is_some() { 'x' } else { '-' };
        let before = self.name(&man.what, &man.cells);
        let text = format!("{before}{sign}{}", self.name(&what, &cells));
        let mut men = self.men.clone();
        men[i] = Man {
            white: man.white,
            what,
            cells,
        };
        if let Some(taken) = taken {
            men.remove(taken);
        }
        (text, men)
    }

    /// Everything the side could do, its Master's safety aside.
    fn moves(&self) -> Vec<(String, Vec<Man>)> {
        let mut moves = Vec::new();
        for (i, man) in self.men.iter().enumerate() {
            if man.white != self.white {
                continue;
            }
            for (over, end, what) in self.destinations(i) {
                let there = self.man_on(end);
                let mut except = None;
                if let Some(j) = there {
                    let other = &self.men[j];
                    if other.white == self.white || other.what == What::Master {
                        continue;
                    }
                    except = other.cells.iter().copied().find(|&c| c != end);
                }
                if !self.is_free(&over, except) {
                    continue;
                }
                if let Some(half) = except {
                    let helpers = self.attacked_by(self.white, half, Some(end));
                    if helpers.iter().all(|&h| h == i) {
                        continue;
                    }
                }
                moves.push(self.change(i, what, vec![end], there));
            }
            if man.what == What::Shield {
                for kept in [0, 1] {
                    for d in DIRECTIONS {
                        let cell = plus(man.cells[kept], d);
                        if on_board(cell) && self.man_on(cell).is_none() {
                            let cells = vec![man.cells[kept], cell];
                            moves.push(self.change(i, What::Shield, cells, None));
                        }
                    }
                }
            }
            if self.level == 2 {
                self.transformations(i, &mut moves);
            }
        }
        moves
    }

    /// The state after an action that leads to these men.
    fn next(&self, text: &str, men: Vec<Man>) -> Self {
        let mut next = self.clone();
        next.men = men;
        let side = sides(self.white);
        if text.contains('=') {
            next.never_moved[side] = self.restores;
            if self.moved {
                next.white = !self.white;
                next.moved = false;
            }
            return next;
        }
        let (was, is) = (self.master(self.white), next.master(self.white));
        if self.men[was].cells != next.men[is].cells {
            next.never_moved[side] = false;
        }
        next.moved = true;
        if next.safe(next.exchanges()).is_empty() {
            next.moved = false;
            next.white = !self.white;
        }
        next
    }

    /// The moves that do not leave the side's own Master attacked.
    fn safe(&self, all: Vec<(String, Vec<Man>)>) -> Vec<(String, Vec<Man>)> {
        let fine = |(_, men): &(String, Vec<Man>)| {
            let mut after = self.clone();
            after.men = men.clone();
            !after.exposed(self.white)
        };
        all.into_iter().filter(fine).collect()
    }

    fn all(&self) -> Vec<(String, Vec<Man>)> {
        let mut all = self.exchanges();
        if !self.moved {
            all.extend(self.moves());
        }
        let mut all = self.safe(all);
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all.dedup_by(|a, b| a.0 == b.0);
        all
    }
}

impl Naive for Simple {
    fn start(spec: &str) -> Self {
        let mut men = Vec::new();
        for (white, row, ahead, south) in [(true, 0, 1, 3), (false, 8, 7, 4)] {
            for (c, top) in "1256M6521".chars().enumerate() {
                let what = match top.to_digit(10) {
                    Some(top) => What::Cube(die(top as u8, south)),
                    None => What::Master,
                };
                let cells = vec![(c as i32, row)];
                men.push(Man { white, what, cells });
            }
            for c in [2, 5] {
                let (what, cells) = (What::Shield, vec![(c, ahead), (c + 1, ahead)]);
                men.push(Man { white, what, cells });
            }
        }
        let die_check = spec.starts_with("die-check");
        let letters = if die_check { "ABCDEFGHJ" } else { "ABCDEFGHI" };
        Simple {
            men,
            white: true,
            moved: false,
            never_moved: [true; 2],
            level: if spec.contains("level=2") { 2 } else { 1 },
            letters: letters.chars().collect(),
            restores: !die_check,
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut legal: Vec<String> = self.all().into_iter().map(|(text, _)| text).collect();
        if self.moved {
            legal.push("pass".into());
        }
        legal
    }

    fn seat(&self) -> u8 {
        2 - u8::from(self.white)
    }

    fn play(&mut self, action: &str) {
        if action == "pass" {
            self.moved = false;
            self.white = !self.white;
            return;
        }
        let (text, men) = self
            .all()
            .into_iter()
            .find(|(text, _)| text == action)
            .unwrap();
        *self = self.next(&text, men);
    }

    fn over(&self) -> Option<String> {
        let lost = self.legal().is_empty();
        lost.then(|| if self.white { "0 1" } else { "1 0" }.to_string())
    }
}
