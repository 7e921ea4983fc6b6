//! Values in games with cycles.
//!
//! Where a state can occur twice in a play, the result of a path-dependent depth-first search for a
//! state may hold on that path only (the graph history interaction). So here the graph of states is
//! kept. "Max can force at least `t`" and "Max can be held below `t`" are both least fixpoints
//! (attractors); a depth-first search explores the graph, and decisions are propagated along the
//! edges to all predecessors. A state that is undecided when nothing is left to explore is one from
//! which play can be continued for ever: then neither holds, and bounds are reported.
//!
//! Time and memory are linear in the edges explored, and there is no recursion.

use ludex_game::{Agent, Bounds, Hints, Outcome, Turn};
use rustc_hash::FxHashMap;

use super::alpha_beta::halve;
use super::solve::{BestMoves, SolveReport};
use crate::budget::{Meter, Search, Stopped};

const NONE: u32 = u32::MAX;

/// A state of the graph.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The proved bounds of the value, over all runs.
    low: u16,
    high: u16,
    /// Whether Max is to move.
    max: bool,
    /// Its index on the stack, if it is there.
    place: u32,
    /// The last run that visited this node; the fields below belong to it.
    run: u32,
    /// The first of the edges from predecessors.
    parents: u32,
    /// The number of moves, of those already played, and of those not yet known to be bad for the
    /// mover.
    count: u32,
    played: u32,
    pending: u32,
    /// The time at which the run decided the node; 0 for final states.
    when: u32,
}

/// An edge to a predecessor, in a linked list.
#[derive(Clone, Copy, Debug)]
struct Edge {
    parent: u32,
    next: u32,
}

/// A state whose moves are being played.
struct Frame<S> {
    node: u32,
    state: S,
    /// The index of its first move on the move stack.
    base: usize,
}

/// The states seen so far, and what is known about them.
pub(super) struct Graph<'g, G: Hints> {
    game: &'g G,
    hints: bool,
    best: u16,
    numbers: FxHashMap<G::State, u32>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    stack: Vec<Frame<G::State>>,
    moves: Vec<G::Move>,
    /// The frames that were left because something below them was decided first.
    suspended: Vec<(u32, G::State)>,
    /// The decided nodes whose predecessors have not been updated yet.
    undelivered: Vec<u32>,
    /// The lowest index on the stack that was decided.
    decided_frame: u32,
    run: u32,
    clock: u32,
    threshold: u16,
}

impl<'g, G: Hints> Graph<'g, G> {
    pub fn new(game: &'g G, hints: bool) -> Self {
        Graph {
            game,
            hints,
            best: game.outcomes().best().0,
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            stack: Vec::new(),
            moves: Vec::new(),
            suspended: Vec::new(),
            undelivered: Vec::new(),
            decided_frame: NONE,
            run: 0,
            clock: 0,
            threshold: 0,
        }
    }

