//! The nodes of a best-first search, in arrays: 8 bytes and the information value for a node.
//!
//! In a tree the children of a node are adjacent, so that a node stores only the first. In a DAG
//! they can be anywhere: then `edges` lists their numbers, and a node stores its first edge.

use std::cmp::Ordering;

use hashbrown::HashTable;
use ludex_base::sort_by;
use ludex_game::Agent;

use super::scheme::{Facts, Kind, Player, Scheme};
use crate::budget::{Search, Stopped};

pub(super) const NONE: u32 = u32::MAX;

/// The number of parts of the table of a DAG that are filled one after the other, and of nodes that wait
/// before they are added to one of them, of which several come to every line of the cache.
const PARTS: usize = 256;
const WAITING: usize = 1 << 14;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The first child (tree) or the edge to it (DAG); [`NONE`] for a leaf.
    pub first: u32,
    pub count: u16,
    pub player: Player,
    /// 0 for [`Kind::Conjunction`], otherwise 1 more than the agent to move.
    pub kind: u8,
}

impl Node {
    pub fn leaf(player: Player, kind: Kind) -> Node {
        let kind = match kind {
            Kind::Conjunction => 0,
            Kind::Moves(agent) => agent.0.saturating_add(1),
        };
        Node { first: NONE, count: 0, player, kind }
    }

    #[inline]
    pub fn kind(self) -> Kind {
        self.kind.checked_sub(1).map_or(Kind::Conjunction, |agent| Kind::Moves(Agent(agent)))
    }
}

pub(super) struct Tree<P> {
    /// The number of parts of an information value.
    pub(super) width: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) infos: Vec<P>,
    /// The nodes that have children, in the order in which they were unfolded: their lists of
    /// children come one after the other. Every node is first listed when it is created, so that
    /// the lists name the nodes for the first time in the order of their numbers.
    pub(super) unfolded: Vec<u32>,
    /// A buffer for a value.
    scratch: Vec<P>,
    pub(super) dag: Option<Dag>,
}

/// The number of nodes and edges at some time.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub nodes: u32,
    edges: usize,
    unfolded: usize,
}

/// The additional data of a DAG.
#[derive(Default)]
pub(super) struct Dag {
    pub edges: Vec<u32>,
    pub keys: Vec<u64>,
    pub numbers: HashTable<u32>,
}

impl<P: Copy + PartialEq> Tree<P> {
    pub fn new(width: usize, dag: bool) -> Tree<P> {
        let dag = dag.then(Dag::default);
        let (nodes, infos, unfolded, scratch) = Default::default();
        Tree { width, nodes, infos, unfolded, scratch, dag }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        let dag = self
            .dag
            .as_ref()
            .map_or(0, |dag| 4 * dag.edges.len() + 8 * dag.keys.len() + 8 * dag.numbers.len());
        let unfolded = self.unfolded.len() * size_of::<u32>();
        self.nodes.len() * (size_of::<Node>() + self.width * size_of::<P>()) + unfolded + dag
    }

    #[inline]
    pub fn info(&self, node: u32) -> &[P] {
        &self.infos[node as usize * self.width..][..self.width]
    }

    #[inline]
    pub fn info_mut(&mut self, node: u32) -> &mut [P] {
        &mut self.infos[node as usize * self.width..][..self.width]
    }

    #[inline]
    pub fn player(&self, node: u32) -> Player {
        self.nodes[node as usize].player
    }

