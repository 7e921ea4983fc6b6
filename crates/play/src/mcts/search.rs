//! The search: simulations until the clock stops them.

use ludex_base::Stopped;
use ludex_game::{Agent, HashSeed, Model, Sampler, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::MctsOptions;
use super::choice::decide;
use super::playout::MoveStatistics;
use super::settle::FIRST_CHECK;
use super::tree::{NONE, Node, SEVERAL, Span, Tree};
use crate::limit::Ticker;
use crate::rules::Optimum;
use crate::survey::Survey;
use crate::{Clock, Decision, Player, Rules, Thought};

/// The weight of statistics about moves that is kept for the next state.
const MEMORY: f32 = 0.3;
/// The share of the time for the survey of an unknown game.
const SURVEY: f64 = 0.05;
/// The share of the time to find out whether play may come back to a state.
const REPEATS: f64 = 0.1;

/// A function that advises a move for an agent in a state, or returns `None`.
pub type Policy<'g, G> = dyn FnMut(&<G as Model>::State, Agent) -> Option<<G as Model>::Move> + 'g;

/// A player by Monte Carlo tree search. Keeps its tree for the next state.
pub struct Mcts<'g, G: Rules> {
    pub(super) game: &'g G,
    pub(super) options: MctsOptions,
    pub(super) has_chance: bool,
    /// Whether play may come back to a state, once that was asked; an error if the time for the answer
    /// was too short.
    pub(super) repeats: Option<Result<bool, Stopped>>,
    pub(super) rng: Xoshiro256PlusPlus,
    seed: u64,
    /// The seed of the keys of nodes.
    pub(super) key_seed: HashSeed,
    pub(super) survey: Option<Survey>,
    pub(super) tree: Tree<G::Move>,
    /// The node of the state that is searched from.
    pub(super) root: u32,
    /// The optimal moves of that state, once a solver has found them.
    pub(super) optimum: Option<Optimum<G::Move>>,
    pub(super) statistics: MoveStatistics,
    /// Random plays in batches, where the game has them.
    pub(super) sampler: Option<Box<dyn Sampler<G::State> + 'g>>,
    /// The policy that playouts mostly follow, and whose moves the tree tries first.
    pub(super) policy: Option<Box<Policy<'g, G>>>,
    pub(super) scratch: Scratch<G>,
    /// The playouts since the search began, and their moves from the root.
    pub(super) length: (f64, f64),
}

/// Buffers of simulations, reused from one to the next.
pub(super) struct Scratch<G: Rules> {
    pub(super) state: Option<G::State>,
    pub(super) moves: Vec<G::Move>,
    pub(super) chosen: Vec<G::Move>,
    /// The nodes of the current simulation, and the edges chosen at each, in one list.
    pub(super) path: Vec<u32>,
    pub(super) edges: Vec<u32>,
    pub(super) starts: Vec<usize>,
    /// The depth of the first node that was expanded.
    pub(super) expanded: usize,
    pub(super) shares: Vec<f32>,
    pub(super) spans: Vec<Span>,
}

/// A payoff contradicted the survey, so that the values in the tree are wrong.
pub(super) struct Surprise;

impl<'g, G: Rules> Mcts<'g, G> {
    /// Makes a player of a game.
    pub fn new(game: &'g G, options: MctsOptions, seed: u64) -> Self {
        let agents = game.agents().len();
        let sampler = if options.batch > 1 { game.sampler(seed) } else { None };
        let options = if sampler.is_some() { options.in_batches() } else { options.one_by_one() };
        Mcts {
            game,
            options,
            has_chance: game.has_chance(),
            repeats: None,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            seed,
            key_seed: HashSeed::random(),
            survey: None,
            tree: Tree::new(agents),
            root: 0,
            optimum: None,
            statistics: MoveStatistics::new(agents),
            sampler,
            policy: None,
            scratch: Scratch {
                state: None,
                moves: Vec::new(),
                chosen: Vec::new(),
                path: Vec::new(),
                edges: Vec::new(),
                starts: Vec::new(),
                expanded: usize::MAX,
                shares: vec![0.0; agents],
                spans: Vec::new(),
            },
            length: (0.0, 0.0),
        }
    }

