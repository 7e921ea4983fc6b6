//! Searching in slices of time, with the table saved after each: how a search whose memory is a
//! table survives being killed.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use ludex_game::Model;

use crate::best_first::Checkpoints;
use crate::budget::{Budget, Observer, Progress, Stopped};
use crate::depth_first::SolveReport;

/// How long the first slice of a search takes, and the longest.
const SLICES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(60)];

/// A search whose memory is a table of what was proved: it can be stopped and asked again.
pub(super) trait Tabled<G: Model> {
    /// Searches for the value of a state until the end of the budget.
    fn search(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move>;

    /// Returns the entries of the table.
    fn entries(&self) -> Box<dyn Iterator<Item = (u64, u64)> + '_>;

    /// Puts an entry into the table. Returns whether it can have been there.
    fn restore(&mut self, entry: (u64, u64)) -> bool;
}

/// Solves slice by slice; after each the table is saved: first the nodes visited so far, then the
/// entries. Slices grow, so that what a slice repeats of the one before it is a small part.
pub(super) fn in_slices<G: Model>(
    search: &mut dyn Tabled<G>,
    state: &G::State,
    checkpoints: &mut dyn Checkpoints,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> SolveReport<G::Move> {
    let mut before = checkpoints.load().map_or(0, |bytes| restore(search, &bytes));
    let earlier = before;
    let mut length = checkpoints.interval().unwrap_or(SLICES[0]);
    loop {
        let end = Instant::now() + length;
        length = (length + length / 4).min(SLICES[1]);
        let slice = Budget {
            deadline: Some(budget.deadline.map_or(end, |deadline| deadline.min(end))),
            max_nodes: budget.max_nodes.map(|most| most.saturating_sub(before - earlier)),
            ..budget.clone()
        };
        let mut report = search.search(state, &slice, &mut Earlier { nodes: before, observer });
        report.nodes += before;
        report.created += before;
        before = report.nodes;
        let over = budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let sliced = report.stopped == Some(Stopped::Time) && !over;
        if report.stopped.is_some() {
            checkpoints.save(&|out| save(search, before, out));
        }
        if !sliced {
            return report;
        }
    }
}

fn save<G: Model>(search: &dyn Tabled<G>, nodes: u64, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&nodes.to_le_bytes())?;
    for (key, word) in search.entries() {
        out.write_all(&key.to_le_bytes())?;
        out.write_all(&word.to_le_bytes())?;
    }
    Ok(())
}

/// Fills the table from a checkpoint. Returns the nodes visited before it.
fn restore<G: Model>(search: &mut dyn Tabled<G>, bytes: &[u8]) -> u64 {
    let mut words = bytes.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_le_bytes));
    let nodes = words.next().unwrap_or(0);
    while let (Some(key), Some(word)) = (words.next(), words.next()) {
        search.restore((key, word));
    }
    nodes
}

/// Adds the nodes of earlier slices to what an observer is told.
struct Earlier<'o> {
    nodes: u64,
    observer: &'o mut dyn Observer,
}

impl Observer for Earlier<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(&Progress { nodes: self.nodes + progress.nodes, ..*progress });
    }
}
