//! Where everything is on the table, in squares: the board with its frame, in any rotation, and the
//! trays on both sides of it (on a wide screen) or below it (on a tall one).

use tablier_scene::{Edge, Layout, Piece, Place, Side, SiteId, ZoneId};

use crate::trays::groups;

/// The frame around the field, which holds the coordinates.
pub const FRAME: f32 = 0.62;
/// Where a piece is and how large it is drawn.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Pose {
    /// Its middle, from the left edge of the table.
    pub x: f32,
    /// Its middle, from the upper edge of the table.
    pub y: f32,
    /// Its size; 1 is the size on the board.
    pub scale: f32,
    /// Quarter turns clockwise.
    pub heading: u8,
}

/// A rectangle on the table.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Area {
    /// Its left edge.
    pub x: f32,
    /// Its upper edge.
    pub y: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

/// The table as it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The width of everything.
    pub width: f32,
    /// The height of everything.
    pub height: f32,
    /// The field without its frame.
    pub field: Area,
    /// Quarter turns clockwise.
    pub turn: u8,
    pub(crate) trays: Vec<Area>,
    layout_width: f32,
    layout_height: f32,
}

impl Plan {
    /// The table for a board; `wide` puts the trays beside it.
    pub fn new(layout: &Layout, wide: bool, turn: u8) -> Self {
        let mut plan = Self::bare(layout, turn);
        plan.lay_trays(layout, wide);
        plan
    }

    /// The table with the board alone.
    pub fn bare(layout: &Layout, turn: u8) -> Self {
        let turn = turn % 4;
        let (columns, rows) = if turn.is_multiple_of(2) {
            (layout.width, layout.height)
        } else {
            (layout.height, layout.width)
        };
        let field = Area {
            x: FRAME,
            y: FRAME,
            width: columns,
            height: rows,
        };
        Self {
            width: columns + 2.0 * FRAME,
            height: rows + 2.0 * FRAME,
            field,
            turn,
            trays: Vec::new(),
            layout_width: layout.width,
            layout_height: layout.height,
        }
    }

    /// The board with its frame.
    pub fn frame(&self) -> Area {
        Area {
            x: self.field.x - FRAME,
            y: self.field.y - FRAME,
            width: self.field.width + 2.0 * FRAME,
            height: self.field.height + 2.0 * FRAME,
        }
    }

    /// A tray.
    pub fn tray(&self, zone: ZoneId) -> Option<Area> {
        self.trays.get(usize::from(zone.0)).copied()
    }

    /// A point of the board in the coordinates of the table.
    pub fn point(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = match self.turn {
            0 => (x, y),
            1 => (self.layout_height - y, x),
            2 => (self.layout_width - x, self.layout_height - y),
            _ => (y, self.layout_width - x),
        };
        (x + self.field.x, y + self.field.y)
    }

    /// The middle of a site on the table.
    pub fn site(&self, layout: &Layout, site: SiteId) -> (f32, f32) {
        layout
            .sites
            .get(usize::from(site.0))
            .map_or((0.0, 0.0), |site| self.point(site.x, site.y))
    }

    /// Where a coloured edge of the board is: left, top, width and height.
    pub fn edge(&self, layout: &Layout, edge: Edge) -> (f32, f32, f32, f32) {
        let thick = 0.14;
        let (w, h) = (layout.width, layout.height);
        let (from, to) = match edge.side {
            Side::North => ((0.0, -thick), (w, 0.0)),
            Side::South => ((0.0, h), (w, h + thick)),
            Side::West => ((-thick, 0.0), (0.0, h)),
            Side::East => ((w, 0.0), (w + thick, h)),
        };
        let a = self.point(from.0, from.1);
        let b = self.point(to.0, to.1);
        (
            a.0.min(b.0),
            a.1.min(b.1),
            (a.0 - b.0).abs(),
            (a.1 - b.1).abs(),
        )
    }

    /// Where all pieces are, in their order.
    pub fn poses(&self, layout: &Layout, pieces: &[Piece]) -> Vec<Pose> {
        let groups = groups(pieces);
        pieces
            .iter()
            .enumerate()
            .map(|(index, piece)| match &piece.at {
                Place::Sites(sites) => self.on_board(layout, sites),
                Place::Zone(zone, _) => self.in_tray(layout, *zone, &groups, index),
            })
            .collect()
    }

    fn on_board(&self, layout: &Layout, sites: &[SiteId]) -> Pose {
        let count = sites.len().max(1) as f32;
        let (x, y) = sites
            .iter()
            .map(|&site| self.site(layout, site))
            .fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let size = sites
            .first()
            .and_then(|site| layout.sites.get(usize::from(site.0)))
            .map_or(1.0, |site| site.size);
        Pose {
            x: x / count,
            y: y / count,
            scale: size,
            heading: self.turn,
        }
    }
}

/// Whether a piece on several squares runs from south to north.
pub fn is_upright(layout: &Layout, place: &Place) -> bool {
    let Place::Sites(sites) = place else {
        return false;
    };
    let x = |site: &SiteId| layout.sites.get(usize::from(site.0)).map(|site| site.x);
    match sites[..] {
        [ref first, .., ref last] => x(first) == x(last),
        _ => false,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tablier_scene::Seat;
    use tablier_scene::{Ground, Surface, ZoneRole};

    pub(crate) fn board() -> Layout {
        let mut layout = Layout::grid(
            Surface::Wood,
            4,
            3,
            |c, r| format!("{c}{r}"),
            |_, _| Ground::Plain,
        );
        for seat in Seat::all(2) {
            layout.add_zone(Some(seat), ZoneRole::Hand);
        }
        layout
    }

    #[test]
    fn four_quarter_turns_lead_back() {
        let layout = board();
        for turn in 0..4 {
            let plan = Plan::new(&layout, true, turn);
            for site in 0..layout.sites.len() {
                let (x, y) = plan.site(&layout, SiteId(site as u16));
                assert!(x > plan.field.x && x < plan.field.x + plan.field.width);
                assert!(y > plan.field.y && y < plan.field.y + plan.field.height);
            }
        }
        // A1 is at the lower left; turned by half it is at the upper right.
        let half = Plan::bare(&layout, 2);
        assert_eq!(half.site(&layout, SiteId(0)), (FRAME + 3.5, FRAME + 0.5));
        let quarter = Plan::bare(&layout, 1);
        assert_eq!(quarter.site(&layout, SiteId(0)), (FRAME + 0.5, FRAME + 0.5));
    }
}
