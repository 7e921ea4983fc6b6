//! Games of turns in which every agent plays for its own payoff: subgame-perfect equilibria.

use std::time::Instant;

use ludex_evidence::Evidence;
use ludex_game::{
    DynGame, DynMove, DynState, Fraction, Model, Notation, PlayNode, Plays, Rational,
};
use ludex_search::{Budget, Equilibria, NoEquilibria, Task, Unfit, find_algorithm, solve_payoffs};
use serde_json::{Map, Value};

use super::expectation::fraction;
use super::{one_by_one, unfit, unknown};
use crate::answers::{EquilibriumList, EquilibriumPlay, ProofSize, Solved};
use crate::describe;
use crate::error::InputError;
use crate::requests::{Best, Solve};
use crate::session::Session;

/// The algorithm that is chosen for a game that is not zero-sum.
const CHOSEN: &str = "backward-induction";

/// The plays of equilibria that are listed unless another number is asked for.
const PLAYS: usize = 1_000;

/// What is known of the states of a game.
type Known = Equilibria<DynState, DynMove>;

/// A game being solved.
#[derive(Clone, Copy)]
struct Solving<'s> {
    session: &'s Session,
    game: &'s DynGame,
    request: &'s Solve,
    algorithm: &'static str,
    why: Option<&'static str>,
}

/// Solves every one of the states; states that were reached from one before are not explored again.
pub(super) fn run(
    session: &Session,
    game: &DynGame,
    request: &Solve,
    states: &[(DynState, Option<f64>)],
    each: &mut dyn FnMut(Solved),
) -> Result<(), InputError> {
    refuse_value_options(request)?;
    if request.equilibria.is_some() {
        session.require_no_chance("the plays of equilibria are listed")?;
    }
    let named = find_algorithm(&request.algorithm, Task::Payoffs).map(|info| info.name);
    let why = match game.zero_sum() {
        true if game.has_chance() => {
            "backward-induction, as there is chance and positions may come back, which only looking at \
             all of them finds out"
        }
        true => "backward-induction, as equilibria are asked for",
        false => {
            "backward-induction, as what the agents get is not known to add up to a constant, so each \
             plays for its own"
        }
    };
    let why = named.is_none().then_some(why);
    let solving = Solving { session, game, request, algorithm: named.unwrap_or(CHOSEN), why };
    let mut known = None;
    one_by_one(request, states, each, |state| solving.one(&mut known, state))
}

/// Refuses options of searches for the value of a zero-sum game.
fn refuse_value_options(request: &Solve) -> Result<(), InputError> {
    let given = [
        (request.store.is_some(), "--store"),
        (request.range.is_some(), "--range"),
        (request.evaluation.as_deref().is_some_and(|name| name != "none"), "--evaluation"),
        (matches!(request.best, Some(Best::One | Best::None)), "--best"),
        (request.transpositions.is_some(), "--transpositions"),
        (request.hints == Some(true), "--hints"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, option)) => Err(InputError::new(format!(
            "{option} is for zero-sum games: here every agent plays for its own payoff"
        ))
        .help("`--guarantee AGENT` asks what one agent can secure, by the searches for zero-sum games")),
    }
}

impl<'s> Solving<'s> {
    fn one(self, known: &mut Option<Known>, state: &DynState) -> Result<Solved, InputError> {
        let (budget, start) = (self.request.limits.budget(), Instant::now());
        let fits = known.as_ref().is_some_and(|known| known.explored.find(state).is_some());
        let mut stopped = None;
        if !fits || self.request.evidence {
            *known = None;
            match self.search(state, &budget)? {
                Ok(found) => *known = Some(found),
                Err(reason) => stopped = Some(reason),
            }
        }
        self.session.require_sound()?;
        let why = self.why.map(str::to_string);
        let mut solved = Solved { why, ..unknown(self.game, self.algorithm, state) };
        if let Some(found) = known.as_ref() {
            let node = found.explored.find(state).unwrap_or(0);
            Found { solving: self, found, node }.complete(&mut solved, &budget)?;
        }
        solved.seconds = start.elapsed().as_secs_f64();
        solved.stopped = solved.stopped.or(stopped);
        Ok(solved)
    }

