//! The steps of a refutation: what each makes of a stage.

use std::rc::Rc;

use super::goal::{Link, Target, What, identical};
use super::search::{How, Inversion, Resolution, Stage, Taken};
use crate::engine::{compare, evaluate};
use crate::program::RuleKind;
use crate::syntax::Operator;
use crate::terms::Cell;

/// The head of a clause with new variables.
struct Head {
    prefix: Vec<Cell>,
    atom: Cell,
}

impl Resolution {
    /// Takes a step; returns `None` if it fails.
    pub(super) fn apply(&mut self, stage: &Stage, step: Taken, number: usize) -> Option<Stage> {
        let goal = &stage.goals[step.selected];
        match step.how {
            How::Test => self.apply_test(stage, step.selected),
            How::Cancel => self.cancel(stage, step.selected),
            How::Reduce(rule) => {
                let (body, head) = self.renamed(rule, number);
                let kept = goal.shifts.len() - head.prefix.len();
                let actions = goal.shifts[kept..].iter().map(|shift| shift.0);
                if !self.unify_all(actions, &head.prefix) || !self.unify_atom(goal, head.atom) {
                    return None;
                }
                let before: Vec<Cell> = goal.shifts[..kept].iter().map(|shift| shift.0).collect();
                let body = body.into_iter().map(|target| target.prefixed(&before)).collect();
                let fact = stage.fact || self.rules[rule].kind == RuleKind::Fact;
                let goals = self.replaced(stage, step.selected, body, &[]);
                Some(Stage { goals, plan: stage.plan.clone(), fact })
            }
            How::Extend(rule) => {
                let (body, head) = self.renamed(rule, number);
                let (new, old) = head.prefix.split_at(head.prefix.len() - goal.shifts.len());
                let actions = goal.shifts.iter().map(|shift| shift.0);
                if !self.unify_all(actions, old) || !self.unify_atom(goal, head.atom) {
                    return None;
                }
                self.extended(stage, step.selected, body, new)
            }
            How::Invert(inversion) => self.invert(stage, step.selected, inversion, number),
        }
    }

    /// Applies INV, and the EXT that must follow.
    fn invert(
        &mut self,
        stage: &Stage,
        selected: usize,
        inversion: Inversion,
        number: usize,
    ) -> Option<Stage> {
        let goal = &stage.goals[selected];
        let (mut body, head) = self.renamed(inversion.rule, number);
        let actions = &head.prefix[..inversion.actions];
        let (last, earlier) = actions.split_last()?;
        if !self.heap.unify(goal.shifts[0].0, *last) {
            return None;
        }
        let mut inner = Target { shifts: goal.shifts[1..].to_vec(), ..goal.clone() };
        inner.parents = None;
        match inversion.place {
            None => body.push(inner.prefixed(earlier)),
            Some(place) => {
                let other = body.get(place)?.clone();
                let backwards =
                    |target: &Target| target.shifts.iter().map(|s| s.1).collect::<Vec<_>>();
                let (What::Atom(p), What::Atom(q)) = (&inner.what, &other.what) else {
                    return None;
                };
                let same = backwards(&inner) == backwards(&other) && self.heap.unify(*p, *q);
                let theirs: Vec<Cell> = other.shifts.iter().map(|shift| shift.0).collect();
                if !same || !self.unify_all(inner.shifts.iter().map(|shift| shift.0), &theirs) {
                    return None;
                }
            }
        }
        self.extended(stage, selected, body, actions)
    }

    /// Returns the stage after an extension by some actions, unless they deviate from the required
    /// plan.
    fn extended(
        &mut self,
        stage: &Stage,
        selected: usize,
        body: Vec<Target>,
        new: &[Cell],
    ) -> Option<Stage> {
        if let Some(via) = self.via.clone() {
            let start = via.len().checked_sub(stage.plan.len() + new.len())?;
            let wanted: Vec<Cell> = via[start..start + new.len()]
                .iter()
                .map(|action| self.heap.build(action, &[]))
                .collect();
            if !self.unify_all(new.iter().copied(), &wanted) {
                return None;
            }
        }
        let goals = self.replaced(stage, selected, body, new);
        let plan = [new, &stage.plan].concat();
        Some(Stage { goals, plan, fact: stage.fact })
    }

