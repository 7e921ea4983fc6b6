//! The rules as a graph whose automorphisms are the ways to rename symbols and to reorder arguments
//! that leave the set of rules unchanged.
//!
//! There is a node for each rule, literal, argument, variable and symbol, and one for each argument
//! position of a symbol: positions may be exchanged if they are exchanged in all rules. Keywords
//! and goal values have a fixed meaning, and therefore colours of their own.

use rustc_hash::FxHashMap;

use crate::check::goal_value;
use crate::symbol::{GOAL, INIT, Symbol, Symbols};
use crate::syntax::{Literal, Pattern, Rule};

/// The number of keywords, which come first among the symbols.
const KEYWORDS: u32 = 15;

/// The label of an edge; the reverse edge has the next number.
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
    /// For each node its edges, as label and node.
    pub edges: Vec<Vec<(u8, u32)>>,
    /// The nodes of symbols.
    pub symbols: Vec<(Symbol, u32)>,
    nodes: FxHashMap<Symbol, u32>,
    positions: FxHashMap<(Symbol, usize), u32>,
}

/// The initial colours of nodes, by kind.
const RULE: u64 = 1;
const HEAD: u64 = 2;
const HOLDS: u64 = 3;
const FAILS: u64 = 4;
const DISTINCT: u64 = 5;
const ARGUMENT: u64 = 6;
const VARIABLE: u64 = 7;
const SYMBOL: u64 = 8;
const POSITION: u64 = 9;
/// The first colour of the symbols with a fixed meaning.
const FIXED: u64 = 1000;

impl RuleGraph {
    /// Builds the graph of all rules except those of the initial state: a symmetry maps plays to
    /// plays, from any state.
    pub fn new(rules: &[Rule], symbols: &Symbols) -> RuleGraph {
        let mut graph = RuleGraph::default();
        let fixed = fixed(rules, symbols);
        for rule in rules.iter().filter(|rule| rule.relation() != INIT) {
            graph.rule(rule, &fixed);
        }
        graph
    }

    /// Returns the nodes of argument positions, in a fixed order.
    pub fn positions(&self) -> Vec<u32> {
        let mut nodes: Vec<u32> = self.positions.values().copied().collect();
        ludex_base::sort(&mut nodes);
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

    /// Adds the node of a pattern below another node, and returns it.
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
        // The arguments of keywords must not be reordered.
        let colour = if symbol.0 < KEYWORDS { FIXED + (1 << 32) + at as u64 } else { POSITION };
        let node = self.node(colour);
        self.edge(node, Label::Names, name);
        self.positions.insert((symbol, at), node);
        node
    }
}

/// Returns a predicate for the symbols that must not be renamed: keywords, and constants that are
/// goal values.
fn fixed(rules: &[Rule], symbols: &Symbols) -> impl Fn(Symbol) -> bool {
    let goals = rules.iter().filter(|r| r.relation() == GOAL);
    let values: Option<Vec<Symbol>> = goals.map(|r| r.head.arguments()[1].symbol()).collect();
    // If a rule leaves the goal value open, any number may be one.
    let all = || {
        let all = (0..symbols.len() as u32).map(Symbol);
        all.filter(|&s| goal_value(symbols.name(s)).is_some()).collect()
    };
    let values = values.unwrap_or_else(all);
    move |symbol| symbol.0 < KEYWORDS || values.contains(&symbol)
}
