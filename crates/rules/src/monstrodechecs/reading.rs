//! Positions from text, checked: impossible ones are refused.

use super::notation::{no_such_stand, read_face};
use super::position::{bit, squares};
use super::tables::{COLUMN, DIAGONALS, RAYS, ROW};
use super::{Action, Attack, Die, Mode, Monstrodechecs, Position, Square, Stage};
use crate::scene::dice::Orientation;
use crate::scene::{Message, Side};
use crate::text::Reader;
use crate::{Refusal, Rules, Seat};

const FORM: &str = "6A1/M2 5B1/M1 | 6H8/M5 | turn=1";

/// What a position text says, before it is put together.
struct Words {
    stage: Option<Stage>,
    /// The seats after `setup=`, `turn=`, `flips=` (one) or `over=` (who were last).
    seats: u8,
    bonus: Vec<u64>,
    score: Vec<u64>,
    round: u64,
    sides: Vec<Option<Side>>,
    /// Dice whose south face is not given.
    open: u64,
}

fn impossible(rule: &'static str, key: &'static str) -> Refusal {
    Refusal::position(rule, Message::new(key))
}

pub(super) fn read(game: &Monstrodechecs, text: &str) -> Result<Position, Refusal> {
    let upper = text.trim().to_ascii_uppercase();
    let unreadable = || Refusal::unreadable(text, FORM);
    let sections: Vec<&str> = upper.split('|').collect();
    let players = usize::from(game.players);
    if sections.len() != players + 1 {
        return Err(unreadable());
    }
    let mut position = game.round_start(1, [0; 4]);
    position.codes = [0; 64];
    position.dice = [0; 4];
    let mut words = Words {
        stage: None,
        seats: 0,
        bonus: Vec::new(),
        score: Vec::new(),
        round: 1,
        sides: Vec::new(),
        open: 0,
    };
    for (seat, section) in Seat::all(game.players).zip(&sections) {
        for word in section.split_whitespace().filter(|word| *word != "-") {
            read_die(game, &mut position, &mut words.open, seat, word)
                .unwrap_or_else(|| Err(unreadable()))?;
        }
    }
    for word in sections[players].split_whitespace() {
        read_word(game, &mut words, word).ok_or_else(unreadable)?;
    }
    let stage = words.stage.ok_or_else(unreadable)?;
    position.stage = stage;
    for seat in Seat::all(game.players) {
        check_army(game, &position, seat)?;
    }
    put_counters(game, &mut position, &words)?;
    match stage {
        Stage::SetUp => return set_up(game, &position, &words),
        Stage::Over => {
            check_sides(game, &mut position, &words)?;
            check_over(game, &mut position, &words)?;
        }
        Stage::Play | Stage::Flips => {
            check_sides(game, &mut position, &words)?;
            check_turn(game, &mut position, &words)?;
        }
    }
    Ok(position)
}

/// `6A1/M2`; `None` for any other text.
fn read_die(
    game: &Monstrodechecs,
    position: &mut Position,
    open: &mut u64,
    seat: Seat,
    word: &str,
) -> Option<Result<(), Refusal>> {
    let mut reader = Reader::new(word);
    let sign = reader.one(|c| ('0'..='6').contains(&c) || c == 'D')?;
    let at: Square = reader.square()?;
    if !reader.eat("/") {
        return None;
    }
    let devil = sign == 'D';
    let kind = if devil { 6 } else { sign as u8 - b'0' };
    let top = match read_face(&mut reader, kind)? {
        Ok(top) => top,
        Err(refusal) => return Some(Err(refusal)),
    };
    let die = if reader.eat("?") {
        *open |= bit(at);
        Die::new(kind, Orientation::from_index((top - 1) * 4))
    } else {
        let south = match read_face(&mut reader, kind)? {
            Ok(south) => south,
            Err(refusal) => return Some(Err(refusal)),
        };
        match Orientation::new(top, south) {
            Some(orientation) => Die::new(kind, orientation),
            None => return Some(Err(no_such_stand(kind, top, south))),
        }
    };
    if !reader.is_done() {
        return None;
    }
    if position.all_dice() & bit(at) != 0 {
        return Some(Err(Refusal::position(
            "MO3",
            Message::new("rules.square-twice").text("at", at),
        )));
    }
    if devil {
        if !game.has_devils() {
            return Some(Err(impossible("MO19", "monstrodechecs.no-devils")));
        }
        if position.devils & position.dice(seat) != 0 {
            return Some(Err(impossible("MO19", "monstrodechecs.two-devils")));
        }
        position.devils |= bit(at);
    }
    position.dice[seat.index()] |= bit(at);
    position.codes[at.index()] = die.0;
    Some(Ok(()))
}

