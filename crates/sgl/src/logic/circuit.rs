//! Boolean circuits for the SAT solver, with constants folded and equal gates shared.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use ludex_base::Budget;
use rustc_hash::FxHashMap;

/// A constant or a literal of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bit {
    Known(bool),
    Open(Lit),
}

impl std::ops::Not for Bit {
    type Output = Bit;
    fn not(self) -> Bit {
        match self {
            Bit::Known(truth) => Bit::Known(!truth),
            Bit::Open(lit) => Bit::Open(!lit),
        }
    }
}

/// A circuit under construction.
pub(crate) struct Circuit {
    solver: BasicSolver,
    gates: FxHashMap<Vec<Lit>, Lit>,
    clause: Vec<Lit>,
}

impl Circuit {
    /// Returns a circuit whose solver respects the deadline and the stop flag.
    pub fn new(budget: &Budget) -> Circuit {
        let mut solver = BasicSolver::default();
        let budget = budget.clone();
        solver.cb_mut().set_stop(move || budget.poll().is_err());
        Circuit { solver, gates: FxHashMap::default(), clause: Vec::new() }
    }

    /// Returns a new variable.
    pub fn variable(&mut self) -> Bit {
        Bit::Open(Lit::new(self.solver.new_var_default(), true))
    }

    fn clause(&mut self, lits: impl IntoIterator<Item = Lit>) {
        self.clause.clear();
        self.clause.extend(lits);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Returns the conjunction.
    pub fn and(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        let mut lits = Vec::new();
        for bit in bits {
            match bit {
                Bit::Known(true) => {}
                Bit::Known(false) => return bit,
                Bit::Open(lit) => lits.push(lit),
            }
        }
        ludex_base::sort(&mut lits);
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Bit::Known(false);
        }
        match lits.as_slice() {
            [] => return Bit::Known(true),
            &[one] => return Bit::Open(one),
            _ => {}
        }
        if let Some(&gate) = self.gates.get(&lits) {
            return Bit::Open(gate);
        }
        let gate = Lit::new(self.solver.new_var_default(), true);
        for &lit in &lits {
            self.clause([!gate, lit]);
        }
        self.clause(lits.iter().map(|&lit| !lit).chain([gate]));
        self.gates.insert(lits, gate);
        Bit::Open(gate)
    }

    /// Returns the disjunction.
    pub fn or(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        let none: Vec<Bit> = bits.into_iter().map(|bit| !bit).collect();
        !self.and(none)
    }

    /// Returns the equivalence.
    pub fn same(&mut self, a: Bit, b: Bit) -> Bit {
        match (a, b) {
            (Bit::Known(truth), other) | (other, Bit::Known(truth)) => {
                if truth {
                    other
                } else {
                    !other
                }
            }
            _ => {
                let both = self.and([a, b]);
                let neither = self.and([!a, !b]);
                self.or([both, neither])
            }
        }
    }

    /// Adds the constraint that a bit is true.
    pub fn assert(&mut self, bit: Bit) {
        match bit {
            Bit::Known(true) => {}
            Bit::Known(false) => self.clause([]),
            Bit::Open(lit) => self.clause([lit]),
        }
    }

    /// Returns whether the constraints and these bits can all be true; `None` if the solver was
    /// stopped. [`Circuit::value`] then reads the solution.
    pub fn satisfiable(&mut self, bits: &[Bit]) -> Option<bool> {
        let mut lits = Vec::new();
        for &bit in bits {
            match bit {
                Bit::Known(true) => {}
                Bit::Known(false) => return Some(false),
                Bit::Open(lit) => lits.push(lit),
            }
        }
        match self.solver.solve_limited(&lits) {
            result if result == lbool::TRUE => Some(true),
            result if result == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    /// Returns the value of a bit in the last solution; an unassigned one counts as false.
    pub fn value(&self, bit: Bit) -> bool {
        match bit {
            Bit::Known(truth) => truth,
            Bit::Open(lit) => self.solver.value_lit(lit) == lbool::TRUE,
        }
    }
}
