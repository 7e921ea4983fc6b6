//! Construction of the game of a program: finds its players, propositions and payoffs.

use std::sync::{Arc, Mutex};

use ludex_base::{Budget, NoAnswer, digest_words, hash_bytes};
use ludex_game::{Agent, Agents, Outcomes, TextError, Turn};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Facts, Inner, PrologGame};
use crate::Program;
use crate::engine::{Limit, Machine, SceneryId, Stop};
use crate::play::Graph;
use crate::program::Core;
use crate::symbol::Symbol;
use crate::syntax::{Goal, Goals, Term};
use crate::terms::{Cell, Kind, TermId};

/// The name of the agent that owns the actions without a player.
const NOBODY: &str = "nobody";

/// Explores the program's play and returns its game.
pub(super) fn study(program: &Program, budget: Budget) -> Result<PrologGame, NoAnswer<TextError>> {
    let payoffs = payoff_goals(program);
    let mut machine = Machine::new(&Core::new(program, Some(&payoffs)));
    machine.budget = budget;
    let mut graph = Graph::new(machine);
    let complete = graph.explore().map_err(|stop| stop_error(program, stop))?;
    let players = players_of(program, &mut graph, complete)?;
    let derived = graph.machine.derived_predicates();
    let (known, fault, reference) = (FxHashMap::default(), None, None);
    let mut inner = Inner { graph, derived, known, fault, reference };
    inner.drop_unsafe_predicates();
    let (mut truths, mut ends) = (FxHashSet::default(), Vec::new());
    let looked_at = inner.graph.len().min(inner.graph.machine.max_states());
    for node in 0..looked_at {
        inner.graph.machine.poll().map_err(|stop| stop_error(program, stop))?;
        let facts = inner.facts(inner.graph.scenery(node), &players);
        truths.extend(facts.truths.iter().copied());
        if facts.turn == Turn::Final {
            ends.push(facts.payoffs.clone());
        }
    }
    let mut atoms: Vec<(String, TermId)> = truths
        .into_iter()
        .map(|atom| (without_blanks(&inner.graph.machine.write(atom)), atom))
        .collect();
    ludex_base::sort(&mut atoms);
    let numbers = atoms.iter().enumerate().map(|(i, (_, atom))| (*atom, i as u32)).collect();
    let (outcomes, faithful) = outcomes_of(&ends);
    let alone = players.len() == 1;
    let zero_sum = alone || complete && faithful && players.len() == 2 && same_sum(&ends);
    let name = |player: &Option<TermId>| match player {
        Some(player) => without_blanks(&inner.graph.machine.write(*player)),
        None => NOBODY.to_owned(),
    };
    Ok(PrologGame {
        agents: Agents::new(players.iter().map(name)),
        outcomes,
        atoms: atoms.into_iter().map(|(text, _)| text).collect(),
        numbers,
        players,
        complete,
        zero_sum,
        inner: Mutex::new(inner),
    })
}

/// Returns the goal that is evaluated in final sceneries: `payoff(P,N)` if the program defines it,
/// otherwise `win(P)`.
pub(super) fn payoff_goals(program: &Program) -> Goals {
    let heads = || program.clauses().iter().filter_map(|clause| clause.head.functor());
    let arguments = vec![Term::Variable(0), Term::Variable(1)];
    let variables = vec!["P".to_owned(), "N".to_owned()];
    let goals = match heads().any(|head| head == (Symbol::PAYOFF, 2)) {
        true => vec![Goal::Atom(Vec::new(), Term::Compound(Symbol::PAYOFF, arguments))],
        false => {
            let win = Term::Compound(Symbol::WIN, vec![Term::Variable(0)]);
            let one =
                Goal::Test(crate::syntax::Operator::Unify, Term::Variable(1), Term::Integer(1));
            vec![Goal::Atom(Vec::new(), win), one]
        }
    };
    Goals { coalition: None, goals, variables }
}

