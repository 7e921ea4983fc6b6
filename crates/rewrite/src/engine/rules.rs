//! Compiled rules: the conditions of a match [KS11, Def. 1], and the changes.

use ludex_base::Budget;
use smallvec::SmallVec;

use super::compile::{CompileError, Compiler};
use super::node::{Join, Node};
use crate::logic::{Fluents, and, changes_of, free_variables, tnf_within};
use crate::structure::tuples;
use crate::syntax::{Formula, Name, Rule};

/// A tuple that is added or removed, as slots of the match.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub relation: usize,
    pub arguments: SmallVec<[u8; 4]>,
    pub add: bool,
}

/// A postcondition of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    /// The condition, with slot i for element i of the right-hand side.
    pub node: Node,
    /// The number of the sentence, if the condition does not depend on the match.
    pub sentence: Option<usize>,
    /// For each element of the right-hand side the one of the left-hand side that it replaces, if
    /// the universe is fixed.
    pub right: Vec<u8>,
}

/// A compiled rule. Slot i of a match is element i of the left-hand side.
#[derive(Clone, Debug)]
pub(crate) struct CompiledRule {
    pub join: Join,
    /// The parts of `pre` that do not depend on the match, by their numbers.
    pub facts: Vec<usize>,
    /// The postcondition.
    pub post: Option<Post>,
    /// The changes, if the universe is fixed.
    pub changes: Vec<Change>,
    /// The relations that change, as bits; bit 63 stands for all relations from 63 on.
    pub changed: u64,
}

/// The largest number of tuples of one relation that are considered for one rule.
const MOST_TUPLES: u128 = 20_000;

/// Returns the left-hand side as literals over its elements: its tuples, and for relations embedded
/// exactly the negation of all other tuples.
pub(crate) fn left_literals(
    rule: &Rule,
    arity: &dyn Fn(&Name) -> Option<usize>,
) -> Result<Vec<Formula>, CompileError> {
    let atom = |name: &Name, tuple: &[usize]| {
        let arguments = tuple.iter().map(|&e| rule.left.elements[e].clone());
        Formula::Relation(name.clone(), arguments.collect())
    };
    let mut literals = Vec::new();
    for (name, relation) in &rule.left.relations {
        literals.extend(relation.tuples.iter().map(|tuple| atom(name, tuple)));
    }
    for name in &rule.exact {
        let Some(arity) = arity(name) else { continue };
        if (rule.left.size() as u128).saturating_pow(arity as u32) > MOST_TUPLES {
            return Err(CompileError::Embedding(name.clone(), rule.name.clone()));
        }
        for tuple in tuples(rule.left.size(), arity) {
            if !rule.left.has(name, &tuple) {
                literals.push(Formula::Not(Box::new(atom(name, &tuple))));
            }
        }
    }
    Ok(literals)
}

/// Returns the bit of a relation in a set of relations.
pub(crate) fn relation_bit(relation: usize) -> u64 {
    1 << relation.min(63)
}

impl CompiledRule {
    /// Compiles a rule. If the universe is fixed, `fact` numbers the parts of `pre` that do not
    /// depend on the match, and `sentence` numbers a `post` that does not.
    pub fn new(
        compiler: &mut Compiler,
        rule: &Rule,
        fact: &mut dyn FnMut(Formula) -> usize,
        sentence: &mut dyn FnMut(Formula) -> usize,
    ) -> Result<CompiledRule, CompileError> {
        let description = compiler.description;
        let arity = |name: &Name| match description.definition(name) {
            Some(definition) => Some(definition.parameters.len()),
            None => description.model.relations.get(name).map(|r| r.arity),
        };
        let mut condition = left_literals(rule, &arity)?;
        let mut facts = Vec::new();
        let pre = compiler.plain(&rule.pre)?;
        match compiler.fluents.clone() {
            Some(fluents) => {
                let (closed, open) = split(&pre, &fluents, &compiler.budget);
                facts.extend(closed.into_iter().map(fact));
                condition.extend(open);
            }
            None => condition.push(pre),
        }
        let join = compiler.join(&condition, &rule.left.elements, true)?;
        let post = match &rule.post {
            Formula::True => None,
            post => Some(Post {
                node: compiler.formula(post, &rule.right.elements)?,
                sentence: free_variables(post).is_empty().then(|| sentence(post.clone())),
                right: rule.origin.iter().flatten().map(|&left| left as u8).collect(),
            }),
        };
        let changes = if rule.keeps_universe() { changes(compiler, rule) } else { Vec::new() };
        let changed = changes.iter().fold(0, |set, change| set | relation_bit(change.relation));
        Ok(CompiledRule { join, facts, post, changes, changed })
    }
}

/// Splits a condition into the parts without and with free variables.
fn split(condition: &Formula, fluents: &Fluents, budget: &Budget) -> (Vec<Formula>, Vec<Formula>) {
    let (mut closed, mut open) = (Vec::new(), Vec::new());
    for part in conjuncts(condition.clone()) {
        if free_variables(&part).is_empty() {
            closed.push(part);
            continue;
        }
        // Normal forms are long, and are used only if they separate a closed part.
        let normal = tnf_within(&part, fluents, budget).map_or_else(|_| Vec::new(), conjuncts);
        let (free, bound): (Vec<Formula>, Vec<Formula>) =
            normal.into_iter().partition(|part| free_variables(part).is_empty());
        match free.is_empty() {
            true => open.push(part),
            false => {
                closed.extend(free);
                open.extend(bound);
            }
        }
    }
    (closed, open)
}

fn conjuncts(formula: Formula) -> Vec<Formula> {
    match and([formula]) {
        Formula::And(parts) => parts,
        Formula::True => Vec::new(),
        part => vec![part],
    }
}

fn changes(compiler: &Compiler, rule: &Rule) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, (added, removed)) in changes_of(rule) {
        let Some(relation) = compiler.layout.relation(&name) else { continue };
        let mut push = |tuples: &[Vec<usize>], add: bool| {
            changes.extend(tuples.iter().map(|tuple| Change {
                relation,
                arguments: tuple.iter().map(|&l| l as u8).collect(),
                add,
            }));
        };
        push(&removed, false);
        push(&added, true);
    }
    changes
}
