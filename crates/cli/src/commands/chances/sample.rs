//! Positions of games, with what was said of them and what became of them.

use std::fmt::Write as _;

/// What was said of a position, and what became of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// The number of the game.
    pub game: u64,
    /// How many actions were played before.
    pub ply: usize,
    /// The chance of each side, or of each of several seats; the one to act first.
    pub chances: Vec<f64>,
    /// What each of them got in the end: 1 in all.
    pub shares: Vec<f64>,
}

/// The positions of a game in one line: `ply:chance,chance:share,share` of each.
pub(super) fn write(samples: &[Sample]) -> String {
    let numbers = |text: &mut String, numbers: &[f64]| {
        for (place, number) in numbers.iter().enumerate() {
            text.push(if place == 0 { ':' } else { ',' });
            // Five digits after the point, and no more than needed.
            let _ = write!(text, "{}", (number * 1e5).round() / 1e5);
        }
    };
    let mut text = String::new();
    for sample in samples {
        if !text.is_empty() {
            text.push(' ');
        }
        let _ = write!(text, "{}", sample.ply);
        numbers(&mut text, &sample.chances);
        numbers(&mut text, &sample.shares);
    }
    text
}

/// The positions in the line of a game; none if it cannot be read.
pub(super) fn read(game: u64, line: &str) -> Option<Vec<Sample>> {
    let numbers = |text: &str| -> Option<Vec<f64>> {
        text.split(',').map(|number| number.parse().ok()).collect()
    };
    let sample = |word: &str| {
        let mut parts = word.split(':');
        let sample = Sample {
            game,
            ply: parts.next()?.parse().ok()?,
            chances: numbers(parts.next()?)?,
            shares: numbers(parts.next()?)?,
        };
        let is_whole = parts.next().is_none() && sample.chances.len() == sample.shares.len();
        is_whole.then_some(sample)
    };
    line.split_whitespace().map(sample).collect()
}

/// Of 1,000 positions called so, this many were won.
#[cfg(test)]
pub(super) fn called(chance: f64, won: usize, ply: usize) -> Vec<Sample> {
    (0..1_000)
        .map(|i| {
            let share = f64::from(u8::from(i < won));
            Sample {
                game: i as u64,
                ply,
                chances: vec![chance, 1.0 - chance],
                shares: vec![share, 1.0 - share],
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let sample = |ply, chances: &[f64], shares: &[f64]| Sample {
            game: 7,
            ply,
            chances: chances.to_vec(),
            shares: shares.to_vec(),
        };
        let samples = [
            sample(4, &[0.57312, 0.42688], &[1.0, 0.0]),
            sample(5, &[0.2, 0.5, 0.3], &[0.5, 0.0, 0.5]),
        ];
        let line = write(&samples);
        assert_eq!(line, "4:0.57312,0.42688:1,0 5:0.2,0.5,0.3:0.5,0,0.5");
        assert_eq!(read(7, &line).unwrap(), samples);
        assert_eq!(read(7, ""), Some(Vec::new()));
        for broken in ["4", "4:0.5", "4:0.5:1,0", "4:a,b:1,0", "4:1,0:1,0:2"] {
            assert_eq!(read(7, broken), None, "{broken}");
        }
    }
}
