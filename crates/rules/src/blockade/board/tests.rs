use super::lines::{count, list_line, nth, slide};
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
        let free = set.beside_centres();
        assert!(Square::all().all(|s| free.contains(s) == set.contains(centre(part(s)))));
        assert!((0..12).all(|row| set.lines().line(row) == set.row(row)));
    }
    let few: Set = Square::all().filter(|s| s.index() % 60 == 1).collect();
    let ends: Set = few.iter().filter(|s| !(4..8).contains(&s.row())).collect();
    let north: Set = few.iter().filter(|s| s.row() >= 8).collect();
    let mut places = Vec::new();
    for set in [
        odd,
        few,
        ends,
        north,
        Set::ALL,
        Set::EMPTY,
        Set::EMPTY.with(centre(6)),
    ] {
        let square = |p: Place| Square::new(p.column() as u8, p.row() as u8);
        places.clear();
        set.for_each(|p| places.push(square(p)));
        assert_eq!(places, set.iter().collect::<Vec<_>>());
        assert_eq!(places, set.places().map(square).collect::<Vec<_>>());
        for place in set.places() {
            assert!(Place::from_number(place.number()) == place);
            let (in_row, in_column) = place.left_door();
            let mut beside = Set::EMPTY.with(square(place)).beside_centres();
            assert_eq!(in_row, beside.row(place.row()));
            beside = beside.transposed();
            assert_eq!(in_column, beside.row(place.column()));
        }
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
    assert_eq!(count(0b1000_0000_0101), 3);
    assert_eq!([0, 1, 2].map(|n| nth(0b1000_0000_0101, n)), [0, 2, 11]);
}
