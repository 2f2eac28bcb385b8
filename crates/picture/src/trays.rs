//! The trays beside the board: where they are, and how pieces are arranged in them.

use std::collections::HashMap;

use tablier_scene::{Glyph, Layout, Piece, Place, ZoneId, ZoneRole};

use crate::geometry::{Area, Plan, Pose};

/// The room between the frame and the trays, as a part of the field.
const GAP: f32 = 0.016;
/// The width of a tray beside a board, if pieces wait there to be played, as a part of the field: as
/// much as a tilted board leaves free in a window of the usual shape.
const HAND_WIDTH: f32 = 0.11;
/// The same if it only shows what was taken.
const LOST_WIDTH: f32 = 0.085;
/// The height of one seat's trays below a board.
const TRAY_HEIGHT: f32 = 1.5;
/// The room that a piece needs, for one that is as large as a square.
const ROOM: f32 = 1.15;

impl Plan {
    /// Lays the trays beside the board, or below it.
    pub(crate) fn lay_trays(&mut self, layout: &Layout, wide: bool) {
        // One box for each seat (and one for what belongs to nobody), shared by its zones.
        let mut owners: Vec<_> = layout.zones.iter().map(|zone| zone.seat).collect();
        owners.sort_unstable();
        owners.dedup();
        if owners.is_empty() {
            return;
        }
        let boxes = if wide {
            self.boxes_beside(layout, owners.len())
        } else {
            self.boxes_below(owners.len())
        };
        for zone in &layout.zones {
            let at = owners.iter().position(|owner| *owner == zone.seat);
            let seat = boxes[at.unwrap_or(0)];
            let siblings = layout.zones.iter().filter(|z| z.seat == zone.seat).count();
            self.trays.push(match (siblings, zone.role) {
                (0 | 1, _) => seat,
                (_, ZoneRole::Hand) => Area {
                    height: seat.height * 0.6,
                    ..seat
                },
                (_, ZoneRole::Lost) => Area {
                    y: seat.y + seat.height * 0.6,
                    height: seat.height * 0.4,
                    ..seat
                },
            });
        }
    }

    /// A box for each owner on both sides of the board, which stays in the middle.
    fn boxes_beside(&mut self, layout: &Layout, owners: usize) -> Vec<Area> {
        let hands = layout.zones.iter().any(|zone| zone.role == ZoneRole::Hand);
        let width = self.field.width * if hands { HAND_WIDTH } else { LOST_WIDTH };
        let gap = self.field.width * GAP;
        self.field.x += width + gap;
        let left = 0.0;
        let right = self.width + width + 2.0 * gap;
        self.width = right + width;
        let area = |x: f32, from: f32, to: f32| Area {
            x,
            y: self.field.y + self.field.height * from,
            width,
            height: self.field.height * (to - from),
        };
        // As at the board: clockwise from the lower left; alone or in pairs the first is at the right.
        match owners {
            1 => vec![area(right, 0.0, 1.0)],
            2 => vec![area(right, 0.0, 1.0), area(left, 0.0, 1.0)],
            _ => vec![
                area(left, 0.5, 1.0),
                area(left, 0.0, 0.5),
                area(right, 0.0, 0.5),
                area(right, 0.5, 1.0),
            ],
        }
    }

    /// A box for each owner below the board, side by side.
    fn boxes_below(&mut self, owners: usize) -> Vec<Area> {
        // The edge of the board is seen there.
        let y = self.height + 0.5;
        let height = if owners > 2 {
            TRAY_HEIGHT + 0.7
        } else {
            TRAY_HEIGHT
        };
        self.height = y + height;
        let width = self.field.width / owners as f32;
        (0..owners)
            .map(|at| Area {
                x: self.field.x + width * at as f32,
                y,
                width,
                height,
            })
            .collect()
    }

    /// Where a piece in a tray is; `index` is its number among all pieces.
    pub(crate) fn in_tray(
        &self,
        layout: &Layout,
        zone: ZoneId,
        groups: &Groups,
        index: usize,
    ) -> Pose {
        let area = self.tray(zone).unwrap_or(self.field);
        let Some(slot) = groups.slots.get(&index) else {
            return Pose {
                x: area.x,
                y: area.y,
                scale: 0.5,
                heading: 0,
            };
        };
        let hand = layout
            .zones
            .get(usize::from(zone.0))
            .is_some_and(|zone| zone.role == ZoneRole::Hand);
        // As large as fits: pieces in hand are to be touched, lost ones only seen.
        let most = if hand { 0.86 } else { 0.52 };
        let sizes = &groups.sizes[&zone];
        // Trays with the same role hold pieces of one size, however many each has left.
        let role = |zone: &ZoneId| layout.zones.get(usize::from(zone.0)).map(|zone| zone.role);
        let alike = groups
            .sizes
            .iter()
            .filter(|(other, _)| role(other) == role(&zone));
        let places = alike.map(|(_, sizes)| sizes.len()).max().unwrap_or(1);
        if area.height > area.width {
            in_column(area, sizes, places, slot, most)
        } else {
            in_row(area, sizes, places, slot, most)
        }
    }
}

