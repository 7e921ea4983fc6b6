//! From a stipulation to the search that solves it.

use ludex_game::{Agent, Notation};
use ludex_logic::{Play, Stipulation};

use super::{Contest, Rule, Script, ScriptEnd};

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
        let parry = stipulation.parry_atom(agents, first).map(number).transpose()?;
        let avoided = stipulation.avoided_atom(agents, first).map(number).transpose()?;
        let reciprocal = stipulation.reciprocal_atom(agents, first).map(number).transpose()?;
        let rule = match stipulation.play {
            Play::Direct | Play::Parry => Rule::Direct,
            Play::Selfmate | Play::ParrySelf => Rule::Forced,
            Play::SemiReflex | Play::Reflex => Rule::Reflex { avoided },
            _ => {
                let end = match (stipulation.forced(first), avoided) {
                    (Some(agent), _) => ScriptEnd::Forced(agent),
                    (None, Some(avoided)) => {
                        ScriptEnd::Reflex { agent: stipulation.reaches(first), avoided }
                    }
                    (None, None) => ScriptEnd::Reached,
                };
                let movers = stipulation.movers(first);
                return Ok(Posed::Lines(Script { movers, goal, end, parry, reciprocal }));
            }
        };
        let exact = stipulation.exact;
        Ok(Posed::Keys(Contest { attacker: first, goal, rule, parry, exact }, stipulation.moves))
    }
}
