//! The searches of Ludex, generic over games.
//!
//! A search sees a game only through the traits of `ludex-game` and a question only as a formula
//! DAG of `ludex-logic`. It takes a [`Budget`] and an [`Observer`], and returns an answer or the
//! reason why there is none ([`Stopped`]); it never guesses. What it found can be turned into
//! evidence that anybody can check without trusting the search: [`Checker::prove`] and
//! [`BestFirstChecker::prove`] for a formula, [`weak_solutions`] for a value. Minimal Proof Search
//! finds the cheapest proof for any [`Costs`].
//!
//! - Is a formula true in a state? Depth-first: [`check`] (DFPS [Saf13, Algorithm 7]); best-first:
//!   [`BestFirstChecker`] [Saf13, Algorithm 8]; by definition: [`Semantics`] [Saf13, Def. 23].
//! - What is its cheapest proof? Depth-first: [`DfMps`]; best-first: [`Mps`] [Saf13, Section 4.4].
//! - What is the value of a state? Depth-first: [`solve`] (alpha-beta [Saf13, Algorithm 5]),
//!   [`DfPn`], [`DfMopns`]; best-first: [`BestFirstSolver`] [Saf13, Algorithm 2]; exhaustively:
//!   [`dfs`] [Saf13, Algorithms 1 and 4], [`Retrograde`]; with one agent: A* and IDA* (`paths`).
//! - What can be expected where there is chance? [`star1`], [`star2`]; exhaustively:
//!   [`expectimax()`], and for any payoffs [`backward_induction`].
//! - What is the value with simultaneous moves? [`smab`] [Saf13, Algorithm 10], [`double_oracle`];
//!   exhaustively: [`backward`] [Saf13, Section 5.2.1].

mod algorithms;
pub mod best_first;
mod budget;
mod costs;
mod depth_first;
mod expectation;
mod fixpoint;
mod key;
mod paths;
pub mod problems;
mod shared_proof;
mod simultaneous;
mod table;

pub use algorithms::{
    ALGORITHMS, AlgorithmInfo, CheckSearch, CheckSearchOptions, ErasedCheckSearch, FormulaAnswer,
    MatrixAnswer, MatrixOptions, SearchOption, SolvedState, Task, ValueOptions, ValueSearch,
    algorithms_for, bind_check_search, bind_value_search, find_algorithm, make_check_search,
    make_path_search, make_value_search, solve_expectation, solve_matrices, solve_payoffs,
};
pub use best_first::{
    Algorithm, BestFirstCheckOptions, BestFirstChecker, BestFirstOptions, BestFirstSolver,
    CheckAlgorithm, CheckpointSize, Checkpoints, Conjunctions, Evaluation, Extras, FoundBelow,
    JobNews, JobOffice, JobRecord, LeafJob, Mps, MpsOptions, Player, ProofJob, SearchStep,
    StateWriter, StepNode, StepValue, SteppedSearch, Verdict, search_steps,
};
pub use budget::{Budget, Observer, Progress, Silent, Stopped};
pub use costs::{
    Atoms, COSTS, Cost, Costs, Depth, Heuristics, Interactions, Longest, Minimal, MinimalReport,
    ReadyCosts, Size, check_costs, proof_cost, proof_line,
};
pub use depth_first::{
    AlphaBeta, BestMoves, CheckOptions, CheckReport, Checker, Claim, DfMopns, DfMps, DfPn,
    DfPnOptions, Line, OpenClaims, ProvedStates, Queries, SolveOptions, SolveReport, WeakSolutions,
    check, dfs, prove, solve, weak_solutions,
};
pub use expectation::{Expectation, ExpectationOptions, Expected, expectimax, star1, star2};
pub use fixpoint::{
    Counts, Equilibria, Induced, NoEquilibria, Reachable, Retrograde, Semantics, Unfit,
    backward_induction, explore_states,
};
pub use paths::solution_play;
pub use simultaneous::{
    Approximation, BackwardOptions, CellOrder, ExactReport, Mixed, MixedStrategies, OracleOptions,
    Refusal, RegretOptions, Serial, SimultaneousReport, SmMctsOptions, SmabOptions, backward,
    double_oracle, exact_backward, mixed_strategies, regret, sequence_form, serial, sm_mcts, smab,
    smab_window,
};
pub use table::BYTES_PER_ENTRY;
