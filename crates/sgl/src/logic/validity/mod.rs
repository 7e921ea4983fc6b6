//! Validity in all models of a frame, and in all models of a game's axioms, by SAT.
//!
//! A model is unravelled into paths: the root is any state, and each executed action extends the
//! path. The truth values per path and atom, per path and legal action, and per path for `terminal`
//! determine a formula. In the models of Σ the rules of a file define the states after the root.

mod countermodel;
mod encode;

pub(crate) use countermodel::Countermodel;
use ludex_base::Budget;
use rustc_hash::FxHashMap;

use super::circuit::{Bit, Circuit};
use crate::formula::{Formula, Formulas};
use crate::frame::Frame;
use crate::rules;
use crate::rules::Rules;

/// A path by number; 0 is the root.
type Path = u32;
/// A stack of enclosing strategies by number; 0 is the empty one.
type Stack = u32;
/// The choice for a formula that does not depend on it.
const ANY: u32 = u32::MAX;
/// The limit on states added by axioms with modalities, beyond the states of the question.
const MORE_PATHS: usize = 400;
/// The limit on truth values of formulas in one question.
const LARGEST: usize = 40_000_000;
/// The limit on states of a finite countermodel.
const MOST_STATES: usize = 2000;

/// The result of deciding a formula.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Finding {
    Valid,
    Fails(Countermodel),
    /// Why it is not known.
    Unknown(&'static str),
}

/// Decides validity: truth in all models of the frame, or in all models of the rules.
///
/// Axioms with modalities apply to infinitely many states. If the formula follows from them up to
/// some depth, it is valid. If not, the search is for a countermodel whose deepest states are left
/// unchanged by every action; only such a countermodel is accepted.
pub(crate) fn decide(
    frame: &Frame,
    formulas: &Formulas,
    rules: Option<&Rules>,
    formula: Formula,
    budget: &Budget,
) -> Finding {
    let open = Validity::new(frame, formulas, rules, budget).refute(formula);
    let Some(rules) = rules else { return open };
    let modal = |&axiom: &Formula| !rules::is_transition(formulas, axiom);
    if !matches!(open, Finding::Fails(_)) || !rules.axioms.iter().any(modal) {
        return open;
    }
    for depth in 1..=4 {
        if rules.next.iter().any(Option::is_some) {
            break;
        }
        let mut closed = Validity::new(frame, formulas, Some(rules), budget);
        closed.deepest = Some(depth);
        match closed.refute(formula) {
            Finding::Fails(model) if closed.paths.len() <= MOST_STATES => {
                return Finding::Fails(model);
            }
            _ => {}
        }
    }
    Finding::Unknown("the axioms look ahead, and no finite countermodel was found")
}

/// An unravelled model for the solver.
struct Validity<'a> {
    formulas: &'a Formulas,
    actions: u32,
    rules: Option<&'a Rules>,
    circuit: Circuit,
    budget: Budget,
    /// Whether the budget is used up: the encoding is then incomplete.
    exhausted: bool,
    /// Actions leave states at this depth unchanged.
    deepest: Option<u32>,
    /// The parent and the last action of each path.
    paths: Vec<(Path, u32)>,
    depths: Vec<u32>,
    successors: FxHashMap<(Path, u32), Path>,
    atoms: FxHashMap<(Path, u32), Bit>,
    legals: FxHashMap<(Path, u32), Bit>,
    terminals: FxHashMap<Path, Bit>,
    initial: Option<Bit>,
    stacks: Vec<(Stack, Formula)>,
    stack_index: FxHashMap<(Stack, Formula), Stack>,
    known: FxHashMap<(Formula, Path, u32, Stack), Bit>,
}

impl<'a> Validity<'a> {
    fn new(
        frame: &Frame,
        formulas: &'a Formulas,
        rules: Option<&'a Rules>,
        budget: &Budget,
    ) -> Self {
        Validity {
            formulas,
            actions: frame.action_count() as u32,
            rules,
            circuit: Circuit::new(budget),
            budget: budget.clone(),
            exhausted: false,
            deepest: None,
            paths: vec![(0, 0)],
            depths: vec![0],
            successors: FxHashMap::default(),
            atoms: FxHashMap::default(),
            legals: FxHashMap::default(),
            terminals: FxHashMap::default(),
            initial: None,
            stacks: vec![(0, Formula(0))],
            stack_index: FxHashMap::default(),
            known: FxHashMap::default(),
        }
    }

