//! A game with its moves numbered: what code that knows the type of a game hands to code that does
//! not.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError, RwLock};

use ludex_base::{Budget, Stopped};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::DynState;
use crate::{
    Agent, Agents, Bounds, Fraction, HashSeed, Hints, Model, Notation, OffTurnMark, Outcome,
    Outcomes, Picture, Sampler, Scores, SimultaneousGame, TextError, Turn,
};

/// A move of a [`DynGame`](super::DynGame), by its number. Equal moves have equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DynMove(u32);

/// A game that numbers its moves when they are first met.
#[derive(Debug)]
pub struct Numbered<G: Model> {
    game: G,
    moves: RwLock<MoveNumbers<G::Move>>,
    /// The list of moves of random plays. One thread has it at a time; others make their own.
    listed: Mutex<Vec<G::Move>>,
}

#[derive(Debug)]
struct MoveNumbers<M> {
    list: Vec<M>,
    numbers: FxHashMap<M, u32>,
}

impl<M: Copy + Eq + Hash> MoveNumbers<M> {
    fn number(&mut self, mv: M) -> u32 {
        let next = self.list.len() as u32;
        *self.numbers.entry(mv).or_insert_with(|| {
            self.list.push(mv);
            next
        })
    }
}

impl<G: Model<State: 'static>> Numbered<G> {
    /// Wraps a game.
    pub fn new(game: G) -> Numbered<G> {
        let moves = MoveNumbers { list: Vec::new(), numbers: FxHashMap::default() };
        Numbered { game, moves: RwLock::new(moves), listed: Mutex::default() }
    }

    /// Returns the game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the number of a move.
    pub fn number(&self, mv: G::Move) -> DynMove {
        let known = self.moves.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = known.numbers.get(&mv) {
            return DynMove(number);
        }
        drop(known);
        let mut moves = self.moves.write().unwrap_or_else(PoisonError::into_inner);
        DynMove(moves.number(mv))
    }

    /// Returns the move with this number.
    pub fn numbered(&self, mv: DynMove) -> G::Move {
        let moves = self.moves.read().unwrap_or_else(PoisonError::into_inner);
        moves.list[mv.0 as usize]
    }

    /// Appends the numbers of moves.
    #[inline(never)]
    fn extend(&self, moves: &[G::Move], out: &mut Vec<DynMove>) {
        let known = self.moves.read().unwrap_or_else(PoisonError::into_inner);
        let numbers = moves.iter().map_while(|mv| known.numbers.get(mv));
        let from = out.len();
        out.extend(numbers.map(|&number| DynMove(number)));
        drop(known);
        let rest = &moves[out.len() - from..];
        if !rest.is_empty() {
            let mut all = self.moves.write().unwrap_or_else(PoisonError::into_inner);
            out.extend(rest.iter().map(|&mv| DynMove(all.number(mv))));
        }
    }
}

/// Makes a list for about as many moves as there is room for in another.
fn list<M>(like: &Vec<DynMove>) -> Vec<M> {
    Vec::with_capacity(like.capacity())
}

/// The methods of [`Model`] and [`Notation`] over states and moves whose type is erased.
#[allow(missing_docs)] // they are documented there
pub trait ErasedModel: Send + Sync {
    fn agents(&self) -> &Agents;
    fn outcomes(&self) -> &Outcomes;
    fn initial(&self) -> DynState;
    fn turn(&self, state: &DynState) -> Turn;
    fn moves(&self, state: &DynState, agent: Agent, out: &mut Vec<DynMove>);
    fn outcome(&self, state: &DynState) -> Outcome;
    fn holds(&self, state: &DynState, own_atom: u32) -> bool;
    fn key(&self, state: &DynState) -> u64;
    fn seeded_key(&self, state: &DynState, seed: HashSeed) -> Option<u64>;
    fn has_chance(&self) -> bool;
    fn probabilities(&self, state: &DynState, out: &mut Vec<Fraction>);
    fn can_repeat(&self) -> bool;
    fn can_repeat_within(&self, budget: &Budget) -> Result<bool, Stopped>;
    fn heap_bytes(&self) -> usize;
    fn fault(&self) -> Option<String>;
    fn off_turn_remarks(&self, since: OffTurnMark) -> Vec<String>;
    fn uncounted_key(&self, state: &DynState) -> Option<u64>;
    fn sampler(&self, seed: u64) -> Option<Box<dyn Sampler<DynState> + '_>>;
    fn payoff(&self, state: &DynState, agent: Agent) -> f64;
    fn fraction(&self, state: &DynState, agent: Agent) -> Option<Fraction>;
    fn zero_sum(&self) -> bool;
    fn zero_sum_within(&self, budget: &Budget) -> Result<bool, Stopped>;
    fn wins(&self, state: &DynState, agent: Agent) -> bool;
    fn write_move(&self, state: &DynState, agent: Agent, mv: DynMove) -> String;
    fn print_move(&self, state: &DynState, agent: Agent, mv: DynMove) -> String;
    fn read_move(&self, state: &DynState, agent: Agent, text: &str) -> Option<DynMove>;
    fn write_position(&self, state: &DynState) -> String;
    fn read_position(&self, text: &str) -> Result<DynState, TextError>;
    fn atoms(&self) -> Vec<String>;
    fn picture(&self, state: &DynState) -> Picture;
    fn facts(&self, state: &DynState) -> Vec<String>;
}

