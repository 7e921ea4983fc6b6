//! The loop: Algorithms 2 and 8, once for all schemes and explorers.
//!
//! Descend to the most urgent leaf, unfold it, back up what changed, until the root is solved.
//!
//! In a DAG (PNT, PPT) a node has several parents. As is usual, a descent backs up along its own
//! path; what other parents have not been told yet they find out when a descent comes by: a node is
//! brought up to date before one of its children is chosen. The descent goes on from there, unless
//! something was decided: to start again at the root whenever a number has changed could take as
//! long as there are ways through the DAG. Every solved mark is justified by the
//! children of its node at the time it was set, so none is ever wrong. Sums over the children count
//! a leaf twice that can be reached by two of them (the double-count problem); that makes a
//! proof number an overestimate, never a wrong proof, and is left so, as Schijf et al. do.

use ludex_game::Bounds;

use super::explorer::Explorer;
use super::low_memory::LowMemory;
use super::scheme::{Facts, Needs, Player, Scheme};
use super::tree::Tree;
use crate::budget::{Meter, Search};

/// How to run the loop. Nothing here changes an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LoopOptions {
    /// Nodes with equal keys are one.
    pub dag: bool,
    /// The current-node shortcut: start the next descent where nothing changed above.
    pub shortcut: bool,
    /// Unfold a leaf by a search of its own (PN², PP²).
    pub second_level: bool,
    /// Drop what cannot matter any more (Prop. 18) when memory is short.
    pub prune: bool,
    /// Memory for the tree.
    pub max_bytes: usize,
}

/// A best-first search: the tree so far, and where the last descent was.
pub(super) struct BestFirst<S: Scheme> {
    pub scheme: S,
    pub options: LoopOptions,
    pub tree: Tree<S::Part>,
    /// The nodes from the root to the current node.
    pub path: Vec<u32>,
    /// Nodes unfolded by this search itself, without its second level.
    pub expansions: u64,
    /// Nodes made, on both levels.
    pub created: u64,
    /// The most memory used at a time, where that was more than now.
    pub peak: usize,
    /// The descent has brought nodes up to date (DAG only): those above are to be told.
    stale: bool,
    pub low_memory: LowMemory,
    children: Vec<Facts>,
}

impl<S: Scheme> BestFirst<S> {
    pub fn new(scheme: S, options: LoopOptions) -> Self {
        let tree = Tree::new(scheme.width(), options.dag);
        BestFirst {
            scheme,
            options,
            tree,
            path: Vec::new(),
            expansions: 0,
            created: 0,
            peak: 0,
            stale: false,
            low_memory: LowMemory::default(),
            children: Vec::new(),
        }
    }

    /// What is known of the value of the root.
    pub fn bounds(&self) -> Bounds {
        self.scheme.bounds(self.tree.info(0))
    }

