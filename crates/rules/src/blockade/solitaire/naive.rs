//! A second generator, written from the rules alone: rows of letters.

use crate::testing::Naive;

#[derive(Clone)]
pub(super) struct Simple {
    /// Row 1 first; a dot is an empty square.
    rows: Vec<Vec<char>>,
}

const COLOURS: [&str; 6] = [
    "R Y R B G B",
    "Y R Y G B G",
    "R Y R B G B",
    "G B G Y R Y",
    "B G B R Y R",
    "G B G Y R Y",
];

impl Simple {
    /// The piece, a dot, or nothing off the field; rows and columns from 1.
    fn square(&self, row: i32, column: i32) -> Option<char> {
        let row = self.rows.get(usize::try_from(row - 1).ok()?)?;
        row.get(usize::try_from(column - 1).ok()?).copied()
    }

    fn landing(&self, row: i32, column: i32, down: i32, right: i32) -> Option<(i32, i32)> {
        let own = self.square(row, column)?;
        let mut jumped = 0;
        let (mut r, mut c) = (row + down, column + right);
        loop {
            match self.square(r, c)? {
                '.' if jumped > 0 => return Some((r, c)),
                '.' => return None,
                colour if colour == own => return None,
                _ => jumped += 1,
            }
            (r, c) = (r + down, c + right);
        }
    }
}

fn name(row: i32, column: i32) -> String {
    format!("{row}{}", (b'A' + column as u8 - 1) as char)
}

impl Naive for Simple {
    fn start(spec: &str) -> Self {
        let mut colours: Vec<char> = COLOURS
            .concat()
            .chars()
            .filter(|c| c.is_alphabetic())
            .collect();
        if spec.contains("start=random") {
            let mut state: u64 = spec
                .split_once("seed=")
                .map_or(0, |(_, n)| n.split(',').next().unwrap().parse().unwrap());
            for i in (1..=35).rev() {
                state = state.wrapping_add(0x9e3779b97f4a7c15);
                let mut z = state;
                z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
                z ^= z >> 31;
                colours.swap(i, (z % (i as u64 + 1)) as usize);
            }
        }
        let mut rows = vec![vec!['.'; 8]; 8];
        for (i, colour) in colours.into_iter().enumerate() {
            rows[1 + i / 6][1 + i % 6] = colour;
        }
        Simple { rows }
    }

    fn legal(&self) -> Vec<String> {
        let mut found = Vec::new();
        for row in 1..=8 {
            for column in 1..=8 {
                if self.square(row, column) == Some('.') {
                    continue;
                }
                for (down, right) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    if let Some((r, c)) = self.landing(row, column, down, right) {
                        found.push(format!("{}-{}", name(row, column), name(r, c)));
                    }
                }
            }
        }
        found
    }

    fn seat(&self) -> u8 {
        1
    }

    fn play(&mut self, action: &str) {
        let b = action.as_bytes();
        let at = |i: usize| ((b[i] - b'1') as usize, (b[i + 1] - b'A') as usize);
        let ((mut r, mut c), (to_r, to_c)) = (at(0), at(3));
        let piece = self.rows[r][c];
        while (r, c) != (to_r, to_c) {
            self.rows[r][c] = '.';
            r = (r as i32 + (to_r as i32 - r as i32).signum()) as usize;
            c = (c as i32 + (to_c as i32 - c as i32).signum()) as usize;
        }
        self.rows[r][c] = piece;
    }

    fn over(&self) -> Option<String> {
        let left = self.rows.concat().iter().filter(|c| **c != '.').count();
        self.legal().is_empty().then(|| format!("left={left}"))
    }
}
