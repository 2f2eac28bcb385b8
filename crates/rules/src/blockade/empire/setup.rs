use super::{Empire, Position, Rank};
use crate::blockade::board::{PieceLists, lists};
use crate::scene::Message;
use crate::setup::check_seat;
use crate::text::Reader;
use crate::{FromSetup, Refusal, Rules, Seat};

/// The pieces of each seat, who acts, and who has won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By seat, and in the order of [`Rank::ALL`]: one commander or, once it is taken, none.
    pub pieces: Vec<PieceLists>,
    /// The seat to act.
    pub to_act: Seat,
    /// The seat whose last move won.
    pub winner: Option<Seat>,
}

impl FromSetup for Empire {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        let lists = |seat| Rank::ALL.map(|rank| position.ranked(seat, rank).iter().collect());
        Setup {
            pieces: Seat::all(self.players.count).map(lists).collect(),
            to_act: position.to_act,
            winner: position.winner,
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        check_seat(setup.to_act, self.players.count)?;
        if setup.pieces.len() != usize::from(self.players.count) {
            return Err(Refusal::new(
                "EM2",
                Message::new("empire.players").number("count", i64::from(self.players.count)),
            ));
        }
        let mut position = Position::empty(setup.to_act);
        for (seat, lists) in Seat::all(self.players.count).zip(&setup.pieces) {
            if lists[0].len() > 1 {
                return Err(one_commander(seat));
            }
            for (rank, squares) in Rank::ALL.into_iter().zip(lists) {
                for &square in squares {
                    if position.owner(square).is_some() {
                        return Err(Refusal::square_twice("EM3", square));
                    }
                    position.put(seat, rank, square);
                }
            }
        }
        numbers(self, &position)?;
        end_of_game(self, &position, setup.winner)?;
        if let Some(winner) = setup.winner {
            position.set_winner(winner);
        }
        Ok(position)
    }

    /// `B2; A2 B1; A1 C1 / K11; L11; L12 / 1`: for each seat its commander, its cavaliers and
    /// its archers (`-` for none), then the seat to act; then `won 2` when that seat's move won.
    fn write_setup(&self, setup: &Setup) -> String {
        let mut text = lists::write(&setup.pieces, "-") + &setup.to_act.to_string();
        if let Some(winner) = setup.winner {
            text += &format!(" won {winner}");
        }
        text
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, "B2; A2 B1; A1 C1 / K11; L11; L12 / 1");
        // A commander that is taken is marked with a dash.
        let pieces = lists::read(&mut reader, |seat, kind| match kind {
            0 => Err(one_commander(seat)),
            _ => Ok(()),
        })?;
        let to_act = reader.seat(self.players.count)?;
        let won = reader.word("WON").then(|| reader.seat(self.players.count));
        let winner = won.transpose()?;
        reader.end()?;
        Ok(Setup {
            pieces,
            to_act,
            winner,
        })
    }
}

fn one_commander(seat: Seat) -> Refusal {
    Refusal::new(
        "EM1",
        Message::new("empire.one-commander").seat("seat", seat),
    )
}

/// Checks that nobody has more pieces than possible (EM1, EM7).
fn numbers(game: &Empire, position: &Position) -> Result<(), Refusal> {
    let too_many = || Refusal::by("EM1", "empire.too-many");
    let mut total = [0; 3];
    let mut spare = 1;
    for seat in Seat::all(game.players.count) {
        if position.commander(seat).is_none() && game.plays_on_without() {
            if !position.pieces(seat).is_empty() {
                return Err(Refusal::new(
                    "EM7",
                    Message::new("empire.out-has-pieces").seat("seat", seat),
                ));
            }
            spare += 1;
        }
    }
    for seat in Seat::all(game.players.count) {
        for (i, rank) in Rank::ALL.into_iter().enumerate() {
            let count = position.ranked(seat, rank).len();
            total[i] += count;
            let most = [1, 4, 6][i] * if i == 0 { 1 } else { spare };
            if count > most {
                return Err(too_many());
            }
        }
    }
    let players = u32::from(game.players.count);
    if total[1] > 4 * players || total[2] > 6 * players {
        return Err(too_many());
    }
    Ok(())
}

/// Checks that the game is over exactly when it should be (EM6 to EM8).
fn end_of_game(game: &Empire, position: &Position, winner: Option<Seat>) -> Result<(), Refusal> {
    let rule = if game.players.teams {
        "EM8"
    } else if game.players.count == 2 {
        "EM6"
    } else {
        "EM7"
    };
    let refuse = |key| Err(Refusal::by(rule, key));
    let seats = || Seat::all(game.players.count);
    let alive: Vec<Seat> = seats()
        .filter(|&seat| position.commander(seat).is_some())
        .collect();
    let lost: Vec<Seat> = seats().filter(|seat| !alive.contains(seat)).collect();
    // The seat that acted last: seats in between that are out have been skipped.
    let mover = alive
        .iter()
        .copied()
        .find(|&seat| game.next(position, seat) == position.to_act);
    let Some(mover) = mover else {
        return refuse("empire.no-mover");
    };
    let captured = if game.plays_on_without() {
        alive.len() == 1
    } else {
        match lost[..] {
            [] => false,
            [seat] if game.side(seat) != game.side(mover) => true,
            _ => return refuse("empire.no-mover"),
        }
    };
    let enthroned = game.is_enthroned(position, mover);
    match winner {
        Some(winner) => {
            let won = captured || game.holds_thrones(position, mover) || enthroned;
            if winner != mover || !won {
                return refuse("empire.not-won");
            }
        }
        None => {
            // Thrones are won by the seat's own move, which ends the game.
            let holder = alive.iter().any(|&seat| game.holds_thrones(position, seat));
            // Nothing is tested after a pass (EM9): a seat that passed still cannot move.
            let passed = || {
                let mut before = *position;
                before.to_act = mover;
                let mut actions = Vec::new();
                game.list(&before, &mut actions);
                actions == [super::Action::PASS]
            };
            if captured || holder || (enthroned && !passed()) {
                return refuse("empire.already-won");
            }
        }
    }
    Ok(())
}
