//! The table itself: one line an algorithm.

use ludex_game::{Game, Hints, Question, SimultaneousGame};
use ludex_logic::Compiled;

use super::SearchOption::*;
use super::formulas::{self, CheckSearch, CheckSearchOptions};
use super::matrices::{self, MatrixAnswer, MatrixOptions};
use super::values::{self, Level, ValueOptions, ValueSearch};
use super::{AlgorithmInfo, Task};
use crate::best_first::{Algorithm as Scheme, CheckAlgorithm};
use crate::budget::{Budget, Observer};
use crate::depth_first::mtdf;
use crate::expectation::{ExpectationOptions, Expected, expectimax, star1, star2};
use crate::fixpoint::{Induced, backward_induction};
use crate::paths::{astar, ida};
use crate::simultaneous::{Refusal, Serial};

/// Makes the list of descriptions and, for each task, the function that makes an algorithm by name.
macro_rules! algorithms {
    (
        values { $($value:literal, $value_says:literal, $value_source:literal, $value_node:expr,
            [$($value_option:ident),*], $make_value:expr;)* }
        paths { $($path:literal, $path_says:literal, $path_source:literal, $path_node:expr,
            [$($path_option:ident),*], $make_path:expr;)* }
        formulas { $($formula:literal, $formula_says:literal, $formula_source:literal,
            $formula_node:expr, [$($formula_option:ident),*], $make_formula:expr;)* }
        payoffs { $($payoffs:literal, $payoffs_says:literal, $payoffs_source:literal,
            $payoffs_node:expr, $solve_payoffs:expr;)* }
        expectations { $($expectation:literal, $expectation_says:literal,
            $expectation_source:literal, $expectation_node:expr, [$($expectation_option:ident),*],
            $expect:expr;)* }
        matrices { $($matrix:literal, $matrix_says:literal, $matrix_source:literal, $matrix_node:expr,
            [$($matrix_option:ident),*], $solve_matrix:expr;)* }
    ) => {
        /// All algorithms.
        pub static ALGORITHMS: &[AlgorithmInfo] = &[
            $(AlgorithmInfo {
                name: $value, summary: $value_says, source: $value_source, node: $value_node,
                task: Task::Value,
                options: &[$($value_option),*],
            },)*
            $(AlgorithmInfo {
                name: $path, summary: $path_says, source: $path_source, node: $path_node,
                task: Task::Path, options: &[$($path_option),*],
            },)*
            $(AlgorithmInfo {
                name: $formula, summary: $formula_says, source: $formula_source, node: $formula_node,
                task: Task::Formula, options: &[$($formula_option),*],
            },)*
            $(AlgorithmInfo {
                name: $payoffs, summary: $payoffs_says, source: $payoffs_source, node: $payoffs_node,
                task: Task::Payoffs, options: &[],
            },)*
            $(AlgorithmInfo {
                name: $expectation, summary: $expectation_says, source: $expectation_source,
                node: $expectation_node,
                task: Task::Expectation, options: &[$($expectation_option),*],
            },)*
            $(AlgorithmInfo {
                name: $matrix, summary: $matrix_says, source: $matrix_source, node: $matrix_node,
                task: Task::Matrix, options: &[$($matrix_option),*],
            },)*
        ];

        /// Makes the search for values with this name. Returns `None` if there is none.
        pub fn make_value_search<'g, G: Hints>(
            name: &str,
            game: &'g G,
            options: &ValueOptions,
        ) -> Option<Box<dyn ValueSearch<G> + 'g>> {
            match name {
                $($value => Some($make_value(game, options)),)*
                _ => None,
            }
        }

        /// Makes the search for shortest plays of one agent with this name. Returns `None` if there
        /// is none, or if there are more agents.
        pub fn make_path_search<'g, G: Hints>(
            name: &str,
            game: &'g G,
            options: &ValueOptions,
        ) -> Option<Box<dyn ValueSearch<G> + 'g>> {
            match name {
                $($path if game.agents().len() == 1 => Some($make_path(game, options)),)*
                _ => None,
            }
        }

        /// Makes the search for the truth of a formula with this name. Returns `None` if there is
        /// none.
        pub fn make_check_search<'g, G: Hints>(
            name: &str,
            question: Question<'g, G>,
            compiled: &'g Compiled,
            options: &CheckSearchOptions<'g>,
        ) -> Option<Box<dyn CheckSearch<G> + 'g>> {
            match name {
                $($formula => Some($make_formula(question, compiled, options)),)*
                _ => None,
            }
        }

        /// Finds the payoffs of all agents in a state of a game of turns by the algorithm with this
        /// name. Returns `None` if there is none.
        pub fn solve_payoffs<G: Game>(
            name: &str,
            game: &G,
            state: &G::State,
            (budget, observer): (&Budget, &mut dyn Observer),
        ) -> Option<Induced<G>> {
            match name {
                $($payoffs => Some($solve_payoffs(game, state, budget, observer)),)*
                _ => None,
            }
        }

        /// Finds what the first agent can expect in a state of a zero-sum game with chance by the
        /// algorithm with this name. Returns `None` if there is none.
        pub fn solve_expectation<G: Game>(
            name: &str,
            game: &G,
            state: &G::State,
            options: &ExpectationOptions,
            (budget, observer): (&Budget, &mut dyn Observer),
        ) -> Option<Expected<G>> {
            match name {
                $($expectation => Some($expect(game, state, options, budget, observer)),)*
                _ => None,
            }
        }

        /// Solves a state of a game of simultaneous moves by the algorithm with this name. Returns
        /// `None` if there is none.
        pub fn solve_matrices<G: SimultaneousGame>(
            name: &str,
            game: &G,
            state: &G::State,
            options: &MatrixOptions,
            (budget, observer): (&Budget, &mut dyn Observer),
        ) -> Option<Result<MatrixAnswer<G::Move>, Refusal>> {
            match name {
                $($matrix => Some($solve_matrix(game, state, options, budget, observer)),)*
                _ => None,
            }
        }
    };
}

