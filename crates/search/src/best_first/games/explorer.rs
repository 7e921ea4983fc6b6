//! The explorer of a game: a node is a state, its children are the states one move later.

use std::thread::Scope;

use ludex_game::{Agent, Bounds, Hints, Outcome};

use crate::best_first::explorer::{Explorer, Link, Mark};
use crate::best_first::games::driver::{Guard, StateExplorer};
use crate::best_first::games::known::Known;
use crate::best_first::games::session::{BoundsSink, StateWriter};
use crate::best_first::games::unfolder::{Place, Unfolder};
use crate::best_first::games::workers::{WorkerGuard, WorkerPool};
use crate::best_first::scheme::{Facts, Needs};
use crate::budget::Search;
use crate::key::StateKeys;
use crate::table::mix;

/// Where the evaluations of states come from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Evaluation {
    /// No evaluation: 1/2, or a playout in searches that use playouts.
    #[default]
    None,
    /// The number of moves Max would have, divided by that of both players.
    Mobility,
    /// The evaluation of the game with this number ([`Hints::evaluations`]).
    OfGame(usize),
}

/// How to explore a game.
#[derive(Clone, Copy, Debug)]
pub(in crate::best_first) struct ExplorerOptions {
    /// Use static bounds and candidate moves.
    pub hints: bool,
    /// Treat mirror images as the same node (with `dag` only).
    pub symmetry: bool,
    /// Nodes can have several parents: keep the state of every node.
    pub dag: bool,
    pub evaluation: Evaluation,
    /// The outcome of a play that returns to an earlier state.
    pub repetition: Outcome,
    pub seed: u64,
    /// Makes the keys of nodes (with `dag` only).
    pub keys: StateKeys,
    /// The depth of the first state below the root of the main search.
    pub depth: usize,
}

/// The data of every node.
enum Kept<S, M> {
    /// In a tree: the move from its parent. States are computed by replaying moves.
    Moves(Known<M>),
    /// In a DAG: the state, since the node has several parents.
    States(Known<S>),
}

pub(in crate::best_first) struct GameExplorer<'s, 'g, G: Hints> {
    game: &'g G,
    options: ExplorerOptions,
    unfolder: Unfolder<'g, G>,
    /// The threads that unfold nodes ahead.
    workers: Option<WorkerPool<G::State, G::Move>>,
    /// The receiver of proved bounds.
    sink: Option<&'s BoundsSink<'s, G::State>>,
    /// Writes states for those who search elsewhere.
    writer: Option<&'s StateWriter<'s, G::State>>,
    /// The number of nodes unfolded or sent ahead.
    count: u64,
    /// The states from the root to the current node; in a DAG only these two. In games with cycles
    /// the first `above` of them lead to the root.
    path: Vec<G::State>,
    above: usize,
    /// The depth of the current node below the root.
    ply: usize,
    kept: Kept<G::State, G::Move>,
    /// The children of the last unfolding.
    unfolded: Vec<(G::Move, G::State)>,
}

impl<'s, 'g, G: Hints> GameExplorer<'s, 'g, G> {
    pub fn new(game: &'g G, state: G::State, options: ExplorerOptions) -> Self {
        Self::below(game, vec![state], options)
    }

    /// Sends the bounds that are exported to this sink.
    pub fn exporting(self, sink: Option<&'s BoundsSink<'s, G::State>>) -> Self {
        GameExplorer { sink, ..self }
    }

    /// Writes states with this.
    pub fn writing(self, writer: Option<&'s StateWriter<'s, G::State>>) -> Self {
        GameExplorer { writer, ..self }
    }

    fn below(game: &'g G, path: Vec<G::State>, options: ExplorerOptions) -> Self {
        let kept = match options.dag {
            true => Kept::States(Known::new(Vec::new())),
            false => Kept::Moves(Known::new(Vec::new())),
        };
        GameExplorer {
            game,
            options,
            unfolder: Unfolder::new(game, options),
            workers: None,
            sink: None,
            writer: None,
            count: 0,
            above: path.len() - 1,
            ply: 0,
            path,
            kept,
            unfolded: Vec::new(),
        }
    }

