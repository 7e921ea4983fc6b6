//! One step of play as clauses for a SAT solver: a state that is not terminal, a legal move of each
//! role, and the next state.
//!
//! The state is any state that satisfies the invariants, reachable or not, and dependency cycles are
//! free within their completion. So what no solution shows happens in no play; what a solution shows
//! may still not happen.

use std::cell::Cell;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};
use ludex_base::Budget;

use super::cone::cone;
use crate::net::{Built, Node, Wire};

/// Sets of facts, by index, of which a known number holds in every state of a play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Invariants {
    /// At most one fact of each of these sets holds.
    pub at_most_one: Vec<Vec<usize>>,
    /// At least one fact of each of these sets holds.
    pub at_least_one: Vec<Vec<usize>>,
}

/// Stops the solver after a number of decisions, so that an analysis has the same result everywhere,
/// and with the budget, which is polled at every decision: one takes long in a large circuit.
pub(super) struct Effort<'b> {
    decisions: Cell<u64>,
    budget: &'b Budget,
}

impl Callbacks for Effort<'_> {
    fn stop(&self) -> bool {
        self.decisions.set(self.decisions.get().saturating_sub(1));
        self.decisions.get() == 0 || self.budget.poll().is_err()
    }
}

/// The clauses of a step.
pub(super) struct Steps<'b> {
    built: &'b Built,
    solver: Solver<Effort<'b>>,
    /// The literal of each node that matters.
    lits: Vec<Option<Lit>>,
    clause: Vec<Lit>,
}

impl<'b> Steps<'b> {
    /// Encodes the steps of a game; the solver makes at most `decisions` decisions.
    pub fn new(
        built: &'b Built,
        invariants: &Invariants,
        decisions: u64,
        budget: &'b Budget,
    ) -> Steps<'b> {
        let effort = Effort { decisions: Cell::new(decisions), budget };
        let solver = Solver::new(SolverOpts::default(), effort);
        let lits = vec![None; built.aig.nodes.len()];
        let mut steps = Steps { built, solver, lits, clause: Vec::new() };
        steps.gates();
        steps.assert(!built.outputs.terminal);
        for role in 0..built.outputs.legal.len() {
            steps.moves(role);
        }
        for facts in &invariants.at_least_one {
            let any: Vec<Lit> = facts.iter().map(|&fact| steps.fact(fact)).collect();
            steps.clause(any);
        }
        for facts in &invariants.at_most_one {
            let lits: Vec<Lit> = facts.iter().map(|&fact| steps.fact(fact)).collect();
            steps.at_most_one(&lits);
        }
        steps
    }

    /// Returns the literal of a fact in the present state.
    pub fn fact(&mut self, fact: usize) -> Lit {
        self.lit(self.built.facts[fact].1)
    }

    /// Returns the literal of a fact in the next state.
    pub fn next(&mut self, fact: usize) -> Lit {
        self.lit(self.built.outputs.next[fact])
    }

    /// Adds the condition that one of the literals is true.
    pub fn clause(&mut self, lits: impl IntoIterator<Item = Lit>) {
        self.clause.clear();
        self.clause.extend(lits);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Returns whether there is a step in which the literals are true; `None` if the effort is
    /// spent. [`Steps::value`] then reads it.
    pub fn possible(&mut self, lits: &[Lit]) -> Option<bool> {
        match self.solver.solve_limited(lits) {
            result if result == lbool::TRUE => Some(true),
            result if result == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    /// Returns the value of a literal in the step that was found last.
    pub fn value(&self, lit: Lit) -> bool {
        self.solver.value_lit(lit) == lbool::TRUE
    }

    fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    fn lit(&mut self, wire: Wire) -> Lit {
        let node = wire.node();
        let lit = match self.lits[node] {
            Some(lit) => lit,
            None => {
                let lit = self.variable();
                self.lits[node] = Some(lit);
                lit
            }
        };
        if wire.inverted() { !lit } else { lit }
    }

    fn assert(&mut self, wire: Wire) {
        let lit = self.lit(wire);
        self.clause([lit]);
    }

    /// Defines the nodes: the constant, conjunctions, and the registers of loops.
    fn gates(&mut self) {
        self.assert(Wire::TRUE);
        let outputs = &self.built.outputs;
        let legal = outputs.legal.iter().flatten().map(|m| m.1);
        let wires = outputs.next.iter().copied().chain(legal).chain([outputs.terminal]);
        let needed = cone(self.built, wires);
        for number in (1..needed.len()).filter(|&number| needed[number]) {
            if let Node::And(a, b) = self.built.aig.nodes[number] {
                let gate = self.lit(Wire::of(number));
                let (a, b) = (self.lit(a), self.lit(b));
                self.clause([!gate, a]);
                self.clause([!gate, b]);
                self.clause([gate, !a, !b]);
            }
        }
        let loops = self.built.loops.iter().enumerate();
        let loops = loops.filter(|(_, block)| block.registers.iter().any(|r| needed[r.node()]));
        for (number, _) in loops.collect::<Vec<_>>() {
            self.completion(number);
        }
    }

    /// Says that a register of a loop is true exactly if one of its rules applies. The least
    /// solution of these conditions, which is what the registers are, is one of their solutions.
    fn completion(&mut self, number: usize) {
        let block = &self.built.loops[number];
        for (&register, ways) in block.registers.iter().zip(&block.rules) {
            let register = self.lit(register);
            let mut any = vec![!register];
            for (condition, inside) in ways {
                let way = self.variable();
                let mut needs = vec![self.lit(*condition)];
                needs.extend(inside.iter().map(|&at| self.lit(block.registers[at as usize])));
                needs.iter().for_each(|&need| self.clause([!way, need]));
                self.clause(needs.iter().map(|&need| !need).chain([way]));
                self.clause([!way, register]);
                any.push(way);
            }
            self.clause(any);
        }
    }

    /// Says that a role makes exactly one of its moves, and that this move is legal.
    fn moves(&mut self, role: usize) {
        let inputs = self.built.does[role].iter().zip(&self.built.outputs.legal[role]);
        let mut moves = Vec::new();
        for (&does, &(_, legal)) in inputs {
            // A move that no rule mentions has no input.
            let does = if does.node() == 0 { self.variable() } else { self.lit(does) };
            let legal = self.lit(legal);
            self.clause([!does, legal]);
            moves.push(does);
        }
        self.clause(moves.iter().copied());
        self.at_most_one(&moves);
    }

    /// Says that at most one of the literals is true, with a variable for each that says that one
    /// up to there is.
    fn at_most_one(&mut self, lits: &[Lit]) {
        let mut before: Option<Lit> = None;
        for &lit in lits {
            let now = self.variable();
            self.clause([!lit, now]);
            if let Some(before) = before {
                self.clause([!before, now]);
                self.clause([!before, !lit]);
            }
            before = Some(now);
        }
    }
}
