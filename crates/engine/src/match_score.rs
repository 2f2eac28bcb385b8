//! What the results of a match say about strength.

/// The mean score of one player over games, with its standard error and what it means in Elo.
#[derive(Copy, Clone, Debug)]
pub struct MatchScore {
    /// How many results there are.
    pub games: u32,
    sum: f64,
    squares: f64,
}

impl MatchScore {
    /// Nothing played yet.
    pub fn new() -> Self {
        Self {
            games: 0,
            sum: 0.0,
            squares: 0.0,
        }
    }

    /// One more result: 1 for a win, 0 for a loss.
    pub fn add(&mut self, result: f64) {
        self.games += 1;
        self.sum += result;
        self.squares += result * result;
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.games.max(1))
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        let games = f64::from(self.games.max(1));
        let variance = (self.squares / games - self.mean() * self.mean()).max(0.0);
        // A little extra variance, so that a few equal results do not look certain.
        ((variance + 0.25 / games) / games).sqrt()
    }

    /// The Elo difference that the mean implies, and 1.96 times its standard error.
    pub fn elo(&self) -> (f64, f64) {
        let games = f64::from(self.games.max(1));
        let mean = self.mean().clamp(0.5 / games, 1.0 - 0.5 / games);
        let elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        let slope = 400.0 / std::f64::consts::LN_10 / (mean * (1.0 - mean));
        (elo(mean), 1.96 * self.error() * slope)
    }

    /// The log-likelihood ratio of "at least `high` Elo better" against "at most `low`" (SPRT with
    /// normal approximation).
    pub fn likelihood(&self, low: f64, high: f64) -> f64 {
        let score = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (low, high) = (score(low), score(high));
        let variance = self.error().powi(2) * f64::from(self.games.max(1));
        if variance <= 0.0 {
            return 0.0;
        }
        let games = f64::from(self.games);
        games * (high - low) * (2.0 * self.mean() - low - high) / (2.0 * variance)
    }
}

impl Default for MatchScore {
    fn default() -> Self {
        Self::new()
    }
}
