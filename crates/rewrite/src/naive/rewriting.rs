//! Matches and rewriting as defined in [KS11, Def. 1 and 2].

use ludex_base::ordered_set;

use super::eval::holds;
use crate::structure::{Relation, Structure, tuples};
use crate::syntax::{Description, Formula, Name, Rule};

/// Returns all matches of a rule in a structure: the embeddings [KS11, Def. 1] that `pre` and
/// `post` allow, as images of the elements of the left-hand side, in lexicographic order.
pub fn matches(description: &Description, structure: &Structure, rule: &Rule) -> Vec<Vec<usize>> {
    let candidates = tuples(structure.size(), rule.left.size());
    let injective = |image: &Vec<usize>| (1..image.len()).all(|i| !image[..i].contains(&image[i]));
    candidates
        .filter(injective)
        .filter(|image| embeds(description, structure, rule, image))
        .filter(|image| {
            let constants = rule.left.elements.iter().cloned().zip(image.iter().copied()).collect();
            holds(description, structure, &rule.pre, &constants)
        })
        .filter(|image| {
            let (after, right) = apply(structure, rule, image);
            let constants = rule.right.elements.iter().cloned().zip(right).collect();
            holds(description, &after, &rule.post, &constants)
        })
        .collect()
}

/// Returns whether a map is an embedding: exact for relations in `τ`, a homomorphism for others.
fn embeds(description: &Description, structure: &Structure, rule: &Rule, image: &[usize]) -> bool {
    let names = rule.left.relations.keys().chain(&rule.exact);
    names.into_iter().all(|name| {
        let arity = arity(description, name);
        tuples(rule.left.size(), arity).all(|tuple| {
            let left = rule.left.has(name, &tuple);
            let there =
                atom(description, structure, name, tuple.iter().map(|&l| image[l]).collect());
            if rule.exact.contains(name) { left == there } else { !left || there }
        })
    })
}

fn arity(description: &Description, name: &Name) -> usize {
    match description.definition(name) {
        Some(definition) => definition.parameters.len(),
        None => description.model.relations.get(name).map_or(0, |relation| relation.arity),
    }
}

fn atom(description: &Description, structure: &Structure, name: &Name, tuple: Vec<usize>) -> bool {
    let variables: Vec<Name> = (0..tuple.len()).map(|i| format!("v{i}").into()).collect();
    let assignment = variables.iter().cloned().zip(tuple).collect();
    holds(description, structure, &Formula::Relation(name.clone(), variables), &assignment)
}

/// Returns the result of applying a rule to a match [KS11, Def. 2], and the indexes of the
/// elements of the right-hand side in it. Unmatched elements come first, in order. The first
/// element that replaces a matched one takes its name; the others have the names of the right-hand
/// side, with primes if these are taken.
pub fn apply(structure: &Structure, rule: &Rule, image: &[usize]) -> (Structure, Vec<usize>) {
    let outside: Vec<usize> = (0..structure.size()).filter(|e| !image.contains(e)).collect();
    // The element that each new element was or replaces.
    let stands_for = rule.origin.iter().map(|l| l.map(|l| image[l]));
    let old: Vec<Option<usize>> = outside.iter().map(|&e| Some(e)).chain(stands_for).collect();
    let mut after = Structure {
        elements: outside.iter().map(|&e| structure.elements[e].clone()).collect(),
        ..Structure::default()
    };
    name_elements(&mut after, structure, rule, image);
    let right: Vec<usize> = (outside.len()..after.size()).collect();
    for (name, relation) in &structure.relations {
        let exact = rule.exact.contains(name);
        let kept = tuples(after.size(), relation.arity).filter(|tuple| {
            let listed = rule.right.relations.get(name).is_some_and(|r| {
                let back: Option<Vec<usize>> =
                    tuple.iter().map(|&b| b.checked_sub(outside.len())).collect();
                back.is_some_and(|back| r.tuples.contains(&back))
            });
            let before: Option<Vec<usize>> = tuple.iter().map(|&b| old[b]).collect();
            let was = before.is_some_and(|before| relation.tuples.contains(&before));
            listed || (was && (!exact || tuple.iter().any(|&b| b < outside.len())))
        });
        let tuples = ordered_set(kept);
        after.relations.insert(name.clone(), Relation { arity: relation.arity, tuples });
    }
    (after, right)
}

fn name_elements(after: &mut Structure, before: &Structure, rule: &Rule, image: &[usize]) {
    let heir = |r: usize| {
        let first = rule.origin.iter().position(|l| *l == rule.origin[r]) == Some(r);
        rule.origin[r].filter(|_| first)
    };
    let inherited: Vec<Option<Name>> = (0..rule.right.size())
        .map(|r| heir(r).map(|l| before.elements[image[l]].clone()))
        .collect();
    for r in 0..rule.right.size() {
        let name = inherited[r].clone().unwrap_or_else(|| {
            let mut name = rule.right.elements[r].clone();
            while after.elements.contains(&name) || inherited.contains(&Some(name.clone())) {
                name = format!("{name}'").into();
            }
            name
        });
        after.elements.push(name);
    }
}
