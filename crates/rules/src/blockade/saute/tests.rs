use super::naive::Simple;
use super::{Position, Saute, Square};
use crate::hash::SplitMix64;
use crate::scene::Pick;
use crate::testing::{self, Expect, check, impossible, legal};
use crate::{Game, Rules, Seat, Spec, Status};

const ID: &str = "saute";
const TEAMS: &str = "saute:players=4,teams=true";
const EXPERT: &str = "saute:expert=true";
const ALL: [&str; 8] = [
    ID,
    EXPERT,
    "saute:players=3",
    "saute:players=3,expert=true",
    "saute:players=4",
    "saute:players=4,expert=true",
    TEAMS,
    "saute:players=4,teams=true,expert=true",
];

fn sa(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Saute>(ID, start, actions, action, expect);
}

/// A position for two from their six rows, the northern one first.
fn two(rows: &str, seat: u8) -> String {
    format!("12/12/12/{}/12/12/12 {seat}", rows.replace(' ', "/"))
}

fn game(spec: &str) -> Saute {
    Saute::from_spec(&Spec::parse_for(&super::INFO, spec).unwrap()).unwrap()
}

fn start(spec: &str) -> String {
    testing::table::<Saute>(spec, "", "").position()
}

#[test]
fn sa1_each_player_fills_a_part_at_the_west_edge() {
    let band = "SST9/SST9/SST9";
    let none = "12/12/12";
    assert_eq!(start(ID), format!("{none}/{band}/{band}/{none} 1"));
    assert_eq!(
        start("saute:players=3"),
        format!("{none}/{band}/{band}/{band} 1")
    );
    let full = format!("{band}/{band}/{band}/{band} 1");
    assert_eq!(start("saute:players=4"), full);
    assert_eq!(start(TEAMS), full);
    // Two players: rows 4 to 6 begin. Teams: the turns alternate between the sides.
    let row_of_first = |spec: &str, actions: &str| {
        let first = legal::<Saute>(spec, "", actions).swap_remove(0);
        first[1..].split('-').next().unwrap().to_owned()
    };
    assert_eq!(row_of_first(ID, ""), "4");
    assert_eq!(row_of_first(ID, "C4-D4"), "7");
    assert_eq!(row_of_first("saute:players=4", "C1-D1"), "4");
    assert_eq!(row_of_first(TEAMS, "C1-D1"), "7");
    assert_eq!(row_of_first(TEAMS, "C1-D1 C7-D7"), "4");
    assert_eq!(row_of_first(TEAMS, "C1-D1 C7-D7 C4-D4"), "10");
    impossible::<Saute>(ID, &full, "SA1");
    impossible::<Saute>(ID, &two("SST9 SST9 SST9 SST9 SST9 SSS9", 1), "SA1");
    impossible::<Saute>(ID, &two("SST9 SST9 SST9 SST9 SST9 SSST8", 1), "SA1");
    impossible::<Saute>(ID, &two("SST9 SST9 SST9 SST9 SST9 SST8", 1), "C9");
    impossible::<Saute>(ID, &two("SST9 SST9 SST9 SST9 SST9 SST9S", 1), "C9");
    impossible::<Saute>(ID, &two("SST9 SST9 SST9 SST9 SST9 SST9", 3), "C9");
    assert!(
        Spec::parse_for(&super::INFO, "saute:teams=true")
            .map(|s| Saute::from_spec(&s).is_err())
            .unwrap()
    );
}

#[test]
fn sa2_a_hop_goes_east_to_the_first_empty_square() {
    assert_eq!(
        legal::<Saute>(ID, "", ""),
        [
            "A4-D4", "A5-D5", "A6-D6", "B4-D4", "B5-D5", "B6-D6", "C4-D4", "C5-D5", "C6-D6"
        ]
    );
    let next = two("SST9 SST9 SST9 SST9 SST9 1ST1S7", 2);
    // The piece that hopped over the two in front of it left a gap behind.
    sa(
        "",
        "C4-D4 C7-D7 A4-C4 A8-D8 D4-E4 B8-E8",
        "B4-D4",
        Expect::Legal,
    );
    sa(&next, "C7-D7", "B4-D4", Expect::Legal);
    sa(
        "",
        "",
        "a4-d4",
        Expect::Then(&two("SST9 SST9 SST9 SST9 SST9 1STS8", 2)),
    );
    sa("", "", "C4-C5", Expect::Refused("SA2"));
    sa("", "", "C4-D5", Expect::Refused("SA2"));
    sa("", "", "A4-B4", Expect::Refused("SA2"));
    sa("", "C4-D4 C7-D7", "D4-C4", Expect::Refused("SA2"));
    sa("", "", "C4-C4", Expect::Refused("SA2"));
    sa("", "", "D4-E4", Expect::Refused("SA2"));
    sa("", "", "C7-D7", Expect::Refused("SA2"));
    sa("", "", "C4-M4", Expect::Refused("C9"));
    sa("", "", "C4-D4-E4", Expect::Refused("C9"));
}

