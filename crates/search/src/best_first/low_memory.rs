//! What to do when memory is short, besides collecting garbage.
//!
//! A collection removes subtrees, and the nodes solved in them. If a proof does not fit into the
//! memory, a search that only collects would create and remove the same nodes for ever. So after
//! every collection the most urgent leaf is searched depth first, which takes memory for one path
//! only. As long as each collection keeps more solved nodes than the one before, that search is
//! short; each time it does not, the collection removes twice as much and the depth-first search
//! may take twice as long. In the end the whole tree is searched depth first, so the search ends
//! whenever a path fits into its memory. In a DAG, where a node can be reached by many paths, a
//! table stores what was proved about nodes.

use std::time::{Duration, Instant};

use ludex_game::{Bounds, Outcome};

use super::explorer::Explorer;
use super::scheme::{Facts, Scheme};
use super::search::{BestFirst, LoopOptions};
use super::tree::NONE;
use crate::budget::{Meter, Search, Stopped, deep};
use crate::key::{Key, StateKeys};
use crate::table::{Entry, NO_MOVE, Table};

/// The memory is divided by this for the table of what was proved about nodes of a DAG.
const TABLE_SHARE: usize = 2;

/// The history of garbage collections of a search.
#[derive(Default)]
pub(super) struct LowMemory {
    /// The largest number of solved nodes that were left after a collection.
    most_solved: usize,
    /// The number of consecutive collections that did not exceed it.
    stalls: u32,
    /// What was proved about nodes of a DAG, which may have been removed since.
    table: Option<Table>,
    /// How long the last collection took for every node.
    per_node: Option<Duration>,
}

/// How long a collection takes for every node, before one was measured.
const PER_NODE: Duration = Duration::from_nanos(120);

impl LowMemory {
    /// Returns the memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.table.as_ref().map_or(0, Table::bytes)
    }

    /// Returns how long the next collection will take.
    fn collection_time(&self, nodes: usize) -> Duration {
        let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
        self.per_node.unwrap_or(PER_NODE).saturating_mul(nodes)
    }

    /// Adds what the table knows about a node.
    #[inline]
    pub fn recall(&self, facts: &mut Facts) {
        if let Some(table) = &self.table
            && let Some(Entry { low, high, .. }) = table.get(entry_key(facts.key))
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
    /// Collects garbage if the tree is too large.
    pub fn collect_if_full<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<()> {
        if !self.is_too_large(explorer) {
            return Ok(());
        }
        let allowance = self.collect(explorer, meter)?;
        self.search_urgent_leaf(explorer, meter, allowance)
    }

    /// Collects garbage. Returns the number of nodes that may be searched depth first afterwards: none
    /// if memory is not short, but only the next run could not read as large a tree in time.
    /// Where the time of the budget is not enough for it, the search stops: it would end too late.
    pub fn collect<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<u64> {
        let (nodes, start) = (self.tree.len(), Instant::now());
        if !meter.has_time_for(self.low_memory.collection_time(nodes)) {
            return Err(Stopped::Time);
        }
        self.peak = self.peak.max(self.bytes(explorer));
        let short = self.exceeds_memory(explorer);
        if short {
            self.remember_all();
        }
        let per_node = self.tree.bytes() / nodes + explorer.bytes_per_node() + 8;
        let rest = self.options.max_bytes.saturating_sub(self.low_memory.bytes());
        let saved = self.max_saved / (self.saved_size().bytes / nodes as u64).max(1);
        let saved = usize::try_from(saved).unwrap_or(usize::MAX);
        let room = (rest / per_node).min(saved).max(1);
        let stalls = self.low_memory.stalls.min(usize::BITS - 2);
        let LoopOptions { prune, images, .. } = self.options;
        let kept = self.tree.collect(&self.scheme, (room / 2) >> stalls, (prune, images));
        explorer.keep(&kept);
        self.renumbered = true;
        let unknown = self.restored > 0 || kept.contains(&NONE);
        self.restored = if unknown { kept.len() } else { 0 };
        self.creators.clear();
        if images && unknown {
            self.creators = self.tree.creators();
        }
        self.path.restart();
        let solved = (0..self.tree.len() as u32).filter(|&node| self.solved(node)).count();
        self.low_memory.after_collection(solved);
        self.low_memory.per_node = start.elapsed().checked_div(nodes as u32);
        Ok(if short { (room as u64).saturating_mul(1 << stalls) } else { 0 })
    }

    /// Searches the most urgent leaf depth first, at most this number of nodes.
    pub fn search_urgent_leaf<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        mut allowance: u64,
    ) -> Search<()> {
        if allowance == 0 || !self.descend() {
            return Ok(());
        }
        let whole = Bounds { low: Outcome::WORST, high: Outcome(u16::MAX) };
        let above = self.path.nodes().iter().fold(whole, |above, &node| self.relevant(node, above));
        let result = self.search_depth_first(explorer, meter, &mut allowance, above);
        self.climb(true);
        match result {
            // If nothing else can be removed, a path that does not fit never will.
            Err(Stopped::Memory) if self.tree.len() > 1 => Ok(()),
            result => result,
        }
    }

    /// Searches below the current node until it is solved, cannot affect the root any more, or the
    /// allowed number of nodes is unfolded. Of the nodes below a leaf only its value is kept.
    fn search_depth_first<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        allowance: &mut u64,
        above: Bounds,
    ) -> Search<()> {
        let node = self.current();
        if self.path.nodes().len() > self.tree.len() {
            // It has come from a forged checkpoint, as in a descent.
            return Err(Stopped::Checkpoint);
        }
        let leaf = self.tree.is_leaf(node);
        let (extent, mark) = (self.tree.extent(), explorer.mark());
        if leaf {
            if self.exceeds_memory(explorer) {
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
            self.follow(explorer)?;
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
            self.path.enter(child);
            let result = deep::<Bounds, _>(self.path.nodes().len() as u32, || {
                self.search_depth_first(explorer, meter, allowance, here)
            });
            self.path.leave();
            self.refresh();
            result?;
        }
        Ok(())
    }

    /// Stores all solved nodes of a DAG that took enough work.
    fn remember_all(&mut self) {
        if self.options.dag && S::SAID_BY_BOUNDS && self.low_memory.table.is_none() {
            self.low_memory.table =
                Some(Table::new(StateKeys::PLAIN, self.options.max_bytes / TABLE_SHARE));
        }
        for node in 0..self.tree.len() as u32 {
            if !self.tree.is_leaf(node) && self.solved(node) {
                self.remember(node, 1);
            }
        }
    }

    /// Stores what was proved about a node by searching this number of nodes.
    fn remember(&mut self, node: u32, nodes: u64) {
        if let (Some(table), Some(key)) = (&mut self.low_memory.table, self.tree.key(node)) {
            let Bounds { low, high } = self.scheme.bounds(self.tree.info(node));
            let work = Entry::work_of(nodes);
            table.put(entry_key(key), Entry { low: low.0, high: high.0, best: NO_MOVE, work });
        }
    }

    /// Returns the relevancy bounds of a node, given those of its parent [Saf13, Section 3.5]: if
    /// they leave nothing open, the value of the node cannot affect the root [Saf13, Prop. 18].
    fn relevant(&self, node: u32, above: Bounds) -> Bounds {
        let own = self.scheme.bounds(self.tree.info(node));
        Bounds { low: above.low.max(own.low), high: above.high.min(own.high) }
    }
}

/// Returns the key of an entry, from the key of a node, which stands for its state by itself.
fn entry_key(key: u64) -> Key {
    Key { place: key, check: 0 }
}
