//! What the tests of the whole share: formulas from text, and evidence sent through a file's bytes.

pub mod formulas;

use ludex_evidence::{Evidence, Proof, Statement, check};
use ludex_game::{Agent, Game, Hints, Notation, Question, below};
use ludex_logic::{Compiled, Definitions, LogicError, Vocabulary, compile};
use ludex_search::{Budget, Checker, Silent};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A generator of random numbers that is the same on every machine.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        below(&mut self.0, n)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A formula about an agent of a game; definitions may come on top of the prelude.
pub fn read<G: Notation>(
    game: &G,
    asked: Agent,
    text: &str,
    definitions: Option<&str>,
) -> Result<Compiled, LogicError> {
    let vocabulary = Vocabulary::of(game, asked);
    let Some(more) = definitions else {
        return compile(text, Definitions::prelude(), &vocabulary);
    };
    let mut definitions = Definitions::prelude().clone();
    definitions.add("test", more)?;
    compile(text, &definitions, &vocabulary)
}

/// A formula of the prelude that is known to be right.
pub fn formula<G: Notation>(game: &G, asked: Agent, text: &str) -> Compiled {
    read(game, asked, text, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Whether a formula of the prelude holds, by fast DFPS.
pub fn holds<G: Hints + Notation>(game: &G, asked: Agent, state: &G::State, text: &str) -> bool {
    let compiled = formula(game, asked, text);
    let mut checker = Checker::new(Question { game, asked }, &compiled.formulas, 64 << 20);
    checker.holds(state, compiled.root)
}

/// The position a text describes.
pub fn position<G: Notation>(game: &G, text: &str) -> G::State {
    game.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Writes evidence to bytes, reads it back and lets the checker judge it. Returns its size.
pub fn accept<G: Game + Notation>(game: &G, evidence: &Evidence, as_json: bool) -> usize {
    let bytes = match as_json {
        true => evidence.to_json().into_bytes(),
        false => evidence.to_binary().expect("small evidence can be packed"),
    };
    let back = Evidence::from_bytes(&bytes).expect("what was written can be read");
    assert_eq!(&back, evidence);
    let compile = |asked: Agent, text: &str, definitions: Option<&str>| {
        let compiled = read(game, asked, text, definitions).map_err(|error| error.message)?;
        Ok((compiled.formulas, compiled.root))
    };
    let stats = check(game, &back, compile).unwrap_or_else(|rejection| panic!("{rejection}"));
    assert_eq!(stats.nodes, evidence.size());
    stats.nodes
}

/// Proves or refutes a formula and lets the checker judge the proof. Returns what it shows.
pub fn prove_and_accept<G: Hints + Notation>(
    checker: &mut Checker<'_, G>,
    question: Question<'_, G>,
    state: &G::State,
    statement: Statement<'_>,
    as_json: bool,
) -> bool {
    let proof = checker
        .prove(state, statement.formula, &Budget::default(), &mut Silent)
        .expect("enough memory for a small proof");
    proof_is_accepted(&proof, question, state, statement, as_json)
}

/// Lets the checker judge a proof. Returns what it shows.
pub fn proof_is_accepted<G: Hints + Notation>(
    proof: &Proof<G::Move>,
    question: Question<'_, G>,
    state: &G::State,
    statement: Statement<'_>,
    as_json: bool,
) -> bool {
    let evidence = Evidence::formula("test", question, state, statement, proof)
        .unwrap_or_else(|rejection| panic!("{rejection}"));
    accept(question.game, &evidence, as_json);
    proof.nodes.last().expect("a proof has a root").holds != statement.formula.negated()
}
