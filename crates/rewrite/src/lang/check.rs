//! Checks the consistency of a description: relations, their arities, and their definitions.

use std::ops::Range;

use ludex_base::{Span, TextError};
use rustc_hash::FxHashMap;

use super::cursor::{Place, Result, Use};
use super::description::did_you_mean;
use crate::structure::Structure;
use crate::syntax::{Definition, Description, Formula, Name, Rule, Term};

/// The greatest nesting depth of a definition after expansion.
const DEEPEST: usize = 400;
/// The greatest size of a definition after expansion.
const LARGEST: usize = 1 << 20;

/// The arities of all relations.
pub(crate) struct Signature {
    arities: FxHashMap<Name, (usize, bool)>,
}

impl Signature {
    /// Collects the relations of a structure and the defined ones.
    pub fn new<'a>(
        model: &Structure,
        definitions: impl IntoIterator<Item = &'a Definition>,
    ) -> Signature {
        let base = model.relations.iter().map(|(name, r)| (name.clone(), (r.arity, false)));
        let defined = definitions.into_iter().map(|d| (d.name.clone(), (d.parameters.len(), true)));
        Signature { arities: base.chain(defined).collect() }
    }

    /// Checks a use of a relation.
    pub fn check(&self, mention: &Use) -> Result<()> {
        let Use { name, span, .. } = mention;
        let Some(&(arity, defined)) = self.arities.get(name) else {
            let error = TextError::new(format!("unknown relation `{name}`"), *span).help(format!(
                "relations are declared in the MODEL, as `{name}:1 {{}}`, or with REL"
            ));
            return Err(did_you_mean(error, name, self.arities.keys().map(|n| &**n)));
        };
        if defined && matches!(mention.place, Place::Right | Place::Model) {
            let message = format!("`{name}` is a defined relation, which cannot be set");
            let help =
                "right-hand sides and the MODEL list what is true, definitions follow from it";
            return Err(TextError::new(message, *span).help(help));
        }
        match mention.arity {
            Some(given) if given != arity => {
                let message = format!("`{name}` has {arity} arguments, not {given}");
                Err(TextError::new(message, *span))
            }
            _ => Ok(()),
        }
    }
}

/// The depths and sizes of definitions with all definitions in them written out.
pub(crate) struct Expansions(FxHashMap<Name, Measure>);

/// A depth and a size.
type Measure = (usize, usize);

impl Expansions {
    /// Measures the definitions of a description, which are known to be well-founded.
    pub fn of(description: &Description) -> Expansions {
        let definitions = description.definitions.iter().map(|d| (d.clone(), Span::default()));
        let measured = well_founded(&definitions.collect::<Vec<_>>());
        measured.unwrap_or(Expansions(FxHashMap::default()))
    }

    /// Returns whether a formula is small enough with all definitions written out.
    pub fn fit(&self, formula: &Formula) -> bool {
        fits(measure(formula, &mut |name| self.measure(name)))
    }

    /// Returns whether a term is small enough with all definitions written out.
    pub fn fit_term(&self, term: &Term) -> bool {
        fits(measure_term(term, &mut |name| self.measure(name)))
    }

    fn measure(&self, name: &Name) -> Measure {
        self.0.get(name).copied().unwrap_or_default()
    }
}

fn fits((depth, size): Measure) -> bool {
    depth <= DEEPEST && size <= LARGEST
}

fn too_large(span: Span) -> TextError {
    TextError::new("with all definitions written out this is too large", span)
}

/// Checks a description.
pub(crate) fn check<'a>(
    definitions: &[(Definition, Span)],
    rules: &[(Rule, Span)],
    payoffs: impl IntoIterator<Item = (&'a Term, Span)>,
    model: &Structure,
    uses: &[Use],
) -> Result<()> {
    for (i, (definition, span)) in definitions.iter().enumerate() {
        let name = &definition.name;
        if model.relations.contains_key(name) {
            let message = format!("`{name}` is defined, and is a relation of the MODEL as well");
            return Err(TextError::new(message, *span));
        }
        if definitions[..i].iter().any(|(d, _)| d.name == *name) {
            return Err(TextError::new(format!("a second definition of `{name}`"), *span));
        }
    }
    let signature = Signature::new(model, definitions.iter().map(|(d, _)| d));
    uses.iter().try_for_each(|mention| signature.check(mention))?;
    for (i, (rule, span)) in rules.iter().enumerate() {
        if rules[..i].iter().any(|(r, _)| r.name == rule.name) {
            return Err(TextError::new(format!("a second rule `{}`", rule.name), *span));
        }
    }
    let expansions = well_founded(definitions)?;
    let large =
        |(rule, _): &&(Rule, Span)| !expansions.fit(&rule.pre) || !expansions.fit(&rule.post);
    let rule = rules.iter().find(large).map(|(_, span)| *span);
    let mut payoffs = payoffs.into_iter();
    let payoff = || payoffs.find(|(term, _)| !expansions.fit_term(term)).map(|(_, span)| span);
    rule.or_else(payoff).map_or(Ok(()), |span| Err(too_large(span)))
}

