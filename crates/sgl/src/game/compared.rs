//! A game beside the rules as they are written: every answer of one is compared with that of the
//! other. A difference is a fault, and no answer is given about the game.

use std::sync::{Arc, OnceLock};

use ludex_base::{Budget, Set, ordered_set};
use ludex_game::Agent;

use super::{RuleGame, RuleMove, RuleState};
use crate::file::File;
use crate::reference::{Position, Reference, Said};

/// What a game is compared with, if it is, and the first difference.
#[derive(Clone, Debug, Default)]
pub(super) struct Compared {
    reference: Option<Arc<Reference>>,
    pub difference: OnceLock<String>,
}

impl<S: Set> RuleGame<S> {
    /// Compares everything that the game says from now on with the rules of a file.
    pub(super) fn compare_with(&mut self, file: &File, budget: &Budget) {
        match Reference::new(&file.items, budget) {
            Ok(reference) => self.compared.reference = Some(Arc::new(reference)),
            Err(why) => self.note(format!("the rules as they are written cannot be read: {why}")),
        }
        let start = self.world.start();
        let found = self.position(&start);
        self.compare("the atoms", &start, &found, |rules, _| rules.initial());
    }

    fn note(&self, difference: String) {
        self.compared.difference.get_or_init(|| difference);
    }

    /// Returns a set of atoms as the rules write it.
    fn position(&self, state: &S) -> Position {
        let atoms = self.world.atoms(state).map(|atom| self.frame.atom_name(atom).to_owned());
        Position { atoms: ordered_set(atoms), initial: self.world.initial(state) }
    }

    /// Compares what was found about a state with what the rules say.
    pub(super) fn compare<T: PartialEq>(
        &self,
        what: &str,
        state: &S,
        found: &T,
        ask: impl FnOnce(&Reference, &Position) -> Said<T>,
    ) {
        let Some(reference) = &self.compared.reference else { return };
        let position = self.position(state);
        let said = ask(reference, &position);
        if said.as_ref() != Ok(found) {
            let atoms: Vec<String> = position.atoms.into_iter().collect();
            let why = said.err().map_or(String::new(), |why| format!(" ({why})"));
            self.note(format!(
                "the engine and the rules as they are written differ in {what} of {{{}}}{why}",
                atoms.join(", ")
            ));
        }
    }

    pub(super) fn compare_turn(&self, state: &RuleState<S>, found: Option<Agent>) {
        if self.compared.reference.is_none() {
            return;
        }
        let name = found.map(|agent| self.frame.agents.name(agent).to_owned());
        self.compare("the turn", &state.0, &name, |rules, at| rules.turn(at));
    }

    pub(super) fn compare_moves(&self, state: &RuleState<S>, agent: Agent, found: &S) {
        if self.compared.reference.is_none() {
            return;
        }
        let texts: Vec<String> =
            found.iter().map(|action| self.frame.action_name(action).to_owned()).collect();
        let name = self.frame.agents.name(agent);
        self.compare("the moves", &state.0, &texts, |rules, at| rules.moves(at, name));
    }

    pub(super) fn compare_successor(
        &self,
        state: &RuleState<S>,
        agent: Agent,
        mv: RuleMove,
        next: &S,
    ) {
        if self.compared.reference.is_none() {
            return;
        }
        let (name, action) = (self.frame.agents.name(agent), self.frame.action_name(mv.0));
        let found = self.position(next);
        let ask = |rules: &Reference, at: &Position| rules.after(at, name, action);
        self.compare("a successor", &state.0, &found, ask);
    }
}
