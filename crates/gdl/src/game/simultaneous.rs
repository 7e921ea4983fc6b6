//! A GDL game with simultaneous moves.

use std::hash::Hasher;
use std::sync::{Arc, OnceLock};

use ludex_base::{Budget, NoAnswer, Stopped};
use ludex_game::{
    Agent, Agents, HashSeed, Model, Outcome, Outcomes, Sampler, SimultaneousGame, Turn,
};
use rustc_hash::FxHasher;

use super::board::Board;
use super::{Engine, GdlMove, GdlState};
use crate::compile::{Compiled, EngineChoice, NetworkSize, compile, keeps_sum};
use crate::description::Description;
use crate::error::{Category, GdlError, not_stopped};
use crate::playouts::Playouts;
use crate::symbol::LEGAL;

/// A game described in GDL. Every role moves in every step.
///
/// Outcomes are the goal values of the first role, and payoffs the goal values of every role, from
/// 0 to 100. An agent wins if it gets its best possible value.
#[derive(Clone, Debug)]
pub struct GdlGame {
    pub(crate) compiled: Compiled,
    /// The number of the engine in keys with seeds.
    salt: u64,
    pub(crate) agents: Agents,
    pub(crate) outcomes: Outcomes,
    /// The best goal value of each role.
    pub(crate) best: Vec<u8>,
    /// The names of the atoms: facts first, then `goal(role,value)`.
    pub(crate) atoms: Arc<Vec<String>>,
    pub(super) board: Arc<Board>,
    /// The goals among the atoms.
    pub(crate) goal_atoms: Vec<(u8, u8)>,
    /// The facts that do not count moves, if others do; computed on the first use.
    uncounted: OnceLock<Vec<u32>>,
    /// Whether the goals are proved to add up to 100; computed on the first use.
    zero_sum: OnceLock<bool>,
}

impl GdlGame {
    /// Parses and checks a description, and compiles it to a game.
    ///
    /// ```
    /// use ludex_gdl::GdlGame;
    /// use ludex_game::{Agent, Model, Turn};
    /// let game = GdlGame::read(
    ///     "(role you) (init (coin up))
    ///      (<= (legal you flip) (true (coin up)))
    ///      (<= (next (coin down)) (does you flip))
    ///      (<= terminal (true (coin down)))
    ///      (<= (goal you 100) (true (coin down)))
    ///      (<= (goal you 0) (true (coin up)))",
    /// ).unwrap();
    /// assert_eq!(game.agents().name(Agent(0)), "you");
    /// assert_eq!(game.turn(&game.initial()), Turn::Together);
    /// ```
    pub fn read(text: &str) -> Result<GdlGame, GdlError> {
        GdlGame::new(Description::parse(text)?)
    }

    /// Parses, checks and compiles a description within a budget.
    pub fn read_within(text: &str, budget: &Budget) -> Result<GdlGame, NoAnswer<GdlError>> {
        GdlGame::within(Description::parse_within(text, budget)?, EngineChoice::Auto, budget)
    }

    /// Compiles a description to a game.
    pub fn new(description: Description) -> Result<GdlGame, GdlError> {
        GdlGame::with_engine(description, EngineChoice::Auto)
    }

    /// Compiles a description to a game for a given engine.
    pub fn with_engine(
        description: Description,
        choice: EngineChoice,
    ) -> Result<GdlGame, GdlError> {
        GdlGame::within(description, choice, &Budget::default()).map_err(not_stopped)
    }

