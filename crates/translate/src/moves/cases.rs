//! The cases of a move: its effect can depend on the board.

use ludex_gdl::Term;
use rustc_hash::FxHashMap;

use super::finder::{Effects, Finder};
use crate::board::Cell;
use crate::refusal::{Result, shape};
use crate::rules::{Expr, Known};

/// A case of a move: when it applies, what is then known, and what it changes.
pub(super) struct Case {
    pub condition: Expr,
    pub known: Known,
    pub changes: Vec<(usize, Expr)>,
    pub cells: Vec<Cell>,
}

/// The condition on which the change of a fact depends.
struct Choice {
    condition: Expr,
    /// The truth of the fact if the condition holds.
    then: bool,
    /// The truth of the fact if the condition does not hold, or `None` if it is unchanged.
    otherwise: Option<bool>,
}

/// The choices of the facts whose change is conditional.
type Choices = FxHashMap<usize, Choice>;

/// The greatest number of cells that a move may change.
const MOST_CELLS: usize = 5;

/// The greatest number of alternative conditions of legality that are distinguished.
const MOST_ALTERNATIVES: usize = 512;

/// The greatest number of cases of a move.
const MOST_CASES: usize = 64;

impl Finder<'_, '_> {
    /// Returns the cases of a move: one, if its effect depends only on the few cells that change;
    /// else one for each condition on which something depends.
    pub fn cases(
        &mut self,
        situation: usize,
        action: Term,
        effects: &Effects,
    ) -> Result<Vec<Case>> {
        let mut known = Known::default();
        self.reader.implied(effects.legal, &mut known);
        if !self.invariants.close(self.board, situation, &mut known) {
            return Ok(Vec::new());
        }
        let changes = self.changes(&effects.board, &known);
        let cells = self.cells_of(&changes);
        if cells.len() <= MOST_CELLS {
            return Ok(vec![Case { condition: effects.legal, known, changes, cells }]);
        }
        if let Some(cases) = self.alternatives(situation, effects) {
            return Ok(cases);
        }
        let open: Vec<_> = changes.into_iter().filter(|c| !c.1.is_constant()).collect();
        let choices: Choices =
            open.into_iter().map(|(fact, after)| (fact, self.choice(fact, after))).collect();
        let mut conditions: Vec<Expr> = choices.values().map(|c| c.condition).collect();
        ludex_base::sort(&mut conditions);
        conditions.dedup();
        if conditions.is_empty() || conditions.len() > MOST_CASES {
            let action = self.text(action);
            return shape(format!("`{action}` changes more than {MOST_CELLS} cells at once"));
        }
        let mut cases = Vec::new();
        for &holds in &conditions {
            let case = self.case(situation, action, effects, &choices, &conditions, holds)?;
            cases.extend(case);
        }
        Ok(cases)
    }

    /// Returns the condition on which a change depends.
    fn choice(&mut self, fact: usize, after: Expr) -> Choice {
        let [kept, came] = [true, false]
            .map(|value| self.reader.assume(after, &Known::from_iter([(fact, value)])));
        let (condition, then, otherwise) = match (kept, came) {
            (kept, Expr::FALSE) => (self.reader.exprs.not(kept), false, None),
            (Expr::TRUE, came) => (came, true, None),
            (_, came) => (came, true, Some(false)),
        };
        Choice { condition, then, otherwise }
    }

    /// Returns the case where one of several conditions holds and no other. That there is always
    /// exactly one is not proved here; the comparison by play checks it.
    fn case(
        &mut self,
        situation: usize,
        action: Term,
        effects: &Effects,
        choices: &Choices,
        conditions: &[Expr],
        holds: Expr,
    ) -> Result<Option<Case>> {
        let condition = self.reader.exprs.and([effects.legal, holds]);
        let mut known = Known::default();
        for &other in conditions.iter().filter(|&&other| other != holds) {
            let not = self.reader.exprs.not(other);
            self.reader.implied(not, &mut known);
        }
        self.reader.implied(condition, &mut known);
        if !self.invariants.close(self.board, situation, &mut known) {
            return Ok(None);
        }
        let mut changes = Vec::new();
        for (fact, mut after) in self.changes(&effects.board, &known) {
            if let (false, Some(choice)) = (after.is_constant(), choices.get(&fact)) {
                let happens = choice.condition == holds;
                let value = if happens { Some(choice.then) } else { choice.otherwise };
                let Some(value) = value.filter(|value| known.get(&fact) != Some(value)) else {
                    continue;
                };
                after = Expr::constant(value);
            }
            changes.push((fact, after));
        }
        let cells = self.cells_of(&changes);
        if cells.len() > MOST_CELLS {
            let action = self.text(action);
            return shape(format!("`{action}` changes more than {MOST_CELLS} cells at once"));
        }
        Ok(Some(Case { condition, known, changes, cells }))
    }

    /// Returns a case for each alternative condition of legality, if they exclude each other and
    /// determine what changes.
    fn alternatives(&mut self, situation: usize, effects: &Effects) -> Option<Vec<Case>> {
        let parts = self.reader.exprs.disjuncts(effects.legal);
        if parts.len() > MOST_ALTERNATIVES {
            return None;
        }
        let mut cases: Vec<Case> = Vec::new();
        for condition in parts {
            let mut known = Known::default();
            self.reader.implied(condition, &mut known);
            if !self.invariants.close(self.board, situation, &mut known) {
                continue;
            }
            let excludes = |case: &Case| {
                case.known.iter().any(|(fact, value)| known.get(fact) == Some(&!value))
            };
            let changes = self.changes(&effects.board, &known);
            let cells = self.cells_of(&changes);
            if cells.len() > MOST_CELLS || !cases.iter().all(excludes) {
                return None;
            }
            cases.push(Case { condition, known, changes, cells });
        }
        Some(cases)
    }

    /// Returns the facts that change or may change, with their truth afterwards.
    fn changes(&mut self, board: &[Expr], known: &Known) -> Vec<(usize, Expr)> {
        let mut changes = Vec::new();
        for (fact, &after) in board.iter().enumerate() {
            if after == self.reader.exprs.fact(fact) {
                continue;
            }
            let after = self.reader.assume(after, known);
            let before = match known.get(&fact) {
                Some(&value) => Expr::constant(value),
                None => self.reader.exprs.fact(fact),
            };
            if after != before {
                changes.push((fact, after));
            }
        }
        changes
    }

    /// Returns the cells that change, and those on which the change depends.
    fn cells_of(&self, changes: &[(usize, Expr)]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        for &(fact, after) in changes {
            let facts = std::iter::once(fact).chain(self.reader.facts(after));
            cells.extend(facts.map(|f| self.board.facts[f].cell));
        }
        ludex_base::sort(&mut cells);
        cells.dedup();
        cells
    }
}
