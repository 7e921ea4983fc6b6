//! The checker: accepts evidence or says precisely why not.
//!
//! It replays the rules of the game from the claim's position and checks only what the definitions
//! of proof [Saf13, Def. 25] and weak solution [Saf13, Def. 3, 11, 12] require. The nodes are
//! visited from the root (the last one) to the first; see [`Walk`]. They are unpacked part by part, and
//! a state is kept only until its node is visited. Everything in a file is
//! compared with the rules, nothing in it may be superfluous, and there is no search here.

use std::cmp::Ordering;

use ludex_base::{Budget, NoAnswer};
use ludex_game::{Agent, Choice, Fraction, Game, Model, Notation, Outcome, Question, Turn};
use ludex_logic::{Connective, Formula, Formulas};

use crate::equilibrium::{check_equilibrium, exact_payoff, read_number};
use crate::legal::Legal;
use crate::rejection::Verdict;
use crate::table::Table;
use crate::walk::{Walk, walk_shared};
use crate::{
    Bound, Claim, Evidence, Holder, NodeList, ProofLine, ProofStep, ProofText, Rejection,
    SolutionLine, SolutionStep,
};

/// The size of an accepted piece of evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stats {
    /// The number of nodes checked.
    pub nodes: usize,
}

/// Checks evidence about a game. The caller has made the game from [`Evidence::game`]; `compile`
/// compiles a formula and its definitions to a DAG, for the agent asked about.
pub fn check<G: Game + Notation>(
    game: &G,
    evidence: &Evidence,
    compile: impl FnOnce(Agent, &str, Option<&str>) -> Result<(Formulas, Formula), String>,
) -> Result<Stats, Rejection> {
    check_within(game, evidence, compile, &Budget::default()).map_err(Rejection::unlimited)
}

/// Checks evidence as [`check`] does, or says that the budget was used up before there was a
/// verdict.
pub fn check_within<G: Game + Notation>(
    game: &G,
    evidence: &Evidence,
    compile: impl FnOnce(Agent, &str, Option<&str>) -> Result<(Formulas, Formula), String>,
    budget: &Budget,
) -> Result<Stats, NoAnswer<Rejection>> {
    let root = read_root(game, evidence)?;
    if game.has_chance() && !matches!(evidence.claim, Claim::Equilibrium { .. }) {
        return Err(rejected(
            "there is chance in the game, and the claim is one about games without",
        ));
    }
    match &evidence.claim {
        Claim::Formula { agent, formula, definitions, holds, proof } => {
            let asked = agent_named(game, agent)?;
            let (dag, formula) = compile(asked, formula, definitions.as_deref())
                .map_err(|e| Rejection::of_all(format!("the claim's formula is not valid: {e}")))?;
            let claim = (&dag, formula, *holds);
            prove(Question { game, asked }, &root, claim, proof, budget)
        }
        Claim::Value { low: None, high: None } | Claim::Guarantee { low: None, high: None, .. } => {
            Err(rejected("nothing is claimed"))
        }
        Claim::Value { .. } if game.agents().len() <= 2 && !game.zero_sum_within(budget)? => {
            Err(rejected(
                "the game is not zero-sum as far as can be shown, so that what one agent can force \
                 is not its value",
            ))
        }
        Claim::Value { low, high } => {
            let aim = |bound: &Bound| value_aim(game, bound);
            check_bounds(game, &root, [low, high].map(Option::as_ref), aim, budget)
        }
        Claim::Guarantee { agent, low, high } => {
            let asked = agent_named(game, agent)?;
            let aim = |bound: &Bound| {
                let least = read_number(&bound.outcome).map_err(Rejection::of_all)?;
                let least = least.small().ok_or_else(|| {
                    Rejection::of_all("what is claimed is no payoff: it has too many digits")
                })?;
                Ok(Aim::Payoff(asked, least))
            };
            check_bounds(game, &root, [low, high].map(Option::as_ref), aim, budget)
        }
        Claim::Equilibrium { values, nodes } => {
            check_equilibrium(game, &root, values, nodes, budget)
        }
        Claim::Mixed { .. } => {
            Err(rejected("the claim is about a game of simultaneous moves, which this game is not"))
        }
        Claim::Answer { .. } => Err(rejected(
            "the claim is about a strategy of another logic, whose own checker decides",
        )),
    }
}