    /// Runs the algorithm. Returns why it stopped if the budget was used up.
    fn search(
        self,
        state: &DynState,
        budget: &Budget,
    ) -> Result<Result<Known, String>, InputError> {
        let mut observer = self.request.limits.observer();
        let found = solve_payoffs(self.algorithm, self.game, state, (budget, &mut observer));
        match found.ok_or_else(|| unfit(self.algorithm, Task::Payoffs))? {
            Ok(found) => Ok(Ok(found)),
            Err(NoEquilibria::Stopped(stopped)) => Ok(Err(stopped.to_string())),
            Err(NoEquilibria::Unfit(reason, state)) => Err(self.refused(&reason, &state)),
        }
    }

    /// Makes the error for a game that backward induction cannot solve.
    fn refused(self, reason: &Unfit, state: &DynState) -> InputError {
        let (name, position) = (&self.session.name, self.game.write_position(state));
        let message = format!("{name} cannot be solved for all its agents: {reason}, {position}");
        InputError::new(message).help(match reason {
            Unfit::Cycle => {
                "backward induction needs play that ends; `--guarantee AGENT` asks what one agent \
                 can secure"
            }
            Unfit::Together => "only games of turns have equilibria in pure strategies here",
            Unfit::Stuck => "an agent on turn must have a move until the game is over",
            Unfit::Combinations => "without ties it could be: an agent has equally good moves",
            Unfit::Inexact(_) => "payoffs are compared as fractions of at most 18 digits",
        })
    }
}

/// A state whose equilibria are known.
#[derive(Clone, Copy)]
struct Found<'s> {
    solving: Solving<'s>,
    found: &'s Known,
    node: u32,
}

