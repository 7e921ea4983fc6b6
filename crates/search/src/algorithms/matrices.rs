//! Solving games of simultaneous moves, by name.

use ludex_evidence::Guarantees;
use ludex_game::{Outcome, SimultaneousGame};

use crate::budget::{Budget, Observer, Stopped};
use crate::simultaneous::{
    self, Approximation, BackwardOptions, CellOrder, ExactReport, Mixed, OracleOptions, Refusal,
    RegretOptions, Serial, SimultaneousReport, SmMctsOptions, SmabOptions,
};

/// How to solve a game of simultaneous moves.
#[derive(Clone, Copy, Debug)]
pub struct MatrixOptions {
    /// Keep a table of solved states.
    pub transpositions: bool,
    /// Use the hints of the game: its mirror image, bounds.
    pub hints: bool,
    /// Early bound skipping of SMAB, if it was said.
    pub skip: Option<usize>,
    /// The order of the cells in SMAB, if it was said.
    pub cell_order: Option<CellOrder>,
    /// The seed of random numbers.
    pub seed: u64,
}

impl Default for MatrixOptions {
    fn default() -> MatrixOptions {
        let BackwardOptions { transpositions, mirror } = BackwardOptions::default();
        MatrixOptions { transpositions, hints: mirror, skip: None, cell_order: None, seed: 0 }
    }
}

/// What was found about a state of simultaneous moves.
#[derive(Clone, PartialEq, Debug)]
pub struct MatrixAnswer<M> {
    /// The value, or an estimate where it is not certain.
    pub value: Option<f64>,
    /// The value without rounding, from a search in exact numbers.
    pub fraction: Option<String>,
    /// The value lies between these.
    pub bounds: (f64, f64),
    /// Whether the search found what it is for: the value, or an approximation of it.
    pub done: bool,
    /// Mixed strategies of the first agent and of the second.
    pub strategies: [Mixed<M>; 2],
    /// The states visited.
    pub nodes: u64,
    /// The linear programs solved.
    pub lp_calls: u64,
    /// The bytes of tables.
    pub bytes: usize,
    /// Why the search stopped early.
    pub stopped: Option<Stopped>,
}

impl<M> MatrixAnswer<M> {
    /// Converts every move, for instance to its number.
    pub fn map<N>(self, mut convert: impl FnMut(M) -> N) -> MatrixAnswer<N> {
        let strategies = self
            .strategies
            .map(|mixed| mixed.into_iter().map(|(mv, share)| (convert(mv), share)).collect());
        let MatrixAnswer { value, fraction, bounds, done, nodes, lp_calls, bytes, stopped, .. } =
            self;
        MatrixAnswer { value, fraction, bounds, done, strategies, nodes, lp_calls, bytes, stopped }
    }

    fn exact(report: SimultaneousReport<M>) -> MatrixAnswer<M> {
        MatrixAnswer {
            value: report.value(),
            fraction: None,
            bounds: report.bounds,
            done: report.stopped.is_none(),
            strategies: [report.row, report.column],
            nodes: report.nodes + report.serial_nodes,
            lp_calls: report.lp_calls,
            bytes: report.bytes,
            stopped: report.stopped,
        }
    }

    fn approximate(report: Approximation<M>) -> MatrixAnswer<M> {
        MatrixAnswer {
            value: report.value,
            fraction: None,
            bounds: report.bounds,
            done: report.stopped.is_none(),
            strategies: [report.row, report.column],
            nodes: report.nodes,
            lp_calls: report.lp_calls,
            bytes: report.bytes,
            stopped: report.stopped,
        }
    }

    fn rational(report: ExactReport<M>, range: (f64, f64)) -> MatrixAnswer<M> {
        let value = report.value.as_ref().map(Guarantees::float);
        let [row, column] = [report.row, report.column].map(|shares| {
            shares.into_iter().map(|(mv, share)| (mv, Guarantees::float(&share))).collect()
        });
        MatrixAnswer {
            value,
            fraction: report.value.as_ref().map(Guarantees::text),
            bounds: value.map_or(range, |value| (value, value)),
            done: report.stopped.is_none(),
            strategies: [row, column],
            nodes: report.nodes,
            lp_calls: report.nodes,
            bytes: 0,
            stopped: report.stopped,
        }
    }
}

/// What every function here returns.
type Solved<M> = Result<MatrixAnswer<M>, Refusal>;

pub(super) fn backward<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    options: &MatrixOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Solved<G::Move> {
    let (transpositions, mirror) = (options.transpositions, options.hints);
    let options = BackwardOptions { transpositions, mirror };
    simultaneous::backward(game, state, options, budget, observer).map(MatrixAnswer::exact)
}

/// Without hints and table it is the search of [Saf13, Table 5.5].
pub(super) fn smab<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    options: &MatrixOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Solved<G::Move> {
    let base = if options.hints { SmabOptions::BEST } else { SmabOptions::PLAIN };
    let options = SmabOptions {
        transpositions: options.transpositions,
        skip: options.skip.unwrap_or(base.skip),
        order: options.cell_order.unwrap_or(base.order),
        ..base
    };
    simultaneous::smab(game, state, options, budget, observer).map(MatrixAnswer::exact)
}

pub(super) fn oracle<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    options: &MatrixOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Solved<G::Move> {
    let (transpositions, mirror) = (options.transpositions, options.hints);
    let options = OracleOptions { serialised: true, transpositions, mirror };
    simultaneous::double_oracle(game, state, options, budget, observer).map(MatrixAnswer::exact)
}

pub(super) fn sequence_form<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    _options: &MatrixOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Solved<G::Move> {
    simultaneous::sequence_form(game, state, budget, observer).map(MatrixAnswer::exact)
}

pub(super) fn exact<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    _options: &MatrixOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Solved<G::Move> {
    let outcomes = game.outcomes();
    let range = (outcomes.number(Outcome::WORST), outcomes.number(outcomes.best()));
    simultaneous::exact_backward(game, state, budget, observer)
        .map(|report| MatrixAnswer::rational(report, range))
}

/// Solves the game in which one agent chooses first; `order` makes the order from the seed.
pub(super) fn serial<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    order: fn(u64) -> Serial,
    options: &MatrixOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Solved<G::Move> {
    simultaneous::serial(game, state, order(options.seed), budget, observer)
        .map(MatrixAnswer::approximate)
}

pub(super) fn monte_carlo<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    options: &MatrixOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Solved<G::Move> {
    let options = SmMctsOptions { seed: options.seed, ..SmMctsOptions::default() };
    simultaneous::sm_mcts(game, state, options, budget, observer).map(MatrixAnswer::approximate)
}

pub(super) fn regret_matching<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    _options: &MatrixOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Solved<G::Move> {
    let options = RegretOptions::default();
    simultaneous::regret(game, state, options, budget, observer).map(MatrixAnswer::approximate)
}
