//! The checker of mixed strategies.
//!
//! The guarantee of a strategy is its payoff against a best response: in each state, the least,
//! over the moves of the other agent, of the expectation over the strategy's moves of what is
//! guaranteed afterwards. The states are ordered so that all successors of a state come before it;
//! there is no recursion, no cycle and no search, and all numbers are exact.

use ludex_base::{Budget, NoAnswer};
use ludex_game::{Agent, Notation, SimultaneousGame, Turn};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

use super::number;
use crate::check::read_root;
use crate::legal::Legal;
use crate::rejection::Verdict;
use crate::{Claim, Evidence, MixedBound, MixedLine, Rejection};

/// The exact guarantees of accepted mixed strategies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guarantees {
    /// The first agent gets at least this in expectation.
    pub low: Option<BigRational>,
    /// The first agent gets at most this in expectation.
    pub high: Option<BigRational>,
    /// The number of nodes checked.
    pub nodes: usize,
}

impl Guarantees {
    /// Returns the difference of the guarantees: 0 if the value is known exactly.
    pub fn gap(&self) -> Option<BigRational> {
        Some(self.high.as_ref()? - self.low.as_ref()?)
    }

    /// Returns a number of the guarantees as evidence writes it.
    pub fn text(number: &BigRational) -> String {
        number::write(number)
    }

    /// Returns the floating-point number nearest to a number of the guarantees.
    pub fn float(number: &BigRational) -> f64 {
        number::to_float(number)
    }
}

/// Checks evidence about a game of simultaneous moves, made from [`Evidence::game`].
pub fn check_mixed<G: SimultaneousGame + Notation>(
    game: &G,
    evidence: &Evidence,
) -> Result<Guarantees, Rejection> {
    check_mixed_within(game, evidence, &Budget::default()).map_err(Rejection::unlimited)
}

/// Checks evidence as [`check_mixed`] does, or says that the budget was used up before there was a
/// verdict.
pub fn check_mixed_within<G: SimultaneousGame + Notation>(
    game: &G,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Guarantees, NoAnswer<Rejection>> {
    let Claim::Mixed { low, high } = &evidence.claim else {
        let reason =
            "the claim is not about mixed strategies, but the game is of simultaneous moves";
        return Err(Rejection::of_all(reason).into());
    };
    if low.is_none() && high.is_none() {
        return Err(Rejection::of_all("nothing is claimed").into());
    }
    let root = read_root(game, evidence)?;
    let check = |agent, bound: &Option<MixedBound>, part| match bound {
        None => Ok(None),
        Some(bound) => check_bound(game, &root, agent, bound, budget)
            .map(Some)
            .map_err(|why| why.map_invalid(|wrong| wrong.within(part))),
    };
    let nodes = evidence.size();
    let low = check(Agent::FIRST, low, "the low bound")?;
    let high = check(Agent::SECOND, high, "the high bound")?;
    Ok(Guarantees { low, high, nodes })
}

/// Returns the guarantee of the strategy of a bound, which must be the one claimed.
fn check_bound<G: SimultaneousGame + Notation>(
    game: &G,
    root: &G::State,
    agent: Agent,
    bound: &MixedBound,
    budget: &Budget,
) -> Verdict<BigRational> {
    let claimed = number::read(&bound.value).map_err(Rejection::of_all)?;
    let worth = evaluate(game, root, agent, &bound.nodes, budget)?;
    if let Some(node) = worth.reached.iter().position(|reached| !reached) {
        let reason = "it is superfluous: nothing leads to it from the root";
        return Err(Rejection::of_node(node, reason).into());
    }
    if worth.value != claimed {
        let found = number::write(&worth.value);
        let reason = format!("the strategy guarantees {found}, but {claimed} is claimed");
        return Err(Rejection::of_all(reason).into());
    }
    Ok(claimed)
}

/// The value of a strategy.
pub(super) struct Worth {
    /// Its guarantee at the root.
    pub value: BigRational,
    /// Whether each of its nodes can be reached.
    pub reached: Vec<bool>,
}

/// Computes the guarantee of an agent's strategy in a state, for the first agent.
pub(super) fn evaluate<G: SimultaneousGame + Notation>(
    game: &G,
    root: &G::State,
    agent: Agent,
    lines: &[MixedLine],
    budget: &Budget,
) -> Verdict<Worth> {
    if game.agents().len() != 2 {
        return Err(Rejection::of_all("mixed strategies are for two agents").into());
    }
    let known = FxHashMap::default();
    let mut evaluation = Evaluation { game, agent, known, values: Vec::new(), sum: None, budget };
    let mut children = Vec::with_capacity(lines.len());
    for (node, line) in lines.iter().enumerate() {
        let wrong = |reason| Rejection::of_node(node, reason).at(line.position.clone());
        let found = evaluation.node(line).map_err(|why| why.map_invalid(wrong))?;
        children.push(found);
    }
    // The root is the last node, or a final state that needs none.
    let mut reached = vec![false; lines.len()];
    let mut below = Vec::new();
    let value = evaluation.after(root, &mut below).map_err(Rejection::of_all)?;
    below.iter().for_each(|&node| reached[node] = true);
    for node in (0..lines.len()).rev() {
        if reached[node] {
            children[node].iter().for_each(|&child| reached[child] = true);
        }
    }
    Ok(Worth { value, reached })
}

struct Evaluation<'g, G: SimultaneousGame> {
    game: &'g G,
    agent: Agent,
    /// The nodes of the states so far.
    known: FxHashMap<G::State, usize>,
    /// The guarantee at each node, for the first agent.
    values: Vec<BigRational>,
    /// The sum of the payoffs of both agents in final states: constant [Saf13, Def. 42].
    sum: Option<BigRational>,
    budget: &'g Budget,
}