    /// Returns the move that leads to a node from its parent, in a tree.
    pub fn move_to(&self, node: u32) -> Option<G::Move> {
        match &self.kept {
            Kept::Moves(moves) => moves.get(node).copied(),
            Kept::States(_) => None,
        }
    }

    /// Returns the current state.
    pub fn state(&self) -> &G::State {
        &self.path[self.path.len() - 1]
    }

    /// Returns the moves of the root in the order in which they are unfolded.
    pub fn listed(mut self) -> Vec<G::Move> {
        self.unfolder.list(&self.path[self.path.len() - 1]);
        self.unfolder.moves
    }

    /// Returns the place of the current node, for a new unfolding.
    fn place(&mut self) -> Place {
        self.count += 1;
        Place { depth: self.options.depth + self.above + self.ply, number: self.count }
    }
}

impl<'g, G: Hints> StateExplorer<'g> for GameExplorer<'_, 'g, G> {
    fn by_move(&mut self) -> usize {
        self.unfolder.list(&self.path[self.path.len() - 1]);
        self.unfolder.moves.len()
    }

    fn exports(&self) -> bool {
        self.sink.is_some()
    }

    fn export(&mut self, bounds: Bounds) {
        if let Some(sink) = self.sink {
            sink(self.state(), bounds);
        }
    }

    fn spawn_workers<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        workers: usize,
    ) -> Box<dyn Guard + 'scope>
    where
        'g: 'scope,
    {
        let (pool, guard) = WorkerPool::spawn(scope, workers, self.game, self.options);
        self.workers = Some(pool);
        Box::new(guard)
    }

    fn join_workers(&mut self) {
        self.workers = None;
    }
}

impl<S, M> Guard for WorkerGuard<S, M> {}

impl<'g, G: Hints> Explorer<'g> for GameExplorer<'_, 'g, G> {
    fn start(&mut self, needs: Needs) -> Search<Facts> {
        self.path.truncate(self.above + 1);
        self.ply = 0;
        let root = self.path.pop().expect("the root is always there");
        let place = Place { depth: self.options.depth, number: 0 };
        let facts = self.unfolder.root(&root, place, needs);
        match &mut self.kept {
            Kept::States(states) => *states = Known::new(vec![root.clone()]),
            // No move leads to the root; any move keeps the numbers right.
            Kept::Moves(moves) => {
                let agent = self.game.turn(&root).agent();
                let any = agent.map(|agent| self.unfolder.any_move(&root, agent));
                *moves = Known::new(any.into_iter().collect());
            }
        }
        self.path.push(root);
        facts
    }

    fn unfold(&mut self, needs: Needs, children: &mut Vec<Facts>) -> Search<()> {
        let place = self.place();
        let state = &self.path[self.path.len() - 1];
        let sent =
            self.workers.as_mut().and_then(|pool| pool.fetch(state, &mut self.unfolded, children));
        match sent {
            Some(result) => result?,
            None => self.unfolder.unfold(state, place, needs, &mut self.unfolded, children)?,
        }
        if self.game.can_repeat() {
            for (facts, (_, child)) in children.iter_mut().zip(&self.unfolded) {
                if facts.bounds.exact().is_none() && self.path.contains(child) {
                    facts.bounds = Bounds::exactly(self.options.repetition);
                }
            }
        }
        Ok(())
    }

    fn send_ahead(&mut self, needs: Needs) -> Option<usize> {
        let place = self.place();
        self.workers.as_mut()?.send(&self.path[self.path.len() - 1], place, needs)
    }

    fn is_back(&self, worker: usize) -> bool {
        self.workers.as_ref().is_none_or(|pool| pool.is_back(worker))
    }

