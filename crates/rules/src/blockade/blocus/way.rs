use super::{Position, SOUTH};
use crate::Seat;
use crate::blockade::board::{LineMask, Set, Square, transposed};
use crate::scene::Side;

/// A square where the king has stopped, and the line along which it continues (in both directions:
/// it arrived along the other one). Both coordinates of the square: sixteen times the row, and the column.
#[derive(Copy, Clone)]
struct Stop {
    at: u8,
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
        let place = |square: Square| square.row() << 4 | square.column();
        let other = place(self.king(seat.next(2)));
        let rows = self.blocked_rows(seat).lines();
        let columns = self.blocked_columns(seat).lines();
        let king = place(self.king(seat));
        let mut stops = [Stop {
            at: 0,
            vertical: false,
        }; MOST_STOPS];
        for (stop, vertical) in stops.iter_mut().zip([false, true]) {
            *stop = Stop { at: king, vertical };
        }
        let mut count = 2;
        // Where the king has stopped already, by the line along which it goes on.
        let mut seen = [[0 as LineMask; 16]; 2];
        while count > 0 {
            count -= 1;
            let Stop { at, vertical } = stops[count];
            let (row, column) = (at >> 4, at & 15);
            let (line, place, unit) = if vertical {
                (columns.line(usize::from(column)), row, 16)
            } else {
                (rows.line(usize::from(row)), column, 1)
            };
            let ahead = line >> place >> 1;
            let behind = line & ((1 << place) - 1);
            if vertical {
                // BL3: off the opposite edge.
                let free = if seat == SOUTH { ahead } else { behind };
                if free == 0 {
                    return true;
                }
            }
            let mut stop = |to: u8, wall: u8| {
                let seen = &mut seen[usize::from(vertical)][usize::from(to >> 4)];
                // BL4: the other king is no guard.
                if *seen >> (to & 15) & 1 == 0 && wall != other {
                    *seen |= 1 << (to & 15);
                    stops[count] = Stop {
                        at: to,
                        vertical: !vertical,
                    };
                    count += 1;
                }
            };
            // Where nothing stops it, it would go off another edge (BL3).
            if ahead != 0 {
                let to = at + unit * ahead.trailing_zeros() as u8;
                stop(to, to + unit);
            }
            if behind != 0 {
                let to = at - unit * (place - (16 - behind.leading_zeros()) as u8);
                stop(to, to - unit);
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
