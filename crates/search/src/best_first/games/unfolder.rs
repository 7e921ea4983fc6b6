//! Unfolding a state: its children, and what a scheme needs to know about each.

use ludex_game::{Agent, Bounds, Hints, Outcome, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::best_first::explorer::Link;
use crate::best_first::games::explorer::{Evaluation, ExplorerOptions};
use crate::best_first::scheme::{Facts, Kind, Needs, Player};
use crate::budget::{Search, Stopped};
use crate::table::mix;

/// A playout longer than this is cut off: it counts as half a win.
const LONGEST_PLAYOUT: u32 = 10_000;

/// The place of a state in the search.
#[derive(Clone, Copy)]
pub(in crate::best_first) struct Place {
    /// The depth below the root of the main search.
    pub depth: usize,
    /// Different for every unfolding: the seed of everything random.
    pub number: u64,
}

/// Unfolds states. The result depends only on the state and its place, not on the thread.
pub(in crate::best_first) struct Unfolder<'g, G: Hints> {
    pub game: &'g G,
    pub options: ExplorerOptions,
    pub moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    /// Where the last playout ended.
    end: Option<G::State>,
}

impl<'g, G: Hints> Unfolder<'g, G> {
    pub fn new(game: &'g G, options: ExplorerOptions) -> Self {
        Unfolder { game, options, moves: Vec::new(), scratch: Vec::new(), end: None }
    }

    /// Computes the children of a state, and what is known about each.
    pub fn unfold(
        &mut self,
        state: &G::State,
        place: Place,
        needs: Needs,
        children: &mut Vec<(G::Move, G::State)>,
        facts: &mut Vec<Facts>,
    ) -> Search<()> {
        children.clear();
        let Some(agent) = self.game.turn(state).agent() else { return Ok(()) };
        let whole = self.list(state);
        let (below, unseen) = (Place { depth: place.depth + 1, ..place }, self.unseen());
        for at in 0..self.moves.len() {
            let mv = self.moves[at];
            // All is written where it stays: to move what was written in parts takes much longer.
            children.push((mv, state.clone()));
            facts.push(unseen);
            let (Some((_, next)), Some(facts)) = (children.last_mut(), facts.last_mut()) else {
                unreachable!("both were pushed just now")
            };
            self.game.play(next, agent, mv);
            let number = mix(place.number).wrapping_add(at as u64);
            self.look(next, Place { number, ..below }, needs, facts)?;
        }
        if !whole {
            children.push((self.any_move(state, agent), state.clone()));
            facts.push(self.stand_in(state, below, agent));
        }
        Ok(())
    }

    /// Returns the child of a state, which has this depth, that a checkpoint describes, with the
    /// move to it; None if there is none.
    pub fn find(
        &mut self,
        state: &G::State,
        depth: usize,
        link: Link,
    ) -> Option<(G::Move, G::State)> {
        let agent = self.game.turn(state).agent()?;
        let whole = self.list(state);
        let count = self.moves.len();
        if count + usize::from(!whole) != link.count {
            return None;
        }
        // In a DAG the state can be a mirror image, whose moves come in another order.
        let others = if link.key.is_some() { 0..count } else { 0..0 };
        for at in [link.place].into_iter().filter(|&place| place < count).chain(others) {
            let next = self.game.after(state, agent, self.moves[at]);
            let place = Place { depth: depth + 1, number: 0 };
            let player = match self.game.turn(&next).agent() {
                None | Some(Agent::FIRST) => Player::Max,
                Some(_) => Player::Min,
            };
            if player == link.player && link.key.is_none_or(|key| key == self.key(&next, place)) {
                return Some((self.moves[at], next));
            }
        }
        None
    }

    /// Lists the moves of a state in the order in which they are unfolded. Returns true if they
    /// decide its value; otherwise a move may have been omitted that gets the worst of the static
    /// bounds for the agent to move.
    pub fn list(&mut self, state: &G::State) -> bool {
        self.moves.clear();
        let Some(agent) = self.game.turn(state).agent() else { return true };
        if !self.options.hints {
            self.game.moves(state, agent, &mut self.moves);
            return !self.moves.is_empty();
        }
        self.game.candidates(state, &mut self.moves);
        let Bounds { low, high } = self.game.bounds(state);
        let trivial =
            if agent == Agent::FIRST { low == Outcome::WORST } else { high == self.best() };
        trivial && !self.moves.is_empty()
    }

    /// Returns the facts of a child that stands for the omitted moves: it has the worst of the
    /// static bounds for the agent to move. It is solved, so no descent visits it.
    fn stand_in(&self, state: &G::State, place: Place, agent: Agent) -> Facts {
        let bounds = match self.options.hints {
            true => self.game.bounds(state),
            false => self.nothing(),
        };
        let worst = if agent == Agent::FIRST { bounds.low } else { bounds.high };
        let key = !self.key(state, place);
        Facts { bounds: Bounds::exactly(worst), key, ..self.unseen() }
    }

