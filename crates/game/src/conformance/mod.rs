//! The conformance kit: the laws every game must obey, checked in random plays.
//!
//! A new game's test is three lines:
//!
//! ```
//! use ludex_game::{RandomGame, check_laws};
//! let game = RandomGame::default().generate(1);
//! check_laws(&game, 1, 20).unwrap();
//! ```
//!
//! Half of the plays keep to the turns; in the others agents also move off turn now and then. Cheap
//! laws are checked in every state of a play, expensive ones (texts, all successors) in many of
//! them.

mod garbage;
mod hints;
mod states;
mod texts;

use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Agent, Fraction, Game, Hints, Model, Notation, SimultaneousGame, Turn, below};

/// The greatest number of moves in one play: some games never end.
const LONGEST_PLAY: usize = 400;

/// The number of garbled positions that are tried.
const GARBLED: usize = 300;

/// Checks the laws of a game in random plays. The error names the law, the position and the fault.
pub fn check_laws<G: Game + Notation + Hints>(
    game: &G,
    seed: u64,
    plays: u32,
) -> Result<(), String> {
    let mut inspector = Inspector::new(game, seed);
    inspector.atoms()?;
    for play in 0..plays {
        inspector.sequential_play(play % 2 == 1)?;
    }
    inspector.garbled_positions(|inspector, state| {
        inspector.sequential_state(state)?;
        inspector.successors(state)
    })
}

/// Checks the laws of a game with simultaneous moves: those of [`check_laws`] that make sense, and
/// that every agent has a move as long as the game is not over.
pub fn check_simultaneous_laws<G: SimultaneousGame + Notation>(
    game: &G,
    seed: u64,
    plays: u32,
) -> Result<(), String> {
    let mut inspector = Inspector::new(game, seed);
    inspector.atoms()?;
    for _ in 0..plays {
        inspector.joint_play()?;
    }
    inspector.garbled_positions(|inspector, state| inspector.state(state).map(drop))
}

/// The check of a game, with the states seen so far.
struct Inspector<'g, G: Model> {
    game: &'g G,
    rng: Xoshiro256PlusPlus,
    keys: FxHashMap<G::State, u64>,
    states: FxHashMap<u64, G::State>,
    /// Positions as text, to be garbled.
    texts: Vec<String>,
    /// Values of small subtrees by canonical key.
    values: FxHashMap<u64, crate::Outcome>,
    atoms: u32,
    /// The sum of the payoffs, and the payoff of the first agent for each outcome, in final states.
    sum: Option<f64>,
    paid: FxHashMap<crate::Outcome, f64>,
}

impl<'g, G: Notation> Inspector<'g, G> {
    fn new(game: &'g G, seed: u64) -> Self {
        Inspector {
            game,
            rng: rand::SeedableRng::seed_from_u64(seed),
            keys: FxHashMap::default(),
            states: FxHashMap::default(),
            texts: Vec::new(),
            values: FxHashMap::default(),
            atoms: game.atoms().len() as u32,
            sum: None,
            paid: FxHashMap::default(),
        }
    }

    /// Fails unless the law holds in the state.
    fn law(
        &self,
        holds: bool,
        law: &str,
        state: &G::State,
        fault: impl FnOnce() -> String,
    ) -> Result<(), String> {
        if holds {
            return Ok(());
        }
        let position = self.game.write_position(state);
        Err(format!("law broken: {law}\nin position: {position}\n{}", fault()))
    }

