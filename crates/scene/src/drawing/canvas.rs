//! Characters on a grid, each in the colour of a seat or in none.

use crate::Seat;

pub(super) struct Canvas {
    width: usize,
    cells: Vec<(char, Option<Seat>)>,
}

/// The terminal's code for the colour of a seat.
fn code(seat: Seat) -> &'static str {
    match seat.index() {
        0 => "\x1b[31m",
        1 => "\x1b[34m",
        2 => "\x1b[32m",
        _ => "\x1b[33m",
    }
}

/// Text in the colour of a seat, if colour is wanted.
pub(super) fn paint(text: &str, seat: Option<Seat>, colour: bool) -> String {
    match seat {
        Some(seat) if colour => format!("{}{text}\x1b[0m", code(seat)),
        _ => text.to_owned(),
    }
}

/// Which of the four ways a line leaves a crossing: north, east, south, west as bits.
const LINES: [char; 16] = [
    ' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            cells: vec![(' ', None); width * height],
        }
    }

    fn cell_mut(&mut self, x: usize, y: usize) -> Option<&mut (char, Option<Seat>)> {
        if x >= self.width {
            return None;
        }
        self.cells.get_mut(y * self.width + x)
    }

    pub(super) fn put(&mut self, x: usize, y: usize, sign: char, seat: Option<Seat>) {
        if let Some(cell) = self.cell_mut(x, y) {
            *cell = (sign, seat);
        }
    }

    pub(super) fn write(&mut self, x: usize, y: usize, text: &str) {
        for (i, sign) in text.chars().enumerate() {
            self.put(x + i, y, sign, None);
        }
    }

    /// A mark; the first one on a cell stays, and the weakest, `'`, does not break up a long piece.
    pub(super) fn mark(&mut self, x: usize, y: usize, sign: char) {
        if let Some(cell) = self.cell_mut(x, y)
            && !"!x~&\"*?".contains(cell.0)
            && (sign != '\'' || cell.0 != '═')
        {
            *cell = (sign, None);
        }
    }

    /// Adds to the lines that meet at a point.
    fn line(&mut self, x: usize, y: usize, ways: usize) {
        if let Some(cell) = self.cell_mut(x, y) {
            let known = match cell.0 {
                '│' => 5,
                '─' => 10,
                other => LINES.iter().position(|&line| line == other).unwrap_or(0),
            };
            cell.0 = LINES[known | ways];
        }
    }

    /// A rectangle of lines, joined to the existing ones.
    pub(super) fn frame(&mut self, x: usize, y: usize, wide: usize, high: usize) {
        let (right, low) = (x + wide - 1, y + high - 1);
        for i in x + 1..right {
            self.line(i, y, 10);
            self.line(i, low, 10);
        }
        for i in y + 1..low {
            self.line(x, i, 5);
            self.line(right, i, 5);
        }
        self.line(x, y, 2 | 4);
        self.line(right, y, 4 | 8);
        self.line(x, low, 1 | 2);
        self.line(right, low, 1 | 8);
    }

    /// Makes the lines from one point to another heavy.
    pub(super) fn thicken(&mut self, from: (usize, usize), to: (usize, usize)) {
        for y in from.1.min(to.1)..=from.1.max(to.1) {
            for x in from.0.min(to.0)..=from.0.max(to.0) {
                if let Some(cell) = self.cell_mut(x, y) {
                    cell.0 = match cell.0 {
                        '│' => '┃',
                        '─' => '━',
                        '┼' => '╋',
                        other => other,
                    };
                }
            }
        }
    }

    /// Colours everything in a rectangle for a seat.
    pub(super) fn tint(&mut self, x: usize, y: usize, to_x: usize, to_y: usize, seat: Seat) {
        for row in y..=to_y {
            for column in x..=to_x {
                if let Some(cell) = self.cell_mut(column, row) {
                    cell.1 = Some(seat);
                }
            }
        }
    }

    pub(super) fn render(&self, colour: bool) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.width) {
            let used = row.iter().rposition(|cell| cell.0 != ' ');
            let mut row = &row[..used.map_or(0, |last| last + 1)];
            while let Some(&(_, seat)) = row.first() {
                let same = row.iter().take_while(|cell| cell.1 == seat).count();
                let run: String = row[..same].iter().map(|cell| cell.0).collect();
                text.push_str(&paint(&run, seat, colour));
                row = &row[same..];
            }
            text.push('\n');
        }
        text
    }
}
