use std::collections::{HashMap, HashSet, VecDeque};

use tablier_rules::blockade::solitaire::{Position, Solitaire};
use tablier_rules::hash::SplitMix64;
use tablier_rules::{Game, Match, Outcome, Rules, Spec, Status};

use super::bound::{coverable_by_colour, smallest_cover};
use super::{Answer, Beam, Search, fewest_left, outlook};

fn game() -> Solitaire {
    Solitaire::from_spec(&Spec::parse("solitaire").unwrap()).unwrap()
}

fn beam(width: usize) -> Beam {
    Beam { width, threads: 2 }
}

/// Some pieces scattered over a field of 4 × 3.
fn thrown(random: &mut SplitMix64, pieces: u32) -> Position {
    let mut masks = [0u64; 4];
    while masks.iter().map(|m| m.count_ones()).sum::<u32>() < pieces {
        let at = 1u64 << (8 * (2 + random.below(4)) + 2 + random.below(3));
        if masks.iter().all(|m| m & at == 0) {
            masks[random.below(4)] |= at;
        }
    }
    Position::from_masks(masks)
}

/// The fewest jumps to every reachable position, by the ordinary rules alone.
fn breadth_first(start: Position) -> HashMap<Position, u32> {
    let game = game();
    let mut reached = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    let mut actions = Vec::new();
    while let Some(position) = queue.pop_front() {
        let jumps = reached[&position];
        game.actions(&position, &mut actions);
        for &action in &actions {
            let mut next = position;
            game.apply(&mut next, action);
            reached.entry(next).or_insert_with(|| {
                queue.push_back(next);
                jumps + 1
            });
        }
    }
    reached
}

#[test]
fn the_search_agrees_with_plain_breadth_first_search() {
    let mut random = SplitMix64::new(3);
    let (mut solvable, mut unsolvable) = (0, 0);
    for round in 0..300 {
        let start = thrown(&mut random, 3 + round % 7);
        let reached = breadth_first(start);
        let shortest = reached
            .iter()
            .filter(|(p, _)| p.count() == 1)
            .map(|(_, &jumps)| jumps)
            .min();
        let fewest = reached.keys().map(Position::count).min().unwrap();
        let search = Search::new(16, u64::MAX);
        match shortest {
            Some(jumps) => {
                solvable += 1;
                assert_eq!(
                    search.within(&start, jumps - 1),
                    Answer::Impossible,
                    "{start:?}"
                );
                let Answer::Solved(path) = search.within(&start, jumps) else {
                    panic!("{start:?} has a solution of {jumps}")
                };
                let mut replay = Match::from_position(game(), start);
                assert!(path.iter().all(|&action| replay.play(action).is_ok()));
                assert_eq!(replay.position().count(), 1);
                assert!(smallest_cover(start.occupied()) <= jumps, "{start:?}");
                assert!(coverable_by_colour(&start, jumps), "{start:?}");
            }
            None => {
                unsolvable += 1;
                assert_eq!(search.within(&start, 35), Answer::Impossible, "{start:?}");
                let many = search.within_threads(&start, 1_000, 2, &|_, _| {});
                assert_eq!(many, Answer::Impossible, "{start:?}");
                assert_eq!(beam(1_000).solve(&start, 35, &|| false), None);
            }
        }
        let found = fewest_left(&start, u64::MAX, &|| false);
        assert_eq!((found.left, found.proved), (fewest, true), "{start:?}");
        let ahead = outlook(&start, 100_000, &|| false);
        assert_eq!((ahead.left, ahead.proved), (fewest, true), "{start:?}");
        let end = ahead.jumps.iter().fold(start, |at, &jump| at.after(jump));
        assert_eq!(end.count(), fewest);
        // With hardly anything tried, nothing false is claimed.
        let hasty = outlook(&start, 2, &|| false);
        assert!(hasty.left >= fewest);
        assert!(!hasty.proved || hasty.left == fewest, "{start:?}");
        let stopped = outlook(&start, 100_000, &|| true);
        assert!(!stopped.proved || stopped.left == fewest, "{start:?}");
    }
    assert!(solvable > 30 && unsolvable > 30, "{solvable} {unsolvable}");
}

#[test]
fn no_bound_exceeds_what_is_needed_on_the_way_of_a_solution() {
    for seed in 0..6 {
        let start = Position::shuffled(seed);
        let Some(path) = beam(2_000).solve(&start, 35, &|| false) else {
            continue;
        };
        let mut position = start;
        for (done, &action) in path.iter().enumerate() {
            let left = (path.len() - done) as u32;
            assert!(smallest_cover(position.occupied()) <= left);
            assert!(left > 5 || coverable_by_colour(&position, left));
            position = position.after(action);
        }
        assert_eq!(position.count(), 1);
    }
}

/// A cover found by trying all sets of lines.
#[test]
fn the_smallest_cover_is_that_of_brute_force() {
    let mut random = SplitMix64::new(5);
    for round in 0..200 {
        let occupied = thrown(&mut random, 2 + round % 11).occupied();
        let mut fewest = 16;
        for lines in 0u32..1 << 16 {
            let rows = (0..8)
                .filter(|r| lines >> r & 1 == 1)
                .fold(0u64, |m, r| m | 0xff << (8 * r));
            let columns = (0..8)
                .filter(|c| lines >> (8 + c) & 1 == 1)
                .fold(0u64, |m, c| m | 0x0101_0101_0101_0101 << c);
            if occupied & !(rows | columns) == 0 {
                fewest = fewest.min(lines.count_ones());
            }
        }
        assert_eq!(smallest_cover(occupied), fewest, "{occupied:x}");
    }
}

#[test]
fn a_small_budget_says_that_it_does_not_know() {
    let search = Search::new(10, 5_000);
    assert_eq!(search.within(&Position::classic(), 12), Answer::Unknown);
    let found = fewest_left(&Position::classic(), 50, &|| false);
    assert!(!found.proved || found.left == 1);
    let distinct: HashSet<_> = found.jumps.iter().collect();
    assert_eq!(distinct.len(), found.jumps.len());
}

#[test]
fn ten_jumps_do_not_suffice_from_the_classic_start() {
    let search = Search::new(22, u64::MAX);
    assert_eq!(search.within(&Position::classic(), 10), Answer::Impossible);
}

#[test]
fn thirteen_jumps_suffice_from_the_classic_start() {
    let jumps = "2C-2A 4B-2B 2A-2C 7C-7A 5B-7B 4C-7C 7A-7H 6D-6H 5D-5H 4D-4H 3C-3H 2C-2H 2H-8H";
    let mut table = tablier_rules::catalog::open("solitaire").unwrap();
    for jump in jumps.split(' ') {
        table.play(jump).unwrap();
    }
    assert_eq!(table.ply(), 13);
    assert_eq!(table.status(), Status::Over(Outcome::Left(1)));
}
