//! Compiles formulas to nodes. What never changes is evaluated once, on the starting structure: a
//! subformula without fluents in at most two variables becomes a relation of its own.

use ludex_base::{Budget, Stopped};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::counting::{Lines, Steps};
use super::fixpoint::growing_number;
use super::layout::{Layout, TooBig};
use super::node::{Join, Kind, Level, Node, SLOTS, Shift, TermNode};
use super::offsets::Offsets;
use super::sets::set_number;
use crate::logic::{
    Fluents, and, expand_all, free_variables, nnf, nnf_within, or, substitute, tnf_within,
};
use crate::syntax::{Description, Formula, Name, Term};

/// A compiler of formulas and terms over a layout.
pub(crate) struct Compiler<'d> {
    pub description: &'d Description,
    pub layout: Layout,
    /// The fluents, if stable subformulas may be evaluated beforehand, that is, if the universe is
    /// fixed.
    pub fluents: Option<Fluents>,
    /// The relations that stand for stable subformulas.
    pub(super) known: FxHashMap<Formula, u16>,
    /// The variables in scope; their indexes are their slots.
    pub(super) scope: Vec<Name>,
    /// The number of elements that may be tried to evaluate a stable subformula.
    pub(super) fuel: u64,
    pub(super) budget: Budget,
    /// The number of relations defined by themselves that are being compiled.
    pub(super) growing: u8,
}

/// The reason why a formula cannot be compiled.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum CompileError {
    #[error("more than {SLOTS} variables are in scope")]
    Variables,
    #[error("`{0}` of rule `{1}` has too many tuples to be embedded exactly")]
    Embedding(Name, Name),
    #[error(transparent)]
    Memory(#[from] TooBig),
    #[error("{0}")]
    Stopped(Stopped),
}

impl From<Stopped> for CompileError {
    fn from(stopped: Stopped) -> CompileError {
        CompileError::Stopped(stopped)
    }
}

pub(super) type Result<T> = std::result::Result<T, CompileError>;

impl<'d> Compiler<'d> {
    pub fn new(description: &'d Description, layout: Layout, fluents: Option<Fluents>) -> Self {
        let (known, scope, budget) = (FxHashMap::default(), Vec::new(), Budget::default());
        let (fuel, growing) = (u64::MAX, 0);
        Compiler { description, layout, fluents, known, scope, fuel, budget, growing }
    }

    /// Returns the compiler with a budget: what is evaluated beforehand can take long.
    pub fn within(self, budget: &Budget) -> Self {
        Compiler { budget: budget.clone(), ..self }
    }

    /// Compiles a formula whose free variables have the first slots, in the given order.
    pub fn formula(&mut self, formula: &Formula, free: &[Name]) -> Result<Node> {
        self.scope = free.to_vec();
        let formula = self.prepared(formula)?;
        self.node(&formula)
    }

    /// Compiles a term whose free variables have the first slots, in the given order.
    pub fn term(&mut self, term: &Term, free: &[Name]) -> Result<TermNode> {
        self.scope = free.to_vec();
        self.term_node(term)
    }

    /// Compiles the join of all assignments of the variables that satisfy all the formulas; if
    /// `distinct`, only those to different elements. The variables have the first slots.
    pub fn join(
        &mut self,
        formulas: &[Formula],
        variables: &[Name],
        distinct: bool,
    ) -> Result<Join> {
        self.scope = variables.to_vec();
        let all = self.prepared(&and(formulas.to_vec()))?;
        self.levels(&all, 0..variables.len(), distinct)
    }

    /// Expands definitions, and converts to negation normal form.
    pub(super) fn plain(&self, formula: &Formula) -> Result<Formula> {
        let expanded = expand_all(formula, self.description, &self.budget)?;
        Ok(nnf_within(&expanded, &self.budget)?)
    }

    /// Expands definitions and, if the universe is fixed, converts to type normal form.
    pub(super) fn prepared(&mut self, formula: &Formula) -> Result<Formula> {
        let mut plain = self.plain(formula)?;
        if self.fluents.is_some() {
            plain = self.with_named_parts(&plain)?;
        }
        let Some(fluents) = &self.fluents else { return Ok(plain) };
        let normal = tnf_within(&plain, fluents, &self.budget);
        self.budget.poll()?;
        Ok(normal.unwrap_or(plain))
    }