    /// Returns any move of an agent, where a move is needed only to keep the numbers of nodes
    /// right.
    pub fn any_move(&mut self, state: &G::State, agent: Agent) -> G::Move {
        self.scratch.clear();
        self.game.moves(state, agent, &mut self.scratch);
        *self.scratch.first().expect("an agent on turn has a move")
    }

    fn best(&self) -> Outcome {
        self.game.outcomes().best()
    }

    fn nothing(&self) -> Bounds {
        Bounds { low: Outcome::WORST, high: self.best() }
    }

    fn unseen(&self) -> Facts {
        Facts {
            player: Player::Max,
            kind: Kind::Moves(Agent::FIRST),
            formula: None,
            bounds: self.nothing(),
            key: 0,
            mobility: 0,
            evaluation: 0.5,
            playout: 0.0,
            moves_to_win: 0,
        }
    }

    /// Returns the key of a state as a node of a DAG. States that count as the same may be below
    /// each other (a pair of moves that cancel), so only those of one depth are merged: otherwise
    /// there would be cycles.
    fn key(&self, state: &G::State, place: Place) -> u64 {
        match self.options {
            ExplorerOptions { dag: false, .. } => 0,
            ExplorerOptions { symmetry: true, keys, .. } => {
                let key = keys.check(self.game, state);
                let key = key.unwrap_or_else(|| self.game.canonical_key(state));
                mix(mix(key).wrapping_add(place.depth as u64))
            }
            ExplorerOptions { keys, .. } => mix(keys.identity(self.game, state)),
        }
    }

    /// Returns what is known about the root of a search.
    pub fn root(&mut self, state: &G::State, place: Place, needs: Needs) -> Search<Facts> {
        let mut facts = self.unseen();
        self.look(state, place, needs, &mut facts)?;
        Ok(facts)
    }

    /// Evaluates a state of which nothing is known, as far as possible without unfolding it.
    #[inline]
    fn look(
        &mut self,
        state: &G::State,
        place: Place,
        needs: Needs,
        facts: &mut Facts,
    ) -> Search<()> {
        facts.key = self.key(state, place);
        match self.game.turn(state) {
            Turn::Together => return Err(Stopped::Together),
            Turn::Chance => return Err(Stopped::Chance),
            Turn::Final => {
                facts.bounds = Bounds::exactly(self.game.outcome(state));
                return Ok(());
            }
            Turn::Of(Agent::FIRST) => {}
            Turn::Of(agent) => (facts.player, facts.kind) = (Player::Min, Kind::Moves(agent)),
        }
        if self.options.hints {
            facts.bounds = self.game.bounds(state);
        }
        if facts.bounds.exact().is_none() {
            self.judge(state, place.number, needs, facts);
        }
        Ok(())
    }

    /// Computes what the scheme needs to know about an open state.
    fn judge(&mut self, state: &G::State, number: u64, needs: Needs, facts: &mut Facts) {
        if needs.mobility {
            let agent = self.game.turn(state).agent().unwrap_or(Agent::FIRST);
            facts.mobility = self.mobility(state, agent);
        }
        if needs.evaluation {
            facts.evaluation = match self.options.evaluation {
                Evaluation::None => 0.5,
                Evaluation::OfGame(which) => match self.game.evaluation(which, state) {
                    chance if chance > 0.0 && chance < 1.0 => chance,
                    // 0 or 1 would look like a proof.
                    _ => 0.5,
                },
                Evaluation::Mobility => {
                    let max = f64::from(self.mobility(state, Agent::FIRST));
                    let min = f64::from(self.mobility(state, Agent::SECOND));
                    (max + 0.5) / (max + min + 1.0)
                }
            };
        }
        if needs.playout {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(self.options.seed ^ number);
            let end = self.end.get_or_insert_with(|| state.clone());
            end.clone_from(state);
            self.game.random_playout(end, &mut random, LONGEST_PLAYOUT, &mut self.scratch);
            facts.playout = match self.game.turn(end) {
                Turn::Final => f64::from(self.game.outcome(end).0),
                _ => f64::from(self.game.outcomes().best().0) / 2.0,
            };
        }
    }

    fn mobility(&mut self, state: &G::State, agent: Agent) -> u32 {
        if agent.index() >= self.game.agents().len() {
            return 0;
        }
        self.scratch.clear();
        self.game.moves(state, agent, &mut self.scratch);
        self.scratch.len() as u32
    }
}