fn rejected(reason: &str) -> NoAnswer<Rejection> {
    Rejection::of_all(reason).into()
}

/// Reads the position that the claim is about. It is shown to readers, so it must be written as the
/// game writes it.
pub fn read_root<G: Notation>(game: &G, evidence: &Evidence) -> Result<G::State, Rejection> {
    let root = game.read_position(&evidence.position).map_err(|error| {
        Rejection::of_all(format!("the claim's position cannot be read: {error}"))
    })?;
    match game.write_position(&root) {
        due if due == evidence.position => Ok(root),
        due => Err(Rejection::of_all(format!(
            "the claim's position is not written as the game writes it: {due}"
        ))),
    }
}

fn agent_named<G: Game>(game: &G, name: &str) -> Result<Agent, Rejection> {
    let named = game.agents().named(name).filter(|&agent| game.agents().name(agent) == name);
    named.ok_or_else(|| {
        Rejection::of_all(format!("the claim is about {name}, who is not in this game"))
    })
}

/// Checks the bounds that are given, of Max and of Min.
fn check_bounds<G: Game + Notation>(
    game: &G,
    root: &G::State,
    bounds: [Option<&Bound>; 2],
    aim: impl Fn(&Bound) -> Result<Aim, Rejection>,
    budget: &Budget,
) -> Verdict<Stats> {
    let holders = [(Holder::Max, "the low bound"), (Holder::Min, "the high bound")];
    let mut nodes = 0;
    for (bound, (holder, part)) in bounds.into_iter().zip(holders) {
        let Some(bound) = bound else { continue };
        let checked = check_aim(game, root, (holder, aim(bound)?), &bound.nodes, budget);
        nodes += checked.map_err(|why| why.map_invalid(|wrong| wrong.within(part)))?.nodes;
    }
    Ok(Stats { nodes })
}

/// Returns the outcome of a bound on the value.
fn value_aim<G: Game>(game: &G, bound: &Bound) -> Result<Aim, Rejection> {
    let outcomes = game.outcomes();
    let named = outcomes.named(&bound.outcome);
    let outcome =
        named.filter(|&found| outcomes.name(found) == bound.outcome).ok_or_else(|| {
            Rejection::of_all(format!("{} is not an outcome of this game", bound.outcome))
        })?;
    Ok(Aim::Outcome(outcome))
}

// --- Proofs -------------------------------------------------------------------------------------

/// The label of a proof's node: the formula is not negated, and holds in the state or fails.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Label<S> {
    pub state: S,
    pub formula: Formula,
    pub holds: bool,
}

impl<S> Label<S> {
    /// Returns the label that a formula, negated or not, holds or fails. Proving a negation is
    /// refuting what is negated [Saf13, Def. 25], so the negation goes into the truth value.
    pub fn new(state: S, formula: Formula, holds: bool) -> Label<S> {
        Label { state, formula: formula.positive(), holds: holds != formula.negated() }
    }
}

/// Checks a proof (or, if it is claimed not to hold, a disproof) of a formula in a state [Saf13,
/// Def. 25].
pub fn check_proof<G: Game + Notation>(
    question: Question<'_, G>,
    root: &G::State,
    dag: &Formulas,
    formula: Formula,
    holds: bool,
    proof: &ProofText,
) -> Result<Stats, Rejection> {
    prove(question, root, (dag, formula, holds), proof, &Budget::default())
        .map_err(Rejection::unlimited)
}