    /// Searches until the bounds of the root are good enough, or until there is to be a pause: that is
    /// asked with the nodes counted so far. The next call goes on as if there had been none.
    pub fn run<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut dyn FnMut(u64) -> bool,
    ) -> Search<()> {
        self.start(explorer)?;
        while !enough(self.bounds()) && !pause(meter.nodes()) {
            self.round(explorer, meter)?;
            if !enough(self.bounds()) {
                self.stay_small(explorer, meter)?;
            }
        }
        Ok(())
    }

    /// One round of the loop.
    pub fn round<'g>(&mut self, explorer: &mut dyn Explorer<'g>, meter: &mut Meter) -> Search<()> {
        if self.descend(explorer) {
            meter.node()?;
            self.extend(explorer, meter)?;
            let changed = self.refresh();
            self.climb(explorer, changed);
        }
        Ok(())
    }

    /// Plants the root, unless this goes on with an earlier search.
    pub fn start<'g>(&mut self, explorer: &mut dyn Explorer<'g>) -> Search<()> {
        if self.tree.is_empty() {
            let root = explorer.start(self.scheme.needs())?;
            self.tree.push(&self.scheme, &root);
            self.created += 1;
            self.path = vec![0];
        }
        Ok(())
    }

    /// Goes on from the current node to its most urgent leaf. False if on the way something was
    /// found to be decided by now: then the root may have changed.
    pub fn descend<'g>(&mut self, explorer: &mut dyn Explorer<'g>) -> bool {
        let focus = self.scheme.focus(self.tree.info(0));
        loop {
            let node = self.current();
            if self.tree.is_leaf(node) {
                return true;
            }
            if self.options.dag {
                let bounds = self.scheme.bounds(self.tree.info(node));
                self.stale |= self.refresh();
                if self.scheme.bounds(self.tree.info(node)) != bounds {
                    self.climb(explorer, true);
                    return false;
                }
            }
            let child = self.tree.select(&self.scheme, node, focus);
            explorer.enter(child);
            self.path.push(child);
        }
    }

    pub fn current(&self) -> u32 {
        self.path[self.path.len() - 1]
    }

    /// Unfolds the current node, a leaf.
    fn extend<'g>(&mut self, explorer: &mut dyn Explorer<'g>, meter: &mut Meter) -> Search<()> {
        if self.options.second_level {
            let mut below = self.second_level(explorer);
            let mut there = explorer.here();
            let looked = below.look_ahead(&mut *there, meter, self.expansions.max(1));
            self.peak = self.peak.max(self.bytes(explorer) + below.bytes(&*there));
            looked?;
            self.unfold(explorer, Some(&below))
        } else {
            self.unfold(explorer, None)
        }
    }

    /// A search like this one, for one leaf. It may use what memory is left.
    pub fn second_level<'g>(&self, explorer: &dyn Explorer<'g>) -> BestFirst<S> {
        let max_bytes = self.options.max_bytes.saturating_sub(self.bytes(explorer));
        let options = LoopOptions { second_level: false, max_bytes, ..self.options };
        BestFirst::new(self.scheme.clone(), options)
    }

    /// The growth control of Section 3.7.5: a search at a leaf makes at most as many descents as the
    /// main search has made so far. It ends early where the leaf is solved or memory is short.
    pub fn look_ahead<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        descents: u64,
    ) -> Search<()> {
        self.start(explorer)?;
        while self.expansions < descents && !self.solved(0) {
            if self.descend(explorer) {
                meter.node()?;
                self.unfold(explorer, None)?;
                let changed = self.refresh();
                self.climb(explorer, changed);
                if self.outgrown(explorer) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether nothing more can be learnt about a node by this scheme.
    pub fn solved(&self, node: u32) -> bool {
        self.tree.is_solved(&self.scheme, node)
    }

    /// Adds the children of the current node. Where a search below has unfolded it too their values
    /// are taken from it.
    pub fn unfold<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        below: Option<&BestFirst<S>>,
    ) -> Search<()> {
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let node = self.current();
        // What the search below found replaces what a look at the children would.
        let needs = if below.is_some() { Needs::default() } else { self.scheme.needs() };
        explorer.unfold(needs, &mut children)?;
        let first = self.tree.next_child();
        for (place, facts) in children.iter_mut().enumerate() {
            self.low_memory.recall(facts);
            let seen = self.tree.find(facts.key);
            let child = seen.unwrap_or_else(|| {
                explorer.adopt(place);
                self.tree.push(&self.scheme, facts)
            });
            self.tree.link(child);
            self.created += u64::from(seen.is_none());
            if let Some(below) = below
                && let Some(looked) = below.tree.child_of_root(place, facts.key)
                && (seen.is_none() || below.solved(looked))
            {
                self.tree.info_mut(child).copy_from_slice(below.tree.info(looked));
            }
        }
        self.created += below.map_or(0, |below| below.created);
        self.tree.close(node, first, children.len())?;
        self.children = children;
        self.expansions += 1;
        Ok(())
    }

    /// Backs up from the current node, which is up to date, until nothing changes any more (without
    /// the shortcut: up to the root). The last node seen becomes the current one.
    pub fn climb<'g>(&mut self, explorer: &mut dyn Explorer<'g>, mut changed: bool) {
        while self.path.len() > 1 && (changed || self.stale || !self.options.shortcut) {
            self.path.pop();
            explorer.leave();
            changed = self.refresh();
        }
        self.stale = false;
    }

    /// Brings the current node up to date with its children. True if that changed it.
    pub fn refresh(&mut self) -> bool {
        self.tree.refresh(&self.scheme, self.current())
    }

    /// The memory in use.
    pub fn bytes<'g>(&self, explorer: &dyn Explorer<'g>) -> usize {
        self.tree.bytes() + self.tree.len() * explorer.bytes_per_node() + self.low_memory.bytes()
    }

    /// The place of a child of the root that is as good as the root, if the root is decided.
    pub fn witness(&self, decided: bool) -> Option<usize> {
        if !decided || self.tree.is_leaf(0) {
            return None;
        }
        let root = self.bounds();
        let as_good = |place: &usize| {
            let child = self.scheme.bounds(self.tree.info(self.tree.child(0, *place)));
            match self.tree.player(0) {
                Player::Max => child.low >= root.low,
                Player::Min => child.high <= root.high,
            }
        };
        (0..self.tree.count(0)).find(as_good)
    }

    /// Whether the tree, with what a collection takes, has outgrown its memory.
    pub fn outgrown<'g>(&self, explorer: &dyn Explorer<'g>) -> bool {
        self.bytes(explorer) + self.tree.len() * 8 > self.options.max_bytes
    }
}