    /// Gives the player a survey of the game, so that it need not make one.
    pub fn with_survey(mut self, survey: Survey) -> Self {
        self.survey = Some(survey);
        self
    }

    /// Gives the player a policy, which playouts mostly follow and whose moves the tree tries
    /// first. Playouts are then played one by one.
    pub fn with_policy(mut self, policy: Box<Policy<'g, G>>) -> Self {
        self.options = self.options.one_by_one();
        self.sampler = None;
        self.policy = Some(policy);
        self
    }

    /// Searches from a state. Returns the number of simulations.
    pub fn search(&mut self, state: &G::State, agent: Agent, clock: &Clock<'_, G::Move>) -> u64 {
        self.begin(state, clock);
        self.run(state, agent, clock, u64::MAX)
    }

    /// Prepares a search from a state.
    pub(crate) fn begin(&mut self, state: &G::State, clock: &Clock<'_, G::Move>) {
        let survey = match self.survey.take() {
            Some(survey) => survey,
            None => Survey::new(self.game, state, self.seed, &clock.part(SURVEY)),
        };
        // In a described game it takes a proof that this cannot happen.
        let may_repeat = || self.game.can_repeat_within(&clock.budget(REPEATS));
        self.repeats = Some(self.repeats.unwrap_or_else(may_repeat));
        self.statistics.fade(MEMORY);
        self.length = (0.0, 0.0);
        self.optimum = None;
        self.root = self.plant(state, &survey);
        self.survey = Some(survey);
    }

    /// Searches from the state the search was prepared for, for at most `most` simulations. Returns
    /// how many there were.
    pub(crate) fn run(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
        most: u64,
    ) -> u64 {
        if self.game.turn(state) == Turn::Chance {
            return 0; // nobody has a move to think about
        }
        let Some(mut survey) = self.survey.take() else { return 0 };
        let mut ticker = Ticker::new(clock);
        self.announce(state, agent, clock);
        // Often at first, since simulations may be slow.
        let (mut next_offer, mut next_check) = (1, FIRST_CHECK);
        while !(ticker.is_up() || ticker.nodes >= most || self.is_done()) {
            if self.simulate(state, self.root, &mut survey).is_err() {
                self.tree.clear(width(&survey));
                self.root = self.plant(state, &survey);
            }
            if ticker.tick() {
                break;
            }
            if ticker.nodes == next_offer {
                next_offer += next_offer.min(1024);
                self.announce(state, agent, clock);
            }
            if ticker.nodes == next_check {
                next_check *= 2;
                self.solve_root((state, agent), &survey, clock, ticker.nodes);
            }
        }
        self.survey = Some(survey);
        ticker.nodes
    }

    /// Estimates the logarithm of the number of plays from the root, by the length of playouts and
    /// the branching factor.
    pub(crate) fn size(&self) -> f64 {
        let branching = self.survey.as_ref().map_or(2.0, |survey| survey.branching.max(1.1));
        self.length.1 / self.length.0.max(1.0) * branching.ln()
    }

    /// Returns whether the best move at the root is proved.
    pub(crate) fn is_done(&self) -> bool {
        self.optimum.is_some() || self.is_settled(self.root)
    }

    /// Returns the node to search a state from: one of the tree, or the first of a new tree.
    fn plant(&mut self, state: &G::State, survey: &Survey) -> u32 {
        let known = self.tree.table.get(&self.key(state)).copied();
        if let Some(root) = known.filter(|_| self.tree.width == width(survey)) {
            if self.tree.bytes() <= self.options.max_bytes / 4 {
                return root;
            }
            self.tree.keep(root);
            if self.tree.bytes() <= self.options.max_bytes / 2 {
                return 0;
            }
        }
        self.tree.clear(width(survey));
        self.add(state, survey)
    }

