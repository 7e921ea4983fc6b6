//! Compiled formulas: literals are combined into masks, expensive parts come last.

use ludex_base::{Set, sort_by};
use rustc_hash::FxHashMap;

use super::World;
use crate::formula::{Formula, Formulas, Node};

/// A step of a program, by number.
pub(crate) type Step = u32;

/// An operator. A conjunction tests its literals with one mask and its `does` with another before
/// any other part.
#[derive(Clone, Debug)]
pub(crate) enum Op<S> {
    Truth(bool),
    /// The literals are all true, the chosen action is in `does`, and the rest is true.
    All {
        on: S,
        off: S,
        /// Rare, so that it is not kept with the rest.
        does: Option<Box<S>>,
        rest: Box<[Step]>,
    },
    /// The chosen action is in `does`, or some part of the rest is true.
    Any {
        does: S,
        rest: Box<[Step]>,
    },
    Initial,
    Terminal,
    Legal(u32),
    Not(Step),
    Same(Step, Step),
    Else(Step, Step),
    Also(Step, Step),
    Exec(u32, Step),
    Select(u32, Step),
    Strategy(Step, Step),
    Next(Step),
}

/// The properties of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    pub statewise: bool,
    pub legal: bool,
    /// Whether it depends on the atoms of one state only.
    pub plain: bool,
    /// The approximate number of mask tests.
    pub cost: f32,
}

/// Formulas compiled with common parts shared.
#[derive(Clone, Debug)]
pub(crate) struct Program<S> {
    ops: Vec<Op<S>>,
    infos: Vec<Info>,
    steps: FxHashMap<Formula, Step>,
}

impl<S: Set> Program<S> {
    pub fn new() -> Program<S> {
        Program { ops: Vec::new(), infos: Vec::new(), steps: FxHashMap::default() }
    }

    #[inline]
    pub fn op(&self, step: Step) -> &Op<S> {
        &self.ops[step as usize]
    }

    #[inline]
    pub fn info(&self, step: Step) -> Info {
        self.infos[step as usize]
    }

    /// Compiles a formula for a frame with this number of actions.
    pub fn compile(&mut self, formulas: &Formulas, formula: Formula, actions: usize) -> Step {
        if let Some(&step) = self.steps.get(&formula) {
            return step;
        }
        let mut inner = |part| self.compile(formulas, part, actions);
        let op = match formulas.node(formula) {
            Node::Truth(truth) => Op::Truth(*truth),
            Node::Initial => Op::Initial,
            Node::Terminal => Op::Terminal,
            Node::Legal(action) => Op::Legal(*action),
            Node::Atom(_) | Node::Does(_) | Node::And(_) => {
                self.conjunction(formulas, formula, actions)
            }
            Node::Or(list) => self.disjunction(formulas, list, actions),
            Node::Not(part) if matches!(formulas.node(*part), Node::Atom(_) | Node::Does(_)) => {
                self.conjunction(formulas, formula, actions)
            }
            Node::Not(part) => Op::Not(inner(*part)),
            Node::Iff(a, b) => Op::Same(inner(*a), inner(*b)),
            Node::Else(a, b) => Op::Else(inner(*a), inner(*b)),
            Node::Also(a, b) => Op::Also(inner(*a), inner(*b)),
            Node::Exec(action, part) => Op::Exec(*action, inner(*part)),
            Node::Select(action, part) => Op::Select(*action, inner(*part)),
            Node::Strategy(a, b) => Op::Strategy(inner(*a), inner(*b)),
            Node::Next(part) => Op::Next(inner(*part)),
        };
        let facts = formulas.facts(formula);
        let info = Info {
            statewise: facts.statewise,
            legal: facts.legal,
            plain: facts.propositional && !facts.legal,
            cost: self.cost(&op, actions),
        };
        let step = self.ops.len() as Step;
        self.ops.push(op);
        self.infos.push(info);
        self.steps.insert(formula, step);
        step
    }

    fn conjunction(&mut self, formulas: &Formulas, formula: Formula, actions: usize) -> Op<S> {
        let (mut on, mut off) = (S::EMPTY, S::EMPTY);
        let mut does: Option<S> = None;
        let of = |does: Option<S>| does.unwrap_or_else(|| S::below(actions));
        let mut rest = Vec::new();
        let one = [formula];
        let list = if let Node::And(list) = formulas.node(formula) { list } else { &one[..] };
        for &part in list {
            match formulas.node(part) {
                Node::Atom(atom) => on.insert(*atom),
                Node::Does(action) => does = Some(of(does).and(&S::one(*action))),
                Node::Not(inner) => match formulas.node(*inner) {
                    Node::Atom(atom) => off.insert(*atom),
                    Node::Does(action) => does = Some(of(does).minus(&S::one(*action))),
                    _ => rest.push(self.compile(formulas, part, actions)),
                },
                _ => rest.push(self.compile(formulas, part, actions)),
            }
        }
        self.cheapest_first(&mut rest);
        Op::All { on, off, does: does.map(Box::new), rest: rest.into() }
    }

    fn disjunction(&mut self, formulas: &Formulas, list: &[Formula], actions: usize) -> Op<S> {
        let mut does = S::EMPTY;
        let mut rest = Vec::new();
        for &part in list {
            match formulas.node(part) {
                Node::Does(action) => does.insert(*action),
                _ => rest.push(self.compile(formulas, part, actions)),
            }
        }
        self.cheapest_first(&mut rest);
        Op::Any { does, rest: rest.into() }
    }

    /// Sorts steps by cost; the sort is stable, so that steps of equal cost keep the order of the
    /// text.
    fn cheapest_first(&self, steps: &mut [Step]) {
        sort_by(steps, |&a, &b| self.info(a).cost.total_cmp(&self.info(b).cost));
    }

    fn cost(&self, op: &Op<S>, actions: usize) -> f32 {
        let of = |step: &Step| self.info(*step).cost;
        match op {
            Op::Truth(_) | Op::Initial => 1.0,
            Op::All { rest, .. } | Op::Any { rest, .. } => 1.0 + rest.iter().map(of).sum::<f32>(),
            Op::Terminal => 20.0,
            Op::Legal(_) => 50.0,
            Op::Not(a) | Op::Select(_, a) => 1.0 + of(a),
            Op::Exec(_, a) if self.info(*a).statewise => 4.0 + of(a),
            Op::Exec(_, a) => 4.0 + of(a),
            Op::Next(a) => actions as f32 * (4.0 + of(a)),
            Op::Same(a, b) | Op::Else(a, b) | Op::Also(a, b) | Op::Strategy(a, b) => {
                1.0 + of(a) + of(b)
            }
        }
    }

    /// Returns whether a step that depends on one state only (`legal` included) is true there.
    #[inline]
    pub fn holds(&self, world: World<S>, state: &S, step: Step) -> bool {
        match self.op(step) {
            Op::Truth(truth) => *truth,
            Op::All { on, off, rest, .. } => {
                world.fits(state, on, off) && rest.iter().all(|&s| self.holds(world, state, s))
            }
            Op::Any { rest, .. } => rest.iter().any(|&s| self.holds(world, state, s)),
            Op::Not(inner) => !self.holds(world, state, *inner),
            Op::Same(a, b) => self.holds(world, state, *a) == self.holds(world, state, *b),
            Op::Initial => world.initial(state),
            Op::Terminal => world.terminal(state),
            Op::Legal(action) => world.legal(state).contains(*action),
            _ => unreachable!("rules are about one state"),
        }
    }
}
