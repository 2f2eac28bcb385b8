//! The table of levels.

use std::sync::OnceLock;
use std::time::Duration;

use tablier_rules::Spec;

use super::Level;

/// The table of levels, one line each: game, level, nodes or seconds (`1s`), depth, spread. A game may
/// have options (`empire:players=4`): its lines apply wherever these hold. A line for `*` applies to
/// every game without lines of its own.
const TABLE: &str = include_str!("../../levels.txt");

impl Level {
    /// The level with this number (1 to 10) in a game with its options.
    pub fn numbered(spec: &Spec, number: u8) -> Option<Self> {
        static LEVELS: OnceLock<Vec<(String, u8, Level)>> = OnceLock::new();
        find(LEVELS.get_or_init(|| read(TABLE)), spec, number)
    }
}

/// The level in a table. Of the lines whose game and options fit, those with the most options count.
fn find(table: &[(String, u8, Level)], spec: &Spec, number: u8) -> Option<Level> {
    table
        .iter()
        .filter(|(_, known, _)| *known == number)
        .filter_map(|(name, _, level)| Some((closeness(name, spec)?, *level)))
        .max_by_key(|(closeness, _)| *closeness)
        .map(|(_, level)| level)
}

/// How closely a name in the table describes a game, if it does at all: 0 for `*`, 1 for the id alone, and
/// one more for every option.
fn closeness(name: &str, spec: &Spec) -> Option<usize> {
    if name == "*" {
        return Some(0);
    }
    let (id, options) = name.split_once(':').unwrap_or((name, ""));
    let mut options = options.split(',').filter(|option| !option.is_empty());
    let holds = |option: &str| {
        option
            .split_once('=')
            .is_some_and(|(name, value)| spec.get(name) == value)
    };
    let count = options.clone().count();
    (id == spec.id() && options.all(holds)).then_some(1 + count)
}

/// Reads a table of levels; unreadable lines are skipped.
pub fn read(text: &str) -> Vec<(String, u8, Level)> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let game = words.next()?.to_owned();
            let number = words.next()?.parse().ok()?;
            let effort = words.next()?;
            let (nodes, time) = match effort.strip_suffix('s') {
                Some(seconds) => {
                    let seconds = Duration::try_from_secs_f64(seconds.parse().ok()?);
                    (u64::MAX, Some(seconds.ok()?))
                }
                None => (effort.parse().ok()?, None),
            };
            let level = Level {
                nodes,
                time,
                depth: words.next()?.parse().ok()?,
                spread: words.next()?.parse().ok()?,
            };
            Some((game, number, level))
        })
        .collect()
}

/// The line for a level, as [`read`] expects it.
pub fn line(game: &str, number: u8, level: &Level) -> String {
    let effort = match level.time {
        Some(time) => format!("{}s", time.as_secs_f64()),
        None => level.nodes.to_string(),
    };
    format!("{game} {number} {effort} {} {}", level.depth, level.spread)
}

#[cfg(test)]
mod tests {
    use tablier_rules::breakthrough;

    use super::super::STRONGEST;
    use super::super::tests::numbered;
    use super::*;

    #[test]
    fn every_level_is_there_and_every_line_is_read() {
        // A game without lines of its own.
        let other = Spec::parse_for(&breakthrough::INFO, "breakthrough").unwrap();
        for number in 1..=STRONGEST {
            assert!(Level::numbered(&other, number).is_some(), "{number}");
        }
        assert_eq!(Level::numbered(&other, 0), None);
        assert_eq!(Level::numbered(&other, 11), None);
        let lines = TABLE
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
            .count();
        assert_eq!(read(TABLE).len(), lines);
        for (game, number, level) in read(TABLE) {
            if game != "*" {
                assert_eq!(numbered(&game, number), Some(level), "{game} {number}");
            }
            assert_eq!(read(&line(&game, number, &level)), [(game, number, level)]);
        }
    }

    /// A variant has the lines whose options all hold, the most options first; without any, its game's.
    #[test]
    fn a_variant_has_levels_of_its_own_or_those_of_its_game() {
        let table = read(
            "* 1 10 0 0.5\n\
             empire:players=4 1 40 0 0.5\n\
             empire:players=4,teams=true 1 50 0 0.5\n\
             empire 1 20 0 0.5\n\
             empire:players=3,teams=false 1 30 0 0.5\n",
        );
        for (game, nodes) in [
            ("saute", 10),
            ("saute:players=4", 10),
            ("empire", 20),
            ("empire:players=2", 20),
            ("empire:players=3", 30),
            ("empire:players=3,teams=true", 20),
            ("empire:players=4", 40),
            ("empire:teams=false,players=4", 40),
            ("empire:teams=true,players=4", 50),
        ] {
            let level = find(&table, &Spec::parse(game).unwrap(), 1).unwrap();
            assert_eq!(level.nodes, nodes, "{game}");
            assert_eq!(find(&table, &Spec::parse(game).unwrap(), 2), None, "{game}");
        }
    }

    #[test]
    fn die_check_has_the_levels_of_cubulus_and_an_unmeasured_variant_those_of_its_game() {
        for number in 1..=STRONGEST {
            for (variant, game) in [("die-check", "cubulus"), ("d21:jump=any", "d21")] {
                assert_eq!(
                    numbered(variant, number),
                    numbered(game, number),
                    "{variant}"
                );
            }
        }
    }

    /// Every game's strongest level has a second and chooses nothing; all others count nodes, more
    /// with each level, and choose less widely.
    #[test]
    fn only_the_strongest_level_has_a_time() {
        let all = read(TABLE);
        for pair in all.windows(2) {
            let [(game, number, level), (above, next, stronger)] = pair else {
                unreachable!()
            };
            assert_eq!(
                level.time.is_some(),
                *number == STRONGEST,
                "{game} {number}"
            );
            if game == above {
                assert_eq!(number + 1, *next, "{game}");
                assert!(stronger.nodes > level.nodes, "{game} {next}");
                assert!(stronger.spread <= level.spread, "{game} {next}");
            } else {
                assert_eq!((*number, *next), (STRONGEST, 1), "{game} {above}");
            }
        }
        let (.., best) = all[all.len() - 1];
        assert_eq!(
            (best.time, best.spread),
            (Some(Duration::from_secs(1)), 0.0)
        );
    }
}
