//! A refutation in the form of \[BR04\]: clause, rule, unifier, action sequence.

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::goal::{Target, What, read};
use super::search::{Derivation, How, Inversion, Resolution, Stage, Taken};
use crate::program::Literal;
use crate::syntax::{Operator, Show, Term};
use crate::terms::Cell;

/// A step of a trace.
#[derive(Clone, Debug)]
pub struct TraceStep {
    /// `EXT`, `RED`, `INV`; `TEST` for comparisons, `CAN` for `[a][a-]`, `NOT` for goals that are
    /// checked when the plan is complete.
    pub rule: &'static str,
    /// The number of the clause in the file; 0 where there is none.
    pub clause: usize,
    /// The goal that was resolved.
    pub resolved: String,
    /// The step that introduced that goal, from 1; 0 for the query.
    pub parent: usize,
    /// The bindings of the most general unifier. Variables of the clause have the number of the
    /// step as a suffix.
    pub unifier: Vec<(String, String)>,
    /// The objective clause after the step.
    pub goals: String,
    /// The action sequence after the step.
    pub plan: String,
}

/// A refutation, step by step.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The objective clause at the start.
    pub query: String,
    /// The steps.
    pub steps: Vec<TraceStep>,
}

impl Trace {
    /// Returns lines `EXT(4) [a]`: the rules and the action sequences, as in
    /// [BR04, Tables 1, 3 and 4].
    pub fn lines(&self) -> Vec<String> {
        let steps = self.steps.iter().filter(|step| matches!(step.rule, "EXT" | "RED" | "INV"));
        steps.map(|step| format!("{}({}) {}", step.rule, step.clause, step.plan)).collect()
    }

    /// Returns the trace as JSON.
    pub fn to_json(&self) -> Value {
        let step = |step: &TraceStep| {
            let unifier: serde_json::Map<String, Value> =
                step.unifier.iter().map(|(v, t)| (v.clone(), json!(t))).collect();
            json!({
                "rule": step.rule, "clause": step.clause, "resolved": step.resolved,
                "from": step.parent, "unifier": unifier, "goals": step.goals, "plan": step.plan,
            })
        };
        json!({ "query": self.query, "steps": self.steps.iter().map(step).collect::<Vec<_>>() })
    }

    /// Returns the trace as a text table.
    pub fn to_text(&self) -> String {
        let mut rows = vec![[self.query.clone(), String::new(), String::new(), "ε".into()]];
        for step in &self.steps {
            let unifier: Vec<String> =
                step.unifier.iter().map(|(v, t)| format!("{v}={t}")).collect();
            let rule = match step.clause {
                0 => step.rule.to_owned(),
                clause => format!("{}({clause})", step.rule),
            };
            rows.push([step.goals.clone(), rule, unifier.join(" "), step.plan.clone()]);
        }
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..4).map(|column| width(column).unwrap_or(0)).collect();
        let line = |row: &[String; 4]| {
            let cells = row.iter().zip(&widths).map(|(text, &width)| {
                let blanks = width - text.chars().count();
                format!("{text}{}", " ".repeat(blanks))
            });
            format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        rows.iter().map(line).collect()
    }
}

