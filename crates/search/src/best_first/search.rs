//! The search loop, once for all schemes and explorers [Saf13, Algorithms 2 and 8].
//!
//! Descend to the most urgent leaf, unfold it, back up what changed, until the root is solved.
//!
//! In a DAG (PNT, PPT) a node has several parents. A descent backs up along its own path only; the
//! other parents are updated when a descent reaches them: a node is updated before one of its
//! children is chosen. The descent continues from there, unless something was decided: restarting
//! at the root whenever a number has changed could take time proportional to the number of paths
//! through the DAG. A node is marked solved only if its children at that time justify it, so no
//! mark is ever wrong. Sums over the children count a leaf twice that can be reached through two of
//! them (the double-count problem); that makes a proof number an overestimate, never a wrong proof,
//! and is accepted, as in \[SAU94\].

use ludex_game::Bounds;

use super::explorer::Explorer;
use super::found_below::FoundBelow;
use super::games::CheckpointSize;
use super::low_memory::LowMemory;
use super::path::Path;
use super::scheme::{Facts, Needs, Player, Scheme};
use super::tree::Tree;
use crate::budget::{Meter, Search, Stopped};

/// Options of the loop. They do not change the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LoopOptions {
    /// Merge nodes with equal keys.
    pub dag: bool,
    /// Nodes with equal keys can be mirror images, with other children.
    pub images: bool,
    /// The current-node shortcut: start the next descent at the lowest node above which nothing
    /// changed.
    pub shortcut: bool,
    /// Unfold a leaf by a search of its own (PN², PP²).
    pub second_level: bool,
    /// Remove what cannot affect the root any more [Saf13, Prop. 18] when memory is short.
    pub prune: bool,
    /// Memory for the tree.
    pub max_bytes: usize,
}

/// Says whether a search is to pause, given the size of a checkpoint.
pub(super) type Pause<'p> = dyn FnMut(&mut Meter, CheckpointSize) -> bool + 'p;

/// A best-first search: the tree so far, and the path of the last descent.
pub(super) struct BestFirst<S: Scheme> {
    pub scheme: S,
    pub options: LoopOptions,
    pub tree: Tree<S::Part>,
    /// The path from the root to the current node.
    pub path: Path,
    /// The nodes unfolded by this search itself, without its second level.
    pub expansions: u64,
    /// The nodes created, on both levels.
    pub created: u64,
    /// The largest memory use so far, if it was larger than now.
    pub peak: usize,
    /// The number of nodes that may be unknown to the explorer, as they were read from a checkpoint;
    /// it knows those with larger numbers.
    pub restored: usize,
    /// The nodes from which those of a checkpoint were created, if nodes can be mirror images.
    pub creators: Vec<u32>,
    /// Whether nodes got new numbers since the last checkpoint.
    pub renumbered: bool,
    /// The size of the largest checkpoint that may be left to the next run.
    pub max_saved: u64,
    /// Whether the descent has updated nodes (DAG only), so that their ancestors must be updated.
    stale: bool,
    pub low_memory: LowMemory,
    pub children: Vec<Facts>,
    /// The places of the children that are new nodes.
    fresh: Vec<u32>,
}

impl<S: Scheme> BestFirst<S> {
    pub fn new(scheme: S, options: LoopOptions) -> Self {
        let tree = Tree::new(scheme.width(), options.dag);
        BestFirst {
            scheme,
            options,
            tree,
            path: Path::default(),
            expansions: 0,
            created: 0,
            peak: 0,
            restored: 0,
            creators: Vec::new(),
            renumbered: false,
            max_saved: u64::MAX,
            stale: false,
            low_memory: LowMemory::default(),
            children: Vec::new(),
            fresh: Vec::new(),
        }
    }

    /// Returns the bounds of the value of the root.
    pub fn bounds(&self) -> Bounds {
        self.scheme.bounds(self.tree.info(0))
    }