#[test]
fn sa3_an_odd_number_of_enemies_lets_the_piece_hop_again() {
    // The rulebook's first example: one piece ahead in the column, so the second may go on.
    sa("", "C4-D4", "C7-D7", Expect::Legal);
    sa("", "C4-D4", "C7-E7", Expect::Legal);
    sa("", "C4-D4", "C7-F7", Expect::Refused("SA3"));
    sa("", "", "C4-E4", Expect::Refused("SA3"));
    // The second: three enemies in D, one in E, none in F.
    let three_one = two("SS1T8 SS1T8 S2ST7 SST9 SST9 SST9", 1);
    let moves = legal::<Saute>(ID, &three_one, "");
    let of_c4: Vec<_> = moves.iter().filter(|m| m.starts_with("C4")).collect();
    assert_eq!(of_c4, ["C4-D4", "C4-E4", "C4-F4"]);
    sa(&three_one, "", "C4-G4", Expect::Refused("SA3"));
    // The third: two enemies in a column end it.
    let two_there = two("SST9 SS1T8 SS1T8 SST9 SST9 SST9", 1);
    sa(&two_there, "", "C4-E4", Expect::Refused("SA3"));
    // A piece that hops over others need not stop beyond them if that column is odd.
    let far = two("SST9 SST9 SS1T8 SST9 SST9 SST9", 1);
    let moves = legal::<Saute>(ID, &far, "");
    let of_a4: Vec<_> = moves.iter().filter(|m| m.starts_with("A4")).collect();
    assert_eq!(of_a4, ["A4-D4", "A4-E4"]);
}

#[test]
fn sa3_partners_are_not_enemies() {
    check::<Saute>(TEAMS, "", "C1-D1 C7-D7", "C4-E4", Expect::Legal);
    check::<Saute>(TEAMS, "", "C1-D1 A8-D8", "C4-E4", Expect::Legal);
    check::<Saute>(TEAMS, "", "C1-D1 C7-E7", "C4-E4", Expect::Refused("SA3"));
    let four = "saute:players=4";
    check::<Saute>(four, "", "C1-D1 C4-D4", "C7-E7", Expect::Refused("SA3"));
    check::<Saute>(four, "", "C1-D1 C4-E4", "C7-F7", Expect::Legal);
}

#[test]
fn sa4_nine_pieces_in_the_last_three_columns_win() {
    let near = two("SST9 SST9 SST9 9SST 9TSS 8S1ST", 1);
    sa(&near, "", "I4-J4", Expect::Over("1 0"));
    let north = two("9SST 9TSS 8S1ST SST9 SST9 SST9", 2);
    sa(&north, "", "I7-J7", Expect::Over("0 1"));
    let won = "9SST 9SST 9SST SST9 SST9 SST9";
    impossible::<Saute>(ID, &two(won, 2), "SA4");
    assert!(legal::<Saute>(ID, &two(won, 1), "").is_empty());
    // A side needs both partners.
    let (home, away) = ("9SST/9SST/9SST", "SST9/SST9/SST9");
    let near = "9SST/9TSS/8S1ST";
    let alone = format!("{away}/{away}/{away}/{near} 1");
    check::<Saute>(
        TEAMS,
        &alone,
        "I1-J1 C7-D7 C4-D4 C10-D10",
        "pass",
        Expect::Legal,
    );
    let both = format!("{away}/{away}/{home}/{near} 1");
    check::<Saute>(TEAMS, &both, "", "I1-J1", Expect::Over("1 0 1 0"));
    check::<Saute>(
        "saute:players=4",
        &alone,
        "",
        "I1-J1",
        Expect::Over("1 0 0 0"),
    );
}

#[test]
fn sa5_experts_bring_the_triangles_to_the_last_column() {
    let wrong = two("SST9 SST9 SST9 9SST 9TSS 8S1ST", 1);
    check::<Saute>(EXPERT, &wrong, "", "I4-J4", Expect::Legal);
    let after = testing::table::<Saute>(EXPERT, &wrong, "I4-J4 C7-D7");
    assert_eq!(after.legal(), ["pass"]);
    let right = two("SST9 SST9 SST9 9SST 9SST 8S1ST", 1);
    check::<Saute>(EXPERT, &right, "", "I4-J4", Expect::Over("1 0"));
    impossible::<Saute>(EXPERT, &two("9SST 9SST 9SST SST9 SST9 SST9", 2), "SA4");
}

