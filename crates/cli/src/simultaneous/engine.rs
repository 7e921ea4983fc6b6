//! The search behind `ludex solve` where all agents move together: which one, and what it found.

use std::time::{Duration, Instant};

use clap::ValueEnum;
use ludex_evidence::Guarantees;
use ludex_game::SimultaneousGame;
use ludex_search::{
    Approximation, BackwardOptions, Budget, CellOrder, ExactReport, Mixed, Observer, OracleOptions,
    Refusal, RegretOptions, Serial, SimultaneousReport, SmMctsOptions, SmabOptions, Stopped,
    backward, double_oracle, exact_backward, regret, sequence_form, serial, sm_mcts, smab,
};

use crate::args::{CellOrderName, SolveAlgorithm};
use crate::complaint::Complaint;
use crate::requests::SolveRequest;

/// What a search found.
pub struct Found<M> {
    /// The value, or an estimate where it is not sure.
    pub value: Option<f64>,
    /// The value without rounding, from a search that knows.
    pub fraction: Option<String>,
    /// The value lies between these.
    pub bounds: (f64, f64),
    /// Whether that is what the search was for: the value, or an approximation of it.
    pub done: bool,
    /// Strategies of the first agent and of the second.
    pub strategies: [Mixed<M>; 2],
    pub nodes: u64,
    pub lp_calls: u64,
    pub bytes: usize,
    pub stopped: Option<Stopped>,
}

/// The search a request is for. Those for games of turns are refused.
pub fn choose(request: &SolveRequest) -> Result<SolveAlgorithm, Complaint> {
    match request.algorithm {
        algorithm if algorithm == SolveAlgorithm::Auto || algorithm.takes_matrices() => {
            Ok(algorithm)
        }
        algorithm => {
            let message = format!("{} is for games where agents take turns", name(algorithm));
            let known: Vec<String> = SolveAlgorithm::value_variants()
                .iter()
                .filter(|algorithm| algorithm.takes_matrices())
                .map(|&algorithm| name(algorithm))
                .collect();
            let list = known.join(", ");
            Err(Complaint::new(message).help(format!("with simultaneous moves there are {list}")))
        }
    }
}

/// The value of a state by the search that suits it: in exact numbers where that takes a moment, else
/// by backward induction. Says which it was, and why.
pub fn solve_best<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    request: &SolveRequest,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<(Found<G::Move>, SolveAlgorithm, &'static str), Refusal> {
    let soon = Instant::now().checked_add(MOMENT);
    let moment = Budget {
        max_nodes: Some(budget.max_nodes.map_or(FEW, |most| most.min(FEW))),
        deadline: [budget.deadline, soon].into_iter().flatten().min(),
        ..budget.clone()
    };
    let mut search = |algorithm, budget| solve(game, state, algorithm, request, budget, observer);
    let exact = search(SolveAlgorithm::Exact, &moment)?;
    if exact.done {
        return Ok((exact, SolveAlgorithm::Exact, "it is small enough for exact fractions"));
    }
    let found = search(SolveAlgorithm::Backward, budget)?;
    Ok((
        found,
        SolveAlgorithm::Backward,
        "each state's matrix is solved once, its mirror image never",
    ))
}

/// The states and the time that exact numbers are tried for.
const FEW: u64 = 2_000;
const MOMENT: Duration = Duration::from_millis(200);

/// What an algorithm is called.
pub fn name(algorithm: SolveAlgorithm) -> String {
    let name = algorithm.to_possible_value();
    name.map_or_else(String::new, |name| name.get_name().to_string())
}

/// The value of a state by an algorithm.
pub fn solve<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    algorithm: SolveAlgorithm,
    request: &SolveRequest,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Found<G::Move>, Refusal> {
    let (table, mirror, seed) = (request.transpositions, request.hints, request.limits.seed);
    let approximate =
        |order, observer| serial(game, state, order, budget, observer).map(Found::approximate);
    match algorithm {
        SolveAlgorithm::Smab => {
            smab(game, state, smab_options(request), budget, observer).map(Found::exact)
        }
        SolveAlgorithm::Oracle => {
            let options = OracleOptions { serialised: true, transpositions: table, mirror };
            double_oracle(game, state, options, budget, observer).map(Found::exact)
        }
        SolveAlgorithm::SequenceForm => {
            sequence_form(game, state, budget, observer).map(Found::exact)
        }
        SolveAlgorithm::Exact => exact_backward(game, state, budget, observer)
            .map(|report| Found::rational(report, whole_range(game))),
        SolveAlgorithm::Maxmin => approximate(Serial::Maxmin, observer),
        SolveAlgorithm::Minmax => approximate(Serial::Minmax, observer),
        SolveAlgorithm::Alternating => approximate(Serial::Alternating, observer),
        SolveAlgorithm::RandomOrder => approximate(Serial::Random(seed), observer),
        SolveAlgorithm::SmMcts => {
            let options = SmMctsOptions { seed, ..SmMctsOptions::default() };
            sm_mcts(game, state, options, budget, observer).map(Found::approximate)
        }
        SolveAlgorithm::Regret => {
            let options = RegretOptions::default();
            regret(game, state, options, budget, observer).map(Found::approximate)
        }
        _ => {
            let options = BackwardOptions { transpositions: table, mirror };
            backward(game, state, options, budget, observer).map(Found::exact)
        }
    }
}

/// Without hints and table it is what Table 5.5 is about.
fn smab_options(request: &SolveRequest) -> SmabOptions {
    let base = if request.hints { SmabOptions::BEST } else { SmabOptions::PLAIN };
    SmabOptions {
        transpositions: request.transpositions,
        skip: request.skip.unwrap_or(base.skip),
        order: match request.cell_order {
            None => base.order,
            Some(CellOrderName::LShaped) => CellOrder::LShaped,
            Some(CellOrderName::Lexicographic) => CellOrder::Lexicographic,
        },
        ..base
    }
}

fn whole_range<G: SimultaneousGame>(game: &G) -> (f64, f64) {
    let outcomes = game.outcomes();
    (outcomes.number(ludex_game::Outcome::WORST), outcomes.number(outcomes.best()))
}

impl<M> Found<M> {
    fn exact(report: SimultaneousReport<M>) -> Found<M> {
        Found {
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

    fn approximate(report: Approximation<M>) -> Found<M> {
        Found {
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

    fn rational(report: ExactReport<M>, range: (f64, f64)) -> Found<M> {
        let value = report.value.as_ref().map(Guarantees::float);
        let [row, column] = [report.row, report.column].map(|shares| {
            shares.into_iter().map(|(mv, share)| (mv, Guarantees::float(&share))).collect()
        });
        Found {
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
