//! Sums of heuristics by counting sets, where that is equivalent to visiting all assignments one by
//! one.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::bits::with_width;
use super::compile::{Compiler, Result};
use super::eval::Evaluator;
use super::layout::Layout;
use super::node::{Join, Kind, RowTest, TermNode, fixed_distance};
use super::shapes::Shape;
use crate::Rational;
use crate::logic::{and, dnf_within};
use crate::syntax::{Formula, Name, Term};

/// A number, exact and in floating point.
pub(crate) type Worth = (Rational, f64);

/// A chain of sums on a grid, as in the heuristics from goals \[KS11\]: each element is one step
/// from its predecessor, so that shifting the set of predecessors gives the set of successors.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    pub rows: Vec<RowTest>,
    /// The distance from the previous element, and the elements from which such a step exists.
    pub tie: Option<(isize, Vec<u64>)>,
    /// The value that each element counts.
    pub worth: Worth,
    pub next: Vec<Steps>,
}

impl Steps {
    /// Returns the chain of a sum, if it is one.
    pub fn of(join: &Join, term: &TermNode, before: Option<u8>, layout: &Layout) -> Option<Steps> {
        let [level] = join.levels.as_slice() else { return None };
        if !matches!(join.before.kind, Kind::Constant(true)) || !level.differs.is_empty() {
            return None;
        }
        let (tied, rows): (Vec<RowTest>, Vec<RowTest>) =
            level.rows.iter().partition(|row| row.by.is_some());
        let next = |number: u16| !layout.sets[usize::from(number)].next.is_empty();
        if level.rest.is_some() || level.set.as_ref().is_some_and(|(set, _)| next(*set)) {
            return None;
        }
        let tie = match (before, tied.as_slice()) {
            (None, []) => None,
            (Some(_), [tie]) if tie.by == before && tie.stable && !tie.negated => {
                Some(fixed_distance(tie.first, layout)?)
            }
            _ => return None,
        };
        let mut steps = Steps { rows, tie, worth: (Rational::ZERO, 0.0), next: Vec::new() };
        steps.take(term, level.slot, layout)?;
        Some(steps)
    }

    fn take(&mut self, term: &TermNode, slot: u8, layout: &Layout) -> Option<()> {
        match term {
            TermNode::Number(exact, float) => {
                self.worth = (&self.worth.0 + exact, self.worth.1 + float);
            }
            TermNode::Add(parts) => {
                parts.iter().try_for_each(|part| self.take(part, slot, layout))?;
            }
            TermNode::Sum(join, term) => self.next.push(Steps::of(join, term, Some(slot), layout)?),
            _ => return None,
        }
        Some(())
    }
}

/// A sum over lines, as in the heuristics with rule conditions \[KS11\]: over the lines without
/// certain marks, each valued by the number of its own marks.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// The first words of the own marks and of those a line must not have.
    pub own: usize,
    pub against: Vec<usize>,
    /// The lines as sets of elements, one after the other.
    pub masks: Vec<u64>,
    /// The lines by shape, if there are few shapes.
    pub shapes: Option<Vec<Shape>>,
    /// The value of a line by the number of its own marks.
    pub worth: Vec<Worth>,
}

/// The greatest length and the largest number of lines.
pub(crate) const LONGEST: usize = 31;
const MOST: usize = 50_000;

/// The components of a guard, and the exponent of the number of marks.
struct Parts {
    own: Name,
    marked: Vec<Name>,
    power: u32,
    against: Vec<Name>,
    stable: Vec<Formula>,
}

impl Parts {
    /// Decomposes `Sum (x̄ | γ : (:(P(x1)) + … )^m)`, if γ consists of stable parts, `P(x1) or …`
    /// and `not Q(x1) and …`.
    fn of(guard: &Formula, term: &Term, changes: &dyn Fn(&Formula) -> bool) -> Option<Parts> {
        let Term::Power(base, power) = term else { return None };
        let truths = match &**base {
            Term::Add(parts) => parts.as_slice(),
            _ => std::slice::from_ref(&**base),
        };
        let truth = |t: &Term| match t {
            Term::Truth(formula) => unary(formula),
            _ => None,
        };
        let (own, marked) = same_relation(truths.iter().map(truth))?;
        let mut shape = Parts { own, marked, power: *power, against: vec![], stable: vec![] };
        let parts = match guard {
            Formula::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(guard),
        };
        let (mut some, mut none) = (false, Vec::new());
        for part in parts {
            match part {
                part if !changes(part) => shape.stable.push(part.clone()),
                Formula::Or(list) => {
                    let (name, variables) = same_relation(list.iter().map(unary))?;
                    some = name == shape.own && shape.marks_all(&variables);
                    some.then_some(())?;
                }
                Formula::Not(body) => none.push(unary(body)?),
                _ => return None,
            }
        }
        // Each forbidden mark must be forbidden on the whole line. Lines without own marks count 0.
        for (name, _) in &none {
            let on: Vec<Name> =
                none.iter().filter(|(n, _)| n == name).map(|(_, v)| v.clone()).collect();
            shape.marks_all(&on).then_some(())?;
            if !shape.against.contains(name) {
                shape.against.push(name.clone());
            }
        }
        (some && shape.power > 0 && shape.marked.len() <= LONGEST).then_some(shape)
    }

