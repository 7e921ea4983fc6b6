//! Weak solutions [Saf13, Def. 11 to 13]: evidence for a value.
//!
//! A solution is made by walking from the root after the value is known: where its holder is to
//! move, a good move is looked up or searched again; where the other agent is to move, every move
//! is followed. What a game knows about good play may suggest where to look, but every branch is
//! followed until the game is over: static bounds are not evidence.

use ludex_evidence::{Holder, Solution, SolutionNode};
use ludex_game::{Agent, Hints, Outcome, Turn};
use rustc_hash::FxHashMap;

use super::alpha_beta::AlphaBeta;
use super::claims::Claim;
use super::cyclic::Graph;
use super::solve::SolveOptions;
use crate::budget::{Budget, Meter, Observer, Search, Stopped, deep};

/// A weak solution [Saf13, Def. 13] for a state and its value: that Max can get at least the value,
/// and that Max can be held below the next better outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeakSolutions<M> {
    /// The weak Max-solution; None if the value is the worst of all, since there is nothing to
    /// show.
    pub max: Option<Solution<M>>,
    /// The weak Min-solution; None if the value is the best of all.
    pub min: Option<Solution<M>>,
}

/// Makes evidence for the value of a state. Returns None if the value is not right: if one side
/// cannot force it in a bounded number of moves.
pub fn weak_solutions<G: Hints>(
    game: &G,
    state: &G::State,
    value: Outcome,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
    AlphaBeta::new(game, SolveOptions::default(), budget.max_bytes / 2)
        .weak_solutions(state, value, budget, observer)
}

impl<G: Hints> AlphaBeta<'_, G> {
    /// Makes evidence for the value of a state as [`weak_solutions`]; fast after
    /// [`AlphaBeta::solve`].
    pub fn weak_solutions(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
        let mut meter = Meter::new(budget, observer);
        let best = self.game.outcomes().best();
        for_both(value, best, |claim| self.weak_solution(state, claim, &mut meter))
    }

    /// Makes the solution of one side: its holder can force a value of at least (Max) or below
    /// (Min) an outcome.
    fn weak_solution(
        &mut self,
        state: &G::State,
        claim: (Holder, Outcome),
        meter: &mut Meter,
    ) -> Search<Option<Solution<G::Move>>> {
        let game = self.game;
        if game.can_repeat() {
            return by_graph(game, state, claim, meter);
        }
        Builder::new(game, claim, BySearch(self), meter).build(state)
    }
}

/// Makes the solutions of both sides, unless one of them cannot be made.
pub(super) fn for_both<M>(
    value: Outcome,
    best: Outcome,
    mut side: impl FnMut((Holder, Outcome)) -> Search<Option<Solution<M>>>,
) -> Search<Option<WeakSolutions<M>>> {
    let mut both = WeakSolutions { max: None, min: None };
    if value > Outcome::WORST {
        both.max = side((Holder::Max, value))?;
    }
    if value < best {
        both.min = side((Holder::Min, value.better()))?;
    }
    let complete =
        (value == Outcome::WORST || both.max.is_some()) && (value >= best || both.min.is_some());
    Ok(complete.then_some(both))
}

/// Makes the solution of one side in a game with cycles.
pub(super) fn by_graph<G: Hints>(
    game: &G,
    state: &G::State,
    claim: (Holder, Outcome),
    meter: &mut Meter,
) -> Search<Option<Solution<G::Move>>> {
    let mut graph = Graph::new(game, false);
    graph.decide(meter, state, claim.1.0)?;
    Builder::new(game, claim, ByTime { game, graph }, meter).build(state)
}

/// Decides which successors are good for the holder.
pub(super) trait GoodSuccessors<G: Hints> {
    /// Returns all moves of the agent, those likely to be good for a threshold (see
    /// [`GoodSuccessors::good`]) first.
    fn moves(
        &mut self,
        meter: &mut Meter,
        from: (&G::State, Agent),
        side: (u16, bool),
    ) -> Search<Vec<G::Move>>;

    /// Returns whether the value after a move from a good state is at least the threshold (`max`)
    /// or below it. Must not lead to cycles.
    fn good(
        &mut self,
        meter: &mut Meter,
        from: &G::State,
        to: &G::State,
        side: (u16, bool),
    ) -> Search<bool>;
}

/// For games without cycles: every good successor suffices.
pub(super) struct BySearch<'s, 'g, G: Hints>(pub &'s mut AlphaBeta<'g, G>);

impl<G: Hints> GoodSuccessors<G> for BySearch<'_, '_, G> {
    /// Where evidence is made in parts a move that is known to be good comes first: to find another
    /// one would take a search.
    fn moves(
        &mut self,
        _: &mut Meter,
        (state, agent): (&G::State, Agent),
        (threshold, max): (u16, bool),
    ) -> Search<Vec<G::Move>> {
        let search = &*self.0;
        let claim = if max { Claim::AtLeast(threshold) } else { Claim::Below(threshold) };
        let mut moves = search.likely_moves(state, agent);
        if !search.in_parts {
            return Ok(moves);
        }
        let after = |mv: &G::Move| search.game.after(state, agent, *mv);
        let known = moves.iter().position(|mv| search.is_known(&after(mv), claim));
        let good =
            known.or_else(|| moves.iter().position(|mv| search.is_evident(&after(mv), claim)));
        if let Some(place) = good {
            moves[..=place].rotate_right(1);
        }
        Ok(moves)
    }

