//! A GDL game in which at most one role has a choice in every state, as a game with turns. The
//! forced moves of the other roles are not shown.
//!
//! The rules of GDL give a role that is not on turn no moves but the forced one. What it could do if
//! it were on turn can be derived where the facts that determine the turn are passed around
//! regardless of anything else: these facts are exchanged, and all others stay.

use ludex_base::{Budget, Stopped};
use ludex_game::{
    Agent, Agents, Game, HashSeed, Hints, Model, Notation, OffTurnLog, OffTurnMark, Outcome,
    Outcomes, Picture, Sampler, TextError, Turn, no_moves_off_turn,
};

use super::{GdlGame, GdlMove, GdlState};
use crate::analysis::Turns;

/// A game described in GDL where one agent moves at a time.
///
/// ```
/// use ludex_game::{Agent, Game, Model, Turn};
/// use ludex_gdl::GdlGame;
/// let game = GdlGame::read(
///     "(role x) (role o) (init (control x)) (init (heap 1)) (succ 0 1)
///      (<= (legal ?p take) (true (control ?p)))
///      (<= (legal ?p wait) (role ?p) (not (true (control ?p))))
///      (<= (next (control o)) (true (control x)))
///      (<= (next (control x)) (true (control o)))
///      (<= (next (heap ?m)) (true (heap ?n)) (succ ?m ?n))
///      (<= terminal (true (heap 0)))
///      (<= (goal ?p 100) (role ?p) (not (true (control ?p))))
///      (<= (goal ?p 0) (true (control ?p)))",
/// ).unwrap().in_turn().unwrap();
/// let mut state = game.initial();
/// assert_eq!(game.turn(&state), Turn::Of(Agent(0)));
/// let mut moves = Vec::new();
/// game.moves(&state, Agent(0), &mut moves);
/// game.play(&mut state, Agent(0), moves[0]);
/// assert!(game.wins(&state, Agent(0)));
/// ```
#[derive(Clone, Debug)]
pub struct GdlTurnGame {
    game: GdlGame,
    turns: Turns,
    asked_off_turn: OffTurnLog,
}

impl GdlGame {
    /// Returns the game as one with turns, if it is proved that at most one role has a choice in
    /// every state. Returns the game itself otherwise.
    #[allow(clippy::result_large_err)] // nothing is lost, and it is asked once
    pub fn in_turn(self) -> Result<GdlTurnGame, GdlGame> {
        match self.compiled.turns.clone() {
            Some(turns) => {
                Ok(GdlTurnGame { game: self, turns, asked_off_turn: OffTurnLog::default() })
            }
            None => Err(self),
        }
    }
}

impl GdlTurnGame {
    /// Returns the game with simultaneous moves.
    pub fn simultaneous(&self) -> &GdlGame {
        &self.game
    }

    fn on_turn(&self, state: &GdlState) -> Agent {
        let engine = self.game.engine();
        Agent(self.turns.turn(|fact| engine.holds(state, fact as u32)))
    }

    /// Returns the state as it would be if it were the agent's turn. Returns `None` if the rules do
    /// not say what that means, or if no fact says whose turn it is.
    fn with_turn(&self, state: &GdlState, agent: Agent) -> Option<GdlState> {
        let rotation = self.turns.rotation.as_ref()?;
        let on_turn = *rotation.get(self.on_turn(state).index())?;
        if !self.game.engine().holds(state, on_turn as u32) {
            return None;
        }
        let mut swapped = state.clone();
        for (fact, holds) in [(on_turn, 0), (*rotation.get(agent.index())?, 1)] {
            let word = &mut swapped.0[fact / 64];
            *word = *word & !(1 << (fact % 64)) | holds << (fact % 64);
        }
        Some(swapped)
    }

    /// Calls a function with the state in which the agent is on turn, if the play is not over and
    /// there is such a state.
    fn when_on_turn<T>(
        &self,
        state: &GdlState,
        agent: Agent,
        ask: impl FnOnce(&GdlState) -> T,
    ) -> Option<T> {
        if agent == self.on_turn(state) {
            return Some(ask(state));
        }
        if self.game.is_over(state) {
            return None;
        }
        self.asked_off_turn.note(agent);
        self.with_turn(state, agent).map(|swapped| ask(&swapped))
    }
}

