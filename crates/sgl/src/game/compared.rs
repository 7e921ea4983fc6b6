//! A game beside the rules as they are written: every answer of one is compared with that of the
//! other. A difference is a fault, and no answer is given about the game.

use std::sync::{Arc, OnceLock};

use ludex_base::{Budget, Set};
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
        Position { atoms: atoms.collect(), initial: self.world.initial(state) }
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

#[cfg(test)]
mod tests {
    use ludex_base::{Bits, Random};
    use ludex_game::{Game, Model, Turn};

    use super::*;

    const NIM: &str = "
        const most = 2;
        agents A, B;
        action take(t,i) by t for t in agents, i in 1..most;
        fluent left(n) for n in 0..5;  fluent turn(t) for t in agents;
        init left(5), turn(A);
        define over := left(0);
        define wins(t) := over & turn(other(t));
        terminal := over;
        legal take(t,i) := turn(t) & or(n in i..5) left(n);
        next left(n) := or(i in 1..most) (left(n+i) & or(t in agents) does(take(t,i)));
        next turn(t) := turn(other(t));
    ";

    /// Returns the first difference of a game from other rules in random plays.
    fn difference(text: &str, other: &str) -> Option<String> {
        let [file, other] = [text, other].map(|text| File::read("g.sgl", text).expect("a file"));
        let mut game: RuleGame<Bits<1>> = RuleGame::new(&file).expect("a game");
        game.compare_with(&other, &Budget::default());
        let mut random = Random::new(1);
        for _ in 0..20 {
            let mut state = game.initial();
            while let Turn::Of(agent) = game.turn(&state) {
                let mut moves = Vec::new();
                game.moves(&state, Agent::SECOND, &mut moves);
                moves.clear();
                game.moves(&state, agent, &mut moves);
                let mv = moves[random.below(moves.len())];
                game.play(&mut state, agent, mv);
            }
            game.outcome(&state);
        }
        game.fault()
    }

    #[test]
    fn every_difference_from_the_rules_is_a_fault() {
        assert_eq!(difference(NIM, NIM), None);
        for (part, other, what) in [
            ("init left(5)", "init left(4)", "the atoms"),
            ("over & turn(other(t))", "over & turn(t)", "who has won"),
            ("terminal := over", "terminal := left(1)", "the turn"),
            ("or(n in i..5) left(n)", "or(n in i+i-1..5) left(n)", "the moves"),
            ("left(n+i) & or", "left(n+i-1) & or", "a successor"),
            ("next turn(t) := turn(other(t))", "next turn(t) := turn(t)", "a successor"),
        ] {
            let found = difference(NIM, &NIM.replacen(part, other, 1)).expect(what);
            let due = format!("the engine and the rules as they are written differ in {what} of");
            assert!(found.starts_with(&due), "{found}");
        }
    }

    #[test]
    fn rules_that_take_too_long_are_given_up() {
        let file = File::read("nim.sgl", NIM).expect("a file");
        let mut game: RuleGame<Bits<1>> = RuleGame::new(&file).expect("a game");
        game.compare_with(&file, &Budget::default().within(std::time::Duration::ZERO));
        assert!(game.fault().is_some_and(|fault| fault.contains("the time is up")));
    }
}