    /// Searches until `enough` accepts the bounds of the root or `pause` returns true. The next call
    /// continues as if there had been no pause.
    pub fn run<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut Pause<'_>,
    ) -> Search<()> {
        self.start(explorer)?;
        let mut done = enough(self.bounds());
        while !done && !pause(meter, self.saved_size()) {
            self.round(explorer, meter)?;
            // What is known of the root changes only when something is backed up to it.
            done = self.path.is_at_root() && enough(self.bounds());
            if !done && self.is_too_large(explorer) {
                let allowance = self.collect(explorer, meter)?;
                // A checkpoint takes longer now, as all of it is new.
                pause(meter, self.saved_size());
                self.search_urgent_leaf(explorer, meter, allowance)?;
                done = enough(self.bounds());
            }
        }
        Ok(())
    }

    /// Runs one iteration of the loop.
    pub fn round<'g>(&mut self, explorer: &mut dyn Explorer<'g>, meter: &mut Meter) -> Search<()> {
        if self.descend() {
            meter.node()?;
            self.extend(explorer, meter)?;
            let changed = self.refresh();
            self.climb(changed);
        }
        Ok(())
    }

    /// Creates the root, unless this continues an earlier search.
    pub fn start<'g>(&mut self, explorer: &mut dyn Explorer<'g>) -> Search<()> {
        if self.tree.is_empty() {
            let root = explorer.start(self.scheme.needs())?;
            self.tree.push(&self.scheme, &root);
            self.created += 1;
            self.path.restart();
        }
        Ok(())
    }

    /// Descends from the current node to its most urgent leaf. Returns false if a node on the way
    /// turned out to be decided: then the root may have changed.
    pub fn descend(&mut self) -> bool {
        let focus = self.scheme.focus(self.tree.info(0));
        loop {
            let node = self.current();
            // A path through more nodes than there are has come from a forged checkpoint; it is
            // refused when its end is unfolded, which is no leaf.
            if self.tree.is_leaf(node) || self.path.nodes().len() > self.tree.len() {
                return true;
            }
            if self.options.dag {
                let bounds = self.scheme.bounds(self.tree.info(node));
                self.stale |= self.refresh();
                if self.scheme.bounds(self.tree.info(node)) != bounds {
                    self.climb(true);
                    return false;
                }
            }
            let child = self.tree.select(&self.scheme, node, focus);
            self.path.enter(child);
        }
    }

    #[inline]
    pub fn current(&self) -> u32 {
        self.path.current()
    }

    /// Unfolds the current node, a leaf.
    fn extend<'g>(&mut self, explorer: &mut dyn Explorer<'g>, meter: &mut Meter) -> Search<()> {
        if self.options.second_level {
            let mut below = self.second_level(explorer);
            self.follow(explorer)?;
            let mut there = explorer.here();
            let looked = below.look_ahead(&mut *there, meter, self.expansions.max(1));
            self.peak = self.peak.max(self.bytes(explorer) + below.bytes(&*there));
            looked?;
            self.unfold(explorer, Some(&below.found()))
        } else {
            self.unfold(explorer, None)
        }
    }

    /// Makes a search like this one for one leaf. It may use the memory that is left.
    pub fn second_level<'g>(&self, explorer: &dyn Explorer<'g>) -> BestFirst<S> {
        let max_bytes = self.options.max_bytes.saturating_sub(self.bytes(explorer));
        let options = LoopOptions { second_level: false, max_bytes, ..self.options };
        BestFirst::new(self.scheme.clone(), options)
    }

    /// Searches below the current leaf with the growth control of [Saf13, Section 3.7.5]: at most
    /// as many descents as the main search has made so far. Ends early if the leaf is solved or
    /// memory is short.
    pub fn look_ahead<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        descents: u64,
    ) -> Search<()> {
        self.start(explorer)?;
        while self.expansions < descents && !self.solved(0) {
            if self.descend() {
                meter.node()?;
                self.unfold(explorer, None)?;
                let changed = self.refresh();
                self.climb(changed);
                if self.exceeds_memory(explorer) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Returns whether a node is solved: nothing more can be learnt about it by this scheme.
    pub fn solved(&self, node: u32) -> bool {
        self.tree.is_solved(&self.scheme, node)
    }

    /// Adds the children of the current node. Values found by a search below it are used where
    /// there are some.
    pub fn unfold<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        below: Option<&FoundBelow>,
    ) -> Search<()> {
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let node = self.current();
        // The values found by the search below replace those of new children.
        let needs = if below.is_some() { Needs::default() } else { self.scheme.needs() };
        self.follow(explorer)?;
        explorer.unfold(needs, &mut children)?;
        if self.restored > 0 && (children.is_empty() || !self.tree.is_leaf(node)) {
            // The checkpoint takes a final state for an open one, or a node is below itself.
            return Err(Stopped::Checkpoint);
        }
        self.fresh.clear();
        let first = self.tree.next_child();
        for (place, facts) in children.iter_mut().enumerate() {
            self.low_memory.recall(facts);
            let seen = self.tree.find(facts.key);
            let child = seen.unwrap_or_else(|| {
                self.fresh.push(place as u32);
                self.tree.push(&self.scheme, facts)
            });
            self.tree.link(child);
            if (child as usize) < self.restored && self.creators.is_empty() {
                explorer.assign(child, place as u32);
            }
            if let Some(below) = below {
                let value = self.tree.info_mut(child);
                below.copy_child(place, facts.key, seen.is_some(), value);
            }
        }
        explorer.adopt(&self.fresh);
        self.created += self.fresh.len() as u64 + below.map_or(0, |below| below.created);
        self.tree.close(node, first, children.len())?;
        self.children = children;
        self.expansions += 1;
        Ok(())
    }

    /// Backs up from the current node, which is up to date, until nothing changes any more (without
    /// the shortcut: up to the root). The last node visited becomes the current one.
    pub fn climb(&mut self, mut changed: bool) {
        while !self.path.is_at_root() && (changed || self.stale || !self.options.shortcut) {
            self.path.leave();
            changed = self.refresh();
        }
        self.stale = false;
    }

    /// Updates the current node from its children. Returns whether that changed it.
    pub fn refresh(&mut self) -> bool {
        self.tree.refresh(&self.scheme, self.current())
    }

    /// Returns the memory in use, in bytes.
    pub fn bytes<'g>(&self, explorer: &dyn Explorer<'g>) -> usize {
        self.tree.bytes() + self.tree.len() * explorer.bytes_per_node() + self.low_memory.bytes()
    }

    /// Returns the place of a child of the root that is as good as the root, if the root is
    /// decided.
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

    /// Returns whether the tree, with what a collection needs, exceeds its memory, or is too large to
    /// be left to the next run.
    pub fn is_too_large<'g>(&self, explorer: &dyn Explorer<'g>) -> bool {
        self.saved_size().bytes > self.max_saved || self.exceeds_memory(explorer)
    }

    /// Returns whether the tree, with what a collection needs, exceeds its memory.
    pub fn exceeds_memory<'g>(&self, explorer: &dyn Explorer<'g>) -> bool {
        self.bytes(explorer) + self.tree.len() * 8 > self.options.max_bytes
    }
}
