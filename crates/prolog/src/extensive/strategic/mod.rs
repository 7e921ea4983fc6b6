//! Strategic games: all players choose simultaneously [BR04, Section 3.1].

mod answers;
mod game;
mod nfg;
mod responses;
mod tables;

use ludex_base::Fraction;
use ludex_matrix::MatrixError;
use ludex_matrix::exact::BigRational;
use ludex_matrix::general::{Bimatrix, strict_dominance};
use num_traits::Zero;
use serde_json::Value;

pub use answers::STRATEGIC_QUERIES;
pub use game::{StrategicMove, StrategicState, StrategicTable};

use super::hidden::rational;
use super::payoff::parse_payoff;

/// The longest JSON that is taken for a matrix of pairs.
const LONGEST: usize = 1 << 20;

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
    /// The title.
    pub title: String,
    /// The names of the players.
    pub players: Vec<String>,
    actions: Vec<Vec<String>>,
    payoffs: Vec<Vec<Fraction>>,
}

/// A strategy that was removed because another one is better whatever the others do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The player, by index.
    pub player: usize,
    /// Its action.
    pub action: usize,
    /// The actions of the strategy that is better, with their probabilities.
    pub by: Vec<(usize, BigRational)>,
}

impl StrategicGame {
    /// Returns a game with the actions of each player and the payoffs of each profile; the action
    /// of the last player changes fastest. Returns `None` if the number of payoffs is wrong.
    pub fn new(actions: Vec<Vec<String>>, payoffs: Vec<Vec<Fraction>>) -> Option<StrategicGame> {
        let profiles = actions.iter().try_fold(1_usize, |n, own| n.checked_mul(own.len()))?;
        let fits =
            payoffs.len() == profiles && payoffs.iter().all(|row| row.len() == actions.len());
        let players = (1..=actions.len()).map(|number| number.to_string()).collect();
        fits.then_some(StrategicGame { title: String::new(), players, actions, payoffs })
    }

    /// Reads a matrix in JSON whose cells are pairs of payoffs. Returns `None` if the text is
    /// anything else, or if all pairs add up to zero: then it is a game with a value.
    pub fn from_json(text: &str) -> Option<StrategicGame> {
        if text.len() > LONGEST || !text.contains("\"matrix\"") {
            return None;
        }
        let json: Value = serde_json::from_str(text).ok()?;
        let rows = json.get("matrix")?.as_array()?;
        let cells: Vec<&Value> = rows
            .iter()
            .map(Value::as_array)
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect();
        let payoffs: Vec<Vec<Fraction>> = cells.into_iter().map(pair).collect::<Option<_>>()?;
        let columns = payoffs.len().checked_div(rows.len())?;
        let names = |field: &str, count: usize| match json.get(field) {
            None => Some((1..=count).map(|number| number.to_string()).collect()),
            Some(list) => texts(list).filter(|list| list.len() == count),
        };
        let even = rows.iter().all(|row| row.as_array().is_some_and(|row| row.len() == columns));
        let zero = payoffs.iter().all(|pair| pair[0].checked_add(pair[1]) == Some(Fraction::ZERO));
        if !even || zero {
            return None;
        }
        let actions = vec![names("rows", rows.len())?, names("columns", columns)?];
        let game = StrategicGame::new(actions, payoffs)?;
        let players = match json.get("agents") {
            None => vec!["Row".to_string(), "Column".to_string()],
            Some(list) => texts(list).filter(|list| list.len() == 2)?,
        };
        let title = json.get("about").and_then(Value::as_str).unwrap_or_default().to_string();
        Some(StrategicGame { title, players, ..game })
    }

    /// Returns the names of a player's actions.
    pub fn actions(&self, player: usize) -> &[String] {
        &self.actions[player]
    }

    /// Returns what every player gets if these actions are chosen.
    pub fn payoffs(&self, profile: &[usize]) -> &[Fraction] {
        let number = self.actions.iter().zip(profile).fold(0, |n, (own, a)| n * own.len() + a);
        &self.payoffs[number]
    }

    /// Returns the game of two players as two matrices.
    pub fn bimatrix(&self) -> Option<Result<Bimatrix, MatrixError>> {
        let [rows, columns] = &self.actions[..] else { return None };
        let of = |player: usize| self.payoffs.iter().map(|pair| rational(pair[player])).collect();
        Some(Bimatrix::new(rows.len(), columns.len(), of(0), of(1)))
    }

    /// Removes strategies that another one, pure or mixed, is better than against everything the
    /// others have left, one after the other until there is none. The order changes nothing about
    /// what is left. Calls `go_on` before each is looked at, and stops once it returns `false`.
    pub fn iterated_dominance(&self, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Removal>> {
        let mut left: Vec<Vec<usize>> =
            self.actions.iter().map(|own| (0..own.len()).collect()).collect();
        let mut removed = Vec::new();
        while let Some(next) = self.dominated(&left, go_on)? {
            left[next.player].retain(|&action| action != next.action);
            removed.push(next);
        }
        Some(removed)
    }

    /// Returns the first dominated action of those left, `Some(None)` if there is none, `None` if
    /// the work was stopped.
    fn dominated(
        &self,
        left: &[Vec<usize>],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Option<Removal>> {
        for (player, own) in left.iter().enumerate() {
            let others = self.profiles_of_others(left, player);
            let row = |&action: &usize| {
                let worth = |profile: &Vec<usize>| {
                    let mut profile = profile.clone();
                    profile[player] = action;
                    rational(self.payoffs(&profile)[player])
                };
                others.iter().map(worth).collect::<Vec<_>>()
            };
            let payoffs: Vec<Vec<BigRational>> = own.iter().map(row).collect();
            for (place, &action) in own.iter().enumerate() {
                if !go_on() {
                    return None;
                }
                let Ok(Some(found)) = strict_dominance(&payoffs, place) else { continue };
                let weights = own.iter().copied().zip(found.by);
                let by = weights.filter(|(_, weight)| !weight.is_zero()).collect();
                return Some(Some(Removal { player, action, by }));
            }
        }
        Some(None)
    }

    /// Returns all choices of the others among the actions left; that of the player is 0.
    fn profiles_of_others(&self, left: &[Vec<usize>], player: usize) -> Vec<Vec<usize>> {
        let mut profiles = vec![vec![]];
        for (other, own) in left.iter().enumerate() {
            let choices: &[usize] = if other == player { &[0] } else { own };
            let with = |profile: &Vec<usize>| {
                let more = |&choice: &usize| [&profile[..], &[choice]].concat();
                choices.iter().map(more).collect::<Vec<_>>()
            };
            profiles = profiles.iter().flat_map(with).collect();
        }
        profiles
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

/// Reads a pair of payoffs.
fn pair(cell: &Value) -> Option<Vec<Fraction>> {
    let number = |value: &Value| match value {
        Value::Number(number) => parse_payoff(&number.to_string()),
        Value::String(text) => parse_payoff(text),
        _ => None,
    };
    let payoffs: Vec<Fraction> = cell.as_array()?.iter().map(number).collect::<Option<_>>()?;
    (payoffs.len() == 2).then_some(payoffs)
}

fn texts(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|text| text.as_str().map(str::to_string)).collect()
}
