//! The explorer of a game: a node is a state, its children are the states one move later.

use ludex_game::{Agent, Bounds, Hints, Outcome, Turn, random_playout};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::explorer::Explorer;
use super::scheme::{Facts, Kind, Needs, Player};
use crate::budget::{Search, Stopped};
use crate::table::mix;

/// Where the evaluations of states come from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Evaluation {
    /// Nowhere: 1/2, or a playout where the search is one that has them.
    #[default]
    None,
    /// The moves Max would have, as a part of those both players would have.
    Mobility,
    /// The evaluation of the game with this number ([`Hints::evaluations`]).
    OfGame(usize),
}

/// How to explore a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// Use static bounds and candidate moves.
    pub hints: bool,
    /// Take mirror images for the same node (with `dag` only).
    pub symmetry: bool,
    /// Nodes can be reached in more than one way: keep the state of every node.
    pub dag: bool,
    pub evaluation: Evaluation,
    /// What a play is worth that comes back to a state.
    pub repetition: Outcome,
    pub seed: u64,
}

/// What is kept for every node.
enum Kept<S, M> {
    /// In a tree: the move that leads there. States are replayed.
    Moves(Vec<M>),
    /// In a DAG: the state, since there is more than one way to it.
    States(Vec<S>),
}

pub(super) struct GameExplorer<'g, G: Hints> {
    game: &'g G,
    ways: Ways,
    /// The states from the root to the node where it stands. In games with cycles the first
    /// `above` of them lead to the root.
    path: Vec<G::State>,
    above: usize,
    /// How many moves the first state of the path is below the root of the main search.
    depth: usize,
    kept: Kept<G::State, G::Move>,
    /// The children of the last unfolding.
    unfolded: Vec<(G::Move, G::State)>,
    moves: Vec<G::Move>,
    random: Xoshiro256PlusPlus,
}

/// A playout longer than this is given up: it counts as half a win.
const LONGEST_PLAYOUT: u32 = 10_000;

impl<'g, G: Hints> GameExplorer<'g, G> {
    pub fn new(game: &'g G, state: G::State, ways: Ways) -> Self {
        Self::below(game, vec![state], ways)
    }

    fn below(game: &'g G, path: Vec<G::State>, ways: Ways) -> Self {
        GameExplorer {
            game,
            ways,
            above: path.len() - 1,
            depth: 0,
            path,
            kept: if ways.dag { Kept::States(Vec::new()) } else { Kept::Moves(Vec::new()) },
            unfolded: Vec::new(),
            moves: Vec::new(),
            random: Xoshiro256PlusPlus::seed_from_u64(ways.seed),
        }
    }

    /// The state where it stands.
    pub fn state(&self) -> &G::State {
        &self.path[self.path.len() - 1]
    }

    /// Appends the moves of the state where it stands in the order in which they are unfolded.
    /// True if that is all that decides its value; else a move may have been left out that gets the
    /// worst of the static bounds for whoever moves.
    fn list(&mut self) -> bool {
        self.moves.clear();
        let state = &self.path[self.path.len() - 1];
        let Some(agent) = self.game.turn(state).agent() else { return true };
        if !self.ways.hints {
            self.game.moves(state, agent, &mut self.moves);
            return !self.moves.is_empty();
        }
        self.game.candidates(state, &mut self.moves);
        let Bounds { low, high } = self.game.bounds(state);
        let trivial =
            if agent == Agent::FIRST { low == Outcome::WORST } else { high == self.best() };
        trivial && !self.moves.is_empty()
    }

    /// How many of the children of the node where it stands are there by a move. One more may stand in
    /// for moves that were left out.
    pub fn by_move(&mut self) -> usize {
        self.list();
        self.moves.len()
    }

    /// The moves of the root in the order in which they are unfolded.
    pub fn listed(mut self) -> Vec<G::Move> {
        self.list();
        self.moves
    }

    fn best(&self) -> Outcome {
        self.game.outcomes().best()
    }

    /// A child of the state where it stands as a node of a DAG. States that count as the same may
    /// lie below each other (a pair of moves that cancel), so only those of one depth are merged:
    /// otherwise there would be cycles.
    fn key(&self, state: &G::State) -> u64 {
        match self.ways {
            Ways { dag: false, .. } => 0,
            Ways { symmetry: true, .. } => {
                let depth = self.depth + self.path.len();
                mix(mix(self.game.canonical_key(state)).wrapping_add(depth as u64))
            }
            _ => mix(self.game.key(state)),
        }
    }

    /// A child in place of the moves that were left out: it has the worst of the static bounds for
    /// whoever moves. It is solved, so nobody ever goes there.
    fn stand_in(&mut self, agent: Agent, children: &mut Vec<Facts>) -> (G::Move, G::State) {
        let state = self.state().clone();
        let bounds = match self.ways.hints {
            true => self.game.bounds(&state),
            false => Bounds { low: Outcome::WORST, high: self.best() },
        };
        let worst = if agent == Agent::FIRST { bounds.low } else { bounds.high };
        children.push(Facts {
            player: Player::Max,
            kind: Kind::Moves(agent),
            formula: None,
            bounds: Bounds::exactly(worst),
            key: !self.key(&state),
            mobility: 0,
            evaluation: 0.5,
            playout: 0.0,
        });
        self.moves.clear();
        self.game.moves(&state, agent, &mut self.moves);
        let any = *self.moves.first().expect("an agent on turn has a move");
        (any, state)
    }