/// MO3, MO19, MO21: no seat has dice that it did not begin with.
fn check_army(game: &Monstrodechecs, position: &Position, seat: Seat) -> Result<(), Refusal> {
    let mut count = [0i8; 7];
    for kind in game.army() {
        count[usize::from(*kind)] += 1;
    }
    if game.mode == Mode::Carnage {
        count[0] = 7;
    }
    for (at, die) in position.dice_of(seat) {
        if position.devils & bit(at) == 0 {
            count[usize::from(die.kind())] -= 1;
        }
    }
    // The devil has replaced one die of the nearest line, and may be gone too.
    let replaced = game.has_devils() && position.stage != Stage::SetUp;
    let line = if game.players == 2 { 8 } else { 4 };
    let one_spare = || {
        game.army()[..line]
            .iter()
            .any(|&k| count[usize::from(k)] > 0)
    };
    if count.iter().any(|&left| left < 0) || replaced && !one_spare() {
        return Err(Refusal::position(
            "MO3",
            Message::new("monstrodechecs.not-in-army").seat("seat", seat),
        ));
    }
    Ok(())
}

/// `turn=1`, `bonus=0,2` and the like; `None` for any other text, or one given twice.
fn read_word(game: &Monstrodechecs, words: &mut Words, word: &str) -> Option<()> {
    let (name, value) = word.split_once('=')?;
    let stage = match name {
        "SETUP" => Some(Stage::SetUp),
        "TURN" => Some(Stage::Play),
        "FLIPS" => Some(Stage::Flips),
        "OVER" => Some(Stage::Over),
        _ => None,
    };
    if let Some(stage) = stage {
        for sign in value.bytes() {
            let seat = sign.checked_sub(b'1').filter(|&s| s < game.players)?;
            if words.seats >> seat & 1 == 1 {
                return None;
            }
            words.seats |= 1 << seat;
        }
        let one = words.seats.count_ones() == 1 || stage == Stage::Over;
        let first = words.stage.replace(stage).is_none();
        return (first && one && !value.is_empty()).then_some(());
    }
    let list = |value: &str| {
        let numbers = value.split(',').map(|number| {
            let mut reader = Reader::new(number);
            reader.number().filter(|_| reader.is_done())
        });
        numbers
            .collect::<Option<Vec<u64>>>()
            .filter(|list| list.len() == usize::from(game.players))
    };
    match name {
        "BONUS" if words.bonus.is_empty() => words.bonus = list(value)?,
        "SCORE" if words.score.is_empty() && game.counts_points() => words.score = list(value)?,
        "ROUND" if words.round == 1 && game.rounds > 1 => {
            let mut reader = Reader::new(value);
            words.round = reader.number().filter(|_| reader.is_done())?;
        }
        "SIDES" if words.sides.is_empty() && game.has_corners() => {
            for letter in value.chars() {
                let side = Side::ALL.into_iter().find(|side| side.letter() == letter);
                if side.is_none() && letter != '-' {
                    return None;
                }
                words.sides.push(side);
            }
            if words.sides.len() != usize::from(game.players) {
                return None;
            }
        }
        _ => return None,
    }
    Some(())
}

/// Sets bonus, score and round, if they are possible.
fn put_counters(
    game: &Monstrodechecs,
    position: &mut Position,
    words: &Words,
) -> Result<(), Refusal> {
    if !(1..=u64::from(game.rounds)).contains(&words.round) {
        return Err(impossible("MO18", "monstrodechecs.no-such-round"));
    }
    position.round = words.round as u8;
    for (seat, &bonus) in words.bonus.iter().enumerate() {
        if bonus > 8 || bonus > 0 && !matches!(position.stage, Stage::Play | Stage::Flips) {
            return Err(impossible("MO15", "monstrodechecs.bonus-too-high"));
        }
        position.bonus[seat] = bonus as u8;
    }
    // In a round nobody gets more than all opposing dice and the points for being last.
    let enemies = u32::from(game.players) - game.friends(Seat::new(0)).count_ones();
    let most = (game.army().len() as u64 * u64::from(enemies) + 5) * words.round;
    for (seat, &score) in words.score.iter().enumerate() {
        if score > most {
            return Err(impossible("MO18", "monstrodechecs.score-too-high"));
        }
        position.scores[seat] = score as u16;
    }
    Ok(())
}

