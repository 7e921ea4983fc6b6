//! The machine beside plain resolution: a difference is a fault.

use std::slice::Iter;

use ludex_base::with_stack;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Reference, fault};
use crate::engine::{Machine, SceneryId, Stop};
use crate::symbol::Symbol;
use crate::syntax::Term;
use crate::terms::{Cell, Kind, TermId};

impl Reference {
    /// Requires that the machine found the enabled actions of a scenery, and where they lead.
    pub fn require_moves(
        &self,
        machine: &Machine,
        scenery: SceneryId,
        moves: &[(TermId, SceneryId)],
    ) -> Result<(), Stop> {
        let atoms = |scenery| terms(machine, machine.atoms(scenery)).into_iter().collect();
        let found: FxHashMap<Term, FxHashSet<Term>> =
            moves.iter().map(|&(action, next)| (term(machine, action), atoms(next))).collect();
        let due = self.successors(&terms(machine, machine.atoms(scenery)))?;
        require(found == due && found.len() == moves.len(), "the moves", machine, scenery)
    }

    /// Requires that the machine found the true ground atoms of a predicate.
    pub fn require_atoms(
        &self,
        machine: &Machine,
        scenery: SceneryId,
        predicate: u32,
        atoms: &[TermId],
    ) -> Result<(), Stop> {
        let found: FxHashSet<Term> = terms(machine, atoms).into_iter().collect();
        let any = unflattened(&mut machine.any_atom(predicate).iter());
        let mut due = self.instances(&terms(machine, machine.atoms(scenery)), &any)?;
        due.retain(Term::is_ground);
        require(found == due, "what is true", machine, scenery)
    }

    /// Requires that the machine found the answers of the query.
    pub fn require_answers(
        &self,
        machine: &Machine,
        scenery: SceneryId,
        answers: &[Vec<TermId>],
    ) -> Result<(), Stop> {
        let found: FxHashSet<Vec<Term>> =
            answers.iter().map(|answer| terms(machine, answer)).collect();
        let due = self.instances(&terms(machine, machine.atoms(scenery)), &self.query)?;
        let due = due.iter().map(|instance| instance.arguments().to_vec()).collect();
        require(found == due, "the payoffs", machine, scenery)
    }

    /// Requires that the machine was right about the truth of the query.
    pub fn require_goal(
        &self,
        machine: &Machine,
        scenery: SceneryId,
        found: bool,
    ) -> Result<(), Stop> {
        let due = self.holds(&terms(machine, machine.atoms(scenery)), &self.query)?;
        require(found == due, "the goal", machine, scenery)
    }
}

fn require(same: bool, what: &str, machine: &Machine, scenery: SceneryId) -> Result<(), Stop> {
    if same {
        return Ok(());
    }
    let mut atoms: Vec<String> =
        machine.atoms(scenery).iter().map(|&atom| machine.write(atom)).collect();
    ludex_base::sort(&mut atoms);
    let atoms = atoms.join(", ");
    Err(fault(format!("the machine and plain resolution differ in {what} of {{{atoms}}}")))
}

fn terms(machine: &Machine, ids: &[TermId]) -> Vec<Term> {
    ids.iter().map(|&id| term(machine, id)).collect()
}

fn term(machine: &Machine, id: TermId) -> Term {
    unflattened(&mut machine.flats.get(id).iter())
}

/// Returns the first term of a flat tuple.
fn unflattened(cells: &mut Iter<'_, Cell>) -> Term {
    match cells.next().map(|cell| cell.kind()) {
        Some(Kind::Integer(number)) => Term::Integer(number),
        Some(Kind::Constant(name)) => Term::Constant(name),
        Some(Kind::Numbered(variable)) => Term::Variable(variable as u32),
        Some(Kind::Functor(name, arity)) => {
            let part = |_| with_stack(64 << 10, || unflattened(cells));
            Term::Compound(name, (0..arity).map(part).collect())
        }
        _ => Term::Constant(Symbol::FAIL), // what refers to an arena is in no flat term
    }
}

#[cfg(test)]
mod tests {
    use ludex_base::Budget;

    use super::*;
    use crate::Program;
    use crate::program::Core;

    /// Answers as a faulty machine would give them.
    #[test]
    fn every_difference_is_a_fault() {
        let text = "s. q :- s. [1:a] m :- s. [1:b] n :- s. win(1) :- m.";
        let program = Program::read(text).expect("a program");
        let (program, goals) = program.goals("win(P)").expect("a goal");
        let core = Core::new(&program, Some(&goals));
        let mut machine = Machine::new(&core);
        let reference = Reference::new(&core, &Budget::default()).expect("known clauses");
        let start = SceneryId::INITIAL;
        let moves = machine.successors(start).expect("moves");
        let (a, b) = (moves[0], moves[1]);
        assert_eq!(reference.require_moves(&machine, start, &moves), Ok(()));
        for wrong in [&moves[..1], &[a, (b.0, a.1)], &[a, b, a], &[]] {
            assert!(reference.require_moves(&machine, start, wrong).is_err(), "{wrong:?}");
        }
        let derived = machine.derived_predicates();
        let truths: Vec<Vec<TermId>> =
            derived.iter().map(|&p| machine.atoms_of(start, p).expect("atoms")).collect();
        for (&predicate, atoms) in derived.iter().zip(&truths) {
            assert_eq!(reference.require_atoms(&machine, start, predicate, atoms), Ok(()));
            let wrong = if atoms.is_empty() { vec![a.0] } else { Vec::new() };
            assert!(reference.require_atoms(&machine, start, predicate, &wrong).is_err());
        }
        let won = a.1;
        let answers = machine.answers(won).expect("answers");
        assert_eq!(answers.len(), 1);
        assert_eq!(reference.require_answers(&machine, won, &answers), Ok(()));
        assert!(reference.require_answers(&machine, won, &[]).is_err());
        assert!(reference.require_answers(&machine, start, &answers).is_err());
        for (scenery, holds) in [(start, false), (won, true)] {
            assert_eq!(reference.require_goal(&machine, scenery, holds), Ok(()));
            assert!(reference.require_goal(&machine, scenery, !holds).is_err());
        }
    }

    #[test]
    fn resolution_without_end_is_given_up() {
        let text = "s. p(X) :- p(f(X)). q :- NOT q. [1:a] m :- s.";
        let program = Program::read(text).expect("a program");
        let reference = Reference::new(&Core::new(&program, None), &Budget::default());
        let reference = reference.expect("known clauses");
        let mut symbols = program.symbols().clone();
        let [p, q, a] = ["p", "q", "a"].map(|name| symbols.intern(name));
        let goal = Term::Compound(p, vec![Term::Constant(a)]);
        let stopped = reference.holds(&[], &goal);
        assert!(matches!(stopped, Err(Stop::Limit(_))), "{stopped:?}");
        let stopped = reference.holds(&[], &Term::Constant(q));
        assert!(matches!(stopped, Err(Stop::Fault(_))), "{stopped:?}");
        let late = Budget::default().within(std::time::Duration::ZERO);
        let reference = Reference { budget: late, ..reference };
        let stopped = reference.holds(&[], &goal);
        assert_eq!(stopped, Err(Stop::Limit(crate::engine::Limit::Time)));
    }
}
