//! A game that records its queries, so that searches need no hooks.

use std::sync::{Mutex, PoisonError};

use ludex_game::{Agent, Agents, Atom, Game, Hints, Model, Outcome, Outcomes, Question, Turn};
use ludex_logic::{Compiled, Definitions, Vocabulary, compile};
use ludex_search::{
    BestFirstCheckOptions, BestFirstChecker, Budget, CheckOptions, Costs, Mps, MpsOptions, Queries,
    Silent, check,
};

/// The player asked about.
pub const A: Agent = Agent::FIRST;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// An atom, as queried by searches for formulas.
    Atom,
    /// Who is to move or has won, as queried by textbook algorithms.
    Judgement,
    /// The moves of an agent.
    Moves,
    /// No query yet: a move led there.
    Reached,
}

/// A game with a record.
pub struct Recorded<'g, G: Model> {
    game: &'g G,
    record: Mutex<Vec<(Asked, G::State)>>,
}

impl<G: Model> Recorded<'_, G> {
    fn note(&self, asked: Asked, state: &G::State) {
        let mut record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        record.push((asked, state.clone()));
    }
}

impl<G: Model> Model for Recorded<'_, G> {
    type State = G::State;
    type Move = G::Move;

    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn initial(&self) -> G::State {
        self.game.initial()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.note(Asked::Judgement, state);
        self.game.turn(state)
    }

    fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<G::Move>) {
        self.note(Asked::Moves, state);
        self.game.moves(state, agent, out);
    }

    fn outcome(&self, state: &G::State) -> Outcome {
        self.game.outcome(state)
    }

    fn holds(&self, state: &G::State, own_atom: u32) -> bool {
        self.game.holds(state, own_atom)
    }

    fn key(&self, state: &G::State) -> u64 {
        self.game.key(state)
    }

    fn wins(&self, state: &G::State, agent: Agent) -> bool {
        self.note(Asked::Judgement, state);
        self.game.wins(state, agent)
    }

    fn satisfies(&self, state: &G::State, atom: Atom) -> bool {
        self.note(Asked::Atom, state);
        self.game.satisfies(state, atom)
    }
}

impl<G: Game> Game for Recorded<'_, G> {
    fn play(&self, state: &mut G::State, agent: Agent, mv: G::Move) {
        self.game.play(state, agent, mv);
        self.note(Asked::Reached, state);
    }
}

impl<G: Game> Hints for Recorded<'_, G> {}

/// What a search did: its result, and the states it visited, as far as the queries show.
#[derive(PartialEq, Eq, Debug)]
pub struct Run<S> {
    pub answer: bool,
    /// The states that moves led to, in order. Depth-first searches visit a state when they reach
    /// it.
    pub reached: Vec<S>,
    /// The states that were queried, in order, without immediate repetitions. Best-first searches
    /// return to states by playing moves again; a visit is a query there.
    pub asked: Vec<S>,
    /// The states that were tested for a win, in order.
    pub tested: Vec<S>,
}

impl<S: Clone + PartialEq> Run<S> {
    fn of(answer: bool, record: &[(Asked, S)]) -> Run<S> {
        let states = |of: &[Asked]| -> Vec<S> {
            record.iter().filter(|(asked, _)| of.contains(asked)).map(|(_, s)| s.clone()).collect()
        };
        let mut asked = states(&[Asked::Atom, Asked::Judgement, Asked::Moves]);
        asked.dedup();
        let reached = states(&[Asked::Reached]);
        Run { answer, reached, asked, tested: states(&[Asked::Atom, Asked::Judgement]) }
    }
}

/// Runs a textbook algorithm.
pub fn textbook<G: Game>(
    game: &G,
    algorithm: impl FnOnce(&Recorded<'_, G>) -> bool,
) -> Run<G::State> {
    let recorded = Recorded { game, record: Mutex::default() };
    let answer = algorithm(&recorded);
    Run::of(answer, &recorded.record.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Checks a formula of the prelude about A by some search.
fn model_checking<G: Game>(
    game: &G,
    text: &str,
    search: impl FnOnce(Question<'_, Recorded<'_, G>>, &Compiled) -> (Option<bool>, Queries),
) -> Run<G::State> {
    let vocabulary = Vocabulary::new(game.agents().clone(), A, game.outcomes().clone(), Vec::new());
    let compiled = compile(text, Definitions::prelude(), &vocabulary).expect("a formula");
    let recorded = Recorded { game, record: Mutex::default() };
    let (answer, queries) = search(Question { game: &recorded, asked: A }, &compiled);
    let record = recorded.record.into_inner().unwrap_or_else(PoisonError::into_inner);
    // What follows the last query of the search is about its principal variation.
    let counted =
        |(place, _): &(usize, &(Asked, _))| matches!(record[*place].0, Asked::Atom | Asked::Moves);
    let queries = (queries.atomic + queries.listmoves) as usize;
    let last =
        record.iter().enumerate().filter(counted).nth(queries - 1).expect("all are recorded");
    Run::of(answer.expect("no limit"), &record[..=last.0])
}

/// Runs DFPS as in [Saf13, Algorithm 7]: no table, the moves as the game lists them.
pub fn dfps<G: Game>(game: &G, state: &G::State, text: &str) -> Run<G::State> {
    model_checking(game, text, |question, compiled| {
        let options = CheckOptions { plain: true, ..CheckOptions::default() };
        let (dag, budget) = (&compiled.formulas, Budget::default());
        let report = check(question, state, dag, compiled.root, &options, &budget, &mut Silent);
        (report.answer, report.queries)
    })
}

/// Runs PNPS or MCPS on trees, exactly as in [Saf13, Algorithm 8] and its tables.
pub fn best_first<G: Game>(
    game: &G,
    state: &G::State,
    text: &str,
    options: BestFirstCheckOptions,
) -> Run<G::State> {
    model_checking(game, text, |question, compiled| {
        let options = BestFirstCheckOptions { transpositions: false, look: false, ..options };
        let checker = BestFirstChecker::new(question, &compiled.formulas, options, 256 << 20);
        let report = checker.check(state, compiled.root, &Budget::default(), &mut Silent);
        (report.answer, report.queries)
    })
}

/// Runs MPS on trees; also returns the cost of the cheapest (dis)proof.
pub fn mps<G: Game>(
    game: &G,
    state: &G::State,
    text: &str,
    costs: &dyn Costs,
) -> (Run<G::State>, u64) {
    let mut cost = None;
    let run = model_checking(game, text, |question, compiled| {
        let options = MpsOptions { transpositions: false, ..MpsOptions::default() };
        let search = Mps::new(question, &compiled.formulas, costs, options, 256 << 20);
        let report = search.check(state, compiled.root, &Budget::default(), &mut Silent);
        cost = report.cost().and_then(|cost| cost.finite());
        (report.answer, report.queries)
    });
    (run, cost.expect("no limit"))
}

/// Returns whether nobody can move any more.
pub fn over<G: Game>(game: &G, state: &G::State) -> bool {
    game.turn(state) == Turn::Final
}

/// Returns the moves of an agent.
pub fn moves<G: Game>(game: &G, state: &G::State, agent: Agent) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves
}
