use super::lines::{beside_centres, list_line, slide};
use super::*;

#[test]
fn a_set_is_its_squares() {
    for square in Square::all() {
        let one = Set::EMPTY.with(square);
        assert_eq!(one.iter().collect::<Vec<_>>(), [square]);
        assert!(one.contains(square) && one.len() == 1);
        assert_eq!(
            one.row(usize::from(square.row())),
            1 << square.column(),
            "{square}"
        );
        assert_eq!(one.without(square), Set::EMPTY);
    }
    assert_eq!(
        Set::ALL.iter().collect::<Vec<_>>(),
        Square::all().collect::<Vec<_>>()
    );
    assert_eq!(!Set::EMPTY, Set::ALL);
    let odd: Set = Square::all().filter(|s| s.index() % 7 == 1).collect();
    assert_eq!(odd.transposed().transposed(), odd);
    assert_eq!(odd.iter().count() as u32, odd.len());
    for set in [
        odd,
        Set::CENTRES,
        Set::ALL,
        Set::EMPTY,
        Set::EMPTY.with(centre(9)),
    ] {
        assert_eq!(set.has_two(), set.len() >= 2);
        let rows = set.iter().fold(0, |rows, s| rows | 1 << s.row());
        assert_eq!(set.rows_used(), rows);
        assert_eq!(set.columns_used(), set.transposed().rows_used());
        let free = beside_centres(&set.lines());
        let in_part = |s: Square| free[usize::from(s.row())] >> s.column() & 1 == 1;
        assert!(Square::all().all(|s| in_part(s) == set.contains(centre(part(s)))));
    }
    let few: Set = Square::all().filter(|s| s.index() % 60 == 1).collect();
    let mut places = Vec::new();
    for set in [odd, few, Set::ALL, Set::EMPTY, Set::EMPTY.with(centre(6))] {
        places.clear();
        set.for_each(|p| places.push(Square::new(p.column() as u8, p.row() as u8)));
        assert_eq!(places, set.iter().collect::<Vec<_>>());
    }
}

#[test]
fn sixteen_parts_of_nine_with_a_centre_each() {
    let centres: Vec<String> = Set::CENTRES.iter().map(|s| s.to_string()).collect();
    assert_eq!(centres[..5], ["B2", "E2", "H2", "K2", "B5"]);
    assert_eq!(centres.len(), 16);
    for (i, squares) in PARTS.iter().enumerate() {
        assert_eq!(squares.len(), 9);
        assert!(squares.contains(centre(i as u8)));
        assert!(squares.iter().all(|s| usize::from(part(s)) == i));
    }
    assert!(Square::all().all(|s| is_centre(s) == Set::CENTRES.contains(s)));
}

#[test]
fn slides_stop_before_pieces() {
    for from in 0..12 {
        for occupied in 0..=FULL {
            let mut expected = 0;
            for step in [-1, 1] {
                let mut at = from as i32 + step;
                while (0..12).contains(&at) && occupied >> at & 1 == 0 {
                    expected |= 1 << at;
                    at += step;
                }
            }
            assert_eq!(slide(occupied, from), expected, "{occupied:b} {from}");
        }
    }
}

#[test]
fn lines_are_listed() {
    let mut list = [0; 40];
    let end = list_line(&mut list, 0, 0b1000_0000_0101, |n| n);
    let end = list_line(&mut list, end, 0b110, |n| 100 + 12 * n);
    assert_eq!(list[..end], [0, 2, 11, 112, 124]);
}