#[test]
fn sa6_who_cannot_hop_passes_and_when_nobody_can_the_game_is_drawn() {
    sa("", "", "pass", Expect::Refused("SA6"));
    let full = two("SST9 SST9 SST9 9TSS 9TSS 9TSS", 1);
    check::<Saute>(EXPERT, &full, "", "pass", Expect::Legal);
    check::<Saute>(EXPERT, &full, "", "PASS!", Expect::Legal);
    check::<Saute>(EXPERT, &full, "", "J4-K4", Expect::Refused("SA6"));
    let last = two("9TSS 9SST 8S1ST 9TSS 9SST 9SST", 2);
    check::<Saute>(EXPERT, &last, "", "I7-J7", Expect::Over("= ="));
    let nobody = two("9TSS 9TSS 9TSS 9TSS 9TSS 9TSS", 1);
    let table = testing::table::<Saute>(EXPERT, &nobody, "");
    assert!(matches!(table.status(), Status::Over(_)));
}

/// All positions of random games.
fn random_positions(spec: &str, games: u64, mut visit: impl FnMut(&Saute, &Position)) {
    let rules = game(spec);
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let mut position = rules.start();
        let mut actions = Vec::new();
        while let Status::Acts(_) = rules.actions(&position, &mut actions) {
            visit(&rules, &position);
            rules.apply(&mut position, actions[random.below(actions.len())]);
        }
    }
}

#[test]
fn rows_in_another_order_play_the_same() {
    for spec in [ID, "saute:players=4,teams=true,expert=true"] {
        random_positions(spec, 10, |rules, position| {
            let canonical = position.canonical();
            assert_eq!(canonical.canonical(), canonical);
            let count = |position: &Position| {
                let mut actions = Vec::new();
                rules.actions(position, &mut actions);
                actions.len()
            };
            assert_eq!(count(&canonical), count(position));
        });
    }
}

#[test]
fn what_an_evaluation_reads() {
    let rules = game(ID);
    let start = rules.start();
    assert_eq!(start.distance(1), 81);
    assert_eq!(rules.place(Seat::new(0)), 1);
    assert_eq!(rules.seat_at(0), None);
    assert_eq!(start.row(3), 0b111);
    assert_eq!(rules.odd_columns(&start, Seat::new(0)), 0b111);
    assert!(
        rules
            .ends(&start, Square::new(2, 3))
            .eq([Square::new(3, 3)])
    );
    assert!(!rules.has_arrived(&start, Seat::new(1)));
    random_positions("saute:players=3", 5, |rules, position| {
        for place in 0..4 {
            let home = position.is_home(place);
            let there = rules.seat_at(place).is_some();
            assert_eq!(home, there && position.distance(place) == 0);
        }
    });
}

#[test]
fn refused_clicks_say_why() {
    let table = testing::table::<Saute>(ID, "", "C4-D4");
    let site = |c: u8, r: u8| Pick::Site(Square::new(c, r).site());
    let why = |path: &[Pick]| {
        let refusal = table.refused_pick(path);
        (refusal.rule, refusal.why.key.to_string())
    };
    assert_eq!(why(&[site(2, 6), site(5, 6)]), ("SA3", "saute.even".into()));
    assert_eq!(why(&[site(3, 3)]), ("SA2", "saute.not-yours".into()));
    assert_eq!(why(&[site(9, 9)]), ("SA2", "saute.pick-a-piece".into()));
    let pass = Pick::Button("saute.pass".into());
    assert_eq!(why(&[pass]), ("SA6", "saute.can-hop".into()));
    assert_eq!(why(&[]), ("SA2", "saute.pick-a-piece".into()));
    let preview = table.preview(table.find("C7-E7").unwrap()).unwrap();
    assert_eq!(preview.marks[0].sites.len(), 3);
}

#[test]
fn contract() {
    for spec in ALL {
        testing::contract::<Saute>(spec, 3);
    }
    testing::sizes::<Saute>(72, 2);
}

#[test]
fn perft() {
    testing::perft_table::<Saute, Simple>(include_str!("perft.txt"), 3_000);
}

#[test]
fn second_generator_agrees() {
    for spec in ALL {
        testing::agree::<Saute, Simple>(spec, 10, 400);
    }
}

#[test]
fn playthrough() {
    for (name, spec) in [
        ("playthrough", ID),
        ("playthrough-3-expert", ALL[3]),
        ("playthrough-4", ALL[4]),
        ("playthrough-teams", TEAMS),
    ] {
        testing::golden(
            &format!("blockade/saute/{name}.txt"),
            &testing::playthrough::<Saute>(spec, 1, 400),
        );
    }
}