    #[inline]
    pub fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].first == NONE
    }

    /// Returns the number of children of a node.
    pub fn count(&self, node: u32) -> usize {
        usize::from(self.nodes[node as usize].count)
    }

    /// Returns the n-th child of a node that is not a leaf.
    #[inline]
    pub fn child(&self, node: u32, place: usize) -> u32 {
        let at = self.nodes[node as usize].first + place as u32;
        match &self.dag {
            None => at,
            Some(dag) => dag.edges[at as usize],
        }
    }

    #[inline]
    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let Node { first, count, .. } = self.nodes[node as usize];
        let edges = self.dag.as_ref().map(|dag| &dag.edges[..]);
        (first..first.wrapping_add(u32::from(count))).map(move |at| match edges {
            None => at,
            Some(edges) => edges[at as usize],
        })
    }

    /// Returns whether a node is solved by the scheme: nothing below it can change its value.
    #[inline]
    pub fn is_solved<S: Scheme<Part = P>>(&self, scheme: &S, node: u32) -> bool {
        scheme.solved(self.info(node))
    }

    /// Adds a leaf; returns its number.
    #[inline]
    pub fn push<S: Scheme<Part = P>>(&mut self, scheme: &S, facts: &Facts) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(Node::leaf(facts.player, facts.kind));
        scheme.evaluate(facts, &mut self.infos);
        if let Some(dag) = &mut self.dag {
            dag.enter(facts.key);
        }
        number
    }

    /// Returns the key of a node, if nodes have keys.
    pub fn key(&self, node: u32) -> Option<u64> {
        self.dag.as_ref().map(|dag| dag.keys[node as usize])
    }

    /// Returns the node with this key, if nodes have keys.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        let dag = self.dag.as_ref()?;
        dag.numbers.find(key, |&number| dag.keys[number as usize] == key).copied()
    }

    /// Returns where the children of the next node to be given children begin.
    pub fn next_child(&self) -> usize {
        self.dag.as_ref().map_or(self.nodes.len(), |dag| dag.edges.len())
    }

    /// Adds a child to the node that is being given children.
    #[inline]
    pub fn link(&mut self, child: u32) {
        if let Some(dag) = &mut self.dag {
            dag.edges.push(child);
        }
    }

    /// Ends the list of children of a former leaf.
    pub fn close(&mut self, node: u32, first: usize, count: usize) -> Search<()> {
        if self.nodes.len() >= NONE as usize || self.next_child() >= NONE as usize {
            return Err(Stopped::Memory);
        }
        let count = u16::try_from(count).map_err(|_| Stopped::Memory)?;
        self.unfolded.push(node);
        let node = &mut self.nodes[node as usize];
        (node.first, node.count) = (first as u32, count);
        Ok(())
    }

    /// Gives the unfolded nodes their children, of which the numbers are told, where all nodes are
    /// leaves. Returns None unless that uses up all the places for children.
    pub fn list(&mut self, counts: &[u16]) -> Option<()> {
        // In a tree the root is the child of no node.
        let (mut next, places) = match &self.dag {
            None => (1, self.nodes.len().max(1)),
            Some(dag) => (0, dag.edges.len()),
        };
        for (&node, &count) in self.unfolded.iter().zip(counts) {
            let leaf = self.nodes.get_mut(node as usize).filter(|leaf| leaf.first == NONE)?;
            (leaf.first, leaf.count) = (next, count);
            next = next.checked_add(u32::from(count)).filter(|_| count > 0)?;
        }
        (self.unfolded.len() == counts.len() && next as usize == places).then_some(())
    }

    /// Returns the current size, for [`Tree::fold`].
    pub fn extent(&self) -> Extent {
        let edges = self.dag.as_ref().map_or(0, |dag| dag.edges.len());
        Extent { nodes: self.nodes.len() as u32, edges, unfolded: self.unfolded.len() }
    }

    /// Makes a node a leaf again, and removes everything added since: what is below the node.
    pub fn fold(&mut self, node: u32, to: Extent) {
        let nodes = to.nodes as usize;
        if let Some(dag) = &mut self.dag {
            dag.edges.truncate(to.edges);
            dag.leave(to.nodes);
        }
        self.nodes.truncate(nodes);
        self.infos.truncate(nodes * self.width);
        self.unfolded.truncate(to.unfolded);
        let node = &mut self.nodes[node as usize];
        (node.first, node.count) = (NONE, 0);
    }

    /// Updates a node from its children. Returns whether that changed it.
    #[inline]
    pub fn refresh<S: Scheme<Part = P>>(&mut self, scheme: &S, node: u32) -> bool {
        // Unlike the field this is a constant for most schemes.
        match scheme.width() {
            1 => self.refresh_parts::<1, S>(scheme, node),
            2 => self.refresh_parts::<2, S>(scheme, node),
            width => self.refresh_slice(scheme, node, width),
        }
    }

    /// Updates a node whose value has this number of parts.
    #[inline]
    fn refresh_parts<const WIDTH: usize, S: Scheme<Part = P>>(
        &mut self,
        scheme: &S,
        node: u32,
    ) -> bool {
        let at = node as usize * WIDTH;
        let Some(&old) = self.infos[at..].first_chunk::<WIDTH>() else { return false };
        let mut new = old;
        self.recompute(scheme, node, &mut new);
        self.infos[at..at + WIDTH].copy_from_slice(&new);
        new != old
    }

    /// Updates a node whose value has this number of parts.
    fn refresh_slice<S: Scheme<Part = P>>(&mut self, scheme: &S, node: u32, width: usize) -> bool {
        let own = node as usize * width..(node as usize + 1) * width;
        let mut info = std::mem::take(&mut self.scratch);
        info.clear();
        info.extend_from_slice(&self.infos[own.clone()]);
        self.recompute(scheme, node, &mut info);
        let changed = self.infos[own.clone()] != info[..];
        self.infos[own].copy_from_slice(&info);
        self.scratch = info;
        changed
    }

    /// Updates a value of a node from its children.
    #[inline]
    pub fn recompute<S: Scheme<Part = P>>(&self, scheme: &S, node: u32, info: &mut [P]) {
        let (width, node) = (scheme.width(), self.nodes[node as usize]);
        let (player, kind) = (node.player, node.kind());
        match (&self.dag, width) {
            // The same as below, without a division: three outcomes are most common.
            (None, 2) => scheme.update(player, kind, self.adjacent(node, 2).chunks_exact(2), info),
            (None, _) => {
                scheme.update(player, kind, self.adjacent(node, width).chunks_exact(width), info);
            }
            (Some(dag), _) => {
                let infos = dag.edges_of(node).iter().map(|&child| self.value(child, width));
                scheme.update(player, kind, infos, info);
            }
        }
    }

    /// Returns the value of a node, which has this number of parts.
    #[inline]
    fn value(&self, node: u32, width: usize) -> &[P] {
        &self.infos[node as usize * width..][..width]
    }

    /// Returns the values of the children of a node of a tree, which have this number of parts
    /// each.
    #[inline]
    fn adjacent(&self, node: Node, width: usize) -> &[P] {
        let first = node.first as usize * width;
        self.infos.get(first..first + usize::from(node.count) * width).unwrap_or_default()
    }

    /// Returns the first of the most urgent children.
    #[inline]
    pub fn select<S: Scheme<Part = P>>(&self, scheme: &S, node: u32, focus: S::Focus) -> u32 {
        let width = scheme.width();
        let (parent, node) = (self.value(node, width), self.nodes[node as usize]);
        let urgency = |child| scheme.urgency(node.player, focus, parent, child);
        match (&self.dag, width) {
            (None, 2) => {
                let infos = self.adjacent(node, 2).chunks_exact(2);
                node.first + first_greatest(infos.map(urgency)) as u32
            }
            (None, _) => {
                let infos = self.adjacent(node, width).chunks_exact(width);
                node.first + first_greatest(infos.map(urgency)) as u32
            }
            (Some(dag), _) => {
                let edges = dag.edges_of(node);
                let infos = edges.iter().map(|&child| self.value(child, width));
                edges[first_greatest(infos.map(urgency))]
            }
        }
    }

    /// Returns the children of a node, the most urgent first.
    pub fn by_urgency<S: Scheme<Part = P>>(
        &self,
        scheme: &S,
        node: u32,
        focus: S::Focus,
    ) -> Vec<u32> {
        let (player, parent) = (self.player(node), self.info(node));
        let urgency = |&child: &u32| scheme.urgency(player, focus, parent, self.info(child));
        let mut children: Vec<u32> = self.children(node).collect();
        sort_by(&mut children, |a, b| {
            urgency(b).partial_cmp(&urgency(a)).unwrap_or(Ordering::Equal)
        });
        children
    }
}

