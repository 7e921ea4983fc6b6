//! Questions about formulas: DFPS on chess, with positions in place of those of [Saf13, Table
//! 4.12].

use ludex_game::{Agent, Model, Notation, Question};
use ludex_games::Chess;
use ludex_logic::{Compiled, Definitions, Vocabulary, compile};
use ludex_search::{Budget, CheckOptions, Queries, Silent, check};

/// A formula about a chess position.
#[derive(Clone, Copy, Debug)]
pub struct FormulaQuestion {
    /// The position, White to move and asked about.
    pub position: &'static str,
    /// The formula.
    pub formula: &'static str,
    /// Whether it holds.
    pub holds: bool,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Exactly [Saf13, Algorithm 7].
    Plain,
    /// With a table, ordering and deepening.
    Fast,
}

const fn question(position: &'static str, formula: &'static str, holds: bool) -> FormulaQuestion {
    FormulaQuestion { position, formula, holds }
}

/// White's pawn runs for a queen and mates in n moves, or not yet; and two mate problems.
pub const FORMULAS: &[FormulaQuestion] = &[
    question("8/8/7p/8/P7/8/p1K5/k7 w", "omega(4)", false),
    question("8/8/7p/8/P7/8/p1K5/k7 w", "pt(4)", false),
    question("8/8/7p/8/P7/8/p1K5/k7 w", "pt(5)", true),
    question("8/7p/8/8/8/P7/p1K5/k7 w", "omega(5)", false),
    question("8/7p/8/8/8/P7/p1K5/k7 w", "pt(5)", false),
    question("8/7p/8/8/8/P7/p1K5/k7 w", "pt(6)", true),
    question("kbK5/pp6/1P6/8/8/8/8/R7 w", "<White>[Black]<White> mate(Black)", true),
    question("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w", "omega(2)", true),
];

/// A question with everything parsed and compiled: only the search remains.
pub struct Prepared {
    game: Chess,
    state: <Chess as Model>::State,
    compiled: Compiled,
    question: FormulaQuestion,
}

impl FormulaQuestion {
    /// Parses the position and compiles the formula.
    pub fn prepare(&self) -> Prepared {
        let game = Chess::new(true);
        let state = game.read_position(self.position).expect("a position");
        let vocabulary = Vocabulary::of(&game, Agent::FIRST);
        let compiled = compile(self.formula, Definitions::prelude(), &vocabulary);
        let compiled = compiled.expect("a formula");
        Prepared { game, state, compiled, question: *self }
    }
}

impl Prepared {
    /// Searches, with an empty table, and asserts the answer; returns the queries.
    pub fn check(&self, mode: Mode) -> Queries {
        let options = CheckOptions {
            plain: mode == Mode::Plain,
            deepening: self.compiled.deepening.clone().unwrap_or_default(),
        };
        let question = Question { game: &self.game, asked: Agent::FIRST };
        let (dag, root) = (&self.compiled.formulas, self.compiled.root);
        let budget = Budget::default();
        let report = check(question, &self.state, dag, root, &options, &budget, &mut Silent);
        let FormulaQuestion { position, formula, holds } = self.question;
        assert_eq!(report.answer, Some(holds), "{formula} in {position}");
        report.queries
    }
}

/// Returns the total of atoms, lists of moves and moves played.
pub fn total(queries: &Queries) -> u64 {
    queries.atomic + queries.listmoves + queries.play
}
