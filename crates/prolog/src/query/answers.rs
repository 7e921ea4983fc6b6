//! All answers of goals, computed on demand.

use std::collections::VecDeque;

use ludex_base::{Budget, NoAnswer, TextError};

use super::answer::{Error, Options};
use crate::Program;
use crate::engine::{Limit, Machine, Stop};
use crate::play::{Graph, shortest_length};
use crate::program::Core;
use crate::terms::TermId;

/// An answer: a legal plan, and the values of the variables after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanAnswer {
    /// The actions of the plan as texts.
    pub plan: Vec<String>,
    /// The variables of the query with their values.
    pub bindings: Vec<(String, String)>,
}

/// The answers of goals, those with shorter plans first. The search is fair: everything that legal
/// play can reach is reached, though there may be infinitely many plans.
///
/// ```
/// use ludex_prolog::{Answers, Options, Program};
/// let program = Program::read("n(0). [1:up] n(M) :- n(N), M is N + 1.").unwrap();
/// let mut answers = Answers::new(&program, "n(X), X > 1", &Options::default()).unwrap();
/// let first = answers.next().unwrap().unwrap();
/// assert_eq!(first.plan, ["1:up", "1:up"]);
/// assert_eq!(answers.next().unwrap().unwrap().bindings, [("X".to_owned(), "3".to_owned())]);
/// ```
#[derive(Debug)]
pub struct Answers {
    program: Program,
    graph: Graph,
    names: Vec<String>,
    /// Paths whose last scenery was not evaluated yet.
    open: VecDeque<(usize, Vec<TermId>)>,
    /// Answers that were found but not returned yet.
    found: VecDeque<PlanAnswer>,
    seen: usize,
}

impl Answers {
    /// Starts the search with the empty plan.
    pub fn new(program: &Program, goals: &str, options: &Options) -> Result<Answers, TextError> {
        let (program, goals) = program.goals(goals)?;
        let mut machine = Machine::new(&Core::new(&program, Some(&goals)));
        machine.budget = options.budget.clone();
        machine.max_inferences = options.max_inferences;
        let names = goals.variables.iter().filter(|name| *name != "_").cloned().collect();
        let open = VecDeque::from([(0, Vec::new())]);
        let graph = Graph::new(machine);
        Ok(Answers { program, graph, names, open, found: VecDeque::new(), seen: 0 })
    }

    /// Sets the limits of what is searched from now on.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.graph.machine.budget = budget.clone();
    }

    /// Searches until an answer is found; returns `None` if nothing is left.
    fn search(&mut self) -> Result<Option<PlanAnswer>, Stop> {
        // On a finite graph that never reaches the goal there are still infinitely many paths.
        if self.seen == 0 && shortest_length(&mut self.graph)?.is_none() {
            self.open.clear();
        }
        loop {
            if let Some(answer) = self.found.pop_front() {
                return Ok(Some(answer));
            }
            let Some((node, path)) = self.open.pop_front() else { return Ok(None) };
            self.seen += 1;
            if self.open.len() > self.graph.machine.max_states() {
                return Err(Stop::Limit(Limit::Plans));
            }
            for mv in self.graph.moves(node)?.to_vec() {
                self.open.push_back((mv.target, [&path[..], &[mv.action]].concat()));
            }
            let scenery = self.graph.scenery(node);
            for values in self.graph.machine.answers(scenery)? {
                let texts = values.into_iter().map(|value| self.graph.machine.write(value));
                let bindings = self.names.iter().cloned().zip(texts).collect();
                let plan = path.iter().map(|&action| self.graph.action_text(action)).collect();
                self.found.push_back(PlanAnswer { plan, bindings });
            }
        }
    }
}

impl Iterator for Answers {
    type Item = Result<PlanAnswer, NoAnswer<Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.search() {
            Ok(answer) => answer.map(Ok),
            Err(stop) => {
                self.open.clear();
                Some(Err(Error::from_stop(stop, &self.program)))
            }
        }
    }
}
