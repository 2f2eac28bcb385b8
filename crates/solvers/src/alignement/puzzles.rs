//! Puzzles from the tables: the deepest wins of all, and wins of given lengths. In each of them one
//! action wins and no other wins at all.

use std::collections::BTreeMap;
use std::io;

use tablier_rules::blockade::alignement::{Action, Alignement, Position};
use tablier_rules::hash::SplitMix64;
use tablier_rules::{Rules, Status};

use super::Value;
use super::file::Reader;
use super::store::Section;
use super::verify::behind;

/// A won position and its win played out, with the loser delaying it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// The actions to the end; only the first of them wins.
    pub solution: Vec<Action>,
}

/// Lengths that people can work out, in equal shares.
const SHORT: [u16; 5] = [7, 9, 11, 13, 15];
/// One each of these, and of the deepest.
const LONG: [u16; 4] = [21, 31, 51, 101];
/// How many positions of each length are tried.
const KEPT: usize = 400;

/// `count` puzzles, the shortest first; the last is the deepest win with one winning action.
pub fn gather(reader: &Reader, count: usize, seed: u64) -> io::Result<Vec<Puzzle>> {
    let samples = sample(reader, seed)?;
    let deepest = samples.keys().rev();
    let mut puzzles = Vec::new();
    // The deepest for which there is a puzzle.
    for length in deepest {
        if let Some(puzzle) = first(reader, &samples[length], 1)?.pop() {
            puzzles.push(puzzle);
            break;
        }
    }
    let rest = count.saturating_sub(LONG.len() + 1);
    let shares = SHORT
        .iter()
        .enumerate()
        .map(|(i, &length)| (length, (rest + SHORT.len() - 1 - i) / SHORT.len()));
    for (length, share) in shares.chain(LONG.map(|length| (length, 1))) {
        if let Some(sample) = samples.get(&length) {
            puzzles.extend(first(reader, sample, share)?);
        }
    }
    puzzles.truncate(count);
    puzzles.sort_by_key(|puzzle| puzzle.solution.len());
    Ok(puzzles)
}

/// Some random positions for each length of a win in the moving phase.
fn sample(reader: &Reader, seed: u64) -> io::Result<BTreeMap<u16, Vec<Position>>> {
    let mut lots: BTreeMap<u16, Vec<(u64, Section, usize)>> = BTreeMap::new();
    reader.scan(|section, index, value| {
        let Value::Win(length) = value else {
            return;
        };
        if !matches!(section, Section::Moving(_)) {
            return;
        }
        let lot = SplitMix64::new(seed ^ section.address(index)).next();
        let kept = lots.entry(length).or_default();
        if kept.len() < KEPT {
            kept.push((lot, section, index));
            kept.sort_unstable_by_key(|&(lot, ..)| lot);
        } else if kept.last().is_some_and(|&(worst, ..)| lot < worst) {
            kept.pop();
            let at = kept.partition_point(|&(known, ..)| known < lot);
            kept.insert(at, (lot, section, index));
        }
    })?;
    let position = |(_, section, index): (u64, Section, usize)| {
        let (board, turn) = behind(section, index)?;
        let of = |pieces: super::index::Pieces| [pieces.squares, pieces.triangles, pieces.cylinder];
        let masks = if turn.is_multiple_of(2) {
            [of(board.own), of(board.other)]
        } else {
            [of(board.other), of(board.own)]
        };
        let position = Position::from_masks(masks, turn as u8);
        position.check().is_ok().then_some(position)
    };
    Ok(lots
        .into_iter()
        .map(|(length, kept)| (length, kept.into_iter().filter_map(position).collect()))
        .collect())
}

/// The first of these positions that are puzzles.
fn first(reader: &Reader, positions: &[Position], count: usize) -> io::Result<Vec<Puzzle>> {
    let mut puzzles = Vec::new();
    for position in positions {
        if puzzles.len() == count {
            break;
        }
        if only_key(reader, position)?.is_some() {
            puzzles.push(Puzzle {
                position: *position,
                solution: line(reader, position)?,
            });
        }
    }
    Ok(puzzles)
}

/// The only winning action, if there is exactly one and at least three others do not win.
pub fn only_key(reader: &Reader, position: &Position) -> io::Result<Option<Action>> {
    let after = after(reader, position)?;
    let wins: Vec<Action> = after
        .iter()
        .filter(|(_, value)| matches!(value, Value::Win(_)))
        .map(|&(action, _)| action)
        .collect();
    Ok(match wins[..] {
        [key] if after.len() >= 4 => Some(key),
        _ => None,
    })
}

/// The game to its end: the winner hurries, the loser delays.
fn line(reader: &Reader, position: &Position) -> io::Result<Vec<Action>> {
    let mut at = *position;
    let mut line = Vec::new();
    while let Some(&(action, _)) = after(reader, &at)?.iter().max_by_key(|(_, value)| *value) {
        line.push(action);
        Alignement.apply(&mut at, action);
    }
    Ok(line)
}

/// The worth of each action to its player.
fn after(reader: &Reader, position: &Position) -> io::Result<Vec<(Action, Value)>> {
    let mut actions = Vec::new();
    let Status::Acts(_) = Alignement.actions(position, &mut actions) else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    for action in actions {
        let mut next = *position;
        Alignement.apply(&mut next, action);
        // An impossible position is one that its player has won.
        let value = reader.value(&next)?.map_or(Value::Loss(1), Value::before);
        all.push((action, value));
    }
    Ok(all)
}
