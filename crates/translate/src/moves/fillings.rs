//! The contents of the cells of a move, before and after.

use ludex_gdl::Term;

use super::cases::Case;
use super::finder::{Effects, Finder};
use super::{Broken, Instance};
use crate::invariants::Contents;
use crate::refusal::{Result, shape};
use crate::rules::{Expr, Known};

/// The marks on a cell.
type Marks = Vec<usize>;

/// A move with its cells filled.
struct Filled {
    before: Vec<Marks>,
    after: Vec<Marks>,
    condition: Expr,
}

/// The greatest number of ways to fill the cells of a move.
const MOST_FILLINGS: usize = 4096;

impl Finder<'_, '_> {
    pub fn instances(&mut self, situation: usize, action: Term, effects: &Effects) -> Result<()> {
        for case in self.cases(situation, action, effects)? {
            let exact = self.exact(&case);
            for filling in self.fillings(&case, &exact, action)? {
                if self.reader.exprs.is_full() {
                    break;
                }
                let filled = self.filled(situation, &case, &exact, filling, action)?;
                let Some(Filled { before, after, condition }) = filled else { continue };
                let target = self.situation(&effects.next)?;
                let instance = Instance {
                    situation,
                    action,
                    cells: case.cells.clone(),
                    exact: exact.clone(),
                    before,
                    after,
                    condition,
                    target,
                };
                let key = self.moves.situations[instance.target].key();
                if self.invariants.counts.follow(self.board, &instance, &key) {
                    self.broken = self.broken.or(Some(Broken::Counts));
                }
                self.moves.instances.push(instance);
            }
        }
        Ok(())
    }

    /// Returns the marks that must be known exactly: all of a function that puts one mark on a
    /// cell, and those that can be removed.
    fn exact(&self, case: &Case) -> Vec<usize> {
        let mut exact = Vec::new();
        for &(fact, after) in &case.changes {
            let mark = self.board.facts[fact].mark;
            let functor = self.board.marks[mark].functor;
            if self.invariants.contents[functor] != Contents::Any {
                exact.extend(&self.board.functors[functor].marks);
            } else if after != Expr::TRUE {
                exact.push(mark);
            }
        }
        ludex_base::sort(&mut exact);
        exact.dedup();
        exact
    }

    /// Returns the ways to fill the cells of a case with the marks to be known.
    fn fillings(&self, case: &Case, exact: &[usize], action: Term) -> Result<Vec<Vec<Marks>>> {
        let mut fillings: Vec<Vec<Marks>> = vec![Vec::new()];
        for &cell in &case.cells {
            let mut sets: Vec<Marks> = vec![Vec::new()];
            for (functor, _) in self.board.functors.iter().enumerate() {
                let marks: Vec<usize> = exact
                    .iter()
                    .copied()
                    .filter(|&m| self.board.marks[m].functor == functor)
                    .collect();
                if marks.is_empty() {
                    continue;
                }
                let options =
                    self.invariants.options(self.board, functor, &marks, cell, &case.known);
                let joined = |set: &Marks| -> Vec<Marks> {
                    options.iter().map(|option| [&set[..], option].concat()).collect()
                };
                sets = sets.iter().flat_map(joined).collect();
            }
            let longer = |filling: &Vec<Marks>| -> Vec<Vec<Marks>> {
                sets.iter().map(|set| [&filling[..], std::slice::from_ref(set)].concat()).collect()
            };
            fillings = fillings.iter().flat_map(longer).collect();
            if fillings.len() > MOST_FILLINGS {
                let action = self.text(action);
                return shape(format!("there are too many ways for `{action}` to go"));
            }
        }
        Ok(fillings)
    }

    /// Returns the move of a case where its cells are filled in a way, or `None` if it is
    /// impossible.
    fn filled(
        &mut self,
        situation: usize,
        case: &Case,
        exact: &[usize],
        before: Vec<Marks>,
        action: Term,
    ) -> Result<Option<Filled>> {
        let mut known = Known::default();
        for (&cell, marks) in case.cells.iter().zip(&before) {
            for &mark in exact {
                let fact = self.board.fact_at(mark, cell);
                known.extend(fact.map(|fact| (fact, marks.contains(&mark))));
            }
        }
        if !self.invariants.close(self.board, situation, &mut known) {
            return Ok(None);
        }
        // Only what the left-hand side or an invariant says may be left out of the condition.
        let condition = self.reader.assume(case.condition, &known);
        if condition == Expr::FALSE {
            return Ok(None);
        }
        known.extend(case.known.iter().filter(|k| !known.contains_key(k.0)).collect::<Vec<_>>());
        let after = self.after(case, &before, &known, action)?;
        self.check_contents(exact, &after);
        Ok(Some(Filled { before, after, condition }))
    }

    /// Returns the contents of the cells of a case after it.
    fn after(
        &mut self,
        case: &Case,
        before: &[Marks],
        known: &Known,
        action: Term,
    ) -> Result<Vec<Marks>> {
        let mut after = before.to_vec();
        for &(fact, change) in &case.changes {
            let holds = self.reader.assume(change, known);
            let fact = self.board.facts[fact];
            if !holds.is_constant() {
                let (fact, action) = (self.text(fact.term), self.text(action));
                return shape(format!(
                    "what `{action}` does to `{fact}` depends on more than the cells it changes"
                ));
            }
            let place = case.cells.iter().position(|&c| c == fact.cell).expect("it changes");
            after[place].retain(|&mark| mark != fact.mark);
            if holds == Expr::TRUE {
                after[place].push(fact.mark);
            }
        }
        after.iter_mut().for_each(|marks| ludex_base::sort(marks));
        Ok(after)
    }

    /// Records if there are more or fewer marks on a cell than there can be.
    fn check_contents(&mut self, exact: &[usize], after: &[Marks]) {
        let functor_of = |&mark: &usize| self.board.marks[mark].functor;
        for marks in after {
            for functor in 0..self.board.functors.len() {
                let count = marks.iter().filter(|m| functor_of(m) == functor).count();
                let shown = exact.iter().any(|m| functor_of(m) == functor);
                if shown && !self.invariants.allows(functor, count) {
                    self.broken = self.broken.or(Some(Broken::Contents(functor, count)));
                }
            }
        }
    }
}
