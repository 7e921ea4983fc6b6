//! Paths, such as a chain of stones from one side of the board to the other: nested definitions
//! that all take the same step. They are followed backwards from their end, one step at a time for
//! all elements at once, until nothing changes.

use ludex_base::Bits;

use super::compile::{Compiler, Result};
use super::eval::Evaluator;
use super::layout::Layout;
use super::node::{Kind, Node, RowTest};
use crate::logic::free_variables;
use crate::syntax::{Formula, Name};

/// `ex y (R(x, y) and A(y) and ex z (R(y, z) and A(z) and … base))` with equal steps.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The marks of the elements on the path.
    marks: Vec<RowTest>,
    /// The steps backwards: distances, and the elements they start at.
    shifts: Distances,
    steps: usize,
    /// The condition at the end, and its slot.
    end: Node,
    end_slot: u8,
}

/// A relation as distances, each with the elements from which it leads so far.
pub(super) type Distances = Vec<(isize, Vec<u64>)>;

/// The shortest paths, and the largest number of distances, that are evaluated this way.
const LEAST_STEPS: usize = 3;
const MOST_SHIFTS: usize = 16;

/// A step of a path: the relation, whether it leads from the new element to the old one, the marks
/// of the new element, and the rest of the path.
struct Step<'f> {
    relation: &'f Name,
    backwards: bool,
    marks: Vec<&'f Formula>,
    to: &'f Name,
    next: &'f Formula,
}

impl<'f> Step<'f> {
    fn of(formula: &'f Formula, from: &Name) -> Option<Step<'f>> {
        let Formula::Exists(variables, body) = formula else { return None };
        let ([to], Formula::And(parts)) = (&variables[..], &**body) else { return None };
        let (mut tie, mut marks, mut next) = (None, Vec::new(), None);
        for part in parts {
            match part {
                Formula::Relation(name, x) if x.len() == 2 && tie.is_none() => {
                    let backwards = x[..] == [to.clone(), from.clone()];
                    (backwards || x[..] == [from.clone(), to.clone()]).then_some(())?;
                    tie = Some((name, backwards));
                }
                Formula::Relation(_, x) if x[..] == [to.clone()] => marks.push(part),
                Formula::Exists(..) if next.is_none() => next = Some(part),
                _ => return None,
            }
        }
        let ((relation, backwards), next) = (tie?, next?);
        (free_variables(next)[..] == [to.clone()]).then_some(())?;
        Some(Step { relation, backwards, marks, to, next })
    }

    /// Returns whether another step is equal, apart from its variables.
    fn is_like(&self, other: &Step) -> bool {
        let named = |mark: &Formula| match mark {
            Formula::Relation(name, _) => name.clone(),
            _ => "".into(),
        };
        let names = |step: &Step| step.marks.iter().map(|m| named(m)).collect::<Vec<Name>>();
        let way = |step: &Step| (step.relation.clone(), step.backwards);
        way(self) == way(other) && names(self) == names(other)
    }
}

impl Compiler<'_> {
    /// Compiles a formula as a path, if it is one.
    pub(super) fn path(&mut self, formula: &Formula) -> Result<Option<Node>> {
        let [from] = &free_variables(formula)[..] else { return Ok(None) };
        let Some(first) = Step::of(formula, from) else { return Ok(None) };
        let (mut end, mut at, mut steps) = (first.next, first.to, 1);
        while let Some(step) = Step::of(end, at).filter(|step| step.is_like(&first)) {
            (end, at, steps) = (step.next, step.to, steps + 1);
        }
        let marks: Option<Vec<RowTest>> = first.marks.iter().map(|m| self.mark(m)).collect();
        let shifts = shifts(&first, &self.layout);
        let (Some(marks), Some(shifts), true) = (marks, shifts, steps >= LEAST_STEPS) else {
            return Ok(None);
        };
        let (slot, end_slot) = (self.slot(from), self.scope.len() as u8);
        let end = self.with_variable(at.clone(), |compiler| compiler.node(end))?;
        let path = Path { marks, shifts, steps, end, end_slot };
        Ok(Some(Node::new(1 << slot, Kind::Path(Box::new(path)))))
    }
}

/// Returns a relation as steps backwards over distances, if there are few of them.
fn shifts(step: &Step, layout: &Layout) -> Option<Distances> {
    let place = layout.places[layout.relation(step.relation)?];
    let table = if step.backwards { place.rows } else { place.columns? };
    place.stable.then(|| distances(table, layout))?
}

/// Returns the distances from an element to those in its row of a table, if there are few of them.
pub(super) fn distances(table: usize, layout: &Layout) -> Option<Distances> {
    let mut shifts: Distances = Vec::new();
    for element in 0..layout.size {
        let row = &layout.stable[table + element * layout.width..][..layout.width];
        for image in (0..layout.size).filter(|&i| row[i / 64] >> (i % 64) & 1 == 1) {
            let by = image as isize - element as isize;
            let known = shifts.iter().position(|(distance, _)| *distance == by);
            let place = known.unwrap_or_else(|| {
                shifts.push((by, vec![0; layout.width]));
                shifts.len() - 1
            });
            shifts[place].1[element / 64] |= 1 << (element % 64);
        }
        if shifts.len() > MOST_SHIFTS {
            return None;
        }
    }
    Some(shifts)
}

impl<const W: usize> Evaluator<'_, W> {
    /// Returns the elements from which a path leads to its end.
    pub(super) fn path_set(&mut self, path: &Path) -> Bits<W> {
        let mut reached = self.set(&path.end, path.end_slot);
        let marked = self.rows(&path.marks);
        for _ in 0..path.steps {
            let on = reached & marked;
            let mut next = Bits::EMPTY;
            for (by, from) in &path.shifts {
                next |= (on & Bits::read(from)).moved(*by);
            }
            // Further steps change nothing.
            if next == reached {
                break;
            }
            reached = next;
        }
        reached
    }
}
