//! A board as plain text, good enough to play from in a terminal.
//!
//! Every piece is between the brackets of its seat (`[ ]`, `( )`, `{ }`, `< >`), so that owners
//! differ without colour. A die shows its top between them and its four side faces around it. Marks
//! are left of a piece, its state is right of it, and a key below explains the signs that occur.

mod canvas;
mod legend;
mod piece;

use canvas::Canvas;
use legend::{key, seats, trays};

use crate::{Ground, Layout, MarkKind, Message, Place, Scene, Seat, Side, State};

/// The language of a drawing, and whether it is coloured.
pub struct Style<'a> {
    /// Translates a message.
    pub say: &'a dyn Fn(&Message) -> String,
    /// Whether to colour it for a terminal.
    pub colour: bool,
}

/// The columns of a cell, without the line left of it.
const WIDE: usize = 5;

/// The board with its coordinates, the trays, the seats, and a key to the signs.
pub fn draw(layout: &Layout, scene: &Scene, style: &Style) -> String {
    let mut text = board(layout, scene, style.colour);
    for line in trays(layout, scene, style)
        .into_iter()
        .chain(seats(layout, scene, style))
        .chain(key(layout, scene, style))
    {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Where the cells are: sites by column from the west and row from the north.
struct Grid {
    columns: Vec<f32>,
    rows: Vec<f32>,
    /// The lines of a cell.
    high: usize,
    /// The columns left of the board.
    margin: usize,
}

impl Grid {
    fn new(layout: &Layout, scene: &Scene) -> Self {
        let ranks = |values: Vec<f32>| {
            let mut values = values;
            values.sort_by(f32::total_cmp);
            values.dedup_by(|a, b| (*a - *b).abs() < 0.25);
            values
        };
        let sided = scene
            .pieces
            .iter()
            .any(|piece| matches!(piece.at, Place::Sites(_)) && piece::has_sides(&piece.glyph));
        let west = layout.labels.iter().filter(|label| label.x < 0.0);
        let margin = west.map(|label| label.text.chars().count()).max();
        Self {
            columns: ranks(layout.sites.iter().map(|site| site.x).collect()),
            rows: ranks(layout.sites.iter().map(|site| site.y).collect()),
            high: if sided { 3 } else { 1 },
            margin: margin.map_or(0, |widest| widest + 1),
        }
    }

    fn nearest(values: &[f32], value: f32) -> usize {
        let distance = |i: &usize| (values[*i] - value).abs();
        (0..values.len())
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(0)
    }

    /// The column and row of a point.
    fn cell(&self, x: f32, y: f32) -> (usize, usize) {
        (
            Self::nearest(&self.columns, x),
            Self::nearest(&self.rows, y),
        )
    }

    /// The north-west corner of a cell's inside.
    fn corner(&self, (column, row): (usize, usize)) -> (usize, usize) {
        (
            self.margin + 1 + column * (WIDE + 1),
            1 + row * (self.high + 1),
        )
    }

    /// The line of a cell that holds its piece.
    fn middle(&self, cell: (usize, usize)) -> (usize, usize) {
        let (x, y) = self.corner(cell);
        (x, y + self.high / 2)
    }
}

fn board(layout: &Layout, scene: &Scene, colour: bool) -> String {
    let grid = Grid::new(layout, scene);
    if grid.columns.is_empty() {
        return String::new();
    }
    let width = grid.margin + grid.columns.len() * (WIDE + 1) + 1;
    let height = grid.rows.len() * (grid.high + 1) + 1;
    let mut canvas = Canvas::new(width, height + 1);
    for site in &layout.sites {
        let cell = grid.cell(site.x, site.y);
        let (x, y) = grid.corner(cell);
        canvas.frame(x - 1, y - 1, WIDE + 2, grid.high + 2);
    }
    for line in &layout.strokes {
        let point = |(x, y): (f32, f32)| {
            let column = (x.max(0.0).round() as usize).min(grid.columns.len());
            let row = (y.max(0.0).round() as usize).min(grid.rows.len());
            (grid.margin + column * (WIDE + 1), row * (grid.high + 1))
        };
        canvas.thicken(point(line.from), point(line.to));
    }
    for edge in &layout.edges {
        let (right, low) = (width - 1, height - 1);
        match edge.side {
            Side::North => canvas.tint(grid.margin, 0, right, 0, edge.seat),
            Side::South => canvas.tint(grid.margin, low, right, low, edge.seat),
            Side::West => canvas.tint(grid.margin, 0, grid.margin, low, edge.seat),
            Side::East => canvas.tint(right, 0, right, low, edge.seat),
        }
    }
    for site in &layout.sites {
        let (x, y) = grid.middle(grid.cell(site.x, site.y));
        if let Some(sign) = ground(site.ground) {
            canvas.put(x + 2, y, sign, site.seat);
            if let Some(seat) = site.seat {
                canvas.put(x + 3, y, digit(seat.number()), Some(seat));
            }
        }
    }
    for piece in &scene.pieces {
        if let Place::Sites(sites) = &piece.at {
            let cells: Vec<_> = sites
                .iter()
                .filter_map(|site| layout.sites.get(usize::from(site.0)))
                .map(|site| grid.cell(site.x, site.y))
                .collect();
            piece::draw(&mut canvas, &grid, piece, &cells);
            for site in sites {
                keep_ground(&mut canvas, &grid, layout, site.0);
            }
        }
    }
    for mark in &scene.marks {
        for site in &mark.sites {
            if let Some(site) = layout.sites.get(usize::from(site.0)) {
                let (x, y) = grid.corner(grid.cell(site.x, site.y));
                canvas.mark(x, y, sign(mark.kind));
            }
        }
    }
    for label in &layout.labels {
        let (column, row) = grid.cell(label.x, label.y);
        let (x, y) = grid.middle((column, row));
        if label.x < 0.0 {
            let long = label.text.chars().count();
            canvas.write((grid.margin - 1).saturating_sub(long), y, &label.text);
        } else if label.y > layout.height {
            let long = label.text.chars().count();
            canvas.write(
                x + (WIDE.saturating_sub(long)).div_ceil(2),
                height,
                &label.text,
            );
        }
    }
    canvas.render(colour)
}

/// Draws a circle or throne beside the piece on it.
fn keep_ground(canvas: &mut Canvas, grid: &Grid, layout: &Layout, site: u16) {
    let Some(site) = layout.sites.get(usize::from(site)) else {
        return;
    };
    if let (Some(sign), false) = (ground(site.ground), site.ground == Ground::Outer) {
        let (x, y) = grid.corner(grid.cell(site.x, site.y));
        canvas.put(x, y + grid.high - 1, sign, site.seat);
    }
}

/// The brackets of a seat.
fn brackets(seat: Option<Seat>) -> (char, char) {
    match seat.map(Seat::index) {
        Some(0) => ('[', ']'),
        Some(1) => ('(', ')'),
        Some(2) => ('{', '}'),
        Some(_) => ('<', '>'),
        None => ('|', '|'),
    }
}

fn digit(number: u8) -> char {
    char::from_digit(u32::from(number), 36).unwrap_or('*')
}

fn ground(ground: Ground) -> Option<char> {
    match ground {
        Ground::Plain | Ground::Light | Ground::Dark => None,
        Ground::Outer => Some('·'),
        Ground::Centre => Some('○'),
        Ground::Throne => Some('◎'),
        Ground::Home => Some('⌂'),
    }
}

fn sign(kind: MarkKind) -> char {
    match kind {
        MarkKind::Last => '\'',
        MarkKind::Threat => '!',
        MarkKind::Hit => 'x',
        MarkKind::Flip => '~',
        MarkKind::Link => '&',
        MarkKind::Way => '"',
        MarkKind::Win => '*',
        MarkKind::Duty => '?',
    }
}

fn state_sign(state: State) -> Option<char> {
    match state {
        State::Free => None,
        State::Captive(_) => Some('c'),
        State::Orphan => Some('-'),
        State::Immune => Some('+'),
    }
}

#[cfg(test)]
mod tests;