    /// Returns all goals, with the body in place of the selected one and the actions before the
    /// others.
    fn replaced(
        &mut self,
        stage: &Stage,
        selected: usize,
        body: Vec<Target>,
        new: &[Cell],
    ) -> Vec<Target> {
        let goal = &stage.goals[selected];
        let parents = match goal.what {
            What::Atom(atom) => {
                let remaining = stage.plan.len() as isize - goal.shifts.len() as isize;
                Some(Rc::new(Link { atom, remaining, parent: goal.parents.clone() }))
            }
            _ => None,
        };
        let mut goals = Vec::with_capacity(stage.goals.len() + body.len());
        goals.extend(stage.goals[..selected].iter().map(|other| other.prefixed(new)));
        goals.extend(body.into_iter().map(|target| Target { parents: parents.clone(), ..target }));
        goals.extend(stage.goals[selected + 1..].iter().map(|other| other.prefixed(new)));
        goals
    }

    fn unify_all(&mut self, left: impl Iterator<Item = Cell>, right: &[Cell]) -> bool {
        let pairs: Vec<(Cell, Cell)> = left.zip(right.iter().copied()).collect();
        pairs.into_iter().all(|(a, b)| self.heap.unify(a, b))
    }

    fn unify_atom(&mut self, goal: &Target, head: Cell) -> bool {
        matches!(goal.what, What::Atom(atom) if self.heap.unify(atom, head))
    }

    /// Returns a clause with new variables.
    fn renamed(&mut self, rule: usize, number: usize) -> (Vec<Target>, Head) {
        let rule = self.rules[rule].clone();
        let variables: Rc<[Cell]> = (0..rule.variables).map(|_| self.heap.variable()).collect();
        let prefix = rule.prefix.iter().map(|a| self.heap.build(a, &variables)).collect();
        let atom = self.heap.build(&rule.head, &variables);
        let heap = &mut self.heap;
        let body = rule.body.iter().map(|l| Target::new(l, heap, &variables, number)).collect();
        (body, Head { prefix, atom })
    }

    /// Rewrites `[…][a][a-] p` to `[…] p`: a rule that is missing in \[BR04\].
    fn cancel(&mut self, stage: &Stage, selected: usize) -> Option<Stage> {
        let goal = &stage.goals[selected];
        let back = goal.shifts.iter().position(|shift| shift.1)?;
        if !self.heap.unify(goal.shifts[back - 1].0, goal.shifts[back].0) {
            return None;
        }
        let mut next = stage.clone();
        next.goals[selected].shifts.drain(back - 1..=back);
        Some(next)
    }

    fn apply_test(&mut self, stage: &Stage, selected: usize) -> Option<Stage> {
        let What::Test(operator, left, right) = stage.goals[selected].what else { return None };
        if !self.test(operator, left, right) {
            return None;
        }
        let mut next = stage.clone();
        next.goals.remove(selected);
        Some(next)
    }

    fn test(&mut self, operator: Operator, left: Cell, right: Cell) -> bool {
        match operator {
            Operator::Unify => self.heap.unify(left, right),
            Operator::Different => !identical(&self.heap, left, right),
            Operator::Is => match evaluate(&self.heap, right, &self.symbols) {
                Ok(value) => self.heap.unify(left, Cell::integer(value)),
                Err(_) => false,
            },
            _ => {
                let value = |cell| evaluate(&self.heap, cell, &self.symbols);
                match (value(left), value(right)) {
                    (Ok(left), Ok(right)) => compare(operator, left, right),
                    _ => false,
                }
            }
        }
    }
}