/// Returns the place of the first of the greatest items.
#[inline]
fn first_greatest<T: PartialOrd + Copy>(mut items: impl Iterator<Item = T>) -> usize {
    let mut most = items.next().expect("inner nodes have children");
    let mut best = 0;
    for (place, item) in items.enumerate() {
        if item > most {
            (best, most) = (place + 1, item);
        }
    }
    best
}

impl Dag {
    /// Returns the children of a node.
    #[inline]
    fn edges_of(&self, node: Node) -> &[u32] {
        let first = node.first as usize;
        self.edges.get(first..first + usize::from(node.count)).unwrap_or_default()
    }

    /// Removes the keys of the nodes from this number on.
    fn leave(&mut self, from: u32) {
        for (number, &key) in self.keys.iter().enumerate().skip(from as usize) {
            if let Ok(entry) = self.numbers.find_entry(key, |&other| other as usize == number) {
                entry.remove();
            }
        }
        self.keys.truncate(from as usize);
    }

    /// Returns the nodes with these keys, without edges.
    pub fn with_keys(keys: Vec<u64>) -> Dag {
        let mut filler = TableFiller::new(HashTable::with_capacity(keys.len()));
        filler.add(&keys);
        Dag { edges: Vec::new(), numbers: filler.finish(), keys }
    }

