//! Cells, and dice as six written faces.

pub(super) type Cell = (i32, i32);

/// Top, bottom, north, south, east, west.
pub(super) type Faces = [u8; 6];

pub(super) const DIRECTIONS: [Cell; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONALS: [Cell; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

pub(super) fn plus(a: Cell, b: Cell) -> Cell {
    (a.0 + b.0, a.1 + b.1)
}

pub(super) fn on_board(c: Cell) -> bool {
    (0..9).contains(&c.0) && (0..9).contains(&c.1)
}

pub(super) fn roll([top, bottom, north, south, east, west]: Faces, d: Cell) -> Faces {
    match d {
        (0, 1) => [south, north, top, bottom, east, west],
        (0, -1) => [north, south, bottom, top, east, west],
        (1, 0) => [west, east, north, south, top, bottom],
        _ => [east, west, north, south, bottom, top],
    }
}

pub(super) fn quarter([top, bottom, north, south, east, west]: Faces) -> Faces {
    [top, bottom, west, east, north, south]
}

/// The die with these faces on top and to the south, found by trying rolls and turns.
pub(super) fn die(top: u8, south: u8) -> Faces {
    let mut faces = [1, 6, 5, 2, 3, 4];
    for d in [(0, 1), (1, 0), (0, 1), (1, 0), (0, 1), (1, 0)] {
        for _ in 0..4 {
            if (faces[0], faces[3]) == (top, south) {
                return faces;
            }
            faces = quarter(faces);
        }
        faces = roll(faces, d);
    }
    panic!("no die stands like {top}{south}")
}