    pub(super) fn slot(&self, name: &Name) -> u8 {
        // Shadowed variables come earlier.
        self.scope.iter().rposition(|n| n == name).map_or(0, |slot| slot as u8)
    }

    /// Compiles a formula in negation normal form without defined relations.
    pub(super) fn node(&mut self, formula: &Formula) -> Result<Node> {
        self.budget.poll()?;
        match self.stable_node(formula)? {
            Some(node) => Ok(node),
            None => self.plain_node(formula),
        }
    }

    /// Compiles such a formula without making the formula itself a relation.
    pub(super) fn plain_node(&mut self, formula: &Formula) -> Result<Node> {
        Ok(match formula {
            Formula::True => Node::constant(true),
            Formula::False => Node::constant(false),
            Formula::Relation(name, arguments) => {
                if let Some(number) = set_number(name) {
                    let slot = self.slot(&arguments[0]);
                    return Ok(Node::new(1 << slot, Kind::Set(number, slot)));
                }
                if let Some(number) = growing_number(name) {
                    let slot = self.slot(&arguments[0]);
                    return Ok(Node::new(1 << slot, Kind::Growing(number, slot)));
                }
                if let Some(definition) = self.description.definition(name) {
                    return self.fixpoint(definition, arguments);
                }
                let relation = self.layout.relation(name);
                let slots = arguments.iter().map(|x| self.slot(x)).collect();
                // Unknown relations are empty: the formulas of queries are checked before.
                relation.map_or(Node::constant(false), |r| Node::atom(r as u16, slots))
            }
            Formula::Equal(x, y) => {
                let (x, y) = (self.slot(x), self.slot(y));
                Node::new(1 << x | 1 << y, Kind::Equal(x, y))
            }
            Formula::Compare(comparison, a, b) => {
                let (a, b) = (Box::new(self.term_node(a)?), Box::new(self.term_node(b)?));
                let free = self.free(formula);
                Node::new(free, Kind::Compare(*comparison, a, b))
            }
            Formula::Not(body) => self.node(body)?.negated(),
            // A stable conjunction in at most two variables would be its own only group.
            Formula::And(parts) => {
                let mut parts = without_foralls(parts);
                let implied: Vec<Formula> =
                    parts.iter().filter_map(|p| self.stable_consequence(p)).collect();
                parts.extend(self.cheap_implied(implied)?);
                Node::all(match self.may_be_relation(formula) {
                    true => parts.iter().map(|part| self.node(part)).collect::<Result<_>>()?,
                    false => self.grouped(&parts)?,
                })
            }
            Formula::Or(parts) => {
                let parts = merge_same_marks(parts);
                Node::any(parts.iter().map(|part| self.node(part)).collect::<Result<_>>()?)
            }
            Formula::Exists(variables, body) => match self.path(formula)? {
                Some(path) => path,
                None => self.exists(variables, |s| s.node(body))?,
            },
            Formula::Forall(variables, body) => {
                let negated = Box::new(nnf(&Formula::Not(body.clone())));
                self.node(&Formula::Exists(variables.clone(), negated))?.negated()
            }
        })
    }

    /// Returns the slots of the free variables.
    fn free(&self, formula: &Formula) -> u64 {
        free_variables(formula).iter().fold(0, |free, x| free | 1 << self.slot(x))
    }

    /// Calls a function with one more variable in scope.
    pub(super) fn with_variable(
        &mut self,
        variable: Name,
        body: impl FnOnce(&mut Self) -> Result<Node>,
    ) -> Result<Node> {
        if self.scope.len() == SLOTS {
            return Err(CompileError::Variables);
        }
        self.scope.push(variable);
        let node = body(self);
        self.scope.pop();
        node
    }

    fn exists(
        &mut self,
        variables: &[Name],
        body: impl FnOnce(&mut Self) -> Result<Node>,
    ) -> Result<Node> {
        let known = self.scope.len();
        if known + variables.len() > SLOTS {
            return Err(CompileError::Variables);
        }
        self.scope.extend_from_slice(variables);
        let mut node = body(self)?;
        self.scope.truncate(known);
        for slot in (known..known + variables.len()).rev() {
            let free = node.free & !(1 << slot);
            let shift = match &self.fluents {
                Some(_) => Shift::of(slot as u8, &node, &self.layout),
                None => None,
            };
            node = Node::new(free, Kind::Exists(slot as u8, Box::new(node), shift));
        }
        Ok(node)
    }

