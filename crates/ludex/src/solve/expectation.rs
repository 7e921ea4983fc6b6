//! Zero-sum games of turns with chance: what the first agent can expect.

use std::time::Instant;

use ludex_evidence::Evidence;
use ludex_game::{Agent, DynGame, DynMove, DynState, Fraction, Model, Notation, Rational};
use ludex_search::{
    AlgorithmInfo, Expectation, ExpectationOptions, NoEquilibria, Task, backward_induction,
    find_algorithm, solve_expectation,
};

use super::{one_by_one, unfit};
use crate::answers::{ProofSize, Solved};
use crate::describe;
use crate::error::InputError;
use crate::requests::{Best, Solve};
use crate::session::Session;

/// The algorithm that is chosen: on random trees the others visited a third fewer positions at best,
/// and took more time for it, as windows are fractions, too.
const CHOSEN: &str = "expectimax";

/// Returns whether the searches for expectations can solve a game: they skip what must not come back.
pub(super) fn fits(game: &DynGame) -> bool {
    game.has_chance() && game.zero_sum() && !game.can_repeat()
}

/// Refuses a game or options that a search for an expectation cannot deal with.
pub(super) fn require_fit(
    game: &DynGame,
    request: &Solve,
    info: &AlgorithmInfo,
) -> Result<(), InputError> {
    let name = info.name;
    let refused = |reason: &str, help: &str| {
        Err(InputError::new(format!("{name} is for {reason}")).help(help.to_string()))
    };
    let all = "try --algorithm backward-induction";
    match () {
        () if !game.has_chance() => {
            refused("games with chance, and there is none in this", "leave --algorithm out")
        }
        () if !game.zero_sum() => refused("zero-sum games, and this is not known to be one", all),
        () if game.can_repeat() => {
            refused("games without cycles, and this is not known to be one", all)
        }
        () if request.guarantee.is_some() => refused("values", "leave --guarantee out"),
        () if request.equilibria.is_some() => refused("values", "leave --equilibria out"),
        () => Ok(()),
    }
}

/// Refuses options of searches for the value of a game without chance.
fn refuse_value_options(request: &Solve) -> Result<(), InputError> {
    let given = [
        (request.store.is_some(), "--store"),
        (request.range.is_some(), "--range"),
        (request.hints == Some(true), "--hints"),
        (request.evaluation.as_deref().is_some_and(|name| name != "none"), "--evaluation"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, option)) => Err(InputError::new(format!("{option} is for games without chance"))),
    }
}

/// Solves every one of the states.
pub(super) fn run(
    session: &Session,
    game: &DynGame,
    request: &Solve,
    states: &[(DynState, Option<f64>)],
    each: &mut dyn FnMut(Solved),
) -> Result<(), InputError> {
    refuse_value_options(request)?;
    let named = find_algorithm(&request.algorithm, Task::Expectation).map(|info| info.name);
    let algorithm = named.unwrap_or(CHOSEN);
    let solving = Solving { session, game, request, algorithm, chosen: named.is_none() };
    one_by_one(request, states, each, |state| solving.one(state))
}

/// A game being solved.
#[derive(Clone, Copy)]
struct Solving<'s> {
    session: &'s Session,
    game: &'s DynGame,
    request: &'s Solve,
    algorithm: &'static str,
    chosen: bool,
}

