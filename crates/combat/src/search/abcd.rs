//! Alpha-beta considering durations [Saf13, Algorithm 11].

use super::clock::{Clock, OutOfTime};
use super::config::{AbcdConfig, Order, Replies};
use super::evaluation::{INFINITE, Score};
use super::hash::mix;
use super::joint_moves::{EVERYBODY, Enumeration, JointMoves};
use super::playout::{Assignment, Playout};
use super::table::{Bound, Table};
use crate::model::{Joint, MAX_UNITS, Rules, Side, State};
use crate::scripts::Script;

/// A player that searches by ABCD.
pub struct Abcd {
    pub(super) config: AbcdConfig,
    pub(super) table: Option<Table>,
    pub(super) states: Vec<State>,
    pub(super) moves: Vec<JointMoves>,
}

impl Abcd {
    /// Returns a player with these settings.
    pub fn new(config: AbcdConfig) -> Abcd {
        let table = config.table_bits.map(Table::new);
        Abcd { config, table, states: Vec::new(), moves: Vec::new() }
    }
}

/// The behaviour of units that do not choose: a script each, and who chooses.
#[derive(Clone)]
pub(crate) struct Base {
    /// The scripts of playouts, and of units that do not choose.
    pub policy: [Assignment; 2],
    /// The units that choose.
    pub open: [u64; 2],
    /// Separates keys of the table where the scripts above change.
    pub salt: u64,
}

impl Base {
    /// Returns the base where all units choose; playouts follow one script, or the one that the
    /// enemy is known to follow.
    pub fn plain(config: &AbcdConfig, side: Side) -> Base {
        let mut policy = [[config.evaluation.script(); MAX_UNITS]; 2];
        if let Some(script) = config.model {
            policy[side.other().index()] = [script; MAX_UNITS];
        }
        Base { policy, open: [EVERYBODY; 2], salt: 0 }
    }

    /// Returns the actions of a side by its scripts.
    fn answer(&self, rules: &Rules, state: &State, side: Side) -> Joint {
        let mut joint = Joint::NONE;
        Script::decide_assigned(&self.policy[side.index()], rules, state, side, &mut joint);
        joint
    }
}

/// One decision in progress.
pub(crate) struct Search<'a> {
    pub rules: &'a Rules,
    pub player: &'a mut Abcd,
    pub base: &'a Base,
    /// The searching side: Max.
    pub side: Side,
    pub clock: Clock,
    pub playout: Playout,
    /// Whether a leaf was not an end.
    pub horizon_reached: bool,
    /// Mixed into the coins of random orders.
    pub coin: u64,
    pub start: i32,
}

/// A node of the sequentialised game.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// The index of its state on the current path.
    pub ply: usize,
    /// Remaining depth.
    pub depth: u32,
    /// The choice of the first chooser where both act: m0.
    pub pending: Option<Joint>,
    /// The side that chose last.
    pub last: Side,
}

