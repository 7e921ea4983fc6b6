//! Compiles the bodies of clauses: calls, tests, and control constructs.

use rustc_hash::FxHashSet;

use super::clause::Goal;
use super::code::{FAIL, FRAME, Op, Place};
use super::compile::{Compiler, Done, TooLarge, Variable, has_cut, leaves};

/// Where a cut in a goal leads to.
#[derive(Clone, Copy)]
enum CutTo {
    Clause,
    Mark(Place),
}

/// How a goal is compiled: whether it is the last one, and where cuts lead to.
#[derive(Clone, Copy)]
struct Context {
    last: bool,
    cut: CutTo,
}

impl Compiler<'_> {
    /// Compiles the body of a clause.
    pub(super) fn body(&mut self, body: &Goal) -> Done {
        self.goal(body, Context { last: true, cut: CutTo::Clause })
    }

    fn goal(&mut self, goal: &Goal, context: Context) -> Done {
        match goal {
            Goal::And(all) => {
                for (i, goal) in all.iter().enumerate() {
                    let last = context.last && i + 1 == all.len();
                    self.goal(goal, Context { last, ..context })?;
                }
                return Ok(());
            }
            Goal::Or(a, b) => return self.either(goal, a, b, context),
            Goal::If(test, then, otherwise) if test.is_test() => {
                return self.choose(goal, (test, then, otherwise), context);
            }
            Goal::If(test, then, otherwise) => {
                return self.commit(goal, (test, then, otherwise), false, context);
            }
            Goal::Soft(test, then, otherwise) => {
                return self.commit(goal, (test, then, otherwise), true, context);
            }
            Goal::Not(inner) if inner.is_test() => {
                let mut failing = Vec::new();
                self.test(inner, &mut failing)?;
                self.emit(Op::Fail);
                self.patch(&failing);
            }
            Goal::Not(inner) => {
                let parts = (&**inner, &Goal::Fail, &Goal::True);
                let end = self.position + leaves(inner);
                self.commit(goal, parts, false, Context { last: false, ..context })?;
                self.position = end;
            }
            Goal::Call(predicate, arguments) => {
                self.position += 1;
                self.put_arguments(arguments, true)?;
                return self.call(*predicate, context.last);
            }
            leaf => self.leaf(leaf, context)?,
        }
        self.finish(context.last);
        Ok(())
    }

    fn leaf(&mut self, goal: &Goal, context: Context) -> Done {
        if goal.is_test() {
            return self.test(goal, &mut Vec::new());
        }
        self.position += 1;
        match goal {
            Goal::Cut => match (context.cut, self.level) {
                (CutTo::Mark(at), _) => self.emit(Op::Cut { at }),
                (CutTo::Clause, Some(at)) if self.called => self.emit(Op::Cut { at }),
                (CutTo::Clause, _) => self.emit(Op::NeckCut),
            },
            Goal::Unify(a, b) => self.unify(*a, *b)?,
            Goal::Is(left, right) => self.is(*left, *right)?,
            Goal::Builtin(number, arguments) => {
                self.put_arguments(arguments, false)?;
                self.emit(Op::Builtin { number: *number });
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends the clause if this was its last goal.
    fn finish(&mut self, last: bool) {
        if last {
            self.emit(if self.framed { Op::Return } else { Op::Proceed });
        }
    }

    fn call(&mut self, predicate: u32, last: bool) -> Done {
        match (last, self.framed) {
            (true, true) => self.emit(Op::Leave { predicate }),
            (true, false) => self.emit(Op::Jump { predicate }),
            (false, _) => {
                self.emit(Op::Call { predicate, size: 0 });
                self.database.unsized_calls.push(self.here() - 1);
                self.keep_alive();
            }
        }
        self.called = true;
        self.forget_registers();
        Ok(())
    }

    /// Records which slots are needed from the next instruction on.
    fn keep_alive(&mut self) {
        let alive = |variable: &&Variable| {
            variable.framed && variable.home.is_some() && variable.last > self.position
        };
        let slots = self.variables.iter().filter(alive).map(|variable| variable.slot - FRAME);
        let slots: Box<[u16]> = slots.collect();
        let here = self.here();
        self.database.live.insert(here, slots);
    }

    fn forget_registers(&mut self) {
        self.occupants.fill(None);
        self.next = self.floor;
        self.wanted.clear();
        for variable in self.variables.iter_mut().filter(|variable| !variable.framed) {
            variable.home = None;
        }
    }

    fn patch(&mut self, jumps: &[usize]) {
        let here = self.here();
        for &at in jumps {
            match &mut self.database.ops[at] {
                Op::Compare { otherwise, .. }
                | Op::Type { otherwise, .. }
                | Op::Identical { otherwise, .. }
                | Op::Try { otherwise, .. } => *otherwise = here,
                Op::Goto { to } => *to = here,
                _ => {}
            }
        }
    }

    /// Compiles a test; the instructions that jump where it is false are added to the list.
    fn test(&mut self, goal: &Goal, failing: &mut Vec<usize>) -> Done {
        match goal {
            Goal::And(all) => {
                for goal in all {
                    self.test(goal, failing)?;
                }
                return Ok(());
            }
            Goal::True => {
                self.position += 1;
                return Ok(());
            }
            Goal::Fail => {
                self.position += 1;
                self.emit(Op::Goto { to: FAIL });
            }
            Goal::Compare(test, left, right) => {
                self.position += 1;
                let saved = self.next;
                let left = self.source(*left)?;
                let right = self.source(*right)?;
                self.next = saved;
                self.emit(Op::Compare { test: *test, left, right, otherwise: FAIL });
            }
            Goal::Type(test, term) => {
                self.position += 1;
                let at = self.place_of(*term)?;
                self.emit(Op::Type { test: *test, at, otherwise: FAIL });
            }
            Goal::Identical(same, left, right) => {
                self.position += 1;
                let left = self.place_of(*left)?;
                let right = self.place_of(*right)?;
                self.emit(Op::Identical { same: *same, left, right, otherwise: FAIL });
            }
            _ => return Err(TooLarge),
        }
        failing.push(self.here() as usize - 1);
        Ok(())
    }

    /// Gives values to the variables that first occur in a control construct and are needed after
    /// it: whichever part is run, they have a slot with a value then.
    fn prepare(&mut self, goal: &Goal) -> Done {
        let end = self.position + leaves(goal);
        let mut inside = FxHashSet::default();
        self.variables_of(goal, &mut inside);
        let mut inside: Vec<u32> = inside.into_iter().collect();
        inside.sort_unstable();
        for number in inside {
            let variable = &self.variables[number as usize];
            if variable.home.is_none() && variable.last > end {
                self.start_variable(number)?;
            }
        }
        Ok(())
    }

    fn variables_of(&self, goal: &Goal, found: &mut FxHashSet<u32>) {
        match goal {
            Goal::And(all) => all.iter().for_each(|goal| self.variables_of(goal, found)),
            Goal::Or(a, b) => [a, b].iter().for_each(|goal| self.variables_of(goal, found)),
            Goal::If(a, b, c) | Goal::Soft(a, b, c) => {
                [a, b, c].iter().for_each(|goal| self.variables_of(goal, found));
            }
            Goal::Not(inner) => self.variables_of(inner, found),
            leaf => leaf.each_term(&mut |term| {
                self.each_variable(term, &mut |place| {
                    found.extend(self.numbers.get(&place));
                });
            }),
        }
    }

    /// Compiles `(test -> then ; otherwise)` where the test leaves no choice point.
    fn choose(
        &mut self,
        whole: &Goal,
        (test, then, otherwise): (&Goal, &Goal, &Goal),
        context: Context,
    ) -> Done {
        self.prepare(whole)?;
        let mut failing = Vec::new();
        let saved = (self.variables.clone(), self.occupants.clone(), self.next);
        self.test(test, &mut failing)?;
        let (wanted, called) = (self.wanted.clone(), self.called);
        self.goal(then, context)?;
        let mut ends = Vec::new();
        if !context.last {
            self.emit(Op::Goto { to: FAIL });
            ends.push(self.here() as usize - 1);
        }
        let after = self.called;
        self.patch(&failing);
        (self.variables, self.occupants, self.next) = saved.clone();
        (self.wanted, self.called) = (wanted, called);
        self.goal(otherwise, context)?;
        self.called |= after;
        self.patch(&ends);
        (self.variables, self.occupants, self.next) = saved;
        if !context.last {
            self.forget_registers();
        }
        Ok(())
    }

    /// Compiles `(test -> then ; otherwise)` and, if soft, `(test *-> then ; otherwise)`.
    fn commit(
        &mut self,
        whole: &Goal,
        (test, then, otherwise): (&Goal, &Goal, &Goal),
        soft: bool,
        context: Context,
    ) -> Done {
        self.prepare(whole)?;
        let mark = self.slot()?;
        self.emit(Op::Mark { to: mark });
        let jump = self.leave_choice();
        let saved = self.variables.clone();
        let mut cut = CutTo::Mark(mark);
        if has_cut(test) {
            let inner = self.slot()?;
            self.emit(Op::Mark { to: inner });
            cut = CutTo::Mark(inner);
        }
        self.goal(test, Context { last: false, cut })?;
        self.emit(if soft { Op::SoftCut { at: mark } } else { Op::Cut { at: mark } });
        self.goal(then, context)?;
        self.otherwise(jump, saved, otherwise, context)
    }

    fn either(&mut self, whole: &Goal, a: &Goal, b: &Goal, context: Context) -> Done {
        self.prepare(whole)?;
        let jump = self.leave_choice();
        let saved = self.variables.clone();
        self.goal(a, context)?;
        self.otherwise(jump, saved, b, context)
    }

    fn leave_choice(&mut self) -> usize {
        self.emit(Op::Try { otherwise: FAIL, size: 0 });
        let at = self.here() as usize - 1;
        self.database.unsized_calls.push(at as u32);
        self.called = true;
        self.forget_registers();
        at
    }

    /// Compiles the alternative of a choice point, and what joins both.
    fn otherwise(
        &mut self,
        jump: usize,
        saved: Vec<Variable>,
        goal: &Goal,
        context: Context,
    ) -> Done {
        let mut ends = Vec::new();
        if !context.last {
            self.emit(Op::Goto { to: FAIL });
            ends.push(self.here() as usize - 1);
        }
        self.patch(&[jump]);
        self.variables = saved.clone();
        self.forget_registers();
        self.keep_alive();
        self.goal(goal, context)?;
        self.patch(&ends);
        self.variables = saved;
        self.forget_registers();
        Ok(())
    }
}
