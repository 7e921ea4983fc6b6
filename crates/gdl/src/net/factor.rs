//! Disjunctions of conjunctions with common literals factored out: `ab ∨ ac` is `a(b ∨ c)`.
//!
//! Frame rules ("a cell stays as it is if any other move is played") have one literal in common and
//! one that differs. After factoring, the remaining disjunction is shared with other cells.

use rustc_hash::FxHashMap;

use super::aig::{Aig, Wire};

/// The largest number of literals that are factored out of one disjunction.
const MOST: usize = 64;

impl Aig {
    /// Returns the disjunction of single wires and of products. There can be millions of products
    /// of one wire, which are passed as singles to avoid allocating a list for each.
    pub fn sum_of_products(&mut self, singles: Vec<Wire>, products: Vec<Vec<Wire>>) -> Wire {
        let mut alternatives = singles;
        alternatives.sort_unstable();
        alternatives.dedup();
        let mut products: Vec<Vec<Wire>> = products.into_iter().filter_map(normalised).collect();
        // A product that contains a single wire is redundant.
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

/// Sorts a product, and removes duplicates and constants. Returns `None` if it is false.
fn normalised(mut product: Vec<Wire>) -> Option<Vec<Wire>> {
    product.sort_unstable();
    product.dedup();
    product.retain(|&wire| wire != Wire::TRUE);
    let clash = product.windows(2).any(|w| w[0] == !w[1]);
    (!clash && !product.contains(&Wire::FALSE)).then_some(product)
}

/// Returns the wire that occurs in most products, if it occurs in at least two.
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
