//! What a game knows about good play. Optional: a search that uses no hint gives the same answer.

use crate::{Agent, Game, Outcome};

/// Bounds on the outcome of a state under perfect play, for the first agent: `low ..= high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The first agent gets at least this.
    pub low: Outcome,
    /// The first agent gets at most this.
    pub high: Outcome,
}

impl Bounds {
    /// Bounds that leave one outcome only.
    pub fn exactly(outcome: Outcome) -> Bounds {
        Bounds { low: outcome, high: outcome }
    }

    /// The one outcome left, if it is one.
    pub fn exact(self) -> Option<Outcome> {
        (self.low == self.high).then_some(self.low)
    }
}

/// Knowledge a game can offer to searches. Everything has a default that knows nothing.
pub trait Hints: Game {
    /// Static bounds on the value of a state that is not final. Must be *sound*: they hold with
    /// perfect play of both sides. Cheap: called at every node.
    fn bounds(&self, _state: &Self::State) -> Bounds {
        Bounds { low: Outcome::WORST, high: self.outcomes().best() }
    }

    /// Appends the moves of the agent on turn that are worth searching, likely best first. A move
    /// may be left out only if the value of the state (within [`Hints::bounds`]) cannot depend on
    /// it. If none is left the value is the worst of the bounds for the agent on turn.
    fn candidates(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        if let Some(agent) = self.turn(state).agent() {
            self.moves(state, agent, out);
        }
    }

    /// Both at once, for searches that need both: returns what [`Hints::bounds`] does and, if the
    /// caller finds that these leave something `open`, appends what [`Hints::candidates`] does. A
    /// game whose bounds and candidates come from the same thoughts has its own.
    #[inline]
    fn look(
        &self,
        state: &Self::State,
        open: impl FnOnce(Bounds) -> bool,
        out: &mut Vec<Self::Move>,
    ) -> Bounds {
        let bounds = self.bounds(state);
        if open(bounds) {
            self.candidates(state, out);
        }
        bounds
    }

    /// Appends *all* moves of the agent, on turn or not, likely best first: for searches that want
    /// every solution, not one value.
    fn ordered(&self, state: &Self::State, agent: Agent, out: &mut Vec<Self::Move>) {
        self.moves(state, agent, out);
    }

    /// Appends the moves of the agent, on turn or not, after which the game's own atom with this
    /// number may be true, at once or by a play of at most `left` more moves of each agent (by its
    /// place). A move may be left out only if there is no such play after it.
    fn moves_towards(
        &self,
        state: &Self::State,
        agent: Agent,
        _own_atom: u32,
        _left: &[u32],
        out: &mut Vec<Self::Move>,
    ) {
        self.moves(state, agent, out);
    }

    /// Whether the own atom may be made true by a play of at least one and at most `left` more moves
    /// of each agent (by its place), in whatever order and with one another's help. Must be *sound*:
    /// `false` only where no such play exists. What keeps a search for a far goal from hoping.
    fn reachable(&self, _state: &Self::State, _own_atom: u32, _left: &[u32]) -> bool {
        true
    }

    /// Whether the agent, on turn or not, may have a move that wins at once. Cheap, and no proof: `false` means that a
    /// search need not try.
    fn may_win_at_once(&self, _state: &Self::State, _agent: Agent) -> bool {
        true
    }

    /// A key that is equal for states that are mirror images of each other (and so have the same
    /// value): the smallest key over the symmetries of the game.
    fn canonical_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// How many different values [`Hints::history_index`] has; 0 where the game's own order of
    /// [`Hints::candidates`] is better than what killer moves and history could learn.
    fn history_size(&self) -> usize {
        0
    }

    /// A small number for a move (usually what is moved where), the same in different states: what
    /// killer moves and the history heuristic are indexed by.
    fn history_index(&self, _mv: Self::Move) -> usize {
        0
    }

    /// The names of the evaluations the game offers, the best first.
    fn evaluations(&self) -> &'static [&'static str] {
        &[]
    }

    /// How promising a state that is not final is for the first agent by the evaluation with this
    /// number: strictly between 0 (as good as lost) and 1 (as good as won). Not a bound.
    fn evaluation(&self, _which: usize, _state: &Self::State) -> f64 {
        0.5
    }
}
