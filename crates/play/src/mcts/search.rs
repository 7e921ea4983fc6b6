//! The search: simulations until the clock says stop.

use ludex_game::{Agent, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::MctsOptions;
use super::choice::{decide, select};
use super::playout::{Lore, Playout, code_of};
use super::tree::{Edge, LARGEST_MATRIX, NONE, Node, SEVERAL, Span, Tree};
use crate::limit::Ticker;
use crate::survey::Survey;
use crate::{Clock, Decision, Player, Rules, Thought};

/// What is left of statistics about moves at the next state.
const MEMORY: f32 = 0.3;
/// The share of the time for the survey of an unknown game.
const SURVEY: f64 = 0.05;

/// A player by Monte Carlo tree search. Keeps its tree for the next state.
pub struct Mcts<'g, G: Rules> {
    game: &'g G,
    options: MctsOptions,
    rng: Xoshiro256PlusPlus,
    seed: u64,
    survey: Option<Survey>,
    tree: Tree<G::Move>,
    /// The node of the state that is searched from.
    root: u32,
    lore: Lore,
    scratch: Scratch<G>,
}

/// Memory of simulations, kept from one to the next.
struct Scratch<G: Rules> {
    state: Option<G::State>,
    moves: Vec<G::Move>,
    chosen: Vec<G::Move>,
    /// The nodes of the present simulation, and the edges chosen at each, in one list.
    path: Vec<u32>,
    edges: Vec<u32>,
    starts: Vec<usize>,
    /// How deep the first node is that was unfolded.
    unfolded: usize,
    shares: Vec<f32>,
    spans: Vec<Span>,
}

/// The rules turned out to be other than the survey had it: the tree is worth nothing.
struct Surprise;

impl<'g, G: Rules> Mcts<'g, G> {
    /// A player of a game.
    pub fn new(game: &'g G, options: MctsOptions, seed: u64) -> Self {
        let agents = game.agents().len();
        Mcts {
            game,
            options,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            seed,
            survey: None,
            tree: Tree::new(agents),
            root: 0,
            lore: Lore::new(agents),
            scratch: Scratch {
                state: None,
                moves: Vec::new(),
                chosen: Vec::new(),
                path: Vec::new(),
                edges: Vec::new(),
                starts: Vec::new(),
                unfolded: usize::MAX,
                shares: vec![0.0; agents],
                spans: Vec::new(),
            },
        }
    }

    /// The same player, which need not find out about the game.
    pub fn with_survey(mut self, survey: Survey) -> Self {
        self.survey = Some(survey);
        self
    }

    /// Searches from a state; the nodes (simulations) it took.
    pub fn search(&mut self, state: &G::State, agent: Agent, clock: &Clock<'_, G::Move>) -> u64 {
        self.begin(state, clock);
        self.run(state, agent, clock, u64::MAX)
    }

    /// Gets ready to search from a state.
    pub(crate) fn begin(&mut self, state: &G::State, clock: &Clock<'_, G::Move>) {
        let survey = match self.survey.take() {
            Some(survey) => survey,
            None => Survey::new(self.game, state, self.seed, &clock.part(SURVEY)),
        };
        self.lore.fade(MEMORY);
        self.root = self.plant(state, &survey);
        self.survey = Some(survey);
    }

    /// Searches from the state the search began with, for at most so many simulations; how many it
    /// took.
    pub(crate) fn run(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
        most: u64,
    ) -> u64 {
        let Some(mut survey) = self.survey.take() else { return 0 };
        let mut ticker = Ticker::new(clock);
        self.announce(state, agent, clock);
        let mut next_offer = 64;
        while !(ticker.is_up() || ticker.nodes >= most || self.is_settled(self.root)) {
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
        }
        self.survey = Some(survey);
        ticker.nodes
    }

    /// Whether there is nothing left to find out.
    pub(crate) fn is_done(&self) -> bool {
        self.is_settled(self.root)
    }