/// Checks a proof of a formula, or of its negation, within a budget.
fn prove<G: Game + Notation>(
    question: Question<'_, G>,
    root: &G::State,
    (dag, formula, holds): (&Formulas, Formula, bool),
    proof: &ProofText,
    budget: &Budget,
) -> Verdict<Stats> {
    let table = Table::new(question.game, dag, formula);
    table.require(&proof.formulas)?;
    let label = Label::new(root.clone(), formula, holds);
    let checker = ProofChecker { question, dag, table };
    let nodes = proof.nodes.len();
    walk_shared(nodes, &label, |walk| {
        for (node, line) in (0..nodes).rev().zip(proof.nodes.rev()) {
            budget.poll()?;
            let label = walk.visit(node).ok_or_else(|| superfluous(node))?;
            checker.node(walk, node, &label, &line).map_err(|reason| {
                Rejection::of_node(node, reason).at(question.game.write_position(&label.state))
            })?;
        }
        Ok(())
    })?;
    Ok(Stats { nodes })
}

struct ProofChecker<'a, G: Game> {
    question: Question<'a, G>,
    dag: &'a Formulas,
    table: Table,
}

/// A walk over a proof.
type ProofWalk<G> = Walk<Label<<G as Model>::State>>;

impl<G: Game + Notation> ProofChecker<'_, G> {
    /// Checks that a node states its label, and that its step proves it.
    fn node(
        &self,
        walk: &mut ProofWalk<G>,
        node: usize,
        label: &Label<G::State>,
        line: &ProofLine,
    ) -> Reason {
        require_position(self.question.game, &label.state, &line.position)?;
        let number = self.table.number(label.formula);
        if line.formula != number {
            return Err(format!("it is about formula {}, but {number} is due", line.formula));
        }
        if line.holds != label.holds {
            let (found, due) = (truth(line.holds), truth(label.holds));
            return Err(format!("it shows that formula {number} {found}, but {due} is due"));
        }
        self.step(walk, node, label, &line.step)
    }

    /// Checks the cases of [Saf13, Def. 25]. In each, the children's labels follow from the node's.
    fn step(
        &self,
        walk: &mut ProofWalk<G>,
        node: usize,
        label: &Label<G::State>,
        step: &ProofStep,
    ) -> Reason {
        let state = &label.state;
        match (self.dag.connective(label.formula), label.holds, step) {
            (Connective::True, holds, ProofStep::Look) => require_look("true", true, holds),
            (Connective::Atom(atom), holds, ProofStep::Look) => {
                let number = self.table.number(label.formula) as usize;
                let found = self.question.game.satisfies(state, atom);
                require_look(&self.table.lines[number], found, holds)
            }
            (Connective::And(left, right), true, &ProofStep::Both(first, second)) => {
                walk.go(node, first, Label::new(state.clone(), left, true))?;
                walk.go(node, second, Label::new(state.clone(), right, true))
            }
            (Connective::And(left, _), false, &ProofStep::Left(child)) => {
                walk.go(node, child, Label::new(state.clone(), left, false))
            }
            (Connective::And(_, right), false, &ProofStep::Right(child)) => {
                walk.go(node, child, Label::new(state.clone(), right, false))
            }
            (Connective::Box(agent, inner), true, ProofStep::All(children)) => {
                for (choice, child) in self.choices(state, agent).every(children)? {
                    let next = self.question.after(state, agent, choice);
                    walk.go(node, child, Label::new(next, inner, true))?;
                }
                Ok(())
            }
            (Connective::Box(agent, inner), false, ProofStep::Some(text, child)) => {
                let choice = self.choices(state, agent).one(text)?;
                let next = self.question.after(state, agent, choice);
                walk.go(node, *child, Label::new(next, inner, false))
            }
            (connective, holds, _) => Err(wrong_step(connective, holds)),
        }
    }

    /// Returns the choices of the agent in the state, including passes.
    fn choices(&self, state: &G::State, agent: Agent) -> Legal<Choice<G::Move>> {
        let game = self.question.game;
        let text = |choice| match choice {
            Choice::Move(mv) => game.write_move(state, agent, mv),
            Choice::Pass => PASS.to_owned(),
        };
        let choices = self.question.choices(state, agent).into_iter();
        let moves = choices.map(|choice| (text(choice), choice)).collect();
        Legal { agent: game.agents().name(agent).to_owned(), moves }
    }
}

/// The text of the pass of [`Question`]. It cannot be mistaken for a move of that name: an agent
/// that has it has no move.
pub(crate) const PASS: &str = "pass";