impl Resolution {
    /// Repeats the steps of a refutation and records them.
    pub fn trace(&mut self, derivation: &Derivation) -> Trace {
        let (mut stage, values) = self.start(derivation.query);
        let mut names = Names::default();
        for (&value, name) in values.iter().zip(&self.variables) {
            names.known.insert(value, name.clone());
        }
        let query = self.objective(&stage, &names);
        let mut steps = Vec::new();
        for (i, &taken) in derivation.taken.iter().enumerate() {
            let (trail, cells) = (self.heap.trail_length(), self.heap.cells.len());
            let resolved = self.goal_text(&stage.goals[taken.selected], &names);
            let parent = stage.goals[taken.selected].born;
            let before = plan_text(&self.action_texts(&stage, &names));
            let Some(next) = self.apply(&stage, taken, i + 1) else { break };
            self.name_variables(taken, cells, i + 1, &mut names);
            let unifier = self.unifier(trail, &names);
            let goals = self.objective(&next, &names);
            let plan = plan_text(&self.action_texts(&next, &names));
            let (rule, clause) = self.described(taken);
            let step = |rule, goals, plan| TraceStep {
                rule,
                clause,
                resolved: resolved.clone(),
                parent,
                unifier: unifier.clone(),
                goals,
                plan,
            };
            if let How::Invert(Inversion { rule, actions, .. }) = taken.how {
                // After the inversion the head of the clause replaces the goal, after the actions
                // of its prefix that play does not get to.
                let mut between = stage.clone();
                let rule = self.rules[rule].clone();
                let variables: Vec<Cell> =
                    (cells..cells + rule.variables).map(Cell::reference).collect();
                let later = rule.prefix[actions..].iter();
                let shifts = later.map(|action| (self.heap.build(action, &variables), false));
                let shifts = shifts.collect();
                let atom = self.heap.build(&rule.head, &variables);
                between.goals[taken.selected] =
                    Target { shifts, what: What::Atom(atom), parents: None, born: parent };
                let goals = self.objective(&between, &names);
                steps.push(step("INV", goals, before));
            }
            steps.push(step(rule, goals, plan));
            stage = next;
        }
        self.add_postponed(stage, &names, &mut steps);
        self.heap.undo(0, 0);
        Trace { query, steps }
    }

    /// Adds the goals `NOT g`, which are checked along the plan when it is complete.
    fn add_postponed(&self, mut stage: Stage, names: &Names, steps: &mut Vec<TraceStep>) {
        let plan = plan_text(&self.action_texts(&stage, names));
        while !stage.goals.is_empty() {
            let goal = stage.goals.remove(0);
            steps.push(TraceStep {
                rule: "NOT",
                clause: 0,
                resolved: self.goal_text(&goal, names),
                parent: goal.born,
                unifier: Vec::new(),
                goals: self.objective(&stage, names),
                plan: plan.clone(),
            });
        }
    }

    /// Returns the actions of a refutation in the order of its plan, each with the body atoms of
    /// the clause that introduced it.
    pub fn extensions(&mut self, derivation: &Derivation) -> Vec<(Term, Vec<Term>)> {
        let (mut stage, _) = self.start(derivation.query);
        let mut found: Vec<(Vec<Cell>, Vec<Cell>)> = Vec::new();
        for (i, &taken) in derivation.taken.iter().enumerate() {
            let Some(next) = self.apply(&stage, taken, i + 1) else { break };
            let new = next.plan.len() - stage.plan.len();
            if new > 0 {
                let body = next.goals.iter().filter(|goal| goal.born == i + 1);
                let atoms = body.filter_map(|goal| match goal.what {
                    What::Atom(atom) => Some(atom),
                    _ => None,
                });
                found.push((next.plan[..new].to_vec(), atoms.collect()));
            }
            stage = next;
        }
        let mut path = Vec::new();
        for (actions, body) in found.into_iter().rev() {
            let term = |cell: &Cell| read(&self.heap, *cell, &mut Vec::new());
            let body: Vec<Term> = body.iter().map(term).collect();
            path.extend(actions.iter().map(|action| (term(action), body.clone())));
        }
        self.heap.undo(0, 0);
        path
    }

    fn described(&self, taken: Taken) -> (&'static str, usize) {
        match taken.how {
            How::Test => ("TEST", 0),
            How::Cancel => ("CAN", 0),
            How::Reduce(rule) => ("RED", self.rules[rule].number),
            How::Extend(rule) | How::Invert(Inversion { rule, .. }) => {
                ("EXT", self.rules[rule].number)
            }
        }
    }

    /// Names the variables of the clause of a step, which are the first new cells.
    fn name_variables(&self, taken: Taken, cells: usize, step: usize, names: &mut Names) {
        let rule = match taken.how {
            How::Reduce(rule) | How::Extend(rule) => rule,
            How::Invert(inversion) => inversion.rule,
            How::Test | How::Cancel => return,
        };
        let rule = &self.rules[rule];
        for i in 0..rule.variables {
            let own = rule.number.checked_sub(1).and_then(|n| self.names[n].get(i));
            let name = own.filter(|name| *name != "_").map_or(format!("V{i}"), Clone::clone);
            names.known.insert(Cell::reference(cells + i), format!("{name}_{step}"));
        }
    }

