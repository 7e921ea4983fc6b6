//! Rules: a head that holds where all literals of the body do.

use ludex_base::Span;

use crate::symbol::Symbol;

/// A term with variables; variables are numbered within their rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Pattern {
    Variable(u16),
    /// A constant (no arguments), a function term or an atom.
    Apply(Symbol, Vec<Pattern>),
}

impl Pattern {
    /// The relation of an atom.
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

    /// Calls `visit` with every variable, in order, as often as it occurs.
    pub fn each_variable(&self, visit: &mut impl FnMut(u16)) {
        match self {
            Pattern::Variable(variable) => visit(*variable),
            Pattern::Apply(_, arguments) => arguments.iter().for_each(|a| a.each_variable(visit)),
        }
    }

    /// The variables without repetition, in order.
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
    /// Different terms.
    Distinct(Pattern, Pattern),
}

impl Literal {
    /// The variables without repetition.
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

    /// The relation it is about.
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
    /// Where each literal stands.
    pub places: Vec<Span>,
    /// The names of the variables, with their question marks.
    pub variables: Vec<String>,
    /// Where the rule stands.
    pub span: Span,
    /// Where its head stands.
    pub head_span: Span,
}

impl Rule {
    /// The relation the rule defines. Heads are atoms: the reader sees to it.
    pub fn relation(&self) -> Symbol {
        self.head.symbol().expect("the head of a rule is an atom")
    }
}
