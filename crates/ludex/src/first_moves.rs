//! Which first moves make a formula true: what a concept allows, and where the agent is not on turn, what
//! it threatens.

use std::time::Instant;

use ludex_game::{Agent, DynGame, DynMove, DynState, Game, Model, Notation};
use ludex_logic::{AnyFormula, Compiled, Connective, Formula, Formulas};
use ludex_search::{CheckSearchOptions, ErasedCheckSearch};
use serde::{Deserialize, Serialize};

use crate::check::{asked, moved_first, read};
use crate::definitions::definitions;
use crate::error::InputError;
use crate::requests::Check;
use crate::session::{AnyGame, Session};

/// The search that decides parts of formulas.
const SEARCH: &str = "dfps";

/// A move that a formula speaks of first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FirstMove {
    /// Who plays it, on turn or not.
    pub agent: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether the formula is true if this is the move; `null` if that is not known within the limits.
    pub holds: Option<bool>,
}

/// Decides for every move of the agent that a formula moves first, the agent on turn if it can, whether
/// the formula is true by this move: whether what it says of the positions after moves of this agent
/// is true after it. Returns nothing if the formula moves nobody.
pub(crate) fn find(session: &Session, request: &Check) -> Result<Vec<FirstMove>, InputError> {
    session.require_no_chance("formulas are checked")?;
    let AnyGame::Turns(typed, game) = &session.game else {
        return Err(session.needs_turns("checked"));
    };
    let (state, text) = (&session.state, &request.formula);
    let asked = asked(session, request, state)?;
    let definitions = definitions(request.definitions.as_ref())?;
    let AnyFormula::Modal(Compiled { formulas, root, .. }) =
        read(session, text, &definitions, asked)?
    else {
        let message = "what coalitions can force is shown by their strategies, not move by move";
        return Err(InputError::about("formula", text, message));
    };
    let movers = moved_first(&formulas, root);
    let on_turn = game.turn(state).agent().filter(|agent| movers.contains(agent));
    let Some(mover) = on_turn.or_else(|| movers.iter().copied().min()) else {
        return Ok(Vec::new());
    };
    let parts = Parts::of(formulas, root, mover);
    let options = CheckSearchOptions {
        max_bytes: request.limits.max_bytes() / parts.parts.len().max(1),
        ..CheckSearchOptions::default()
    };
    let searches = parts.parts.iter().map(|(_, _, part)| {
        let search = typed.check_search(SEARCH, asked, part, &options);
        search.ok_or_else(|| InputError::new("there is no search for formulas"))
    });
    let searches = searches.collect::<Result<Vec<_>, InputError>>()?;
    Asking { session, game, request, start: Instant::now() }.all(&parts, searches, mover)
}

/// A formula as a combination of parts: each is about the position, or about the one after the move.
struct Parts {
    formulas: Formulas,
    root: Formula,
    /// The node of each part, whether it is about the position after the move, and the part.
    parts: Vec<(usize, bool, Compiled)>,
}

impl Parts {
    fn of(formulas: Formulas, root: Formula, mover: Agent) -> Parts {
        let part = |root| Compiled { formulas: formulas.clone(), root, deepening: None };
        let (mut parts, mut seen, mut open) = (Vec::new(), vec![false; formulas.len()], vec![root]);
        while let Some(formula) = open.pop() {
            let node = formula.node();
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match formulas.connective(formula) {
                Connective::And(left, right) => open.extend([left, right]),
                Connective::Box(agent, inner) if agent == mover => {
                    parts.push((node, true, part(inner)));
                }
                _ => parts.push((node, false, part(formula.positive()))),
            }
        }
        Parts { formulas, root, parts }
    }

    /// Returns the truth of the formula, given that of its parts in their order.
    fn combine(&self, truths: &[Option<bool>]) -> Option<bool> {
        let mut values: Vec<Option<bool>> = vec![None; self.root.node() + 1];
        for ((node, _, _), truth) in self.parts.iter().zip(truths) {
            values[*node] = *truth;
        }
        let of = |values: &[Option<bool>], formula: Formula| {
            values[formula.node()].map(|truth| truth != formula.negated())
        };
        // The parts of a conjunction come before it.
        for (node, connective) in self.formulas.nodes().take(values.len()).enumerate() {
            if let Connective::And(left, right) = connective {
                values[node] = match (of(&values, left), of(&values, right)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                };
            }
        }
        of(&values, self.root)
    }
}

/// The question, with the time at which it was asked.
struct Asking<'s> {
    session: &'s Session,
    game: &'s DynGame,
    request: &'s Check,
    start: Instant,
}

impl Asking<'_> {
    fn all(
        &self,
        parts: &Parts,
        mut searches: Vec<Box<dyn ErasedCheckSearch + '_>>,
        mover: Agent,
    ) -> Result<Vec<FirstMove>, InputError> {
        let (game, state) = (self.game, &self.session.state);
        let mut truths: Vec<Option<bool>> = vec![None; parts.parts.len()];
        for (place, (_, after, _)) in parts.parts.iter().enumerate() {
            if !after {
                truths[place] = self.truth(&mut *searches[place], state)?;
            }
        }
        let mut moves: Vec<DynMove> = Vec::new();
        game.moves(state, mover, &mut moves);
        let mut found = Vec::new();
        for mv in moves {
            let next = game.after(state, mover, mv);
            for (place, (_, after, _)) in parts.parts.iter().enumerate() {
                if *after {
                    truths[place] = self.truth(&mut *searches[place], &next)?;
                }
            }
            found.push(FirstMove {
                agent: game.agents().name(mover).to_string(),
                mv: game.write_move(state, mover, mv),
                holds: parts.combine(&truths),
            });
        }
        Ok(found)
    }

    fn truth(
        &self,
        search: &mut dyn ErasedCheckSearch,
        state: &DynState,
    ) -> Result<Option<bool>, InputError> {
        let limits = self.request.limits.since(self.start);
        if limits.stop.is_raised() {
            return Ok(None);
        }
        let found = search.check(state, false, &limits.budget(), &mut limits.observer());
        self.session.require_sound()?;
        Ok(found.report.answer)
    }
}
