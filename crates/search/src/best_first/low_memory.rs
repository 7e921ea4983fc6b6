//! What to do when memory is short, besides collecting garbage.
//!
//! A collection forgets subtrees, and what was solved in them. Where a proof does not fit into the
//! memory, a search that only collects would make and forget the same nodes for ever. So after every
//! collection the most urgent leaf is searched depth first, which takes memory for one path only. As
//! long as collections keep more and more solved nodes that is a side line; each time they do not,
//! the collection forgets twice as much and the depth-first search may take twice as long. In the
//! end it is one of the root, so the search ends whenever a path fits into its memory. In a DAG,
//! where a node can be reached in many ways, a table remembers what was proved of nodes.

use ludex_game::{Bounds, Outcome};

use super::explorer::Explorer;
use super::scheme::{Facts, Scheme};
use super::search::BestFirst;
use crate::budget::{Meter, Search, Stopped, deep};
use crate::table::{Entry, NO_MOVE, Table};

/// The part of the memory for what was proved of nodes of a DAG.
const TABLE_SHARE: usize = 2;

/// How a search has coped with little memory so far.
#[derive(Default)]
pub(super) struct LowMemory {
    /// The most solved nodes that were left after a collection.
    most_solved: usize,
    /// How often in a row there were no more than that.
    stalls: u32,
    /// What was proved of nodes of a DAG that may have been forgotten.
    table: Option<Table>,
}

impl LowMemory {
    /// The memory in use.
    pub fn bytes(&self) -> usize {
        self.table.as_ref().map_or(0, Table::bytes)
    }

    /// Adds what is remembered about a node.
    #[inline]
    pub fn recall(&self, facts: &mut Facts) {
        if let Some(table) = &self.table
            && let Some(Entry { low, high, .. }) = table.get(facts.key)
        {
            let Bounds { low: worst, high: best } = facts.bounds;
            facts.bounds = Bounds { low: worst.max(Outcome(low)), high: best.min(Outcome(high)) };
        }
    }

    fn after_collection(&mut self, solved: usize) {
        if solved > self.most_solved {
            (self.most_solved, self.stalls) = (solved, 0);
        } else {
            self.stalls += 1;
        }
    }
}

impl<S: Scheme> BestFirst<S> {
    /// Collects garbage where the tree has outgrown its memory.
    pub fn stay_small<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<()> {
        if !self.outgrown(explorer) {
            return Ok(());
        }
        self.peak = self.peak.max(self.bytes(explorer));
        self.remember_all();
        let per_node = self.tree.bytes() / self.tree.len() + explorer.bytes_per_node() + 8;
        let rest = self.options.max_bytes.saturating_sub(self.low_memory.bytes());
        let room = (rest / per_node).max(1);
        let stalls = self.low_memory.stalls.min(usize::BITS - 2);
        let kept = self.tree.collect(&self.scheme, (room / 2) >> stalls, self.options.prune);
        explorer.keep(&kept);
        self.path = vec![0];
        let solved = (0..self.tree.len() as u32).filter(|&node| self.solved(node)).count();
        self.low_memory.after_collection(solved);
        if !self.descend(explorer) {
            return Ok(());
        }
        let mut allowance = (room as u64).saturating_mul(1 << stalls);
        let whole = Bounds { low: Outcome::WORST, high: Outcome(u16::MAX) };
        let above = self.path.iter().fold(whole, |above, &node| self.relevant(node, above));
        let result = self.exhaust(explorer, meter, &mut allowance, above);
        let changed = self.path.len() > 1;
        self.climb(explorer, changed);
        match result {
            // With nothing else to forget a path that does not fit never will.
            Err(Stopped::Memory) if self.tree.len() > 1 => Ok(()),
            result => result,
        }
    }

    /// Searches below the current node until it is solved or cannot matter any more, or until so
    /// many nodes were unfolded as are allowed. Of what is below a leaf only its value is kept.
    fn exhaust<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        allowance: &mut u64,
        above: Bounds,
    ) -> Search<()> {
        let node = self.current();
        let leaf = self.tree.is_leaf(node);
        let (extent, mark) = (self.tree.extent(), explorer.mark());
        if leaf {
            if self.outgrown(explorer) {
                return Err(Stopped::Memory);
            }
            *allowance -= 1;
            meter.node()?;
            self.unfold(explorer, None)?;
        }
        self.peak = self.peak.max(self.bytes(explorer));
        let before = meter.nodes();
        let result = self.exhaust_children(explorer, meter, allowance, above);
        if leaf {
            self.remember(node, meter.nodes() - before);
            self.tree.fold(node, extent);
            explorer.forget(mark);
        }
        result
    }

    fn exhaust_children<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        allowance: &mut u64,
        above: Bounds,
    ) -> Search<()> {
        let node = self.current();
        self.refresh();
        let focus = self.scheme.focus(self.tree.info(0));
        for child in self.tree.by_urgency(&self.scheme, node, focus) {
            let here = self.relevant(node, above);
            if *allowance == 0 || self.solved(node) || here.low >= here.high {
                break;
            }
            let there = self.relevant(child, here);
            if self.solved(child) || there.low >= there.high {
                continue;
            }
            explorer.enter(child);
            self.path.push(child);
            let result = deep::<Bounds, _>(self.path.len() as u32, || {
                self.exhaust(explorer, meter, allowance, here)
            });
            self.path.pop();
            explorer.leave();
            self.refresh();
            result?;
        }
        Ok(())
    }

    /// Remembers all solved nodes of a DAG that took some work.
    fn remember_all(&mut self) {
        if self.options.dag && S::SAID_BY_BOUNDS && self.low_memory.table.is_none() {
            self.low_memory.table = Some(Table::new(self.options.max_bytes / TABLE_SHARE));
        }
        for node in 0..self.tree.len() as u32 {
            if !self.tree.is_leaf(node) && self.solved(node) {
                self.remember(node, 1);
            }
        }
    }

    /// Remembers what was proved of a node by searching so many nodes.
    fn remember(&mut self, node: u32, nodes: u64) {
        if let (Some(table), Some(key)) = (&mut self.low_memory.table, self.tree.key(node)) {
            let Bounds { low, high } = self.scheme.bounds(self.tree.info(node));
            let work = Entry::work_of(nodes);
            table.put(key, Entry { low: low.0, high: high.0, best: NO_MOVE, work });
        }
    }

    /// The relevancy bounds of a node, given those of the node above (Section 3.5): with none between
    /// them its value cannot matter (Prop. 18).
    fn relevant(&self, node: u32, above: Bounds) -> Bounds {
        let own = self.scheme.bounds(self.tree.info(node));
        Bounds { low: above.low.max(own.low), high: above.high.min(own.high) }
    }
}
