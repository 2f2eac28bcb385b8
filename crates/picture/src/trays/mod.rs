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
/// The same for what belongs to nobody: there is one such tray for all, and more goes into it.
const COMMON_WIDTH: f32 = 0.1;
/// The room that a piece needs, for one that is as large as a square.
const ROOM: f32 = 1.15;
/// The room between two piles, in rows.
const BETWEEN: f32 = 0.4;

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

    /// Ends the table below the last piece in a tray: a tray below the board is only as high as what it
    /// holds.
    pub fn end_below(&mut self, layout: &Layout, pieces: &[Piece]) {
        let frame = self.frame();
        let poses = self.poses(layout, pieces);
        let held = pieces.iter().zip(poses);
        let lowest = held
            .filter(|(piece, _)| matches!(piece.at, Place::Zone(..)))
            .map(|(_, pose)| pose.y + pose.scale * ROOM / 2.0)
            .fold(frame.y + frame.height, f32::max);
        self.height = self.height.min(lowest + 0.05);
    }

    /// A box for each owner on both sides of the board, which stays in the middle.
    fn boxes_beside(&mut self, layout: &Layout, owners: usize) -> Vec<Area> {
        let hands = layout.zones.iter().any(|zone| zone.role == ZoneRole::Hand);
        let part = match (hands, owners) {
            (true, _) => HAND_WIDTH,
            (false, 1) => COMMON_WIDTH,
            (false, _) => LOST_WIDTH,
        };
        let width = self.field.width * part;
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
        // Trays with the same role hold pieces of one size, however many each has left.
        let role = |zone: &ZoneId| layout.zones.get(usize::from(zone.0)).map(|zone| zone.role);
        let alike: Vec<&[Pile]> = groups
            .piles
            .iter()
            .filter(|(other, _)| role(other) == role(&zone))
            .map(|(_, piles)| piles.as_slice())
            .collect();
        let piles = &groups.piles[&zone];
        if area.height > area.width {
            in_column(area, piles, &alike, slot, most)
        } else {
            in_row(area, piles, &alike, slot, most)
        }
    }
}

/// In a tall tray: long pieces upright, piles one below the other, each in rows of its own.
fn in_column(area: Area, piles: &[Pile], alike: &[&[Pile]], slot: &Slot, most: f32) -> Pose {
    if alike
        .iter()
        .all(|piles| piles.iter().all(|pile| pile.size == 1))
    {
        let long = slot.length;
        let places = alike.iter().map(|piles| piles.len()).max().unwrap_or(1);
        let (columns, rows) = shape(area, places, (1.0, long));
        let cell = (area.width / columns as f32, area.height / rows as f32);
        let scale = (cell.0 / ROOM).min(cell.1 / (long * ROOM)).min(most);
        let pitch = cell.1.min(long * scale * ROOM);
        return Pose {
            x: area.x + cell.0 * ((slot.group % columns) as f32 + 0.5),
            y: area.y + pitch * ((slot.group / columns) as f32 + 0.5),
            scale,
            heading: u8::from(long > 1.0),
        };
    }
    // As many side by side as leaves them largest.
    let high = |piles: &[Pile], columns: usize| -> f32 {
        let pile = |pile: &Pile| pile.size.div_ceil(columns) as f32 * pile.length + BETWEEN;
        piles.iter().map(pile).sum()
    };
    let mut best = (1, 0.0_f32);
    for columns in 1..=4 {
        let rows = alike.iter().map(|piles| high(piles, columns) - BETWEEN);
        let rows = rows.fold(1.0, f32::max);
        let scale = (area.width / (columns as f32 * ROOM))
            .min(area.height / (rows * ROOM))
            .min(most);
        if scale > best.1 + 0.001 {
            best = (columns, scale);
        }
    }
    let (columns, scale) = best;
    let pitch = scale * ROOM;
    let length = piles[slot.group].length;
    let row = high(&piles[..slot.group], columns) + (slot.number / columns) as f32 * length;
    let aside = (slot.number % columns) as f32 - (columns - 1) as f32 / 2.0;
    Pose {
        x: area.x + area.width / 2.0 + pitch * aside,
        y: area.y + pitch * (row + 0.5 * length),
        scale,
        heading: u8::from(length > 1.0),
    }
}

/// In a low tray: piles side by side, each in rows of its own.
fn in_row(area: Area, piles: &[Pile], alike: &[&[Pile]], slot: &Slot, most: f32) -> Pose {
    let long = slot.length;
    let places = alike.iter().map(|piles| piles.len()).max().unwrap_or(1);
    let largest = alike.iter().flat_map(|piles| piles.iter());
    let largest = largest.map(|pile| pile.size).max().unwrap_or(1);
    let (columns, rows) = shape(area, places, (long, 1.0));
    let cell = (area.width / columns as f32, area.height / rows as f32);
    let pile = Area {
        width: cell.0,
        height: cell.1,
        ..area
    };
    let (across, down) = shape(pile, largest, (long, 1.0));
    let room = if largest == 1 { 1.25 } else { ROOM };
    let scale = (cell.0 / across as f32 / (long + room - 1.0))
        .min(cell.1 / down as f32 / room)
        .min(most);
    let pitch = ((long + room - 1.0) * scale, room * scale);
    let width = pitch.0 * piles[slot.group].size.min(across) as f32;
    let used = if rows == 1 && columns == 1 {
        cell.0
    } else {
        cell.0.min(width + 0.3)
    };
    let left = area.x + cell.0 * (slot.group % columns) as f32 + (used - width).max(0.0) / 2.0;
    let top = area.y + cell.1.min(pitch.1 * down as f32 * 1.04) * (slot.group / columns) as f32;
    Pose {
        x: left + pitch.0 * ((slot.number % across) as f32 + 0.5),
        y: top + pitch.1 * ((slot.number / across) as f32 + 0.5),
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
    piles: HashMap<ZoneId, Vec<Pile>>,
}

/// How many equal pieces there are, and how long one of them is.
struct Pile {
    size: usize,
    length: f32,
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
        piles: HashMap::new(),
    };
    for (index, piece) in pieces.iter().enumerate() {
        let Place::Zone(zone, _) = piece.at else {
            continue;
        };
        let known = kinds.entry(zone).or_default();
        let piles = groups.piles.entry(zone).or_default();
        let same = |other: &&&Piece| {
            other.glyph == piece.glyph && other.seat == piece.seat && other.state == piece.state
        };
        // Long pieces would hide each other, and dice are told apart one by one: each has its own place.
        let alone = glyph_length(&piece.glyph) > 1.0 || matches!(piece.glyph, Glyph::Die(_));
        let pile = known.iter().position(|other| same(&other));
        let group = match pile.filter(|_| !alone) {
            Some(group) => group,
            None => {
                known.push(piece);
                piles.push(Pile {
                    size: 0,
                    length: glyph_length(&piece.glyph),
                });
                known.len() - 1
            }
        };
        let length = lengths.entry(zone).or_insert(1.0);
        *length = length.max(glyph_length(&piece.glyph));
        groups.slots.insert(
            index,
            Slot {
                group,
                number: piles[group].size,
                length: 1.0,
            },
        );
        piles[group].size += 1;
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
mod tests;