    fn moves(&self, state: &G::State, agent: Agent) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        moves
    }

    /// Returns all agents, and chance where it moves.
    fn movers(&self, state: &G::State) -> Vec<Agent> {
        let chance = (self.game.turn(state) == Turn::Chance).then_some(Agent::CHANCE);
        self.game.agents().iter().chain(chance).collect()
    }

    /// Returns a random move of the agent, if it has one.
    fn pick(&mut self, state: &G::State, agent: Agent) -> Option<G::Move> {
        let moves = self.moves(state, agent);
        moves.get(below(&mut self.rng, moves.len())).copied()
    }

    /// Returns whether to check the expensive laws at this point of a play.
    fn closely(&mut self, played: usize, turn: Turn) -> bool {
        played < 20 || turn == Turn::Final || below(&mut self.rng, 8) == 0
    }

    /// Checks that no state repeats if `can_repeat` says so.
    fn no_repetition(
        &self,
        state: &G::State,
        seen: &mut FxHashSet<G::State>,
    ) -> Result<(), String> {
        let new = seen.insert(state.clone());
        let law = "no state occurs twice in a play of a game that cannot repeat";
        self.law(new || self.game.can_repeat(), law, state, || "it was reached again".into())
    }

    /// Checks the payoffs of a final state that play in turn has reached: exact ones are near their
    /// numbers, and those of a zero-sum game add up to what they added up to before.
    fn payoffs(&mut self, state: &G::State) -> Result<(), String> {
        let mut sum = 0.0;
        for agent in self.game.agents().iter() {
            let (exact, near) = (self.game.fraction(state, agent), self.game.payoff(state, agent));
            let same = |exact: Fraction| (exact.number() - near).abs() <= 1e-15 * near.abs();
            let law = "an exact payoff is the payoff";
            self.law(exact.is_none_or(same), law, state, || format!("{exact:?} for {near}"))?;
            sum += near;
        }
        if !self.game.zero_sum() || self.game.agents().len() < 2 {
            return Ok(());
        }
        let law = "the payoffs of a zero-sum game of two agents always have the same sum";
        let before = *self.sum.get_or_insert(sum);
        let same = (before - sum).abs() <= 1e-9 && self.game.agents().len() == 2;
        self.law(same, law, state, || format!("{sum}, before it was {before}"))?;
        let (outcome, payoff) = (self.game.outcome(state), self.game.payoff(state, Agent::FIRST));
        let known = *self.paid.entry(outcome).or_insert(payoff);
        let law = "in a zero-sum game one outcome is one payoff";
        self.law(known == payoff, law, state, || format!("{payoff}, before it was {known}"))
    }
}

impl<G: Game + Notation + Hints> Inspector<'_, G> {
    fn sequential_play(&mut self, off_turn: bool) -> Result<(), String> {
        let mut state = self.game.initial();
        let (mut seen, mut in_turn) = (FxHashSet::default(), true);
        for played in 0..LONGEST_PLAY {
            self.no_repetition(&state, &mut seen)?;
            let turn = self.sequential_state(&state)?;
            if self.closely(played, turn) {
                self.successors(&state)?;
                self.texts(&state, in_turn)?;
            }
            if turn == Turn::Final && in_turn {
                self.payoffs(&state)?;
            }
            let Some(on_turn) = turn.mover() else { break };
            let agent = if off_turn { self.wanderer(&state, on_turn) } else { on_turn };
            let Some(mv) = self.pick(&state, agent) else { break };
            in_turn &= agent == on_turn;
            state = self.game.after(&state, agent, mv);
        }
        Ok(())
    }

    /// Returns usually the agent on turn, sometimes any agent with a move.
    fn wanderer(&mut self, state: &G::State, on_turn: Agent) -> Agent {
        let agent = Agent(below(&mut self.rng, self.game.agents().len()) as u8);
        let wander = below(&mut self.rng, 3) == 0 && !self.moves(state, agent).is_empty();
        if wander { agent } else { on_turn }
    }

    /// Checks the cheap laws; returns the turn.
    fn sequential_state(&mut self, state: &G::State) -> Result<Turn, String> {
        let turn = self.state(state)?;
        let law = "in a sequential game one agent or chance is on turn or the game is over";
        self.law(turn != Turn::Together, law, state, || "the turn is Together".into())?;
        self.hints(state)?;
        Ok(turn)
    }

    /// Checks that every listed move can be played, for every agent, and leaves the state it is
    /// played in as it was; the successor must obey the cheap laws, too.
    fn successors(&mut self, state: &G::State) -> Result<(), String> {
        let before = state.clone();
        for agent in self.movers(state) {
            for mv in self.moves(state, agent) {
                let next = self.game.after(state, agent, mv);
                let again = self.game.after(state, agent, mv);
                let law = "a move leads to one state and leaves the state it is played in alone";
                self.law(next == again && *state == before, law, state, || format!("{mv:?}"))?;
                self.state(&next)?;
            }
        }
        Ok(())
    }
}