impl<G: Notation<State: 'static> + Send> ErasedModel for Numbered<G> {
    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn initial(&self) -> DynState {
        DynState::new(self.game.initial())
    }

    fn turn(&self, state: &DynState) -> Turn {
        self.game.turn(state.get())
    }

    fn moves(&self, state: &DynState, agent: Agent, out: &mut Vec<DynMove>) {
        let mut moves = list(out);
        self.game.moves(state.get(), agent, &mut moves);
        self.extend(&moves, out);
    }

    fn outcome(&self, state: &DynState) -> Outcome {
        self.game.outcome(state.get())
    }

    fn holds(&self, state: &DynState, own_atom: u32) -> bool {
        self.game.holds(state.get(), own_atom)
    }

    fn key(&self, state: &DynState) -> u64 {
        self.game.key(state.get())
    }

    fn seeded_key(&self, state: &DynState, seed: HashSeed) -> Option<u64> {
        self.game.seeded_key(state.get(), seed)
    }

    fn has_chance(&self) -> bool {
        self.game.has_chance()
    }

    fn probabilities(&self, state: &DynState, out: &mut Vec<Fraction>) {
        self.game.probabilities(state.get(), out);
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn can_repeat_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        self.game.can_repeat_within(budget)
    }

    fn heap_bytes(&self) -> usize {
        // The state, and the two counts of references beside it.
        2 * size_of::<usize>() + size_of::<G::State>() + self.game.heap_bytes()
    }

    fn fault(&self) -> Option<String> {
        self.game.fault()
    }

    fn off_turn_remarks(&self, since: OffTurnMark) -> Vec<String> {
        self.game.off_turn_remarks(since)
    }

    fn uncounted_key(&self, state: &DynState) -> Option<u64> {
        self.game.uncounted_key(state.get())
    }

    fn sampler(&self, seed: u64) -> Option<Box<dyn Sampler<DynState> + '_>> {
        let sampler = self.game.sampler(seed)?;
        Some(Box::new(ErasedSampler(sampler)))
    }

    fn payoff(&self, state: &DynState, agent: Agent) -> f64 {
        self.game.payoff(state.get(), agent)
    }

    fn fraction(&self, state: &DynState, agent: Agent) -> Option<Fraction> {
        self.game.fraction(state.get(), agent)
    }

    fn zero_sum(&self) -> bool {
        self.game.zero_sum()
    }

    fn zero_sum_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        self.game.zero_sum_within(budget)
    }

    fn wins(&self, state: &DynState, agent: Agent) -> bool {
        self.game.wins(state.get(), agent)
    }

    fn write_move(&self, state: &DynState, agent: Agent, mv: DynMove) -> String {
        self.game.write_move(state.get(), agent, self.numbered(mv))
    }

    fn print_move(&self, state: &DynState, agent: Agent, mv: DynMove) -> String {
        self.game.print_move(state.get(), agent, self.numbered(mv))
    }

    fn read_move(&self, state: &DynState, agent: Agent, text: &str) -> Option<DynMove> {
        self.game.read_move(state.get(), agent, text).map(|mv| self.number(mv))
    }

    fn write_position(&self, state: &DynState) -> String {
        self.game.write_position(state.get())
    }

    fn read_position(&self, text: &str) -> Result<DynState, TextError> {
        self.game.read_position(text).map(DynState::new)
    }

    fn atoms(&self) -> Vec<String> {
        self.game.atoms()
    }

    fn picture(&self, state: &DynState) -> Picture {
        self.game.picture(state.get())
    }

    fn facts(&self, state: &DynState) -> Vec<String> {
        self.game.facts(state.get())
    }
}

/// A sampler over states whose type is erased.
struct ErasedSampler<'g, S>(Box<dyn Sampler<S> + 'g>);

impl<S: 'static> Sampler<DynState> for ErasedSampler<'_, S> {
    fn sample(&mut self, state: &DynState, plays: u64, rounds: u64) -> Scores {
        self.0.sample(state.get(), plays, rounds)
    }
}

