//! `tablier calibrate`.

mod curve;

use std::path::{Path, PathBuf};
use std::time::Duration;

use tablier_engine::levels::{self, STRONGEST};
use tablier_engine::{Level, MatchScore, Player, workbench};
use tablier_rules::Spec;

use crate::failure::Failure;
use crate::numbers;
use crate::series;

use self::curve::{Curve, LOWEST, Who, elo, logit};

/// Fit the levels of a game by matches, so that they are equal steps of strength
///
/// First a ladder of settings plays, from --played nodes down, each searching half as much as the one above.
/// A curve of strength is fitted to their games. Level 10 searches for a second: --top says how many nodes that
/// is. Level 1 is to win one game in ten against a player who looks one move ahead, unless --bottom says how many
/// nodes it searches. The others stand between at equal distances; those of at most --played nodes play the one
/// below, and the curve is fitted to those games as well, until the levels stay where they are (three times
/// at most). The games are kept in one file of the folder; run the command again to continue. At the end
/// the lines of `levels.txt` are printed: level, nodes or seconds, depth, spread, Elo above level 1 (with `~`
/// where nothing so strong has played, and at most 70 Elo are guessed for searching twice as much), and where it was played the score against the level below and the
/// number of games (for level 1: against the player who looks one move ahead).
///
/// The lines name the game as it is given here, and apply wherever its options hold: those for
/// empire:players=4 to teams as well, those for empire:players=4,teams=false not. A variant without lines has
/// the levels of its game. With more than two sides the first player is alone against several of the second;
/// of four equals one wins a quarter, which the curve allows for.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    #[command(flatten)]
    series: series::Args,
    /// Keep the games in this folder
    #[arg(long, default_value = "calibration", value_name = "FOLDER")]
    folder: PathBuf,
    /// Let settings of at most this many nodes play (10 to 1000000000)
    #[arg(long, default_value = "10000", value_name = "NODES", value_parser = numbers::whole::<u64>(10..=1_000_000_000))]
    played: u64,
    /// Take this many nodes for what level 10 searches in its second (10 to 1000000000)
    #[arg(long, default_value = "400000", value_name = "NODES", value_parser = numbers::whole::<u64>(10..=1_000_000_000))]
    top: u64,
    /// Let level 1 search about this many nodes, fewer than --top, instead of fitting it to a player who looks one move
    /// ahead: for games in which that is more than newcomers see (4 to 1000000000)
    #[arg(long, value_name = "NODES", value_parser = numbers::whole::<u64>(4..=1_000_000_000))]
    bottom: Option<u64>,
    /// Play this many games between settings above --played, each searching four times as much as the one
    /// below (0 to 1000000)
    #[arg(long, default_value = "0", value_name = "GAMES", value_parser = numbers::whole::<u32>(0..=1_000_000))]
    above: u32,
    /// Fit to the games of this file as well, which are not played again
    #[arg(long, value_name = "FILE")]
    with: Option<PathBuf>,
    /// Play nothing: set the levels by those games alone
    #[arg(long, requires = "with")]
    fit_only: bool,
    /// Those games by their players
    #[arg(skip)]
    kept: Vec<(Who, Who, MatchScore)>,
}

/// What the first level is to score against a player who looks one move ahead.
const FIRST: f64 = 0.1;
/// If no level is to move by more than this, all stay where they are.
const NEAR: f64 = 0.25;
/// So often the levels are set at most.
const ROUNDS: usize = 3;

impl Args {
    pub(crate) fn run(mut self) -> Result<String, Failure> {
        let spec = Spec::parse(&self.spec)?;
        let sides = workbench::sides(&spec)?;
        if sides < 2 {
            return Err(Failure::new(format!(
                "levels are fitted by matches, and {spec} is played alone"
            )));
        }
        if let Some(bottom) = self.bottom.filter(|&bottom| bottom >= self.top) {
            return Err(Failure::new(format!(
                "level 1 cannot search {bottom} nodes where level 10 searches {}: --bottom must be below --top",
                self.top
            )));
        }
        let name = format!("{}.txt", self.spec).replace([':', ',', '='], "_");
        self.series.records = Some(self.folder.join(name));
        self.series.shared = true;
        let played = Level::step_of(self.played).max(LOWEST + 1.0);
        let mut curve = Curve::new(Level::step_of(self.top).max(played), sides);
        if let Some(file) = &self.with {
            self.kept = matches_in(file, &self.spec)?;
            for (one, other, tally) in &self.kept {
                curve.add(*one, *other, tally);
            }
        }
        if self.fit_only {
            curve.fit();
            let levels = curve.levels(self.first(&curve));
            return Ok(lines(
                &self.spec,
                &curve,
                &levels,
                &vec![None; levels.len()],
            ));
        }
        self.ladder(played, &mut curve)?;
        curve.fit();
        let mut levels = curve.levels(self.first(&curve));
        for _ in 1..ROUNDS {
            self.neighbours(&levels, &mut curve)?;
            curve.fit();
            let set = curve.levels(self.first(&curve));
            let settled = !levels
                .iter()
                .zip(&set)
                .any(|(old, new)| has_moved(*old, *new));
            if settled {
                break;
            }
            levels = set;
        }
        let tallies = self.neighbours(&levels, &mut curve)?;
        curve.fit();
        Ok(lines(&self.spec, &curve, &levels, &tallies))
    }

