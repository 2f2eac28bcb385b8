#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::Seat;

/// A place that can be clicked, by its number in [`Layout::sites`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct SiteId(pub u16);

/// A tray beside the board, by its number in [`Layout::zones`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ZoneId(pub u8);

/// A board, the same for a whole match. Lengths are in squares, x to the east (right) and y to the
/// south (down), from the north-west corner.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Layout {
    /// What it is made of.
    pub surface: Surface,
    /// Its width in squares.
    pub width: f32,
    /// Its height in squares.
    pub height: f32,
    /// All places that can be clicked; a site's id is its index here.
    pub sites: Vec<Site>,
    /// Coordinates in the frame, outside the sites.
    pub labels: Vec<Label>,
    /// Heavier lines between sites.
    pub strokes: Vec<Stroke>,
    /// Coloured edges (where a king must leave).
    pub edges: Vec<Edge>,
    /// Trays for hands, lost pieces and captives; a zone's id is its index here.
    pub zones: Vec<Zone>,
}

/// What a board is made of; the client gives each its own look.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Surface {
    /// Oiled walnut and maple.
    Wood,
    /// Dark green baize.
    Baize,
    /// Slate with chalk lines.
    Slate,
    /// Pale frosted glass.
    Glass,
    /// The same glass where the second player sits opposite the first: green comes before blue.
    Opposite,
    /// Large engraved circles on glass.
    Circles,
    /// One uniform colour.
    Uniform,
}

/// A place that can be clicked.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Site {
    /// Its name as the game's notation writes it.
    pub label: String,
    /// Its middle, from the west edge.
    pub x: f32,
    /// Its middle, from the north edge.
    pub y: f32,
    /// Its width and height.
    pub size: f32,
    /// The look of its ground.
    pub ground: Ground,
    /// Whose ground it is, if it is tinted.
    pub seat: Option<Seat>,
    /// The sites north, east, south and west of it, for the arrow keys.
    pub neighbours: [Option<SiteId>; 4],
}

/// The look of a site's ground.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Ground {
    /// Nothing special.
    Plain,
    /// The light squares of a chequered board.
    Light,
    /// The dark squares of a chequered board.
    Dark,
    /// A border that is set off from the field.
    Outer,
    /// An engraved circle.
    Centre,
    /// An engraved circle marked T.
    Throne,
    /// A square that belongs to somebody (a home or goal).
    Home,
}

impl Ground {
    /// The colour of a square of a chequered board, whose corner in the south-west is dark.
    pub fn chequered(column: u16, row: u16) -> Self {
        if (column + row).is_multiple_of(2) {
            Ground::Dark
        } else {
            Ground::Light
        }
    }
}

/// A text in the frame.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Label {
    /// What it says.
    pub text: String,
    /// Its middle; may lie outside the board.
    pub x: f32,
    /// Its middle; may lie outside the board.
    pub y: f32,
}

/// A heavier line.
#[derive(Copy, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Stroke {
    /// Where it begins.
    pub from: (f32, f32),
    /// Where it ends.
    pub to: (f32, f32),
}

/// One of the four sides of a board or directions on it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Side {
    /// Towards higher rows.
    North,
    /// Towards later letters.
    East,
    /// Towards row 1.
    South,
    /// Towards column A.
    West,
}

/// A coloured edge of the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Edge {
    /// Which side of the board.
    pub side: Side,
    /// Whose colour.
    pub seat: Seat,
}

/// A tray beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Zone {
    /// Whose tray; none for one that all share.
    pub seat: Option<Seat>,
    /// What it holds.
    pub role: ZoneRole,
}

/// What a tray holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum ZoneRole {
    /// Pieces that can still be brought in.
    Hand,
    /// The seat's own pieces that were taken.
    Lost,
}

impl Layout {
    /// A grid of `columns` by `rows` squares with coordinates in the frame. Site ids run from the
    /// south-west corner eastwards, then row by row to the north; `name` gives the label of a
    /// square from its column and row, both counted from 0 at the south-west, and `ground` its
    /// look.
    pub fn grid(
        surface: Surface,
        columns: u16,
        rows: u16,
        name: impl Fn(u16, u16) -> String,
        ground: impl Fn(u16, u16) -> Ground,
    ) -> Self {
        let id = |c: u16, r: u16| SiteId(r * columns + c);
        let mut sites = Vec::with_capacity(usize::from(columns * rows));
        for r in 0..rows {
            for c in 0..columns {
                sites.push(Site {
                    label: name(c, r),
                    x: f32::from(c) + 0.5,
                    y: f32::from(rows - r) - 0.5,
                    size: 1.0,
                    ground: ground(c, r),
                    seat: None,
                    neighbours: [
                        (r + 1 < rows).then(|| id(c, r + 1)),
                        (c + 1 < columns).then(|| id(c + 1, r)),
                        (r > 0).then(|| id(c, r - 1)),
                        (c > 0).then(|| id(c - 1, r)),
                    ],
                });
            }
        }
        Self {
            surface,
            width: f32::from(columns),
            height: f32::from(rows),
            sites,
            labels: Vec::new(),
            strokes: Vec::new(),
            edges: Vec::new(),
            zones: Vec::new(),
        }
    }

    /// Adds column names below the board and row names left of it.
    pub fn with_frame(
        mut self,
        columns: impl IntoIterator<Item = String>,
        rows: impl IntoIterator<Item = String>,
    ) -> Self {
        for (i, text) in columns.into_iter().enumerate() {
            self.labels.push(Label {
                text,
                x: i as f32 + 0.5,
                y: self.height + 0.3,
            });
        }
        for (i, text) in rows.into_iter().enumerate() {
            self.labels.push(Label {
                text,
                x: -0.3,
                y: self.height - 0.5 - i as f32,
            });
        }
        self
    }

    /// Adds a tray and returns its id.
    pub fn add_zone(&mut self, seat: Option<Seat>, role: ZoneRole) -> ZoneId {
        self.zones.push(Zone { seat, role });
        ZoneId((self.zones.len() - 1) as u8)
    }

    /// The site with this label, in any letter case.
    pub fn site(&self, label: &str) -> Option<SiteId> {
        let at = self
            .sites
            .iter()
            .position(|s| s.label.eq_ignore_ascii_case(label))?;
        Some(SiteId(at as u16))
    }
}
