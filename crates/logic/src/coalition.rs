//! Formulas about what coalitions can force: ATL and CTL [AHK02].
//!
//! A path formula, such as `<<A>>F w`, stands in the DAG of its question as an atom with a number
//! of its own. Modalities, connectives and concepts apply to it as to any other atom, and the
//! searches for modal formulas need not know that there are path formulas: [`compile`] refuses
//! them.
//!
//! [`compile`]: crate::compile

use ludex_base::Span;
use ludex_game::{Agent, Agents, Atom};
use rustc_hash::FxHashMap;

use crate::error::Result;
use crate::expand::{Expander, Scope, Value};
use crate::syntax::{Id, Members};
use crate::{Formula, Formulas};

/// The largest number of agents of a game that a question about coalitions can be about.
const MOST_AGENTS: usize = 64;

/// A condition on plays, given conditions on states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Temporal<F> {
    /// `X φ`: φ is true in the next state.
    Next(F),
    /// `G φ`: φ is true now and forever.
    Always(F),
    /// `φ U ψ`: ψ is true now or eventually, and φ until then. `F ψ` is short for `true U ψ`.
    Until(F, F),
}

/// A path formula: the agents of a coalition can force the condition on plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PathFormula {
    /// The coalition: the bit with an agent's number is 1 if the agent belongs to it.
    pub coalition: u64,
    /// What the coalition can force.
    pub temporal: Temporal<Formula>,
}

/// A formula about what coalitions can force, with the DAG it lives in. A path formula is an atom
/// of the DAG that only [`CoalitionFormula::path`] knows.
///
/// ```
/// use ludex_game::{Agent, Agents, Outcomes};
/// use ludex_logic::{AnyFormula, Connective, Definitions, Temporal, Vocabulary, compile_any};
/// let agents = Agents::new(["White", "Black"]);
/// let vocabulary = Vocabulary::new(agents, Agent(0), Outcomes::win_loss(), vec![]);
/// let formula = compile_any("<<White>>G !l", Definitions::prelude(), &vocabulary).unwrap();
/// let AnyFormula::Coalition(formula) = formula else { panic!("it names a coalition") };
/// let Connective::Atom(atom) = formula.formulas.connective(formula.root) else { panic!() };
/// let path = formula.path(atom).unwrap();
/// assert!(path.coalition == 1 && matches!(path.temporal, Temporal::Always(_)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoalitionFormula {
    /// The DAG.
    pub formulas: Formulas,
    /// The formula.
    pub root: Formula,
    /// The agent asked about: `A` of the formula.
    pub asked: Agent,
    pub(crate) paths: Paths,
}

impl CoalitionFormula {
    /// Returns the path formula that an atom of the DAG stands for; `None` for an atom of the game.
    pub fn path(&self, atom: Atom) -> Option<&PathFormula> {
        self.paths.get(atom)
    }

    /// Returns the path formula that the whole formula is, without negations before it; `None` if
    /// it is something else.
    pub fn outermost_path(&self) -> Option<&PathFormula> {
        match self.formulas.connective(self.root) {
            crate::Connective::Atom(atom) => self.path(atom),
            _ => None,
        }
    }
}

/// The path formulas of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Paths {
    /// The number of the atom of the first path formula: greater than those of the game.
    first: u32,
    list: Vec<PathFormula>,
    numbers: FxHashMap<PathFormula, u32>,
}

impl Paths {
    /// Returns a list without path formulas, for a game with this many atoms of its own.
    pub fn new(own_atoms: usize) -> Paths {
        Paths { first: own_atoms as u32, list: Vec::new(), numbers: FxHashMap::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn get(&self, atom: Atom) -> Option<&PathFormula> {
        let Atom::Own(number) = atom else { return None };
        self.list.get(number.checked_sub(self.first)? as usize)
    }

    /// Returns the atom that stands for a path formula.
    fn atom(&mut self, path: PathFormula) -> Atom {
        let number = *self.numbers.entry(path).or_insert_with(|| {
            self.list.push(path);
            self.first + self.list.len() as u32 - 1
        });
        Atom::Own(number)
    }
}

impl Expander<'_> {
    /// Evaluates a path formula, if the question may be about coalitions.
    pub fn path(
        &mut self,
        scope: Scope,
        span: Span,
        members: &Members,
        temporal: Temporal<Id>,
    ) -> Result<Value> {
        if !self.coalitions {
            let message = "what a coalition can force is not decided here";
            let help = "`ludex check` decides it; here only modalities such as `<A>` can be used";
            return Err(self.error(scope, span, message, Some(help.to_owned())));
        }
        let coalition = self.coalition(scope, span, members)?;
        let temporal = match temporal {
            Temporal::Next(goal) => Temporal::Next(self.formula(scope, goal)?),
            Temporal::Always(keep) => Temporal::Always(self.formula(scope, keep)?),
            Temporal::Until(keep, goal) => {
                Temporal::Until(self.formula(scope, keep)?, self.formula(scope, goal)?)
            }
        };
        let atom = self.paths.atom(PathFormula { coalition, temporal });
        Ok(Value::Formula(self.formulas.atom(atom)))
    }

    fn coalition(&mut self, scope: Scope, span: Span, members: &Members) -> Result<u64> {
        let agents = self.vocabulary.agents();
        if agents.len() > MOST_AGENTS {
            let message = format!("coalitions are of at most {MOST_AGENTS} agents");
            return Err(self.error(scope, span, message, None));
        }
        let Members::Listed(members) = members else { return Ok(everybody(agents)) };
        let mut coalition = 0;
        for &member in members {
            coalition |= 1 << self.agent(scope, member)?.index();
        }
        Ok(coalition)
    }
}

fn everybody(agents: &Agents) -> u64 {
    agents.iter().fold(0, |all, agent| all | 1 << agent.index())
}
