//! Results of games.

use std::fmt;

/// The numbers of games that were won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rates {
    /// The number of games the player won.
    pub wins: usize,
    /// The number of games nobody won.
    pub draws: usize,
    /// The number of games the other player won.
    pub losses: usize,
}

impl Rates {
    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Counts a game with this value: 1 is a win, −1 a loss.
    pub(super) fn add(&mut self, value: i8) {
        match value {
            1 => self.wins += 1,
            -1 => self.losses += 1,
            _ => self.draws += 1,
        }
    }

    /// Returns wins minus losses.
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