fn stop_error(program: &Program, stop: Stop) -> NoAnswer<TextError> {
    match stop {
        Stop::Limit(limit @ (Limit::Memory | Limit::Time | Limit::Stopped)) => {
            NoAnswer::Stopped(limit.into())
        }
        Stop::Limit(what) => {
            TextError::new(format!("the limit of {what} was reached"), 0..0).into()
        }
        Stop::Fault(fault) => {
            let clause = fault.clause.checked_sub(1).and_then(|n| program.clauses().get(n));
            TextError::new(fault.message, clause.map_or(0..0, |clause| clause.span.clone())).into()
        }
    }
}

/// Returns why there is no game as an error, for callers that take limits as such.
pub(super) fn not_stopped(error: NoAnswer<TextError>) -> TextError {
    match error {
        NoAnswer::Invalid(error) => error,
        NoAnswer::Stopped(stopped) => TextError::new(stopped.to_string(), 0..0),
    }
}

/// Returns the players: declared ones first, then in the order in which play reaches them.
fn players_of(
    program: &Program,
    graph: &mut Graph,
    complete: bool,
) -> Result<Vec<Option<TermId>>, TextError> {
    let declared = program.clauses().iter().filter(|clause| {
        clause.rigid
            && clause.head.functor() == Some((Symbol::PLAYER, 1))
            && clause.head.is_ground()
    });
    let mut players: Vec<Option<TermId>> =
        declared.map(|clause| Some(graph.machine.intern(&clause.head.arguments()[0], 0))).collect();
    if !complete && players.is_empty() {
        let message = "there are too many sceneries to find all players among them";
        return Err(TextError::new(message, 0..0).help("declare them: `[...] player(1).`"));
    }
    for node in 0..graph.len() {
        let moves: Vec<TermId> =
            graph.known_moves(node).unwrap_or(&[]).iter().map(|mv| mv.action).collect();
        for action in moves {
            let owner = graph.owner(action);
            if !players.contains(&owner) {
                players.push(owner);
            }
        }
    }
    match players.len() {
        0 => Err(TextError::new("nobody can act in this program", 0..0)
            .help("a game needs an action: `[1:a] m :- s.`")),
        1..=64 => Ok(players),
        count => Err(TextError::new(format!("the program has {count} players"), 0..0)
            .help("a game has at most 64")),
    }
}

/// Returns the outcomes for the payoffs of final sceneries, and whether they tell all of them apart.
fn outcomes_of(ends: &[Vec<i64>]) -> (Outcomes, bool) {
    let mut worths: Vec<i64> = ends.iter().filter_map(|payoffs| payoffs.first().copied()).collect();
    ludex_base::sort(&mut worths);
    worths.dedup();
    if worths.iter().all(|worth| [-1, 0, 1].contains(worth)) {
        return (Outcomes::win_draw_loss(), true);
    }
    let apart = worths.windows(2).all(|pair| (pair[0] as f64) < pair[1] as f64);
    if !apart || worths.len() > 10_000 {
        return (Outcomes::win_draw_loss(), false);
    }
    (Outcomes::new(worths.into_iter().map(|worth| (worth.to_string(), worth as f64))), true)
}

/// Returns whether the payoffs of all final sceneries add up to the same number.
fn same_sum(ends: &[Vec<i64>]) -> bool {
    let mut sums = ends.iter().map(|payoffs| payoffs.iter().map(|&n| i128::from(n)).sum::<i128>());
    let first = sums.next();
    sums.all(|sum| Some(sum) == first)
}

/// Returns a text without white space: names in quotation marks may contain some.
pub(super) fn without_blanks(text: &str) -> String {
    match text.contains(char::is_whitespace) {
        false => text.to_owned(),
        true => text
            .chars()
            .map(|c| if c.is_whitespace() { format!("\\{:x}", c as u32) } else { c.to_string() })
            .collect(),
    }
}

impl Inner {
    /// Removes predicates whose rules need bound arguments: their atoms cannot be listed, and are
    /// not propositions.
    fn drop_unsafe_predicates(&mut self) {
        let sample: Vec<SceneryId> =
            (0..self.graph.len().min(200)).map(|node| self.graph.scenery(node)).collect();
        let machine = &mut self.graph.machine;
        self.derived.retain(|&predicate| {
            sample.iter().all(|&scenery| machine.atoms_of(scenery, predicate).is_ok())
        });
    }

