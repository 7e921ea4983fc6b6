//! Vocabularies and random games for the tests of this crate.

use ludex_game::{Agent, Agents, Atom, Outcomes};
use ludex_logic::{Connective, Formula, Formulas, Vocabulary};
use proptest::collection::vec;
use proptest::prelude::*;

/// Returns the vocabulary of a game of one to four agents without atoms of its own.
pub fn vocabulary(agents: usize, asked: u8) -> Vocabulary {
    let names = ["Red", "Green", "Blue", "White"];
    let agents = Agents::new(names[..agents].iter().copied());
    Vocabulary::new(agents, Agent(asked), Outcomes::win_draw_loss(), Vec::new())
}

/// A game graph under the normal play assumption of [Saf13, Section 4.5] for the first agent: in
/// won states nobody moves; in lost ones the first agent has no move and the others pass.
#[derive(Clone, Debug)]
pub struct RandomGame {
    pub won: Vec<bool>,
    pub lost: Vec<bool>,
    /// The successors by state and agent.
    pub moves: Vec<Vec<Vec<usize>>>,
}

const STATES: usize = 8;

impl RandomGame {
    /// Returns any small game.
    pub fn any(agents: usize) -> impl Strategy<Value = RandomGame> {
        let state = (0..6u8, vec(vec(0..STATES, 0..3), agents));
        vec(state, STATES).prop_map(|states| {
            let won = states.iter().map(|(kind, _)| *kind == 0).collect();
            let lost = states.iter().map(|(kind, _)| *kind == 1).collect();
            let mut moves: Vec<Vec<Vec<usize>>> = states.iter().map(|(_, m)| m.clone()).collect();
            for (state, (kind, _)) in states.iter().enumerate().filter(|(_, (kind, _))| *kind < 2) {
                for (agent, list) in moves[state].iter_mut().enumerate() {
                    *list = if agent > 0 && *kind == 1 { vec![state] } else { Vec::new() };
                }
            }
            RandomGame { won, lost, moves }
        })
    }

    /// Returns the states where a formula is true, computed by the semantics [Saf13, Section 4.2],
    /// one node of the DAG after the other.
    pub fn truth(&self, formulas: &Formulas, formula: Formula) -> Vec<bool> {
        let holds: Vec<bool> = match formulas.connective(formula) {
            Connective::True => vec![true; self.won.len()],
            Connective::Atom(Atom::Win(Agent(0))) => self.won.clone(),
            Connective::Atom(Atom::Lost(Agent(0))) => self.lost.clone(),
            Connective::Atom(atom) => panic!("{atom:?} is not in this game"),
            Connective::And(left, right) => {
                let (left, right) = (self.truth(formulas, left), self.truth(formulas, right));
                left.iter().zip(&right).map(|(&left, &right)| left && right).collect()
            }
            Connective::Box(agent, inner) => {
                let inner = self.truth(formulas, inner);
                let moves = self.moves.iter().map(|moves| &moves[agent.index()]);
                moves.map(|next| next.iter().all(|&state| inner[state])).collect()
            }
        };
        holds.iter().map(|&holds| holds != formula.negated()).collect()
    }
}
