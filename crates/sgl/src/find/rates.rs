//! How games ended.

use std::fmt;

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rates {
    /// Games the player won.
    pub wins: usize,
    /// Games nobody won.
    pub draws: usize,
    /// Games the other won.
    pub losses: usize,
}

impl Rates {
    /// How many games there were.
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Counts a game: 1 is a win, −1 a loss.
    pub(super) fn add(&mut self, value: i8) {
        match value {
            1 => self.wins += 1,
            -1 => self.losses += 1,
            _ => self.draws += 1,
        }
    }

    /// Wins less losses.
    pub(super) fn balance(&self) -> i64 {
        self.wins as i64 - self.losses as i64
    }
}

impl fmt::Display for Rates {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let share = |count: usize| 100.0 * count as f64 / self.games().max(1) as f64;
        let (wins, draws, losses) = (share(self.wins), share(self.draws), share(self.losses));
        write!(
            f,
            "won {wins:.1} %, drawn {draws:.1} %, lost {losses:.1} % of {} games",
            self.games()
        )
    }
}
