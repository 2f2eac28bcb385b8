//! The trays beside the board: where they are, and how pieces are arranged in them.

use std::collections::HashMap;

use tablier_scene::{Glyph, Layout, Piece, Place, ZoneId, ZoneRole};

use crate::geometry::{Area, FRAME, Plan, Pose};

/// The room between the frame and the trays.
const GAP: f32 = 0.25;
/// The width of the trays beside a board.
const TRAY_WIDTH: f32 = 2.5;
/// The height of one seat's trays below a board.
const TRAY_HEIGHT: f32 = 1.5;

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
        let count = owners.len() as f32;
        let long = wide || owners.len() > 2;
        let whole = if wide {
            let x = self.width + GAP;
            self.width = x + TRAY_WIDTH;
            Area {
                x,
                y: FRAME,
                width: TRAY_WIDTH,
                height: self.field.height,
            }
        } else {
            let y = self.height + GAP;
            let height = if long { TRAY_HEIGHT + 0.7 } else { TRAY_HEIGHT };
            self.height = y + height;
            Area {
                x: FRAME,
                y,
                width: self.field.width,
                height,
            }
        };
        for zone in &layout.zones {
            let at = owners.iter().position(|owner| *owner == zone.seat);
            let at = at.unwrap_or(0) as f32;
            // Beside a board the first seat is below, as it is at the board.
            let seat = if wide {
                let height = whole.height / count;
                Area {
                    y: whole.y + (count - 1.0 - at) * height,
                    height,
                    ..whole
                }
            } else {
                let width = whole.width / count;
                Area {
                    x: whole.x + at * width,
                    width,
                    ..whole
                }
            };
            let siblings: Vec<ZoneRole> = layout
                .zones
                .iter()
                .filter(|other| other.seat == zone.seat)
                .map(|other| other.role)
                .collect();
            self.trays.push(match (siblings.len(), zone.role) {
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
        let sizes = &groups.sizes[&zone];
        let hand = layout
            .zones
            .get(usize::from(zone.0))
            .is_some_and(|zone| zone.role == ZoneRole::Hand);
        let long = slot.length;
        // As large as fits: pieces in hand are to be touched, lost ones only seen.
        let most = if hand { 0.86 } else { 0.52 };
        let (columns, rows) = shape(area, sizes.len(), long);
        let cell = (area.width / columns as f32, area.height / rows as f32);
        let scale = (cell.0 / (long + 0.25)).min(cell.1 / 1.25).min(most);
        let column = slot.group % columns;
        let row = slot.group / columns;
        let spread = (sizes[slot.group] as f32 - 1.0).max(1.0);
        let room = (cell.0 - long * scale).max(0.0);
        let step = (room / spread).min(scale * 0.32);
        let width = long * scale + step * (sizes[slot.group] as f32 - 1.0);
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
}

/// The columns and rows for this many groups of pieces of this length.
fn shape(area: Area, groups: usize, long: f32) -> (usize, usize) {
    let mut best = (1, groups.max(1), 0.0_f32);
    for columns in 1..=groups.max(1) {
        let rows = groups.max(1).div_ceil(columns);
        let size = (area.width / columns as f32 / (long + 0.6)).min(area.height / rows as f32);
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
