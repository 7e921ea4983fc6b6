//! Weak solutions [Saf13, Def. 11–13] extracted from a strong one.
//!
//! The holder's moves go to states that were decided earlier, so play makes progress and the
//! solution is a DAG even if the game has cycles. Sorted by the time of decision, children come
//! before their parents and the root last: no recursion.

use ludex_evidence::{Solution, SolutionNode};
use ludex_game::{Agent, Game, Outcome};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Retrograde;
use super::half::Half;
use crate::budget::{Budget, Meter, Observer, Search, Stopped};
use crate::depth_first::WeakSolutions;

impl<G: Game> Retrograde<'_, G> {
    /// Returns evidence that the value of the explored state is this one, or `None` if it is not.
    pub fn weak_solutions(
        &self,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
        self.weak_solutions_of(self.numbers.state(0), value, budget, observer)
    }

    /// Returns evidence that the value of a state is this one, or `None` if it is not, or if the
    /// state cannot be reached.
    pub fn weak_solutions_of(
        &self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
        let root = self.numbers.find(state);
        let Some(root) = root.filter(|&root| self.bounds_of(root).exact() == Some(value)) else {
            return Ok(None);
        };
        let mut meter = Meter::new(budget, observer);
        let mut side = |half: &Half, needed: bool| {
            needed.then(|| self.weak_solution(half, root, &mut meter)).transpose()
        };
        let max = side(&self.max, value > Outcome::WORST)?;
        let min = side(&self.min, value.0 < self.best)?;
        Ok(Some(WeakSolutions { max, min }))
    }

    /// Returns the strategy of the holder of a half, in all states that can be reached with it from
    /// a state.
    fn weak_solution(
        &self,
        half: &Half,
        root: u32,
        meter: &mut Meter,
    ) -> Search<Solution<G::Move>> {
        let order = self.met(half, root, meter)?;
        let places: FxHashMap<u32, u32> = order.iter().copied().zip(0..).collect();
        let place = |(mv, next): (G::Move, u32)| (mv, places[&next]);
        let nodes = order.iter().map(|&number| {
            let Some(agent) = self.game.turn(self.numbers.state(number)).agent() else {
                return SolutionNode::Final;
            };
            let chosen = self.chosen(half, number, agent);
            if (agent == Agent::FIRST) != half.max {
                return SolutionNode::Replies(chosen.into_iter().map(place).collect());
            }
            let (mv, next) = place(chosen[0]);
            SolutionNode::Choose(mv, next)
        });
        Ok(Solution { nodes: nodes.collect() })
    }

    /// Returns the states that can be reached from a state if the holder plays optimally, those
    /// decided first first.
    fn met(&self, half: &Half, root: u32, meter: &mut Meter) -> Search<Vec<u32>> {
        let mut met = vec![root];
        let mut seen = FxHashSet::from_iter([root]);
        let mut next = 0;
        let mut bytes = 0;
        while let Some(&number) = met.get(next) {
            meter.node()?;
            next += 1;
            // The list and two maps, with room to grow, and the node.
            bytes += 48 + size_of::<SolutionNode<G::Move>>();
            let Some(agent) = self.game.turn(self.numbers.state(number)).agent() else { continue };
            let chosen = self.chosen(half, number, agent);
            bytes += chosen.len() * size_of::<(G::Move, u32)>();
            meter.memory(bytes)?;
            met.extend(chosen.iter().map(|&(_, next)| next).filter(|&next| seen.insert(next)));
        }
        met.sort_unstable_by_key(|&number| half.time(number));
        Ok(met)
    }

    /// Returns the holder's quickest move, or all moves of the others.
    fn chosen(&self, half: &Half, number: u32, agent: Agent) -> Vec<(G::Move, u32)> {
        let mut moves = self.successors(number, agent);
        if (agent == Agent::FIRST) == half.max {
            let quickest = moves.iter().copied().min_by_key(|&(_, next)| half.time(next));
            moves.clear();
            moves.extend(quickest);
        }
        moves
    }
}