    fn good(
        &mut self,
        meter: &mut Meter,
        _: &G::State,
        to: &G::State,
        (threshold, max): (u16, bool),
    ) -> Search<bool> {
        Ok(self.0.at_least(meter, to, threshold)? == max)
    }
}

/// For games with cycles: the successor must have been decided earlier, so that play makes
/// progress.
struct ByTime<'g, G: Hints> {
    game: &'g G,
    graph: Graph<'g, G>,
}

impl<G: Hints> GoodSuccessors<G> for ByTime<'_, G> {
    fn moves(
        &mut self,
        _: &mut Meter,
        (state, agent): (&G::State, Agent),
        _: (u16, bool),
    ) -> Search<Vec<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        Ok(moves)
    }

    fn good(
        &mut self,
        _: &mut Meter,
        from: &G::State,
        to: &G::State,
        (_, max): (u16, bool),
    ) -> Search<bool> {
        let (from, to) = (self.graph.decided(from), self.graph.decided(to));
        Ok(from.zip(to).is_some_and(|(from, to)| to.1 == max && to.0 < from.0))
    }
}

pub(super) struct Builder<'s, 'b, G: Hints, W> {
    game: &'s G,
    max: bool,
    threshold: u16,
    successors: W,
    meter: &'s mut Meter<'b>,
    numbers: FxHashMap<G::State, u32>,
    nodes: Vec<SolutionNode<G::Move>>,
    bytes: usize,
}

impl<'s, 'b, G: Hints, W: GoodSuccessors<G>> Builder<'s, 'b, G, W> {
    pub fn new(
        game: &'s G,
        (holder, outcome): (Holder, Outcome),
        successors: W,
        meter: &'s mut Meter<'b>,
    ) -> Self {
        Builder {
            game,
            max: holder == Holder::Max,
            threshold: outcome.0,
            successors,
            meter,
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            bytes: 0,
        }
    }

    pub fn build(mut self, state: &G::State) -> Search<Option<Solution<G::Move>>> {
        let root = self.node(state, 0)?;
        Ok(root.map(|_| Solution { nodes: self.nodes }))
    }

    /// Adds the nodes of the solution of a state. Returns false if the holder cannot force the claim
    /// from there.
    pub fn extend(&mut self, state: &G::State) -> Search<bool> {
        Ok(self.node(state, 0)?.is_some())
    }

    /// Returns all states from which the holder can force the claim by what was built.
    pub fn states(self) -> Vec<G::State> {
        self.numbers.into_keys().collect()
    }

    /// Adds the node of a state and returns its number; None if the holder cannot force the claim
    /// from there.
    fn node(&mut self, state: &G::State, depth: u32) -> Search<Option<u32>> {
        if let Some(&number) = self.numbers.get(state) {
            return Ok(Some(number));
        }
        self.meter.node()?;
        let node = match self.game.turn(state) {
            Turn::Together => return Err(Stopped::Together),
            Turn::Chance => return Err(Stopped::Chance),
            Turn::Final => self.leaf(state),
            Turn::Of(agent) => deep::<G::State, _>(depth, || {
                if (agent == Agent::FIRST) == self.max {
                    self.choose(state, agent, depth)
                } else {
                    self.replies(state, agent, depth)
                }
            })?,
        };
        let Some(node) = node else { return Ok(None) };
        self.weigh(&node)?;
        let number = u32::try_from(self.nodes.len()).map_err(|_| Stopped::Memory)?;
        self.nodes.push(node);
        self.numbers.insert(state.clone(), number);
        Ok(Some(number))
    }

    fn leaf(&self, state: &G::State) -> Option<SolutionNode<G::Move>> {
        let enough = self.game.outcome(state).0 >= self.threshold;
        (enough == self.max).then_some(SolutionNode::Final)
    }

    /// Finds the first good move of the holder.
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        depth: u32,
    ) -> Search<Option<SolutionNode<G::Move>>> {
        let side = (self.threshold, self.max);
        for mv in self.successors.moves(self.meter, (state, agent), side)? {
            let next = self.game.after(state, agent, mv);
            if self.successors.good(self.meter, state, &next, side)? {
                let child = self.node(&next, depth + 1)?;
                return Ok(child.map(|child| SolutionNode::Choose(mv, child)));
            }
        }
        Ok(None)
    }

    /// Adds the nodes after all moves of the other agent.
    fn replies(
        &mut self,
        state: &G::State,
        agent: Agent,
        depth: u32,
    ) -> Search<Option<SolutionNode<G::Move>>> {
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        let mut replies = Vec::with_capacity(moves.len());
        for mv in moves {
            let next = self.game.after(state, agent, mv);
            if !self.successors.good(self.meter, state, &next, (self.threshold, self.max))? {
                return Ok(None);
            }
            let Some(child) = self.node(&next, depth + 1)? else { return Ok(None) };
            replies.push((mv, child));
        }
        Ok(Some(SolutionNode::Replies(replies)))
    }

    fn weigh(&mut self, node: &SolutionNode<G::Move>) -> Search<()> {
        let replies = if let SolutionNode::Replies(replies) = node { replies.len() } else { 0 };
        self.bytes += 2 * size_of::<(G::State, u32)>()
            + self.game.heap_bytes()
            + size_of::<SolutionNode<G::Move>>()
            + replies * size_of::<(G::Move, u32)>();
        self.meter.memory(self.bytes)
    }
}
