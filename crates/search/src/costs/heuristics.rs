//! The heuristic functions I and J [Saf13, Table 4.8], and how estimates of a game sharpen them.
//!
//! Where the only agent of a game cannot win in fewer than k moves, `w` is false now and stays so
//! for k - 1 moves. So I and J have a row for every k: a proof of `w` does not exist unless k is 0,
//! and what is below a move is taken from row k - 1. With a cost that counts moves, Minimal Proof
//! Search of a winning path is then A* with these estimates \[HNR68\].

use ludex_game::{Atom, Hints};
use ludex_logic::{Connective, Formula, Formulas};

use super::{Cost, Costs, Minimal, Operator};

/// Lower bounds on the costs of proofs and disproofs of the formulas of a DAG, in any state of any
/// game [Saf13, Prop. 23]. A box may turn out to be over no moves at all, so that its proof can
/// cost as little as `A_□` of the empty multiset.
#[derive(Clone, Debug)]
pub struct Heuristics {
    /// For each number of moves without a win, `(I, J)` of each node. Parts are numbered before the
    /// formulas made of them.
    rows: Vec<Vec<(Cost, Cost)>>,
}

/// The greatest number of moves that has a row of its own.
const MOST_MOVES: u32 = 127;

impl Heuristics {
    /// Computes I and J of all formulas of a DAG.
    pub fn new(formulas: &Formulas, costs: &dyn Costs) -> Heuristics {
        let mut this = Heuristics { rows: Vec::new() };
        this.add_row(formulas, costs);
        this
    }

    /// Computes I and J of all formulas of a DAG for states of a game, whose estimates they use.
    pub fn for_game<G: Hints>(formulas: &Formulas, costs: &dyn Costs, game: &G) -> Heuristics {
        let mut this = Heuristics::new(formulas, costs);
        if moves_to_win(game, &game.initial()).is_some() {
            (0..MOST_MOVES).for_each(|_| this.add_row(formulas, costs));
        }
        this
    }

    /// Adds the row for one move more without a win.
    fn add_row(&mut self, formulas: &Formulas, costs: &dyn Costs) {
        let moves = self.rows.len();
        self.rows.push(Vec::with_capacity(formulas.len()));
        for connective in formulas.nodes() {
            let (proof, disproof) = self.evaluate(connective, costs, moves);
            // [Saf13, Lemma 1] says that both are finite; a cost function may violate it.
            self.rows[moves].push((proof.min(Cost::LARGEST), disproof.min(Cost::LARGEST)));
        }
    }

    /// Returns I and J of a formula by a line of [Saf13, Table 4.8], where fewer moves than these
    /// do not win.
    fn evaluate(&self, connective: Connective, costs: &dyn Costs, moves: usize) -> (Cost, Cost) {
        let (i, j) = (|f| self.at(moves, f), |f: Formula| self.at(moves, !f));
        match connective {
            Connective::True => (costs.truth(), costs.truth()),
            Connective::Atom(won @ Atom::Win(_)) if moves > 0 => (Cost::LARGEST, costs.atom(won)),
            Connective::Atom(atom) => (costs.atom(atom), costs.atom(atom)),
            Connective::And(left, right) => {
                let both = Operator::And.aggregate(costs, &mut [left, right].map(i).into_iter());
                let one = |f| Operator::And.aggregate(costs, &mut std::iter::once(j(f)));
                (both, one(left).min(one(right)))
            }
            Connective::Box(agent, inner) => {
                let operator = Operator::Box(agent);
                let none = operator.aggregate(costs, &mut std::iter::empty());
                let below = self.at(moves.saturating_sub(1), !inner);
                (none, operator.aggregate(costs, &mut std::iter::once(below)))
            }
        }
    }

    /// Returns I of a formula by a row.
    #[inline]
    fn at(&self, moves: usize, formula: Formula) -> Cost {
        let (i, j) = self.rows[moves][formula.node()];
        if formula.negated() { j } else { i }
    }

    /// Returns `I(φ)`: no proof of the formula is cheaper.
    #[inline]
    pub fn i(&self, formula: Formula) -> Cost {
        self.at(0, formula)
    }

    /// Returns `J(φ)`: no disproof of the formula is cheaper.
    #[inline]
    pub fn j(&self, formula: Formula) -> Cost {
        self.i(!formula)
    }

    /// Returns the value of a new leaf [Saf13, Table 4.9] from which the agent does not win in
    /// fewer moves than these.
    #[inline]
    pub fn leaf(&self, formula: Formula, moves: u32) -> Minimal {
        let row = (moves as usize).min(self.rows.len() - 1);
        Minimal::open(self.at(row, formula), self.at(row, !formula))
    }
}

/// Returns a number of moves below which the only agent of a game does not win, or `None` if there
/// are more agents or no estimates.
pub(crate) fn moves_to_win<G: Hints>(game: &G, state: &G::State) -> Option<u32> {
    if game.agents().len() != 1 {
        return None;
    }
    let outcomes = game.outcomes();
    let won = outcomes.iter().find(|&outcome| outcomes.number(outcome) > 0.0)?;
    game.least_moves(state, won)
}