    /// The node of a state to search from: one of the tree, or the first of a new tree.
    fn plant(&mut self, state: &G::State, survey: &Survey) -> u32 {
        let known = self.tree.table.get(&self.game.key(state)).copied();
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

    /// A new node for a state that is not final.
    fn add(&mut self, state: &G::State, survey: &Survey) -> u32 {
        let spans = &mut self.scratch.spans;
        spans.clear();
        spans.resize(self.tree.width, Span::ALL);
        if self.options.solve && self.tree.width == 1 {
            if let Some(bounds) = self.game.bounds(state) {
                let number = |outcome| self.game.outcomes().number(outcome);
                let share = |outcome| survey.ranges[0].share(number(outcome)) as f32;
                spans[0] = Span { low: share(bounds.low), high: share(bounds.high) };
            }
        }
        let key = self.game.key(state);
        let node = self.tree.add(key, &self.scratch.spans);
        self.tree.table.entry(key).or_insert(node);
        node
    }

    /// The node of a state after a move: known, new, or final.
    fn reach(&mut self, state: &G::State, survey: &mut Survey) -> Result<u32, Surprise> {
        if self.options.transpositions {
            if let Some(&node) = self.tree.table.get(&self.game.key(state)) {
                return Ok(node);
            }
        }
        if self.game.turn(state) != Turn::Final {
            return Ok(self.add(state, survey));
        }
        self.end(state, survey)?;
        let spans = &mut self.scratch.spans;
        spans.clear();
        spans.extend(self.scratch.shares[..self.tree.width].iter().map(|&s| Span::exactly(s)));
        let key = self.game.key(state);
        let node = self.tree.add(key, spans);
        self.tree.table.entry(key).or_insert(node);
        Ok(node)
    }

    /// What the agents get in a final state.
    fn end(&mut self, state: &G::State, survey: &mut Survey) -> Result<(), Surprise> {
        let fits = survey.shares(self.game, state, &mut self.scratch.shares);
        if fits { Ok(()) } else { Err(Surprise) }
    }

    fn simulate(
        &mut self,
        start: &G::State,
        root: u32,
        survey: &mut Survey,
    ) -> Result<(), Surprise> {
        let mut state = self.scratch.state.take().unwrap_or_else(|| start.clone());
        state.clone_from(start);
        self.lore.begin();
        self.scratch.path.clear();
        self.scratch.edges.clear();
        self.scratch.starts.clear();
        self.scratch.unfolded = usize::MAX;
        let result = self.descend(&mut state, root, survey);
        self.scratch.state = Some(state);
        result.map(|()| self.back_up())
    }

    /// Steps 1 to 3: descend, unfold, play out. Leaves what the agents got in `shares`.
    fn descend(
        &mut self,
        state: &mut G::State,
        root: u32,
        survey: &mut Survey,
    ) -> Result<(), Surprise> {
        let mut node = root;
        loop {
            self.scratch.path.push(node);
            if self.tree.is_solved(node) && node != root {
                return self.take_proved(node);
            }
            let fresh = self.tree.node(node).edges == NONE;
            if fresh && (self.tree.node(node).visits == 0 && node != root || !self.has_room()) {
                return self.play_out(state, survey);
            }
            if fresh {
                self.unfold(state, node, survey)?;
                self.scratch.unfolded = self.scratch.unfolded.min(self.scratch.path.len() - 1);
                if self.tree.is_solved(node) && node != root {
                    return self.take_proved(node);
                }
            }
            let Some(child) = self.follow(state, node, survey)? else {
                return self.play_out(state, survey);
            };
            node = child;
        }
    }

    /// Whether the best move at a node is proved, not only what it is worth.
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

    /// The agents get what is proved.
    fn take_proved(&mut self, node: u32) -> Result<(), Surprise> {
        for (agent, share) in self.scratch.shares.iter_mut().enumerate() {
            *share = self.tree.span(node, agent).low;
        }
        Ok(())
    }

    fn has_room(&self) -> bool {
        self.tree.bytes() < self.options.max_bytes && !self.tree.is_full()
    }

    /// Step 2: lists the moves of a node.
    fn unfold(&mut self, state: &G::State, node: u32, survey: &mut Survey) -> Result<(), Surprise> {
        let start = self.tree.edges.len();
        let (mut chooser, mut free) = (SEVERAL, 0);
        let agents = match self.game.turn(state) {
            Turn::Of(agent) => agent.0..agent.0 + 1,
            Turn::Together => 0..self.game.agents().len() as u8,
            Turn::Final => 0..0,
        };
        for agent in agents.clone() {
            let moves = &mut self.scratch.moves;
            moves.clear();
            self.game.moves(state, Agent(agent), moves);
            if moves.len() > 1 || chooser == SEVERAL && agent + 1 == agents.end && free == 0 {
                chooser = if free == 0 { agent } else { SEVERAL };
                free += 1;
            }
            self.tree.edges.extend(moves.iter().map(|&mv| new_edge(agent, mv)));
        }
        let count = self.tree.edges.len() - start;
        let place = self.tree.node_mut(node);
        (place.edges, place.count, place.chooser) = (start as u32, count as u32, chooser);
        if chooser == SEVERAL {
            let size = self.tree.matrix_size(node);
            if size <= LARGEST_MATRIX {
                self.tree.node_mut(node).matrix = self.tree.children.len() as u32;
                self.tree.children.extend(std::iter::repeat_n(NONE, size));
            }
        } else {
            let edges = self.tree.edges_of(node);
            let best = edges.iter().position(|edge| edge.agent == chooser).unwrap_or(0);
            self.tree.node_mut(node).best = best as u32;
            if self.options.look_ahead {
                self.look_ahead(state, node, survey)?;
            }
        }
        Ok(())
    }

    /// Makes the children of a node that are final: a win at once need not be found by chance.
    fn look_ahead(
        &mut self,
        state: &G::State,
        node: u32,
        survey: &mut Survey,
    ) -> Result<(), Surprise> {
        let mut next = state.clone();
        // The only moves of the others, and each move of the one that chooses.
        let chooser = self.tree.node(node).chooser;
        let groups = self.tree.edges_of(node).chunk_by(|a, b| a.agent == b.agent);
        self.scratch.chosen.clear();
        self.scratch.chosen.extend(groups.map(|group| group[0].mv));
        let together = self.scratch.chosen.len() > 1;
        let own = if together { usize::from(chooser) } else { 0 };
        for place in 0..self.tree.node(node).count as usize {
            let edge = self.tree.edges_of(node)[place];
            if edge.agent != chooser {
                continue;
            }
            self.scratch.chosen[own] = edge.mv;
            next.clone_from(state);
            self.game.step(&mut next, &self.scratch.chosen);
            if self.game.turn(&next) == Turn::Final {
                let child = self.reach(&next, survey)?;
                self.tree.edges_mut(node)[place].child = child;
            }
        }
        if self.options.solve {
            self.tree.back_up_proofs(node);
        }
        Ok(())
    }

    /// Step 1: plays the most promising moves; the node they lead to. `None` if that is on the way
    /// already: the game goes round in circles.
    fn follow(
        &mut self,
        state: &mut G::State,
        node: u32,
        survey: &mut Survey,
    ) -> Result<Option<u32>, Surprise> {
        let depth = self.scratch.path.len() - 1;
        let scratch = &mut self.scratch;
        let first = scratch.edges.len();
        scratch.starts.push(first);
        select(&self.tree, node, &self.options, &mut self.rng, &mut scratch.edges);
        scratch.chosen.clear();
        let edges = self.tree.edges_of(node);
        for &place in &scratch.edges[first..] {
            let edge = &edges[place as usize];
            scratch.chosen.push(edge.mv);
            self.lore.note(edge.agent, edge.code, depth);
        }
        let link = self.link(node, first);
        self.game.step(state, &self.scratch.chosen);
        let child = match link.map(|link| self.linked(link)) {
            Some(child) if child != NONE => child,
            _ if !self.has_room() => return Ok(None),
            _ => {
                let child = self.reach(state, survey)?;
                match link {
                    Some(Link::Edge(edge)) => self.tree.edges[edge].child = child,
                    Some(Link::Matrix(at)) => self.tree.children[at] = child,
                    None => {}
                }
                child
            }
        };
        let circles = self.game.can_repeat() && self.scratch.path.contains(&child);
        Ok(if circles { None } else { Some(child) })
    }

    /// Where the child for the chosen edges of a node is kept.
    fn link(&self, node: u32, first: usize) -> Option<Link> {
        let place = self.tree.node(node);
        let chosen = &self.scratch.edges[first..];
        let edges = self.tree.edges_of(node);
        if place.chooser != SEVERAL {
            let own = chosen.iter().find(|&&e| edges[e as usize].agent == place.chooser);
            return own.map(|&edge| Link::Edge((place.edges + edge) as usize));
        }
        if place.matrix == NONE {
            return None;
        }
        let (mut at, mut before) = (0, 0);
        for (group, &edge) in edges.chunk_by(|a, b| a.agent == b.agent).zip(chosen) {
            at = at * group.len() + edge as usize - before;
            before += group.len();
        }
        Some(Link::Matrix(place.matrix as usize + at))
    }

    fn linked(&self, link: Link) -> u32 {
        match link {
            Link::Edge(edge) => self.tree.edges[edge].child,
            Link::Matrix(at) => self.tree.children[at],
        }
    }

    /// Step 3: a random playout from a leaf.
    fn play_out(&mut self, state: &mut G::State, survey: &mut Survey) -> Result<(), Surprise> {
        let start = self.scratch.path.len();
        let over = Playout {
            game: self.game,
            rng: &mut self.rng,
            lore: &mut self.lore,
            moves: &mut self.scratch.moves,
            chosen: &mut self.scratch.chosen,
            draw: self.options.draw,
            note: self.options.rave > 0.0 || self.options.draw > 1,
        }
        .run(state, start, survey.longest);
        if over {
            return self.end(state, survey);
        }
        // Nobody knows: as good as the game says, else half way.
        let first = self.game.evaluation(state).filter(|_| survey.sum.is_some());
        let first = first.unwrap_or(0.5) as f32;
        for (agent, share) in self.scratch.shares.iter_mut().enumerate() {
            *share = if agent == 1 { 1.0 - first } else { first };
        }
        Ok(())
    }

    /// Step 4: the path learns what the agents got, and what is proved.
    fn back_up(&mut self) {
        let Scratch { path, edges, starts, shares, unfolded, .. } = &mut self.scratch;
        if self.options.draw > 1 {
            self.lore.learn(shares);
        }
        // What is new: a leaf that is solved or comes with bounds, what was seen on unfolding.
        let mut news = path.last().is_some_and(|&leaf| {
            self.tree.node(leaf).visits == 0 && self.tree.spans_of(leaf) != [Span::ALL]
        });
        for (depth, &node) in path.iter().enumerate().rev() {
            self.tree.node_mut(node).visits += 1;
            let Some(&first) = starts.get(depth) else { continue };
            let chosen = &edges[first..starts.get(depth + 1).map_or(edges.len(), |&next| next)];
            let own = self.tree.edges_mut(node);
            for &place in chosen {
                let edge = &mut own[place as usize];
                edge.visits += 1;
                edge.mean += (shares[usize::from(edge.agent)] - edge.mean) / edge.visits as f32;
            }
            if self.options.rave > 0.0 {
                for edge in own.iter_mut() {
                    if self.lore.was_played(edge.agent, edge.code, depth) {
                        edge.rave_visits += 1;
                        let share = shares[usize::from(edge.agent)];
                        edge.rave_mean += (share - edge.rave_mean) / edge.rave_visits as f32;
                    }
                }
            }
            if self.options.solve {
                // A child may have been solved on another way.
                news |= depth + 1 >= *unfolded;
                news |= path.get(depth + 1).is_some_and(|&child| self.tree.is_solved(child));
                news = news && self.tree.back_up_proofs(node);
                // Whoever chose otherwise to find out more need not play like that.
                self.tree.clamp(node, shares);
            }
        }
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

    /// The move for an agent after a search, and what it is worth.
    pub(crate) fn decision(
        &mut self,
        state: &G::State,
        agent: Agent,
        nodes: u64,
    ) -> Option<Decision<G::Move>> {
        let root = self.root;
        let place = decide(&self.tree, root, agent.0, &mut self.rng);
        let (Some(place), Some(survey)) = (place, &self.survey) else {
            let moves = crate::player::moves_of(self.game, state, agent);
            return moves.first().map(|&mv| Decision::plain(mv));
        };
        let span = self.tree.span(root, agent.index());
        let edge = self.tree.edges_of(root)[place];
        let proven = self.options.solve && span.is_exact();
        let share = if proven { span.low } else { edge.mean };
        let value = Some(survey.ranges[agent.index()].payoff(share.into()));
        Some(Decision { mv: edge.mv, thought: Thought { value, proven, nodes } })
    }

    /// How often each move of an agent was chosen at the last state that was searched.
    pub fn visits(&self, state: &G::State, agent: Agent) -> Vec<(G::Move, u32)> {
        let root = self.tree.table.get(&self.game.key(state));
        let edges = root.map_or(&[][..], |&root| self.tree.edges_of(root));
        let own = edges.iter().filter(|edge| edge.agent == agent.0);
        own.map(|edge| (edge.mv, edge.visits)).collect()
    }

    /// What is proved of the payoff of an agent in a state of the tree: what it can make sure of, and
    /// the most it can get.
    pub fn proved(&self, state: &G::State, agent: Agent) -> Option<(f64, f64)> {
        let &node = self.tree.table.get(&self.game.key(state))?;
        let span = self.tree.span(node, agent.index());
        let range = self.survey.as_ref()?.ranges[agent.index()];
        Some((range.payoff(span.low.into()), range.payoff(span.high.into())))
    }

    /// The bytes of the tree.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

#[derive(Clone, Copy)]
enum Link {
    Edge(usize),
    Matrix(usize),
}

/// How many bounds a node has.
fn width(survey: &Survey) -> usize {
    if survey.sum.is_some() { 1 } else { survey.ranges.len() }
}

fn new_edge<M: std::hash::Hash + Copy>(agent: u8, mv: M) -> Edge<M> {
    Edge {
        mv,
        code: code_of(mv),
        child: NONE,
        visits: 0,
        mean: 0.0,
        rave_visits: 0,
        rave_mean: 0.0,
        agent,
        dead: false,
        closed: false,
    }
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
