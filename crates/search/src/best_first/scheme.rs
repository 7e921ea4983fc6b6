//! Information schemes: what a node of a best-first search knows (Def. 5 and 14).
//!
//! Both definitions are one trait here. A value says by its *bounds* in which of the distinguished
//! sets it is: it is in `⊤^o` exactly if its pessimistic bound is at least `o`, and in `⊥^o`
//! exactly if its optimistic bound is below `o` (Def. 18). A two-outcome scheme asks whether the
//! value is at least some outcome `o`: its top values have bounds from `o` up, its bottom values
//! bounds below `o`, and all others the trivial ones.

use std::fmt::Debug;

use ludex_game::{Agent, Bounds, Outcome};
use ludex_logic::Formula;

use super::checkpoint::Word;

/// Who chooses at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// The first agent, who wants high outcomes.
    Max,
    /// Whoever plays against it.
    Min,
}

/// What is chosen at a node: which connective it is, if nodes have formulas. Who chooses gives the
/// polarity: Min's are conjunctions and boxes, Max's disjunctions and diamonds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One of the two parts of a conjunction or a disjunction.
    Conjunction,
    /// A move of this agent: a box or a diamond, or a state of a game with the agent on turn.
    Moves(Agent),
}

/// What an explorer finds out about a new node: the arguments of the information function ζ.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Who chooses there; anything where the game is over.
    pub player: Player,
    /// What is chosen there; anything where nothing is left to be chosen.
    pub kind: Kind,
    /// The formula, if nodes have formulas.
    pub formula: Option<Formula>,
    /// What is known of the value without searching: exact where the game is over.
    pub bounds: Bounds,
    /// Equal for nodes that are the same.
    pub key: u64,
    /// How many moves there are, if [`Needs::mobility`].
    pub mobility: u32,
    /// An evaluation strictly between 0 and 1, if [`Needs::evaluation`].
    pub evaluation: f64,
    /// The rank a random playout ended with (half of the best if it was given up), if
    /// [`Needs::playout`].
    pub playout: f64,
}

/// What a scheme wants to know of a new node beyond its bounds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Needs {
    /// The number of moves.
    pub mobility: bool,
    /// The evaluation.
    pub evaluation: bool,
    /// A random playout.
    pub playout: bool,
}

/// An information scheme `⟨V, ⊤, ⊥, ⪯, H⟩` with its information function ζ.
///
/// An information value is a slice of [`Scheme::width`] parts, so that a scheme for many outcomes
/// need not know their number when it is compiled. The laws every scheme has to obey are in
/// [`check_scheme`](crate::best_first::check_scheme).
pub trait Scheme: Clone + Send {
    /// A part of an information value.
    type Part: Copy + PartialEq + Debug + Send + Word;
    /// What a descent is about; found at the root, the first half of the context of Def. 14.
    type Focus: Copy + Debug;
    /// What the selection relation compares.
    type Urgency: PartialOrd + Copy + Debug;

    /// Whether all there is to say about a solved node are the bounds of its value.
    const SAID_BY_BOUNDS: bool = true;

    /// How many parts an information value has.
    fn width(&self) -> usize {
        1
    }

    /// What ζ looks at.
    fn needs(&self) -> Needs;

    /// The information function ζ: appends the value of a new node.
    fn evaluate(&self, facts: &Facts, out: &mut Vec<Self::Part>);

    /// The pessimistic and the optimistic bound of a value (Def. 18).
    fn bounds(&self, info: &[Self::Part]) -> Bounds;

    /// Whether a value is solved (Def. 6 and 15): nothing more can be learnt.
    fn solved(&self, info: &[Self::Part]) -> bool {
        self.bounds(info).exact().is_some()
    }

    /// What to be about in a descent from a root with this value.
    fn focus(&self, root: &[Self::Part]) -> Self::Focus;

    /// The selection relation: `v ⪯ w` for a player under a context exactly if the urgency of `v`
    /// is at most that of `w`. The second half of the context is the value of the parent.
    fn urgency(
        &self,
        player: Player,
        focus: Self::Focus,
        parent: &[Self::Part],
        child: &[Self::Part],
    ) -> Self::Urgency;

    /// The update function H: the value of a node from those of its children. Where there are none,
    /// nothing can go wrong for Min and nothing can go right for Max: a box over no moves is true.
    fn update<'c>(
        &self,
        player: Player,
        kind: Kind,
        children: impl Iterator<Item = &'c [Self::Part]> + Clone,
        out: &mut [Self::Part],
    ) where
        Self::Part: 'c;

    /// Makes a value one of which nothing is known, if updates take into account what was known.
    fn forget(&self, _: &mut [Self::Part]) {}

    /// Whether a value that follows from the children of a solved node says all that is known of it.
    fn justifies(&self, update: &[Self::Part], known: &[Self::Part]) -> bool {
        self.bounds(update) == self.bounds(known)
    }

    /// Makes a value less urgent for whoever may choose it without solving it: a virtual loss,
    /// while somebody else is working there.
    fn discourage(&self, chooser: Player, info: &mut [Self::Part]);
}

/// A scheme for two outcomes, and what is needed to use it for many (Section 3.6).
pub trait TwoOutcomeScheme: Scheme<Focus = ()> {
    /// The same scheme for the question whether the value is at least another outcome.
    fn asking(&self, question: Question) -> Self;

    /// The effort left to prove a top value: 0 if it is one, infinite if it is a bottom value.
    fn effort_up(&self, part: Self::Part) -> f64;

    /// The effort left to prove a bottom value.
    fn effort_down(&self, part: Self::Part) -> f64;
}

/// "Is the value at least this outcome?" of a game with outcomes up to `best`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The outcome asked about, not the worst of all.
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
    /// What bounds say about the question.
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

    /// What a verdict says about the value.
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