    fn unifier(&self, trail: usize, names: &Names) -> Vec<(String, String)> {
        let bound = self.heap.bound_since(trail);
        let named = bound.into_iter().filter_map(|v| Some((names.known.get(&v)?.clone(), v)));
        named.map(|(name, variable)| (name, self.text(variable, names))).collect()
    }

    fn text(&self, cell: Cell, names: &Names) -> String {
        let mut unbound = Vec::new();
        let term = read(&self.heap, cell, &mut unbound);
        let variables: Vec<String> = unbound.iter().map(|v| names.of(*v)).collect();
        let text = Show { what: &term, symbols: &self.symbols, variables: &variables }.to_string();
        self.without_new_names(text)
    }

    /// Replaces the name of a new predicate, which starts the text if it occurs.
    fn without_new_names(&self, text: String) -> String {
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
        let shown = self.shown.iter().find_map(|(name, shown)| {
            text.strip_prefix(name.as_str()).filter(|rest| ends(rest)).map(|rest| (shown, rest))
        });
        match shown {
            Some((shown, rest)) => format!("{shown}{rest}"),
            None => text,
        }
    }

    fn action_texts(&self, stage: &Stage, names: &Names) -> Vec<String> {
        stage.plan.iter().map(|&action| self.text(action, names)).collect()
    }

    fn objective(&self, stage: &Stage, names: &Names) -> String {
        let goals: Vec<String> = stage.goals.iter().map(|g| self.goal_text(g, names)).collect();
        format!("← {}", goals.join(", ")).trim_end().to_owned()
    }

    fn goal_text(&self, goal: &Target, names: &Names) -> String {
        let shifts: String = goal
            .shifts
            .iter()
            .map(|&(action, back)| {
                format!("[{}{}]", self.text(action, names), if back { "-" } else { "" })
            })
            .collect();
        let inner = match &goal.what {
            What::Atom(atom) => self.text(*atom, names),
            What::Test(operator, left, right) => self.test_text(*operator, *left, *right, names),
            What::Not(literal, variables) => {
                format!("NOT {}", self.literal(literal, variables, names))
            }
        };
        format!("{shifts}{}{inner}", if shifts.is_empty() { "" } else { " " })
    }

    fn test_text(&self, operator: Operator, left: Cell, right: Cell, names: &Names) -> String {
        format!("{} {operator} {}", self.text(left, names), self.text(right, names))
    }

    fn literal(&self, literal: &Literal, variables: &[Cell], names: &Names) -> String {
        let text = |term: &Term| {
            let mut unbound = Vec::new();
            let term = super::search::substitute(&self.heap, term, variables, &mut unbound);
            let variables: Vec<String> = unbound.iter().map(|v| names.of(*v)).collect();
            let show = Show { what: &term, symbols: &self.symbols, variables: &variables };
            self.without_new_names(show.to_string())
        };
        match literal {
            Literal::Atom(shifts, atom) => {
                let shifts: String = shifts
                    .iter()
                    .map(|s| format!("[{}{}]", text(&s.action), if s.back { "-" } else { "" }))
                    .collect();
                format!("{shifts}{}", text(atom))
            }
            Literal::Not(inner) => format!("NOT {}", self.literal(inner, variables, names)),
            Literal::Test(operator, left, right) => {
                format!("{} {operator} {}", text(left), text(right))
            }
        }
    }
}

/// The names of variables.
#[derive(Default)]
struct Names {
    known: FxHashMap<Cell, String>,
}

impl Names {
    fn of(&self, variable: Cell) -> String {
        self.known.get(&variable).cloned().unwrap_or_else(|| format!("_{}", variable.place()))
    }
}

/// Returns `[1:a][2:b]`; `[]` if there is no action.
pub(crate) fn plan_text(actions: &[String]) -> String {
    match actions.is_empty() {
        true => "[]".into(),
        false => actions.iter().map(|action| format!("[{action}]")).collect(),
    }
}
