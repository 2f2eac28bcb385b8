//! The side that a board is viewed from.

use tablier_rules::Seat;
use tablier_rules::scene::{Layout, Place, Scene};

/// The quarter turns clockwise that bring a seat's pieces nearest to the viewer; none if it has no
/// pieces on the board, or already has them there.
pub fn turn_towards(layout: &Layout, scene: &Scene, seat: Seat) -> u8 {
    let (mut x, mut y, mut count) = (0.0, 0.0, 0.0_f32);
    for piece in scene.pieces.iter().filter(|piece| piece.seat == Some(seat)) {
        if let Place::Sites(sites) = &piece.at {
            for site in sites
                .iter()
                .filter_map(|id| layout.sites.get(usize::from(id.0)))
            {
                x += site.x - layout.width / 2.0;
                y += site.y - layout.height / 2.0;
                count += 1.0;
            }
        }
    }
    if count == 0.0 {
        return 0;
    }
    let nearness = |turn: u8| match turn {
        0 => y,
        1 => x,
        2 => -y,
        _ => -x,
    };
    // Half a turn is preferred to a quarter, and none to both.
    let mut best = 0;
    for turn in [2, 1, 3] {
        if nearness(turn) > nearness(best) + 0.01 * count {
            best = turn;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablier_rules::catalog;

    #[test]
    fn everybody_has_their_own_pieces_before_them() {
        let turns = |spec: &str| -> Vec<u8> {
            let table = catalog::open(spec).unwrap();
            let seats = table.seating().sides.len() as u8;
            Seat::all(seats)
                .map(|seat| turn_towards(&table.layout(), &table.scene(), seat))
                .collect()
        };
        assert_eq!(turns("cubulus"), [0, 2]);
        assert_eq!(turns("d21"), [0, 2]);
        assert_eq!(turns("alignement"), [0, 0], "nothing is on the board yet");
        let four = turns("saute:players=4");
        assert_eq!(four[0], 0);
        assert!(four[1..].iter().any(|&turn| turn != 0), "{four:?}");
    }
}
