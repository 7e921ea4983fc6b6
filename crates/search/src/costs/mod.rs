//! The costs of proofs [Saf13, Section 4.2.5], and lower bounds on them [Saf13, Section 4.4.1].
//!
//! A [`Costs`] gives the base cost `k` of an atom and the aggregators `A_∧` and `A_□`; [Saf13,
//! Table 4.1] defines the cost `K` of a whole (dis)proof by them ([`proof_cost`]). A proof is a
//! *tree* there: a part that occurs twice is paid twice, though it is stored once. So the cost of a
//! (state, formula) pair does not depend on how it was reached, and sharing changes no number. Only
//! among the children of one node are equal pairs one [Saf13, Def. 24]: moves that lead to the same
//! state are one successor.
//!
//! Costs are separate from search: any [`Costs`] works with any Minimal Proof Search.

mod cost;
mod heuristics;
mod laws;
mod minimal;
mod of_proof;
mod ready;
mod report;

use ludex_game::{Agent, Atom};

pub use cost::Cost;
pub use heuristics::Heuristics;
pub(crate) use heuristics::moves_to_win;
pub use laws::check_costs;
pub use minimal::Minimal;
pub(crate) use minimal::{Operator, least_disproof, update};
pub use of_proof::{proof_cost, proof_line};
pub use ready::{Atoms, COSTS, Depth, Interactions, Longest, ReadyCosts, Size};
pub use report::MinimalReport;

/// A cost function for proofs: `k`, `A_∧` and `A_□` of [Saf13, Section 4.2.5].
///
/// Aggregators are functions of multisets: the order of the costs must not matter. They have to be
/// increasing (one more child, or a more expensive one, never makes a proof cheaper) and finite
/// exactly if all they aggregate is; [`check_costs`] tests that. If they are not, a search still
/// answers rightly, but its proof need not be minimal.
///
/// ```
/// # use ludex_game::*;
/// use ludex_game::{Agent, Atom};
/// use ludex_search::{Cost, Costs, check_costs};
///
/// /// Every move of the opponent that has to be answered costs 5, one's own cost 1; looking is free.
/// struct Replies;
///
/// impl Costs for Replies {
///     fn atom(&self, _: Atom) -> Cost {
///         Cost::ZERO
///     }
///
///     fn conjunction(&self, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
///         parts.sum()
///     }
///
///     fn boxed(&self, agent: Agent, parts: &mut dyn Iterator<Item = Cost>) -> Cost {
///         let price = Cost::new(if agent == Agent::FIRST { 1 } else { 5 });
///         parts.map(|part| price + part).sum()
///     }
/// }
///
/// assert_eq!(check_costs(&Replies, 2, 1), Ok(()));
/// # use ludex_logic::Formulas;
/// # struct Coin { agents: Agents, outcomes: Outcomes }
/// # impl Model for Coin {
/// #     type State = u8; type Move = u8;
/// #     fn agents(&self) -> &Agents { &self.agents }
/// #     fn outcomes(&self) -> &Outcomes { &self.outcomes }
/// #     fn initial(&self) -> u8 { 0 }
/// #     fn turn(&self, s: &u8) -> Turn { if *s == 0 { Turn::Of(Agent(0)) } else { Turn::Final } }
/// #     fn moves(&self, s: &u8, a: Agent, out: &mut Vec<u8>) {
/// #         if *s == 0 && a == Agent(0) { out.extend([1, 2]) }
/// #     }
/// #     fn outcome(&self, s: &u8) -> Outcome { Outcome(u16::from(*s == 2)) }
/// #     fn holds(&self, _: &u8, _: u32) -> bool { false }
/// #     fn key(&self, s: &u8) -> u64 { u64::from(*s) }
/// # }
/// # impl Game for Coin { fn play(&self, s: &mut u8, _: Agent, mv: u8) { *s = mv } }
/// # impl Hints for Coin {}
/// # let game = Coin { agents: Agents::new(["Max", "Min"]), outcomes: Outcomes::win_loss() };
/// use ludex_game::{Model, Question};
/// use ludex_search::{Budget, DfMps, Silent};
///
/// let (max, mut dag) = (Agent::FIRST, Formulas::new());
/// let won = dag.atom(Atom::Win(max));
/// let can_win = dag.diamond(max, won);
/// let question = Question { game: &game, asked: max };
/// let mut search = DfMps::new(question, &dag, &Replies, 1 << 20);
/// let report = search.check(&game.initial(), can_win, &Budget::default(), &mut Silent);
/// assert_eq!((report.answer, report.cost()), (Some(true), Some(Cost::new(1))));
/// ```
pub trait Costs: Sync {
    /// Returns the base cost `k` of evaluating an atom. Finite.
    fn atom(&self, atom: Atom) -> Cost;

    /// Returns the cost of `true`, which needs no evaluation. Finite.
    fn truth(&self) -> Cost {
        Cost::ZERO
    }

    /// Returns `A_∧`: the cost of a (dis)proof of a conjunction, from those of its children.
    fn conjunction(&self, parts: &mut dyn Iterator<Item = Cost>) -> Cost;

    /// Returns `A_□`: the cost of a (dis)proof of a box of the agent, from those of its children.
    fn boxed(&self, agent: Agent, parts: &mut dyn Iterator<Item = Cost>) -> Cost;
}
