//! From a stipulation to the search that solves it.

use ludex_game::{Agent, Notation};
use ludex_logic::{Play, Stipulation};

use super::{Contest, Rule, Script};

/// A stipulation as a question to a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Posed {
    /// All lines of a script.
    Lines(Script),
    /// All keys of a contest within this many moves.
    Keys(Contest, u32),
}

impl Posed {
    /// Returns the question of a stipulation to a game where this agent moves first; or the name of
    /// its goal, if the game has no such atom.
    pub fn new<G: Notation>(
        game: &G,
        stipulation: &Stipulation,
        first: Agent,
    ) -> Result<Posed, String> {
        let agents = game.agents();
        let names = game.atoms();
        let number = |name: String| {
            let wanted: String = name.chars().filter(|c| !c.is_whitespace()).collect();
            let at = names.iter().position(|known| known.eq_ignore_ascii_case(&wanted));
            at.map(|at| at as u32).ok_or(name)
        };
        let goal = number(stipulation.goal_atom(agents, first))?;
        let rule = match stipulation.play {
            Play::Direct => Rule::Direct,
            Play::Selfmate => Rule::Forced,
            Play::SemiReflex => Rule::Reflex { avoided: None },
            Play::Reflex => {
                let avoided = stipulation.avoided_atom(agents, first).map(number).transpose()?;
                Rule::Reflex { avoided }
            }
            _ => {
                let (movers, forced) = (stipulation.movers(first), stipulation.forced(first));
                return Ok(Posed::Lines(Script { movers, goal, forced }));
            }
        };
        Ok(Posed::Keys(Contest { attacker: first, goal, rule }, stipulation.moves))
    }
}
