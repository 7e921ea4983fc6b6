//! Disjunctions of conjunctions, with common literals taken out: `ab ∨ ac` is `a(b ∨ c)`.
//!
//! Rules of a frame ("a cell stays as it is if any other move is played") have one literal in common and one that
//! differs; taken out, what is left is a disjunction that other cells have, too.

use rustc_hash::FxHashMap;

use super::aig::{Aig, Wire};

/// How many literals are taken out of one disjunction at most.
const MOST: usize = 64;

impl Aig {
    /// The disjunction of these wires and of the conjunctions of the others. Conjunctions of one wire may stand among
    /// either; there can be millions, so that they need no lists of their own.
    pub fn sum_of_products(&mut self, singles: Vec<Wire>, products: Vec<Vec<Wire>>) -> Wire {
        let mut alternatives = singles;
        alternatives.sort_unstable();
        alternatives.dedup();
        let mut products: Vec<Vec<Wire>> = products.into_iter().filter_map(tidy).collect();
        // What a single wire implies adds nothing to it.
        products.retain(|p| p.iter().all(|wire| alternatives.binary_search(wire).is_err()));
        products.sort_unstable();
        products.dedup();
        for _ in 0..MOST {
            if products.iter().any(Vec::is_empty) {
                return Wire::TRUE;
            }
            let Some(common) = most_common(&products) else { break };
            let (with, without) = products.into_iter().partition(|p| p.contains(&common));
            products = without;
            let inner = self.sum_of_products(Vec::new(), remove(with, common));
            alternatives.push(self.and(common, inner));
        }
        for product in products {
            alternatives.push(self.all(product));
        }
        self.any(alternatives)
    }
}

/// A product sorted and without repetition or constants; nothing if it is false.
fn tidy(mut product: Vec<Wire>) -> Option<Vec<Wire>> {
    product.sort_unstable();
    product.dedup();
    product.retain(|&wire| wire != Wire::TRUE);
    let clash = product.windows(2).any(|w| w[0] == !w[1]);
    (!clash && !product.contains(&Wire::FALSE)).then_some(product)
}

/// The wire that most products have, if two have it.
fn most_common(products: &[Vec<Wire>]) -> Option<Wire> {
    let mut counts: FxHashMap<Wire, u32> = FxHashMap::default();
    for &wire in products.iter().filter(|p| p.len() > 1).flatten() {
        *counts.entry(wire).or_default() += 1;
    }
    let best = counts.into_iter().filter(|&(_, count)| count > 1);
    best.max_by_key(|&(wire, count)| (count, std::cmp::Reverse(wire))).map(|b| b.0)
}

fn remove(mut products: Vec<Vec<Wire>>, wire: Wire) -> Vec<Vec<Wire>> {
    products.iter_mut().for_each(|p| p.retain(|&w| w != wire));
    products
}
