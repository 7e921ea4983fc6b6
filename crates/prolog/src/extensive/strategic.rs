//! Strategic games: all players choose simultaneously [BR04, Section 3.1].

use ludex_base::Fraction;

/// A strategic game as a table of payoffs.
///
/// ```
/// use ludex_base::Fraction;
/// use ludex_prolog::StrategicGame;
/// // The Prisoners' Dilemma [BR04, Table 2].
/// let actions = vec![vec!["silent".into(), "confess".into()]; 2];
/// let payoffs = [[-2, -2], [-10, 0], [0, -10], [-6, -6]];
/// let payoffs = payoffs.iter().map(|row| row.map(Fraction::from).to_vec()).collect();
/// let game = StrategicGame::new(actions, payoffs).unwrap();
/// assert_eq!(game.pure_equilibria(), [vec![1, 1]]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategicGame {
    actions: Vec<Vec<String>>,
    payoffs: Vec<Vec<Fraction>>,
}

impl StrategicGame {
    /// Returns a game with the actions of each player and the payoffs of each profile; the action
    /// of the last player changes fastest. Returns `None` if the number of payoffs is wrong.
    pub fn new(actions: Vec<Vec<String>>, payoffs: Vec<Vec<Fraction>>) -> Option<StrategicGame> {
        let profiles = actions.iter().try_fold(1_usize, |n, own| n.checked_mul(own.len()))?;
        let fits =
            payoffs.len() == profiles && payoffs.iter().all(|row| row.len() == actions.len());
        fits.then_some(StrategicGame { actions, payoffs })
    }

    /// Returns the names of a player's actions.
    pub fn actions(&self, player: usize) -> &[String] {
        &self.actions[player]
    }

    /// Returns the Nash equilibria in pure strategies: no player gains by another action of its
    /// own.
    pub fn pure_equilibria(&self) -> Vec<Vec<usize>> {
        (0..self.payoffs.len()).filter(|&i| self.is_stable(i)).map(|i| self.profile(i)).collect()
    }

    /// Returns the actions of the profile with this number.
    fn profile(&self, mut number: usize) -> Vec<usize> {
        let mut profile = vec![0; self.actions.len()];
        for (player, own) in self.actions.iter().enumerate().rev() {
            profile[player] = number % own.len();
            number /= own.len();
        }
        profile
    }

    /// Returns whether `a ≿ᵢ a[i:x]` for all players i and actions x.
    fn is_stable(&self, number: usize) -> bool {
        let mut step = 1;
        for (player, own) in self.actions.iter().enumerate().rev() {
            let current = number / step % own.len();
            let base = number - current * step;
            let gains =
                |x: usize| self.payoffs[base + x * step][player] > self.payoffs[number][player];
            if (0..own.len()).any(gains) {
                return false;
            }
            step *= own.len();
        }
        true
    }
}
