//! The sets that the equilibria of a game are made of.

use std::collections::BTreeSet;

use num_rational::BigRational;

use super::MixedEquilibrium;

/// A set of equilibria: every mixture of the rows with every mixture of the columns is one. All
/// equilibria of a game are in such sets, which may touch; where there are no ties each has one
/// pair of strategies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EquilibriumSet {
    /// Strategies of the row player.
    pub rows: Vec<Vec<BigRational>>,
    /// Strategies of the column player.
    pub columns: Vec<Vec<BigRational>>,
}

/// The most sets that are listed.
const MOST: usize = 10_000;

/// Returns the greatest sets of equilibria, given all extreme equilibria. Returns `None` if there are
/// more than ten thousand.
pub fn equilibrium_sets(extreme: &[MixedEquilibrium]) -> Option<Vec<EquilibriumSet>> {
    let rows = distinct(extreme.iter().map(|one| &one.row));
    let columns = distinct(extreme.iter().map(|one| &one.column));
    let place = |list: &[&Vec<BigRational>], one: &Vec<BigRational>| {
        list.iter().position(|other| *other == one).unwrap_or(0)
    };
    let mut partners = vec![BTreeSet::new(); rows.len()];
    for one in extreme {
        partners[place(&rows, &one.row)].insert(place(&columns, &one.column));
    }
    let chosen = |places: &BTreeSet<usize>, list: &[&Vec<BigRational>]| {
        places.iter().map(|&place| list[place].clone()).collect()
    };
    let sets = intersections(&partners)?.into_iter().map(|common| {
        let with = |&row: &usize| partners[row].is_superset(&common);
        let mut all = BTreeSet::new();
        all.extend((0..rows.len()).filter(with));
        EquilibriumSet { rows: chosen(&all, &rows), columns: chosen(&common, &columns) }
    });
    Some(sets.collect())
}

/// Returns all sets that are not empty and the intersection of some of these.
fn intersections(sets: &[BTreeSet<usize>]) -> Option<BTreeSet<BTreeSet<usize>>> {
    let mut found: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
    for set in sets {
        let more: Vec<BTreeSet<usize>> = found
            .iter()
            .map(|known| known.intersection(set).copied().collect())
            .chain([set.clone()])
            .filter(|both: &BTreeSet<usize>| !both.is_empty())
            .collect();
        found.extend(more);
        if found.len() > MOST {
            return None;
        }
    }
    Some(found)
}

fn distinct<'a>(list: impl Iterator<Item = &'a Vec<BigRational>>) -> Vec<&'a Vec<BigRational>> {
    let mut distinct = BTreeSet::new();
    distinct.extend(list);
    distinct.into_iter().collect()
}
