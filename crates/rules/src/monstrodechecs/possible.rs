//! Which descriptions of a position can stand.

use super::tables::{COLUMN, DIAGONALS, RAYS, ROW};
use super::{Action, Attack, Bitboard, Die, Mode, Monstrodechecs, Phase, Position, Setup, Square};
use crate::scene::dice::Orientation;
use crate::scene::{self, DieKind, Message};
use crate::setup::check_seat;
use crate::{Refusal, Rules, Seat};

/// The position of a description, if it is possible.
pub(super) fn position(game: &Monstrodechecs, setup: &Setup) -> Result<Position, Refusal> {
    let one = setup.seats.len() == 1 || setup.phase == Phase::Over && !setup.seats.is_empty();
    if !one || setup.dice.len() != usize::from(game.players) {
        return Err(setup.unreadable(game));
    }
    for &seat in &setup.seats {
        check_seat(seat, game.players)?;
    }
    let mut position = game.round_start(1, [0; 4]);
    position.codes = [0; 64];
    position.dice = [Bitboard::EMPTY; 4];
    for (seat, dice) in Seat::all(game.players).zip(&setup.dice) {
        for &(at, die) in dice {
            put(game, &mut position, seat, at, die)
                .unwrap_or_else(|| Err(setup.unreadable(game)))?;
        }
    }
    position.phase = setup.phase;
    for seat in Seat::all(game.players) {
        check_army(game, &position, seat)?;
    }
    put_counters(game, &mut position, setup)?;
    match setup.phase {
        Phase::SetUp => return start_of_round(game, &position, setup),
        Phase::Over => {
            check_sides(game, &mut position, setup)?;
            check_over(game, &mut position, setup)?;
        }
        Phase::Play | Phase::Flips => {
            check_sides(game, &mut position, setup)?;
            check_turn(game, &mut position, setup)?;
        }
    }
    Ok(position)
}

/// Puts a die on a square; `None` if there is no such die.
fn put(
    game: &Monstrodechecs,
    position: &mut Position,
    seat: Seat,
    at: Square,
    die: scene::Die,
) -> Option<Result<(), Refusal>> {
    let kind = match die.kind {
        DieKind::Plain => 0,
        DieKind::Monster(kind @ 1..=6) | DieKind::Devil(kind @ 6) => kind,
        _ => return None,
    };
    let orientation = match die.south {
        None => Orientation::with_top(die.top).next()?,
        Some(south) => Orientation::new(die.top, south)?,
    };
    if position.all_dice().contains(at) {
        return Some(Err(Refusal::square_twice("MO3", at)));
    }
    if matches!(die.kind, DieKind::Devil(_)) {
        if !game.has_devils() {
            return Some(Err(Refusal::by("MO19", "monstrodechecs.no-devils")));
        }
        if !(position.devils & position.dice(seat)).is_empty() {
            return Some(Err(Refusal::by("MO19", "monstrodechecs.two-devils")));
        }
        position.devils = position.devils.with(at);
    }
    position.dice[seat.index()] = position.dice(seat).with(at);
    position.codes[at.index()] = Die::new(kind, orientation).0;
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
        if !position.devils.contains(at) {
            count[usize::from(die.kind())] -= 1;
        }
    }
    // The devil has replaced one die of the nearest line, and may be gone too.
    let replaced = game.has_devils() && position.phase != Phase::SetUp;
    let line = if game.players == 2 { 8 } else { 4 };
    let one_spare = || {
        game.army()[..line]
            .iter()
            .any(|&k| count[usize::from(k)] > 0)
    };
    if count.iter().any(|&left| left < 0) || replaced && !one_spare() {
        return Err(Refusal::new(
            "MO3",
            Message::new("monstrodechecs.not-in-army").seat("seat", seat),
        ));
    }
    Ok(())
}

/// Sets bonus, score and round, if they are possible.
fn put_counters(
    game: &Monstrodechecs,
    position: &mut Position,
    setup: &Setup,
) -> Result<(), Refusal> {
    if !(1..=u32::from(game.rounds)).contains(&setup.round) {
        return Err(Refusal::by("MO18", "monstrodechecs.no-such-round"));
    }
    position.round = setup.round as u8;
    let seats = usize::from(game.players);
    for (seat, &bonus) in setup.bonus.iter().enumerate().take(seats) {
        if bonus > 8 || bonus > 0 && !matches!(position.phase, Phase::Play | Phase::Flips) {
            return Err(Refusal::by("MO15", "monstrodechecs.bonus-too-high"));
        }
        position.bonus[seat] = bonus as u8;
    }
    // In a round nobody gets more than all opposing dice and the points for being last.
    let enemies = u32::from(game.players) - game.friends(Seat::new(0)).count_ones();
    let most = (game.army().len() as u32 * enemies + 5) * setup.round;
    for (seat, &score) in setup.score.iter().enumerate().take(seats) {
        if score > most {
            return Err(Refusal::by("MO18", "monstrodechecs.score-too-high"));
        }
        position.scores[seat] = score as u16;
    }
    Ok(())
}