    /// Compiles the parts of a conjunction; stable parts with the same variables are combined.
    fn grouped(&mut self, parts: &[Formula]) -> Result<Vec<Node>> {
        let Some(fluents) = self.fluents.clone() else {
            return parts.iter().map(|part| self.node(part)).collect();
        };
        let mut groups: Vec<(Vec<Name>, Vec<Formula>)> = Vec::new();
        let mut nodes = Vec::new();
        for part in parts {
            let mut variables = free_variables(part);
            ludex_base::sort(&mut variables);
            if fluents.changes(part) || variables.len() > 2 {
                nodes.push(self.node(part)?);
                continue;
            }
            match groups.iter_mut().find(|(group, _)| *group == variables) {
                Some((_, group)) => group.push(part.clone()),
                None => groups.push((variables, vec![part.clone()])),
            }
        }
        for (_, group) in groups {
            let group = and(group);
            nodes.push(match self.stable_node(&group)? {
                Some(node) => node,
                None => self.node(&group)?,
            });
        }
        Ok(nodes)
    }

    /// Returns the relation that a stable subformula becomes, and its arguments.
    pub(super) fn stable_relation(
        &mut self,
        formula: &Formula,
    ) -> Result<Option<(u16, Vec<Name>)>> {
        let literal = |f: &Formula| match f {
            Formula::Relation(name, _) => self.description.definition(name).is_none(),
            other => matches!(other, Formula::Equal(..)),
        };
        let plain = match formula {
            Formula::True | Formula::False => true,
            Formula::Not(body) => literal(body),
            formula => literal(formula),
        };
        if plain || !self.may_be_relation(formula) {
            return Ok(None);
        }
        let variables = free_variables(formula);
        let names: Vec<Name> = (0..variables.len()).map(|i| format!("${i}").into()).collect();
        let map: Vec<(Name, Name)> = variables.iter().cloned().zip(names.iter().cloned()).collect();
        let canonical = substitute(formula, &map);
        let relation = match self.known.get(&canonical) {
            Some(&relation) => Some(relation),
            None => self.evaluate_stable(canonical, names)?,
        };
        Ok(relation.map(|relation| (relation, variables)))
    }

    fn term_node(&mut self, term: &Term) -> Result<TermNode> {
        let mut all = |parts: &[Term]| -> Result<Vec<TermNode>> {
            parts.iter().map(|part| self.term_node(part)).collect()
        };
        Ok(match term {
            Term::Number(number) => TermNode::Number(number.clone(), number.to_f64()),
            Term::Add(parts) => TermNode::Add(all(parts)?),
            Term::Times(parts) => TermNode::Times(all(parts)?),
            Term::Power(base, n) => TermNode::Power(Box::new(self.term_node(base)?), *n),
            Term::Truth(formula) => {
                let formula = self.prepared(formula)?;
                TermNode::Truth(self.node(&formula)?)
            }
            Term::Sum(variables, guard, term) => {
                let known = self.scope.len();
                if known + variables.len() > SLOTS {
                    return Err(CompileError::Variables);
                }
                self.scope.extend_from_slice(variables);
                let guard = self.prepared(guard)?;
                let lines = match known {
                    0 => Lines::of(self, variables, &guard, term)?,
                    _ => None,
                };
                if let Some(lines) = lines {
                    self.scope.truncate(known);
                    return Ok(TermNode::Lines(lines));
                }
                let join = self.levels(&guard, known..known + variables.len(), false)?;
                let term = self.term_node(term)?;
                self.scope.truncate(known);
                let fixed = self.fluents.as_ref().map(|_| &self.layout);
                match fixed.and_then(|layout| Steps::of(&join, &term, None, layout)) {
                    Some(steps) => TermNode::Steps(steps),
                    None => TermNode::Sum(join, Box::new(term)),
                }
            }
        })
    }

