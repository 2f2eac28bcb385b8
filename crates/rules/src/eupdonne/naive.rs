use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::testing::Naive;

type Cell = (i32, i32);

/// A bar as its levels by square; its text is its name.
#[derive(Clone, PartialEq)]
struct Piece {
    name: String,
    cells: Vec<(Cell, char)>,
    seat: u8,
    captive: bool,
}

/// A list of bars on the board and what each player may not play.
#[derive(Clone)]
pub(super) struct Simple {
    board: Vec<Piece>,
    forbidden: [String; 2],
    seat: u8,
    acted: bool,
    captors_hold: bool,
}

/// A bar from its text, if it is on the board.
fn piece(name: &str, seat: u8) -> Option<Piece> {
    let letters: Vec<char> = name.chars().collect();
    let (column, row) = (
        letters[3] as i32 - 'A' as i32,
        letters[4] as i32 - '1' as i32,
    );
    let mut cells = Vec::new();
    for i in 0..3 {
        let cell = if letters[5] == 'h' {
            (column + i, row)
        } else {
            (column, row + i)
        };
        if cell.0 > 7 || cell.1 > 7 {
            return None;
        }
        cells.push((cell, letters[i as usize]));
    }
    Some(Piece {
        name: name.to_owned(),
        cells,
        seat,
        captive: false,
    })
}

/// The order, whichever end it is read from.
fn order(name: &str) -> String {
    let levels = name[..3].to_owned();
    let reversed: String = levels.chars().rev().collect();
    levels.min(reversed)
}

impl Piece {
    fn covers(&self, cell: Cell) -> bool {
        self.cells.iter().any(|(own, _)| *own == cell)
    }
}

/// EU4: the levels that touch, pair by pair.
fn contacts(a: &Piece, b: &Piece) -> Vec<(char, char)> {
    let mut pairs = Vec::new();
    for (p, level) in &a.cells {
        for (q, other) in &b.cells {
            if (p.0 - q.0).abs() + (p.1 - q.1).abs() == 1 {
                pairs.push((*level, *other));
            }
        }
    }
    pairs
}

/// EU6.
fn linked(a: &Piece, b: &Piece) -> bool {
    let pairs = contacts(a, b);
    !pairs.is_empty() && pairs.iter().all(|(a, b)| a == b)
}

impl Simple {
    /// EU3, EU5: whether a bar can be placed on this board.
    fn allowed(board: &[Piece], new: &Piece) -> bool {
        board.iter().all(|old| {
            let free = new.cells.iter().all(|(cell, _)| !old.covers(*cell));
            let fits = old.seat != new.seat || contacts(old, new).iter().all(|(a, b)| a == b);
            free && fits
        })
    }

    fn everywhere(seat: u8) -> Vec<Piece> {
        let mut all = Vec::new();
        for levels in ["123", "132", "213", "231", "312", "321"] {
            for column in 'A'..='H' {
                for row in 1..=8 {
                    for way in ['h', 'v'] {
                        all.extend(piece(&format!("{levels}{column}{row}{way}"), seat));
                    }
                }
            }
        }
        all
    }

    fn in_hand(&self, order_wanted: &str) -> bool {
        let own = self.board.iter().filter(|bar| bar.seat == self.seat);
        own.filter(|bar| order(&bar.name) == order_wanted).count() < 2
    }

    /// EU12.
    fn chain(&self, seat: u8) -> bool {
        let counts = |bar: &&Piece| (bar.seat == seat) != bar.captive;
        let bars: Vec<&Piece> = self.board.iter().filter(counts).collect();
        let corners = [(0, 0), (7, 0), (0, 7), (7, 7)];
        let on = |corner: Cell| bars.iter().position(|bar| bar.covers(corner));
        corners.iter().any(|&start| {
            let Some(first) = on(start) else {
                return false;
            };
            let mut reached = BTreeSet::from([first]);
            loop {
                let more: Vec<usize> = (0..bars.len())
                    .filter(|i| !reached.contains(i))
                    .filter(|&i| reached.iter().any(|&j| linked(bars[i], bars[j])))
                    .collect();
                if more.is_empty() {
                    break;
                }
                reached.extend(more);
            }
            corners
                .iter()
                .any(|&end| end != start && on(end).is_some_and(|i| reached.contains(&i)))
        })
    }