fn require_look(what: &str, found: bool, claimed: bool) -> Reason {
    if found == claimed {
        return Ok(());
    }
    Err(format!("`{what}` {} here, though the node shows that it {}", truth(found), truth(claimed)))
}

fn truth(holds: bool) -> &'static str {
    if holds { "holds" } else { "fails" }
}

fn wrong_step(connective: Connective, holds: bool) -> String {
    let (what, step) = match (connective, holds) {
        (Connective::True | Connective::Atom(_), _) => ("an atom or `true`", "`look`"),
        (Connective::And(..), true) => ("that a conjunction holds", "`both`"),
        (Connective::And(..), false) => ("that a conjunction fails", "`left` or `right`"),
        (Connective::Box(..), true) => ("that a box holds", "`all`"),
        (Connective::Box(..), false) => ("that a box fails", "`some`"),
    };
    format!("its step does not fit: {what} is shown by {step}")
}

// --- Solutions ----------------------------------------------------------------------------------

/// Checks that a weak solution contains a state: that the first agent can force at least the
/// outcome (`Max` [Saf13, Def. 11]), or the second that the first gets at most the outcome (`Min`
/// [Saf13, Def. 12], with the next better one). It is a DAG, so it is finite even if the game has
/// cycles.
pub fn check_solution<G: Game + Notation>(
    game: &G,
    root: &G::State,
    holder: Holder,
    outcome: Outcome,
    nodes: &NodeList<SolutionLine>,
) -> Result<Stats, Rejection> {
    check_aim(game, root, (holder, Aim::Outcome(outcome)), nodes, &Budget::default())
        .map_err(Rejection::unlimited)
}

/// What a solution shows that Max gets at least, or that Min can hold Max to.
#[derive(Clone, Copy)]
enum Aim {
    /// An outcome; Max is the first agent, Min the second.
    Outcome(Outcome),
    /// A payoff of Max, who is this agent; all other agents are Min.
    Payoff(Agent, Fraction),
}

fn check_aim<G: Game + Notation>(
    game: &G,
    root: &G::State,
    (holder, aim): (Holder, Aim),
    nodes: &NodeList<SolutionLine>,
    budget: &Budget,
) -> Verdict<Stats> {
    if matches!(aim, Aim::Outcome(_)) && game.agents().len() > 2 {
        let count = game.agents().len();
        let reason = format!("games of {count} agents have no solutions: at most two are allowed");
        return Err(rejected(&reason));
    }
    let mut checker = SolutionChecker { game, holder, aim, worst: None };
    let count = nodes.len();
    walk_shared(count, root, |walk| {
        for (node, line) in (0..count).rev().zip(nodes.rev()) {
            budget.poll()?;
            let state = walk.visit(node).ok_or_else(|| superfluous(node))?;
            checker.node(walk, node, &state, &line).map_err(|reason| {
                Rejection::of_node(node, reason).at(game.write_position(&state))
            })?;
        }
        Ok(())
    })?;
    checker.require_tight()?;
    Ok(Stats { nodes: count })
}

struct SolutionChecker<'a, G: Game> {
    game: &'a G,
    holder: Holder,
    aim: Aim,
    /// The payoff of Max at the end that is worst for the holder, where payoffs are claimed.
    worst: Option<Fraction>,
}

