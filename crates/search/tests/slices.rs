//! Every search with checkpoints gets further in every slice, however short the slices are.

use std::io::{self, Read, Write};
use std::time::Duration;

use ludex_game::Model;
use ludex_games::Domineering;
use ludex_search::{
    BestMoves, Budget, Checkpoints, Evaluation, SearchOption, Silent, SolveReport, Task,
    ValueOptions, algorithms_for, make_value_search,
};

/// A checkpoint in memory.
#[derive(Default)]
struct Memory {
    bytes: Option<Vec<u8>>,
    /// The nodes that the run had counted when it was saved.
    nodes: u64,
    /// The size of what can be restored in time, if that is limited.
    restorable: Option<u64>,
}

impl Checkpoints for Memory {
    fn load(&mut self) -> Option<Box<dyn Read + '_>> {
        self.bytes.as_deref().map(|bytes| Box::new(bytes) as Box<dyn Read>)
    }

    fn restorable(&self, _within: Duration) -> u64 {
        self.restorable.unwrap_or(u64::MAX)
    }

    fn due(&mut self) -> bool {
        false
    }

    fn save(&mut self, nodes: u64, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("writing to memory");
        (self.bytes, self.nodes) = (Some(bytes), nodes);
    }
}

type Report = SolveReport<<Domineering<u64> as Model>::Move>;

fn solve(name: &str, max_nodes: Option<u64>, memory: &mut Memory) -> Report {
    let budget = Budget { max_nodes, ..Budget::default() };
    solve_within(name, 5, &budget, memory)
}

/// Solves a square board.
fn solve_within(name: &str, size: usize, budget: &Budget, memory: &mut Memory) -> Report {
    let game = Domineering::<u64>::new(size, size);
    let options = ValueOptions {
        transpositions: true,
        hints: false,
        best: BestMoves::None,
        evaluation: Evaluation::None,
        range: None,
        seed: 0,
        threads: 1,
        max_bytes: 64 << 20,
        evidence: false,
    };
    let mut search = make_value_search(name, &game, &options).expect("a name of the table");
    search.resume(&game.initial(), budget, &mut Silent, memory)
}

#[test]
fn every_search_with_checkpoints_ends_in_slices_of_a_twelfth() {
    let resumable = |info: &&ludex_search::AlgorithmInfo| info.takes(SearchOption::Checkpoints);
    for info in algorithms_for(Task::Value).filter(resumable) {
        let name = info.name;
        // Random playouts and blind searches take too long here.
        if ["mcts", "sbmcts", "blind", "minmax"].contains(&name) {
            continue;
        }
        let whole = solve(name, None, &mut Memory::default());
        let (slice, mut memory, mut total) = (whole.nodes / 12 + 1, Memory::default(), 0);
        let mut solved = None;
        for _ in 0..60 {
            let report = solve(name, Some(slice), &mut memory);
            total += report.nodes;
            if report.stopped.is_none() {
                solved = Some(report);
                break;
            }
            assert_eq!(memory.nodes, report.nodes, "{name}: a checkpoint counts its own run");
        }
        let solved = solved.unwrap_or_else(|| panic!("{name}: no progress, {total} nodes"));
        assert_eq!(solved.bounds, whole.bounds, "{name}");
        assert!(total < 3 * whole.nodes, "{name}: {total} for {}", whole.nodes);
    }
}

/// The tree grew until restoring it took a sixth of a slice, or more.
#[test]
fn restoring_took_more_than_a_tenth_of_a_slice() {
    let most = 3 << 20;
    for name in ["pns", "mopns"] {
        let budget = Budget { max_nodes: Some(30_000), ..Budget::default() };
        let mut memory = Memory { restorable: Some(most), ..Memory::default() };
        let mut size = |budget: &Budget| {
            let report = solve_within(name, 6, budget, &mut memory);
            assert_eq!((report.nodes, memory.nodes), (30_000, 30_000), "{name} gets further");
            memory.bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)
        };
        // Where time is not limited nothing is left out.
        let whole = size(&budget);
        let sizes: Vec<u64> =
            (0..6).map(|_| size(&budget.clone().within(Duration::from_secs(600)))).collect();
        let largest = sizes.iter().max().copied().unwrap_or_default();
        assert!(largest < most + 100_000 && largest > most / 3, "{name}: {sizes:?}");
        assert!(whole > most + 100_000, "{name}: {whole} bytes");
    }
}
