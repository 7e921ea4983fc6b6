//! Games of one agent: a solution is a play, and these searches find a shortest one.
//!
//! Both look for a play to the best outcome that the bounds of the game leave open, led by the
//! estimates of the game ([`Hints::least_moves`]) where it has some. That it is the shortest is
//! what the search claims; what the evidence shows is that the play leads to that outcome. If there
//! is no such play, all states have been visited, and retrograde analysis says what can be had.

mod astar;
mod ida;

use ludex_evidence::{Solution, SolutionNode};
use ludex_game::{Agent, Bounds, Hints, Outcome, Turn};

pub(crate) use self::astar::astar;
pub(crate) use self::ida::ida;
use crate::algorithms::{ValueOptions, ValueSearch};
use crate::budget::{Budget, Meter, Observer, Search, Stopped};
use crate::depth_first::{AlphaBeta, SolveReport, WeakSolutions};
use crate::fixpoint::Retrograde;

/// A search for a shortest play to an outcome.
trait PathSearch<G: Hints> {
    /// Returns the moves of a shortest play from a state that is not final to an end with this
    /// outcome or a better one, or `None` if there is no such play, and the bytes in use.
    fn find(
        &self,
        goal: &Goal<'_, G>,
        state: &G::State,
        meter: &mut Meter,
    ) -> (Search<Option<Vec<G::Move>>>, usize);
}

/// What is looked for.
struct Goal<'g, G> {
    game: &'g G,
    at_least: Outcome,
    hints: bool,
}

impl<G: Hints> Goal<'_, G> {
    /// Returns whether a state is one.
    fn is_reached(&self, state: &G::State) -> bool {
        self.game.turn(state) == Turn::Final && self.game.outcome(state) >= self.at_least
    }

    /// Returns a number of moves below which it is not reached from a state.
    fn estimate(&self, state: &G::State) -> u32 {
        let known = if self.hints { self.game.least_moves(state, self.at_least) } else { None };
        known.unwrap_or(0)
    }

    /// Returns the moves of the agent in a state, none where the game is over, with the states
    /// after them.
    fn successors(&self, state: &G::State) -> Search<Vec<(G::Move, G::State)>> {
        let mut moves = Vec::new();
        match self.game.turn(state) {
            Turn::Of(agent) => self.game.moves(state, agent, &mut moves),
            Turn::Final => {}
            Turn::Together => return Err(Stopped::Together),
            Turn::Chance => return Err(Stopped::Chance),
        }
        let after = |mv| (mv, self.game.after(state, Agent::FIRST, mv));
        Ok(moves.into_iter().map(after).collect())
    }
}

/// A search for paths as one for values.
struct Paths<'g, G: Hints, S> {
    game: &'g G,
    options: ValueOptions,
    search: S,
    /// What shows the value of the state that was solved last.
    found: Found<'g, G>,
}

/// What a search has found.
enum Found<'g, G: Hints> {
    /// Nothing yet.
    Nothing,
    /// A play to the best outcome of all.
    Line(Vec<G::Move>),
    /// The values of all states, where there is no such play.
    All(Box<Retrograde<'g, G>>),
}

impl<'g, G: Hints, S> Paths<'g, G, S> {
    fn new(game: &'g G, options: &ValueOptions, search: S) -> Paths<'g, G, S> {
        Paths { game, options: *options, search, found: Found::Nothing }
    }

    /// Returns what is known about a state without a search.
    fn first_bounds(&self, state: &G::State) -> Bounds {
        match self.game.turn(state) {
            Turn::Final => Bounds::exactly(self.game.outcome(state)),
            _ if self.options.hints => self.game.bounds(state),
            _ => Bounds { low: Outcome::WORST, high: self.game.outcomes().best() },
        }
    }

    /// Reports the value of a state by a play to it.
    fn reached(&mut self, value: Outcome, moves: Vec<G::Move>) -> SolveReport<G::Move> {
        let line = moves.iter().map(|&mv| (Agent::FIRST, mv)).collect();
        let best = moves.first().copied().into_iter().collect();
        if value == self.game.outcomes().best() {
            self.found = Found::Line(moves);
        }
        SolveReport { best, line: Some(line), ..SolveReport::unknown(Bounds::exactly(value)) }
    }

    /// Reports the value of a state from which the goal cannot be reached.
    fn explored(
        &mut self,
        state: &G::State,
        bounds: Bounds,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move> {
        match Retrograde::explore(self.game, state, budget, observer) {
            Ok(graph) => {
                let report = graph.report(self.options.best);
                let value = report.bounds.exact().filter(|&value| value > Outcome::WORST);
                let line = value.map(|_| graph.line());
                self.found = Found::All(Box::new(graph));
                SolveReport { line, ..report }
            }
            Err(stopped) => SolveReport { stopped: Some(stopped), ..SolveReport::unknown(bounds) },
        }
    }
}

impl<G: Hints, S: PathSearch<G>> ValueSearch<G> for Paths<'_, G, S> {
    fn solve(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move> {
        self.found = Found::Nothing;
        let bounds = self.first_bounds(state);
        if bounds.high == Outcome::WORST {
            return SolveReport::unknown(bounds);
        }
        if self.game.turn(state) == Turn::Final {
            return self.reached(bounds.high, Vec::new());
        }
        let goal = Goal { game: self.game, at_least: bounds.high, hints: self.options.hints };
        let mut meter = Meter::new(budget, observer);
        let (found, bytes) = self.search.find(&goal, state, &mut meter);
        let nodes = meter.nodes();
        let report = match found {
            Ok(Some(moves)) => self.reached(bounds.high, moves),
            Ok(None) => self.explored(state, bounds, budget, observer),
            Err(stopped) => SolveReport { stopped: Some(stopped), ..SolveReport::unknown(bounds) },
        };
        let nodes = report.nodes + nodes;
        let mut best = report.best;
        best.truncate(self.options.best.at_most());
        let bytes = report.bytes.max(bytes);
        SolveReport { best, nodes, value_nodes: nodes, created: nodes, bytes, ..report }
    }

    fn weak_solutions(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
        match &self.found {
            Found::Line(moves) if value == self.game.outcomes().best() => {
                Ok(Some(WeakSolutions { max: Some(chain(moves)), min: None }))
            }
            Found::All(graph) => graph.weak_solutions(value, budget, observer),
            _ => AlphaBeta::new(self.game, self.options.alpha_beta(), self.options.max_bytes)
                .weak_solutions(state, value, budget, observer),
        }
    }
}

/// Makes a play to the end a strategy.
fn chain<M: Copy>(moves: &[M]) -> Solution<M> {
    let choices = moves.iter().rev().zip(0..).map(|(&mv, next)| SolutionNode::Choose(mv, next));
    Solution { nodes: [SolutionNode::Final].into_iter().chain(choices).collect() }
}

/// Returns the play of a strategy of the only agent.
pub fn solution_play<M: Copy>(solution: &Solution<M>) -> Vec<(Agent, M)> {
    let mut play = Vec::new();
    let mut node = solution.nodes.last();
    while let Some(SolutionNode::Choose(mv, next)) = node {
        play.push((Agent::FIRST, *mv));
        node = solution.nodes.get(*next as usize);
    }
    play
}
