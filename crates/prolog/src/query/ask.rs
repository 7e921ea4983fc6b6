//! Answering questions.

use ludex_base::{Budget, OutOfBudget, Stopped, TextError};
use ludex_game::NoInduction;
use serde_json::{Value, json};

use super::answer::{Answer, Error, Options};
use super::read::Query;
use crate::engine::{Limit, Machine, SceneryId, Stop, max_states};
use crate::play::{Graph, plans, shortest_plans};
use crate::program::{Core, Literal};
use crate::resolution::{Answer as Refutation, Resolution, plan_text};
use crate::syntax::{Act, Goal, Goals, Modality, Term};
use crate::terms::TermId;
use crate::{ExtensiveGame, NoValue, Program};

/// The limit on the tree that is written as an `.efg` text.
const LARGEST_TREE: usize = 200_000;

/// Answers a question about a program with the default limits.
///
/// ```
/// use ludex_prolog::{Program, query};
/// let program = Program::read("s.  [1:a] m :- s.  [2:b] p :- m.  [2:c] q :- m.").unwrap();
/// assert_eq!(query(&program, "plan p").unwrap().result, serde_json::json!(["[1:a][2:b]"]));
/// assert_eq!(query(&program, "force {1} : p").unwrap().result, false);
/// assert_eq!(query(&program, "force {1,2} : p").unwrap().result, true);
/// ```
pub fn query(program: &Program, text: &str) -> Result<Answer, Error> {
    answer(program, text, &Options::default())
}

/// Answers a question about a program.
pub fn answer(program: &Program, text: &str, options: &Options) -> Result<Answer, Error> {
    if let Some(ordinary) = program.ordinary() {
        return super::ordinary::answer(ordinary, text, options);
    }
    let (program, query) = read(program, text)?;
    let mut answer = answered(&program, &query, options)?;
    if let Some(goals) = query.goals() {
        answer.notes.extend(program.undefined_in(goals));
    }
    Ok(answer)
}

fn answered(program: &Program, query: &Query, options: &Options) -> Result<Answer, Error> {
    let asked = Asked { program, options };
    let answered = match query {
        Query::Plan(goals) => asked.plan(goals),
        Query::Plans(longest, goals) => asked.plans(*longest, goals),
        Query::Scenery(path) => asked.scenery(path),
        Query::Enabled(path) => asked.enabled(path),
        Query::Holds(path, goals) => asked.holds(path, goals),
        Query::Force(coalition, goals) => return asked.force(coalition, goals),
        Query::States => asked.states(),
        Query::Trace(goals, via) => asked.trace(goals, via.as_deref()),
        Query::Goals(goals) => asked.goals(goals),
        Query::Uniformly(coalition, goals) => return asked.uniformly(coalition, goals),
        Query::Equilibria => return asked.equilibria(),
        Query::Nash => return asked.nash(),
        Query::Efg => return asked.efg(),
    };
    answered.or_else(|stop| Error::or_unknown(stop, program))
}

/// Returns whether a text is a question of this language about a program.
pub fn is_question(program: &Program, text: &str) -> bool {
    read(program, text).is_ok()
}

/// Parses a question; returns it with a copy of the program that has its names.
pub(super) fn read(program: &Program, text: &str) -> Result<(Program, Query), Error> {
    let mut symbols = program.symbols().clone();
    let query = Query::read(text, &mut symbols).map_err(Error::Query)?;
    Ok((program.with_symbols(symbols, query.goals()), query))
}

/// A program with the options of a question.
pub(super) struct Asked<'a> {
    pub program: &'a Program,
    pub options: &'a Options,
}