/// Checks that the marks of a grid are relations that something else mentions: others are slips.
pub(crate) fn check_marks(marks: &[(Name, Range<usize>)], uses: &[Use]) -> Result<()> {
    // The grid itself is one mention.
    let mentioned = |name: &Name| uses.iter().filter(|mention| mention.name == *name).count() > 1;
    let Some((mark, cell)) = marks.iter().find(|(mark, _)| !mentioned(mark)) else {
        return Ok(());
    };
    let error = TextError::new(format!("nothing but the grid mentions `{mark}`"), cell.clone());
    let error = error.help(format!("declare the mark in the MODEL, as `{mark}:1 {{}}`"));
    let unary = uses.iter().filter(|mention| mention.arity == Some(1) && mention.name != *mark);
    Err(did_you_mean(error, mark, unary.map(|mention| &*mention.name)))
}

/// Checks that definitions are not circular, and that their expansions are not too large. Returns how
/// large they are.
fn well_founded(definitions: &[(Definition, Span)]) -> Result<Expansions> {
    let places: FxHashMap<&Name, usize> =
        definitions.iter().enumerate().map(|(i, (d, _))| (&d.name, i)).collect();
    let mut sizes: Vec<Option<Measure>> = vec![None; definitions.len()];
    definitions.iter().filter(|(d, _)| d.is_recursive()).try_for_each(check_recursion)?;
    // Iterative: a definition is done when all those it uses are.
    for start in 0..definitions.len() {
        let mut stack = vec![start];
        while let Some(&i) = stack.last() {
            let mut pending = None;
            let measure = measure(&definitions[i].0.body, &mut |name| match places.get(name) {
                // In its own definition it is a relation like others.
                Some(&j) if j == i => (0, 0),
                Some(&j) => sizes[j].unwrap_or_else(|| {
                    pending = pending.or(Some(j));
                    (0, 0)
                }),
                None => (0, 0),
            });
            match pending {
                Some(j) if stack.contains(&j) => {
                    let (definition, span) = &definitions[j];
                    let message = format!("the definition of `{}` needs itself", definition.name);
                    let help = "a definition may mention itself, but not by way of another one";
                    return Err(TextError::new(message, *span).help(help));
                }
                Some(j) => stack.push(j),
                None if !fits(measure) => return Err(too_large(definitions[i].1)),
                None => {
                    sizes[i] = Some(measure);
                    stack.pop();
                }
            }
        }
    }
    let names = definitions.iter().map(|(definition, _)| definition.name.clone());
    Ok(Expansions(names.zip(sizes.into_iter().flatten()).collect()))
}

/// Checks that a definition that mentions itself has a meaning.
fn check_recursion((definition, span): &(Definition, Span)) -> Result<()> {
    let wrong = |why| {
        let message = format!("`{}` cannot be defined by itself so: {why}", definition.name);
        TextError::new(message, *span)
            .help("write `REL P(x) = Q(x) or ex y (E(x, y) and P(y))`, as for a path")
    };
    definition.recursive_place().map(|_| ()).map_err(wrong)
}

/// Returns the depth and size of a formula, where `of` gives those of a relation.
fn measure(formula: &Formula, of: &mut dyn FnMut(&Name) -> Measure) -> Measure {
    let inner = |a: Measure, b: Measure| (a.0.max(b.0), a.1.saturating_add(b.1));
    let (depth, size) = match formula {
        Formula::True | Formula::False | Formula::Equal(..) => (0, 0),
        Formula::Relation(name, _) => of(name),
        Formula::Compare(_, a, b) => inner(measure_term(a, of), measure_term(b, of)),
        Formula::Not(body) | Formula::Exists(_, body) | Formula::Forall(_, body) => {
            measure(body, of)
        }
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().fold((0, 0), |sum, part| inner(sum, measure(part, of)))
        }
    };
    (depth + 1, size.saturating_add(1))
}

fn measure_term(term: &Term, of: &mut dyn FnMut(&Name) -> Measure) -> Measure {
    let inner = |a: Measure, b: Measure| (a.0.max(b.0), a.1.saturating_add(b.1));
    let (depth, size) = match term {
        Term::Number(_) => (0, 0),
        Term::Add(parts) | Term::Times(parts) => {
            parts.iter().fold((0, 0), |sum, part| inner(sum, measure_term(part, of)))
        }
        Term::Power(base, _) => measure_term(base, of),
        Term::Truth(formula) => measure(formula, of),
        Term::Sum(_, guard, term) => inner(measure(guard, of), measure_term(term, of)),
    };
    (depth + 1, size.saturating_add(1))
}