    pub fn enter(&mut self, key: u64) {
        let number = self.keys.len() as u32;
        self.keys.push(key);
        let keys = &self.keys;
        self.numbers.insert_unique(key, number, |&other| keys[other as usize]);
    }
}

/// Fills the table of a DAG with nodes whose keys come one after the other. They wait until there are
/// many of a part of the table: at random places every node would have to wait for the memory.
pub(super) struct TableFiller {
    numbers: HashTable<u32>,
    /// The keys and numbers of the nodes that wait, by their part of the table.
    waiting: Vec<(Vec<u64>, Vec<u32>)>,
    next: u32,
}

impl TableFiller {
    /// Fills an empty table, which has room for all nodes that will come.
    pub fn new(numbers: HashTable<u32>) -> TableFiller {
        TableFiller { numbers, waiting: vec![Default::default(); PARTS], next: 0 }
    }

    /// Adds the next nodes.
    pub fn add(&mut self, keys: &[u64]) {
        let last = self.numbers.num_buckets().saturating_sub(1);
        let shift = (last + 1).ilog2().saturating_sub(PARTS.ilog2());
        for (number, &key) in (self.next..).zip(keys) {
            let part = &mut self.waiting[(key as usize & last) >> shift];
            part.0.push(key);
            part.1.push(number);
            if part.0.len() == WAITING {
                insert(&mut self.numbers, part);
            }
        }
        self.next += keys.len() as u32;
    }

    /// Returns the table.
    pub fn finish(mut self) -> HashTable<u32> {
        self.waiting.iter_mut().for_each(|part| insert(&mut self.numbers, part));
        self.numbers
    }
}

/// Adds nodes to a table that has room for them.
fn insert(numbers: &mut HashTable<u32>, (keys, nodes): &mut (Vec<u64>, Vec<u32>)) {
    for (key, node) in keys.drain(..).zip(nodes.drain(..)) {
        // It never grows, so that nobody asks for the key of another node.
        numbers.insert_unique(key, node, |_| 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::mix;

    /// Tables that are filled at once find every node, also where more nodes come to one part than wait.
    #[test]
    fn all_keys_are_found_in_a_table_that_was_filled_at_once() {
        let one_part = |key: u64| mix(key) & !0xff00;
        for (count, key) in [(0, mix as fn(u64) -> u64), (1, mix), (300, mix), (70_000, mix)]
            .into_iter()
            .chain([(20_000, one_part as fn(u64) -> u64)])
        {
            let dag = Dag::with_keys((0..count).map(key).collect());
            for (number, &key) in (0..).zip(&dag.keys) {
                let found = dag.numbers.find(key, |&node| dag.keys[node as usize] == key);
                assert_eq!(found, Some(&number), "{count}");
            }
            assert_eq!(dag.numbers.len(), dag.keys.len());
        }
    }
}
