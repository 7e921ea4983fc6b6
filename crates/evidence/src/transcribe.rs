//! From evidence in memory to evidence as text.
//!
//! The walk is that of the checker, but trusting: it replays the moves without testing whether they
//! are legal or complete. Equal nodes are merged and nodes that are not needed are left out, as the
//! checker requires; a search need not take care of it. Texts are made in a walk of their own, the
//! root first, and packed at once: they never are in memory all together.

use std::hash::Hash;

use ludex_game::{Choice, Game, Notation, Outcome, Question, Turn};
use ludex_logic::{Connective, Formulas};
use rustc_hash::FxHashSet;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::check::{Label, PASS};
use crate::nodes::FromRoot;
use crate::numbers::Numbers;
use crate::table::Table;
use crate::walk::{Walk, find_copies};
use crate::{
    Bound, Claim, Evidence, NodeList, Proof, ProofLine, ProofStep, ProofText, Rejection, Solution,
    SolutionLine, SolutionNode, SolutionStep, Statement, Step,
};

impl Evidence {
    /// Returns evidence that a formula holds or fails in a state, as the proof shows.
    ///
    /// # Errors
    /// Fails if the proof is malformed: a step that does not fit its formula, a child that does not
    /// come before its parent.
    pub fn formula<G: Game + Notation>(
        game: &str,
        question: Question<'_, G>,
        state: &G::State,
        statement: Statement<'_>,
        proof: &Proof<G::Move>,
    ) -> Result<Evidence, Rejection> {
        let holds = proof.nodes.last().is_some_and(|root| root.holds);
        let holds = holds != statement.formula.negated();
        let claim = Claim::Formula {
            agent: question.game.agents().name(question.asked).to_owned(),
            formula: statement.text.to_owned(),
            definitions: statement.definitions.map(str::to_owned),
            holds,
            proof: proof_text(question, state, statement, holds, proof)?,
        };
        Ok(Evidence::new(game, question.game.write_position(state), claim))
    }

    /// Returns evidence that the value of a state is at least an outcome (with a Max-solution), at
    /// most an outcome (with a Min-solution), or both [Saf13, Def. 13].
    ///
    /// # Errors
    /// Fails if a solution is malformed.
    pub fn value<G: Game + Notation>(
        spec: &str,
        game: &G,
        state: &G::State,
        low: Option<(Outcome, &Solution<G::Move>)>,
        high: Option<(Outcome, &Solution<G::Move>)>,
    ) -> Result<Evidence, Rejection> {
        let bound = |(outcome, solution): (Outcome, &Solution<G::Move>)| {
            let outcome = game.outcomes().name(outcome).to_owned();
            Ok(Bound { outcome, nodes: solution_lines(game, state, solution)? })
        };
        let (low, high) = (low.map(bound).transpose()?, high.map(bound).transpose()?);
        Ok(Evidence::new(spec, game.write_position(state), Claim::Value { low, high }))
    }
}

fn proof_text<G: Game + Notation>(
    question: Question<'_, G>,
    state: &G::State,
    statement: Statement<'_>,
    holds: bool,
    proof: &Proof<G::Move>,
) -> Result<ProofText, Rejection> {
    let table = Table::new(question.game, statement.dag, statement.formula);
    let root = Label::new(state.clone(), statement.formula, holds);
    let children = |node: usize, label: &Label<G::State>| {
        let shown = &proof.nodes[node];
        if shown.holds != label.holds {
            return Err(Rejection::of_node(node, "it does not show what its parent needs"));
        }
        premises(question, statement.dag, label, &shown.step)
            .map_err(|reason| Rejection::of_node(node, reason))
    };
    let line = |node: usize, label: &Label<G::State>, numbers: &Numbers| ProofLine {
        position: question.game.write_position(&label.state),
        formula: table.number(label.formula),
        holds: label.holds,
        step: proof_step(question, statement.dag, label, &proof.nodes[node].step, numbers),
    };
    let below = |node: usize, each: &mut dyn FnMut(u32)| {
        proof_children(&proof.nodes[node].step).into_iter().for_each(each);
    };
    let nodes = transcribed(proof.nodes.len(), &root, children, below, line)?;
    Ok(ProofText { nodes, formulas: table.lines })
}

/// Returns the lines of the nodes that are needed.
fn transcribed<L: Clone + Eq + Hash, T: Serialize + DeserializeOwned>(
    nodes: usize,
    root: &L,
    children: impl Fn(usize, &L) -> Result<Premises<L>, Rejection>,
    below: impl Fn(usize, &mut dyn FnMut(u32)),
    line: impl Fn(usize, &L, &Numbers) -> T,
) -> Result<NodeList<T>, Rejection> {
    let trace = |walk: &mut Walk<L>, each: &mut dyn FnMut(usize, &L)| {
        (0..nodes).rev().try_for_each(|node| {
            let Some(label) = walk.visit(node) else { return Ok(()) };
            each(node, &label);
            children(node, &label)?.into_iter().try_for_each(|(child, label)| {
                walk.go(node, child, label).map_err(|reason| Rejection::of_node(node, reason))
            })
        })
    };
    let copies = find_copies(nodes, root, &mut |walk| trace(walk, &mut |_, _| {}))?;
    let numbers = Numbers::new(nodes, copies, below);
    let mut lines = FromRoot::new(numbers.count as usize);
    let mut walk = Walk::new(nodes, root.clone())?.keeping(FxHashSet::default());
    trace(&mut walk, &mut |node, label| {
        if numbers.has(node) {
            lines.push(line(node, label, &numbers));
        }
    })?;
    Ok(lines.finish())
}

