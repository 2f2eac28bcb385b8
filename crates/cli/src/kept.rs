//! Games kept in a file, one line each, so that a command can be run again to continue.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::failure::Failure;
use crate::progress::Progress;

/// What there is of each game, by its number.
pub(crate) type Games = BTreeMap<u64, String>;

/// Which games are wanted, and how.
pub(crate) struct Wanted<'a> {
    /// Their numbers.
    pub numbers: Range<u64>,
    /// The file that keeps them, and the line it begins with: how they were played.
    pub file: Option<(&'a Path, String)>,
    /// So many are played at once.
    pub jobs: usize,
}

impl Wanted<'_> {
    /// The games, of which those that the file does not have are played, and added to it.
    pub(crate) fn play(
        self,
        progress: &Progress,
        play: impl Fn(u64) -> Result<String, Failure> + Sync,
    ) -> Result<Games, Failure> {
        let (kept, mut file) = match &self.file {
            Some((path, head)) => read(path, head).map(|(games, file)| (games, Some(file)))?,
            None => (Games::new(), None),
        };
        let missing: Vec<u64> = self
            .numbers
            .clone()
            .filter(|number| !kept.contains_key(number))
            .collect();
        let all = kept.len() + missing.len();
        let next = AtomicUsize::new(0);
        let state = Mutex::new((kept, &mut file));
        let work = || -> Result<(), Failure> {
            while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let line = play(number)?;
                let mut state = state.lock().unwrap_or_else(|broken| broken.into_inner());
                let (games, file) = &mut *state;
                if let (Some(file), Some((path, _))) = (file, &self.file) {
                    writeln!(file, "{number} {line}").map_err(|error| named(path, &error))?;
                }
                games.insert(number, line);
                progress.show(games.len() as f64 / all as f64, "playing");
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().expect("the engine does not panic"))
        })?;
        let (mut games, _) = state
            .into_inner()
            .unwrap_or_else(|broken| broken.into_inner());
        games.retain(|number, _| self.numbers.contains(number));
        Ok(games)
    }
}

/// The games of a file that begins with this head, which is made if need be. What was not written to its end
/// is played again.
fn read(path: &Path, head: &str) -> Result<(Games, File), Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(named(path, &error)),
    };
    let mut games = Games::new();
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    if let Some(first) = lines.next()
        && first != head
    {
        return Err(Failure::new(format!(
            "{} holds other games: it begins with '{first}', not '{head}'",
            path.display()
        )));
    }
    for line in lines {
        if let Some((number, game)) = line.split_once(' ')
            && let Ok(number) = number.parse()
        {
            games.insert(number, game.to_owned());
        }
    }
    let add = || {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(whole as u64)?;
        if whole == 0 {
            writeln!(file, "{head}")?;
        }
        Ok(file)
    };
    let file = add().map_err(|error| named(path, &error))?;
    Ok((games, file))
}

/// What went wrong with a file.
pub(crate) fn named(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games with these numbers, and how many of them were played now.
    fn play(numbers: Range<u64>, path: &Path, head: &str) -> Result<(Games, usize), Failure> {
        let played = AtomicUsize::new(0);
        let wanted = Wanted {
            numbers,
            file: Some((path, head.to_owned())),
            jobs: 2,
        };
        let games = wanted.play(&Progress::new(), |number| {
            played.fetch_add(1, Ordering::Relaxed);
            Ok(format!("game {number}"))
        })?;
        Ok((games, played.into_inner()))
    }

    #[test]
    fn what_was_played_is_not_played_again() {
        let path = std::env::temp_dir().join(format!("tablier-kept-{}", std::process::id()));
        assert_eq!(play(1..4, &path, "# as ever").unwrap().1, 3);
        let (games, played) = play(2..6, &path, "# as ever").unwrap();
        assert_eq!(played, 2);
        assert_eq!(games.keys().copied().collect::<Vec<_>>(), [2, 3, 4, 5]);
        assert_eq!(games[&3], "game 3");
        assert!(play(1..2, &path, "# otherwise").is_err());

        // Somebody pulled the plug.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 2]).unwrap();
        assert_eq!(play(1..6, &path, "# as ever").unwrap().1, 1);
        assert_eq!(play(1..6, &path, "# as ever").unwrap().1, 0);
        fs::remove_file(&path).unwrap();
    }
}
