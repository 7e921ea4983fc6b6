//! A ground description for other crates, from which translations to other languages start.

use ludex_base::{Budget, NoAnswer, Span};

use super::grounder::{Ground, GroundLiteral, NotGround, ground};
use crate::description::Description;
use crate::error::{Category, GdlError, not_stopped};
use crate::program::Program;
use crate::symbol::{GOAL, LEGAL, NEXT, Symbol, TERMINAL};
use crate::terms::Term;

/// The rules of a game without variables, over the atoms that can be true.
///
/// Static conditions are evaluated and omitted. The relations that a game is queried for (`legal`,
/// `next`, `goal`, `terminal`) are always present, as a rule with an empty body if an atom always
/// holds.
///
/// ```
/// use ludex_gdl::{Description, GroundRules};
/// let text = "(role you) (init (at 1)) (succ 1 2)
///             (<= (legal you (go ?y)) (true (at ?x)) (succ ?x ?y))
///             (<= (next (at ?y)) (does you (go ?y)))
///             (<= terminal (true (at 2))) (<= (goal you 100) (true (at 2)))";
/// let rules = GroundRules::new(Description::parse(text).unwrap()).unwrap();
/// let heads: Vec<String> = rules.rules().map(|(head, _)| rules.text(head)).collect();
/// assert!(heads.contains(&"(legal you (go 2))".to_owned()));
/// ```
#[derive(Clone, Debug)]
pub struct GroundRules {
    program: Program,
    ground: Ground,
    /// The atoms of queried relations that always hold.
    always: Vec<Term>,
}

impl GroundRules {
    /// Grounds a description. The error says that it is too large.
    pub fn new(description: Description) -> Result<GroundRules, GdlError> {
        GroundRules::within(description, &Budget::default()).map_err(not_stopped)
    }

    /// Grounds a description within a budget.
    pub fn within(
        description: Description,
        budget: &Budget,
    ) -> Result<GroundRules, NoAnswer<GdlError>> {
        let mut program = Program::new(description, budget)?;
        let asked = [LEGAL, NEXT, GOAL, TERMINAL].into_iter();
        let asked = asked.filter(|&relation| !program.is_dynamic(relation));
        let always = asked.flat_map(|relation| program.store.facts(relation).to_vec()).collect();
        let ground = ground(&mut program, budget).map_err(|error| match error {
            NotGround::Stopped(stopped) => stopped.into(),
            NotGround::TooLarge => {
                let message = "the description does not ground within the limits";
                NoAnswer::Invalid(GdlError::new(Category::Limit, message, Span::default()))
            }
        })?;
        Ok(GroundRules { program, ground, always })
    }

    /// Returns the roles, in the order of the text.
    pub fn roles(&self) -> &[Term] {
        &self.program.roles
    }

    /// Returns the facts of the initial state.
    pub fn initial(&self) -> &[Term] {
        &self.program.initial
    }

    /// Returns the rules: a head, and the atoms of the body, each with whether it is negated.
    pub fn rules(&self) -> impl Iterator<Item = (Term, Vec<(Term, bool)>)> {
        let literal = |l: &GroundLiteral| (l.atom(), l.negated());
        let body = move |rule| self.ground.body(rule).iter().map(literal).collect();
        let rules = self.ground.rules.iter().map(move |rule| (rule.head, body(rule)));
        rules.chain(self.always.iter().map(|&head| (head, Vec::new())))
    }

    /// Returns the pairs of each static binary relation.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, Vec<(Term, Term)>)> {
        let symbols = (0..self.program.description.symbols.len() as u32).map(Symbol);
        symbols.filter(|&relation| !self.program.is_dynamic(relation)).filter_map(|relation| {
            let pair = |&fact: &Term| match self.program.store.terms.arguments(fact) {
                &[a, b] => Some((a, b)),
                _ => None,
            };
            let facts = self.program.store.facts(relation);
            let pairs: Option<Vec<(Term, Term)>> = facts.iter().map(pair).collect();
            let name = self.program.description.symbols.name(relation);
            pairs.filter(|pairs| !pairs.is_empty()).map(|pairs| (name, pairs))
        })
    }

    /// Returns the name of a constant, or of the function or relation of a compound term.
    pub fn name(&self, term: Term) -> &str {
        self.program.description.symbols.name(self.program.store.terms.symbol(term))
    }

    /// Returns the arguments of a term.
    pub fn arguments(&self, term: Term) -> &[Term] {
        self.program.store.terms.arguments(term)
    }

    /// Returns a term as KIF text.
    pub fn text(&self, term: Term) -> String {
        self.program.kif(term)
    }
}
