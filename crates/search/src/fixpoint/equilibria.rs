//! Backward induction over all states that play can reach: what every agent gets where each plays
//! for its own payoff, for any payoffs and any number of agents.

use std::fmt;

use ludex_game::{Explored, Game, Induction, NoInduction, Unexplored};
use rustc_hash::FxHashMap;

use crate::budget::{Budget, Meter, Observer, Stopped};

/// The equilibria of all states that can be reached from the one that was solved.
#[derive(Clone, Debug)]
pub struct Equilibria<S, M> {
    /// The states; the first is the one that was solved.
    pub explored: Explored<S, M>,
    /// What follows in each of them.
    pub induction: Induction,
    /// The bytes in use at the end.
    pub bytes: usize,
}

/// Why backward induction has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoEquilibria<S> {
    /// The budget was used up.
    Stopped(Stopped),
    /// The rules do not allow backward induction, because of this state.
    Unfit(Unfit, S),
}

impl<S> From<Stopped> for NoEquilibria<S> {
    fn from(stopped: Stopped) -> NoEquilibria<S> {
        NoEquilibria::Stopped(stopped)
    }
}

/// What backward induction cannot deal with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// Play can come back to the state.
    Cycle,
    /// Chance combines the equilibria that follow the state to too many.
    Combinations,
    /// All agents choose at once.
    Together,
    /// The agent on turn has no move.
    Stuck,
    /// The payoff of this agent does not fit into a fraction.
    Inexact(ludex_game::Agent),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfit::Cycle => "play can come back to a position",
            Unfit::Combinations => "chance combines too many equilibria in a position",
            Unfit::Together => "all agents choose at once in a position",
            Unfit::Stuck => "the agent on turn has no move in a position",
            Unfit::Inexact(_) => "a payoff is too long for exact fractions",
        })
    }
}

impl<S> From<Unexplored<S>> for NoEquilibria<S> {
    fn from(unexplored: Unexplored<S>) -> NoEquilibria<S> {
        match unexplored {
            Unexplored::Stopped(stopped) => NoEquilibria::Stopped(stopped),
            Unexplored::Together(state) => NoEquilibria::Unfit(Unfit::Together, state),
            Unexplored::Stuck(state) => NoEquilibria::Unfit(Unfit::Stuck, state),
            Unexplored::Inexact(state, agent) => NoEquilibria::Unfit(Unfit::Inexact(agent), state),
        }
    }
}

/// What [`backward_induction`] returns.
pub type Induced<G> = Result<
    Equilibria<<G as ludex_game::Model>::State, <G as ludex_game::Model>::Move>,
    NoEquilibria<<G as ludex_game::Model>::State>,
>;

/// Finds the subgame-perfect equilibria of a state. The nodes of the budget are states.
///
/// ```
/// use ludex_game::{Game, Model, RandomGame};
/// use ludex_search::{Budget, Silent, backward_induction};
/// let game = RandomGame::default().generate(1);
/// let found = backward_induction(&game, &game.initial(), &Budget::default(), &mut Silent);
/// let found = found.expect("a small tree");
/// let payoffs = found.explored.graph.payoffs(found.induction.value(0));
/// assert_eq!(payoffs[0].number(), 0.0 - payoffs[1].number());
/// ```
pub fn backward_induction<G: Game>(
    game: &G,
    state: &G::State,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Induced<G> {
    if let Some(state) = probed_cycle(game, state, budget) {
        return Err(NoEquilibria::Unfit(Unfit::Cycle, state));
    }
    let mut explored = explore_states(game, state, budget, observer)?;
    // All states are visited by now: only time and memory are still limited.
    let rest = Budget { max_nodes: None, ..budget.clone() };
    let mut meter = Meter::new(&rest, observer);
    meter.iteration = 1;
    let mut bytes = explored.bytes;
    let explored_bytes = explored.bytes;
    let solved = explored.graph.solve(&mut |more| {
        bytes = explored_bytes + more;
        meter.memory(bytes)?;
        meter.node()
    });
    match solved {
        Ok(induction) => Ok(Equilibria { explored, induction, bytes }),
        Err(NoInduction::Stopped(stopped)) => Err(NoEquilibria::Stopped(stopped)),
        Err(NoInduction::Cycle(node)) => {
            let state = explored.states[node as usize].clone();
            Err(NoEquilibria::Unfit(Unfit::Cycle, state))
        }
        Err(NoInduction::Combinations(node)) => {
            let state = explored.states[node as usize].clone();
            Err(NoEquilibria::Unfit(Unfit::Combinations, state))
        }
    }
}

/// The states that are looked at for a cycle before all are explored.
const PROBE: usize = 20_000;

/// Looks for a state that play comes back to, depth first among a limited number of states: where
/// there are cycles one is nearly always near, and the rest need not be explored.
fn probed_cycle<G: Game>(game: &G, start: &G::State, budget: &Budget) -> Option<G::State> {
    if !game.can_repeat() {
        return None;
    }
    // Every state that was met, and whether it is on the path.
    let mut met = FxHashMap::from_iter([(start.clone(), true)]);
    let mut path = vec![(start.clone(), successors(game, start))];
    while let Some((state, open)) = path.last_mut() {
        let Some(next) = open.pop() else {
            met.insert(state.clone(), false);
            path.pop();
            continue;
        };
        match met.get(&next) {
            Some(true) => return Some(next),
            Some(false) => {}
            None if met.len() >= PROBE || budget.poll().is_err() => return None,
            None => {
                met.insert(next.clone(), true);
                let open = successors(game, &next);
                path.push((next, open));
            }
        }
    }
    None
}

/// Returns the states that the agent on turn, or chance, can reach with one move.
fn successors<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let Some(agent) = game.turn(state).mover() else { return Vec::new() };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves.into_iter().map(|mv| game.after(state, agent, mv)).collect()
}

/// What [`explore_states`] returns.
pub type Reachable<G> = Result<
    Explored<<G as ludex_game::Model>::State, <G as ludex_game::Model>::Move>,
    Unexplored<<G as ludex_game::Model>::State>,
>;

/// Lists the states that play can reach, within a budget.
pub fn explore_states<G: Game>(
    game: &G,
    state: &G::State,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Reachable<G> {
    let mut meter = Meter::new(budget, observer);
    Explored::new(game, state, &mut |bytes| {
        meter.memory(bytes)?;
        meter.node()
    })
}