/// In a tall tray: long pieces upright, piles one below the other, each spread downwards.
fn in_column(area: Area, sizes: &[usize], places: usize, slot: &Slot, most: f32) -> Pose {
    let long = slot.length;
    let heading = u8::from(long > 1.0);
    if sizes.iter().all(|&size| size == 1) {
        let (columns, rows) = shape(area, places, (1.0, long));
        let cell = (area.width / columns as f32, area.height / rows as f32);
        let scale = (cell.0 / ROOM).min(cell.1 / (long * ROOM)).min(most);
        let pitch = cell.1.min(long * scale * ROOM);
        return Pose {
            x: area.x + cell.0 * ((slot.group % columns) as f32 + 0.5),
            y: area.y + pitch * ((slot.group / columns) as f32 + 0.5),
            scale,
            heading,
        };
    }
    let piles = sizes.len() as f32;
    let scale = (area.width / ROOM)
        .min(area.height / (piles * long * ROOM))
        .min(most);
    let high = long * scale * ROOM;
    let above: usize = sizes.iter().map(|size| size - 1).sum();
    let step = ((area.height - piles * high) / above as f32).clamp(0.0, high);
    let before = &sizes[..slot.group];
    let taller: usize = before.iter().map(|size| size - 1).sum();
    Pose {
        x: area.x + area.width / 2.0,
        y: area.y + high * (slot.group as f32 + 0.5) + step * (taller + slot.number) as f32,
        scale,
        heading,
    }
}

/// In a low tray: piles side by side, each spread to the right.
fn in_row(area: Area, sizes: &[usize], places: usize, slot: &Slot, most: f32) -> Pose {
    let long = slot.length;
    let (columns, rows) = shape(area, places, (long, 1.0));
    let cell = (area.width / columns as f32, area.height / rows as f32);
    let scale = (cell.0 / (long + 0.25)).min(cell.1 / 1.25).min(most);
    let column = slot.group % columns;
    let row = slot.group / columns;
    let size = sizes[slot.group] as f32;
    let room = (cell.0 - long * scale).max(0.0);
    let step = (room / (size - 1.0).max(1.0)).min(scale * 0.5);
    let width = long * scale + step * (size - 1.0);
    let used = if rows == 1 && columns == 1 {
        cell.0
    } else {
        cell.0.min(width + 0.3)
    };
    let left = area.x + cell.0 * column as f32 + (used - width).max(0.0) / 2.0;
    Pose {
        x: left + long * scale / 2.0 + step * slot.number as f32,
        y: area.y + cell.1.min(scale * 1.3) * (row as f32 + 0.5),
        scale,
        heading: 0,
    }
}

/// The columns and rows for this many pieces, each so wide and so high.
fn shape(area: Area, pieces: usize, (wide, high): (f32, f32)) -> (usize, usize) {
    let mut best = (1, pieces.max(1), 0.0_f32);
    for columns in 1..=pieces.max(1) {
        let rows = pieces.max(1).div_ceil(columns);
        let size = (area.width / columns as f32 / (wide + 0.25))
            .min(area.height / rows as f32 / (high + 0.25));
        if size > best.2 + 0.001 {
            best = (columns, rows, size);
        }
    }
    (best.0, best.1)
}

/// Equal pieces in a tray form a pile.
pub(crate) struct Groups {
    slots: HashMap<usize, Slot>,
    sizes: HashMap<ZoneId, Vec<usize>>,
}

struct Slot {
    group: usize,
    number: usize,
    length: f32,
}

