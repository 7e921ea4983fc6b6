//! Stratification: an order of the relations in which every relation comes after those it negates.

use ludex_base::{Span, components, sort_by_key};
use rustc_hash::FxHashMap;

use crate::error::{Category, GdlError, Result};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::{Literal, Rule};

/// A set of mutually dependent relations, or a single relation.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub relations: Vec<Symbol>,
    /// The rules that define them, by index.
    pub rules: Vec<usize>,
    /// The largest number of negations on a path to it.
    pub stratum: usize,
}

/// The largest number of relations of a description: the transitive dependencies take a bit for
/// each pair.
const RELATIONS: usize = 20_000;

/// The condensed dependency graph of the relations.
#[derive(Clone, Debug)]
pub(crate) struct Strata {
    /// The components in an order where each comes after those it depends on.
    pub components: Vec<Component>,
    component_of: FxHashMap<Symbol, usize>,
    /// For each component the components it depends on, including itself, as a bit set.
    below: Vec<Vec<u64>>,
}

/// An edge of the dependency graph, which stands for a literal.
struct Edge {
    from: u32,
    to: u32,
    negative: bool,
    span: Span,
}

impl Strata {
    pub fn new(rules: &[Rule], symbols: &Symbols) -> Result<Strata> {
        let (relations, edges) = graph(rules);
        if relations.len() > RELATIONS {
            let message = format!("there are more than {RELATIONS} relations");
            return Err(GdlError::new(Category::Limit, message, Span::default()));
        }
        let mut successors = vec![Vec::new(); relations.len()];
        for edge in &edges {
            successors[edge.from as usize].push(edge.to);
        }
        let found = components(&successors);
        let mut of = vec![0; relations.len()];
        for (number, component) in found.iter().enumerate() {
            component.iter().for_each(|&r| of[r as usize] = number);
        }
        if let Some(edge) =
            edges.iter().find(|e| e.negative && of[e.from as usize] == of[e.to as usize])
        {
            return Err(unstratified(edge, &found[of[edge.from as usize]], &relations, symbols));
        }
        Ok(Strata::build(rules, &relations, &edges, &found, &of))
    }

    fn build(
        rules: &[Rule],
        relations: &[Symbol],
        edges: &[Edge],
        found: &[Vec<u32>],
        of: &[usize],
    ) -> Strata {
        let mut built: Vec<Component> = found
            .iter()
            .map(|component| Component {
                relations: component.iter().map(|&r| relations[r as usize]).collect(),
                rules: Vec::new(),
                stratum: 0,
            })
            .collect();
        let component_of: FxHashMap<Symbol, usize> =
            relations.iter().enumerate().map(|(i, &r)| (r, of[i])).collect();
        for (number, rule) in rules.iter().enumerate() {
            built[component_of[&rule.relation()]].rules.push(number);
        }
        let mut sorted: Vec<&Edge> = edges.iter().collect();
        sort_by_key(&mut sorted, |e| of[e.from as usize]);
        let words = found.len().div_ceil(64);
        let mut below: Vec<Vec<u64>> = (0..found.len())
            .map(|c| (0..words).map(|w| if c / 64 == w { 1 << (c % 64) } else { 0 }).collect())
            .collect();
        for edge in sorted {
            let (from, to) = (of[edge.from as usize], of[edge.to as usize]);
            let stratum = built[to].stratum + usize::from(edge.negative);
            built[from].stratum = built[from].stratum.max(stratum);
            if from != to {
                let lower = below[to].clone();
                below[from].iter_mut().zip(lower).for_each(|(word, more)| *word |= more);
            }
        }
        Strata { components: built, component_of, below }
    }

    /// Returns whether a relation is equal to another one or depends on it.
    pub fn depends(&self, relation: Symbol, on: Symbol) -> bool {
        let [Some(&from), Some(&to)] = [relation, on].map(|r| self.component_of.get(&r)) else {
            return relation == on;
        };
        self.below[from][to / 64] >> (to % 64) & 1 == 1
    }

    /// Returns the number of the component of a relation, if any rule mentions it.
    pub fn component(&self, relation: Symbol) -> Option<usize> {
        self.component_of.get(&relation).copied()
    }

    /// Returns whether two relations depend on each other.
    pub fn mutually_dependent(&self, a: Symbol, b: Symbol) -> bool {
        self.component_of.get(&a) == self.component_of.get(&b)
    }
}

/// Returns all relations, and the edges of the dependency graph.
fn graph(rules: &[Rule]) -> (Vec<Symbol>, Vec<Edge>) {
    let (mut relations, mut numbers) = (Vec::new(), FxHashMap::default());
    let mut number = |symbol: Symbol| {
        *numbers.entry(symbol).or_insert_with(|| {
            relations.push(symbol);
            relations.len() as u32 - 1
        })
    };
    let mut edges = Vec::new();
    for rule in rules {
        let from = number(rule.relation());
        for (literal, &span) in rule.body.iter().zip(&rule.places) {
            if let Some(symbol) = literal.symbol() {
                let negative = matches!(literal, Literal::Fails(_));
                edges.push(Edge { from, to: number(symbol), negative, span });
            }
        }
    }
    (relations, edges)
}

fn unstratified(edge: &Edge, cycle: &[u32], relations: &[Symbol], symbols: &Symbols) -> GdlError {
    let name = |r: u32| format!("`{}`", symbols.name(relations[r as usize]));
    let message = match cycle {
        [_] => format!("{} depends on its own negation", name(edge.from)),
        _ => {
            let mut names: Vec<String> = cycle.iter().map(|&r| name(r)).collect();
            ludex_base::sort(&mut names);
            format!("not stratified: {} depend on each other through negation", names.join(", "))
        }
    };
    let help = format!("{} needs {} not to hold", name(edge.from), name(edge.to));
    GdlError::new(Category::Stratification, message, edge.span).help(help)
}