    /// How strong the first level is to be.
    fn first(&self, curve: &Curve) -> f64 {
        let rung = |step| curve.strength(Who::Rung { step, best: false });
        match self.bottom {
            Some(nodes) => rung(Level::step_of(nodes).clamp(LOWEST, curve.top)),
            None => (curve.strength(Who::Ahead) + logit(FIRST)).max(rung(LOWEST)),
        }
    }

    /// From the highest setting that plays down to the lowest.
    fn ladder(&mut self, played: f64, curve: &mut Curve) -> Result<(), Failure> {
        let mut upper = Who::Rung {
            step: played,
            best: true,
        };
        // How much it is worth never to choose is measured first.
        let mut below = played;
        loop {
            let lower = Who::Rung {
                step: below,
                best: false,
            };
            let tally = self.score(upper, lower, self.series.games)?;
            curve.add(upper, lower, &tally);
            if below <= LOWEST {
                break;
            }
            upper = lower;
            below = (below - 1.0).ceil().max(LOWEST);
        }
        let mut step = played;
        while self.above > 0 && step + 2.0 <= curve.top {
            let [one, other] = [step + 2.0, step].map(|step| Who::Rung { step, best: true });
            let tally = self.score(one, other, self.above)?;
            curve.add(one, other, &tally);
            step += 2.0;
        }
        Ok(())
    }

    /// What each level that searches few enough nodes scores against the one below, and the first against
    /// the player who looks one move ahead.
    fn neighbours(
        &mut self,
        levels: &[Who],
        curve: &mut Curve,
    ) -> Result<Vec<Option<MatchScore>>, Failure> {
        let most = Level::step_of(self.played);
        let mut tallies = Vec::new();
        let mut below = Who::Ahead;
        for &level in levels {
            let plays = matches!(level, Who::Rung { step, .. } if step <= most);
            tallies.push(if plays {
                let tally = self.score(level, below, self.series.games)?;
                curve.add(level, below, &tally);
                Some(tally)
            } else {
                None
            });
            below = level;
        }
        Ok(tallies)
    }

    /// What a player scores against another.
    fn score(&mut self, one: Who, other: Who, games: u32) -> Result<MatchScore, Failure> {
        let kept = self.kept.iter().find(|(a, b, tally)| {
            let same = a.setting() == one.setting() && b.setting() == other.setting();
            same && tally.games >= games
        });
        if let Some((.., tally)) = kept {
            return Ok(*tally);
        }
        let players = [one, other]
            .into_iter()
            .map(|who| Player::read(&who.setting()).map_err(Failure::new))
            .collect::<Result<Vec<_>, _>>()?;
        let usual = std::mem::replace(&mut self.series.games, games);
        let lines = self.series.play(&self.spec, &players, &mut |_| true);
        self.series.games = usual;
        let mut tally = MatchScore::new();
        lines?.values().for_each(|line| tally.add(line.share(0)));
        let (mean, games) = (tally.mean() * 100.0, tally.games);
        eprintln!(
            "{} {} - {}: {mean:.1} % of {games}",
            self.spec,
            one.setting(),
            other.setting()
        );
        Ok(tally)
    }
}

/// All matches in a file.
fn matches_in(file: &Path, spec: &str) -> Result<Vec<(Who, Who, MatchScore)>, Failure> {
    let mut matches = Vec::new();
    for (settings, games) in series::kept(file, spec)? {
        let read = settings.iter().map(|setting| Who::read(setting));
        if let Some([one, other]) = read.collect::<Option<Vec<_>>>().as_deref() {
            let mut tally = MatchScore::new();
            games.values().for_each(|game| tally.add(game.share(0)));
            matches.push((*one, *other, tally));
        }
    }
    Ok(matches)
}

fn has_moved(old: Who, new: Who) -> bool {
    match (old, new) {
        (Who::Rung { step: old, .. }, Who::Rung { step: new, .. }) => (old - new).abs() > NEAR,
        _ => old != new,
    }
}

/// The lines of `levels.txt`.
fn lines(name: &str, curve: &Curve, levels: &[Who], tallies: &[Option<MatchScore>]) -> String {
    let weakest = curve.strength(levels[0]);
    let mut text = String::new();
    for ((&who, tally), number) in levels.iter().zip(tallies).zip(1..) {
        let Who::Rung { step, best } = who else {
            continue;
        };
        let level = if number == STRONGEST {
            Level {
                nodes: u64::MAX,
                time: Some(Duration::from_secs(1)),
                depth: 0,
                spread: 0.0,
            }
        } else {
            Who::level(step, best)
        };
        let guessed = if step > curve.played() + 0.5 { "~" } else { "" };
        let elo = elo(curve.strength(who) - weakest);
        text += &format!("{} {guessed}{elo}", levels::line(name, number, &level));
        if let Some(tally) = tally {
            text += &format!(" {:.1} {}", tally.mean() * 100.0, tally.games);
        }
        text.push('\n');
    }
    text
}
