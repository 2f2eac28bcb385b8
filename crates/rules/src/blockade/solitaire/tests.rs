use super::naive::Simple;
use super::{Action, Colour, Position, Solitaire, Square, between};
use crate::hash::SplitMix64;
use crate::scene::{Pick, Side};
use crate::testing::{self, Expect, check, impossible, legal};
use crate::{Rules, Staging, Table};

const ID: &str = "solitaire";
const SHUFFLED: &str = "solitaire:start=random,seed=7";

/// The rulebook's solution.
const PRINTED: &str = "5D-1D 5E-1E 7D-5D 7E-5E 7B-7D 7G-7E 2B-2D 2G-2E 6B-2B 6G-2G 6C-2C 6F-2F \
    1D-3D 1E-3E 2B-2D 2D-4D 4D-6D 6D-8D 2G-2E 2E-4E 4E-6E 6E-8E 8D-8F";

fn so(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Solitaire>(ID, start, actions, action, expect);
}

fn start(spec: &str) -> String {
    testing::table::<Solitaire>(spec, "", "").position()
}

#[test]
fn so1_thirty_six_pieces_nine_of_each_colour() {
    for spec in [
        ID,
        SHUFFLED,
        "solitaire:start=random,seed=18446744073709551615",
    ] {
        let text = start(spec);
        for colour in Colour::ALL {
            assert_eq!(text.matches(colour.letter()).count(), 9, "{text}");
        }
        assert!(text.starts_with("8/1") && text.ends_with("1/8"), "{text}");
    }
    impossible::<Solitaire>(ID, "RRRRRRRR/RR6/8/8/8/8/8/8", "SO1");
    impossible::<Solitaire>(ID, "9/8/8/8/8/8/8/8", "C9");
    impossible::<Solitaire>(ID, "8R/8/8/8/8/8/8/8", "C9");
    impossible::<Solitaire>(ID, "7RR/8/8/8/8/8/8/8", "C9");
    impossible::<Solitaire>(ID, "8/8/8/8/8/8/8/8/8", "C9");
}

#[test]
fn so1_a_seed_shuffles_always_alike() {
    assert_eq!(
        start("solitaire:seed=7"),
        start(ID),
        "no effect on the classic start"
    );
    assert_eq!(
        start("solitaire:start=random"),
        start("solitaire:start=random,seed=0")
    );
    assert_ne!(start("solitaire:start=random"), start(ID));
    assert_ne!(start("solitaire:start=random"), start(SHUFFLED));
    // The published SplitMix64 sequence.
    let mut random = SplitMix64::new(1234567);
    let known = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ];
    assert_eq!([random.next(), random.next(), random.next()], known);
}

#[test]
fn so2_a_jump_takes_what_it_jumps_over_but_never_its_own_colour() {
    // The rulebook's example: the yellow piece on 3D.
    let moves = legal::<Solitaire>(ID, "", "");
    let of_3d: Vec<_> = moves.iter().filter(|m| m.starts_with("3D-")).collect();
    assert_eq!(of_3d, ["3D-1D", "3D-3H", "3D-8D"]);
    so("", "", "3D-3A", Expect::Refused("SO2"));
    so(
        "",
        "",
        "3D-3H",
        Expect::Then("8/1RYRBGB1/1YR4Y/1RYRBGB1/1GBGYRY1/1BGBRYR1/1GBGYRY1/8"),
    );
    // Adjacent pieces, the nearest empty square, on the field.
    let row = "8/8/8/1RBG3Y/8/8/8/8";
    assert_eq!(
        legal::<Solitaire>(ID, row, ""),
        ["4B-4E", "4C-4A", "4C-4E", "4D-4A"]
    );
    so(row, "", "4b-4e", Expect::Then("8/8/8/4R2Y/8/8/8/8"));
    so(row, "", "4B-4F", Expect::Refused("SO2"));
    so(row, "", "4H-4E", Expect::Refused("SO2"));
    so(row, "", "4B-4A", Expect::Refused("SO2"));
    so(row, "", "4B-4C", Expect::Refused("SO2"));
    so(row, "", "4B-4B", Expect::Refused("SO2"));
    so(row, "", "4B-5C", Expect::Refused("SO2"));
    so(row, "", "1A-1C", Expect::Refused("SO2"));
    so(
        "8/8/8/RBGYRBG1/8/8/8/8",
        "",
        "4B-4H",
        Expect::Refused("SO2"),
    );
    so(
        "8/8/8/RBGYBYG1/8/8/8/8",
        "",
        "4A-4H",
        Expect::Over("left=1"),
    );
    assert!(legal::<Solitaire>(ID, "8/8/8/RBGYBGYB/8/8/8/8", "").is_empty());
    let no_wrap = "6RB/R7/8/8/8/8/8/8";
    assert_eq!(legal::<Solitaire>(ID, no_wrap, ""), ["1H-1F"]);
    impossible::<Solitaire>(ID, "8/8/8/8/8/8/8/8", "SO2");
}

#[test]
fn so3_the_game_ends_when_no_jump_is_left() {
    so("RB6/8/8/8/8/8/8/7G", "", "1A-1C", Expect::Over("left=2"));
    assert!(legal::<Solitaire>(ID, "R7/8/8/8/8/8/8/7R", "").is_empty());
    let prompt = |position| {
        testing::table::<Solitaire>(ID, position, "")
            .scene()
            .prompt
            .key
    };
    assert_eq!(prompt("R7/8/8/8/8/8/8/8"), "solitaire.one-left");
    assert_eq!(prompt("R6R/8/8/8/8/8/8/8"), "solitaire.two-left");
    assert_eq!(prompt("R6R/8/8/8/8/8/8/R7"), "solitaire.three-left");
    assert_eq!(prompt("R6R/8/8/8/8/8/8/R6R"), "solitaire.many-left");
    assert_eq!(prompt("RB6/8/8/8/8/8/8/8"), "solitaire.prompt");
}

