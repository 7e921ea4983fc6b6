//! Searching in slices of time, with the table saved after each: how a search whose memory is a
//! table survives being killed.

use std::io::{self, Read, Write};
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
    fn entries(&self) -> Box<dyn Iterator<Item = Vec<u64>> + '_>;

    /// Returns the number of words of an entry.
    fn entry_words(&self) -> usize;

    /// Puts an entry into the table. Returns whether it can have been there.
    fn restore(&mut self, entry: &[u64]) -> bool;
}

/// Solves slice by slice; after each the entries of the table are saved. Slices grow, so that what
/// a slice repeats of the one before it is a small part.
pub(super) fn in_slices<G: Model>(
    search: &mut dyn Tabled<G>,
    state: &G::State,
    checkpoints: &mut dyn Checkpoints,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> SolveReport<G::Move> {
    let mut bytes = Vec::new();
    match checkpoints.load().map(|mut checkpoint| checkpoint.read_to_end(&mut bytes)) {
        Some(Ok(_)) => restore(search, &bytes),
        Some(Err(_)) => checkpoints.refused(),
        None => {}
    }
    drop(bytes);
    let (mut before, mut saving) = (0, Duration::ZERO);
    let mut length = checkpoints.interval().unwrap_or(SLICES[0]);
    loop {
        let end = Instant::now() + length;
        length = (length + length / 4).min(SLICES[1]);
        // The last slice ends so early that its table can be saved in time, too.
        let last = budget.deadline.map(|deadline| deadline.checked_sub(saving).unwrap_or(deadline));
        let slice = Budget {
            deadline: Some(last.map_or(end, |last| last.min(end))),
            max_nodes: budget.max_nodes.map(|most| most.saturating_sub(before)),
            ..budget.clone()
        };
        let mut report = search.search(state, &slice, &mut Earlier { nodes: before, observer });
        report.nodes += before;
        report.value_nodes += before;
        report.created += before;
        before = report.nodes;
        let over = last.is_some_and(|last| Instant::now() >= last);
        let sliced = report.stopped == Some(Stopped::Time) && !over;
        if report.stopped.is_some() {
            let start = Instant::now();
            checkpoints.save(before, &|out| save(search, out));
            saving = start.elapsed();
        }
        if !sliced {
            return report;
        }
    }
}

fn save<G: Model>(search: &dyn Tabled<G>, out: &mut dyn Write) -> io::Result<()> {
    for word in search.entries().flatten() {
        out.write_all(&word.to_le_bytes())?;
    }
    Ok(())
}

/// Fills the table from a checkpoint.
fn restore<G: Model>(search: &mut dyn Tabled<G>, bytes: &[u8]) {
    let words: Vec<u64> =
        bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect();
    for entry in words.chunks_exact(search.entry_words()) {
        search.restore(entry);
    }
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