    /// EU10, then EU8, for the bar that was placed last.
    fn put(&mut self, new: Piece) {
        let before = self.board.clone();
        for bar in &mut self.board {
            let captor_reached = before.iter().any(|captor| {
                captor.seat != bar.seat
                    && !captor.captive
                    && linked(captor, bar)
                    && linked(captor, &new)
            });
            if bar.seat == new.seat && bar.captive && (linked(bar, &new) || captor_reached) {
                bar.captive = false;
            }
        }
        self.board.push(new.clone());
        let before = self.board.clone();
        let only = |captor: &Piece, prey: &Piece| {
            before
                .iter()
                .filter(|bar| bar.seat != captor.seat && !bar.captive && linked(bar, captor))
                .all(|bar| bar == prey)
        };
        for prey in &mut self.board {
            let alone = prey.clone();
            let helper = before.iter().any(|other| {
                other.seat == new.seat
                    && *other != new
                    && !other.captive
                    && linked(other, &alone)
                    && only(other, &alone)
            });
            if prey.seat != new.seat
                && !prey.captive
                && linked(&new, &alone)
                && only(&new, &alone)
                && helper
            {
                prey.captive = true;
            }
        }
    }

    fn options(&self) -> Vec<String> {
        let mut list = Vec::new();
        static EVERYWHERE: LazyLock<[Vec<Piece>; 2]> =
            LazyLock::new(|| [1, 2].map(Simple::everywhere));
        let everywhere = &EVERYWHERE[usize::from(self.seat - 1)];
        for new in everywhere {
            if Self::allowed(&self.board, new) && self.in_hand(&order(&new.name)) {
                list.push(format!("+{}", new.name));
            }
        }
        for (i, bar) in self.board.iter().enumerate() {
            if bar.seat != self.seat || bar.captive {
                continue;
            }
            list.push(format!("-{}", bar.name));
            let mut rest = self.board.clone();
            rest.remove(i);
            for new in everywhere {
                let other = new.name != bar.name && order(&new.name) == order(&bar.name);
                if other && Self::allowed(&rest, new) {
                    list.push(format!("{}>{}", bar.name, new.name));
                }
            }
        }
        list.retain(|action| *action != self.forbidden[usize::from(self.seat - 1)]);
        list
    }
}

impl Naive for Simple {
    fn start(spec: &str) -> Self {
        Self {
            board: Vec::new(),
            forbidden: [String::new(), String::new()],
            seat: 1,
            acted: false,
            captors_hold: spec.ends_with("release=captors"),
        }
    }

    fn legal(&self) -> Vec<String> {
        if self.acted && (self.chain(1) || self.chain(2)) {
            return Vec::new();
        }
        self.options()
    }

    fn seat(&self) -> u8 {
        self.seat
    }

    fn play(&mut self, action: &str) {
        let names: Vec<&str> = action
            .split(['+', '-', '>'])
            .filter(|t| !t.is_empty())
            .collect();
        let undo = match action.chars().next() {
            Some('+') => format!("-{}", names[0]),
            Some('-') => format!("+{}", names[0]),
            _ => format!("{}>{}", names[1], names[0]),
        };
        if !action.starts_with('+') {
            self.board.retain(|bar| bar.name != names[0]);
        }
        if !action.starts_with('-') {
            let new = piece(names[names.len() - 1], self.seat).unwrap();
            self.put(new);
        }
        // EU11
        let before = self.board.clone();
        for bar in &mut self.board {
            let captors = before
                .iter()
                .filter(|other| other.seat != bar.seat && !other.captive && linked(other, bar))
                .count();
            bar.captive &= captors >= 2 || !self.captors_hold;
        }
        self.forbidden[usize::from(self.seat - 1)] = undo;
        self.seat = 3 - self.seat;
        self.acted = true;
    }

    fn over(&self) -> Option<String> {
        let last = 3 - self.seat;
        let winner = if self.chain(last) {
            last
        } else if self.chain(self.seat) {
            self.seat
        } else if self.options().is_empty() {
            last
        } else {
            return None;
        };
        Some(if winner == 1 { "1 0" } else { "0 1" }.to_owned())
    }
}
