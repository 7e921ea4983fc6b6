//! Weak solutions [Saf13, Def. 3, 11, 12]: who can force what, as a shared DAG of states.

/// The side that guarantees something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// The first agent guarantees at least an outcome: a weak Max-o-solution [Saf13, Def. 11].
    Max,
    /// The second agent guarantees less than an outcome: a weak Min-o-solution [Saf13, Def. 12].
    Min,
}

/// A weak solution that contains the state it was made for. States are not stored: a walk from the
/// root that replays the moves computes them. It is a DAG, so it is sound in cyclic games too: its
/// holder reaches the end in a bounded number of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// The nodes, children before parents; the last one is the root.
    pub nodes: Vec<SolutionNode<M>>,
}

/// A node of a [`Solution`]; numbers are indices into [`Solution::nodes`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolutionNode<M> {
    /// The game is over, with an outcome that is good enough.
    Final,
    /// The holder is on turn and plays this move.
    Choose(M, u32),
    /// The other agent is on turn; one child for every move it has.
    Replies(Vec<(M, u32)>),
}

impl<M> Solution<M> {
    /// Converts every move, for instance to its number.
    pub fn map<N>(self, mut convert: impl FnMut(M) -> N) -> Solution<N> {
        let nodes = self.nodes.into_iter().map(|node| match node {
            SolutionNode::Final => SolutionNode::Final,
            SolutionNode::Choose(mv, child) => SolutionNode::Choose(convert(mv), child),
            SolutionNode::Replies(replies) => {
                let replies = replies.into_iter().map(|(mv, child)| (convert(mv), child));
                SolutionNode::Replies(replies.collect())
            }
        });
        Solution { nodes: nodes.collect() }
    }
}