impl Search<'_> {
    /// Returns the score of a node: exact within the window, a bound outside of it.
    pub fn visit(&mut self, node: Node, alpha: Score, beta: Score) -> Result<Score, OutOfTime> {
        self.clock.node()?;
        let state = &self.player.states[node.ply];
        if node.pending.is_none() && (node.depth == 0 || self.is_leaf(state)) {
            return self.leaf(node.ply);
        }
        let chooser = self.chooser(&node);
        if node.pending.is_some() {
            return Ok(self.children(node, chooser, None, alpha, beta)?.0);
        }
        let steps = Score::from(state.steps()[self.side.index()]);
        let movers = state.movers(chooser);
        let key = self.key(&node, chooser);
        let entry = self.player.table.as_ref().and_then(|table| table.get(key));
        if let Some(entry) = entry
            && entry.answers(node.depth, entry.score - steps, alpha, beta)
        {
            // The table may hide a leaf that was not an end.
            self.horizon_reached = true;
            return Ok(entry.score - steps);
        }
        let best = entry.and_then(|entry| entry.best(movers));
        let (score, best) = self.children(node, chooser, best, alpha, beta)?;
        let bound = match score {
            _ if score <= alpha => Bound::AtMost,
            _ if score >= beta => Bound::AtLeast,
            _ => Bound::Exact,
        };
        if let Some(table) = &mut self.player.table {
            table.put(key, node.depth.min(255) as u8, score + steps, bound, movers, &best);
        }
        Ok(score)
    }

    /// Returns the best of the children, for the side that chooses, and its score.
    fn children(
        &mut self,
        node: Node,
        chooser: Side,
        hint: Option<Joint>,
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<(Score, Joint), OutOfTime> {
        let level = self.player.moves.len().saturating_sub(node.depth as usize + 1);
        let mut moves = std::mem::take(&mut self.player.moves[level]);
        self.list(&mut moves, node.ply, chooser, hint);
        let maximises = chooser == self.side;
        let mut best = (if maximises { -INFINITE } else { INFINITE }, Joint::NONE);
        let config = &self.player.config;
        let mut left = match config.replies {
            _ if maximises => config.below.unwrap_or(usize::MAX),
            Replies::Scripted => moves.hoped_for().max(1),
            Replies::First(most) => most,
            Replies::All => usize::MAX,
        };
        while left > 0
            && let Some(joint) = moves.next()
        {
            left -= 1;
            let score = match self.child(&node, chooser, &joint, alpha, beta) {
                Ok(score) => score,
                Err(stop) => {
                    self.player.moves[level] = moves;
                    return Err(stop);
                }
            };
            if (maximises && score > best.0) || (!maximises && score < best.0) {
                best = (score, joint);
            }
            if maximises {
                alpha = alpha.max(score);
            } else {
                beta = beta.min(score);
            }
            if alpha >= beta {
                break;
            }
        }
        self.player.moves[level] = moves;
        Ok(best)
    }

    /// Returns the score after a choice. Where both act, the first choice only waits for the
    /// second: it must not change what the second side sees.
    pub fn child(
        &mut self,
        node: &Node,
        chooser: Side,
        joint: &Joint,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, OutOfTime> {
        let state = &self.player.states[node.ply];
        let both = state.can_act(Side::Red) && state.can_act(Side::Blue);
        let depth = node.depth - 1;
        if both && node.pending.is_none() && depth > 0 {
            let next = Node { ply: node.ply, depth, pending: Some(*joint), last: chooser };
            return self.visit(next, alpha, beta);
        }
        // Where only one of both has chosen, even an end is not certain.
        self.horizon_reached |= both && node.pending.is_none();
        let (before, after) = self.player.states.split_at_mut(node.ply + 1);
        after[0].copy_from(&before[node.ply]);
        match &node.pending {
            Some(first) if chooser == Side::Red => after[0].play(self.rules, [joint, first]),
            Some(first) => after[0].play(self.rules, [first, joint]),
            None if both && self.player.config.answered => {
                let answer = self.base.answer(self.rules, &before[node.ply], chooser.other());
                let moves = if chooser == Side::Red { [joint, &answer] } else { [&answer, joint] };
                after[0].play(self.rules, moves);
            }
            None => after[0].play_alone(self.rules, chooser, joint),
        }
        let next = Node { ply: node.ply + 1, depth, pending: None, last: chooser };
        self.visit(next, alpha, beta)
    }

    /// Lists the moves of a side, the most promising ones first.
    pub fn list(&self, moves: &mut JointMoves, ply: usize, side: Side, hint: Option<Joint>) {
        let (state, config) = (&self.player.states[ply], &self.player.config);
        let mut hints = [Joint::NONE; 8];
        let mut count = 0;
        let mut add = |joint: Joint| {
            if count < hints.len() {
                hints[count] = joint;
                count += 1;
            }
        };
        let open = self.base.open[side.index()];
        let modelled = side != self.side && config.model.is_some();
        if modelled || open != EVERYBODY {
            add(self.base.answer(self.rules, state, side));
        }
        let open = if modelled { 0 } else { open };
        hint.into_iter().for_each(&mut add);
        for script in &config.ordering {
            let mut joint = Joint::NONE;
            script.decide_surely(self.rules, state, side, &mut joint);
            add(joint);
        }
        let enumeration = match config.neighbours {
            true => Enumeration::Neighbours,
            false => Enumeration::Odometer,
        };
        let shuffle = config.below.map(|_| mix(config.seed, self.clock.nodes));
        let hints = &hints[..count];
        moves.start(self.rules, state, side, &config.branching, open, hints, enumeration, shuffle);
    }

    fn is_leaf(&self, state: &State) -> bool {
        let late = |frames: i32| state.time() >= self.start.saturating_add(frames);
        state.is_over(self.rules) || self.player.config.horizon.is_some_and(late)
    }

    pub fn leaf(&mut self, ply: usize) -> Result<Score, OutOfTime> {
        let state = &self.player.states[ply];
        self.horizon_reached |= !state.is_over(self.rules);
        let AbcdConfig { evaluation, rounds, .. } = self.player.config;
        let (playout, policy) = (&mut self.playout, &self.base.policy);
        evaluation.value(self.rules, state, self.side, playout, policy, rounds, &mut self.clock)
    }

    /// Returns the side that chooses in a node.
    pub fn chooser(&self, node: &Node) -> Side {
        let state = &self.player.states[node.ply];
        match (state.can_act(Side::Red), state.can_act(Side::Blue)) {
            (true, false) => Side::Red,
            (false, true) => Side::Blue,
            _ if node.pending.is_some() => node.last.other(),
            _ => match self.player.config.order {
                Order::Alt => node.last.other(),
                Order::AltPrime => node.last,
                Order::SearcherFirst => self.side,
                Order::SearcherLast => self.side.other(),
                Order::Random => match mix(state.key(self.rules), self.coin) & 1 {
                    0 => Side::Red,
                    _ => Side::Blue,
                },
            },
        }
    }

    /// Returns the key of a node: the state, who chooses, and what the orders below depend on.
    fn key(&self, node: &Node, chooser: Side) -> u64 {
        let state = &self.player.states[node.ply];
        let late = match self.player.config.horizon {
            Some(_) => (state.time() - self.start) as u64,
            None => 0,
        };
        let who = (chooser.index() * 2 + self.side.index()) as u64;
        mix(mix(state.key(self.rules), who ^ self.coin), late)
    }
}
