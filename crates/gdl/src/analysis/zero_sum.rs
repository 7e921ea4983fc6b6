//! Proves that the goals of two roles always add up to 100.
//!
//! By induction over the length of a play: it is so at the start if that is final, and no step from
//! a state that is not final leads to a final state where it is not so. The step is a question to a
//! SAT solver, asked of *all* states in which at most one fact of each group holds that is known to
//! exclude each other: a proof holds for more states than play can reach, and "not proved" says
//! nothing. Dependency cycles are left open, which again can only prevent a proof.

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use ludex_base::{Budget, Stopped, Ticker};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::net::{Built, Node, Wire};

/// The sum.
const SUM: u16 = 100;

/// The clauses that the solver may learn before it gives up: about a second at most.
const PATIENCE: u32 = 3_000;

/// Counts the clauses that a solver learns, and stops it with the budget, too. The solver asks once
/// a decision, which takes long in a large network, so that the budget is polled every time.
struct Patience<'b> {
    learnt: u32,
    budget: &'b Budget,
}

impl Callbacks for Patience<'_> {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        self.learnt += u32::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        self.learnt > PATIENCE || self.budget.poll().is_err()
    }
}

/// Returns whether it is proved that after every step into a final state the goals of both roles
/// add up to 100. In each of the groups of facts at most one holds; `number` is the number of a goal
/// value.
pub(crate) fn step_keeps_sum(
    built: &Built,
    groups: &[Vec<usize>],
    number: impl Fn(crate::terms::Term) -> Option<u8>,
    budget: &Budget,
) -> Result<bool, Stopped> {
    let mut question = Question::new(built, budget);
    let after = question.final_states(&number)?;
    question.step(&after, groups)?;
    let proved = question.solver.solve_limited(&[]) == lbool::FALSE;
    budget.poll().map(|()| proved)
}

/// Literals of the nodes of the network at one time.
type Frame = FxHashMap<usize, Lit>;

/// The question whether a step leads to a final state with another sum.
struct Question<'b> {
    built: &'b Built,
    solver: Solver<Patience<'b>>,
    never: Lit,
    ticker: Ticker<'b>,
}

