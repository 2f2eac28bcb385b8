use std::fmt;

use crate::Seat;

/// Who acts, or how it ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// This seat must choose one of the listed actions.
    Acts(Seat),
    /// The game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub enum Outcome {
    /// What each seat got; seats that do not exist are `Lost`.
    Seats {
        /// How many seats there are.
        count: u8,
        /// What each got.
        verdicts: [Verdict; Seat::MOST],
    },
    /// A game for one player: the number of pieces left.
    Left(u8),
}

/// What a seat got.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It lost.
    Lost,
    /// It drew.
    Drew,
    /// It won.
    Won,
}

impl Outcome {
    /// The seats for which `won` holds have won, the others lost.
    #[inline]
    pub fn won_by(count: u8, won: impl Fn(Seat) -> bool) -> Self {
        Self::each(count, |seat| {
            if won(seat) {
                Verdict::Won
            } else {
                Verdict::Lost
            }
        })
    }

    /// The seats for which `drew` holds share the game, the others lost.
    #[inline]
    pub fn drawn_by(count: u8, drew: impl Fn(Seat) -> bool) -> Self {
        Self::each(count, |seat| {
            if drew(seat) {
                Verdict::Drew
            } else {
                Verdict::Lost
            }
        })
    }

    /// What each seat got.
    #[inline]
    pub fn each(count: u8, verdict: impl Fn(Seat) -> Verdict) -> Self {
        let mut verdicts = [Verdict::Lost; Seat::MOST];
        for seat in Seat::all(count) {
            verdicts[seat.index()] = verdict(seat);
        }
        Outcome::Seats { count, verdicts }
    }

    /// What this seat got; a game for one has neither winner nor loser.
    #[inline]
    pub fn verdict(self, seat: Seat) -> Verdict {
        match self {
            Outcome::Seats { verdicts, .. } => verdicts[seat.index()],
            Outcome::Left(_) => Verdict::Drew,
        }
    }
}

/// As `trace` writes it: `1 0`, `= =`, `left=3`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Outcome::Left(left) => write!(f, "left={left}"),
            Outcome::Seats { count, verdicts } => {
                for (i, verdict) in verdicts[..usize::from(count)].iter().enumerate() {
                    let sign = match verdict {
                        Verdict::Lost => "0",
                        Verdict::Drew => "=",
                        Verdict::Won => "1",
                    };
                    write!(f, "{}{sign}", if i == 0 { "" } else { " " })?;
                }
                Ok(())
            }
        }
    }
}