#[test]
fn so4_the_printed_solution_leaves_one_piece_after_23_jumps() {
    let table = testing::table::<Solitaire>(ID, "", PRINTED);
    assert_eq!(table.ply(), 23);
    assert_eq!(ending(&*table), "left=1");
    assert_eq!(table.scene().prompt.key, "solitaire.one-left");
}

#[test]
fn so5_squares_are_row_then_column() {
    so("", "", "5d-1d?!", Expect::Legal);
    so("", "", "D5-D1", Expect::Refused("C9"));
    so("", "", "5D1D", Expect::Refused("C9"));
    so("", "", "5D-9D", Expect::Refused("C9"));
    so("", "", "5D-1Dx", Expect::Refused("C9"));
    let layout = testing::table::<Solitaire>(ID, "", "").layout();
    assert_eq!(layout.site("1A"), Some(Square::new(0, 0).site()));
    let top = &layout.sites[usize::from(Square::new(0, 0).site().0)];
    assert_eq!((top.x, top.y), (0.5, 0.5));
    for square in Square::all() {
        assert_eq!(Square::from_site(square.site()), Some(square));
    }
}

#[test]
fn so6_the_classic_colours() {
    assert_eq!(
        start(ID),
        "8/1RYRBGB1/1YRYGBG1/1RYRBGB1/1GBGYRY1/1BGBRYR1/1GBGYRY1/8"
    );
    // Full symmetry of the square, up to the names of the colours.
    let classic = Position::classic();
    for symmetry in 0..8 {
        assert_eq!(classic.turned(symmetry).recoloured(), classic.recoloured());
    }
}

fn ending(table: &dyn Table) -> String {
    match table.status() {
        crate::Status::Over(outcome) => outcome.to_string(),
        crate::Status::Acts(seat) => format!("seat {seat} acts"),
    }
}

#[test]
fn turned_and_recoloured_positions_play_the_same() {
    for seed in 0..30 {
        let rules = Solitaire {
            start: Position::shuffled(seed),
        };
        let mut random = SplitMix64::new(seed);
        let mut position = rules.start();
        let mut actions = Vec::new();
        loop {
            rules.actions(&position, &mut actions);
            assert_eq!(Position::from_masks(position.masks()), position);
            let canonical = position.canonical();
            for symmetry in 0..8 {
                let image = position.turned(symmetry);
                assert_eq!(image.canonical(), canonical);
                let mut there = Vec::new();
                rules.actions(&image, &mut there);
                assert_eq!(there.len(), actions.len());
                rules.actions(&image.recoloured(), &mut there);
                assert_eq!(there.len(), actions.len());
            }
            let sides = [Side::North, Side::East, Side::South, Side::West];
            let jumps: u32 = sides
                .iter()
                .map(|&s| position.jumpers(s).count_ones())
                .sum();
            assert_eq!(jumps as usize, actions.len());
            if actions.is_empty() {
                break;
            }
            rules.apply(&mut position, actions[random.below(actions.len())]);
        }
    }
}

#[test]
fn squares_between() {
    let square = |row, column| Square::new(row, column);
    assert_eq!(between(square(0, 0), square(0, 1)), 0);
    assert_eq!(between(square(0, 0), square(0, 7)), 0x7e);
    assert_eq!(between(square(7, 0), square(5, 0)), 1 << 48);
    assert_eq!(between(square(0, 7), square(7, 7)).count_ones(), 6);
    assert_eq!(between(square(7, 7), square(7, 0)).count_ones(), 6);
}

#[test]
fn refused_clicks_say_why() {
    let rules = Solitaire {
        start: Position::classic(),
    };
    let site = |text: &str| rules.layout().site(text).map(Pick::Site).unwrap();
    let why = |path: &[Pick]| rules.refused_pick(&rules.start(), path).why.key;
    assert_eq!(why(&[site("1A")]), "solitaire.pick-a-piece");
    assert_eq!(why(&[site("3D"), site("3A")]), "solitaire.same-colour");
    assert_eq!(why(&[site("3D"), site("4D")]), "solitaire.occupied");
    assert_eq!(why(&[site("2D"), site("1D")]), "solitaire.nothing-jumped");
    assert_eq!(why(&[]), "solitaire.pick-a-piece");
    let at = |text: &str| Square::read(&mut crate::text::Reader::new(text, "")).unwrap();
    let action = Action {
        from: at("3D"),
        to: at("3H"),
    };
    let hit = rules.preview(&rules.start(), action);
    assert_eq!(hit[0].sites.len(), 3);
}

#[test]
fn contract() {
    testing::contract::<Solitaire>(ID, 10);
    testing::contract::<Solitaire>(SHUFFLED, 10);
    testing::sizes::<Solitaire>(24, 2);
}

#[test]
fn perft() {
    testing::perft_table::<Solitaire, Simple>(include_str!("perft.txt"), 5_000);
}

#[test]
fn second_generator_agrees() {
    testing::agree::<Solitaire, Simple>(ID, 150, 40);
    testing::agree::<Solitaire, Simple>(SHUFFLED, 75, 40);
    testing::agree::<Solitaire, Simple>("solitaire:start=random,seed=123456789012", 75, 40);
}

#[test]
fn playthrough() {
    testing::golden(
        "blockade/solitaire/playthrough.txt",
        &testing::playthrough::<Solitaire>(ID, 1, 40),
    );
    testing::golden(
        "blockade/solitaire/playthrough-random.txt",
        &testing::playthrough::<Solitaire>(SHUFFLED, 1, 40),
    );
}