    /// Orders a conjunction as a join over some slots: each part is tested as soon as its slots are
    /// set. The order is greedy: the next slot is the one with the most, and the most selective,
    /// tests.
    fn levels(
        &mut self,
        formula: &Formula,
        slots: std::ops::Range<usize>,
        distinct: bool,
    ) -> Result<Join> {
        let parts = match formula {
            Formula::And(parts) => parts.clone(),
            formula => vec![formula.clone()],
        };
        let pairs = parts.iter().flat_map(|part| self.pairs(part));
        let implied: Vec<Formula> =
            pairs.chain(parts.iter().flat_map(|p| self.stable_consequence(p))).collect();
        let implied = self.cheap_implied(implied)?;
        let parts: Vec<Formula> = parts.into_iter().chain(implied).collect();
        let mut parts = self.grouped(&parts)?;
        let mut left: Vec<u8> = slots.map(|slot| slot as u8).collect();
        let mask = |slots: &[u8]| slots.iter().fold(0u64, |mask, &slot| mask | 1 << slot);
        let before = parts.extract_if(.., |part| part.free & mask(&left) == 0).collect();
        let (mut levels, mut placed) = (Vec::new(), SmallVec::<[u8; 8]>::new());
        while !left.is_empty() {
            let ready = |part: &Node, slot: u8| part.free & mask(&left) == 1 << slot;
            let telling = |slot: u8| -> u32 {
                parts.iter().filter(|part| ready(part, slot)).map(weight).sum()
            };
            let best = (0..left.len()).max_by_key(|&i| (telling(left[i]), left.len() - i));
            let slot = left[best.expect("some are left")];
            let test = parts.extract_if(.., |part| ready(part, slot)).collect();
            left.retain(|other| *other != slot);
            let differs = if distinct { placed.clone() } else { SmallVec::new() };
            let fixed = self.fluents.as_ref().map(|_| &mut self.layout);
            levels.push(Level::new(slot, test, differs, fixed));
            placed.push(slot);
        }
        let fixed = self.fluents.as_ref().map(|_| &self.layout);
        let offsets = fixed.and_then(|layout| Offsets::of(&levels, layout));
        Ok(Join { before: Node::all(before), levels, offsets })
    }
}

/// Merges the parts of a disjunction that quantify over elements with the same mark, so that the
/// element is searched for once.
fn merge_same_marks(parts: &[Formula]) -> Vec<Formula> {
    let mut together: Vec<(Vec<Name>, Option<Formula>, Vec<Formula>)> = Vec::new();
    for part in parts {
        let (variables, mark, rest) = marked(part).unwrap_or((Vec::new(), None, part.clone()));
        let same = |(x, m, _): &&mut (Vec<Name>, Option<Formula>, Vec<Formula>)| {
            mark.is_some() && *x == variables && *m == mark
        };
        match together.iter_mut().find(same) {
            Some((_, _, rests)) => rests.push(rest),
            None => together.push((variables, mark, vec![rest])),
        }
    }
    let joined = |(variables, mark, rests): (Vec<Name>, Option<Formula>, Vec<Formula>)| match mark {
        Some(mark) => Formula::Exists(variables, Box::new(and([mark, or(rests)]))),
        None => or(rests),
    };
    together.into_iter().map(joined).collect()
}

/// Decomposes `ex x (P(x) and …)`.
fn marked(formula: &Formula) -> Option<(Vec<Name>, Option<Formula>, Formula)> {
    let Formula::Exists(variables, body) = formula else { return None };
    let ([variable], Formula::And(parts)) = (&variables[..], &**body) else { return None };
    let mark =
        |part: &Formula| matches!(part, Formula::Relation(_, x) if x[..] == [variable.clone()]);
    let place = parts.iter().position(mark)?;
    let others = parts.iter().enumerate().filter(|(i, _)| *i != place).map(|(_, f)| f.clone());
    Some((variables.clone(), Some(parts[place].clone()), and(others)))
}

/// Returns the parts of a conjunction, with universal ones as negated disjunctions.
fn without_foralls(parts: &[Formula]) -> Vec<Formula> {
    let (universal, mut others): (Vec<Formula>, Vec<Formula>) =
        parts.iter().cloned().partition(|part| matches!(part, Formula::Forall(..)));
    if universal.len() < 2 {
        return parts.to_vec();
    }
    let opposite = universal.into_iter().map(|part| nnf(&Formula::Not(Box::new(part))));
    others.push(Formula::Not(Box::new(or(opposite))));
    others
}

/// Returns a weight for how much a test narrows a slot: positive atoms narrow it most.
fn weight(part: &Node) -> u32 {
    match &part.kind {
        Kind::Equal(..) => 100,
        Kind::Atom(_, arguments) if arguments.len() > 1 => 20,
        Kind::Atom(..) => 10,
        Kind::Not(_) => 2,
        _ => 3,
    }
}