    /// Returns whether the best move at a node is proved, not only its value.
    fn is_settled(&self, node: u32) -> bool {
        let &Node { edges, best, chooser, .. } = self.tree.node(node);
        if !self.options.solve || edges == NONE || chooser == SEVERAL {
            return false;
        }
        let (agent, child) = (usize::from(chooser), self.tree.edges[(edges + best) as usize].child);
        let span = self.tree.span(node, agent);
        let sure = child != NONE && self.tree.span(child, agent).low >= span.low;
        span.is_exact() && (sure || span.low == 0.0)
    }

    /// Tells the clock the best move so far.
    fn announce(&mut self, state: &G::State, agent: Agent, clock: &Clock<'_, G::Move>) {
        match decide(&self.tree, self.root, agent.0, &mut self.rng.clone()) {
            Some(place) => clock.offer(self.tree.edges_of(self.root)[place].mv),
            None => {
                self.scratch.moves.clear();
                self.game.moves(state, agent, &mut self.scratch.moves);
                self.scratch.moves.first().into_iter().for_each(|&mv| clock.offer(mv));
            }
        }
    }

    /// Returns the move for an agent after a search, with its value.
    pub(crate) fn decision(
        &mut self,
        state: &G::State,
        agent: Agent,
        nodes: u64,
    ) -> Option<Decision<G::Move>> {
        if let Some(decision) = self.optimal_decision(agent, nodes) {
            return Some(decision);
        }
        let root = self.root;
        let place = decide(&self.tree, root, agent.0, &mut self.rng);
        let (Some(place), Some(survey)) = (place, &self.survey) else {
            let moves = crate::player::moves_of(self.game, state, agent);
            return moves.first().map(|&mv| Decision::plain(mv));
        };
        let span = self.tree.span(root, agent.index());
        let edge = self.tree.edges_of(root)[place];
        let proven = self.options.solve && span.is_exact();
        let share = match edge.child {
            _ if proven => span.low,
            child if edge.closed && child != NONE => self.tree.span(child, agent.index()).low,
            _ => edge.mean,
        };
        let value = Some(survey.ranges[agent.index()].payoff(share.into()));
        Some(Decision { mv: edge.mv, thought: Thought { value, proven, nodes } })
    }

    /// Returns the number of visits of each move of an agent at a state of the tree.
    pub fn visits(&self, state: &G::State, agent: Agent) -> Vec<(G::Move, u32)> {
        let root = self.tree.table.get(&self.key(state));
        let edges = root.map_or(&[][..], |&root| self.tree.edges_of(root));
        let own = edges.iter().filter(|edge| edge.agent == agent.0);
        own.map(|edge| (edge.mv, edge.visits)).collect()
    }

    /// Returns the proved bounds on the payoff of an agent in a state of the tree: what it can
    /// force, and the most it can get.
    pub fn proved(&self, state: &G::State, agent: Agent) -> Option<(f64, f64)> {
        let &node = self.tree.table.get(&self.key(state))?;
        let span = self.tree.span(node, agent.index());
        let range = self.survey.as_ref()?.ranges[agent.index()];
        Some((range.payoff(span.low.into()), range.payoff(span.high.into())))
    }

    /// Returns the size of the tree in bytes.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

/// Returns the number of bounds of a node.
fn width(survey: &Survey) -> usize {
    if survey.sum.is_some() { 1 } else { survey.ranges.len() }
}

impl<G: Rules> Player<G> for Mcts<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>> {
        let nodes = self.search(state, agent, clock);
        self.decision(state, agent, nodes)
    }

    fn prepare(&mut self, state: &G::State, agent: Agent, clock: &Clock<'_, G::Move>) {
        self.search(state, agent, clock);
    }
}
