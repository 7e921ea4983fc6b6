//! Which heuristic a game gets: the one with rule conditions where moves only add, the one from goals alone
//! elsewhere.

use super::{ALPHA, POWER, condition_heuristic, goal_heuristic};
use crate::Rational;
use crate::logic::{TooLarge, is_monotone};
use crate::syntax::{Description, Term};

/// A kind of heuristic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// From goals alone, with the factor α.
    Goals,
    /// With rule conditions, to the power m.
    Conditions,
}

/// Chooses a heuristic by the game. The paper asks for many moves, too, and so plays Connect4 by the goals alone; there
/// it lost most, and the open lines that rule conditions count are better (`bench/STRENGTH.md`).
pub fn choose(description: &Description) -> Choice {
    match is_monotone(description) {
        true => Choice::Conditions,
        false => Choice::Goals,
    }
}

impl Choice {
    /// The heuristic of this kind for a player in a location, with the usual parameters.
    pub fn term(
        self,
        description: &Description,
        location: usize,
        player: usize,
    ) -> Result<Term, TooLarge> {
        match self {
            Choice::Goals => {
                goal_heuristic(description, location, player, &Rational::new(ALPHA.0, ALPHA.1))
            }
            Choice::Conditions => condition_heuristic(description, location, player, POWER),
        }
    }
}
