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

/// The sizes worth a row.
pub const MATRIX_SIZES: &[usize] = &[2, 5, 13, 50, 100, 200];

impl Matrices {
    /// So many matrices of a size, always the same.
    pub fn new(size: usize, count: usize) -> Matrices {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut number = || rng.next_u64() as f64 / 2f64.powi(64);
        let entries = (0..count).map(|_| (0..size * size).map(|_| number()).collect()).collect();
        Matrices { size, entries }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Solves all of them, strategies included, and returns the sum of the values.
    pub fn solve(&self, solver: &mut Solver) -> f64 {
        self.entries.iter().map(|entries| solver.solve(self.size, self.size, entries)).sum()
    }

    /// The same by a general solver of linear programs.
    pub fn solve_by_program(&self) -> f64 {
        let value = |entries: &Vec<f64>| {
            let solution = solve_by_program(self.size, self.size, entries).expect("a matrix");
            solution.expect("a random matrix is easy").value
        };
        self.entries.iter().map(value).sum()
    }
}

/// One way to solve Goofspiel.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// Backward induction.
    Backward(BackwardOptions),
    /// Simultaneous Move Alpha-Beta.
    Smab(SmabOptions),
    /// Double-oracle search.
    Oracle(OracleOptions),
    /// One linear program over the whole tree (Table 5.4).
    SequenceForm,
}

/// Goofspiel with so many cards, prizes descending, for win, draw or loss.
#[derive(Clone, Copy, Debug)]
pub struct GoofspielQuestion {
    /// How it is solved, in words.
    pub name: &'static str,
    /// How it is solved.
    pub way: Way,
    /// The most cards that take no more than a few seconds.
    pub most_cards: u8,
    /// The most cards that are measured with patience.
    pub full_cards: u8,
}

impl GoofspielQuestion {
    /// Solves it. The value is 0, since the game is the same for both.
    pub fn solve(&self, cards: u8) -> SimultaneousReport<impl Sized + use<>> {
        let prizes: Vec<u8> = (1..=cards).rev().collect();
        let game = Goofspiel::new(&prizes, Payoff::Result);
        let (root, budget) = (game.initial(), Budget { max_bytes: 12 << 30, ..Budget::default() });
        let report = match self.way {
            Way::Backward(options) => backward(&game, &root, options, &budget, &mut Silent),
            Way::Smab(options) => smab(&game, &root, options, &budget, &mut Silent),
            Way::Oracle(options) => double_oracle(&game, &root, options, &budget, &mut Silent),
            Way::SequenceForm => sequence_form(&game, &root, &budget, &mut Silent),
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

/// The thesis's settings first (Tables 5.3 and 5.5), then what is quicker.
pub const GOOFSPIEL: &[GoofspielQuestion] = &[
    question("backward, plain", Way::Backward(BackwardOptions::PLAIN), 7, 7),
    question("smab, plain, s=0", Way::Smab(smab_skipping(0)), 7, 7),
    question("smab, plain, s=1", Way::Smab(smab_skipping(1)), 7, 7),
    question("smab, plain, s=2", Way::Smab(smab_skipping(2)), 7, 7),
    question("smab, plain, s=3", Way::Smab(smab_skipping(3)), 7, 7),
    question("smab, plain, s=4", Way::Smab(smab_skipping(4)), 7, 7),
    question("sequence form", Way::SequenceForm, 5, 5),
    question("smab, table", Way::Smab(SmabOptions::BEST), 8, 10),
    question("oracle, table", Way::Oracle(SERIALISED), 8, 10),
    question(
        "backward, table",
        Way::Backward(BackwardOptions { transpositions: true, mirror: false }),
        9,
        10,
    ),
    question("backward, table, mirror", Way::Backward(BackwardOptions::BEST), 10, 12),
];

const fn question(
    name: &'static str,
    way: Way,
    most_cards: u8,
    full_cards: u8,
) -> GoofspielQuestion {
    GoofspielQuestion { name, way, most_cards, full_cards }
}