/// The piles of the pieces in trays.
pub(crate) fn groups(pieces: &[Piece]) -> Groups {
    let mut kinds: HashMap<ZoneId, Vec<&Piece>> = HashMap::new();
    let mut lengths: HashMap<ZoneId, f32> = HashMap::new();
    let mut groups = Groups {
        slots: HashMap::new(),
        sizes: HashMap::new(),
    };
    for (index, piece) in pieces.iter().enumerate() {
        let Place::Zone(zone, _) = piece.at else {
            continue;
        };
        let known = kinds.entry(zone).or_default();
        let sizes = groups.sizes.entry(zone).or_default();
        let same = |other: &&&Piece| {
            other.glyph == piece.glyph && other.seat == piece.seat && other.state == piece.state
        };
        // Long pieces would hide each other: each has its own place.
        let alone = glyph_length(&piece.glyph) > 1.0;
        let pile = known.iter().position(|other| same(&other));
        let group = match pile.filter(|_| !alone) {
            Some(group) => group,
            None => {
                known.push(piece);
                sizes.push(0);
                known.len() - 1
            }
        };
        let length = lengths.entry(zone).or_insert(1.0);
        *length = length.max(glyph_length(&piece.glyph));
        groups.slots.insert(
            index,
            Slot {
                group,
                number: sizes[group],
                length: 1.0,
            },
        );
        sizes[group] += 1;
    }
    for (index, slot) in &mut groups.slots {
        if let Place::Zone(zone, _) = pieces[*index].at {
            slot.length = lengths[&zone];
        }
    }
    groups
}

/// The length of a piece in a tray, in squares.
pub(crate) fn glyph_length(glyph: &Glyph) -> f32 {
    match glyph {
        Glyph::Bar { .. } => 3.0,
        Glyph::Body(tablier_scene::Body::Shield) => 2.0,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::tests::board;
    use tablier_scene::Body;
    use tablier_scene::Seat;

    #[test]
    fn beside_the_trays_the_board_stays_in_the_middle() {
        let layout = board();
        let plan = Plan::new(&layout, true, 0);
        let frame = plan.frame();
        let middle = frame.x + frame.width / 2.0;
        assert!((middle - plan.width / 2.0).abs() < 0.001, "{plan:?}");
        for tray in [0, 1].map(|zone| plan.tray(ZoneId(zone)).unwrap()) {
            let outside = tray.x + tray.width <= frame.x || tray.x >= frame.x + frame.width;
            assert!(outside, "{tray:?} {frame:?}");
        }
        assert_eq!(Plan::bare(&layout, 0).frame().x, 0.0);
    }

    /// Seen from above, at least a third of every piece of a pile can be seen and counted.
    #[test]
    fn pieces_in_hand_can_be_counted() {
        let layout = board();
        let plan = Plan::new(&layout, true, 0);
        let pieces: Vec<Piece> = (0..6)
            .map(|slot| Piece::in_zone(ZoneId(0), slot, Glyph::Body(Body::Square), Seat::new(0)))
            .collect();
        let poses = plan.poses(&layout, &pieces);
        for pair in poses.windows(2) {
            assert!(pair[1].y - pair[0].y > 0.3 * pair[0].scale, "{pair:?}");
        }
    }

    /// However many bars each player has left, all are as large as each other.
    #[test]
    fn both_hands_hold_pieces_of_one_size() {
        let layout = board();
        for wide in [false, true] {
            let plan = Plan::new(&layout, wide, 0);
            let pieces: Vec<Piece> = (0..8)
                .map(|slot| {
                    let zone = u8::from(slot >= 6);
                    let shield = Glyph::Body(Body::Shield);
                    Piece::in_zone(ZoneId(zone), slot, shield, Seat::new(zone))
                })
                .collect();
            let poses = plan.poses(&layout, &pieces);
            assert!((poses[0].scale - poses[7].scale).abs() < 0.001, "{poses:?}");
        }
    }

    #[test]
    fn pieces_in_trays_stay_inside_them() {
        let layout = board();
        for count in 1..20 {
            for wide in [false, true] {
                let plan = Plan::new(&layout, wide, 0);
                let pieces: Vec<Piece> = (0..count)
                    .map(|slot| {
                        let body =
                            [Body::Square, Body::Triangle, Body::Shield][usize::from(slot / 7)];
                        Piece::in_zone(ZoneId(0), slot, Glyph::Body(body), Seat::new(0))
                    })
                    .collect();
                let tray = plan.tray(ZoneId(0)).unwrap();
                for pose in plan.poses(&layout, &pieces) {
                    assert!(
                        pose.x > tray.x && pose.x < tray.x + tray.width,
                        "{pose:?} {tray:?}"
                    );
                    assert!(
                        pose.y > tray.y && pose.y < tray.y + tray.height,
                        "{pose:?} {tray:?}"
                    );
                    assert!(pose.scale > 0.1);
                }
            }
        }
    }
}
