//! A reference to a game is a game, so that adapters can borrow one. Every method is delegated,
//! including the provided ones, which a game may override.

use ludex_base::{Budget, Stopped};

use crate::{
    Agent, Agents, Atom, Bounds, Fraction, Game, HashSeed, Hints, Model, Notation, OffTurnMark,
    Outcome, Outcomes, Picture, Sampler, SimultaneousGame, TextError, Turn,
};

impl<G: Model> Model for &G {
    type State = G::State;
    type Move = G::Move;

    fn agents(&self) -> &Agents {
        (**self).agents()
    }

    fn outcomes(&self) -> &Outcomes {
        (**self).outcomes()
    }

    fn initial(&self) -> G::State {
        (**self).initial()
    }

    fn turn(&self, state: &G::State) -> Turn {
        (**self).turn(state)
    }

    fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<G::Move>) {
        (**self).moves(state, agent, out);
    }

    fn outcome(&self, state: &G::State) -> Outcome {
        (**self).outcome(state)
    }

    fn holds(&self, state: &G::State, own_atom: u32) -> bool {
        (**self).holds(state, own_atom)
    }

    fn key(&self, state: &G::State) -> u64 {
        (**self).key(state)
    }

    fn seeded_key(&self, state: &G::State, seed: HashSeed) -> Option<u64> {
        (**self).seeded_key(state, seed)
    }

    fn has_chance(&self) -> bool {
        (**self).has_chance()
    }

    fn probabilities(&self, state: &G::State, out: &mut Vec<Fraction>) {
        (**self).probabilities(state, out);
    }

    fn can_repeat(&self) -> bool {
        (**self).can_repeat()
    }

    fn can_repeat_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        (**self).can_repeat_within(budget)
    }

    fn heap_bytes(&self) -> usize {
        (**self).heap_bytes()
    }

    fn fault(&self) -> Option<String> {
        (**self).fault()
    }

    fn off_turn_remarks(&self, since: OffTurnMark) -> Vec<String> {
        (**self).off_turn_remarks(since)
    }

    fn uncounted_key(&self, state: &G::State) -> Option<u64> {
        (**self).uncounted_key(state)
    }

    fn sampler(&self, seed: u64) -> Option<Box<dyn Sampler<G::State> + '_>> {
        (**self).sampler(seed)
    }

    fn payoff(&self, state: &G::State, agent: Agent) -> f64 {
        (**self).payoff(state, agent)
    }

    fn fraction(&self, state: &G::State, agent: Agent) -> Option<Fraction> {
        (**self).fraction(state, agent)
    }

    fn zero_sum(&self) -> bool {
        (**self).zero_sum()
    }

    fn zero_sum_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        (**self).zero_sum_within(budget)
    }

    fn wins(&self, state: &G::State, agent: Agent) -> bool {
        (**self).wins(state, agent)
    }

    fn satisfies(&self, state: &G::State, atom: Atom) -> bool {
        (**self).satisfies(state, atom)
    }
}

impl<G: Game> Game for &G {
    fn play(&self, state: &mut G::State, agent: Agent, mv: G::Move) {
        (**self).play(state, agent, mv);
    }

    fn after(&self, state: &G::State, agent: Agent, mv: G::Move) -> G::State {
        (**self).after(state, agent, mv)
    }
}

impl<G: SimultaneousGame> SimultaneousGame for &G {
    fn play_joint(&self, state: &mut G::State, joint: &[G::Move]) {
        (**self).play_joint(state, joint);
    }

    fn mirrored(&self, state: &G::State) -> Option<G::State> {
        (**self).mirrored(state)
    }

    fn value_bounds(&self, state: &G::State) -> (f64, f64) {
        (**self).value_bounds(state)
    }
}

impl<G: Notation> Notation for &G {
    fn write_move(&self, state: &G::State, agent: Agent, mv: G::Move) -> String {
        (**self).write_move(state, agent, mv)
    }

    fn print_move(&self, state: &G::State, agent: Agent, mv: G::Move) -> String {
        (**self).print_move(state, agent, mv)
    }

    fn read_move(&self, state: &G::State, agent: Agent, text: &str) -> Option<G::Move> {
        (**self).read_move(state, agent, text)
    }

    fn write_position(&self, state: &G::State) -> String {
        (**self).write_position(state)
    }

    fn read_position(&self, text: &str) -> Result<G::State, TextError> {
        (**self).read_position(text)
    }

    fn atoms(&self) -> Vec<String> {
        (**self).atoms()
    }

    fn picture(&self, state: &G::State) -> Picture {
        (**self).picture(state)
    }

    fn facts(&self, state: &G::State) -> Vec<String> {
        (**self).facts(state)
    }
}

impl<G: Hints> Hints for &G {
    fn bounds(&self, state: &G::State) -> Bounds {
        (**self).bounds(state)
    }

    fn candidates(&self, state: &G::State, out: &mut Vec<G::Move>) {
        (**self).candidates(state, out);
    }

    #[inline]
    fn look(
        &self,
        state: &G::State,
        open: impl FnOnce(Bounds) -> bool,
        out: &mut Vec<G::Move>,
    ) -> Bounds {
        (**self).look(state, open, out)
    }

    fn ordered(&self, state: &G::State, agent: Agent, out: &mut Vec<G::Move>) {
        (**self).ordered(state, agent, out);
    }

    fn moves_towards(
        &self,
        state: &G::State,
        agent: Agent,
        own_atom: u32,
        left: &[u32],
        out: &mut Vec<G::Move>,
    ) {
        (**self).moves_towards(state, agent, own_atom, left, out);
    }

    fn reachable(&self, state: &G::State, own_atom: u32, left: &[u32]) -> bool {
        (**self).reachable(state, own_atom, left)
    }

    #[inline]
    fn may_win_at_once(&self, state: &Self::State, agent: Agent) -> bool {
        (**self).may_win_at_once(state, agent)
    }

    fn canonical_key(&self, state: &G::State) -> u64 {
        (**self).canonical_key(state)
    }

    fn least_moves(&self, state: &G::State, at_least: Outcome) -> Option<u32> {
        (**self).least_moves(state, at_least)
    }

    fn history_size(&self) -> usize {
        (**self).history_size()
    }

    fn history_index(&self, mv: G::Move) -> usize {
        (**self).history_index(mv)
    }

    fn evaluations(&self) -> &'static [&'static str] {
        (**self).evaluations()
    }

    fn evaluations_within(&self, budget: &Budget) -> Result<&'static [&'static str], Stopped> {
        (**self).evaluations_within(budget)
    }

    fn evaluation(&self, which: usize, state: &G::State) -> f64 {
        (**self).evaluation(which, state)
    }
}
