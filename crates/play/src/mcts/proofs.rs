//! Proved results: the bounds of a node from those of its children.
//!
//! A node has bounds on the payoffs of agents: what an agent can force, whatever the others do, and
//! the most it can get. With two agents whose payoffs have a constant sum (`width` 1) the opponent
//! makes the second as small as possible, and one pair of bounds is enough: score bounded search
//! (Section 3.5.3), and MCTS Solver where there are two outcomes. Otherwise the others need not be
//! opponents of an agent, and the most it can get is the most that can be reached.
//!
//! Bounds only ever get closer, each from earlier ones, so that they also hold in games with
//! cycles, for what can be forced in finite play.

use super::tree::{NONE, Node, SEVERAL, Span, Tree};

impl<M: Copy> Tree<M> {
    /// Updates the bounds of a node from its children. Returns whether they changed.
    pub fn back_up_proofs(&mut self, node: u32) -> bool {
        let Node { chooser, matrix, edges, .. } = *self.node(node);
        if edges == NONE || chooser == SEVERAL && matrix == NONE {
            return false;
        }
        let mut news = false;
        for agent in 0..self.width {
            let found = match chooser {
                SEVERAL => self.matrix_span(node, agent),
                _ => self.choice_span(node, agent, usize::from(chooser) == agent),
            };
            let span = &mut self.spans[node as usize * self.width + agent];
            let closer = Span { low: span.low.max(found.low), high: span.high.min(found.high) };
            // A hash collision could make the bounds cross: then they are not used.
            if closer.low <= closer.high && closer != *span {
                (*span, news) = (closer, true);
            }
        }
        if chooser != SEVERAL {
            self.mark_dead(node, usize::from(chooser));
        }
        news
    }

    /// Returns the bounds of an agent where one agent chooses, itself or another.
    fn choice_span(&self, node: u32, agent: usize, own: bool) -> Span {
        let chooser = self.node(node).chooser;
        let worse = |a: f32, b: f32| if own { a.max(b) } else { a.min(b) };
        let rival = self.width == 1;
        let start = if own { Span::exactly(0.0) } else { Span { low: 1.0, high: 0.0 } };
        let start = if rival && !own { Span::exactly(1.0) } else { start };
        let edges = self.edges_of(node).iter().filter(|edge| edge.agent == chooser);
        edges.fold(start, |span, edge| {
            let child = if edge.child == NONE { Span::ALL } else { self.span(edge.child, agent) };
            let high = if rival { worse(span.high, child.high) } else { span.high.max(child.high) };
            Span { low: worse(span.low, child.low), high }
        })
    }

    /// Returns the bounds of an agent where several choose simultaneously: it can force the best of
    /// its moves against the worst replies, and be held to the least of what the other's moves
    /// allow.
    fn matrix_span(&self, node: u32, agent: usize) -> Span {
        let edges = self.edges_of(node);
        let sizes: Vec<usize> = edges.chunk_by(|a, b| a.agent == b.agent).map(<[_]>::len).collect();
        let children = &self.children[self.node(node).matrix as usize..][..self.matrix_size(node)];
        let rival = self.width == 1;
        // The place of a move in the matrix: the last agent's moves are next to each other.
        let stride = |agent: usize| sizes[agent + 1..].iter().product::<usize>();
        let place = |at: usize, agent: usize| at / stride(agent) % sizes[agent];
        let mut worst = vec![1.0f32; sizes[agent]];
        let mut best = vec![0.0f32; if rival { sizes[1] } else { 1 }];
        for (at, &child) in children.iter().enumerate() {
            let span = if child == NONE { Span::ALL } else { self.span(child, agent) };
            let low = &mut worst[place(at, agent)];
            *low = low.min(span.low);
            let high = &mut best[if rival { place(at, 1) } else { 0 }];
            *high = high.max(span.high);
        }
        Span {
            low: worst.into_iter().fold(0.0, f32::max),
            high: best.into_iter().fold(1.0, f32::min),
        }
    }

    /// Finds the edge with the proved value, and marks those that cannot be better.
    fn mark_dead(&mut self, node: u32, chooser: usize) {
        let low = self.span(node, chooser).low;
        let Node { edges, count, best, .. } = *self.node(node);
        let span_of = |tree: &Self, edge: u32| match tree.edges[edge as usize].child {
            NONE => Span::ALL,
            child => tree.span(child, chooser),
        };
        let range = edges..edges + count;
        let is_own =
            |tree: &Self, edge: u32| usize::from(tree.edges[edge as usize].agent) == chooser;
        // The first edge with that value is kept: its proof does not lead back here.
        let keeps = |tree: &Self, edge: u32| is_own(tree, edge) && span_of(tree, edge).low >= low;
        let best = match keeps(self, edges + best) {
            true => edges + best,
            false => range.clone().find(|&edge| keeps(self, edge)).unwrap_or(edges + best),
        };
        self.node_mut(node).best = best - edges;
        let sure = keeps(self, best);
        for edge in range {
            let span = span_of(self, edge);
            // As long as no edge with that value is known it may be this one.
            let worse = span.high < low || sure && edge != best && span.high == low;
            let dead = is_own(self, edge) && worse;
            let edge = &mut self.edges[edge as usize];
            (edge.dead, edge.closed) = (dead, span.is_exact());
        }
    }
}
