//! Rules as a graph: its automorphisms are the ways to rename symbols, and to reorder arguments, that change no rule.
//!
//! There is a node for each rule, literal, place of an argument, variable and symbol, and one for each argument position of a symbol:
//! positions may trade places if they do so in all rules (the rule graphs of general game playing). Keywords and goal values
//! mean what they mean: they have colours of their own.

use rustc_hash::FxHashMap;

use crate::check::goal_value;
use crate::symbol::{GOAL, INIT, Symbol, Symbols};
use crate::syntax::{Literal, Pattern, Rule};

/// The keywords come first among the symbols.
const KEYWORDS: u32 = 15;

/// What an edge means; its reverse has the next number.
#[derive(Clone, Copy)]
enum Label {
    Part = 0,
    Names = 2,
    Position = 4,
}

/// A coloured graph with labelled edges.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleGraph {
    pub colours: Vec<u64>,
    /// For each node its edges: label and node.
    pub edges: Vec<Vec<(u8, u32)>>,
    /// The nodes of symbols.
    pub symbols: Vec<(Symbol, u32)>,
    nodes: FxHashMap<Symbol, u32>,
    positions: FxHashMap<(Symbol, usize), u32>,
}

/// The colours that nodes start with, by what they are.
const RULE: u64 = 1;
const HEAD: u64 = 2;
const HOLDS: u64 = 3;
const FAILS: u64 = 4;
const DISTINCT: u64 = 5;
const ARGUMENT: u64 = 6;
const VARIABLE: u64 = 7;
const SYMBOL: u64 = 8;
const POSITION: u64 = 9;
/// Symbols with a meaning of their own, from here on.
const FIXED: u64 = 1000;

impl RuleGraph {
    /// The graph of all rules but those of the initial state: a symmetry maps plays to plays, from whatever state.
    pub fn new(rules: &[Rule], symbols: &Symbols) -> RuleGraph {
        let mut graph = RuleGraph::default();
        let fixed = fixed(rules, symbols);
        for rule in rules.iter().filter(|rule| rule.relation() != INIT) {
            graph.rule(rule, &fixed);
        }
        graph
    }

    /// The nodes of argument positions, in a fixed order.
    pub fn positions(&self) -> Vec<u32> {
        let mut nodes: Vec<u32> = self.positions.values().copied().collect();
        nodes.sort_unstable();
        nodes
    }

    fn node(&mut self, colour: u64) -> u32 {
        self.colours.push(colour);
        self.edges.push(Vec::new());
        self.colours.len() as u32 - 1
    }

    fn edge(&mut self, from: u32, label: Label, to: u32) {
        self.edges[from as usize].push((label as u8, to));
        self.edges[to as usize].push((label as u8 + 1, from));
    }

    fn rule(&mut self, rule: &Rule, fixed: &dyn Fn(Symbol) -> bool) {
        let node = self.node(RULE);
        let variables: Vec<u32> = rule.variables.iter().map(|_| self.node(VARIABLE)).collect();
        let part = |graph: &mut RuleGraph, colour: u64, patterns: &[&Pattern]| {
            let literal = graph.node(colour);
            graph.edge(node, Label::Part, literal);
            for pattern in patterns {
                graph.pattern(literal, pattern, &variables, fixed);
            }
        };
        part(self, HEAD, &[&rule.head]);
        for literal in &rule.body {
            match literal {
                Literal::Holds(atom) => part(self, HOLDS, &[atom]),
                Literal::Fails(atom) => part(self, FAILS, &[atom]),
                Literal::Distinct(a, b) => part(self, DISTINCT, &[a, b]),
            }
        }
    }

    /// Adds a pattern below a node; returns its place.
    fn pattern(
        &mut self,
        above: u32,
        pattern: &Pattern,
        variables: &[u32],
        fixed: &dyn Fn(Symbol) -> bool,
    ) -> u32 {
        let place = self.node(ARGUMENT);
        self.edge(above, Label::Part, place);
        match pattern {
            Pattern::Variable(v) => self.edge(place, Label::Names, variables[usize::from(*v)]),
            Pattern::Apply(symbol, arguments) => {
                let name = self.symbol(*symbol, fixed);
                self.edge(place, Label::Names, name);
                for (at, argument) in arguments.iter().enumerate() {
                    let below = self.pattern(place, argument, variables, fixed);
                    let position = self.position(*symbol, at, name);
                    self.edge(below, Label::Position, position);
                }
            }
        }
        place
    }

    fn symbol(&mut self, symbol: Symbol, fixed: &dyn Fn(Symbol) -> bool) -> u32 {
        if let Some(&node) = self.nodes.get(&symbol) {
            return node;
        }
        let colour = if fixed(symbol) { FIXED + u64::from(symbol.0) } else { SYMBOL };
        let node = self.node(colour);
        self.nodes.insert(symbol, node);
        self.symbols.push((symbol, node));
        node
    }

    fn position(&mut self, symbol: Symbol, at: usize, name: u32) -> u32 {
        if let Some(&node) = self.positions.get(&(symbol, at)) {
            return node;
        }
        // The arguments of keywords stay where they are.
        let colour = if symbol.0 < KEYWORDS { FIXED + (1 << 32) + at as u64 } else { POSITION };
        let node = self.node(colour);
        self.edge(node, Label::Names, name);
        self.positions.insert((symbol, at), node);
        node
    }
}

/// Which symbols no renaming may touch: keywords, and constants that are goal values.
fn fixed(rules: &[Rule], symbols: &Symbols) -> impl Fn(Symbol) -> bool {
    let goals = rules.iter().filter(|r| r.relation() == GOAL);
    let values: Option<Vec<Symbol>> = goals.map(|r| r.head.arguments()[1].symbol()).collect();
    // Where a rule leaves the value open, any number may be one.
    let all = || {
        let all = (0..symbols.len() as u32).map(Symbol);
        all.filter(|&s| goal_value(symbols.name(s)).is_some()).collect()
    };
    let values = values.unwrap_or_else(all);
    move |symbol| symbol.0 < KEYWORDS || values.contains(&symbol)
}