/// MO19, MO20: while devils or sides are being chosen, the dice are as they began.
fn set_up(game: &Monstrodechecs, position: &Position, words: &Words) -> Result<Position, Refusal> {
    let wrong = |rule| impossible(rule, "monstrodechecs.not-set-up");
    if !game.has_set_up() {
        return Err(wrong("MO3"));
    }
    let rule = if game.has_devils() { "MO19" } else { "MO20" };
    let turn = Seat::new(words.seats.trailing_zeros() as u8);
    let mut right = game.round_start(position.round, position.scores);
    for seat in Seat::all(game.players).take_while(|&seat| seat < turn) {
        let action = if game.has_devils() {
            squares(position.devils & position.dice(seat))
                .next()
                .map(|at| Action::Devil { at })
        } else {
            words
                .sides
                .get(seat.index())
                .copied()
                .flatten()
                .map(Action::Side)
        };
        match action.filter(|&action| game.is_legal(&right, action)) {
            Some(action) => game.apply(&mut right, action),
            None => return Err(wrong(rule)),
        }
    }
    let unchosen = words.sides.iter().skip(turn.index()).flatten().count() > 0;
    let mut open = 0;
    if game.has_corners() {
        let later = Seat::all(game.players).skip(turn.index());
        open = later.fold(0, |all, seat| all | right.dice(seat));
    }
    let same = right.codes == position.codes
        && right.dice == position.dice
        && right.devils == position.devils
        && open == words.open;
    if !same || unchosen {
        return Err(wrong(rule));
    }
    Ok(right)
}

/// MO20: everybody sits at an edge of their own corner.
fn check_sides(
    game: &Monstrodechecs,
    position: &mut Position,
    words: &Words,
) -> Result<(), Refusal> {
    if !game.has_corners() {
        return Ok(());
    }
    for seat in Seat::all(game.players) {
        let side = words.sides.get(seat.index()).copied().flatten();
        match side.filter(|&side| game.corner_sides(seat).any(|s| s == side)) {
            Some(side) => position.sides[seat.index()] = side,
            None => return Err(impossible("MO20", "monstrodechecs.sides-missing")),
        }
    }
    Ok(())
}

/// MO17, MO19: who is in play, judging by the board.
fn standing(game: &Monstrodechecs, position: &Position) -> u8 {
    Seat::all(game.players)
        .filter(|&seat| {
            let dice = position.dice(seat);
            match game.mode {
                Mode::Devils => dice & position.devils != 0,
                _ => dice != 0,
            }
        })
        .fold(0, |mask, seat| mask | 1 << seat.index())
}

fn check_turn(
    game: &Monstrodechecs,
    position: &mut Position,
    words: &Words,
) -> Result<(), Refusal> {
    position.turn = Seat::new(words.seats.trailing_zeros() as u8);
    position.in_play = standing(game, position);
    let rule = if game.has_devils() { "MO19" } else { "MO17" };
    if game.sides_in(position.in_play) < 2 {
        return Err(impossible(rule, "monstrodechecs.already-over"));
    }
    if !position.plays(position.turn) {
        return Err(impossible(rule, "monstrodechecs.turn-is-out"));
    }
    if Seat::all(game.players).any(|seat| position.bonus(seat) > 0 && !position.plays(seat)) {
        return Err(impossible("MO15", "monstrodechecs.bonus-is-out"));
    }
    if (position.stage == Stage::Flips) != (words.open != 0) {
        return Err(impossible("MO14", "monstrodechecs.flips-unclear"));
    }
    position.pending = words.open;
    let attacker = |(at, die): (Square, Die)| {
        let lines: &[usize] = match die.attack() {
            Attack::FlipNearest => &DIAGONALS,
            Attack::FlipLine { column: true } => &COLUMN,
            Attack::FlipLine { column: false } => &ROW,
            _ => return false,
        };
        let reached = lines.iter().fold(0, |all, &d| all | RAYS[d][at.index()]);
        words.open & !reached == 0
    };
    if position.stage == Stage::Flips
        && (position.bonus(position.turn) > 0 || !position.dice_of(position.turn).any(attacker))
    {
        return Err(impossible("MO14", "monstrodechecs.no-attacker"));
    }
    Ok(())
}

fn check_over(
    game: &Monstrodechecs,
    position: &mut Position,
    words: &Words,
) -> Result<(), Refusal> {
    let standing = standing(game, position);
    let last = words.seats;
    // MO19: only devils can all be removed at once, and then they belonged to several sides.
    let right = match game.sides_in(standing) {
        0 => game.has_devils() && game.sides_in(last) > 1,
        1 => last == standing,
        _ => false,
    };
    if !right || words.open != 0 || position.round != game.rounds {
        return Err(impossible("MO17", "monstrodechecs.not-over"));
    }
    position.turn = Seat::new(0);
    position.in_play = last;
    Ok(())
}
