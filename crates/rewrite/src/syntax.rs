//! Formulas and terms of first-order logic with counting, and the parts of a description.
//!
//! They are trees of names, for the logic toolbox. The engine compiles them to a faster form.

use std::sync::Arc;

use crate::Rational;
use crate::structure::Structure;

/// The name of a relation, a variable, an element, a rule or a player.
pub type Name = Arc<str>;

/// A formula of first-order logic with counting \[KS11\].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formula {
    /// Always true.
    True,
    /// Never true.
    False,
    /// `R(x, y)`.
    Relation(Name, Vec<Name>),
    /// `x = y`.
    Equal(Name, Name),
    /// `t < t` and the other comparisons.
    Compare(Comparison, Term, Term),
    /// `not φ`.
    Not(Box<Formula>),
    /// `φ and ψ and …`.
    And(Vec<Formula>),
    /// `φ or ψ or …`.
    Or(Vec<Formula>),
    /// `ex x, y (φ)`.
    Exists(Vec<Name>, Box<Formula>),
    /// `all x, y (φ)`.
    Forall(Vec<Name>, Box<Formula>),
}

/// A comparison of two numbers; `>` and `>=` are written with exchanged sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Same,
}

/// A real-valued term; its values are exact rationals.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Term {
    /// `3`, `1/4`.
    Number(Rational),
    /// `t + t + …`.
    Add(Vec<Term>),
    /// `t * t * …`.
    Times(Vec<Term>),
    /// `t^2`.
    Power(Box<Term>, u32),
    /// `:(φ)`: the characteristic function, 1 or 0.
    Truth(Box<Formula>),
    /// `Sum (x, y | φ : t)`.
    Sum(Vec<Name>, Box<Formula>, Box<Term>),
}

/// `REL Name(x, y) = formula`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The relation it defines.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Name>,
    /// Its body.
    pub body: Formula,
}

/// `RULE Name: L -> R emb … with [r <- l] pre … post …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its name.
    pub name: Name,
    /// The left-hand side: the structure to be matched.
    pub left: Structure,
    /// The right-hand side: the structure that replaces it.
    pub right: Structure,
    /// For each element of the right-hand side the element of the left-hand side it replaces: the
    /// partial map `s` of [KS11, Def. 2].
    pub origin: Vec<Option<usize>>,
    /// Whether `origin` is explicit in the text (`with`) rather than given by equal names.
    pub explicit_origin: bool,
    /// The relations to be embedded exactly, `τ`.
    pub exact: Vec<Name>,
    /// The precondition; elements of the left-hand side are constants.
    pub pre: Formula,
    /// The postcondition; elements of the right-hand side are constants.
    pub post: Formula,
}

impl Rule {
    /// Returns whether every element of the left-hand side is replaced by exactly one of the right:
    /// then the universe is fixed, and a rewrite is a list of tuples that are added and removed.
    pub fn keeps_universe(&self) -> bool {
        let mut seen = vec![false; self.left.size()];
        let once = |&l: &usize| !std::mem::replace(&mut seen[l], true);
        let total = self.origin.len() == self.left.size();
        total && self.origin.iter().all(Option::is_some) && {
            self.origin.iter().flatten().all(once)
        }
    }
}

/// A possible move: the rule, and the next location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The index of the rule.
    pub rule: usize,
    /// The index of the location it leads to.
    pub target: usize,
}

/// A vertex of the game graph [KS11, Def. 3].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// Its number in the text.
    pub number: u32,
    /// The index of the player who moves here.
    pub player: usize,
    /// The payoff of each player if the play ends here.
    pub payoffs: Vec<Term>,
    /// The possible moves.
    pub moves: Vec<Edge>,
}

/// A structure rewriting game.
///
/// ```
/// let text = "PLAYERS A
/// RULE Drop: [a, b | E(a, b) | - ] -> [a | - | - ]
/// LOC 0 { PLAYER A PAYOFF { A: Sum (x | true : 1) } MOVES [Drop -> 0] }
/// MODEL [u, v | E(u, v) | ]";
/// let description = ludex_rewrite::Description::parse(text).unwrap();
/// assert_eq!(&*description.rules[0].name, "Drop");
/// // What is printed reads back as the same.
/// let again = ludex_rewrite::Description::parse(&description.to_string()).unwrap();
/// assert_eq!(description, again);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The players, in playing order.
    pub players: Vec<Name>,
    /// Defined relations, in the order of the text.
    pub definitions: Vec<Definition>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The locations, in the order of the text.
    pub locations: Vec<Location>,
    /// The index of the location where a play starts.
    pub start: usize,
    /// The structure a play starts with.
    pub model: Structure,
}

impl Description {
    /// Returns the definition of a relation, if it is a defined one.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|definition| &*definition.name == name)
    }

    /// Returns the rule with this name.
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| &*rule.name == name)
    }

    /// Returns the index of the location with this number in the text.
    pub fn location(&self, number: u32) -> Option<usize> {
        self.locations.iter().position(|location| location.number == number)
    }

    /// Returns the index of a player.
    pub fn player(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player.eq_ignore_ascii_case(name))
    }

    /// Returns the indexes of the rules that some location uses, without duplicates, in order.
    pub fn used_rules(&self) -> Vec<usize> {
        let mut used: Vec<usize> =
            self.locations.iter().flat_map(|l| l.moves.iter().map(|edge| edge.rule)).collect();
        used.sort_unstable();
        used.dedup();
        used
    }
}
