//! Colour refinement, and a search for automorphisms based on it.
//!
//! Two copies of a graph are coloured simultaneously: the new colour of a node is a hash of its own
//! colour and those of its neighbours. If the colours do not separate all nodes, a node of one
//! class is given a unique colour in each copy, and refinement continues. A map found this way is
//! checked edge by edge, so that soundness does not depend on the hashes being different.

use std::hash::Hasher;

use ludex_base::{Budget, mix};
use rustc_hash::{FxHashMap, FxHasher};

use super::graph::RuleGraph;

/// The number of nodes that may be coloured before the search is abandoned.
const MOST_WORK: usize = 10_000_000;

pub(super) struct Search<'g> {
    graph: &'g RuleGraph,
    work: usize,
    budget: &'g Budget,
}

type Colours = Vec<u64>;

impl<'g> Search<'g> {
    pub fn new(graph: &'g RuleGraph, budget: &'g Budget) -> Search<'g> {
        Search { graph, work: 0, budget }
    }

    pub fn is_exhausted(&self) -> bool {
        self.work > MOST_WORK || self.budget.poll().is_err()
    }

    /// Refines colours until they are stable.
    pub fn stable(&mut self, mut colours: Colours) -> Colours {
        let mut classes = count(&colours);
        while !self.is_exhausted() {
            self.work += colours.len();
            let next: Colours =
                (0..colours.len()).map(|node| self.colour(node, &colours)).collect();
            let more = count(&next);
            colours = next;
            if more == classes {
                break;
            }
            classes = more;
        }
        colours
    }

    /// Returns the refined colour of a node.
    fn colour(&self, node: usize, colours: &Colours) -> u64 {
        // A sum is independent of the order of the edges.
        let around = self.graph.edges[node].iter().map(|&(label, to)| {
            let mut hasher = FxHasher::default();
            hasher.write_u8(label);
            hasher.write_u64(colours[to as usize]);
            mix(hasher.finish())
        });
        let around = around.fold(0u64, u64::wrapping_add);
        mix(mix(colours[node]) ^ around)
    }

    /// Searches for an automorphism that maps one node to another.
    pub fn mapping(&mut self, colours: &Colours, from: u32, to: u32) -> Option<Vec<u32>> {
        self.both(colours, colours, from, to)
    }

    /// Searches for a map between two copies with corresponding colours that maps a node of one to
    /// a node of the other.
    fn both(&mut self, left: &Colours, right: &Colours, from: u32, to: u32) -> Option<Vec<u32>> {
        let left = self.stable(single_out(left, from));
        let right = self.stable(single_out(right, to));
        if self.is_exhausted() || !alike(&left, &right) {
            return None;
        }
        let Some(open) = ambiguous(&left) else { return self.read_off(&left, &right) };
        let candidates: Vec<u32> =
            (0..right.len()).filter(|&n| right[n] == left[open]).map(|n| n as u32).collect();
        candidates.into_iter().find_map(|to| self.both(&left, &right, open as u32, to))
    }

    /// Returns the map between two copies in which all colours are different, if it preserves all
    /// edges.
    fn read_off(&self, left: &Colours, right: &Colours) -> Option<Vec<u32>> {
        let places: FxHashMap<u64, u32> = right.iter().copied().zip(0..).collect();
        let map: Option<Vec<u32>> = left.iter().map(|colour| places.get(colour).copied()).collect();
        let map = map?;
        let same = |node: usize| {
            let mapped = self.graph.edges[node].iter().map(|&(l, to)| (l, map[to as usize]));
            let mut mapped: Vec<(u8, u32)> = mapped.collect();
            let mut there = self.graph.edges[map[node] as usize].clone();
            ludex_base::sort(&mut mapped);
            ludex_base::sort(&mut there);
            mapped == there && self.graph.colours[node] == self.graph.colours[map[node] as usize]
        };
        (0..map.len()).all(same).then_some(map)
    }
}

fn single_out(colours: &Colours, node: u32) -> Colours {
    let mut colours = colours.clone();
    colours[node as usize] = mix(colours[node as usize] ^ 0x5bd1_e995);
    colours
}

fn sorted(colours: &Colours) -> Colours {
    let mut sorted = colours.clone();
    ludex_base::sort(&mut sorted);
    sorted
}

fn count(colours: &Colours) -> usize {
    let mut sorted = sorted(colours);
    sorted.dedup();
    sorted.len()
}

fn alike(left: &Colours, right: &Colours) -> bool {
    sorted(left) == sorted(right)
}

/// Returns a node of the first class with more than one element.
fn ambiguous(colours: &Colours) -> Option<usize> {
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    colours.iter().for_each(|&colour| *counts.entry(colour).or_default() += 1);
    colours.iter().position(|colour| counts[colour] > 1)
}