/// The children of a node with the labels they must have.
type Premises<L> = Vec<(u32, L)>;

fn premises<G: Game>(
    question: Question<'_, G>,
    dag: &Formulas,
    label: &Label<G::State>,
    step: &Step<G::Move>,
) -> Result<Premises<Label<G::State>>, String> {
    let same = |formula, holds| Label::new(label.state.clone(), formula, holds);
    Ok(match (dag.connective(label.formula), step) {
        (Connective::True | Connective::Atom(_), Step::Look) => vec![],
        (Connective::And(left, right), &Step::Both(first, second)) => {
            vec![(first, same(left, true)), (second, same(right, true))]
        }
        (Connective::And(left, _), &Step::Left(child)) => vec![(child, same(left, false))],
        (Connective::And(_, right), &Step::Right(child)) => vec![(child, same(right, false))],
        (Connective::Box(agent, inner), Step::All(children)) => {
            let after = |choice| question.after(&label.state, agent, choice);
            let labels =
                children.iter().map(|&(c, child)| (child, Label::new(after(c), inner, true)));
            labels.collect()
        }
        (Connective::Box(agent, inner), &Step::Some(choice, child)) => {
            let next = question.after(&label.state, agent, choice);
            vec![(child, Label::new(next, inner, false))]
        }
        _ => return Err("its step does not fit its formula".to_owned()),
    })
}

fn proof_children<M>(step: &Step<M>) -> Vec<u32> {
    match step {
        Step::Look => vec![],
        &Step::Both(first, second) => vec![first, second],
        &Step::Left(child) | &Step::Right(child) | &Step::Some(_, child) => vec![child],
        Step::All(children) => children.iter().map(|&(_, child)| child).collect(),
    }
}

fn proof_step<G: Game + Notation>(
    question: Question<'_, G>,
    dag: &Formulas,
    label: &Label<G::State>,
    step: &Step<G::Move>,
    numbers: &Numbers,
) -> ProofStep {
    let text = |choice| match (dag.connective(label.formula), choice) {
        (Connective::Box(agent, _), Choice::Move(mv)) => {
            question.game.write_move(&label.state, agent, mv)
        }
        _ => PASS.to_owned(),
    };
    match step {
        Step::Look => ProofStep::Look,
        &Step::Both(first, second) => ProofStep::Both(numbers.of(first), numbers.of(second)),
        &Step::Left(child) => ProofStep::Left(numbers.of(child)),
        &Step::Right(child) => ProofStep::Right(numbers.of(child)),
        Step::All(children) => {
            let pair = |&(choice, child)| (text(choice), numbers.of(child));
            ProofStep::All(children.iter().map(pair).collect())
        }
        &Step::Some(choice, child) => ProofStep::Some(text(choice), numbers.of(child)),
    }
}

fn solution_lines<G: Game + Notation>(
    game: &G,
    state: &G::State,
    solution: &Solution<G::Move>,
) -> Result<NodeList<SolutionLine>, Rejection> {
    let children = |node: usize, state: &G::State| {
        let after = |(mv, child)| match game.turn(state) {
            Turn::Of(agent) => Ok((child, game.after(state, agent, mv))),
            _ => Err(Rejection::of_node(node, "nobody is on turn")),
        };
        solution_moves(&solution.nodes[node]).map(after).collect()
    };
    let line = |node: usize, state: &G::State, numbers: &Numbers| SolutionLine {
        position: game.write_position(state),
        step: solution_step(game, state, &solution.nodes[node], numbers),
    };
    let below = |node: usize, each: &mut dyn FnMut(u32)| {
        solution_moves(&solution.nodes[node]).for_each(|(_, child)| each(child));
    };
    transcribed(solution.nodes.len(), state, children, below, line)
}

/// Returns the moves of a node with the children they lead to.
fn solution_moves<M: Copy>(node: &SolutionNode<M>) -> impl Iterator<Item = (M, u32)> {
    let (one, many) = match node {
        SolutionNode::Final => (None, &[][..]),
        &SolutionNode::Choose(mv, child) => (Some((mv, child)), &[][..]),
        SolutionNode::Replies(children) => (None, &children[..]),
    };
    one.into_iter().chain(many.iter().copied())
}

fn solution_step<G: Game + Notation>(
    game: &G,
    state: &G::State,
    node: &SolutionNode<G::Move>,
    numbers: &Numbers,
) -> SolutionStep {
    let pair = |(mv, child)| {
        let agent = game.turn(state).agent().expect("the walk has played this move");
        (game.write_move(state, agent, mv), numbers.of(child))
    };
    match node {
        SolutionNode::Final => {
            SolutionStep::Final(game.outcomes().name(game.outcome(state)).to_owned())
        }
        &SolutionNode::Choose(mv, child) => {
            let (text, child) = pair((mv, child));
            SolutionStep::Choose(text, child)
        }
        SolutionNode::Replies(children) => {
            SolutionStep::Replies(children.iter().copied().map(pair).collect())
        }
    }
}