impl<G: SimultaneousGame + Notation> Evaluation<'_, G> {
    /// Adds a node; returns its successors.
    fn node(&mut self, line: &MixedLine) -> Result<Vec<usize>, NoAnswer<String>> {
        let state = self.game.read_position(&line.position).map_err(|error| error.to_string())?;
        if self.game.write_position(&state) != line.position {
            return Err("its position is not written as the game does".to_owned().into());
        }
        if self.game.turn(&state) != Turn::Together {
            return Err("nobody has a choice here".to_owned().into());
        }
        let mix = self.mix(&state, line)?;
        let mut children = Vec::new();
        let mut best: Option<BigRational> = None;
        for reply in self.legal(&state, self.agent.other()).moves {
            let mut average = BigRational::zero();
            for (mv, share) in &mix {
                self.budget.poll()?;
                let joint =
                    if self.agent == Agent::FIRST { [*mv, reply.1] } else { [reply.1, *mv] };
                let mut next = state.clone();
                self.game.play_joint(&mut next, &joint);
                average += share * self.after(&next, &mut children)?;
            }
            best = Some(match best {
                Some(best) if (average < best) != (self.agent == Agent::FIRST) => best,
                _ => average,
            });
        }
        let value = best.ok_or_else(|| "an agent has no move here".to_owned())?;
        if self.known.insert(state, self.values.len()).is_some() {
            return Err("its position is there already".to_owned().into());
        }
        self.values.push(value);
        Ok(children)
    }

    /// Returns the moves of the strategy: legal, each once, with probabilities that add up to 1.
    fn mix(
        &self,
        state: &G::State,
        line: &MixedLine,
    ) -> Result<Vec<(G::Move, BigRational)>, String> {
        let legal = self.legal(state, self.agent);
        let (mut mix, mut sum) = (Vec::with_capacity(line.mix.len()), BigRational::zero());
        for (place, (text, share)) in line.mix.iter().enumerate() {
            if line.mix[..place].iter().any(|(other, _)| other == text) {
                return Err(format!("the move {text} is there twice"));
            }
            let share = number::read(share)?;
            if !share.is_positive() {
                return Err(format!("the probability of {text} is not above 0"));
            }
            sum += &share;
            mix.push((legal.one(text)?, share));
        }
        if !sum.is_one() {
            let sum = number::write(&sum);
            return Err(format!("the probabilities add up to {sum}, not to 1"));
        }
        Ok(mix)
    }

    /// Returns the guarantee in the successor of a move.
    fn after(
        &mut self,
        state: &G::State,
        children: &mut Vec<usize>,
    ) -> Result<BigRational, String> {
        if self.game.turn(state) == Turn::Final {
            return self.payoff(state);
        }
        let node = *self.known.get(state).ok_or_else(|| {
            let position = self.game.write_position(state);
            format!("{position} can come up, but no node before says what to play there")
        })?;
        children.push(node);
        Ok(self.values[node].clone())
    }

    fn payoff(&mut self, state: &G::State) -> Result<BigRational, String> {
        let agents = [Agent::FIRST, Agent::SECOND];
        let number = |number: f64| BigRational::from_float(number).ok_or("a payoff is no number");
        let exact = agents.map(|agent| {
            let exact = self.game.fraction(state, agent)?;
            Some(BigRational::new(exact.numerator().into(), exact.denominator().into()))
        });
        let [first, second] = agents.map(|agent| self.game.payoff(state, agent));
        // Numbers that are rounded may add up to the same where fractions do not.
        let sum = match &exact {
            [Some(first), Some(second)] => first + second,
            _ => number(first + second)?,
        };
        if *self.sum.get_or_insert_with(|| sum.clone()) != sum {
            return Err("the game is not zero-sum".to_owned());
        }
        let [exact, _] = exact;
        exact.map_or_else(|| Ok(number(first)?), Ok)
    }

    fn legal(&self, state: &G::State, agent: Agent) -> Legal<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        let text = |mv| (self.game.write_move(state, agent, mv), mv);
        let agent = self.game.agents().name(agent).to_owned();
        Legal { agent, moves: moves.into_iter().map(text).collect() }
    }
}
