//! The model of a game that a file describes by rules: a state is the set of its true atoms.

use ludex_base::{Budget, NoAnswer, Set};
use rustc_hash::FxHashMap;

use super::program::Step;
use super::{Program, World};
use crate::formula::{Formula, Formulas, Node};
use crate::frame::Frame;
use crate::rules::Rules;
use crate::rules::replace;

/// The effect of an action: most atoms stay as they are or become true, and only the others are
/// computed.
#[derive(Clone, Debug)]
struct Update<S> {
    keep: S,
    set: S,
    rest: Box<[(u32, Step)]>,
}

/// The compiled rules of a file. The bit after the last atom marks the initial state: a state with
/// the same atoms that is reached by an action is another state, since no action leads to an
/// initial state [ZT15, Def. 1].
#[derive(Clone, Debug)]
pub(crate) struct RuleWorld<S> {
    program: Program<S>,
    start: S,
    mark: u32,
    terminal: Step,
    /// By action: whether it is legal, in states that are not terminal.
    legal: Vec<Step>,
    updates: Vec<Update<S>>,
}

impl<S: Set> RuleWorld<S> {
    /// Compiles the rules. The error names what has no rule, or says that the budget was used up.
    pub fn new(
        frame: &Frame,
        formulas: &Formulas,
        rules: &Rules,
        budget: &Budget,
    ) -> Result<Self, NoAnswer<String>> {
        let missing = |rule: &str| format!("{rule} is missing");
        let mut formulas = formulas.clone();
        let terminal = rules.terminal.ok_or_else(|| missing("a rule `terminal := …;`"))?;
        let init = rules.init.as_ref().ok_or_else(|| missing("`init …;`"))?;
        let actions = frame.action_count();
        let mark = frame.atom_count() as u32;
        let mut world = RuleWorld {
            program: Program::new(),
            start: init.iter().copied().chain([mark]).collect(),
            mark,
            terminal: 0,
            legal: Vec::new(),
            updates: Vec::new(),
        };
        world.terminal = world.program.compile(&formulas, terminal, actions);
        // A legal rule is evaluated only where the game is not over.
        let mut known = FxHashMap::default();
        for (action, rule) in rules.legal.iter().enumerate() {
            let name = frame.action_name(action as u32);
            let rule = rule.ok_or_else(|| missing(&format!("a rule `legal {name} := …;`")))?;
            budget.poll()?;
            let going_on = |node: &Node| matches!(node, Node::Terminal).then_some(false);
            let rule = replace(&mut formulas, rule, &mut known, &going_on);
            world.legal.push(world.program.compile(&formulas, rule, actions));
        }
        for atom in 0..frame.atom_count() {
            if rules.next[atom].is_none() {
                let name = frame.atom_name(atom as u32);
                return Err(missing(&format!("a rule `next {name} := …;`")).into());
            }
        }
        for action in 0..actions as u32 {
            budget.poll()?;
            let update = world.compile_update(&mut formulas, &rules.next, action, actions);
            world.updates.push(update);
        }
        Ok(world)
    }

    fn compile_update(
        &mut self,
        formulas: &mut Formulas,
        next: &[Option<Formula>],
        action: u32,
        actions: usize,
    ) -> Update<S> {
        let (mut keep, mut set, mut rest) = (S::EMPTY, S::EMPTY, Vec::new());
        let mut known = FxHashMap::default();
        let chosen = |node: &Node| match node {
            Node::Does(done) => Some(*done == action),
            _ => None,
        };
        for (atom, rule) in next.iter().enumerate() {
            let atom = atom as u32;
            let rule = rule.expect("every atom was seen to have a rule");
            let rule = replace(formulas, rule, &mut known, &chosen);
            match formulas.node(rule) {
                Node::Truth(true) => set.insert(atom),
                Node::Truth(false) => {}
                Node::Atom(same) if *same == atom => keep.insert(atom),
                _ => rest.push((atom, self.program.compile(formulas, rule, actions))),
            }
        }
        Update { keep, set, rest: rest.into() }
    }

    /// Returns the true atoms of a state.
    pub fn atoms(&self, state: &S) -> impl Iterator<Item = u32> {
        state.iter().filter(|&atom| atom != self.mark)
    }

    /// Returns the state with these atoms true.
    pub fn state(&self, atoms: impl Iterator<Item = u32>, initial: bool) -> S {
        atoms.chain(initial.then_some(self.mark)).collect()
    }

    pub fn actions(&self) -> usize {
        self.legal.len()
    }

    /// Returns the number of bits of a state.
    pub fn bits(&self) -> usize {
        self.mark as usize + 1
    }

    pub fn start(&self) -> S {
        self.start.clone()
    }

    pub fn initial(&self, state: &S) -> bool {
        state.contains(self.mark)
    }

    pub fn terminal(&self, state: &S) -> bool {
        self.holds(state, self.terminal)
    }

    /// Returns the legal actions: none in a terminal state.
    pub fn legal(&self, state: &S) -> S {
        if self.terminal(state) {
            return S::EMPTY;
        }
        let legal = |&action: &u32| self.holds(state, self.legal[action as usize]);
        (0..self.legal.len() as u32).filter(legal).collect()
    }

    /// Returns the state after an action, which may be illegal.
    #[inline]
    pub fn update(&self, state: &S, action: u32) -> S {
        let update = &self.updates[action as usize];
        let mut next = state.clone().and(&update.keep).or(&update.set);
        for &(atom, step) in &update.rest {
            if self.holds(state, step) {
                next.insert(atom);
            }
        }
        next
    }

    #[inline]
    fn holds(&self, state: &S, step: Step) -> bool {
        self.program.holds(World::Rules(self), state, step)
    }
}
