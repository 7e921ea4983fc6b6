//! Rules: a head that holds if all literals of the body do.

use ludex_base::Span;

use crate::symbol::Symbol;

/// A term with variables, which are numbered within their rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Pattern {
    Variable(u16),
    /// A constant (no arguments), a function term or an atom.
    Apply(Symbol, Vec<Pattern>),
}

impl Pattern {
    /// Returns the relation of an atom.
    pub fn symbol(&self) -> Option<Symbol> {
        match self {
            Pattern::Variable(_) => None,
            Pattern::Apply(symbol, _) => Some(*symbol),
        }
    }

    pub fn arguments(&self) -> &[Pattern] {
        match self {
            Pattern::Variable(_) => &[],
            Pattern::Apply(_, arguments) => arguments,
        }
    }

    /// Calls `visit` with every occurrence of a variable, in order.
    pub fn each_variable(&self, visit: &mut impl FnMut(u16)) {
        match self {
            Pattern::Variable(variable) => visit(*variable),
            Pattern::Apply(_, arguments) => arguments.iter().for_each(|a| a.each_variable(visit)),
        }
    }

    /// Returns the variables without duplicates, in order.
    pub fn variables(&self) -> Vec<u16> {
        let mut variables = Vec::new();
        self.each_variable(&mut |v| {
            if !variables.contains(&v) {
                variables.push(v);
            }
        });
        variables
    }

    pub fn is_ground(&self) -> bool {
        self.variables().is_empty()
    }
}

/// A condition in the body of a rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Literal {
    /// The atom holds.
    Holds(Pattern),
    /// The atom does not hold.
    Fails(Pattern),
    /// The two terms are different.
    Distinct(Pattern, Pattern),
}

impl Literal {
    /// Returns the variables without duplicates.
    pub fn variables(&self) -> Vec<u16> {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => atom.variables(),
            Literal::Distinct(a, b) => {
                let mut variables = a.variables();
                let more = b.variables();
                variables.extend(more.into_iter().filter(|v| !a.variables().contains(v)));
                variables
            }
        }
    }

    /// Returns the relation of the literal.
    pub fn symbol(&self) -> Option<Symbol> {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => atom.symbol(),
            Literal::Distinct(..) => None,
        }
    }
}

/// A rule. A fact is a rule without a body.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rule {
    pub head: Pattern,
    pub body: Vec<Literal>,
    /// The position of each literal.
    pub places: Vec<Span>,
    /// The names of the variables, with their question marks.
    pub variables: Vec<String>,
    /// The position of the rule.
    pub span: Span,
    /// The position of its head.
    pub head_span: Span,
}

impl Rule {
    /// Returns the relation the rule defines. Heads are atoms, as the parser ensures.
    pub fn relation(&self) -> Symbol {
        self.head.symbol().expect("the head of a rule is an atom")
    }
}