/// What a node is. Every algorithm counts one of these.
const VISIT: &str = "a visit of a state, each time it is reached";
const EXPANSION: &str = "an expansion of a state, each time the search comes back to it";
const LEAF: &str = "a leaf that is expanded, whatever number of children it gets";
const LEAVES: &str = "a leaf that is expanded, on the first or the second level";
const STATE: &str = "a state that play can reach, once";
const FORMULA: &str = "a visit of a state with a formula to be decided there";
const FORMULA_LEAF: &str = "a leaf that is expanded: a state with a formula to be decided there";
const FORMULA_LEAVES: &str =
    "a leaf that is expanded, on either level: a state with a formula to be decided there";
const MATRIX: &str = "a state whose matrix is filled, each time that is begun";
const TREE: &str = "a position of the tree: a state once for every play that reaches it";
const SERIAL: &str = "a visit of a state, where one agent chooses before the other";
const SAMPLE: &str = "a state on the way of a simulated play";
const SWEEP: &str = "a state in one sweep over all of them";

algorithms! {
    values {
        "dfs", "Depth-first search without a table", "[Saf13, Algorithms 1 and 4]", VISIT,
            [], values::depth_first;
        "alphabeta", "Alpha-beta with table, move ordering and null windows",
            "[Saf13, Algorithm 5]", VISIT, [Transpositions, Hints, Threads, Checkpoints],
            values::alpha_beta;
        "pns", "Proof number search; with transpositions it is PNT", "[Saf13, Section 2.4]", LEAF,
            [Transpositions, Hints, Mobility, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Pns, Level::One);
        "dfpn", "Depth-first proof number search", "[Nag02]", EXPANSION,
            [Transpositions, Hints, Threads, Checkpoints], values::dfpn;
        "pn2", "Proof number search on two levels, PN²", "[Saf13, Section 2.4]", LEAVES,
            [Transpositions, Hints, Mobility, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Pns, Level::Two);
        "pp", "Product propagation; with transpositions it is PPT", "[Saf13, Section 2.6]", LEAF,
            [Transpositions, Hints, Evaluation, OwnEvaluation, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Pp, Level::One);
        "pp2", "Product propagation on two levels, PP²", "[Saf13, Section 2.6]", LEAVES,
            [Transpositions, Hints, Evaluation, OwnEvaluation, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Pp, Level::Two);
        "mcts", "MCTS Solver; with an evaluation it is MCTS-E", "[Saf13, Section 2.5]", LEAF,
            [Transpositions, Hints, Evaluation, Range, Threads, Seed, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Mcts, Level::One);
        "minmax", "Best-first minimax", "[Saf13, Example 4]", LEAF,
            [Transpositions, Hints, Evaluation, OwnEvaluation, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::MinMax, Level::One);
        "mopns", "Multiple-outcome proof number search", "[Saf13, Section 3.7]", LEAF,
            [Transpositions, Hints, Mobility, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Mopns, Level::One);
        "mopns2", "Multiple-outcome proof number search on two levels", "[Saf13, Section 3.7]", LEAVES,
            [Transpositions, Hints, Mobility, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Mopns, Level::Two);
        "dfmopns", "Depth-first multiple-outcome proof number search", "[Saf13, Section 3.7]", EXPANSION,
            [Transpositions, Hints, Threads, Checkpoints], values::dfmopns;
        "mopp", "Multiple-outcome product propagation", "[Saf13, Section 3.6]", LEAF,
            [Transpositions, Hints, Evaluation, OwnEvaluation, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Mopp, Level::One);
        "sbmcts", "Score bounded MCTS", "[Saf13, Section 3.5.3]", LEAF,
            [Transpositions, Hints, Evaluation, Range, Threads, Seed, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::ScoreBounded, Level::One);
        "blind", "Best-first search by bounds alone", "[Saf13, Example 7]", LEAF,
            [Transpositions, Hints, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Blind, Level::One);
        "dichotomic", "Proof number search with the outcomes halved", "[Saf13, Section 3.3]", LEAF,
            [Transpositions, Hints, Mobility, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Pns, Level::One);
        "iterative", "Proof number search for one outcome after the other",
            "[Saf13, Section 3.8]", LEAF,
            [Transpositions, Hints, Mobility, Range, Threads, Checkpoints],
            |game, options| values::best_first(game, options, Scheme::Pns, Level::Iterative);
        "mtdf", "Null windows next to a guess of the value, MTD(f)", "[PSPB96]", VISIT,
            [Transpositions, Hints, Threads], mtdf;
        "retrograde", "Backward analysis of all reachable states, with distances", "[Tho96]", STATE,
            [], values::retrograde;
    }
    paths {
        "astar", "A shortest play of one agent by A*: breadth first where the game has no estimates",
            "[HNR68]", EXPANSION, [Hints], astar;
        "ida", "A shortest play of one agent by IDA*: iterative deepening, in little memory",
            "[Kor85]", VISIT, [Transpositions, Hints], ida;
    }
    formulas {
        "dfps", "Depth First Proof Search (DFTS in [SC12]), with a table and move ordering unless plain",
            "[Saf13, Algorithm 7]", FORMULA, [Transpositions, Plain], formulas::dfps;
        "pnps", "Proof Number Proof Search (PNTS in [SC12]): best first, where least is left to be shown",
            "[Saf13, Section 4.3.3]", FORMULA_LEAF, [Transpositions, Conjunctions, Mobility, Look, Threads],
            |question, compiled, options| {
                formulas::best_first(question, compiled, options, CheckAlgorithm::Pnps, false)
            };
        "pnps2", "Proof Number Proof Search on two levels", "[Saf13, Section 4.3.3]", FORMULA_LEAVES,
            [Transpositions, Conjunctions, Mobility, Look, Threads],
            |question, compiled, options| {
                formulas::best_first(question, compiled, options, CheckAlgorithm::Pnps, true)
            };
        "mcps", "Monte Carlo Proof Search: best first, guided by random probes",
            "[Saf13, Section 4.3.4]", FORMULA_LEAF, [Transpositions, Look, Seed, Threads],
            |question, compiled, options| {
                formulas::best_first(question, compiled, options, CheckAlgorithm::Mcps, false)
            };
        "mps", "Minimal Proof Search: finds a cheapest proof, best first",
            "[Saf13, Section 4.4]", FORMULA_LEAF, [Transpositions, Cost, Threads],
            |question, compiled, options| formulas::minimal(question, compiled, options, false);
        "mps2", "Minimal Proof Search on two levels", "[Saf13, Section 4.4]", FORMULA_LEAVES,
            [Transpositions, Cost, Threads],
            |question, compiled, options| formulas::minimal(question, compiled, options, true);
        "dfmps", "Minimal Proof Search depth first, with a table: takes less memory",
            "[Saf13, Section 4.4]", FORMULA, [Transpositions, Cost], formulas::depth_first_minimal;
    }
    payoffs {
        "backward-induction", "The payoffs of all agents, each of which plays for its own",
            "[BR04, Section 3.2]", STATE, backward_induction;
    }
    expectations {
        "expectimax", "The expectation with perfect play, everything visited", "[Mic66]", VISIT,
            [Transpositions], expectimax;
        "star1", "Expectimax that skips what bounds on payoffs decide", "[Bal83]", VISIT,
            [Transpositions], star1;
        "star2", "Star1 that first probes one move after every roll", "[Bal83; HBS06]", VISIT,
            [Transpositions], star2;
    }
    matrices {
        "backward", "Backward induction, one matrix game a state", "[Saf13, Section 5.2.1]", MATRIX,
            [Transpositions, Hints], matrices::backward;
        "smab", "Alpha-beta for matrices", "[Saf13, Algorithm 10]", MATRIX,
            [Transpositions, Hints, Skip, CellOrder], matrices::smab;
        "oracle", "Double-oracle search between the bounds of serialised games", "", MATRIX,
            [Transpositions, Hints], matrices::oracle;
        "sequence-form", "One linear program over the whole tree", "[Saf13, Table 5.4]", TREE,
            [], matrices::sequence_form;
        "exact", "Backward induction without rounding, in fractions", "", STATE, [], matrices::exact;
        "maxmin", "The value if the first agent chooses first, a lower bound",
            "[Saf13, Prop. 35]", SERIAL, [],
            |game, state, options, budget, observer| {
                matrices::serial(game, state, |_| Serial::Maxmin, options, budget, observer)
            };
        "minmax", "The value if the second agent chooses first, an upper bound",
            "[Saf13, Section 5.2.2]", SERIAL, [],
            |game, state, options, budget, observer| {
                matrices::serial(game, state, |_| Serial::Minmax, options, budget, observer)
            };
        "alternating", "The value if the agents choose first in turn", "[Saf13, Section 5.2.2]", SERIAL,
            [],
            |game, state, options, budget, observer| {
                matrices::serial(game, state, |_| Serial::Alternating, options, budget, observer)
            };
        "random-order", "The value if a coin says who chooses first", "[Saf13, Section 5.2.2]", SERIAL,
            [Seed],
            |game, state, options, budget, observer| {
                matrices::serial(game, state, Serial::Random, options, budget, observer)
            };
        "sm-mcts", "Monte Carlo tree search with regret matching and score bounds", "", SAMPLE, [Seed],
            matrices::monte_carlo;
        "regret", "Regret matching at every state, until the bounds are 0.001 apart", "", SWEEP, [],
            matrices::regret_matching;
    }
}
