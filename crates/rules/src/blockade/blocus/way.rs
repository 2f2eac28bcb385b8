use super::{Position, SOUTH};
use crate::Seat;
use crate::blockade::board::{LineMask, Set, Square, transposed};
use crate::scene::Side;

/// A square where the king has stopped, and the line along which it continues (in both directions:
/// it arrived along the other one).
#[derive(Copy, Clone)]
struct Stop {
    row: u8,
    column: u8,
    vertical: bool,
}

/// The king stops at most once on each side of each guard, and starts in two directions.
const MOST_STOPS: usize = 2 + 12 * 4;

impl Position {
    /// What stands in the way of a seat's king: the guards and the other king, by rows.
    #[inline]
    pub fn blocked_rows(&self, seat: Seat) -> Set {
        (self.guards[0] | self.guards[1]).with(self.king(seat.next(2)))
    }

    /// The same, columns and rows exchanged.
    #[inline]
    pub fn blocked_columns(&self, seat: Seat) -> Set {
        (self.columns[0] | self.columns[1]).with(transposed(self.king(seat.next(2))))
    }

    /// Whether a seat's king has a way out (BL2 to BL4).
    #[inline]
    pub fn has_way(&self, seat: Seat) -> bool {
        let other = self.king(seat.next(2));
        let rows = self.blocked_rows(seat);
        let columns = self.blocked_columns(seat);
        let king = self.king(seat);
        let first = |vertical| Stop {
            row: king.row(),
            column: king.column(),
            vertical,
        };
        let mut stops = [first(true); MOST_STOPS];
        stops[1] = first(false);
        let (mut done, mut count) = (0, 2);
        // Where the king has stopped already, by the line along which it goes on.
        let mut seen = [[0 as LineMask; 12]; 2];
        while done < count {
            let stop = stops[done];
            done += 1;
            let (line, at) = if stop.vertical {
                (columns.row(usize::from(stop.column)), stop.row)
            } else {
                (rows.row(usize::from(stop.row)), stop.column)
            };
            let ahead = line >> at >> 1;
            let behind = line & ((1 << at) - 1);
            if stop.vertical {
                // BL3: off the opposite edge.
                let free = if seat == SOUTH { ahead } else { behind };
                if free == 0 {
                    return true;
                }
            }
            for (wall, next, step) in [
                (ahead, u32::from(at) + ahead.trailing_zeros(), 1),
                (behind, 16 - behind.leading_zeros(), u8::MAX),
            ] {
                // Off another edge (BL3).
                if wall == 0 {
                    continue;
                }
                let mut to = Stop {
                    vertical: !stop.vertical,
                    ..stop
                };
                if stop.vertical {
                    to.row = next as u8;
                } else {
                    to.column = next as u8;
                }
                let seen = &mut seen[usize::from(to.vertical)][usize::from(to.row)];
                if *seen >> to.column & 1 == 1 || meets(other, to, step) {
                    continue;
                }
                *seen |= 1 << to.column;
                stops[count] = to;
                count += 1;
            }
        }
        false
    }

    /// A shortest way out for a seat's king, square by square from where it stands to the edge;
    /// none if there is no way.
    pub fn way_out(&self, seat: Seat) -> Option<Vec<Square>> {
        let goal = if seat == SOUTH {
            Side::North
        } else {
            Side::South
        };
        let blocked = self.guards[0] | self.guards[1];
        let other = self.king(seat.next(2));
        // Runs that have begun: where, in which direction, and after which other run.
        let king = self.king(seat);
        let mut runs: Vec<(Square, Side, Option<usize>)> =
            Side::ALL.map(|side| (king, side, None)).to_vec();
        let mut ways: Vec<Vec<Square>> = Vec::new();
        let mut done = 0;
        while done < runs.len() {
            let (from, side, _) = runs[done];
            let mut at = from;
            loop {
                match at.step(side) {
                    None if side == goal => {
                        ways.push(trail(&runs, done, at));
                        break;
                    }
                    None => break,
                    Some(next) if next == other => break,
                    Some(next) if blocked.contains(next) => {
                        for turn in [side.clockwise().opposite(), side.clockwise()] {
                            if !runs.iter().any(|run| (run.0, run.1) == (at, turn)) {
                                runs.push((at, turn, Some(done)));
                            }
                        }
                        break;
                    }
                    Some(next) => at = next,
                }
            }
            done += 1;
        }
        ways.into_iter().min_by_key(Vec::len)
    }
}

/// BL4: whether what stopped the king, after a run in this direction, is the other king.
#[inline]
fn meets(other: Square, stop: Stop, step: u8) -> bool {
    // It continues along the line it did not arrive by.
    let (column, row) = if stop.vertical {
        (stop.column.wrapping_add(step), stop.row)
    } else {
        (stop.column, stop.row.wrapping_add(step))
    };
    other.column() == column && other.row() == row
}

/// The squares of a way whose last run ends at `end`.
fn trail(runs: &[(Square, Side, Option<usize>)], last: usize, end: Square) -> Vec<Square> {
    let mut squares = vec![end];
    let mut run = Some(last);
    let mut at = end;
    while let Some(i) = run {
        let (from, side, before) = runs[i];
        while at != from {
            at = at.step(side.opposite()).unwrap_or(from);
            squares.push(at);
        }
        run = before;
    }
    squares.reverse();
    squares
}

/// The unused bits of a line must stay out of the way of `leading_zeros`.
const _: () = assert!(LineMask::BITS == 16);