impl Model for GdlTurnGame {
    type State = GdlState;
    type Move = GdlMove;

    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn initial(&self) -> GdlState {
        self.game.initial()
    }

    fn turn(&self, state: &GdlState) -> Turn {
        if self.game.is_over(state) { Turn::Final } else { Turn::Of(self.on_turn(state)) }
    }

    /// Appends the moves of the agent. Off turn these are the moves it would have if the facts that
    /// determine the turn were exchanged, or none if the turn is not passed around by rotation.
    fn moves(&self, state: &GdlState, agent: Agent, out: &mut Vec<GdlMove>) {
        self.when_on_turn(state, agent, |state| self.game.moves(state, agent, out));
    }

    fn outcome(&self, state: &GdlState) -> Outcome {
        self.game.outcome(state)
    }

    fn holds(&self, state: &GdlState, own_atom: u32) -> bool {
        self.game.holds(state, own_atom)
    }

    fn key(&self, state: &GdlState) -> u64 {
        self.game.key(state)
    }

    #[inline]
    fn seeded_key(&self, state: &GdlState, seed: HashSeed) -> Option<u64> {
        self.game.seeded_key(state, seed)
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn can_repeat_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        self.game.can_repeat_within(budget)
    }

    fn fault(&self) -> Option<String> {
        self.game.fault()
    }

    fn off_turn_remarks(&self, since: OffTurnMark) -> Vec<String> {
        let remark = |agent: Agent| match (&self.turns.rotation, self.agents().name(agent)) {
            (None, name) => no_moves_off_turn(name),
            (Some(_), name) => {
                let control = self.game.compiled.findings.control.as_deref().unwrap_or("turn");
                format!(
                    "moves of {name} while it is not on turn are those it would have if the \
                     `{control}` facts said that it is"
                )
            }
        };
        self.asked_off_turn.since(since).into_iter().map(remark).collect()
    }

    fn uncounted_key(&self, state: &GdlState) -> Option<u64> {
        self.game.uncounted_key(state)
    }

    fn sampler(&self, seed: u64) -> Option<Box<dyn Sampler<GdlState> + '_>> {
        self.game.sampler(seed)
    }

    fn payoff(&self, state: &GdlState, agent: Agent) -> f64 {
        self.game.payoff(state, agent)
    }

    fn zero_sum(&self) -> bool {
        self.game.zero_sum()
    }

    fn zero_sum_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        self.game.zero_sum_within(budget)
    }

    fn wins(&self, state: &GdlState, agent: Agent) -> bool {
        self.game.wins(state, agent)
    }
}

impl Game for GdlTurnGame {
    /// Plays a move of the agent, with the only legal move of every other role. Off turn it is
    /// played as if it were the agent's turn.
    fn play(&self, state: &mut GdlState, agent: Agent, mv: GdlMove) {
        let engine = self.game.engine();
        if agent != self.on_turn(state)
            && let Some(swapped) = self.with_turn(state, agent)
        {
            *state = swapped;
        }
        let mut joint = Vec::with_capacity(self.agents().len());
        let mut moves = Vec::new();
        for role in self.agents().iter() {
            if role == agent {
                joint.push(mv);
                continue;
            }
            moves.clear();
            engine.legal(state, role.index(), &mut moves);
            match moves.first() {
                Some(&forced) => joint.push(forced),
                None => return, // the play has ended: no role has a move
            }
        }
        *state = engine.next(state, &joint);
    }
}

impl Hints for GdlTurnGame {}

impl Notation for GdlTurnGame {
    fn write_move(&self, state: &GdlState, agent: Agent, mv: GdlMove) -> String {
        self.game.write_move(state, agent, mv)
    }

    fn read_move(&self, state: &GdlState, agent: Agent, text: &str) -> Option<GdlMove> {
        self.when_on_turn(state, agent, |state| self.game.read_move(state, agent, text)).flatten()
    }

    fn write_position(&self, state: &GdlState) -> String {
        self.game.write_position(state)
    }

    fn read_position(&self, text: &str) -> Result<GdlState, TextError> {
        self.game.read_position(text)
    }

    fn atoms(&self) -> Vec<String> {
        self.game.atoms()
    }

    fn picture(&self, state: &GdlState) -> Picture {
        self.game.picture(state)
    }

    fn facts(&self, state: &GdlState) -> Vec<String> {
        self.game.facts(state)
    }
}
