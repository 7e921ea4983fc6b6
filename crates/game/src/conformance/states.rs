//! Laws of states: turns, moves, keys, outcomes and atoms.

use super::Inspector;
use crate::{Agent, Atom, Notation, Outcome, Rational, Turn, below, chances};

impl<G: Notation> Inspector<'_, G> {
    /// Checks the cheap laws that every state obeys; returns whose turn it is.
    pub(super) fn state(&mut self, state: &G::State) -> Result<Turn, String> {
        let turn = self.game.turn(state);
        self.turn_and_moves(state, turn)?;
        self.key(state)?;
        self.result(state, turn)?;
        self.atoms_are_total(state)?;
        Ok(turn)
    }

    fn turn_and_moves(&self, state: &G::State, turn: Turn) -> Result<(), String> {
        let agents = self.game.agents();
        let law = "the agent on turn is an agent of the game";
        let known = turn.agent().is_none_or(|agent| agent.index() < agents.len());
        self.law(known, law, state, || format!("{turn:?}"))?;
        for agent in agents.iter() {
            let moves = self.moves(state, agent);
            let mut distinct = moves.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let fault = || format!("moves of {}: {moves:?}", agents.name(agent));
            self.law(distinct.len() == moves.len(), "no move is listed twice", state, fault)?;
            let over = turn == Turn::Final;
            let law = "in a final state nobody has a move";
            self.law(!over || moves.is_empty(), law, state, fault)?;
            let to_move = turn == Turn::Of(agent) || turn == Turn::Together;
            let law = "an agent on turn has a move";
            self.law(!to_move || !moves.is_empty(), law, state, fault)?;
            let law = "where chance moves no agent has a move";
            self.law(turn != Turn::Chance || moves.is_empty(), law, state, fault)?;
        }
        if turn == Turn::Chance { self.chance(state) } else { Ok(()) }
    }

    /// Checks what can happen in a state where chance moves, and how likely it is.
    fn chance(&self, state: &G::State) -> Result<(), String> {
        let law = "a game in which chance moves says so";
        self.law(self.game.has_chance(), law, state, || "chance moves".into())?;
        let (moves, chances) = (self.moves(state, Agent::CHANCE), chances(self.game, state));
        let mut distinct = moves.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let fault = || format!("moves {moves:?}, chances {chances:?}");
        let law = "what can happen by chance is listed once, with its probability";
        let listed = distinct.len() == moves.len() && chances.len() == moves.len();
        self.law(listed, law, state, fault)?;
        let sum = chances.iter().fold(Rational::ZERO, |sum, chance| &sum + &chance.1.into());
        let above_zero = chances.iter().all(|chance| Rational::from(chance.1) > Rational::ZERO);
        let law = "probabilities are above 0 and add up to 1";
        self.law(above_zero && sum == Rational::from(1), law, state, fault)
    }

    /// Checks that equal states have equal keys, and different ones different keys.
    fn key(&mut self, state: &G::State) -> Result<(), String> {
        let key = self.game.key(state);
        let earlier = *self.keys.entry(state.clone()).or_insert(key);
        let fault = || format!("keys {earlier:x} and {key:x}");
        self.law(earlier == key, "equal states have equal keys", state, fault)?;
        let same = self.states.entry(key).or_insert_with(|| state.clone()).clone();
        let fault = || format!("also {key:x}: {}", self.game.write_position(&same));
        self.law(same == *state, "different states have different keys", state, fault)
    }

    /// Checks that a final state has an outcome of the game and finite payoffs, and that asking
    /// elsewhere does not panic.
    fn result(&self, state: &G::State, turn: Turn) -> Result<(), String> {
        let outcome: Outcome = self.game.outcome(state);
        if turn != Turn::Final {
            return Ok(());
        }
        let known = outcome.index() < self.game.outcomes().len();
        let law = "a final state has one of the game's outcomes";
        self.law(known, law, state, || format!("{outcome:?}"))?;
        for agent in self.game.agents().iter() {
            let payoff = self.game.payoff(state, agent);
            self.law(payoff.is_finite(), "payoffs are numbers", state, || payoff.to_string())?;
            let won = self.game.satisfies(state, Atom::Win(agent));
            let lost = self.game.satisfies(state, Atom::Lost(agent));
            let law = "in a final state an agent has either won or lost";
            self.law(won != lost, law, state, || self.game.agents().name(agent).into())?;
        }
        Ok(())
    }

    /// Checks that `holds` answers for every atom, and consistently. Some games have many hundreds
    /// of atoms and the kit sees thousands of states: each state is asked another sample.
    fn atoms_are_total(&mut self, state: &G::State) -> Result<(), String> {
        let step = (self.atoms as usize).div_ceil(64).max(1);
        let first = below(&mut self.rng, step) as u32;
        for atom in (first..self.atoms).step_by(step) {
            let same = self.game.holds(state, atom) == self.game.holds(state, atom);
            let law = "an atom has one truth value in a state";
            self.law(same, law, state, || format!("atom {atom}"))?;
        }
        Ok(())
    }
}
