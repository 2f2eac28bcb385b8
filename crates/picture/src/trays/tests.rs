use tablier_scene::{Body, Seat};

use super::*;
use crate::geometry::tests::board;

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

/// No piece in a tray lies on another, however many there are and wherever the tray is.
#[test]
fn pieces_in_trays_can_be_counted() {
    let layout = board();
    for wide in [false, true] {
        let plan = Plan::new(&layout, wide, 0);
        for count in [6, 20, 36] {
            let bodies = [Body::Square, Body::Triangle, Body::Cylinder, Body::Man];
            let pieces: Vec<Piece> = (0..count)
                .map(|slot| {
                    let body = bodies[usize::from(slot / 9)];
                    Piece::in_zone(ZoneId(0), slot, Glyph::Body(body), Seat::new(0))
                })
                .collect();
            let poses = plan.poses(&layout, &pieces);
            for (at, one) in poses.iter().enumerate() {
                for other in &poses[..at] {
                    let apart = (one.x - other.x).abs().max((one.y - other.y).abs());
                    assert!(apart > one.scale, "{count} {wide}: {one:?} on {other:?}");
                }
            }
        }
    }
}

#[test]
fn a_tray_below_the_board_is_as_high_as_what_it_holds() {
    let layout = board();
    let whole = Plan::new(&layout, false, 0);
    let held = |count: u8| {
        let pieces: Vec<Piece> = (0..count)
            .map(|slot| Piece::in_zone(ZoneId(0), slot, Glyph::Body(Body::Man), Seat::new(0)))
            .collect();
        let mut plan = whole.clone();
        plan.end_below(&layout, &pieces);
        let poses = plan.poses(&layout, &pieces);
        assert!(poses.iter().all(|pose| pose.y < plan.height), "{plan:?}");
        plan.height
    };
    let frame = whole.frame();
    assert!(held(0) < frame.y + frame.height + 0.1);
    assert!(held(0) < held(1) && held(1) < held(8) && held(8) <= whole.height);
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
                    let body = [Body::Square, Body::Triangle, Body::Shield][usize::from(slot / 7)];
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
