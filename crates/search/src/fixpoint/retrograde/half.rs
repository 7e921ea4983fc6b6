//! What one side can force, in every state, and how soon.

use super::graph::Graph;
use super::memory::Ledger;
use crate::budget::{Meter, Search};

/// Not decided (yet).
pub(super) const OPEN: u16 = u16::MAX;
/// No number of plies.
pub(super) const NEVER: u32 = u32::MAX;
/// In the plies of an open state: the holder is on turn.
const HOLDER: u32 = 1 << 31;

/// What one side, the holder, can force.
pub(super) struct Half {
    /// Whether the holder is Max.
    pub max: bool,
    /// By state, the number of ranks by which the forced outcome is below the holder's best one.
    levels: Vec<u16>,
    /// By state, the number of plies the holder needs to force that. While a state is open: the
    /// number of moves not yet known to lead to decided states.
    plies: Vec<u32>,
}

impl Half {
    /// Computes it by backward analysis \[Tho96\]. The levels are computed from the holder's best
    /// to its worst, so a state is decided once, at its level: with the holder on turn when the
    /// first successor is, otherwise when the last one is. In all, every edge is visited once.
    ///
    /// States are decided in the order of the plies needed. The worst level is what remains: it
    /// needs no forcing.
    pub fn compute(
        max: bool,
        best: u16,
        graph: &Graph,
        meter: &mut Meter,
        ledger: &mut Ledger,
    ) -> Search<Half> {
        let mut half = Half::open(max, graph, ledger)?;
        ledger.claim(graph.len() * size_of::<u32>())?;
        let mut queue = Vec::with_capacity(graph.len());
        for level in 0..best {
            queue.clear();
            for &number in graph.finals(if max { best - level } else { level }) {
                half.decide(number, level, 0, &mut queue);
            }
            let mut next = 0;
            while let Some(&number) = queue.get(next) {
                meter.node()?;
                let plies = half.plies[number as usize] + 1;
                for &parent in graph.predecessors(number) {
                    if half.hear(parent) {
                        half.decide(parent, level, plies, &mut queue);
                    }
                }
                next += 1;
            }
        }
        ledger.drop(queue);
        half.close(best);
        Ok(half)
    }

    fn open(max: bool, graph: &Graph, ledger: &mut Ledger) -> Search<Half> {
        let levels = ledger.list(OPEN, graph.len())?;
        let mut plies = ledger.list(NEVER, graph.len())?;
        for (plies, kind) in plies.iter_mut().zip(graph.kinds.iter()) {
            *plies = kind.moves() | if kind.max() == max { HOLDER } else { 0 };
        }
        Ok(Half { max, levels, plies })
    }

    fn decide(&mut self, number: u32, level: u16, plies: u32, queue: &mut Vec<u32>) {
        self.levels[number as usize] = level;
        self.plies[number as usize] = plies;
        queue.push(number);
    }

    /// Informs an open state that one of its successors is decided; returns whether that decides
    /// it.
    #[inline]
    fn hear(&mut self, number: u32) -> bool {
        if self.levels[number as usize] != OPEN {
            return false;
        }
        let open = &mut self.plies[number as usize];
        if *open & HOLDER == 0 {
            *open -= 1;
            return *open == 0;
        }
        true
    }

    fn close(&mut self, best: u16) {
        for (level, plies) in self.levels.iter_mut().zip(&mut self.plies) {
            if *level == OPEN {
                (*level, *plies) = (best, NEVER);
            }
        }
    }

    pub fn level(&self, number: u32) -> u16 {
        self.levels[number as usize]
    }

    pub fn plies(&self, number: u32) -> u32 {
        self.plies[number as usize]
    }

    /// Returns when a state was decided: level, then plies. Where the holder can force something,
    /// all successors of the other's moves were decided earlier, and so was some successor of the
    /// holder's.
    pub fn time(&self, number: u32) -> (u16, u32) {
        (self.level(number), self.plies(number))
    }
}
