//! The default heuristic of a game: with rule conditions if moves only add, from goals alone
//! otherwise.

use ludex_base::Budget;

use super::{ALPHA, POWER, condition_heuristic, goal_heuristic};
use crate::Rational;
use crate::logic::{TooLarge, is_monotone};
use crate::syntax::{Description, Term};

/// A kind of heuristic \[KS11\].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// From goals alone, with the factor α.
    Goals,
    /// With rule conditions, to the power m.
    Conditions,
}

/// Chooses a heuristic by the game. \[KS11\] also requires many moves, and so plays Connect Four,
/// where it lost most, by the goals alone. The open lines that rule conditions count are stronger
/// there (`bench/STRENGTH.md`).
pub fn choose(description: &Description) -> Choice {
    match is_monotone(description) {
        true => Choice::Conditions,
        false => Choice::Goals,
    }
}

impl Choice {
    /// Returns the heuristic of this kind for a player in a location, with the default parameters. It
    /// counts as too large if the budget is used up before.
    pub fn term(
        self,
        description: &Description,
        location: usize,
        player: usize,
        budget: &Budget,
    ) -> Result<Term, TooLarge> {
        let alpha = Rational::new(ALPHA.0, ALPHA.1);
        match self {
            Choice::Goals => goal_heuristic(description, location, player, &alpha, budget),
            Choice::Conditions => condition_heuristic(description, location, player, POWER, budget),
        }
    }
}
