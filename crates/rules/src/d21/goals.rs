use super::geometry::{FOURS, STEP, Way};
use super::{Position, Square, goal_lines};

impl Position {
    /// D9: a line of six anywhere on the board.
    pub fn any_line(&self, strict: bool) -> Option<[Square; 6]> {
        goal_lines()
            .iter()
            .copied()
            .find(|line| self.is_goal(line, strict))
    }

    /// D9: a line of six that includes the die on this square.
    #[inline]
    pub fn line_through(&self, square: Square, strict: bool) -> Option<[Square; 6]> {
        // In rows and columns, or along diagonals.
        if self.may_have_line(square, 0)
            && let Some(line) = self.line_in(square, 0, strict)
        {
            return Some(line);
        }
        if self.may_have_line(square, 2) {
            return self.line_in(square, 2, strict);
        }
        None
    }

    /// False only if no line of six dice in the two kinds of direction from `first` on goes through the
    /// square: cheap, and usually enough.
    #[inline(always)]
    fn may_have_line(&self, square: Square, first: usize) -> bool {
        let dice = self.occupied().bits();
        let runs = |kind: usize| {
            let step = u32::from(STEP[kind]);
            let pairs = dice & dice >> step;
            pairs & pairs >> (2 * step) & FOURS[square.index()][kind]
        };
        let runs = [runs(first), runs(first + 1)];
        if runs[0] | runs[1] == 0 {
            return false;
        }
        // A run of four needs a fifth die, or two more that turn off at one of its ends.
        let goes_on = |i: usize| {
            let (step, across) = (u32::from(STEP[first + i]), u32::from(STEP[first + 1 - i]));
            let two = dice << across & dice << (2 * across) | dice >> across & dice >> (2 * across);
            runs[i] & (dice << step | dice >> (4 * step) | two | two >> (3 * step))
        };
        goes_on(0) | goes_on(1) != 0
    }

    /// Whether six squares show 1 to 6, each once; strictly: in that order from either end.
    pub fn is_goal(&self, line: &[Square; 6], strict: bool) -> bool {
        let values = line.map(|square| self.value(square));
        if strict {
            return values == [1, 2, 3, 4, 5, 6] || values == [6, 5, 4, 3, 2, 1];
        }
        values.iter().fold(0u8, |seen, value| seen | 1 << value) == 0b111_1110
    }

    /// The dice adjacent to a square without a gap, below and above it on its line.
    #[inline]
    fn run(&self, square: Square, kind: usize) -> (u8, u8) {
        let way = Way::through(square, kind);
        let line = u32::from(self.line(way.line));
        let above = (line >> way.at >> 1).trailing_ones();
        let below = (line << (31 - way.at) << 1).leading_ones();
        (below as u8, above as u8)
    }

    /// Lines through `square` in the two kinds of direction from `first` on, which are at right angles.
    #[inline]
    fn line_in(&self, square: Square, first: usize, strict: bool) -> Option<[Square; 6]> {
        let at = square.index();
        let runs = [self.run(square, first), self.run(square, first + 1)];
        if runs == [(0, 0); 2] {
            return None;
        }
        for (i, (below, above)) in runs.into_iter().enumerate() {
            let kind = first + i;
            let step = i32::from(STEP[kind]);
            if below + above >= 5 {
                let straight = (0..=5u8).filter(|&b| b <= below && 5 - b <= above);
                for start in straight {
                    let line = squares(at as i32 - i32::from(start) * step, step, 5, step);
                    if self.is_goal(&line, strict) {
                        return Some(line);
                    }
                }
            }
            // The square lies on the arm that runs in this kind of direction, or is the corner
            // itself (examined once, for the first kind).
            let across = runs[1 - i];
            let corner = i == 0 && below.max(above) + across.0.max(across.1) >= 5;
            for (reach, behind, step) in [(above, below, step), (below, above, -step)] {
                for ahead in u8::from(!corner)..=reach.min(4) {
                    let corner = at as i32 + i32::from(ahead) * step;
                    let line = self.bent(corner, kind, step, ahead, behind, strict);
                    if line.is_some() {
                        return line;
                    }
                }
            }
        }
        None
    }

    /// A line whose corner is `ahead` squares ahead of the given square, with up to `behind` dice
    /// behind that square.
    #[inline]
    fn bent(
        &self,
        corner: i32,
        kind: usize,
        step: i32,
        ahead: u8,
        behind: u8,
        strict: bool,
    ) -> Option<[Square; 6]> {
        let across = kind ^ 1;
        let (below, above) = self.run(Square::from_index_unchecked(corner as usize), across);
        let longest = (ahead + behind).min(4);
        if longest + below.max(above) < 5 {
            return None;
        }
        let turn = i32::from(STEP[across]);
        for (reach, turn) in [(above, turn), (below, -turn)] {
            for arm in ahead.max(1)..=longest {
                if 5 - arm > reach {
                    continue;
                }
                let start = corner - i32::from(arm) * step;
                let line = squares(start, step, arm, turn);
                if self.is_goal(&line, strict) {
                    return Some(line);
                }
            }
        }
        None
    }
}

/// Six squares: `before` steps of one size, then steps of the other.
fn squares(start: i32, step: i32, before: u8, turn: i32) -> [Square; 6] {
    let mut at = start;
    let mut line = [Square::from_index_unchecked(start as usize); 6];
    for (i, square) in line.iter_mut().enumerate().skip(1) {
        at += if i <= usize::from(before) { step } else { turn };
        *square = Square::from_index_unchecked(at as usize);
    }
    line
}
