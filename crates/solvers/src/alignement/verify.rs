//! Checks every value against those of its successors.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tablier_rules::blockade::alignement::{Alignement, Position, Shape};
use tablier_rules::hash::SplitMix64;
use tablier_rules::{Rules, Status};

use super::Value;
use super::board::Board;
use super::index::Material;
use super::store::{EARLY, Section, Solution};
use super::turns::{early_board, material, minimax, turn};

/// What a check found.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many positions were checked.
    pub checked: u64,
    /// How many of them contradict their successors.
    pub wrong: u64,
}

/// The board and the turn for a number; none if no board has it.
pub(super) fn behind(section: Section, index: usize) -> Option<(Board, usize)> {
    match section {
        Section::Moving(shape) => Some((Material::FULL.board(index), 12 + shape as usize)),
        Section::Placing(ply) => {
            let ply = usize::from(ply);
            Some((material(ply).board(index), ply))
        }
        Section::Early => {
            let ply = EARLY.iter().rposition(|&begin| begin <= index)?;
            Some((early_board(ply, index - EARLY[ply])?, ply))
        }
    }
}

/// Checks every entry by plain minimax over its successors.
pub fn every_entry(solution: &Solution, threads: usize, progress: &(dyn Fn(f64) + Sync)) -> Report {
    const CHUNK: usize = 1 << 16;
    let total: usize = Section::ALL.iter().map(|section| section.size()).sum();
    let (checked, wrong, done) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    for section in Section::ALL {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let begin = next.fetch_add(CHUNK, Relaxed);
                        if begin >= section.size() {
                            break;
                        }
                        let end = (begin + CHUNK).min(section.size());
                        let mut bad = 0;
                        let mut seen = 0;
                        for index in begin..end {
                            let Some((board, ply)) = behind(section, index) else {
                                continue;
                            };
                            seen += 1;
                            let after = if ply < 12 {
                                ply + 1
                            } else {
                                12 + (ply + 1) % 6
                            };
                            let expected = minimax(board, turn(ply), |b| solution.value(b, after));
                            bad += usize::from(expected != solution.value_at(section, index));
                        }
                        checked.fetch_add(seen, Relaxed);
                        wrong.fetch_add(bad, Relaxed);
                        let so_far = done.fetch_add(end - begin, Relaxed);
                        progress(so_far as f64 / total as f64);
                    }
                });
            }
        });
    }
    Report {
        checked: checked.into_inner() as u64,
        wrong: wrong.into_inner() as u64,
    }
}

/// Checks a random sample with the ordinary rules instead of the solver's own generator: the seat
/// to act is random where both are possible.
pub fn by_the_rules(
    count: u64,
    seed: u64,
    mut value_of: impl FnMut(&Position) -> Option<Value>,
) -> Report {
    let mut random = SplitMix64::new(seed);
    let mut report = Report::default();
    let mut actions = Vec::new();
    while report.checked < count {
        let position = random_position(&mut random);
        if position.check().is_err() {
            continue;
        }
        report.checked += 1;
        let expected = match Alignement.actions(&position, &mut actions) {
            Status::Over(outcome) => {
                let lost = outcome.verdict(position.to_act()) == tablier_rules::Verdict::Lost;
                lost.then_some(Value::Loss(0))
            }
            Status::Acts(_) => actions
                .iter()
                .filter_map(|&action| {
                    let mut next = position;
                    Alignement.apply(&mut next, action);
                    value_of(&next).map(Value::before)
                })
                .max(),
        };
        report.wrong += u64::from(expected.is_none() || expected != value_of(&position));
    }
    report
}

/// How many positions are stored with their values, to be compared with plain search.
const SAMPLE: usize = 6_000;

/// Random positions, the same ones every time.
fn sample() -> impl Iterator<Item = Position> {
    let mut random = SplitMix64::new(16);
    std::iter::repeat_with(move || random_position(&mut random))
        .filter(|position| position.check().is_ok())
        .take(SAMPLE)
}

/// The values of the sample, one per line; none if one is missing.
pub fn sample_values(mut value_of: impl FnMut(&Position) -> Option<Value>) -> Option<String> {
    sample()
        .map(|position| Some(format!("{}\n", value_of(&position)?)))
        .collect()
}

/// Pieces scattered over the board as at a random turn, four times in five in the moving phase.
fn random_position(random: &mut SplitMix64) -> Position {
    let turn = match random.below(5) {
        0 => random.below(12),
        _ => 12 + random.below(6),
    } as u8;
    let mut masks = [[0u16; 3]; 2];
    let mut occupied = 0u16;
    for past in 0..turn.min(12) {
        let (seat, shape) = (usize::from(past % 2), Shape::ALL[usize::from(past % 3)]);
        if shape == Shape::Cylinder && past >= 6 {
            continue;
        }
        loop {
            let circle = 1u16 << random.below(16);
            if occupied & circle == 0 {
                occupied |= circle;
                masks[seat][shape as usize] |= circle;
                break;
            }
        }
    }
    Position::from_masks(masks, turn)
}

#[cfg(test)]
mod tests {
    use super::super::exact::Exact;
    use super::*;

    /// How many positions are searched for each one of the sample.
    const BUDGET: u64 = 3_000;

    #[test]
    fn values_of_the_table_agree_with_plain_search() {
        let values = include_str!("../../data/alignement.sample");
        assert_eq!(values.lines().count(), SAMPLE);
        let mut settled = 0;
        for (position, value) in sample().zip(values.lines()) {
            if let Some(found) = Exact::new(BUDGET).value(&position) {
                settled += 1;
                assert_eq!(found.to_string(), value, "{position:?}");
            }
        }
        assert!(settled >= 3_000, "only {settled} were settled");
    }
}