    /// Returns the properties of a scenery, evaluated now if they are not known.
    pub(super) fn facts(&mut self, scenery: SceneryId, players: &[Option<TermId>]) -> Arc<Facts> {
        if let Some(facts) = self.known.get(&scenery) {
            return facts.clone();
        }
        let facts = Arc::new(self.find_out(scenery, players));
        self.known.insert(scenery, facts.clone());
        facts
    }

    fn find_out(&mut self, scenery: SceneryId, players: &[Option<TermId>]) -> Facts {
        let text = self.position_text(scenery);
        let (key, digest) = (hash(&text), digest_words(text.as_bytes()));
        let evaluated = self.evaluate(scenery, players);
        let (moves, truths, payoffs, fault) = match evaluated {
            Ok((moves, truths, payoffs)) => (moves, truths, payoffs, None),
            Err(stop) => {
                let reason = match stop {
                    Stop::Limit(what) => format!("the limit of {what} was reached"),
                    Stop::Fault(fault) => fault.message,
                };
                self.fault.get_or_insert_with(|| reason.clone());
                (Vec::new(), Vec::new(), vec![0; players.len()], Some(reason))
            }
        };
        let turn = match moves.iter().map(|mv| mv.0).min() {
            Some(agent) => Turn::Of(agent),
            None => Turn::Final,
        };
        Facts { turn, moves, truths, payoffs, key, digest, fault }
    }

    #[allow(clippy::type_complexity)]
    fn evaluate(
        &mut self,
        scenery: SceneryId,
        players: &[Option<TermId>],
    ) -> Result<(Vec<(Agent, TermId, SceneryId)>, Vec<TermId>, Vec<i64>), Stop> {
        let node = self.graph.node(scenery);
        let mut moves = Vec::new();
        for mv in self.graph.moves(node)?.to_vec() {
            let owner = self.graph.owner(mv.action);
            if let Some(agent) = players.iter().position(|&player| player == owner) {
                moves.push((Agent(agent as u8), mv.action, self.graph.scenery(mv.target)));
            }
        }
        let machine = &mut self.graph.machine;
        let visible = machine.atoms(scenery).iter().copied().filter(|&a| !machine.is_hidden(a));
        let mut truths: Vec<TermId> = visible.collect();
        for &predicate in &self.derived {
            let atoms = machine.atoms_of(scenery, predicate)?;
            if let Some(reference) = &self.reference {
                reference.require_atoms(machine, scenery, predicate, &atoms)?;
            }
            truths.extend(atoms);
        }
        ludex_base::sort(&mut truths);
        truths.dedup();
        let answers = machine.answers(scenery)?;
        let payoffs = payoffs(machine, &answers, players);
        self.compare(scenery, &answers)?;
        Ok((moves, truths, payoffs))
    }

    /// Returns the scenery as text, hidden atoms included.
    pub(super) fn position_text(&self, scenery: SceneryId) -> String {
        let machine = &self.graph.machine;
        let mut texts: Vec<String> =
            machine.atoms(scenery).iter().map(|&atom| machine.write(atom)).collect();
        ludex_base::sort(&mut texts);
        format!("{{{}}}", texts.join(", "))
    }
}

/// Returns the payoff of each player, from the answers of the query about payoffs.
fn payoffs(machine: &Machine, answers: &[Vec<TermId>], players: &[Option<TermId>]) -> Vec<i64> {
    let place = |term: TermId| players.iter().position(|&player| player == Some(term));
    // `win(tie)` is a win of no player.
    let somebody_won =
        !machine.has_payoffs() && answers.iter().any(|answer| place(answer[0]).is_some());
    let mut payoffs = vec![if somebody_won { -1 } else { 0 }; players.len()];
    for answer in answers {
        let player = place(answer[0]);
        let number: Cell = machine.flats.get(answer[1])[0];
        if let (Some(player), Kind::Integer(number)) = (player, number.kind()) {
            payoffs[player] = number;
        }
    }
    payoffs
}

/// Returns a key of 64 bits that depends only on the text, the same on every machine.
fn hash(text: &str) -> u64 {
    let hash = hash_bytes(text.as_bytes());
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ (hash >> 31)
}
