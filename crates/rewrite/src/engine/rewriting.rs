//! Rewriting with a changing universe (all of [KS11, Def. 2]): elements are created, copied and
//! deleted.

use super::layout::{Layout, TooBig};
use crate::structure::Structure;
use crate::syntax::{Name, Rule};

/// The possible names of elements: those of the text, and numbered ones for later copies. A name is
/// encoded as a number, with the text in the upper half and the number of the copy in the lower.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    texts: Vec<Name>,
}

impl Names {
    /// Collects the names, those of the model first, so that elements keep their order.
    pub fn new(model: &Structure, rules: &[Rule]) -> Names {
        let mut names = Names::default();
        let right = rules.iter().flat_map(|rule| &rule.right.elements);
        for name in model.elements.iter().chain(right) {
            if !names.texts.contains(name) {
                names.texts.push(name.clone());
            }
        }
        names
    }

    /// Returns the code of a name of the text or of a copy (`a2'1`).
    pub fn code(&self, name: &str) -> Option<u64> {
        let (text, copy) = match name.rsplit_once('\'') {
            Some((text, copy)) => (text, copy.parse::<u32>().ok().filter(|&copy| copy > 0)?),
            None => (name, 0),
        };
        let place = self.texts.iter().position(|t| &**t == text)?;
        Some((place as u64) << 32 | u64::from(copy))
    }

    pub fn text(&self, code: u64) -> Name {
        let text = &self.texts[(code >> 32) as usize];
        match code as u32 {
            0 => text.clone(),
            copy => format!("{text}'{copy}").into(),
        }
    }
}

/// A structure whose universe may change: the names of its elements in increasing order, and the
/// words of its relations.
#[derive(Clone, Debug)]
pub(crate) struct Free {
    pub names: Vec<u64>,
    pub words: Vec<u64>,
}

/// An element of the new universe.
struct New {
    name: u64,
    /// The element that it was or replaces.
    old: Option<usize>,
    /// Whether it was not matched.
    outside: bool,
    /// Its index on the right-hand side, if it comes from there.
    right: Option<usize>,
}

/// Returns the structure after a rule is applied, and the image of each element of the right-hand
/// side. `layout` returns the layout of universes of a given size.
pub(crate) fn rewrite(
    before: &Free,
    old_layout: &Layout,
    rule: &Rule,
    matched: &[u16],
    names: &Names,
    new_layout: &dyn Fn(usize) -> Result<std::sync::Arc<Layout>, TooBig>,
) -> Result<(Free, Vec<u16>), TooBig> {
    let universe = new_universe(before, rule, matched, names);
    let layout = new_layout(universe.len())?;
    let mut words = vec![0; layout.state_words];
    let mut copies: Vec<Vec<usize>> = vec![Vec::new(); before.names.len()];
    let mut right = vec![0u16; rule.right.size()];
    for (i, element) in universe.iter().enumerate() {
        if let Some(old) = element.old {
            copies[old].push(i);
        }
        if let Some(r) = element.right {
            right[r] = i as u16;
        }
    }
    for (number, name) in layout.names.iter().enumerate() {
        let exact = rule.exact.contains(name);
        let mut set = |tuple: &[usize]| {
            let (word, bit) = layout.bit(number, tuple.iter().copied());
            words[word] |= 1 << bit;
        };
        for_each_tuple(old_layout, number, &before.words, &mut |tuple| {
            for_each_copy(tuple, &copies, &mut |copy: &[usize]| {
                if !exact || copy.iter().any(|&e| universe[e].outside) {
                    set(copy);
                }
            });
        });
        for tuple in rule.right.relations.get(name).into_iter().flat_map(|r| &r.tuples) {
            set(&tuple.iter().map(|&r| usize::from(right[r])).collect::<Vec<_>>());
        }
    }
    let names = universe.iter().map(|element| element.name).collect();
    Ok((Free { names, words }, right))
}

/// Returns the new universe in the order of names: the unmatched elements, and the right-hand side.
/// The first element that replaces a matched one takes its name.
fn new_universe(before: &Free, rule: &Rule, matched: &[u16], names: &Names) -> Vec<New> {
    let outside = (0..before.names.len()).filter(|&e| !matched.contains(&(e as u16)));
    let mut universe: Vec<New> = outside
        .map(|e| New { name: before.names[e], old: Some(e), outside: true, right: None })
        .collect();
    let old = |r: usize| rule.origin[r].map(|l| usize::from(matched[l]));
    let first = |r: usize| old(r).is_some() && (0..r).all(|q| rule.origin[q] != rule.origin[r]);
    for heirs in [true, false] {
        for r in (0..rule.right.size()).filter(|&r| first(r) == heirs) {
            let name = match old(r) {
                Some(e) if heirs => before.names[e],
                _ => {
                    let code = names.code(&rule.right.elements[r]).unwrap_or(0) & !0xffff_ffff;
                    let taken = |code| universe.iter().any(|element| element.name == code);
                    (code..).find(|&code| !taken(code)).unwrap_or(code)
                }
            };
            universe.push(New { name, old: old(r), outside: false, right: Some(r) });
        }
    }
    universe.sort_by_key(|element| element.name);
    universe
}

/// Visits all tuples of a relation.
pub(crate) fn for_each_tuple(
    layout: &Layout,
    relation: usize,
    words: &[u64],
    visit: &mut dyn FnMut(&[usize]),
) {
    let place = layout.places[relation];
    let words = if place.stable { &layout.stable[..] } else { words };
    let rows = layout.size.pow(place.arity.saturating_sub(1) as u32);
    let mut tuple = vec![0; place.arity];
    for row in 0..rows {
        for word in 0..layout.width {
            let mut bits = words[place.rows + row * layout.width + word];
            while bits != 0 {
                let last = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let mut code = row;
                for (i, element) in tuple.iter_mut().enumerate().rev() {
                    *element = if i + 1 == place.arity { last } else { code % layout.size };
                    code = if i + 1 == place.arity { code } else { code / layout.size };
                }
                visit(&tuple);
            }
        }
    }
}

/// Visits all ways to replace the elements of a tuple by their copies.
fn for_each_copy(tuple: &[usize], copies: &[Vec<usize>], visit: &mut dyn FnMut(&[usize])) {
    let mut chosen = Vec::with_capacity(tuple.len());
    fn go(
        tuple: &[usize],
        copies: &[Vec<usize>],
        chosen: &mut Vec<usize>,
        visit: &mut dyn FnMut(&[usize]),
    ) {
        let Some(&next) = tuple.get(chosen.len()) else { return visit(chosen) };
        for &copy in &copies[next] {
            chosen.push(copy);
            go(tuple, copies, chosen, visit);
            chosen.pop();
        }
    }
    go(tuple, copies, &mut chosen, visit);
}