    fn refute(&mut self, formula: Formula) -> Finding {
        let one = [0];
        let all: Vec<u32> = (0..self.actions).collect();
        let choices = if self.formulas.facts(formula).statewise { &one[..] } else { &all };
        let goals: Vec<Bit> = choices.iter().map(|&c| !self.bit(formula, 0, c, 0)).collect();
        self.assert_axioms();
        if self.exhausted {
            return Finding::Unknown("the formula is too large");
        }
        for (&choosing, goal) in choices.iter().zip(goals) {
            match self.circuit.satisfiable(&[goal]) {
                Some(false) => {}
                Some(true) => return Finding::Fails(self.countermodel(choosing)),
                None => return Finding::Unknown("no answer within the time"),
            }
        }
        Finding::Valid
    }

    /// Asserts the axioms at every path. Axioms with modalities add new paths, up to a limit.
    fn assert_axioms(&mut self) {
        let Some(rules) = self.rules else { return };
        let initial = self.initial();
        for (atom, next) in rules.init.iter().flat_map(|init| {
            (0..rules.next.len() as u32).map(move |atom| (atom, init.contains(&atom)))
        }) {
            let bit = self.atom(0, atom);
            let right = self.circuit.same(bit, Bit::Known(next));
            let axiom = self.circuit.or([!initial, right]);
            self.circuit.assert(axiom);
        }
        let most = match self.deepest {
            None => self.paths.len() + MORE_PATHS,
            Some(_) => MOST_STATES,
        };
        let mut path = 0;
        while path < self.paths.len().min(most) {
            for &axiom in &rules.axioms {
                let statewise = self.formulas.facts(axiom).statewise;
                for choice in 0..if statewise { 1 } else { self.actions } {
                    let bit = self.bit(axiom, path as Path, choice, 0);
                    self.circuit.assert(bit);
                }
            }
            path += 1;
        }
    }

    fn successor(&mut self, path: Path, action: u32) -> Path {
        let depth = self.depths[path as usize];
        if self.deepest == Some(depth) {
            return path;
        }
        let next = self.paths.len() as Path;
        let number = *self.successors.entry((path, action)).or_insert(next);
        if number == next {
            self.paths.push((path, action));
            self.depths.push(depth + 1);
        }
        number
    }

    fn initial(&mut self) -> Bit {
        *self.initial.get_or_insert_with(|| self.circuit.variable())
    }

    /// Returns an atom at a path: after the root by its successor axiom, if there is one.
    fn atom(&mut self, path: Path, atom: u32) -> Bit {
        if let Some(&bit) = self.atoms.get(&(path, atom)) {
            return bit;
        }
        let rule = self.rules.and_then(|rules| rules.next.get(atom as usize).copied().flatten());
        let bit = match rule {
            Some(rule) if path > 0 => {
                let (before, action) = self.paths[path as usize];
                self.bit(rule, before, action, 0)
            }
            _ => self.circuit.variable(),
        };
        self.atoms.insert((path, atom), bit);
        bit
    }

    fn terminal(&mut self, path: Path) -> Bit {
        if let Some(&bit) = self.terminals.get(&path) {
            return bit;
        }
        let bit = match self.rules.and_then(|rules| rules.terminal) {
            Some(rule) => self.bit(rule, path, ANY, 0),
            None => self.circuit.variable(),
        };
        self.terminals.insert(path, bit);
        bit
    }

    /// Returns whether an action is legal at a path: never in a terminal state (axiom A5).
    fn legal(&mut self, path: Path, action: u32) -> Bit {
        if let Some(&bit) = self.legals.get(&(path, action)) {
            return bit;
        }
        let rule = self.rules.and_then(|rules| rules.legal.get(action as usize).copied().flatten());
        let allowed = match rule {
            Some(rule) => self.bit(rule, path, ANY, 0),
            None => self.circuit.variable(),
        };
        let over = self.terminal(path);
        let bit = self.circuit.and([allowed, !over]);
        self.legals.insert((path, action), bit);
        bit
    }

    /// Returns `legal(a)` under a stack of strategies.
    fn legal_in(&mut self, stack: Stack, path: Path, action: u32) -> Bit {
        if stack == 0 {
            return self.legal(path, action);
        }
        let (below, strategy) = self.stacks[stack as usize];
        match self.bit(strategy, path, action, below) {
            Bit::Known(false) => Bit::Known(false),
            allowed => {
                let legal = self.legal_in(below, path, action);
                self.circuit.and([legal, allowed])
            }
        }
    }

    fn push(&mut self, stack: Stack, strategy: Formula) -> Stack {
        let next = self.stacks.len() as Stack;
        let number = *self.stack_index.entry((stack, strategy)).or_insert(next);
        if number == next {
            self.stacks.push((stack, strategy));
        }
        number
    }
}