    fn look(&mut self, state: &G::State, needs: Needs) -> Search<Facts> {
        let mut facts = Facts {
            player: Player::Max,
            kind: Kind::Moves(Agent::FIRST),
            formula: None,
            bounds: Bounds { low: Outcome::WORST, high: self.best() },
            key: self.key(state),
            mobility: 0,
            evaluation: 0.5,
            playout: 0.0,
        };
        match self.game.turn(state) {
            Turn::Together => return Err(Stopped::Together),
            Turn::Final => {
                facts.bounds = Bounds::exactly(self.game.outcome(state));
                return Ok(facts);
            }
            Turn::Of(Agent::FIRST) => {}
            Turn::Of(agent) => (facts.player, facts.kind) = (Player::Min, Kind::Moves(agent)),
        }
        if self.game.can_repeat() && self.path.contains(state) {
            facts.bounds = Bounds::exactly(self.ways.repetition);
            return Ok(facts);
        }
        if self.ways.hints {
            facts.bounds = self.game.bounds(state);
        }
        if facts.bounds.exact().is_none() {
            self.judge(state, needs, &mut facts);
        }
        Ok(facts)
    }

    /// What an open state looks like, as far as the scheme wants to know.
    fn judge(&mut self, state: &G::State, needs: Needs, facts: &mut Facts) {
        if needs.mobility {
            let agent = self.game.turn(state).agent().unwrap_or(Agent::FIRST);
            facts.mobility = self.mobility(state, agent);
        }
        if needs.evaluation {
            facts.evaluation = match self.ways.evaluation {
                Evaluation::None => 0.5,
                Evaluation::OfGame(which) => self.game.evaluation(which, state),
                Evaluation::Mobility => {
                    let max = f64::from(self.mobility(state, Agent::FIRST));
                    let min = f64::from(self.mobility(state, Agent::SECOND));
                    (max + 0.5) / (max + min + 1.0)
                }
            };
        }
        if needs.playout {
            let mut end = state.clone();
            let random = &mut self.random;
            random_playout(self.game, &mut end, random, LONGEST_PLAYOUT, &mut self.moves);
            facts.playout = match self.game.turn(&end) {
                Turn::Final => f64::from(self.game.outcome(&end).0),
                _ => f64::from(self.best().0) / 2.0,
            };
        }
    }

    fn mobility(&mut self, state: &G::State, agent: Agent) -> u32 {
        if agent.index() >= self.game.agents().len() {
            return 0;
        }
        self.moves.clear();
        self.game.moves(state, agent, &mut self.moves);
        self.moves.len() as u32
    }
}

impl<'g, G: Hints> Explorer<'g> for GameExplorer<'g, G> {
    fn start(&mut self, needs: Needs) -> Search<Facts> {
        self.path.truncate(self.above + 1);
        let root = self.path.pop().expect("the root is always there");
        let facts = self.look(&root, needs);
        self.moves.clear();
        if let Some(agent) = self.game.turn(&root).agent() {
            self.game.moves(&root, agent, &mut self.moves);
        }
        match &mut self.kept {
            Kept::States(states) => *states = vec![root.clone()],
            // No move leads to the root; any will do to keep the places right.
            Kept::Moves(moves) => *moves = self.moves.first().copied().into_iter().collect(),
        }
        self.path.push(root);
        facts
    }

    fn unfold(&mut self, needs: Needs, children: &mut Vec<Facts>) -> Search<()> {
        let whole = self.list();
        let moves = std::mem::take(&mut self.moves);
        let at = self.path.len() - 1;
        self.unfolded.clear();
        if let Some(agent) = self.game.turn(&self.path[at]).agent() {
            for &mv in &moves {
                let next = self.game.after(&self.path[at], agent, mv);
                children.push(self.look(&next, needs)?);
                self.unfolded.push((mv, next));
            }
            if !whole {
                let stand_in = self.stand_in(agent, children);
                self.unfolded.push(stand_in);
            }
        }
        self.moves = moves;
        Ok(())
    }

    fn adopt(&mut self, child: usize) {
        let (mv, state) = &self.unfolded[child];
        match &mut self.kept {
            Kept::Moves(moves) => moves.push(*mv),
            Kept::States(states) => states.push(state.clone()),
        }
    }

    fn enter(&mut self, node: u32) {
        let next = match &self.kept {
            Kept::States(states) => states[node as usize].clone(),
            Kept::Moves(moves) => {
                let state = self.state();
                let agent = self.game.turn(state).agent().unwrap_or(Agent::FIRST);
                self.game.after(state, agent, moves[node as usize])
            }
        };
        self.path.push(next);
    }

    fn leave(&mut self) {
        self.path.pop();
    }

    fn keep(&mut self, nodes: &[u32]) {
        match &mut self.kept {
            Kept::Moves(moves) => *moves = nodes.iter().map(|&n| moves[n as usize]).collect(),
            Kept::States(states) => {
                *states = nodes.iter().map(|&n| states[n as usize].clone()).collect();
            }
        }
        self.path.truncate(self.above + 1);
    }

    fn bytes_per_node(&self) -> usize {
        if self.ways.dag { size_of::<G::State>() } else { size_of::<G::Move>() }
    }

    fn here(&mut self) -> Box<dyn Explorer<'g> + Send + 'g> {
        // Only where a state can occur again does it matter how this one was reached.
        let from = if self.game.can_repeat() { 0 } else { self.path.len() - 1 };
        let seed = self.random.next_u64();
        let path = self.path[from..].to_vec();
        let here = Self::below(self.game, path, Ways { seed, ..self.ways });
        Box::new(GameExplorer { depth: self.depth + from, ..here })
    }
}
