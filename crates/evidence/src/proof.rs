//! Proofs and disproofs that a formula holds in a state [Saf13, Def. 25], as a shared DAG.

use ludex_game::Choice;

/// A proof or disproof: an exploration tree [Saf13, Def. 24] in which equal subtrees are shared.
///
/// Neither states nor formulas are stored: a walk from the root that replays the moves and
/// decomposes the formula computes the label `(q, φ)` of every node. A negation node is merged with
/// its only child, so a label's formula is never negated and [`ProofNode::holds`] says whether the
/// node is a proof or a disproof of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// The nodes, children before parents; the last one is the root.
    pub nodes: Vec<ProofNode<M>>,
}

/// A node of a [`Proof`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofNode<M> {
    /// `true`: a proof of the label's (unnegated) formula; `false`: a disproof.
    pub holds: bool,
    /// The step that proves it.
    pub step: Step<M>,
}

/// The step that proves a node; numbers are indices into [`Proof::nodes`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// An atom, or `true`: by evaluation.
    Look,
    /// A proof of `φ & ψ`: both hold.
    Both(u32, u32),
    /// A disproof of `φ & ψ`: `φ` fails.
    Left(u32),
    /// A disproof of `φ & ψ`: `ψ` fails.
    Right(u32),
    /// A proof of `[a] φ`: one child for every choice of the agent (none, if it has none).
    All(Vec<(Choice<M>, u32)>),
    /// A disproof of `[a] φ`: a choice after which `φ` fails.
    Some(Choice<M>, u32),
}

impl<M> Proof<M> {
    /// Converts every move, for instance to its number.
    pub fn map<N>(self, mut convert: impl FnMut(M) -> N) -> Proof<N> {
        let nodes = self.nodes.into_iter().map(|ProofNode { holds, step }| {
            let step = match step {
                Step::Look => Step::Look,
                Step::Both(left, right) => Step::Both(left, right),
                Step::Left(child) => Step::Left(child),
                Step::Right(child) => Step::Right(child),
                Step::Some(choice, child) => Step::Some(choice.map(&mut convert), child),
                Step::All(children) => {
                    let children = children.into_iter();
                    Step::All(
                        children.map(|(choice, child)| (choice.map(&mut convert), child)).collect(),
                    )
                }
            };
            ProofNode { holds, step }
        });
        Proof { nodes: nodes.collect() }
    }
}
