//! Resolution, depth first, with a list of choices.

use std::rc::Rc;

use ludex_base::{Budget, with_stack};
use rustc_hash::{FxHashMap, FxHashSet};

use super::arithmetic::{is_ready, test};
use super::clauses::{Clause, Literal, renamed};
use super::goals::{Call, Choice, Goal, Goals, Left, Origin, Path, Way};
use super::unify::{Bindings, is_effect, require, variables};
use super::{fault, stop_of};
use crate::engine::{Limit, Stop};
use crate::symbol::Symbol;
use crate::syntax::Term;

/// The most steps of one question, and how deep goals may be derived from each other.
const MOST_STEPS: u64 = 50_000_000;
const DEEPEST: usize = 5_000;

/// Resolution in one scenery and in those that actions lead to from there.
pub struct Resolver<'r> {
    clauses: &'r [Clause],
    scenery: &'r [Term],
    budget: &'r Budget,
    steps: u64,
    bindings: Bindings,
    choices: Vec<Choice>,
    /// The calls that were derived from themselves, with the answers that are known.
    loops: FxHashMap<Rc<Call>, Vec<Term>>,
    /// Whether such a call or an answer of one is new in this round.
    changed: bool,
}

impl<'r> Resolver<'r> {
    pub fn new(clauses: &'r [Clause], scenery: &'r [Term], budget: &'r Budget) -> Resolver<'r> {
        Resolver {
            clauses,
            scenery,
            budget,
            steps: 0,
            bindings: Bindings::default(),
            choices: Vec::new(),
            loops: FxHashMap::default(),
            changed: false,
        }
    }

    /// Returns all instances of an atom that are true.
    pub fn instances(mut self, atom: &Term) -> Result<FxHashSet<Term>, Stop> {
        self.bindings.add(variables(atom));
        let start = Goals::new(vec![Goal::call(atom)], Rc::new([]), None, None);
        let mut found = FxHashSet::default();
        loop {
            self.changed = false;
            self.round(&start, &mut |resolver| {
                found.insert(resolver.bindings.instance(atom)?);
                Ok(false)
            })?;
            if !self.changed {
                return Ok(found);
            }
        }
    }

    /// Returns whether an instance of an atom is true.
    pub fn holds(mut self, atom: &Term) -> Result<bool, Stop> {
        self.bindings.add(variables(atom));
        self.is_provable(&Goals::new(vec![Goal::call(atom)], Rc::new([]), None, None))
    }

    /// Returns whether goals can be resolved, in rounds of their own.
    fn is_provable(&mut self, start: &Rc<Goals>) -> Result<bool, Stop> {
        let (mark, choices) = (self.bindings.mark(), std::mem::take(&mut self.choices));
        let before = std::mem::replace(&mut self.changed, false);
        let mut ever = before;
        let mut found = false;
        loop {
            self.changed = false;
            self.round(start, &mut |_| {
                found = true;
                Ok(true)
            })?;
            ever |= self.changed;
            if found || !self.changed {
                break;
            }
        }
        self.bindings.undo(mark);
        (self.choices, self.changed) = (choices, ever);
        Ok(found)
    }

    /// Calls the visitor with every way to resolve the goals, until it returns `true`.
    fn round(
        &mut self,
        start: &Rc<Goals>,
        visit: &mut dyn FnMut(&mut Self) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        let mark = self.bindings.mark();
        let mut left = Some(start.clone());
        loop {
            let next = match left {
                Some(goals) => self.step(&goals)?,
                None if visit(self)? => break,
                None => None,
            };
            left = match next {
                Some(next) => next,
                None => match self.retry()? {
                    Some(next) => next,
                    None => break,
                },
            };
        }
        self.choices.clear();
        self.bindings.undo(mark);
        Ok(())
    }

    /// Resolves one goal; returns what is left then, `None` if the goal fails.
    fn step(&mut self, goals: &Rc<Goals>) -> Result<Option<Left>, Stop> {
        self.steps += 1;
        require(self.steps <= MOST_STEPS, Limit::Inferences)?;
        if self.steps.is_multiple_of(256) {
            self.budget.poll().map_err(stop_of)?;
        }
        let place = self.ready(goals)?;
        let rest = || {
            let mut others = goals.goals.clone();
            others.remove(place);
            let rest = goals.rest.clone();
            match others.is_empty() {
                true => rest,
                false => {
                    let (path, origin) = (goals.path.clone(), goals.origin.clone());
                    Some(Goals::new(others, path, origin, rest))
                }
            }
        };
        match &goals.goals[place] {
            Goal::Answered(call, atom) => {
                self.note(call, atom)?;
                Ok(Some(rest()))
            }
            Goal::Literal(Literal::Test(operator, left, right)) => {
                let holds = test(&mut self.bindings, *operator, left, right)?;
                Ok(holds.then(rest))
            }
            Goal::Literal(Literal::Not(atom, _)) => {
                let depth = goals.origin.as_ref().map_or(0, |origin| origin.depth) + 1;
                require(depth <= DEEPEST, Limit::Depth)?;
                let outer = goals.origin.clone();
                let origin = Some(Rc::new(Origin { call: None, depth, outer }));
                let inner = Goals::new(vec![Goal::call(atom)], goals.path.clone(), origin, None);
                let provable = with_stack(128 << 10, || self.is_provable(&inner))?;
                Ok((!provable).then(rest))
            }
            Goal::Literal(Literal::Call(atom)) => {
                self.call(atom, goals.path.clone(), goals.origin.clone(), rest())
            }
            Goal::Literal(Literal::After(action, atom)) => {
                if self.bindings.is_ground(action)? {
                    return self.after(action, atom, goals, rest());
                }
                // An action with variables stands for every enabled action that it matches.
                let any = Term::Variable(self.bindings.add(1));
                let enabled = Term::Compound(Symbol::EFFECT, vec![action.clone(), any]);
                let then = Goal::Reached(action.clone(), atom.clone());
                let (path, origin) = (goals.path.clone(), goals.origin.clone());
                let first = vec![Goal::call(&enabled), then];
                Ok(Some(Some(Goals::new(first, path, origin, rest()))))
            }
            Goal::Reached(action, atom) => match self.bindings.is_ground(action)? {
                true => self.after(action, atom, goals, rest()),
                false => Ok(None),
            },
        }
    }

    /// Returns the place of the first goal that can be resolved now.
    fn ready(&self, goals: &Goals) -> Result<usize, Stop> {
        for (place, goal) in goals.goals.iter().enumerate() {
            let ready = match goal {
                Goal::Literal(Literal::Call(_) | Literal::After(..)) => true,
                Goal::Literal(Literal::Test(operator, left, right)) => {
                    is_ready(&self.bindings, *operator, left, right)?
                }
                Goal::Literal(Literal::Not(_, shared)) => {
                    let ground = |v: &u32| self.bindings.is_ground(&Term::Variable(*v));
                    shared
                        .iter()
                        .map(ground)
                        .collect::<Result<Vec<bool>, Stop>>()?
                        .iter()
                        .all(|g| *g)
                }
                Goal::Reached(..) | Goal::Answered(..) => place == 0,
            };
            if ready {
                return Ok(place);
            }
        }
        Err(fault("a variable of a test or a NOT goal has no value"))
    }

    /// Resolves an atom after a ground action.
    fn after(
        &mut self,
        action: &Term,
        atom: &Term,
        goals: &Goals,
        rest: Left,
    ) -> Result<Option<Left>, Stop> {
        let action = self.bindings.full(action)?;
        let path = goals.path.iter().cloned().chain([action]).collect();
        self.call(atom, path, goals.origin.clone(), rest)
    }

    /// Lists the ways to resolve a call and tries the first.
    fn call(
        &mut self,
        atom: &Term,
        path: Path,
        origin: Option<Rc<Origin>>,
        rest: Left,
    ) -> Result<Option<Left>, Stop> {
        let call = Call::new(path, self.bindings.instance(atom)?);
        let mut ways = match self.is_derived_from_itself(&call, &origin)? {
            true => self.known(&call).into_iter().map(Way::Known).collect(),
            false => self.ways(&call),
        };
        ways.reverse();
        let depth = origin.as_ref().map_or(0, |origin| origin.depth) + 1;
        require(depth <= DEEPEST, Limit::Depth)?;
        let origin = Some(Rc::new(Origin { call: Some(call.clone()), depth, outer: origin }));
        let mark = self.bindings.mark();
        self.choices.push(Choice { mark, call, atom: atom.clone(), origin, rest, ways });
        Ok(None) // on to the first way
    }

    fn ways(&self, call: &Call) -> Vec<Way> {
        let functor = call.atom.functor();
        let mut ways = Vec::new();
        match call.path.is_empty() {
            true => {
                let fits = |&place: &usize| self.scenery[place].functor() == functor;
                ways.extend((0..self.scenery.len()).filter(fits).map(Way::Atom));
            }
            false if is_effect(&call.atom) => {}
            false => ways.extend([Symbol::EFFECT, Symbol::PAST].map(Way::Effect)),
        }
        let fits = |&place: &usize| self.clauses[place].head.functor() == functor;
        ways.extend((0..self.clauses.len()).filter(fits).map(Way::Clause));
        ways
    }

    /// Returns whether a call is among those that it is derived from.
    fn is_derived_from_itself(
        &self,
        call: &Rc<Call>,
        origin: &Option<Rc<Origin>>,
    ) -> Result<bool, Stop> {
        let (mut at, mut negated) = (origin.as_ref(), false);
        while let Some(origin) = at {
            match &origin.call {
                None => negated = true,
                Some(other) if other == call && negated => {
                    return Err(fault("a goal depends on its own negation"));
                }
                Some(other) if other == call => return Ok(true),
                Some(_) => {}
            }
            at = origin.outer.as_ref();
        }
        Ok(false)
    }

    /// Returns the known answers of a call that is derived from itself.
    fn known(&mut self, call: &Rc<Call>) -> Vec<Term> {
        if let Some(answers) = self.loops.get(call) {
            return answers.clone();
        }
        self.changed = true;
        self.loops.insert(call.clone(), Vec::new());
        Vec::new()
    }

    /// Notes an answer of a call, if it is derived from itself somewhere.
    fn note(&mut self, call: &Rc<Call>, atom: &Term) -> Result<(), Stop> {
        if !self.loops.contains_key(call) {
            return Ok(());
        }
        let answer = self.bindings.instance(atom)?;
        let answers = self.loops.entry(call.clone()).or_default();
        if !answers.contains(&answer) {
            answers.push(answer);
            self.changed = true;
        }
        Ok(())
    }

    /// Goes back to the last choice with a way that fits; returns what is left to be resolved then.
    fn retry(&mut self) -> Result<Option<Left>, Stop> {
        while let Some(choice) = self.choices.last_mut() {
            self.bindings.undo(choice.mark);
            let Some(way) = choice.ways.pop() else {
                self.choices.pop();
                continue;
            };
            let (atom, call) = (choice.atom.clone(), choice.call.clone());
            let (origin, rest) = (choice.origin.clone(), choice.rest.clone());
            if let Some(left) = self.take(way, atom, call, origin, rest)? {
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    /// Takes a way to resolve a call.
    fn take(
        &mut self,
        way: Way,
        atom: Term,
        call: Rc<Call>,
        origin: Option<Rc<Origin>>,
        rest: Left,
    ) -> Result<Option<Left>, Stop> {
        let path = call.path.clone();
        let (known, body, within) = match way {
            Way::Known(answer) => {
                let fits = self.fits(&atom, &answer)?;
                return Ok(fits.then_some(rest));
            }
            Way::Atom(place) => (self.fits(&atom, &self.scenery[place])?, Vec::new(), path),
            Way::Clause(place) => {
                let clause = &self.clauses[place];
                let base = self.bindings.add(clause.variables);
                let fits = self.bindings.unify(&atom, &renamed(&clause.head, base))?;
                let body = clause.body.iter().map(|goal| Goal::Literal(goal.renamed(base)));
                (fits, body.collect(), path)
            }
            Way::Effect(name) => {
                let Some((last, before)) = path.split_last() else { return Ok(None) };
                let effect = Term::Compound(name, vec![last.clone(), atom.clone()]);
                (true, vec![Goal::call(&effect)], before.into())
            }
        };
        if !known {
            return Ok(None);
        }
        let answered = vec![Goal::Answered(call.clone(), atom)];
        let end = Goals::new(answered, call.path.clone(), origin.clone(), rest);
        Ok(Some(Some(match body.is_empty() {
            true => end,
            false => Goals::new(body, within, origin, Some(end)),
        })))
    }

    /// Unifies an atom with one whose variables are numbered from 0.
    fn fits(&mut self, atom: &Term, other: &Term) -> Result<bool, Stop> {
        let base = self.bindings.add(variables(other));
        self.bindings.unify(atom, &renamed(other, base))
    }
}