impl<G: Game + Notation> SolutionChecker<'_, G> {
    /// Checks the three cases of [Saf13, Def. 11 and 12]: the game is over, the holder chooses, or
    /// another agent does.
    fn node(
        &mut self,
        walk: &mut Walk<G::State>,
        node: usize,
        state: &G::State,
        line: &SolutionLine,
    ) -> Reason {
        require_position(self.game, state, &line.position)?;
        match (self.game.turn(state), &line.step) {
            (Turn::Final, SolutionStep::Final(text)) => self.end(state, text),
            (Turn::Of(agent), SolutionStep::Choose(text, child)) if self.holds(agent) => {
                let mv = legal(self.game, state, agent)?.one(text)?;
                walk.go(node, *child, self.game.after(state, agent, mv))
            }
            (Turn::Of(agent), SolutionStep::Replies(children)) if !self.holds(agent) => {
                for (mv, child) in legal(self.game, state, agent)?.every(children)? {
                    walk.go(node, child, self.game.after(state, agent, mv))?;
                }
                Ok(())
            }
            (turn, _) => Err(self.wrong_step(turn)),
        }
    }

    /// Returns whether an agent plays for the holder of the solution.
    fn holds(&self, agent: Agent) -> bool {
        let max = match self.aim {
            Aim::Outcome(_) => Agent::FIRST,
            Aim::Payoff(agent, _) => agent,
        };
        (agent == max) == (self.holder == Holder::Max)
    }

    /// Requires that a payoff that is claimed is exactly what the solution secures.
    fn require_tight(&self) -> Result<(), Rejection> {
        match (self.aim, self.worst) {
            (Aim::Payoff(_, aim), Some(worst)) if worst != aim => {
                Err(Rejection::of_all(format!("the solution secures {worst}, not {aim}")))
            }
            _ => Ok(()),
        }
    }

    /// Requires that the game ended with the outcome that is stated, and that it is good enough.
    fn end(&mut self, state: &G::State, stated: &str) -> Reason {
        let (found, bound, order) = match self.aim {
            Aim::Outcome(aim) => {
                let (outcomes, outcome) = (self.game.outcomes(), self.game.outcome(state));
                let name = |outcome| outcomes.name(outcome).to_owned();
                (name(outcome), name(aim), outcome.cmp(&aim))
            }
            Aim::Payoff(agent, aim) => {
                let payoff = exact_payoff(self.game, state, agent)?;
                let worst = self.worst.unwrap_or(payoff);
                self.worst = Some(match self.holder {
                    Holder::Max => worst.min(payoff),
                    Holder::Min => worst.max(payoff),
                });
                (payoff.to_string(), aim.to_string(), payoff.cmp(&aim))
            }
        };
        if found != stated {
            return Err(format!("the outcome is {found}, not {stated}"));
        }
        match (self.holder, order) {
            (Holder::Max, Ordering::Less) => {
                Err(format!("the outcome is {found}, but at least {bound} is claimed"))
            }
            (Holder::Min, Ordering::Greater) => {
                Err(format!("the outcome is {found}, but at most {bound} is claimed"))
            }
            _ => Ok(()),
        }
    }

    fn wrong_step(&self, turn: Turn) -> String {
        let name = |agent| self.game.agents().name(agent);
        match turn {
            Turn::Final => "its step does not fit: the game is over, which is `final`".to_owned(),
            Turn::Together => "all agents move together here, so nobody is on turn".to_owned(),
            Turn::Chance => "chance moves here, so nobody is on turn".to_owned(),
            Turn::Of(agent) if self.holds(agent) => {
                format!("its step does not fit: {} is on turn and has to `choose`", name(agent))
            }
            Turn::Of(agent) => {
                format!("its step does not fit: {} is on turn, with `replies`", name(agent))
            }
        }
    }
}

// --- Common parts --------------------------------------------------------------------------------

/// Accepted, or a reason to reject a node.
pub(crate) type Reason = Result<(), String>;

/// Returns the moves of the agent on turn with their texts, or an error if it has none.
pub(crate) fn legal<G: Game + Notation>(
    game: &G,
    state: &G::State,
    agent: Agent,
) -> Result<Legal<G::Move>, String> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let text = |mv| (game.write_move(state, agent, mv), mv);
    let agent = game.agents().name(agent).to_owned();
    match moves.is_empty() {
        true => Err(format!("{agent} is on turn without a move")),
        false => Ok(Legal { agent, moves: moves.into_iter().map(text).collect() }),
    }
}

pub(crate) fn superfluous(node: usize) -> Rejection {
    Rejection::of_node(node, "it is superfluous: nothing leads to it from the root")
}

pub(crate) fn require_position<G: Notation>(game: &G, state: &G::State, found: &str) -> Reason {
    let due = game.write_position(state);
    if found == due {
        return Ok(());
    }
    Err(format!("it is about position {found}, but the moves from the root lead to {due}"))
}
