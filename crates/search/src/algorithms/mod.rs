//! The table of algorithms: what each is called, what it answers, which options it takes, how it is
//! made. Help, completion, messages about options, documentation and the lab read it.
//!
//! Adding an algorithm is one file with the search and one line in `table.rs`. The search implements
//! [`ValueSearch`] or [`CheckSearch`]; everything around it (limits, checkpoints, evidence, answers)
//! sees it only through these traits, with the type of its game erased.

mod erased;
mod formulas;
mod matrices;
mod slices;
mod table;
mod values;

pub use erased::{ErasedCheckSearch, bind_check_search, bind_value_search};
pub use formulas::{CheckSearch, CheckSearchOptions, FormulaAnswer};
pub use matrices::{MatrixAnswer, MatrixOptions};
pub use table::{
    ALGORITHMS, make_check_search, make_path_search, make_value_search, solve_expectation,
    solve_matrices, solve_payoffs,
};
pub use values::{SolvedState, ValueOptions, ValueSearch};

/// An algorithm as the table describes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlgorithmInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it was published, by the keys of `docs/references.md`; empty if nowhere.
    pub source: &'static str,
    /// What it counts as a node.
    pub node: &'static str,
    /// What it answers.
    pub task: Task,
    /// The options it takes beyond the limits.
    pub options: &'static [SearchOption],
}

/// A kind of question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// The value of a position of a game of turns without chance.
    Value,
    /// A shortest play of the only agent of a game to the best it can get.
    Path,
    /// The truth of a formula in a position of a game of turns without chance.
    Formula,
    /// The payoffs of all agents in a position of a game of turns, in expectation where there is
    /// chance.
    Payoffs,
    /// What the first agent can expect in a position of a zero-sum game of turns with chance.
    Expectation,
    /// The value of a position of a game of simultaneous moves.
    Matrix,
}

/// An option that only some algorithms take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchOption {
    /// Whether transpositions are recognised.
    Transpositions,
    /// Whether the hints of the game are used.
    Hints,
    /// How new leaves are evaluated: by the number of moves, or as the game says.
    Evaluation,
    /// The game's own evaluation of new leaves is used unless another is named.
    OwnEvaluation,
    /// Proof numbers of new leaves may start with the number of moves.
    Mobility,
    /// Which outcomes are told apart.
    Range,
    /// How many threads search.
    Threads,
    /// The seed of random numbers.
    Seed,
    /// Checkpoints are saved and resumed.
    Checkpoints,
    /// Rows and columns before bounds are computed.
    Skip,
    /// The order of the cells of a matrix.
    CellOrder,
    /// Exactly the published algorithm, without table and move ordering.
    Plain,
    /// The effort of a conjunction.
    Conjunctions,
    /// What takes no move is decided at once.
    Look,
    /// What a proof has least of.
    Cost,
}

/// The names of [SC12], and ours: searches for threats there are searches for proofs in \[Saf13\].
const OTHER_NAMES: [(&str, &str); 2] = [("dfts", "dfps"), ("pnts", "pnps")];

impl AlgorithmInfo {
    /// Returns another name for it: the one of the first publication \[SC12\].
    pub fn other_name(&self) -> Option<&'static str> {
        OTHER_NAMES.iter().find(|(_, name)| *name == self.name).map(|&(other, _)| other)
    }

    /// Returns whether the algorithm takes an option.
    pub fn takes(&self, option: SearchOption) -> bool {
        self.options.contains(&option)
    }
}

/// Returns the algorithms for a task.
pub fn algorithms_for(task: Task) -> impl Iterator<Item = &'static AlgorithmInfo> {
    ALGORITHMS.iter().filter(move |info| info.task == task)
}

/// Returns the algorithm with this name, or with this other name, for a task. Upper and lower case
/// are the same.
pub fn find_algorithm(name: &str, task: Task) -> Option<&'static AlgorithmInfo> {
    let same = |known: &str| known.eq_ignore_ascii_case(name);
    algorithms_for(task).find(|info| same(info.name) || info.other_name().is_some_and(same))
}