impl<G: SimultaneousGame + Notation> Inspector<'_, G> {
    fn joint_play(&mut self) -> Result<(), String> {
        let mut state = self.game.initial();
        let mut seen = FxHashSet::default();
        for played in 0..LONGEST_PLAY {
            self.no_repetition(&state, &mut seen)?;
            let turn = self.state(&state)?;
            if self.closely(played, turn) {
                self.texts(&state, true)?;
            }
            self.mirror(&state)?;
            if turn == Turn::Final {
                self.payoffs(&state)?;
                break;
            }
            let mut joint = Vec::new();
            for agent in self.game.agents().iter() {
                let mv = self.pick(&state, agent);
                let law = "every agent has a move while a simultaneous game is not over";
                self.law(mv.is_some(), law, &state, || self.game.agents().name(agent).into())?;
                joint.extend(mv);
            }
            self.joint(&mut state, &joint)?;
        }
        Ok(())
    }

    /// Checks that the mirror image of a state has the agents interchanged and nothing else, and
    /// that the payoff of a final state is within the bounds of its value.
    fn mirror(&mut self, state: &G::State) -> Result<(), String> {
        let over = self.game.turn(state) == Turn::Final;
        let payoff = self.game.payoff(state, Agent::FIRST);
        let (low, high) = self.game.value_bounds(state);
        let law = "bounds on the value of a state are in order and hold where it is final";
        let bounded = low <= high
            && (!over || self.game.agents().len() != 2 || low <= payoff && payoff <= high);
        self.law(bounded, law, state, || format!("{low} to {high}, payoff {payoff}"))?;
        let Some(mirrored) = self.game.mirrored(state) else { return Ok(()) };
        let law = "the mirror image of a mirror image is the state itself";
        self.law(self.game.mirrored(&mirrored).as_ref() == Some(state), law, state, || {
            format!("{mirrored:?}")
        })?;
        let law = "in the mirror image of a final state the payoffs are exchanged";
        let paid = !over || payoff == self.game.payoff(&mirrored, Agent::SECOND);
        self.law(paid && self.game.turn(state) == self.game.turn(&mirrored), law, state, || {
            format!("{mirrored:?}")
        })?;
        let law = "in the mirror image the agents have each other's moves, with mirrored results";
        let moves =
            |state: &G::State| [Agent::FIRST, Agent::SECOND].map(|agent| self.moves(state, agent));
        let ([rows, columns], [columns_there, rows_there]) = (moves(state), moves(&mirrored));
        let same = rows.len() == rows_there.len() && columns.len() == columns_there.len();
        self.law(same, law, state, || format!("{mirrored:?}"))?;
        for _ in 0..if over { 0 } else { 4 } {
            let (i, j) = (below(&mut self.rng, rows.len()), below(&mut self.rng, columns.len()));
            let (mut here, mut there) = (state.clone(), mirrored.clone());
            self.game.play_joint(&mut here, &[rows[i], columns[j]]);
            self.game.play_joint(&mut there, &[columns_there[j], rows_there[i]]);
            let same = self.game.mirrored(&here) == Some(there);
            self.law(same, law, state, || format!("after {:?} and {:?}", rows[i], columns[j]))?;
        }
        Ok(())
    }

    fn joint(&self, state: &mut G::State, joint: &[G::Move]) -> Result<(), String> {
        let (mut next, mut again) = (state.clone(), state.clone());
        self.game.play_joint(&mut next, joint);
        self.game.play_joint(&mut again, joint);
        let law = "a joint move leads to one state";
        self.law(next == again, law, state, || format!("{joint:?}"))?;
        *state = next;
        Ok(())
    }
}
