//! The search behind `ludex solve`: which one, made once for all positions of a batch.

use std::sync::{Mutex, PoisonError};

use clap::ValueEnum;
use ludex_game::{Agent, Bounds, Outcome, nearest};
use ludex_games::Playable;
use ludex_search::{
    Algorithm, AlphaBeta, BestFirstOptions, BestFirstSolver, Budget, Checkpoints, DfMopns, DfPn,
    DfPnOptions, Evaluation, Extras, Observer, Retrograde, SolveOptions, SolveReport, Stopped,
    WeakSolutions, dfs,
};

use super::choice;
use super::shelf::{Shelf, Tabled, in_slices};
use crate::args::SolveAlgorithm;
use crate::complaint::Complaint;
use crate::requests::SolveRequest;

/// A search for values, ready to be used.
pub struct Engine<'g, G: Playable> {
    algorithm: SolveAlgorithm,
    /// Why it was chosen, if it was.
    pub why: Option<String>,
    game: &'g G,
    search: Search<'g, G>,
    /// Makes the evidence for searches that keep none themselves.
    prover: AlphaBeta<'g, G>,
    /// Whether it is told what best-first searches have proved.
    teach: bool,
    /// Whether there is a table.
    tabled: bool,
}

enum Search<'g, G: Playable> {
    Dfs,
    AlphaBeta,
    BestFirst(BestFirstSolver<'g, G>),
    DfPn(DfPn<'g, G>),
    DfMopns(DfMopns<'g, G>),
    Retrograde { all_best: bool, explored: Option<Retrograde<'g, G>> },
}

/// What a search found.
pub struct Found<M> {
    /// The value and the work.
    pub report: SolveReport<M>,
    /// Nodes expanded without those of second-level searches, where there are any.
    pub first_level: Option<u64>,
    /// A play to the end that is as short as it can be, from a search that knows.
    pub line: Option<Vec<(Agent, M)>>,
}

impl<M> Found<M> {
    /// What was known before.
    pub fn known(report: SolveReport<M>) -> Found<M> {
        Found::plain(report)
    }

    fn plain(report: SolveReport<M>) -> Found<M> {
        Found { report, first_level: None, line: None }
    }
}

impl<'g, G: Playable> Engine<'g, G> {
    /// The search a request is for.
    pub fn new(game: &'g G, request: &SolveRequest) -> Result<Engine<'g, G>, Complaint> {
        let limits = &request.limits;
        let max_bytes = limits.budget().max_bytes;
        let (algorithm, why) = match request.algorithm {
            SolveAlgorithm::Auto => {
                let (algorithm, why) = choice::choose(game);
                (algorithm, Some(why))
            }
            algorithm => (algorithm, None),
        };
        let range = range(game, request)?;
        let evaluation = evaluation(game, algorithm, request)?;
        let best_first = |scheme, second_level, iterative| {
            let options = BestFirstOptions {
                second_level,
                iterative,
                transpositions: request.transpositions,
                hints: request.hints,
                symmetry: request.hints,
                all_best: request.all_best,
                evaluation,
                mobility: evaluation == Evaluation::Mobility,
                seed: limits.seed,
                range,
                threads: limits.threads,
                ..BestFirstOptions::new(scheme)
            };
            Search::BestFirst(BestFirstSolver::new(game, options, max_bytes))
        };
        let depth_first = DfPnOptions {
            hints: request.hints,
            symmetry: request.hints,
            all_best: request.all_best,
            ..DfPnOptions::default()
        };
        let table = if request.transpositions { max_bytes } else { 0 };
        use SolveAlgorithm as Named;
        let search = match algorithm {
            Named::Dfs => Search::Dfs,
            Named::Auto | Named::Alphabeta => Search::AlphaBeta,
            Named::Pns | Named::Dichotomic => best_first(Algorithm::Pns, false, false),
            Named::Iterative => best_first(Algorithm::Pns, false, true),
            Named::Pn2 => best_first(Algorithm::Pns, true, false),
            Named::Pp => best_first(Algorithm::Pp, false, false),
            Named::Pp2 => best_first(Algorithm::Pp, true, false),
            Named::Mcts => best_first(Algorithm::Mcts, false, false),
            Named::Minmax => best_first(Algorithm::MinMax, false, false),
            Named::Mopns => best_first(Algorithm::Mopns, false, false),
            Named::Mopns2 => best_first(Algorithm::Mopns, true, false),
            Named::Mopp => best_first(Algorithm::Mopp, false, false),
            Named::Sbmcts => best_first(Algorithm::ScoreBounded, false, false),
            Named::Blind => best_first(Algorithm::Blind, false, false),
            Named::Dfpn => {
                Search::DfPn(DfPn::new(game, depth_first, table).with_threads(limits.threads))
            }
            Named::Dfmopns => {
                Search::DfMopns(DfMopns::new(game, depth_first, table).with_threads(limits.threads))
            }
            Named::Retrograde => Search::Retrograde { all_best: request.all_best, explored: None },
            Named::Backward
            | Named::Smab
            | Named::Oracle
            | Named::SequenceForm
            | Named::Exact
            | Named::Maxmin
            | Named::Alternating
            | Named::RandomOrder
            | Named::SmMcts
            | Named::Regret => return Err(of_matrices(algorithm)),
        };
        if request.range.is_some() && !matches!(search, Search::BestFirst(_)) {
            return Err(Complaint::new("only best-first searches can be given a range")
                .help("try --algorithm pns or --algorithm mopns"));
        }
        let options = SolveOptions {
            transpositions: request.transpositions,
            hints: request.hints,
            symmetry: request.hints,
            all_best: request.all_best,
            threads: limits.threads,
        };
        let prover = AlphaBeta::new(game, options, max_bytes);
        let (teach, tabled) = (request.evidence.is_some(), request.transpositions);
        Ok(Engine { algorithm, why, game, search, prover, teach, tabled })
    }

    /// What the algorithm is called.
    pub fn name(&self) -> String {
        let name = self.algorithm.to_possible_value();
        name.map_or_else(String::new, |name| name.get_name().to_string())
    }

    /// All that decides whether a checkpoint can be used: this program, the algorithm, the options.
    pub fn method(&self, request: &SolveRequest) -> String {
        let SolveRequest { transpositions, hints, all_best, evaluation, range, .. } = request;
        format!(
            "{} {} {transpositions} {hints} {all_best} {evaluation:?} {range:?} {}",
            env!("CARGO_PKG_VERSION"),
            self.name(),
            request.limits.seed,
        )
    }

    /// The value of a state.
    pub fn solve(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
        shelf: Option<&mut Shelf>,
    ) -> Found<G::Move> {
        // In games with cycles the depth-first searches keep more than a table.
        let tabled = !self.game.can_repeat() && self.tabled;
        match &mut self.search {
            Search::Dfs => Found::plain(dfs(self.game, state, budget, observer)),
            Search::AlphaBeta => at(&mut self.prover, state, budget, observer, shelf, tabled),
            Search::DfPn(search) => at(search, state, budget, observer, shelf, tabled),
            Search::DfMopns(search) => at(search, state, budget, observer, shelf, tabled),
            Search::BestFirst(search) => {
                let mut shelf = shelf;
                let resume = shelf.as_mut().and_then(|shelf| shelf.checkpoint());
                let mut resume = resume.as_deref();
                let prover = Mutex::new(&mut self.prover);
                let import = |state: &G::State, bounds| {
                    let mut prover = prover.lock().unwrap_or_else(PoisonError::into_inner);
                    prover.import_bounds(state, bounds, None);
                };
                let extras = Extras {
                    checkpoints: shelf.map(|shelf| shelf as &mut dyn Checkpoints),
                    resume: resume.as_mut().map(|bytes| bytes as &mut dyn std::io::Read),
                    export: if self.teach { Some(&import) } else { None },
                };
                let report = search.solve_with(state, budget, observer, extras);
                let first_level = search.first_level();
                let two_levels = first_level != report.nodes;
                Found { first_level: two_levels.then_some(first_level), ..Found::plain(report) }
            }
            Search::Retrograde { all_best, explored } => {
                *explored = None;
                match Retrograde::explore(self.game, state, budget, observer) {
                    Ok(graph) => {
                        let report = graph.report(*all_best);
                        let line = report.bounds.exact().map(|_| graph.line());
                        *explored = Some(graph);
                        Found { line, ..Found::plain(report) }
                    }
                    Err(stopped) => Found::plain(SolveReport {
                        bounds: Bounds { low: Outcome::WORST, high: self.game.outcomes().best() },
                        best: Vec::new(),
                        all_best: false,
                        nodes: 0,
                        created: 0,
                        bytes: 0,
                        stopped: Some(stopped),
                    }),
                }
            }
        }
    }

    /// Evidence for the value of the state that was solved last.
    pub fn weak_solutions(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
        match &mut self.search {
            Search::DfPn(search) => search.weak_solutions(state, value, budget, observer),
            Search::DfMopns(search) => search.weak_solutions(state, value, budget, observer),
            Search::Retrograde { explored: Some(graph), .. } => {
                graph.weak_solutions(value, budget, observer)
            }
            _ => self.prover.weak_solutions(state, value, budget, observer),
        }
    }
}

/// The complaint about a search that is not for turns.
fn of_matrices(algorithm: SolveAlgorithm) -> Complaint {
    let name = algorithm.to_possible_value();
    let name = name.map_or_else(String::new, |name| name.get_name().to_string());
    Complaint::new(format!("{name} is for games of simultaneous moves"))
        .help("try --algorithm auto; `ludex games` tells which games are of simultaneous moves")
}

/// Solves a state with a search that has a table, which is kept on the shelf if that is of use.
fn at<'s, G: Playable, T>(
    search: &'s mut T,
    state: &'s G::State,
    budget: &Budget,
    observer: &mut dyn Observer,
    shelf: Option<&mut Shelf>,
    tabled: bool,
) -> Found<G::Move>
where
    At<'s, G, T>: Tabled<G::Move>,
{
    let mut search = At { search, state };
    Found::plain(match shelf {
        Some(shelf) if tabled => in_slices(&mut search, shelf, budget, observer),
        _ => search.go_on(budget, observer),
    })
}

/// A search at a state.
struct At<'s, G: Playable, T> {
    search: &'s mut T,
    state: &'s G::State,
}

macro_rules! tabled {
    ($($search:ident),*) => {$(
        impl<G: Playable> Tabled<G::Move> for At<'_, G, $search<'_, G>> {
            fn go_on(
                &mut self,
                budget: &Budget,
                observer: &mut dyn Observer,
            ) -> SolveReport<G::Move> {
                self.search.solve(self.state, budget, observer)
            }

            fn entries(&self) -> Box<dyn Iterator<Item = (u64, u64)> + '_> {
                Box::new(self.search.entries())
            }

            fn restore(&mut self, entry: (u64, u64)) -> bool {
                self.search.restore(entry)
            }
        }
    )*};
}

tabled!(AlphaBeta, DfPn, DfMopns);

/// The evaluation that was asked for, or the one the algorithm would like.
fn evaluation<G: Playable>(
    game: &G,
    algorithm: SolveAlgorithm,
    request: &SolveRequest,
) -> Result<Evaluation, Complaint> {
    use SolveAlgorithm::{Minmax, Mopp, Pp, Pp2};
    let own = game.evaluations();
    let Some(name) = &request.evaluation else {
        let likes = matches!(algorithm, Pp | Pp2 | Mopp | Minmax);
        let first = if own.is_empty() { Evaluation::None } else { Evaluation::OfGame(0) };
        return Ok(if likes { first } else { Evaluation::None });
    };
    if let Some(number) = own.iter().position(|own| own == name) {
        let proof_numbers = !matches!(algorithm, Pp | Pp2 | Mopp | Minmax)
            && !matches!(algorithm, SolveAlgorithm::Mcts | SolveAlgorithm::Sbmcts);
        return Ok(match name.as_str() {
            "mobility" if proof_numbers => Evaluation::Mobility,
            _ => Evaluation::OfGame(number),
        });
    }
    match name.as_str() {
        "none" => Ok(Evaluation::None),
        "mobility" => Ok(Evaluation::Mobility),
        _ => {
            let mut names = vec!["none", "mobility"];
            names.extend(own.iter().filter(|own| **own != "mobility"));
            let list = names.join(", ");
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`? This game has {list}"),
                None => format!("this game has {list}"),
            };
            let message = format!("there is no evaluation called `{name}`");
            Err(Complaint::at("evaluation", name, 0..name.len(), message).help(help))
        }
    }
}

/// The outcomes to be told apart, if that was asked for.
fn range<G: Playable>(game: &G, request: &SolveRequest) -> Result<Option<Bounds>, Complaint> {
    let Some(text) = &request.range else { return Ok(None) };
    let outcomes = game.outcomes();
    let ends = text.split_once("..").and_then(|(low, high)| {
        let (low, high) = (outcomes.named(low.trim())?, outcomes.named(high.trim())?);
        (low < high).then_some(Bounds { low, high })
    });
    ends.map(Some).ok_or_else(|| {
        let names: Vec<&str> = outcomes.iter().map(|outcome| outcomes.name(outcome)).collect();
        let message = format!("`{text}` is not a range of outcomes");
        Complaint::at("range", text, 0..text.len(), message)
            .help(format!("give two of {} as LOW..HIGH", names.join(", ")))
    })
}