    /// Compiles a description to a game for a given engine within a budget.
    pub fn within(
        description: Description,
        choice: EngineChoice,
        budget: &Budget,
    ) -> Result<GdlGame, NoAnswer<GdlError>> {
        let (compiled, program) = compile(description, choice, budget)?;
        let names: Vec<String> = program.roles.iter().map(|&role| program.kif(role)).collect();
        let (terms, symbols) = (&program.store.terms, &program.description.symbols);
        let texts = compiled.engine.fact_terms().into_iter().map(|f| terms.infix(symbols, f));
        let mut atoms: Vec<String> = texts.map(|text| format!("true({text})")).collect();
        let mut goal_atoms = Vec::new();
        for (role, values) in compiled.goals.iter().enumerate() {
            for &value in values {
                atoms.push(format!("goal({},{value})", names[role]));
                goal_atoms.push((role as u8, value));
            }
        }
        let span = program.rule_of(LEGAL).map(|rule| rule.head_span).unwrap_or_default();
        let mut first = compiled.goals[0].clone();
        if first.first() != Some(&0) {
            first.insert(0, 0); // if the rules give no goal it is 0
        }
        let outcomes = first.iter().map(|&v| (v.to_string(), f64::from(v)));
        let agents = Agents::new(names);
        let board = Board::find(&program, &compiled.engine.fact_terms(), &agents);
        let game = GdlGame {
            outcomes: Outcomes::new(outcomes),
            best: compiled.goals.iter().map(|v| v.last().copied().unwrap_or(100)).collect(),
            agents,
            board: Arc::new(board),
            atoms: Arc::new(atoms),
            goal_atoms,
            uncounted: OnceLock::new(),
            zero_sum: OnceLock::new(),
            salt: compiled.engine.salt(),
            compiled,
        };
        let checked = game.check_initial_moves(span);
        budget.poll()?;
        match game.fault() {
            Some(fault) => Err(GdlError::new(Category::Limit, fault, span).into()),
            None => Ok(checked.map(|()| game)?),
        }
    }

    /// Returns the engine that runs the game.
    pub(crate) fn engine(&self) -> &dyn Engine {
        &*self.compiled.engine
    }

    /// Returns the size of the network, if the game is run by one.
    pub fn network_size(&self) -> Option<NetworkSize> {
        self.compiled.size
    }

    /// Returns the name of the engine: `network`, `joins` or `tables`.
    pub fn engine_name(&self) -> &'static str {
        self.engine().name()
    }

    /// Returns the game with every answer of its engine compared with tabled resolution; a difference
    /// is a fault. Returns `None` where there is no second engine.
    pub fn compared(mut self) -> Option<GdlGame> {
        self.compiled.compare().then_some(self)
    }

    /// Returns the game with every answer of its engine compared with that of another game, which has
    /// the same roles; a difference is a fault.
    pub fn compared_with(mut self, reference: &GdlGame) -> GdlGame {
        self.compiled.compare_with(&reference.compiled);
        self
    }

    /// Returns the name of the engine that every answer is compared with, if there is one.
    pub fn reference_name(&self) -> Option<&'static str> {
        self.engine().reference_name()
    }

    /// Checks that every role can move in the initial state.
    fn check_initial_moves(&self, span: ludex_base::Span) -> Result<(), GdlError> {
        let initial = self.engine().initial();
        if self.engine().is_terminal(&initial) {
            return Ok(());
        }
        for agent in self.agents.iter() {
            let mut moves = Vec::new();
            self.engine().legal(&initial, agent.index(), &mut moves);
            if moves.is_empty() {
                let name = self.agents.name(agent);
                let message = format!("role `{name}` has no legal move at the start");
                let help =
                    "every role moves in every step; a role that waits needs a move such as `noop`";
                return Err(GdlError::new(Category::Legal, message, span).help(help));
            }
        }
        Ok(())
    }

    /// Returns whether a state is terminal, or one where a role cannot move, which also ends the
    /// play.
    pub(crate) fn is_over(&self, state: &GdlState) -> bool {
        self.engine().is_terminal(state) || !self.engine().can_move(state)
    }

    /// Returns the facts that do not count moves. Returns none where no fact is known to count
    /// them, or where the game is not run by a network.
    fn uncounted(&self) -> Vec<u32> {
        let counters = &self.compiled.findings.counters;
        if counters.is_empty() || self.network_size().is_none() {
            return Vec::new();
        }
        let counts = |fact: &str| {
            let relation = fact.split(['(', ')']).next().unwrap_or_default();
            counters.iter().any(|counter| counter == relation)
        };
        let facts = self.atoms.iter().map_while(|atom| atom.strip_prefix("true("));
        (0..).zip(facts).filter(|(_, fact)| !counts(fact)).map(|(number, _)| number).collect()
    }

    /// Returns the goal value of a role, 0 if the rules give none.
    pub fn goal(&self, state: &GdlState, agent: Agent) -> u8 {
        self.engine().goal(state, agent.index()).unwrap_or(0)
    }
}

