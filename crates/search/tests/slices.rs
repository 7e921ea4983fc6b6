//! Every search with checkpoints gets further in every slice, however short the slices are.

use std::io::{self, Read, Write};

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
}

impl Checkpoints for Memory {
    fn load(&mut self) -> Option<Box<dyn Read + '_>> {
        self.bytes.as_deref().map(|bytes| Box::new(bytes) as Box<dyn Read>)
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
    let game = Domineering::<u64>::new(5, 5);
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
    let budget = Budget { max_nodes, ..Budget::default() };
    search.resume(&game.initial(), &budget, &mut Silent, memory)
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