impl Found<'_> {
    /// Adds what was found to an answer.
    fn complete(self, solved: &mut Solved, budget: &Budget) -> Result<(), InputError> {
        let Known { explored, induction, bytes } = self.found;
        self.first_agent(solved);
        let best = induction.best(&explored.graph, self.node);
        solved.best = best.iter().map(|&place| self.text(self.node, place)).collect();
        solved.all_best = true;
        solved.nodes = explored.graph.len() as u64;
        (solved.value_nodes, solved.created) = (solved.nodes, solved.nodes);
        solved.memory = *bytes as u64;
        if !explored.graph.has_chance() {
            let line = self.line();
            solved.distance = Some(line.len() as u32);
            solved.line = Some(line);
        }
        self.all_agents(solved);
        if let Some(most) = self.solving.request.equilibria {
            solved.equilibria = Some(self.equilibria(most, budget));
        }
        if self.solving.request.evidence {
            self.prove(solved)?;
        }
        Ok(())
    }

    /// Adds what the first agent gets, and the agent on turn.
    fn first_agent(self, solved: &mut Solved) {
        let explored = &self.found.explored;
        let payoffs = explored.graph.payoffs(self.found.induction.value(self.node));
        let first = payoffs[0].number();
        let turn = self.solving.game.turn(&explored.states[self.node as usize]).agent();
        solved.value = describe::number(first);
        solved.score = Some(first);
        solved.fraction = self.exact_text(&payoffs[0]);
        solved.relative = turn.map(|agent| payoffs[agent.index()].number());
        solved.exact = true;
        solved.bounds = [first; 2];
        solved.bound_names = [payoffs[0].to_string(), payoffs[0].to_string()];
    }

    /// Adds what every agent gets, and whether that depends on ties.
    fn all_agents(self, solved: &mut Solved) {
        let induction = &self.found.induction;
        let value = induction.value(self.node);
        let payoffs = self.found.explored.graph.payoffs(value);
        let rounded = payoffs.iter().any(|payoff| self.exact_text(payoff).is_some());
        solved.values = Some(self.numbers(value));
        solved.fractions = rounded.then(|| self.texts(value));
        let all = induction.all_values(self.node);
        solved.unique = Some(all.len() == 1);
        solved.ties = (all.len() > 1).then(|| self.ties(all));
    }

    /// Returns the exact text of a number that is no floating-point number, or is an expectation.
    fn exact_text(self, number: &Rational) -> Option<String> {
        if self.found.explored.graph.has_chance() {
            return fraction(number);
        }
        let float = Fraction::of_number(number.number()).map(Rational::from);
        (float.as_ref() != Some(number)).then(|| number.to_string())
    }

    /// Returns the text of the move at a place of a node.
    fn text(self, node: u32, place: usize) -> String {
        let explored = &self.found.explored;
        let (PlayNode::Choice(agent), Some(&mv)) =
            (explored.graph.node(node), explored.moves.row(node as usize).get(place))
        else {
            return String::new();
        };
        self.solving.game.write_move(&explored.states[node as usize], agent, mv)
    }

    /// Returns the texts of the moves of a play.
    fn play(self, places: &[usize]) -> Vec<String> {
        let mut node = self.node;
        let step = |&place: &usize| {
            let text = self.text(node, place);
            node = self.found.explored.graph.successors(node)[place];
            text
        };
        places.iter().map(step).collect()
    }

    /// Returns the play that results if the first of equally good moves is played.
    fn line(self) -> Vec<String> {
        let (mut node, mut places) = (self.node, Vec::new());
        let graph = &self.found.explored.graph;
        while let PlayNode::Choice(_) = graph.node(node) {
            let place = self.found.induction.choice(node);
            places.push(place);
            node = graph.successors(node)[place];
        }
        self.play(&places)
    }

    fn each<V>(self, payoffs: u32, show: impl Fn(&Rational) -> V) -> Map<String, Value>
    where
        Value: From<V>,
    {
        let names = self.solving.game.agents().names().iter().cloned();
        let payoffs = self.found.explored.graph.payoffs(payoffs).iter();
        names.zip(payoffs.map(|payoff| Value::from(show(payoff)))).collect()
    }

    /// Returns the payoff of every agent as a number.
    fn numbers(self, payoffs: u32) -> Map<String, Value> {
        self.each(payoffs, |payoff| describe::number(payoff.number()))
    }

    /// Returns the payoff of every agent as an exact text.
    fn texts(self, payoffs: u32) -> Map<String, Value> {
        self.each(payoffs, |payoff| payoff.to_string())
    }

    /// Says what else the agents can get if other moves of equally good ones are played.
    fn ties(self, all: &[u32]) -> String {
        let graph = &self.found.explored.graph;
        let text = |&number: &u32| {
            let payoffs: Vec<String> =
                graph.payoffs(number).iter().map(Rational::to_string).collect();
            format!("({})", payoffs.join(", "))
        };
        let shown: Vec<String> = all.iter().take(10).map(text).collect();
        let more = if all.len() > 10 { ", …" } else { "" };
        format!(
            "of equally good moves the first is played; others give other agents other payoffs: \
             {} equilibrium payoffs in all, {}{more}",
            all.len(),
            shown.join(", ")
        )
    }

    /// Lists the plays of all equilibria, at most this many (0: as many as usual), with the payoffs
    /// they lead to.
    fn equilibria(self, most: usize, budget: &Budget) -> EquilibriumList {
        let Known { explored, induction, .. } = self.found;
        let most = if most == 0 { PLAYS } else { most };
        let all = induction.all_values(self.node);
        let plays = all.iter().flat_map(|&payoffs| {
            Plays::new(&explored.graph, induction, self.node, payoffs)
                .map(move |play| (payoffs, play))
        });
        let mut plays = plays.take_while(|_| budget.poll().is_ok());
        let listed = plays.by_ref().take(most).map(|(payoffs, play)| EquilibriumPlay {
            line: self.play(&play),
            values: self.numbers(payoffs),
        });
        let listed: Vec<EquilibriumPlay> = listed.collect();
        let complete = plays.next().is_none() && budget.poll().is_ok();
        EquilibriumList {
            payoffs: all.iter().map(|&payoffs| self.numbers(payoffs)).collect(),
            plays: listed,
            complete,
        }
    }

    /// Adds the evidence that nobody gains by deviating anywhere.
    fn prove(self, solved: &mut Solved) -> Result<(), InputError> {
        let Solving { session, game, .. } = self.solving;
        let Known { explored, induction, .. } = self.found;
        let mut evidence = Evidence::equilibrium(&session.name, game, explored, induction)
            .map_err(|rejection| InputError::new(rejection.to_string()))?;
        evidence.digest = session.digest();
        solved.proof = Some(ProofSize::of(evidence.size()));
        solved.evidence = Some(evidence);
        Ok(())
    }
}