impl Model for GdlGame {
    type State = GdlState;
    type Move = GdlMove;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> GdlState {
        self.engine().initial()
    }

    fn turn(&self, state: &GdlState) -> Turn {
        if self.is_over(state) { Turn::Final } else { Turn::Together }
    }

    fn moves(&self, state: &GdlState, agent: Agent, out: &mut Vec<GdlMove>) {
        if !self.is_over(state) {
            self.engine().legal(state, agent.index(), out);
        }
    }

    fn outcome(&self, state: &GdlState) -> Outcome {
        let value = f64::from(self.goal(state, Agent::FIRST));
        let reached = self.outcomes.iter().take_while(|&o| self.outcomes.number(o) <= value);
        reached.last().unwrap_or(Outcome::WORST)
    }

    fn holds(&self, state: &GdlState, own_atom: u32) -> bool {
        let facts = self.atoms.len() - self.goal_atoms.len();
        match (own_atom as usize).checked_sub(facts) {
            None => self.engine().holds(state, own_atom),
            Some(goal) => self.goal_atoms.get(goal).is_some_and(|&(role, value)| {
                self.engine().goal(state, usize::from(role)) == Some(value)
            }),
        }
    }

    fn key(&self, state: &GdlState) -> u64 {
        state.key()
    }

    #[inline]
    fn seeded_key(&self, state: &GdlState, seed: HashSeed) -> Option<u64> {
        Some(seed.hash(std::iter::once(self.salt).chain(state.words().iter().copied())))
    }

    fn can_repeat(&self) -> bool {
        self.can_repeat_within(&Budget::default()).unwrap_or(true)
    }

    fn can_repeat_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        Ok(!self.compiled.cycles.are_excluded_within(budget)?)
    }

    fn fault(&self) -> Option<String> {
        self.engine().fault()
    }

    fn uncounted_key(&self, state: &GdlState) -> Option<u64> {
        let uncounted = self.uncounted.get_or_init(|| self.uncounted());
        if uncounted.is_empty() {
            return None;
        }
        let mut hasher = FxHasher::default();
        for facts in uncounted.chunks(64) {
            let bits = facts.iter().map(|&fact| u64::from(self.holds(state, fact)));
            hasher.write_u64(bits.fold(0, |word, bit| word << 1 | bit));
        }
        Some(hasher.finish())
    }

    /// Returns a sampler only for networks: other engines do not gain from many plays at once.
    fn sampler(&self, seed: u64) -> Option<Box<dyn Sampler<GdlState> + '_>> {
        self.network_size()?;
        Some(Box::new(Playouts::new(self, seed)))
    }

    fn payoff(&self, state: &GdlState, agent: Agent) -> f64 {
        f64::from(self.goal(state, agent))
    }

    fn zero_sum(&self) -> bool {
        self.zero_sum_within(&Budget::default()).unwrap_or(false)
    }

    fn zero_sum_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        if let Some(&known) = self.zero_sum.get() {
            return Ok(known);
        }
        let start = self.initial();
        let sum: u16 = self.agents.iter().map(|role| u16::from(self.goal(&start, role))).sum();
        let at_start = !self.is_over(&start) || sum == 100;
        let proved = self.agents.len() == 1 || at_start && keeps_sum(&self.compiled, budget)?;
        Ok(*self.zero_sum.get_or_init(|| proved))
    }

    fn wins(&self, state: &GdlState, agent: Agent) -> bool {
        self.is_over(state) && self.goal(state, agent) >= self.best[agent.index()]
    }
}

impl SimultaneousGame for GdlGame {
    fn play_joint(&self, state: &mut GdlState, joint: &[GdlMove]) {
        *state = self.engine().next(state, joint);
    }
}