impl Solving<'_> {
    fn one(self, state: &DynState) -> Result<Solved, InputError> {
        let (limits, start) = (&self.request.limits, Instant::now());
        let options = ExpectationOptions {
            transpositions: self.request.transpositions.unwrap_or(true),
            all_best: !matches!(self.request.best, Some(Best::One | Best::None)),
            max_bytes: limits.max_bytes(),
        };
        let (budget, mut observer) = (limits.budget(), limits.observer());
        let work = (&budget, &mut observer as &mut dyn ludex_search::Observer);
        let found = solve_expectation(self.algorithm, self.game, state, &options, work);
        self.session.require_sound()?;
        let found = match found.ok_or_else(|| unfit(self.algorithm, Task::Expectation))? {
            Ok(found) => found,
            Err(error) => return Err(self.refused(&error)),
        };
        let mut solved = self.solved(state, &found, start.elapsed().as_secs_f64());
        if self.request.best == Some(Best::None) {
            (solved.best, solved.all_best) = (Vec::new(), false);
        }
        if self.request.evidence && found.stopped.is_none() {
            self.prove(state, &found.low, &mut solved)?;
        }
        Ok(solved)
    }

    fn refused(self, error: &NoEquilibria<DynState>) -> InputError {
        let name = &self.session.name;
        match error {
            NoEquilibria::Stopped(stopped) => InputError::new(stopped.to_string()),
            NoEquilibria::Unfit(reason, state) => {
                let position = self.game.write_position(state);
                InputError::new(format!("{name} cannot be solved: {reason}, {position}"))
            }
        }
    }

    fn solved(self, state: &DynState, found: &Expectation<DynMove>, seconds: f64) -> Solved {
        let agents = self.game.agents();
        let turn = self.game.turn(state).agent();
        let exact = found.low == found.high;
        let score = exact.then(|| found.low.number());
        let flip = if turn == Some(Agent::SECOND) { -1.0 } else { 1.0 };
        let write = |&mv: &DynMove| turn.map(|agent| self.game.write_move(state, agent, mv));
        let why =
            "as there is chance, so that the value is an expectation, and no position repeats";
        Solved {
            value: score.map_or(serde_json::Value::Null, describe::number),
            score,
            fraction: exact.then(|| fraction(&found.low)).flatten(),
            relative: score.map(|score| 0.0 + flip * score),
            exact,
            best: found.best.iter().filter_map(write).collect(),
            all_best: found.all_best,
            bounds: [found.low.number(), found.high.number()],
            bound_names: [found.low.to_string(), found.high.to_string()],
            algorithm: self.algorithm.to_string(),
            why: self.chosen.then(|| format!("{}, {why}", self.algorithm)),
            turn: turn.map(|agent| agents.name(agent).to_string()),
            nodes: found.nodes,
            value_nodes: found.nodes,
            created: found.nodes,
            seconds,
            memory: found.bytes as u64,
            stopped: found.stopped.map(|stopped| stopped.to_string()),
            ..Solved::unknown(agents.name(Agent::FIRST), self.game.write_position(state))
        }
    }

    /// Adds the evidence: all positions that play can reach, with what can be expected in each.
    fn prove(
        self,
        state: &DynState,
        value: &Rational,
        solved: &mut Solved,
    ) -> Result<(), InputError> {
        let limits = &self.request.limits;
        let (budget, mut observer) = (limits.budget(), limits.observer());
        let known = match backward_induction(self.game, state, &budget, &mut observer) {
            Ok(known) => known,
            Err(NoEquilibria::Stopped(stopped)) => {
                solved.stopped = Some(format!("no proof within the budget: {stopped}"));
                return Ok(());
            }
            Err(error) => return Err(self.refused(&error)),
        };
        let proved = &known.explored.graph.payoffs(known.induction.value(0))[0];
        if proved != value {
            return Err(InputError::new(format!("the proof is of {proved}, not of {value}")));
        }
        let (name, game) = (&self.session.name, self.game);
        let mut evidence = Evidence::equilibrium(name, game, &known.explored, &known.induction)
            .map_err(|rejection| InputError::new(rejection.to_string()))?;
        evidence.digest = self.session.digest();
        solved.proof = Some(ProofSize::of(evidence.size()));
        solved.evidence = Some(evidence);
        Ok(())
    }
}

/// Returns the exact text of a number that is not whole.
pub(super) fn fraction(number: &Rational) -> Option<String> {
    let whole = number.small().is_some_and(|number: Fraction| number.denominator() == 1);
    (!whole).then(|| number.to_string())
}
