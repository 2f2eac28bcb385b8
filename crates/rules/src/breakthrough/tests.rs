use super::{Breakthrough, INFO};
use crate::testing::{self, Expect, Naive, check};

const ID: &str = "breakthrough";

fn bt(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Breakthrough>(ID, start, actions, action, expect);
}

#[test]
fn bt1_sixteen_men_on_two_rows_each() {
    let start = testing::table::<Breakthrough>(ID, "", "");
    let text = start.position();
    assert!(text.starts_with("A1 B1 C1 D1 E1 F1 G1 H1 A2 B2"), "{text}");
    testing::impossible::<Breakthrough>(ID, "A1 A1 (A8) 1", "BT1");
}

#[test]
fn bt2_one_square_forward_onto_an_empty_one() {
    bt("", "", "b2-b3", Expect::Legal);
    bt("", "", "B2-C3", Expect::Legal);
    bt("", "", "B2-B4", Expect::Refused("BT2"));
    bt("", "", "B1-B2", Expect::Refused("BT2"));
    bt("", "", "B7-B6", Expect::Refused("BT2"));
    bt("", "", "B2-B3 or so", Expect::Refused("C9"));
}

#[test]
fn bt3_men_take_diagonally_and_never_straight_ahead() {
    let near = "C3 (C4 D4) 1";
    bt(near, "", "C3xD4", Expect::Then("D4 (C4) 2"));
    bt(near, "", "C3xC4", Expect::Refused("BT3"));
    bt(near, "", "C3-B4", Expect::Legal);
    bt(near, "", "C3xB4", Expect::Refused("BT3"));
}

#[test]
fn bt4_reaching_the_far_row_or_taking_the_last_man_wins() {
    bt("A7 (H7) 1", "", "A7-A8", Expect::Over("1 0"));
    bt("A7 (H2) 2", "", "H2-H1", Expect::Over("0 1"));
    bt("C3 (D4) 1", "", "C3xD4", Expect::Over("1 0"));
    testing::impossible::<Breakthrough>(ID, "A8 (H7) 1", "BT4");
}

#[test]
fn contract() {
    testing::contract::<Breakthrough>(ID, 20);
    testing::sizes::<Breakthrough>(24, 2);
    assert_eq!(INFO.id, ID);
}

#[test]
fn perft() {
    testing::perft_table::<Breakthrough, Simple>(include_str!("perft.txt"), 12_000);
}

#[test]
fn second_generator_agrees() {
    testing::agree::<Breakthrough, Simple>(ID, 40, 300);
}

#[test]
fn playthrough() {
    testing::golden(
        "breakthrough/playthrough.txt",
        &testing::playthrough::<Breakthrough>(ID, 1, 400),
    );
}

/// The board as characters, row 1 first.
#[derive(Clone)]
struct Simple {
    board: Vec<Vec<char>>,
    seat: u8,
}

impl Simple {
    fn me(&self) -> char {
        if self.seat == 1 { 'w' } else { 'b' }
    }
}

impl Naive for Simple {
    fn start(_: &str) -> Self {
        let rows = [
            "wwwwwwww", "wwwwwwww", "", "", "", "", "bbbbbbbb", "bbbbbbbb",
        ];
        let board = rows
            .map(|row| format!("{row:.<8}").chars().collect())
            .to_vec();
        Simple { board, seat: 1 }
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        if self.over().is_some() {
            return legal;
        }
        let ahead = if self.seat == 1 { 1 } else { -1 };
        for (r, row) in self.board.iter().enumerate() {
            for (c, &man) in row.iter().enumerate() {
                if man != self.me() {
                    continue;
                }
                let to_row = (r as i32 + ahead) as usize;
                for to in [c as i32 - 1, c as i32, c as i32 + 1] {
                    let Some(&there) = self.board[to_row].get(to as usize) else {
                        continue;
                    };
                    let straight = to == c as i32;
                    let sign = match there {
                        '.' => '-',
                        other if other != self.me() && !straight => 'x',
                        _ => continue,
                    };
                    let name =
                        |c: usize, r: usize| format!("{}{}", (b'A' + c as u8) as char, r + 1);
                    legal.push(format!("{}{sign}{}", name(c, r), name(to as usize, to_row)));
                }
            }
        }
        legal
    }

    fn seat(&self) -> u8 {
        self.seat
    }

    fn play(&mut self, action: &str) {
        let b = action.as_bytes();
        let at = |i: usize| ((b[i + 1] - b'1') as usize, (b[i] - b'A') as usize);
        let ((r, c), (to_r, to_c)) = (at(0), at(3));
        self.board[to_r][to_c] = self.board[r][c];
        self.board[r][c] = '.';
        self.seat = 3 - self.seat;
    }

    fn over(&self) -> Option<String> {
        let has = |row: &[char], man| row.contains(&man);
        let alive = |man| self.board.iter().any(|row| has(row, man));
        if has(&self.board[7], 'w') || !alive('b') {
            return Some("1 0".into());
        }
        (has(&self.board[0], 'b') || !alive('w')).then(|| "0 1".into())
    }
}
