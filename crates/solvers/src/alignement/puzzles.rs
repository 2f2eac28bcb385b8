//! Positions for puzzles from the tables: wins of given lengths in which one action wins and no
//! other wins at all.

use std::collections::BTreeMap;
use std::io;

use tablier_rules::blockade::alignement::{Action, Alignement, Position};
use tablier_rules::hash::SplitMix64;
use tablier_rules::{Rules, Status};

use super::Value;
use super::file::Reader;
use super::store::Section;
use super::verify::behind;

/// The longest win that people can work out.
pub const LONGEST: u16 = 15;
/// The lengths of the wins, in equal shares.
const LENGTHS: [u16; 5] = [7, 9, 11, 13, LONGEST];
/// How many positions of each length are tried.
const KEPT: usize = 400;

/// `count` won positions, the shortest wins first.
pub fn gather(reader: &Reader, count: usize, seed: u64) -> io::Result<Vec<Position>> {
    let samples = sample(reader, seed)?;
    let mut positions = Vec::new();
    for (i, length) in LENGTHS.iter().enumerate() {
        let share = (count + LENGTHS.len() - 1 - i) / LENGTHS.len();
        if let Some(sample) = samples.get(length) {
            positions.extend(first(reader, sample, share)?);
        }
    }
    positions.truncate(count);
    Ok(positions)
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
        let lists =
            |pieces: super::board::Pieces| [pieces.squares, pieces.triangles, pieces.cylinder];
        let masks = if turn.is_multiple_of(2) {
            [lists(board.own), lists(board.other)]
        } else {
            [lists(board.other), lists(board.own)]
        };
        let position = Position::from_masks(masks, turn as u8);
        position.check().is_ok().then_some(position)
    };
    Ok(lots
        .into_iter()
        .map(|(length, kept)| (length, kept.into_iter().filter_map(position).collect()))
        .collect())
}

/// The first of these positions with a single winning action.
fn first(reader: &Reader, positions: &[Position], count: usize) -> io::Result<Vec<Position>> {
    let mut found = Vec::new();
    for position in positions {
        if found.len() == count {
            break;
        }
        if only_key(reader, position)?.is_some() {
            found.push(*position);
        }
    }
    Ok(found)
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
