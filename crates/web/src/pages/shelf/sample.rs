//! The sample games of the shelf.

use tablier_rules::{GameInfo, Table, catalog};

/// Where a sample game is shown, and what is played next.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The game.
    pub info: &'static GameInfo,
    position: &'static str,
    actions: &'static str,
}

/// A line for each game: its id, a telling position, `=>`, three actions from there. The games are in the
/// order for newcomers: first what is beautiful and quickly understood.
static SAMPLES: &str = include_str!("samples.txt");

fn samples() -> impl Iterator<Item = Sample> {
    SAMPLES.lines().filter_map(|line| {
        let (id, rest) = line.split_once(' ')?;
        let (position, actions) = rest.split_once(" => ")?;
        Some(Sample {
            info: catalog::info(id)?,
            position,
            actions,
        })
    })
}

/// All games, in the order for newcomers.
pub fn games() -> Vec<&'static GameInfo> {
    let mut games: Vec<_> = samples().map(|sample| sample.info).collect();
    let missing = |info: &&&'static GameInfo| games.iter().all(|known| known.id != info.id);
    let others: Vec<_> = catalog::GAMES.iter().filter(missing).copied().collect();
    games.extend(others);
    games
}

/// The sample of a game.
pub fn for_game(id: &str) -> Option<Sample> {
    samples().find(|sample| sample.info.id == id)
}

impl Sample {
    /// The table in its telling position.
    pub fn open(self) -> Option<Box<dyn Table>> {
        let mut table = catalog::open(self.info.id).ok()?;
        table.set_position(self.position).ok()?;
        Some(table)
    }

    /// What is played from there.
    pub fn actions(self) -> impl Iterator<Item = &'static str> {
        self.actions.split_whitespace()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablier_rules::Status;
    use tablier_rules::scene::Place;

    #[test]
    fn every_game_has_a_sample_from_the_middle_of_a_game() {
        for info in catalog::COLLECTION {
            let sample = for_game(info.id).unwrap_or_else(|| panic!("{} has no sample", info.id));
            let mut table = sample.open().expect(info.id);
            assert!(matches!(table.status(), Status::Acts(_)), "{}", info.id);
            let start = catalog::open(info.id).unwrap();
            assert_ne!(table.position(), start.position(), "{}", info.id);
            let scene = table.scene();
            let on_board = |place: &Place| matches!(place, Place::Sites(_));
            let standing = scene.pieces.iter().filter(|piece| on_board(&piece.at));
            assert!(
                standing.count() >= 5,
                "{}: a bare board tells nothing",
                info.id
            );
            assert_eq!(sample.actions().count(), 3, "{}", info.id);
            for action in sample.actions() {
                let played = table.play(action);
                assert!(played.is_ok(), "{}: {action}: {played:?}", info.id);
            }
        }
    }

    #[test]
    fn the_shelf_holds_every_game_once() {
        let mut ids: Vec<_> = games().iter().map(|info| info.id).collect();
        ids.sort_unstable();
        let mut all: Vec<_> = catalog::GAMES.iter().map(|info| info.id).collect();
        all.sort_unstable();
        assert_eq!(ids, all);
    }
}
