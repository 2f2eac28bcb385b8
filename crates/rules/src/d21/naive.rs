use std::collections::BTreeMap;

use crate::testing::Naive;

/// Dice in a map from column and row, counted from 1, to owner and value.
#[derive(Clone)]
pub(super) struct Simple {
    dice: BTreeMap<(i32, i32), (u8, u8)>,
    seat: u8,
    strict: bool,
    /// Whether a die jumps over its neighbour.
    near: bool,
    moved: bool,
}

const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

fn on_board((c, r): (i32, i32)) -> bool {
    (1..=10).contains(&c) && (1..=10).contains(&r)
}

fn outer((c, r): (i32, i32)) -> bool {
    c == 1 || c == 10 || r == 1 || r == 10
}

fn name((c, r): (i32, i32)) -> String {
    format!("{}{r}", (b'@' + c as u8) as char)
}

fn square(text: &str) -> (i32, i32) {
    let column = i32::from(text.as_bytes()[0] - b'@');
    (column, text[1..].parse().unwrap())
}

impl Simple {
    /// D9, tried with every square as an end of a line.
    fn line(&self) -> bool {
        let ends: Vec<_> = self.dice.keys().copied().collect();
        ends.iter().any(|&end| {
            (0..8).any(|first| {
                (0..6).any(|turn| {
                    [2, 6].iter().any(|quarter| {
                        let second = (first + quarter) % 8;
                        let mut at = end;
                        let mut values = vec![self.dice[&at].1];
                        for step in 1..6 {
                            let (c, r) = DIRECTIONS[if step <= turn { first } else { second }];
                            at = (at.0 + c, at.1 + r);
                            match self.dice.get(&at) {
                                Some(&(_, value)) => values.push(value),
                                None => return false,
                            }
                        }
                        if !self.strict {
                            values.sort_unstable();
                        }
                        values == [1, 2, 3, 4, 5, 6]
                    })
                })
            })
        })
    }

    /// D10.
    fn series(&self, seat: u8) -> bool {
        let mut values: Vec<u8> = self
            .dice
            .values()
            .filter(|die| die.0 == seat)
            .map(|die| die.1)
            .collect();
        values.sort_unstable();
        values == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    }

    fn goal(&self) -> bool {
        self.moved && (self.line() || self.series(3 - self.seat))
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        let mine = |at| self.dice.get(at).is_some_and(|die| die.0 == self.seat);
        let outside = self
            .dice
            .keys()
            .filter(|at| mine(at) && outer(**at))
            .count();
        for from in self.dice.keys().filter(|at| mine(at)) {
            for (c, r) in DIRECTIONS {
                let step = |n: i32| (from.0 + n * c, from.1 + n * r);
                let mut ends = Vec::new();
                let mut n = 1;
                while on_board(step(n)) && !self.dice.contains_key(&step(n)) {
                    ends.push(step(n));
                    n += 1;
                }
                let landing = step(n + 1);
                if (n > 1 || self.near) && on_board(landing) && !self.dice.contains_key(&landing) {
                    ends.push(landing);
                }
                for end in ends {
                    let outside = usize::from(outer(end)) + outside - usize::from(outer(*from));
                    if outside <= 3 {
                        moves.push(format!("{}-{}", name(*from), name(end)));
                    }
                }
            }
        }
        moves
    }
}

impl Naive for Simple {
    fn start(spec: &str) -> Self {
        let mut dice = BTreeMap::new();
        for column in 3..=8 {
            for (row, seat) in [(2, 1), (3, 1), (8, 2), (9, 2)] {
                dice.insert((column, row), (seat, 1));
            }
        }
        Self {
            dice,
            seat: 1,
            strict: spec.contains("order=strict"),
            near: spec.contains("jump=any"),
            moved: false,
        }
    }

    fn legal(&self) -> Vec<String> {
        if self.goal() {
            Vec::new()
        } else {
            self.moves()
        }
    }

    fn seat(&self) -> u8 {
        self.seat
    }

    fn play(&mut self, action: &str) {
        let (from, to) = action.split_once('-').unwrap();
        let (from, to) = (square(from), square(to));
        let (seat, mut value) = self.dice.remove(&from).unwrap();
        let (c, r) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut at = (from.0 + c, from.1 + r);
        while at != to {
            if let Some(&(owner, over)) = self.dice.get(&at)
                && owner != seat
            {
                value = match (value + over, value.abs_diff(over)) {
                    (sum, _) if sum <= 6 => sum,
                    (_, 0) => value,
                    (_, difference) => difference,
                };
            }
            at = (at.0 + c, at.1 + r);
        }
        self.dice.insert(to, (seat, value));
        self.seat = 3 - self.seat;
        self.moved = true;
    }

    fn over(&self) -> Option<String> {
        let over = self.goal() || self.moves().is_empty();
        over.then(|| if self.seat == 1 { "0 1" } else { "1 0" }.to_owned())
    }
}
