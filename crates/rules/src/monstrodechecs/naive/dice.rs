//! Squares and dice for the second generator: what is written on six faces.

use std::collections::BTreeSet;

/// Top, bottom, north, south, east, west, as they are written.
pub(super) type Faces = [char; 6];

pub(super) type Point = (i32, i32);

pub(super) fn name((c, r): Point) -> String {
    format!("{}{}", (b'A' + c as u8) as char, r + 1)
}

pub(super) fn point(text: &str) -> Point {
    let b = text.as_bytes();
    ((b[0] - b'A') as i32, (b[1] - b'1') as i32)
}

pub(super) fn on_board((c, r): Point) -> bool {
    (0..8).contains(&c) && (0..8).contains(&r)
}

/// C4 to the north, east, south or west: the new top, bottom, north, south, east and west.
pub(super) fn roll([t, b, n, s, e, w]: Faces, way: char) -> Faces {
    match way {
        'N' => [s, n, t, b, e, w],
        'S' => [n, s, b, t, e, w],
        'E' => [w, e, n, s, t, b],
        _ => [e, w, n, s, b, t],
    }
}

pub(super) const WAYS: [(char, Point); 4] =
    [('N', (0, 1)), ('E', (1, 0)), ('S', (0, -1)), ('W', (-1, 0))];

/// All 24 orientations of a die of a kind.
pub(super) fn all_stands(kind: char) -> BTreeSet<Faces> {
    let mut stands = BTreeSet::from([['1', '6', '5', '2', '3', '4']]);
    loop {
        let more: BTreeSet<Faces> = stands
            .iter()
            .flat_map(|&f| WAYS.map(|(way, _)| roll(f, way)))
            .collect();
        let before = stands.len();
        stands.extend(more);
        if stands.len() == before {
            break;
        }
    }
    let marked = |f: &Faces| f.map(|face| if face == kind { 'M' } else { face });
    stands.iter().map(marked).collect()
}

pub(super) fn towards(f: &Faces, side: char) -> char {
    match side {
        'N' => f[2],
        'S' => f[3],
        'E' => f[4],
        _ => f[5],
    }
}

/// The number of a written face.
pub(super) fn number(face: char, kind: char) -> char {
    if face == 'M' { kind } else { face }
}