impl Asked<'_> {
    pub fn graph(&self, goals: Option<&Goals>) -> Graph {
        let mut machine = Machine::new(&Core::new(self.program, goals));
        machine.budget = self.options.budget.clone();
        machine.max_inferences = self.options.max_inferences;
        Graph::new(machine)
    }

    fn plan(&self, goals: &Goals) -> Result<Answer, Stop> {
        let mut graph = self.graph(Some(goals));
        let found = shortest_plans(&mut graph)?;
        Ok(Answer::new(plan_texts(&graph, &found)))
    }

    fn plans(&self, longest: usize, goals: &Goals) -> Result<Answer, Stop> {
        let mut graph = self.graph(Some(goals));
        let found = plans(&mut graph, longest)?;
        Ok(Answer::new(plan_texts(&graph, &found)))
    }

    fn scenery(&self, path: &[Term]) -> Result<Answer, Stop> {
        let mut graph = self.graph(None);
        let (scenery, legal) = walk(&mut graph, path)?;
        Ok(marked(Answer::new(graph.atoms_text(scenery)), legal))
    }

    fn enabled(&self, path: &[Term]) -> Result<Answer, Stop> {
        let mut graph = self.graph(None);
        let (scenery, legal) = walk(&mut graph, path)?;
        let node = graph.node(scenery);
        let actions: Vec<TermId> = graph.moves(node)?.iter().map(|mv| mv.action).collect();
        let texts: Vec<String> = actions.into_iter().map(|a| graph.action_text(a)).collect();
        Ok(marked(Answer::new(texts), legal))
    }

    fn holds(&self, path: &[Term], goals: &Goals) -> Result<Answer, Stop> {
        let mut graph = self.graph(Some(goals));
        let (scenery, legal) = walk(&mut graph, path)?;
        let holds = graph.machine.holds(scenery)?;
        Ok(marked(Answer::new(holds), legal))
    }

    fn states(&self) -> Result<Answer, Stop> {
        let mut graph = self.graph(None);
        match graph.explore()? {
            true => Ok(Answer::new(graph.len())),
            false => Ok(Answer::unknown(Limit::States).note(format!("at least {}", graph.len()))),
        }
    }

    /// Returns the first refutation with a shortest plan, or with the given plan.
    fn trace(&self, goals: &Goals, via: Option<&[Term]>) -> Result<Answer, Stop> {
        let mut resolution = Resolution::new(self.program, goals);
        let longest = match via {
            Some(via) => Some(via.len()),
            None => crate::play::shortest_length(&mut self.graph(Some(goals)))?,
        };
        let Some(longest) = longest else { return Ok(Answer::new(Vec::<Value>::new())) };
        if let Some(via) = via {
            resolution = resolution.via(via.to_vec());
        }
        let mut stop = None;
        let mut accept = |refutation: &Refutation| {
            let checked = self.postponed_hold(refutation);
            checked.unwrap_or_else(|fault| {
                stop = Some(fault);
                false
            })
        };
        let found = resolution.first(longest, &mut accept);
        match (found, stop) {
            (Some(found), _) => {
                let trace = resolution.trace(&found.derivation);
                let tree = crate::resolution::draw(&trace);
                let mut table = trace.to_json();
                table["text"] = json!(trace.to_text());
                table["svg"] = json!(tree.to_svg());
                table["dot"] = json!(tree.to_dot());
                Ok(Answer::new(trace.lines()).with(table))
            }
            (None, Some(stop)) => Err(stop),
            (None, None) => {
                let none = Answer::new(Vec::<Value>::new());
                Ok(match via {
                    Some(_) => none,
                    None => none.note(format!(
                        "there is a plan of {longest} actions (ask `plan`), which resolution from \
                         the goal does not find"
                    )),
                })
            }
        }
    }

    /// Returns whether the goals that a refutation postponed are true along its plan, which must be
    /// legal.
    fn postponed_hold(&self, refutation: &Refutation) -> Result<bool, Stop> {
        let mut graph = self.graph(None);
        if !walk(&mut graph, &refutation.plan)?.1 {
            return Ok(false);
        }
        for (path, literal) in &refutation.postponed {
            let mut variables = 0;
            literal.each_variable(&mut |v| variables = variables.max(v + 1));
            let variables = (0..variables).map(|v| format!("V{v}")).collect();
            let goals = Goals { coalition: None, goals: vec![written(literal)], variables };
            let mut graph = self.graph(Some(&goals));
            let (scenery, _) = walk(&mut graph, path)?;
            if graph.machine.holds(scenery)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the program as an extensive game, if it is small enough.
    fn tree(&self) -> Result<ExtensiveGame, Error> {
        let most = max_states(&self.options.budget).min(LARGEST_TREE);
        ExtensiveGame::of_program(self.program, most).map_err(Error::Program)
    }

    fn efg(&self) -> Result<Answer, Error> {
        let tree = self.tree()?;
        Ok(Answer::new(tree.write_efg()))
    }

    /// Returns the answers with the shortest plans, each with the values of the variables.
    fn goals(&self, goals: &Goals) -> Result<Answer, Stop> {
        let mut graph = self.graph(Some(goals));
        let found = shortest_plans(&mut graph)?;
        let names: Vec<String> =
            goals.variables.iter().filter(|name| *name != "_").cloned().collect();
        let mut answers = Vec::new();
        for plan in found {
            let mut scenery = SceneryId::INITIAL;
            for &action in &plan {
                scenery = graph.machine.successor(scenery, action)?;
            }
            let texts: Vec<String> = plan.iter().map(|&a| graph.action_text(a)).collect();
            for values in graph.machine.answers(scenery)? {
                let bindings: serde_json::Map<String, Value> = names
                    .iter()
                    .zip(values)
                    .map(|(name, value)| (name.clone(), json!(graph.machine.write(value))))
                    .collect();
                answers.push(json!({ "plan": plan_text(&texts), "bindings": bindings }));
            }
        }
        Ok(Answer::new(answers))
    }
}

/// Returns the answer that a limit was reached.
pub(super) fn unknown(stopped: Stopped, budget: &Budget) -> Answer {
    Answer::unknown(out_of(stopped, budget))
}

/// Says which limit was reached.
pub(super) fn out_of(stopped: Stopped, budget: &Budget) -> OutOfBudget {
    match stopped {
        Stopped::Nodes => OutOfBudget::states(budget.max_nodes.unwrap_or(u64::MAX)),
        Stopped::Memory => OutOfBudget::new(stopped, format!("{} bytes", budget.max_bytes)),
        _ => OutOfBudget::polled(stopped),
    }
}

/// The questions that an extensive game can be asked.
pub const TREE_QUERIES: &[&str] = &["equilibria", "value", "tree"];

/// Answers a question about an extensive game: `equilibria`, as of a program, where everybody sees
/// everything; the `value` of a zero-sum game of two players, whatever they see. (The library draws
/// the `tree`.)
pub fn answer_about_tree(
    tree: &ExtensiveGame,
    text: &str,
    budget: &Budget,
) -> Result<Answer, TextError> {
    let refused = |message: String| TextError::new(message, 0..text.len());
    match text.trim() {
        "value" => match tree.hidden_value(budget) {
            Ok(found) => Ok(tree.value_answer(&found)),
            Err(NoValue::Stopped(stopped)) => Ok(unknown(stopped, budget)),
            Err(error) => Err(refused(error.to_string())),
        },
        "equilibria" if tree.has_hidden_information() => {
            let message = "backward induction is for games where everybody sees everything";
            Err(refused(message.to_string())
                .help("`value` is found in zero-sum games of two players with hidden information"))
        }
        "equilibria" => match tree.equilibria(budget) {
            Ok(answer) => Ok(answer),
            Err(NoInduction::Stopped(stopped)) => Ok(unknown(stopped, budget)),
            Err(NoInduction::Cycle(_)) => Err(TextError::new("the tree is none", 0..0)),
            Err(error @ NoInduction::Combinations(_)) => Err(refused(error.to_string())),
        },
        _ => Err(refused("this is no question about an extensive game".to_string())
            .help(format!("expected {}", TREE_QUERIES.join(" or ")))),
    }
}

/// Returns a goal of a body as a goal of the syntax.
fn written(literal: &Literal) -> Goal {
    match literal {
        Literal::Atom(shifts, atom) => {
            let modality = |shift: &crate::program::Shift| match shift.back {
                true => Modality::Before(shift.action.clone()),
                false => Modality::After(Act::One(shift.action.clone())),
            };
            Goal::Atom(shifts.iter().map(modality).collect(), atom.clone())
        }
        Literal::Not(inner) => Goal::Not(Box::new(written(inner))),
        Literal::Test(operator, left, right) => Goal::Test(*operator, left.clone(), right.clone()),
    }
}

/// Returns the scenery at the end of a path, and whether the path is legal.
fn walk(graph: &mut Graph, path: &[Term]) -> Result<(SceneryId, bool), Stop> {
    let (mut scenery, mut legal) = (SceneryId::INITIAL, true);
    for action in path {
        let action = graph.machine.intern(action, 0);
        if legal {
            let node = graph.node(scenery);
            legal = graph.moves(node)?.iter().any(|mv| mv.action == action);
        }
        scenery = graph.machine.successor(scenery, action)?;
    }
    Ok((scenery, legal))
}

fn marked(answer: Answer, legal: bool) -> Answer {
    if legal {
        answer
    } else {
        answer.note("the path is not legal: not all of its actions are enabled")
    }
}

/// Returns plans as texts, the shortest first, those of one length in the order of the alphabet.
fn plan_texts(graph: &Graph, plans: &[Vec<TermId>]) -> Vec<String> {
    let text = |plan: &Vec<TermId>| {
        let texts: Vec<String> = plan.iter().map(|&action| graph.action_text(action)).collect();
        (plan.len(), plan_text(&texts))
    };
    let mut texts: Vec<(usize, String)> = plans.iter().map(text).collect();
    ludex_base::sort(&mut texts);
    texts.into_iter().map(|(_, text)| text).collect()
}
