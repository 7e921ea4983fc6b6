//! Matrix games, and Goofspiel by every algorithm for simultaneous moves.

use ludex_game::Model;
use ludex_games::{Goofspiel, Payoff};
use ludex_matrix::{Solver, solve_by_program};
use ludex_search::{
    BackwardOptions, Budget, OracleOptions, Silent, SimultaneousReport, SmabOptions, backward,
    double_oracle, sequence_form, smab,
};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random square matrices with entries between 0 and 1.
#[derive(Clone, Debug)]
pub struct Matrices {
    size: usize,
    entries: Vec<Vec<f64>>,
}

/// The sizes to measure.
pub const MATRIX_SIZES: &[usize] = &[2, 5, 13, 50, 100, 200];

impl Matrices {
    /// Makes this number of matrices of a size, always the same.
    pub fn new(size: usize, count: usize) -> Matrices {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut number = || rng.next_u64() as f64 / 2f64.powi(64);
        let entries = (0..count).map(|_| (0..size * size).map(|_| number()).collect()).collect();
        Matrices { size, entries }
    }

    /// Returns the number of matrices.
    pub fn count(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Solves all of them, strategies included, and returns the sum of the values.
    pub fn solve(&self, solver: &mut Solver) -> f64 {
        self.entries.iter().map(|entries| solver.solve(self.size, self.size, entries)).sum()
    }

    /// Solves all of them by a general solver of linear programs, and returns the sum of the
    /// values.
    pub fn solve_by_program(&self) -> f64 {
        let value = |entries: &Vec<f64>| {
            let solution = solve_by_program(self.size, self.size, entries).expect("a matrix");
            solution.expect("a random matrix is easy").value
        };
        self.entries.iter().map(value).sum()
    }
}

/// An algorithm to solve Goofspiel.
#[derive(Clone, Copy, Debug)]
pub enum GoofspielAlgorithm {
    /// Backward induction.
    Backward(BackwardOptions),
    /// Simultaneous Move Alpha-Beta.
    Smab(SmabOptions),
    /// Double-oracle search.
    Oracle(OracleOptions),
    /// One linear program over the whole tree [Saf13, Table 5.4].
    SequenceForm,
}

/// Goofspiel with a number of cards, prizes descending, for win, draw or loss.
#[derive(Clone, Copy, Debug)]
pub struct GoofspielQuestion {
    /// The name of the algorithm with its options.
    pub name: &'static str,
    /// The algorithm.
    pub algorithm: GoofspielAlgorithm,
    /// The largest number of cards that takes no more than a few seconds.
    pub most_cards: u8,
    /// The largest number of cards that is measured in full.
    pub full_cards: u8,
}

impl GoofspielQuestion {
    /// Solves the game. The value is 0, since the game is the same for both.
    pub fn solve(&self, cards: u8) -> SimultaneousReport<impl Sized + use<>> {
        let prizes: Vec<u8> = (1..=cards).rev().collect();
        let game = Goofspiel::new(&prizes, Payoff::Result);
        let (root, budget) = (game.initial(), Budget { max_bytes: 12 << 30, ..Budget::default() });
        let report = match self.algorithm {
            GoofspielAlgorithm::Backward(options) => {
                backward(&game, &root, options, &budget, &mut Silent)
            }
            GoofspielAlgorithm::Smab(options) => smab(&game, &root, options, &budget, &mut Silent),
            GoofspielAlgorithm::Oracle(options) => {
                double_oracle(&game, &root, options, &budget, &mut Silent)
            }
            GoofspielAlgorithm::SequenceForm => sequence_form(&game, &root, &budget, &mut Silent),
        };
        let report = report.expect("Goofspiel is zero-sum");
        assert!(report.value().expect("no limit").abs() < 1e-9, "{} is wrong", self.name);
        report
    }
}

const fn smab_skipping(skip: usize) -> SmabOptions {
    SmabOptions { skip, ..SmabOptions::PLAIN }
}

const SERIALISED: OracleOptions =
    OracleOptions { serialised: true, transpositions: true, mirror: true };

/// The settings of [Saf13, Tables 5.3 and 5.5] first, then faster ones.
pub const GOOFSPIEL: &[GoofspielQuestion] = &[
    question("backward, plain", GoofspielAlgorithm::Backward(BackwardOptions::PLAIN), 7, 7),
    question("smab, plain, s=0", GoofspielAlgorithm::Smab(smab_skipping(0)), 7, 7),
    question("smab, plain, s=1", GoofspielAlgorithm::Smab(smab_skipping(1)), 7, 7),
    question("smab, plain, s=2", GoofspielAlgorithm::Smab(smab_skipping(2)), 7, 7),
    question("smab, plain, s=3", GoofspielAlgorithm::Smab(smab_skipping(3)), 7, 7),
    question("smab, plain, s=4", GoofspielAlgorithm::Smab(smab_skipping(4)), 7, 7),
    question("sequence form", GoofspielAlgorithm::SequenceForm, 5, 5),
    question("smab, table", GoofspielAlgorithm::Smab(SmabOptions::BEST), 8, 10),
    question("oracle, table", GoofspielAlgorithm::Oracle(SERIALISED), 8, 10),
    question(
        "backward, table",
        GoofspielAlgorithm::Backward(BackwardOptions { transpositions: true, mirror: false }),
        9,
        10,
    ),
    question(
        "backward, table, mirror",
        GoofspielAlgorithm::Backward(BackwardOptions::BEST),
        10,
        12,
    ),
];

const fn question(
    name: &'static str,
    algorithm: GoofspielAlgorithm,
    most_cards: u8,
    full_cards: u8,
) -> GoofspielQuestion {
    GoofspielQuestion { name, algorithm, most_cards, full_cards }
}