/// The methods of [`Game`](crate::Game) and [`Hints`] over states and moves whose type is erased.
#[allow(missing_docs)] // they are documented there
pub trait ErasedGame: ErasedModel {
    fn play(&self, state: &mut DynState, agent: Agent, mv: DynMove);
    fn random_playout(&self, state: &mut DynState, rng: &mut Xoshiro256PlusPlus, limit: u32)
    -> u32;
    fn bounds(&self, state: &DynState) -> Bounds;
    fn candidates(&self, state: &DynState, out: &mut Vec<DynMove>);
    fn ordered(&self, state: &DynState, agent: Agent, out: &mut Vec<DynMove>);
    fn moves_towards(
        &self,
        state: &DynState,
        agent: Agent,
        own_atom: u32,
        left: &[u32],
        out: &mut Vec<DynMove>,
    );
    fn reachable(&self, state: &DynState, own_atom: u32, left: &[u32]) -> bool;
    fn may_win_at_once(&self, state: &DynState, agent: Agent) -> bool;
    fn canonical_key(&self, state: &DynState) -> u64;
    fn least_moves(&self, state: &DynState, at_least: Outcome) -> Option<u32>;
    fn history_size(&self) -> usize;
    fn history_index(&self, mv: DynMove) -> usize;
    fn evaluations(&self) -> &'static [&'static str];
    fn evaluations_within(&self, budget: &Budget) -> Result<&'static [&'static str], Stopped>;
    fn evaluation(&self, which: usize, state: &DynState) -> f64;
}

impl<G: Hints<State: 'static> + Notation + Send> ErasedGame for Numbered<G> {
    fn play(&self, state: &mut DynState, agent: Agent, mv: DynMove) {
        self.game.play(state.make_mut(), agent, self.numbered(mv));
    }

    fn random_playout(
        &self,
        state: &mut DynState,
        rng: &mut Xoshiro256PlusPlus,
        limit: u32,
    ) -> u32 {
        let (mut shared, mut own) = (self.listed.try_lock(), Vec::new());
        let moves = shared.as_deref_mut().unwrap_or(&mut own);
        self.game.random_playout(state.make_mut(), rng, limit, moves)
    }

    fn bounds(&self, state: &DynState) -> Bounds {
        self.game.bounds(state.get())
    }

    fn candidates(&self, state: &DynState, out: &mut Vec<DynMove>) {
        let mut moves = list(out);
        self.game.candidates(state.get(), &mut moves);
        self.extend(&moves, out);
    }

    fn ordered(&self, state: &DynState, agent: Agent, out: &mut Vec<DynMove>) {
        let mut moves = list(out);
        self.game.ordered(state.get(), agent, &mut moves);
        self.extend(&moves, out);
    }

    fn moves_towards(
        &self,
        state: &DynState,
        agent: Agent,
        own_atom: u32,
        left: &[u32],
        out: &mut Vec<DynMove>,
    ) {
        let mut moves = list(out);
        self.game.moves_towards(state.get(), agent, own_atom, left, &mut moves);
        self.extend(&moves, out);
    }

    fn reachable(&self, state: &DynState, own_atom: u32, left: &[u32]) -> bool {
        self.game.reachable(state.get(), own_atom, left)
    }

    fn may_win_at_once(&self, state: &DynState, agent: Agent) -> bool {
        self.game.may_win_at_once(state.get(), agent)
    }

    fn canonical_key(&self, state: &DynState) -> u64 {
        self.game.canonical_key(state.get())
    }

    fn least_moves(&self, state: &DynState, at_least: Outcome) -> Option<u32> {
        self.game.least_moves(state.get(), at_least)
    }

    fn history_size(&self) -> usize {
        self.game.history_size()
    }

    fn history_index(&self, mv: DynMove) -> usize {
        self.game.history_index(self.numbered(mv))
    }

    fn evaluations(&self) -> &'static [&'static str] {
        self.game.evaluations()
    }

    fn evaluations_within(&self, budget: &Budget) -> Result<&'static [&'static str], Stopped> {
        self.game.evaluations_within(budget)
    }

    fn evaluation(&self, which: usize, state: &DynState) -> f64 {
        self.game.evaluation(which, state.get())
    }
}

/// The methods of [`SimultaneousGame`] over states and moves whose type is erased.
#[allow(missing_docs)] // they are documented there
pub trait ErasedSimultaneous: ErasedModel {
    fn play_joint(&self, state: &mut DynState, joint: &[DynMove]);
    fn mirrored(&self, state: &DynState) -> Option<DynState>;
    fn value_bounds(&self, state: &DynState) -> (f64, f64);
}

impl<G: SimultaneousGame<State: 'static> + Notation + Send> ErasedSimultaneous for Numbered<G> {
    fn play_joint(&self, state: &mut DynState, joint: &[DynMove]) {
        let joint: Vec<G::Move> = joint.iter().map(|&mv| self.numbered(mv)).collect();
        self.game.play_joint(state.make_mut(), &joint);
    }

    fn mirrored(&self, state: &DynState) -> Option<DynState> {
        self.game.mirrored(state.get()).map(DynState::new)
    }

    fn value_bounds(&self, state: &DynState) -> (f64, f64) {
        self.game.value_bounds(state.get())
    }
}