impl<'b> Question<'b> {
    fn new(built: &'b Built, budget: &'b Budget) -> Question<'b> {
        let patience = Patience { learnt: 0, budget };
        let mut solver = Solver::new(SolverOpts::default(), patience);
        let never = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![!never]);
        Question { built, solver, never, ticker: Ticker::new(budget) }
    }

    fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    fn require(&mut self, any: impl IntoIterator<Item = Lit>) {
        self.solver.add_clause_reuse(&mut any.into_iter().collect());
    }

    /// Adds the gates that wires depend on.
    fn add(
        &mut self,
        frame: &mut Frame,
        wires: impl IntoIterator<Item = Wire>,
    ) -> Result<(), Stopped> {
        let mut cone: Vec<usize> = Vec::new();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut open: Vec<usize> = wires.into_iter().map(Wire::node).collect();
        while let Some(node) = open.pop() {
            self.ticker.tick()?;
            if frame.contains_key(&node) || !seen.insert(node) {
                continue;
            }
            cone.push(node);
            if let Node::And(a, b) = self.built.aig.nodes[node] {
                open.extend([a.node(), b.node()]);
            }
        }
        ludex_base::sort(&mut cone); // gates come after those they depend on
        for node in cone {
            self.ticker.tick()?;
            let out = if node == 0 { self.never } else { self.fresh() };
            if let Node::And(a, b) = self.built.aig.nodes[node] {
                let (a, b) = (at(frame, a), at(frame, b));
                self.require([!out, a]);
                self.require([!out, b]);
                self.require([out, !a, !b]);
            }
            frame.insert(node, out);
        }
        Ok(())
    }

    /// Requires a final state in which the goals add up to another number. Returns its gates.
    fn final_states(
        &mut self,
        number: &dyn Fn(crate::terms::Term) -> Option<u8>,
    ) -> Result<Frame, Stopped> {
        let (outputs, mut frame) = (&self.built.outputs, Frame::default());
        self.add(&mut frame, [outputs.terminal])?;
        let mut over = vec![at(&frame, outputs.terminal)];
        for moves in &outputs.legal {
            self.add(&mut frame, moves.iter().map(|mv| mv.1))?;
            let stuck = self.fresh();
            moves.iter().for_each(|mv| self.require([!stuck, !at(&frame, mv.1)]));
            over.push(stuck);
        }
        self.require(over);
        let values: Vec<Vec<(u16, Lit)>> = outputs
            .goals
            .iter()
            .map(|goals| {
                let goals = goals.iter().filter_map(|goal| Some((number(goal.0)?, goal.1)));
                self.values(&mut frame, goals.collect())
            })
            .collect::<Result<_, Stopped>>()?;
        let [first, second] = &values[..] else { return Ok(frame) };
        let mut wrong = Vec::new();
        for &(a, one) in first {
            for &(_, other) in second.iter().filter(|(b, _)| a + b != SUM) {
                let both = self.fresh();
                self.require([!both, one]);
                self.require([!both, other]);
                wrong.push(both);
            }
        }
        self.require(wrong);
        Ok(frame)
    }

    /// Returns the values of a role, each with a literal that is true only where the role gets it:
    /// the least of those that the rules give, or 0.
    fn values(
        &mut self,
        frame: &mut Frame,
        mut goals: Vec<(u8, Wire)>,
    ) -> Result<Vec<(u16, Lit)>, Stopped> {
        ludex_base::sort(&mut goals);
        self.add(frame, goals.iter().map(|goal| goal.1))?;
        let mut values = Vec::new();
        for (place, &(value, wire)) in goals.iter().enumerate() {
            let gets = self.fresh();
            self.require([!gets, at(frame, wire)]);
            for &(less, before) in &goals[..place] {
                if less < value {
                    self.require([!gets, !at(frame, before)]);
                }
            }
            values.push((u16::from(value), gets));
        }
        let none = self.fresh();
        goals.iter().for_each(|goal| self.require([!none, !at(frame, goal.1)]));
        values.push((0, none));
        Ok(values)
    }

    /// Requires a step to a state from one that is not final.
    fn step(&mut self, after: &Frame, groups: &[Vec<usize>]) -> Result<(), Stopped> {
        let (built, mut before) = (self.built, Frame::default());
        let outputs = &built.outputs;
        self.add(&mut before, [outputs.terminal])?;
        self.require([!at(&before, outputs.terminal)]);
        for (fact, &(_, input)) in built.facts.iter().enumerate() {
            let Some(&next) = after.get(&input.node()) else { continue };
            let next = if input.inverted() { !next } else { next };
            self.add(&mut before, [outputs.next[fact]])?;
            let value = at(&before, outputs.next[fact]);
            self.require([!next, value]);
            self.require([next, !value]);
        }
        for (moves, does) in outputs.legal.iter().zip(&built.does) {
            self.add(&mut before, moves.iter().map(|mv| mv.1).chain(does.iter().copied()))?;
            let does: Vec<Lit> = does.iter().map(|&wire| at(&before, wire)).collect();
            for (&plays, mv) in does.iter().zip(moves) {
                self.require([!plays, at(&before, mv.1)]);
            }
            self.require(does.iter().copied());
            self.at_most_one(&does)?;
        }
        for group in groups {
            let inputs: Vec<Wire> = group.iter().map(|&fact| built.facts[fact].1).collect();
            self.add(&mut before, inputs.iter().copied())?;
            let facts: Vec<Lit> = inputs.iter().map(|&wire| at(&before, wire)).collect();
            self.at_most_one(&facts)?;
        }
        Ok(())
    }

    fn at_most_one(&mut self, literals: &[Lit]) -> Result<(), Stopped> {
        let mut before: Option<Lit> = None;
        for &literal in literals {
            self.ticker.tick()?;
            let so_far = self.fresh();
            self.require([!literal, so_far]);
            if let Some(before) = before {
                self.require([!before, so_far]);
                self.require([!before, !literal]);
            }
            before = Some(so_far);
        }
        Ok(())
    }
}

/// Returns the literal of a wire whose node was added.
fn at(frame: &Frame, wire: Wire) -> Lit {
    let literal = frame[&wire.node()];
    if wire.inverted() { !literal } else { literal }
}