/// MO19, MO20: while devils or sides are being chosen, the dice are as they began.
fn start_of_round(
    game: &Monstrodechecs,
    position: &Position,
    setup: &Setup,
) -> Result<Position, Refusal> {
    let wrong = |rule| Refusal::by(rule, "monstrodechecs.not-set-up");
    if !game.has_set_up() {
        return Err(wrong("MO3"));
    }
    let rule = if game.has_devils() { "MO19" } else { "MO20" };
    let turn = setup.turn();
    let mut right = game.round_start(position.round, position.scores);
    for seat in Seat::all(game.players).take_while(|&seat| seat < turn) {
        let action = if game.has_devils() {
            let devil = (position.devils & position.dice(seat)).first();
            devil.map(|at| Action::Devil { at })
        } else {
            setup.sides[seat.index()].map(Action::Side)
        };
        match action.filter(|&action| game.is_legal(&right, action)) {
            Some(action) => game.apply(&mut right, action),
            None => return Err(wrong(rule)),
        }
    }
    let unchosen = setup.sides.iter().skip(turn.index()).flatten().count() > 0;
    let mut waiting = Bitboard::EMPTY;
    if game.has_corners() {
        let later = Seat::all(game.players).skip(turn.index());
        waiting = later.fold(waiting, |all, seat| all | right.dice(seat));
    }
    let same = right.codes == position.codes
        && right.dice == position.dice
        && right.devils == position.devils
        && waiting == setup.open();
    if !same || unchosen {
        return Err(wrong(rule));
    }
    Ok(right)
}

/// MO20: everybody sits at an edge of their own corner.
fn check_sides(
    game: &Monstrodechecs,
    position: &mut Position,
    setup: &Setup,
) -> Result<(), Refusal> {
    if !game.has_corners() {
        return Ok(());
    }
    for seat in Seat::all(game.players) {
        let side = setup.sides[seat.index()];
        match side.filter(|&side| game.corner_sides(seat).any(|s| s == side)) {
            Some(side) => position.sides[seat.index()] = side,
            None => return Err(Refusal::by("MO20", "monstrodechecs.sides-missing")),
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
                Mode::Devils => !(dice & position.devils).is_empty(),
                _ => !dice.is_empty(),
            }
        })
        .fold(0, |mask, seat| mask | 1 << seat.index())
}

fn check_turn(
    game: &Monstrodechecs,
    position: &mut Position,
    setup: &Setup,
) -> Result<(), Refusal> {
    let open = setup.open();
    position.turn = setup.turn();
    position.in_play = standing(game, position);
    let rule = if game.has_devils() { "MO19" } else { "MO17" };
    if game.sides_in(position.in_play) < 2 {
        return Err(Refusal::by(rule, "monstrodechecs.already-over"));
    }
    if !position.plays(position.turn) {
        return Err(Refusal::by(rule, "monstrodechecs.turn-is-out"));
    }
    if Seat::all(game.players).any(|seat| position.bonus(seat) > 0 && !position.plays(seat)) {
        return Err(Refusal::by("MO15", "monstrodechecs.bonus-is-out"));
    }
    if (position.phase == Phase::Flips) == open.is_empty() {
        return Err(Refusal::by("MO14", "monstrodechecs.flips-unclear"));
    }
    position.pending = open;
    let attacker = |(at, die): (Square, Die)| {
        let lines: &[usize] = match die.attack() {
            Attack::FlipNearest => &DIAGONALS,
            Attack::FlipLine { column: true } => &COLUMN,
            Attack::FlipLine { column: false } => &ROW,
            _ => return false,
        };
        let reached = lines.iter().map(|&d| RAYS[d][at.index()]);
        (open & !reached.fold(Bitboard::EMPTY, |all, line| all | line)).is_empty()
    };
    if position.phase == Phase::Flips
        && (position.bonus(position.turn) > 0 || !position.dice_of(position.turn).any(attacker))
    {
        return Err(Refusal::by("MO14", "monstrodechecs.no-attacker"));
    }
    Ok(())
}

fn check_over(
    game: &Monstrodechecs,
    position: &mut Position,
    setup: &Setup,
) -> Result<(), Refusal> {
    let standing = standing(game, position);
    let last = setup
        .seats
        .iter()
        .fold(0, |all, seat| all | 1 << seat.index());
    // MO19: only devils can all be removed at once, and then they belonged to several sides.
    let right = match game.sides_in(standing) {
        0 => game.has_devils() && game.sides_in(last) > 1,
        1 => last == standing,
        _ => false,
    };
    if !right || !setup.open().is_empty() || position.round != game.rounds {
        return Err(Refusal::by("MO17", "monstrodechecs.not-over"));
    }
    position.turn = Seat::new(0);
    position.in_play = last;
    Ok(())
}