    /// Returns an estimate of the memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.len()
            * (size_of::<Node>() + 2 * size_of::<(G::State, u32)>() + self.game.heap_bytes())
            + self.edges.len() * size_of::<Edge>()
            + (self.stack.len() + self.suspended.len()) * size_of::<Frame<G::State>>()
            + self.moves.len() * size_of::<G::Move>()
    }

    /// Finds what each side can force from a state, and optimal moves if that is the same.
    pub fn solve(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        best: BestMoves,
        report: &mut SolveReport<G::Move>,
    ) -> Search<()> {
        self.narrow(meter, state, &mut report.bounds)?;
        if let (Some(value), Turn::Of(agent)) = (report.bounds.exact(), self.game.turn(state)) {
            meter.value_found(report.bounds);
            let mut moves = Vec::new();
            self.game.moves(state, agent, &mut moves);
            for mv in moves {
                if best.satisfied(report.best.len()) {
                    break;
                }
                let next = self.game.after(state, agent, mv);
                if self.keeps(meter, &next, agent, value)? {
                    report.best.push(mv);
                    if report.best.len() == 1 {
                        meter.limit_best_moves(best);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns whether the agent can still force the value after its move.
    fn keeps(
        &mut self,
        meter: &mut Meter,
        next: &G::State,
        agent: Agent,
        value: Outcome,
    ) -> Search<bool> {
        if agent == Agent::FIRST {
            Ok(value == Outcome::WORST || self.decide(meter, next, value.0)? == Some(true))
        } else {
            Ok(value.0 == self.best || self.decide(meter, next, value.better().0)? == Some(false))
        }
    }

    /// Narrows the bounds by two binary searches: the best Max can force, then the least Max can be
    /// held to.
    fn narrow(&mut self, meter: &mut Meter, state: &G::State, bounds: &mut Bounds) -> Search<()> {
        // Max cannot force `above`; Max cannot be held below `below`.
        let mut above = self.best + 1;
        let mut below = 0;
        loop {
            let (low, high) = (bounds.low.0, bounds.high.0);
            (above, below) = (above.min(high + 1), below.max(low));
            let threshold = if low + 1 < above {
                halve(low, above - 1, self.best)
            } else if below < high {
                halve(below, high, self.best)
            } else {
                return Ok(());
            };
            meter.bounds = Some(*bounds);
            match self.decide(meter, state, threshold)? {
                Some(true) => bounds.low = Outcome(threshold),
                Some(false) => bounds.high = Outcome(threshold - 1),
                None => (above, below) = (above.min(threshold), below.max(threshold)),
            }
            meter.iteration += 1;
        }
    }

    /// Decides whether Max can force at least `threshold` (which is not the worst rank) from a
    /// state, or can be held below it. Returns None if neither.
    pub fn decide(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
    ) -> Search<Option<bool>> {
        self.begin(threshold);
        let root = self.enter(meter, state.clone())?;
        while self.label(root).is_none() {
            if let Some(top) = self.stack.last() {
                let node = self.nodes[top.node as usize];
                if node.played == node.count {
                    self.leave()
                } else {
                    self.step(meter)?
                }
                self.unwind();
            } else if let Some((node, state)) = self.suspended.pop() {
                self.resume(node, state);
            } else {
                break;
            }
        }
        Ok(self.label(root))
    }

    fn begin(&mut self, threshold: u16) {
        self.threshold = threshold;
        self.run += 1;
        self.clock = 0;
        self.edges.clear();
        self.stack.clear();
        self.moves.clear();
        self.suspended.clear();
        self.undelivered.clear();
        self.decided_frame = NONE;
    }

    /// Returns what is known about a node for this threshold.
    fn label(&self, node: u32) -> Option<bool> {
        let node = &self.nodes[node as usize];
        if node.low >= self.threshold {
            Some(true)
        } else if node.high < self.threshold {
            Some(false)
        } else {
            None
        }
    }

    /// Returns when the last run decided a state, and how; None if it did not.
    pub fn decided(&self, state: &G::State) -> Option<(u32, bool)> {
        let &number = self.numbers.get(state)?;
        let node = &self.nodes[number as usize];
        let seen = node.run == self.run;
        self.label(number).filter(|_| seen).map(|label| (node.when, label))
    }

    /// Returns the number of a state, and pushes it on the stack if it has to be explored.
    fn enter(&mut self, meter: &mut Meter, state: G::State) -> Search<u32> {
        let number = self.number(&state)?;
        let run = self.run;
        let node = &mut self.nodes[number as usize];
        if node.run != run {
            meter.node()?;
            let fresh = Node { run, parents: NONE, count: 0, played: 0, pending: 0, ..*node };
            *node = Node { place: NONE, when: 0, ..fresh };
            if self.label(number).is_none() {
                self.open(number, state);
            }
        } else if node.place == NONE && node.played < node.count && self.label(number).is_none() {
            self.resume(number, state);
        }
        Ok(number)
    }

    /// Finds or creates the node of a state.
    fn number(&mut self, state: &G::State) -> Search<u32> {
        if let Some(&known) = self.numbers.get(state) {
            return Ok(known);
        }
        let number = u32::try_from(self.nodes.len()).map_err(|_| Stopped::Memory)?;
        self.nodes.push(self.look(state)?);
        self.numbers.insert(state.clone(), number);
        Ok(number)
    }

    /// Makes the node of a state from what is known without playing a move.
    fn look(&self, state: &G::State) -> Search<Node> {
        let turn = self.game.turn(state);
        let bounds = match turn {
            Turn::Together => return Err(Stopped::Together),
            Turn::Chance => return Err(Stopped::Chance),
            Turn::Final => Bounds::exactly(self.game.outcome(state)),
            Turn::Of(_) if self.hints => self.game.bounds(state),
            Turn::Of(_) => Bounds { low: Outcome::WORST, high: Outcome(self.best) },
        };
        Ok(Node {
            low: bounds.low.0,
            high: bounds.high.0,
            max: turn == Turn::Of(Agent::FIRST),
            place: NONE,
            run: 0,
            parents: NONE,
            count: 0,
            played: 0,
            pending: 0,
            when: 0,
        })
    }

    /// Starts to explore a node; one without candidates is decided at once, against its mover.
    fn open(&mut self, number: u32, state: G::State) {
        let base = self.moves.len();
        self.list(&state);
        let count = (self.moves.len() - base) as u32;
        let node = &mut self.nodes[number as usize];
        (node.count, node.pending) = (count, count);
        if count == 0 {
            let adverse = !node.max;
            self.set(number, adverse);
        } else {
            self.push(Frame { node: number, state, base });
        }
    }

    fn push(&mut self, frame: Frame<G::State>) {
        self.nodes[frame.node as usize].place = self.stack.len() as u32;
        self.stack.push(frame);
    }

    /// Continues with a node that was left.
    fn resume(&mut self, number: u32, state: G::State) {
        let node = self.nodes[number as usize];
        if node.place != NONE || node.played == node.count || self.label(number).is_some() {
            return;
        }
        let base = self.moves.len();
        self.list(&state);
        self.push(Frame { node: number, state, base });
    }

    fn list(&mut self, state: &G::State) {
        match self.game.turn(state) {
            _ if self.hints => self.game.candidates(state, &mut self.moves),
            Turn::Of(agent) => self.game.moves(state, agent, &mut self.moves),
            Turn::Together | Turn::Chance | Turn::Final => {}
        }
    }

    /// Plays the next move of the node on top of the stack.
    fn step(&mut self, meter: &mut Meter) -> Search<()> {
        let Some(top) = self.stack.last() else { return Ok(()) };
        let (parent, base) = (top.node, top.base);
        let Some(agent) = self.game.turn(&top.state).agent() else { return Ok(()) };
        let played = &mut self.nodes[parent as usize].played;
        let mv = self.moves[base + *played as usize];
        let next = self.game.after(&top.state, agent, mv);
        *played += 1;
        let child = self.enter(meter, next)?;
        if let Some(label) = self.label(child) {
            self.update_for_child(parent, label);
        } else {
            let node = &mut self.nodes[child as usize];
            self.edges.push(Edge { parent, next: node.parents });
            node.parents = u32::try_from(self.edges.len() - 1).map_err(|_| Stopped::Memory)?;
        }
        self.propagate();
        meter.memory(self.bytes())
    }

    /// Updates a node for the decision of one of its successors.
    fn update_for_child(&mut self, number: u32, label: bool) {
        if self.label(number).is_some() {
            return;
        }
        let node = &mut self.nodes[number as usize];
        if node.max != label {
            node.pending -= 1;
            if node.pending > 0 {
                return;
            }
        }
        self.set(number, label);
    }

    /// Decides a node.
    fn set(&mut self, number: u32, label: bool) {
        self.clock += 1;
        let node = &mut self.nodes[number as usize];
        node.when = self.clock;
        if label {
            node.low = self.threshold;
        } else {
            node.high = self.threshold - 1;
        }
        self.decided_frame = self.decided_frame.min(node.place);
        self.undelivered.push(number);
    }

    /// Propagates decisions to all predecessors.
    fn propagate(&mut self) {
        while let Some(number) = self.undelivered.pop() {
            let Some(label) = self.label(number) else { continue };
            let mut edge = self.nodes[number as usize].parents;
            while edge != NONE {
                let Edge { parent, next } = self.edges[edge as usize];
                self.update_for_child(parent, label);
                edge = next;
            }
        }
    }

    /// Leaves the frames from the lowest decided one upwards.
    fn unwind(&mut self) {
        while self.stack.len() > self.decided_frame as usize {
            self.leave();
        }
        self.decided_frame = NONE;
    }

    /// Pops the top frame, and keeps it for later if it is neither decided nor fully explored.
    fn leave(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        self.moves.truncate(frame.base);
        let node = &mut self.nodes[frame.node as usize];
        node.place = NONE;
        let unfinished = node.played < node.count;
        if unfinished && self.label(frame.node).is_none() {
            self.suspended.push((frame.node, frame.state));
        }
    }
}
