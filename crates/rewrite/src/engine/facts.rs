//! Closed parts of preconditions, such as "nobody has won": states keep their truth, and a move can
//! change it only through the tuples it changes.

use super::compile::{CompileError, Compiler};
use super::model::Engine;
use super::node::Node;
use super::patterns::Patterns;
use super::rules::{Change, relation_bit};
use crate::logic::expand_all;
use crate::syntax::{Formula, Name};

/// A closed part of preconditions, whose truth is stored in states.
pub(super) struct Fact {
    pub node: Node,
    /// The fact as masks, if it has this form.
    patterns: Option<Patterns>,
    /// The relations it depends on, as bits.
    relations: u64,
}

/// The number of facts that a state can store.
pub(super) const KEPT: usize = 64;

impl Fact {
    pub fn new(formula: &Formula, compiler: &mut Compiler) -> Result<Fact, CompileError> {
        let node = compiler.formula(formula, &[])?;
        let relations = mentioned(formula, compiler, &mut Vec::new())?;
        let patterns = Patterns::of(formula, compiler)?;
        Ok(Fact { node, patterns, relations })
    }
}

impl Engine {
    /// Returns the facts that are true in a state, as bits.
    pub fn facts(&self, words: &[u64]) -> u64 {
        let facts = self.facts.iter().take(KEPT).enumerate();
        facts.fold(0, |set, (i, fact)| set | u64::from(self.fact(words, fact)) << i)
    }

    fn fact(&self, words: &[u64], fact: &Fact) -> bool {
        match &fact.patterns {
            Some(patterns) => patterns.truth(&self.layout, words),
            None => self.truth(words, &fact.node),
        }
    }

    /// Returns the facts of a state with a fixed universe after a move, given those before it.
    pub fn facts_after(&self, words: &[u64], before: u64, rule: usize, matched: &[u16]) -> u64 {
        let mut facts = before;
        for (i, fact) in self.facts.iter().take(KEPT).enumerate() {
            if fact.relations & self.rules[rule].changed != 0 {
                let truth = match &fact.patterns {
                    Some(patterns) => {
                        self.pattern(words, patterns, before >> i & 1 == 1, rule, matched)
                    }
                    None => self.truth(words, &fact.node),
                };
                facts = facts & !(1 << i) | u64::from(truth) << i;
            }
        }
        facts
    }

    /// Returns whether one application of a rule may change a fact, as far as masks show.
    pub fn may_change_facts(&self, words: &[u64], rule: usize) -> bool {
        let rule = &self.rules[rule];
        let touched = self.facts.iter().filter(|fact| fact.relations & rule.changed != 0);
        let mut nearly = touched.map(|fact| match &fact.patterns {
            Some(patterns) => {
                let new = |change: &&Change| change.add && change.relation == patterns.relation;
                let new = rule.changes.iter().filter(new).count();
                patterns.nearly(&self.layout, words, new as u32)
            }
            None => true,
        });
        nearly.any(|nearly| nearly)
    }

    /// Returns the truth of a fact about masks after a move: added elements can fill masks, removed
    /// ones clear them.
    fn pattern(
        &self,
        words: &[u64],
        patterns: &Patterns,
        before: bool,
        rule: usize,
        matched: &[u16],
    ) -> bool {
        let was_full = before != patterns.negated;
        let changes = || {
            let all = self.rules[rule].changes.iter();
            all.filter(|change| change.relation == patterns.relation)
        };
        if was_full && changes().any(|change| !change.add) {
            return patterns.truth(&self.layout, words);
        }
        if was_full {
            return before;
        }
        let new = changes().filter(|change| change.add);
        let mut new = new.map(|change| matched[usize::from(change.arguments[0])]);
        match new.any(|e| patterns.truth_through(&self.layout, words, e) != before) {
            true => !before,
            false => before,
        }
    }
}

/// Returns the relations that a formula mentions, as bits. Of what is defined, that is by itself,
/// they are those of the definition; `within` are the definitions that are being looked at.
fn mentioned(
    formula: &Formula,
    compiler: &Compiler,
    within: &mut Vec<Name>,
) -> Result<u64, CompileError> {
    let mut names: Vec<Name> = Vec::new();
    formula.for_each_relation(&mut |name| names.push(name.clone()));
    names.retain(|name| !within.contains(name));
    let mut set = 0;
    for name in names {
        set |= match compiler.description.definition(&name) {
            Some(definition) => {
                within.push(name);
                let description = compiler.description;
                let body = expand_all(&definition.body, description, &compiler.budget)?;
                let bits = mentioned(&body, compiler, within)?;
                within.pop();
                bits
            }
            None => compiler.layout.relation(&name).map_or(u64::MAX, relation_bit),
        };
    }
    Ok(set)
}