    fn call_back(&mut self, worker: usize) {
        if let Some(pool) = &mut self.workers {
            pool.call_back(worker);
        }
    }

    fn adopt(&mut self, children: &[u32]) {
        let adopted = children.iter().map(|&child| &self.unfolded[child as usize]);
        match &mut self.kept {
            Kept::Moves(moves) => moves.extend(adopted.map(|&(mv, _)| mv)),
            Kept::States(states) => states.extend(adopted.map(|(_, state)| state.clone())),
        }
    }

    fn reserve(&mut self, nodes: usize) {
        match &mut self.kept {
            Kept::Moves(moves) => moves.reserve(nodes),
            Kept::States(states) => states.reserve(nodes),
        }
    }

    fn assign(&mut self, node: u32, child: u32) {
        let (mv, state) = &self.unfolded[child as usize];
        match &mut self.kept {
            Kept::Moves(moves) => _ = moves.set(node, *mv),
            Kept::States(states) => _ = states.set(node, state.clone()),
        }
    }

    fn reach(&mut self, node: u32, link: Link) -> bool {
        let depth = self.options.depth + self.above + self.ply;
        let found = self.unfolder.find(&self.path[self.path.len() - 1], depth, link);
        let Some((mv, state)) = found else { return false };
        match &mut self.kept {
            Kept::Moves(moves) => moves.set(node, mv),
            Kept::States(states) => states.set(node, state),
        }
    }

    fn go(&mut self, path: &[u32], shared: usize) -> usize {
        let length = match &self.kept {
            Kept::States(states) => {
                self.path.truncate(self.above + 1);
                let known = |(at, &node)| Some((at, states.get(node)?));
                let last = path.iter().enumerate().skip(1).rev().find_map(known);
                self.path.extend(last.map(|(_, state)| state.clone()));
                last.map_or(1, |(at, _)| at + 1)
            }
            Kept::Moves(moves) => {
                self.path.truncate(self.above + shared);
                for &mv in path[shared..].iter().map_while(|&node| moves.get(node)) {
                    let agent = self.game.turn(self.state()).agent().unwrap_or(Agent::FIRST);
                    self.path.push(self.state().clone());
                    let last = self.path.len() - 1;
                    self.game.play(&mut self.path[last], agent, mv);
                }
                self.path.len() - self.above
            }
        };
        self.ply = length - 1;
        length
    }

    fn keep(&mut self, nodes: &[u32]) {
        match &mut self.kept {
            Kept::Moves(moves) => moves.keep(nodes),
            Kept::States(states) => states.keep(nodes),
        }
        self.path.truncate(self.above + 1);
        self.ply = 0;
    }

    fn mark(&self) -> Mark {
        let nodes = match &self.kept {
            Kept::Moves(moves) => moves.len(),
            Kept::States(states) => states.len(),
        };
        Mark { nodes, shared: 0 }
    }

    fn forget(&mut self, since: Mark) {
        match &mut self.kept {
            Kept::Moves(moves) => moves.truncate(since.nodes),
            Kept::States(states) => states.truncate(since.nodes),
        }
    }

    fn bytes_per_node(&self) -> usize {
        match self.options.dag {
            true => size_of::<G::State>() + self.game.heap_bytes(),
            false => size_of::<G::Move>(),
        }
    }

    fn text(&self) -> Option<String> {
        self.writer.filter(|_| self.options.dag).map(|write| write(self.state()))
    }

    fn here(&mut self) -> Box<dyn Explorer<'g> + Send + 'g> {
        // The path to this state matters only where states can repeat.
        let (from, depth) = match self.game.can_repeat() {
            true => (0, self.options.depth),
            false => (self.path.len() - 1, self.options.depth + self.above + self.ply),
        };
        let seed = mix(self.options.seed.wrapping_add(mix(self.count)));
        let path = self.path[from..].to_vec();
        let options = ExplorerOptions { seed, depth, ..self.options };
        Box::new(GameExplorer::below(self.game, path, options))
    }
}
