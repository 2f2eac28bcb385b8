//! Most of what only level 2 has: pieces that become others, and Masters that bring some back.

use super::dice::{Cell, DIRECTIONS, die, on_board, plus, quarter};
use super::{Man, Simple, What};

impl Simple {
    pub(super) fn transformations(&self, i: usize, moves: &mut Vec<(String, Vec<Man>)>) {
        let man = &self.men[i];
        match &man.what {
            What::Cube(faces) => {
                let mut turned = *faces;
                for _ in 0..3 {
                    turned = quarter(turned);
                    moves.push(self.change(i, What::Cube(turned), man.cells.clone(), None));
                }
            }
            What::Shield => {
                let (a, b) = (man.cells[0], man.cells[1]);
                let on_a = self.attacked_by(!self.white, a, Some(b));
                let on_b = self.attacked_by(!self.white, b, Some(a));
                if on_a.iter().any(|p| on_b.iter().any(|q| p != q)) {
                    return;
                }
                for (end, back) in [(a, b), (b, a)] {
                    let cell = (2 * end.0 - back.0, 2 * end.1 - back.1);
                    if on_board(cell) && self.man_on(cell).is_none() {
                        moves.push(self.change(i, What::Soldier, vec![cell], None));
                    }
                }
            }
            What::Soldier => {
                let at = man.cells[0];
                if !self.attacked_by(!self.white, at, None).is_empty() {
                    return;
                }
                for d in DIRECTIONS {
                    let cells = vec![plus(at, d), plus(plus(at, d), d)];
                    if cells
                        .iter()
                        .all(|&c| on_board(c) && self.man_on(c).is_none())
                    {
                        moves.push(self.change(i, What::Shield, cells, None));
                    }
                }
            }
            What::Master => {}
        }
    }

    pub(super) fn exchanges(&self) -> Vec<(String, Vec<Man>)> {
        let mut all = Vec::new();
        let m = self.master(self.white);
        let from = self.men[m].cells[0];
        let (far, home) = if self.white { (8, (4, 0)) } else { (0, (4, 8)) };
        if from.1 != far {
            return all;
        }
        let own = |cube: bool| {
            let count = self.men.iter().filter(|man| {
                let is_cube = matches!(man.what, What::Cube(_));
                man.white == self.white && man.what != What::Master && is_cube == cube
            });
            count.count()
        };
        let taken = self.man_on(home);
        if let Some(j) = taken {
            let there = &self.men[j];
            if there.white == self.white || there.what == What::Master {
                return all;
            }
            if there.what == What::Shield {
                let half = *there.cells.iter().find(|&&c| c != home).unwrap();
                let helpers = self.attacked_by(self.white, half, Some(home));
                if helpers.iter().all(|&h| h == m) {
                    return all;
                }
            }
        }
        let mut back = |what: What, cells: Vec<Cell>| {
            let (text, mut men) = self.change(m, What::Master, vec![home], taken);
            let text = format!("{text}={}", self.name(&what, &cells));
            men.push(Man {
                white: self.white,
                what,
                cells,
            });
            all.push((text, men));
        };
        if own(true) < 8 {
            back(
                What::Cube(die(1, if self.white { 4 } else { 3 })),
                vec![from],
            );
        }
        if own(false) < 2 {
            for d in DIRECTIONS {
                let cell = plus(from, d);
                if on_board(cell) && self.man_on(cell).is_none() {
                    back(What::Shield, vec![from, cell]);
                }
            }
        }
        all
    }
}
