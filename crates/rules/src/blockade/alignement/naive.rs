//! A second generator, written from the rules alone: pieces in a list, turns counted without limit.

use crate::testing::Naive;

#[derive(Clone)]
pub(super) struct Simple {
    /// Player (1 or 2), shape, column and row from 1.
    pieces: Vec<(u8, char, i32, i32)>,
    /// Turns played.
    turns: usize,
}

const CYCLE: [(u8, char); 6] = [(1, 'S'), (2, 'T'), (1, 'C'), (2, 'S'), (1, 'T'), (2, 'C')];

impl Simple {
    fn free(&self, c: i32, r: i32) -> bool {
        (1..=4).contains(&c)
            && (1..=4).contains(&r)
            && !self.pieces.iter().any(|p| (p.2, p.3) == (c, r))
    }

    fn possible(&self) -> Vec<String> {
        let (player, shape) = CYCLE[self.turns % 6];
        let mut found = Vec::new();
        if self.turns < 6 || (self.turns < 12 && shape != 'C') {
            for c in 1..=4 {
                for r in 1..=4 {
                    if self.free(c, r) {
                        found.push(format!("{shape}@{}", name(c, r)));
                    }
                }
            }
            return found;
        }
        for &(_, _, c, r) in self.pieces.iter().filter(|p| (p.0, p.1) == (player, shape)) {
            for (dc, dr) in [
                (0, 1),
                (1, 0),
                (0, -1),
                (-1, 0),
                (1, 1),
                (1, -1),
                (-1, 1),
                (-1, -1),
            ] {
                if (dc == 0 || dr == 0 || shape == 'C') && self.free(c + dc, r + dr) {
                    found.push(format!("{}-{}", name(c, r), name(c + dc, r + dr)));
                }
            }
        }
        found
    }

    fn aligned(&self, player: u8) -> bool {
        let own = |c: i32, r: i32| {
            self.pieces
                .iter()
                .any(|p| p.0 == player && (p.2, p.3) == (c, r))
        };
        (1..=4).any(|i| (1..=4).all(|j| own(i, j)) || (1..=4).all(|j| own(j, i)))
            || (1..=4).all(|i| own(i, i))
            || (1..=4).all(|i| own(i, 5 - i))
    }
}

fn name(c: i32, r: i32) -> String {
    format!("{}{r}", ['A', 'B', 'C', 'D'][c as usize - 1])
}

fn circle(text: &str) -> (i32, i32) {
    let mut chars = text.chars();
    let c = chars.next().unwrap() as i32 - 'A' as i32 + 1;
    (c, chars.as_str().parse().unwrap())
}

impl Naive for Simple {
    fn start(_: &str) -> Self {
        Simple {
            pieces: Vec::new(),
            turns: 0,
        }
    }

    fn legal(&self) -> Vec<String> {
        if self.over().is_some() {
            return Vec::new();
        }
        self.possible()
    }

    fn seat(&self) -> u8 {
        CYCLE[self.turns % 6].0
    }

    fn play(&mut self, action: &str) {
        let (player, shape) = CYCLE[self.turns % 6];
        if let Some((_, to)) = action.split_once('@') {
            let (c, r) = circle(to);
            self.pieces.push((player, shape, c, r));
        } else {
            let (from, to) = action.split_once('-').unwrap();
            let piece = self
                .pieces
                .iter_mut()
                .find(|p| (p.2, p.3) == circle(from))
                .unwrap();
            (piece.2, piece.3) = circle(to);
        }
        self.turns += 1;
    }

    fn over(&self) -> Option<String> {
        let result = |winner| if winner == 1 { "1 0" } else { "0 1" }.to_owned();
        for player in [1, 2] {
            if self.aligned(player) {
                return Some(result(player));
            }
        }
        self.possible().is_empty().then(|| result(3 - self.seat()))
    }
}
