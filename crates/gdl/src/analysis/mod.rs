//! Properties of a game that are proved from its network. Each has a sound definition: it holds in
//! every reachable state.

mod cone;
mod counters;
mod factors;
mod necessary;
mod ranking;
mod steps;
mod symmetry;
mod turns;
mod zero_sum;

pub(crate) use ranking::{LARGEST as LARGEST_RANKED, is_acyclic};
pub(crate) use steps::Invariants;
pub(crate) use symmetry::symmetries;
pub(crate) use turns::Turns;

use ludex_base::{Budget, Stopped, Ticker, sort_by_key};

use crate::net::Built;
use crate::program::Program;
use crate::symbol::Symbol;
use crate::terms::Term;

/// The properties that were proved of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// The relation of the facts that determine whose turn it is, if at most one role has a choice
    /// in every state: `control`.
    pub control: Option<String>,
    /// The relations that count steps: exactly one of their facts holds in every state, and a later
    /// one in each successor.
    pub counters: Vec<String>,
    /// The number of facts that stay true once they are true.
    pub latches: usize,
    /// The number of facts that stay false once they are false.
    pub falling: usize,
    /// Whether it is proved that no state can occur twice in a play: by a counter, or by a proof
    /// that is attempted when it is first asked for.
    pub acyclic: bool,
    /// The number of independent subgames: groups of facts such that their next values and the
    /// legality of their moves depend on no other group, apart from counters and turns. Terminal
    /// states and goals may depend on several groups.
    pub factors: usize,
    /// Generators of the renamings of symbols that map the rules to themselves, as cycles: `(white
    /// black)(1 8)`. They are computed by [`GdlGame::statistics`](crate::GdlGame::statistics).
    pub symmetries: Vec<String>,
}

/// The properties that searches use.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    pub findings: Findings,
    pub turns: Option<Turns>,
    pub invariants: Invariants,
}

/// The facts of one relation, by index.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub relation: Symbol,
    pub facts: Vec<usize>,
}

/// Analyses a network within a budget.
pub(crate) fn analyse(
    program: &Program,
    built: &Built,
    initial: &[bool],
    budget: &Budget,
) -> Result<Analysis, Stopped> {
    let groups = groups(program, built);
    let name = |g: &Group| program.description.symbols.name(g.relation).to_owned();
    let ticker = Ticker::new(budget);
    let mut turns = match built.outputs.legal.len() > 1 {
        true => turns(built, initial, &groups, &ticker)?,
        false => None,
    };
    if turns.is_none() {
        let none = Group { relation: Symbol(0), facts: Vec::new() };
        turns = Turns::prove(built, initial, &none, &ticker)?.map(|t| (None, t));
    }
    let mut counters: Vec<&Group> = Vec::new();
    for group in &groups {
        budget.poll()?;
        counters.extend(counters::is_counter(built, initial, group).then_some(group));
    }
    let (latches, falling) = counters::latches(built, &ticker)?;
    let told = turns.iter().flat_map(|t| t.1.controls.iter().map(|c| c.0));
    let common: Vec<usize> =
        told.chain(counters.iter().flat_map(|g| g.facts.iter().copied())).collect();
    let at_least_one = counters.iter().filter(|g| counters::ends(built, g));
    let mut at_least_one: Vec<Vec<usize>> = at_least_one.map(|g| g.facts.clone()).collect();
    // Facts that are passed around stay as many as they are at the start.
    let passed = turns.iter().filter_map(|t| t.1.rotation.clone());
    at_least_one.extend(passed.filter(|facts| facts.iter().any(|&fact| initial[fact])));
    let mut at_most_one: Vec<Vec<usize>> = counters.iter().map(|g| g.facts.clone()).collect();
    at_most_one.extend(turns.iter().map(|t| t.1.controls.iter().map(|c| c.0).collect()));
    let findings = Findings {
        control: turns.as_ref().and_then(|t| t.0).map(name),
        counters: counters.iter().map(|g| name(g)).collect(),
        latches,
        falling,
        acyclic: counters.iter().any(|g| counters::ends(built, g)),
        factors: factors::factors(built, &common),
        symmetries: Vec::new(),
    };
    budget.poll()?;
    let invariants = Invariants { at_most_one, at_least_one };
    Ok(Analysis { findings, turns: turns.map(|t| t.1), invariants })
}

/// Returns whether it is proved that the goals of two roles add up to 100 in every final state that
/// a step leads to.
pub(crate) fn keeps_sum(
    program: &Program,
    built: &Built,
    initial: &[bool],
    turns: Option<&Turns>,
    number: impl Fn(Term) -> Option<u8>,
    budget: &Budget,
) -> Result<bool, Stopped> {
    let mut exclusive: Vec<Vec<usize>> = Vec::new();
    for group in groups(program, built) {
        budget.poll()?;
        exclusive.extend(counters::is_counter(built, initial, &group).then_some(group.facts));
    }
    exclusive.extend(turns.map(|turns| turns.controls.iter().map(|control| control.0).collect()));
    zero_sum::step_keeps_sum(built, &exclusive, number, budget)
}

/// The size of the largest groups of which pairs are tried.
const PAIRS: usize = 8;

/// The group that determines the turns, if it has a name, and the turns.
type Found<'g> = Option<(Option<&'g Group>, Turns)>;

/// Returns the group that determines the turns, either one relation or a union of two.
fn turns<'g>(
    built: &Built,
    initial: &[bool],
    groups: &'g [Group],
    ticker: &Ticker,
) -> Result<Found<'g>, Stopped> {
    for group in groups {
        if let Some(turns) = Turns::prove(built, initial, group, ticker)? {
            return Ok(Some((Some(group), turns)));
        }
    }
    let small: Vec<&Group> = groups.iter().filter(|g| g.facts.len() <= PAIRS).collect();
    let pairs =
        small.iter().enumerate().flat_map(|(i, &a)| small[..i].iter().map(move |&b| (a, b)));
    for (a, b) in pairs.take(PAIRS * PAIRS) {
        let facts = [&a.facts[..], &b.facts[..]].concat();
        let both = Group { relation: a.relation, facts };
        if let Some(turns) = Turns::prove(built, initial, &both, ticker)? {
            return Ok(Some((Some(a), turns)));
        }
    }
    Ok(None)
}

/// Returns the facts with arguments, grouped by relation, small groups first. Groups above
/// [`LARGEST`] (boards) are omitted.
fn groups(program: &Program, built: &Built) -> Vec<Group> {
    let terms = &program.store.terms;
    let mut groups: Vec<Group> = Vec::new();
    for (place, &(fact, _)) in built.facts.iter().enumerate() {
        let fact: Term = fact;
        if terms.arguments(fact).is_empty() {
            continue;
        }
        let relation = terms.symbol(fact);
        match groups.iter_mut().find(|g| g.relation == relation) {
            Some(group) => group.facts.push(place),
            None => groups.push(Group { relation, facts: vec![place] }),
        }
    }
    groups.retain(|group| group.facts.len() <= LARGEST);
    sort_by_key(&mut groups, |group| group.facts.len());
    groups
}

/// The largest group that is analysed. Counters can be long.
const LARGEST: usize = 500;