    fn marks_all(&self, variables: &[Name]) -> bool {
        variables.len() == self.marked.len() && self.marked.iter().all(|v| variables.contains(v))
    }
}

/// Decomposes `P(x)`.
fn unary(formula: &Formula) -> Option<(Name, Name)> {
    match formula {
        Formula::Relation(name, arguments) => match arguments.as_slice() {
            [variable] => Some((name.clone(), variable.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the relation that all formulas have in common, and their variables, if these are
/// different.
fn same_relation(
    literals: impl Iterator<Item = Option<(Name, Name)>>,
) -> Option<(Name, Vec<Name>)> {
    let (mut relation, mut variables) = (None, Vec::new());
    for literal in literals {
        let (name, variable) = literal?;
        if relation.get_or_insert_with(|| name.clone()) != &name || variables.contains(&variable) {
            return None;
        }
        variables.push(variable);
    }
    Some((relation?, variables))
}

impl Lines {
    /// Returns the lines of a sum without free variables, if it has this form.
    pub fn of(
        compiler: &mut Compiler,
        variables: &[Name],
        guard: &Formula,
        term: &Term,
    ) -> Result<Option<Lines>> {
        let Some(fluents) = compiler.fluents.clone() else { return Ok(None) };
        let Some(shape) = Parts::of(guard, term, &|f| fluents.changes(f)) else { return Ok(None) };
        let first = |name: &Name| {
            let place = compiler.layout.places[compiler.layout.relation(name)?];
            (!place.stable).then_some(place.rows)
        };
        let against: Option<Vec<usize>> = shape.against.iter().map(first).collect();
        let (Some(own), Some(against)) = (first(&shape.own), against) else { return Ok(None) };
        let slots: Option<Vec<usize>> =
            shape.marked.iter().map(|m| variables.iter().position(|v| v == m)).collect();
        let Some(slots) = slots else { return Ok(None) };
        let Some(masks) = masks(compiler, &shape.stable, variables, &slots)? else {
            return Ok(None);
        };
        let worth = (0..=slots.len() as i64).map(|marks| {
            let exact = Rational::from(marks).power(shape.power);
            let float = exact.to_f64();
            (exact, float)
        });
        let shapes = Shape::all(&masks, compiler.layout.width);
        Ok(Some(Lines { own, against, masks, shapes, worth: worth.collect() }))
    }
}

/// Returns the elements of some slots in all assignments that satisfy stable formulas. Returns
/// `None` if they are too many, or not different. The conjunctions are joined one after the other,
/// as a join is fast if all its parts narrow it; an assignment that satisfies several counts once.
fn masks(
    compiler: &mut Compiler,
    stable: &[Formula],
    variables: &[Name],
    slots: &[usize],
) -> Result<Option<Vec<u64>>> {
    let plain = compiler.plain(&and(stable.iter().cloned()))?;
    let Ok(ways) = dnf_within(&plain, &compiler.budget) else { return Ok(None) };
    let (mut masks, mut seen) = (Vec::new(), FxHashSet::default());
    for conjunction in ways {
        let join = compiler.join(&conjunction, variables, false)?;
        let layout = &compiler.layout;
        let state = vec![0; layout.state_words];
        let complete = with_width!(layout.width, W => {
            let mut evaluator = Evaluator::<W>::new(layout.view(&state));
            evaluator.fuel = 100 * MOST as u64;
            evaluator.join(&join, &mut |evaluator| {
                let assigned = &evaluator.slots[..variables.len()];
                if !seen.insert(SmallVec::<[u16; 8]>::from_slice(assigned)) {
                    return true;
                }
                let mut mask = [0u64; W];
                for &slot in slots {
                    let element = usize::from(assigned[slot]);
                    mask[element / 64] |= 1 << (element % 64);
                }
                masks.extend(mask);
                let different = mask.iter().map(|word| word.count_ones()).sum::<u32>();
                different as usize == slots.len() && masks.len() < MOST * W
            }) && evaluator.fuel > 0
        });
        if !complete {
            return Ok(None);
        }
    }
    Ok(Some(masks))
}
