//! Information schemes: what a node of a best-first search knows [Saf13, Def. 5 and 14].
//!
//! Both definitions are one trait here. A value says by its *bounds* in which of the distinguished
//! sets it is: it is in `⊤^o` exactly if its pessimistic bound is at least `o`, and in `⊥^o`
//! exactly if its optimistic bound is below `o` [Saf13, Def. 18]. A two-outcome scheme asks whether
//! the value is at least some outcome `o`: its top values have bounds from `o` up, its bottom
//! values bounds below `o`, and all others the trivial ones.

use std::fmt::Debug;

use ludex_game::{Agent, Bounds, Outcome};
use ludex_logic::Formula;
use serde::{Deserialize, Serialize};

use super::checkpoint::Word;

/// The player who chooses at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Player {
    /// The first agent, who wants high outcomes.
    Max,
    /// The opponents of Max.
    Min,
}

/// What is chosen at a node: its connective, if nodes have formulas. The player gives the polarity:
/// Min's are conjunctions and boxes, Max's disjunctions and diamonds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One of the two parts of a conjunction or a disjunction.
    Conjunction,
    /// A move of this agent: a box or a diamond, or a state of a game with this agent to move.
    Moves(Agent),
}

/// What an explorer finds out about a new node: the arguments of the information function ζ.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The player who chooses there; arbitrary where the game is over.
    pub player: Player,
    /// What is chosen there; arbitrary where there is no choice.
    pub kind: Kind,
    /// The formula, if nodes have formulas.
    pub formula: Option<Formula>,
    /// What is known about the value without searching: exact where the game is over.
    pub bounds: Bounds,
    /// The key of the node; nodes with equal keys are the same.
    pub key: u64,
    /// The number of moves, if [`Needs::mobility`].
    pub mobility: u32,
    /// An evaluation strictly between 0 and 1, if [`Needs::evaluation`].
    pub evaluation: f64,
    /// The rank of the outcome of a random playout (half of the best if it was cut off), if
    /// [`Needs::playout`].
    pub playout: f64,
    /// A number of moves below which the agent does not win, if [`Needs::moves_to_win`] and it is
    /// the only agent; otherwise 0.
    pub moves_to_win: u32,
}

/// What a scheme needs to know about a new node besides its bounds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Needs {
    /// The number of moves.
    pub mobility: bool,
    /// The evaluation.
    pub evaluation: bool,
    /// A random playout.
    pub playout: bool,
    /// The estimate of the moves to a win.
    pub moves_to_win: bool,
}

/// An information scheme `⟨V, ⊤, ⊥, ⪯, H⟩` with its information function ζ.
///
/// An information value is a slice of [`Scheme::width`] parts, so that a scheme for many outcomes
/// need not know their number when it is compiled. The laws every scheme has to obey are in
/// [`check_scheme`](crate::best_first::check_scheme).
pub trait Scheme: Clone + Send {
    /// A part of an information value.
    type Part: Copy + PartialEq + Debug + Send + Word;
    /// What a descent is about; chosen at the root, the first half of the context of [Saf13, Def.
    /// 14].
    type Focus: Copy + Debug;
    /// What the selection relation compares.
    type Urgency: PartialOrd + Copy + Debug;

    /// Whether the bounds of its value say everything about a solved node.
    const SAID_BY_BOUNDS: bool = true;

    /// Returns the number of parts of an information value.
    fn width(&self) -> usize {
        1
    }

    /// Returns what ζ takes into account.
    fn needs(&self) -> Needs;

    /// Appends the value of a new node: the information function ζ.
    fn evaluate(&self, facts: &Facts, out: &mut Vec<Self::Part>);

    /// Returns the pessimistic and the optimistic bound of a value [Saf13, Def. 18].
    fn bounds(&self, info: &[Self::Part]) -> Bounds;

    /// Returns whether a value is solved [Saf13, Def. 6 and 15]: nothing more can be learnt.
    fn solved(&self, info: &[Self::Part]) -> bool {
        self.bounds(info).exact().is_some()
    }

    /// Returns the focus of a descent from a root with this value.
    fn focus(&self, root: &[Self::Part]) -> Self::Focus;

    /// Returns the urgency of a child. It represents the selection relation: `v ⪯ w` for a player
    /// in a context exactly if the urgency of `v` is at most that of `w`. The second half of the
    /// context is the value of the parent.
    fn urgency(
        &self,
        player: Player,
        focus: Self::Focus,
        parent: &[Self::Part],
        child: &[Self::Part],
    ) -> Self::Urgency;

    /// Computes the value of a node from those of its children: the update function H. Without
    /// children the value is a top value for Min and a bottom value for Max: a box over no moves is
    /// true.
    fn update<'c>(
        &self,
        player: Player,
        kind: Kind,
        children: impl Iterator<Item = &'c [Self::Part]> + Clone,
        out: &mut [Self::Part],
    ) where
        Self::Part: 'c;

    /// Resets a value to one of which nothing is known, if updates depend on the old value.
    fn forget(&self, _: &mut [Self::Part]) {}

    /// Returns whether a value computed from the children of a solved node says all that is known
    /// about the node.
    fn justifies(&self, update: &[Self::Part], known: &[Self::Part]) -> bool {
        self.bounds(update) == self.bounds(known)
    }

    /// Returns the efforts left to prove and to disprove what the scheme asks for a root with this
    /// value, for people who watch the search.
    fn efforts(&self, _root: &[Self::Part]) -> Option<[f64; 2]> {
        None
    }

    /// Makes a value less urgent for the player who may choose it, without solving it: a virtual
    /// loss, while another thread is working there.
    fn discourage(&self, chooser: Player, info: &mut [Self::Part]);
}

/// A scheme for two outcomes, with what is needed to use it for many [Saf13, Section 3.6].
pub trait TwoOutcomeScheme: Scheme<Focus = ()> {
    /// Returns this scheme with another question.
    fn asking(&self, question: Question) -> Self;

    /// Returns the effort left to prove a top value: 0 if it is one, infinite if it is a bottom
    /// value.
    fn effort_up(&self, part: Self::Part) -> f64;

    /// Returns the effort left to prove a bottom value.
    fn effort_down(&self, part: Self::Part) -> f64;
}

/// "Is the value at least this outcome?" of a game with outcomes up to `best`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The outcome asked about; not the worst of all.
    pub at_least: Outcome,
    /// The best outcome of the game.
    pub best: Outcome,
}

/// What is known about a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub enum Verdict {
    /// No: a bottom value.
    Disproved,
    /// Not yet decided.
    Open,
    /// Yes: a top value.
    Proved,
}

impl Question {
    /// Returns what bounds say about the question.
    #[inline]
    pub fn verdict(self, bounds: Bounds) -> Verdict {
        if bounds.low >= self.at_least {
            Verdict::Proved
        } else if bounds.high < self.at_least {
            Verdict::Disproved
        } else {
            Verdict::Open
        }
    }

    /// Returns what a verdict says about the value.
    #[inline]
    pub fn bounds(self, verdict: Verdict) -> Bounds {
        match verdict {
            Verdict::Proved => Bounds { low: self.at_least, high: self.best },
            Verdict::Open => Bounds { low: Outcome::WORST, high: self.best },
            Verdict::Disproved => {
                Bounds { low: Outcome::WORST, high: Outcome(self.at_least.0.saturating_sub(1)) }
            }
        }
    }
}
