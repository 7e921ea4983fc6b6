//! Explicit game graphs: every state and every move written out.
//!
//! They are the transition systems of [Saf13, Def. 1] with the turns and outcomes of [Saf13, Def. 2
//! and 9], parsed from a JSON file (`EXPLICIT.md` documents the format). Cycles are allowed, and so
//! are moves of agents that are not on turn. The arrays are flat, so that searches and property
//! tests over thousands of random graphs stay fast; names are stored separately.

mod notation;
mod read;
mod write;

use crate::{Agent, Agents, Game, Hints, Model, Outcome, Outcomes, Turn};
use ludex_base::sort_by_key;

/// A state of an [`ExplicitGame`], by its number in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExplicitState(pub u32);

/// A move of an [`ExplicitGame`]: the number of its edge in the graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExplicitMove(pub u32);

impl ExplicitState {
    /// Returns the index of this state in arrays indexed by state.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A game given as a graph.
///
/// ```
/// use ludex_game::{Agent, ExplicitGame, Game, Model, Notation, Turn};
/// let game = ExplicitGame::from_json(r#"{
///     "agents": ["Max", "Min"],
///     "initial": "start",
///     "states": {
///         "start": { "moves": { "Max": { "up": "top", "down": "bottom" } } },
///         "top": { "labels": ["Win"] },
///         "bottom": {}
///     }
/// }"#).unwrap();
/// let start = game.initial();
/// assert_eq!(game.turn(&start), Turn::Of(Agent::FIRST));
/// let up = game.read_move(&start, Agent::FIRST, "up").unwrap();
/// assert!(game.wins(&game.after(&start, Agent::FIRST, up), Agent::FIRST));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ExplicitGame {
    agents: Agents,
    outcomes: Outcomes,
    atoms: Vec<String>,
    initial: ExplicitState,
    names: Vec<String>,
    turns: Vec<Turn>,
    /// [`Outcome::WORST`] in states that are not final.
    results: Vec<Outcome>,
    /// The true atoms of a state: `words` words of 64 bits each.
    labels: Vec<u64>,
    words: usize,
    /// The index of the first edge of (state, agent): row `state * agents + agent`, and a last row.
    starts: Vec<u32>,
    targets: Vec<ExplicitState>,
    move_names: Vec<String>,
    cyclic: bool,
}

/// A state before the arrays are laid out, already checked.
pub(crate) struct Draft {
    pub name: String,
    pub labels: Vec<u32>,
    pub turn: Turn,
    pub result: Outcome,
    /// Agent, name and target of each move.
    pub moves: Vec<(Agent, String, u32)>,
}

impl ExplicitGame {
    /// Lays out the arrays. Labels and targets must exist, names be unique, a turn be
    /// [`Turn::Final`] exactly where there are no moves, and an agent on turn have a move.
    pub(crate) fn assemble(
        agents: Agents,
        outcomes: Outcomes,
        atoms: Vec<String>,
        initial: u32,
        drafts: Vec<Draft>,
    ) -> ExplicitGame {
        let words = atoms.len().div_ceil(64);
        let mut game = ExplicitGame {
            turns: drafts.iter().map(|d| d.turn).collect(),
            results: drafts.iter().map(|d| d.result).collect(),
            labels: vec![0; words * drafts.len()],
            words,
            starts: vec![0],
            targets: Vec::new(),
            move_names: Vec::new(),
            names: Vec::with_capacity(drafts.len()),
            initial: ExplicitState(initial),
            cyclic: false,
            agents,
            outcomes,
            atoms,
        };
        for draft in drafts {
            game.lay_out(draft);
        }
        game.cyclic = game.has_cycle();
        game
    }

    fn lay_out(&mut self, mut draft: Draft) {
        let row = self.names.len() * self.words;
        for label in draft.labels {
            self.labels[row + label as usize / 64] |= 1 << (label % 64);
        }
        sort_by_key(&mut draft.moves, |m| m.0); // stable: the moves of an agent keep their order
        let mut moves = draft.moves.into_iter().peekable();
        for agent in self.agents.iter() {
            while let Some((_, name, target)) = moves.next_if(|m| m.0 == agent) {
                self.move_names.push(name);
                self.targets.push(ExplicitState(target));
            }
            self.starts.push(self.targets.len() as u32);
        }
        self.names.push(draft.name);
    }

    /// Returns whether some state can be reached from itself, by moves of any agents: whether
    /// states are left when those without incoming edges are removed repeatedly \[Kah62\].
    fn has_cycle(&self) -> bool {
        let mut incoming = vec![0u32; self.names.len()];
        self.targets.iter().for_each(|t| incoming[t.index()] += 1);
        let mut free: Vec<ExplicitState> =
            self.states().filter(|s| incoming[s.index()] == 0).collect();
        let mut taken = 0;
        while let Some(state) = free.pop() {
            taken += 1;
            for target in self.agents.iter().flat_map(|a| &self.targets[self.edges(state, a)]) {
                incoming[target.index()] -= 1;
                if incoming[target.index()] == 0 {
                    free.push(*target);
                }
            }
        }
        taken < self.names.len()
    }

    /// Returns the edges of an agent's moves in a state.
    fn edges(&self, state: ExplicitState, agent: Agent) -> std::ops::Range<usize> {
        let row = state.index() * self.agents.len() + agent.index();
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    /// Returns whether an agent has a move in some state where another one is on turn.
    pub fn has_moves_off_turn(&self) -> bool {
        let off_turn = |state: ExplicitState| {
            let others = self.agents.iter().filter(|&a| self.turn(&state) != Turn::Of(a));
            others.into_iter().any(|agent| !self.edges(state, agent).is_empty())
        };
        self.states().any(off_turn)
    }

    /// Returns the number of states.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns all states, in the order of the file.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = ExplicitState> + use<> {
        (0..self.names.len() as u32).map(ExplicitState)
    }

    /// Returns the name of a state.
    pub fn name(&self, state: ExplicitState) -> &str {
        &self.names[state.index()]
    }
}

impl Model for ExplicitGame {
    type State = ExplicitState;
    type Move = ExplicitMove;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> ExplicitState {
        self.initial
    }

    fn turn(&self, state: &ExplicitState) -> Turn {
        self.turns[state.index()]
    }

    fn moves(&self, state: &ExplicitState, agent: Agent, out: &mut Vec<ExplicitMove>) {
        out.extend(self.edges(*state, agent).map(|edge| ExplicitMove(edge as u32)));
    }

    fn outcome(&self, state: &ExplicitState) -> Outcome {
        self.results[state.index()]
    }

    fn holds(&self, state: &ExplicitState, own_atom: u32) -> bool {
        let atom = own_atom as usize;
        atom < self.atoms.len()
            && self.labels[state.index() * self.words + atom / 64] >> (atom % 64) & 1 == 1
    }

    /// Returns the number of the state, mixed (invertibly) so that tables may use any bits of it.
    fn key(&self, state: &ExplicitState) -> u64 {
        ludex_base::mix(u64::from(state.0).wrapping_add(0x9e37_79b9_7f4a_7c15))
    }

    fn can_repeat(&self) -> bool {
        self.cyclic
    }
}

impl Game for ExplicitGame {
    fn play(&self, state: &mut ExplicitState, _agent: Agent, mv: ExplicitMove) {
        *state = self.targets[mv.0 as usize];
    }
}

/// A graph has no hints beyond its moves.
impl Hints for ExplicitGame {}
