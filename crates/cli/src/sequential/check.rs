//! `check` of a game of turns: formulas in positions, and their proofs.

use ludex_evidence::{Evidence, Proof, Statement};
use ludex_game::{Agent, Choice, Question, nearest};
use ludex_games::Playable;
use ludex_logic::{Compiled, Vocabulary, compile};
use ludex_search::CheckReport;
use ludex_sgl::atl::{check_atl_at, is_atl};

use super::Sequential;
use super::model_checker::{self, ModelChecker};
use crate::answer::{Checked, ProofSize, QueryCounts};
use crate::coalitions::{self, Place};
use crate::complaint::Complaint;
use crate::describe;
use crate::interrupt;
use crate::progress::Spinner;
use crate::requests::{CheckRequest, SetUp};

/// Checks the formula in every one of the positions.
pub fn run<G: Playable>(
    table: &Sequential<G>,
    request: &CheckRequest,
    positions: &[SetUp],
    each: &mut dyn FnMut(Checked),
) -> Result<(), Complaint> {
    if is_atl(&request.formula) {
        let states = table.states(positions)?;
        let decide = |state: &G::State, limits: &_| {
            check_atl_at(&table.game, state, &request.formula, limits)
        };
        let place = Place { name: &table.name, digest: table.digest.as_deref(), game: &table.game };
        return coalitions::check(place, &states, request, decide, each);
    }
    model_checker::fits(request)?;
    let states = table.states(positions)?;
    // A is usually the same in all positions; where not, each A has its own formula and table.
    let mut checkers: Vec<(Agent, Compiled)> = Vec::new();
    for state in &states {
        let asked = table.asked(request.asked.as_deref(), state)?;
        if !checkers.iter().any(|(agent, _)| *agent == asked) {
            checkers.push((asked, table.compile(request, asked)?));
        }
    }
    let max_bytes = request.limits.budget().max_bytes / checkers.len().max(1);
    let mut checkers: Vec<_> = checkers
        .iter()
        .map(|(asked, compiled)| {
            let question = Question { game: &table.game, asked: *asked };
            (*asked, compiled, ModelChecker::new(question, compiled, request, max_bytes))
        })
        .collect();
    for state in &states {
        let asked = table.asked(request.asked.as_deref(), state)?;
        let (_, compiled, checker) = checkers
            .iter_mut()
            .find(|(agent, ..)| *agent == asked)
            .expect("there is a checker for everybody asked about");
        each(table.check_one(checker, request, (compiled, asked), state)?);
        if interrupt::interrupted() {
            break;
        }
    }
    Ok(())
}

impl<G: Playable> Sequential<G> {
    /// The agent asked about: the one named, or the one on turn (the first one at the end).
    fn asked(&self, name: Option<&str>, state: &G::State) -> Result<Agent, Complaint> {
        let agents = self.game.agents();
        match name {
            None => Ok(self.game.turn(state).agent().unwrap_or(Agent::FIRST)),
            Some(name) => agents.named(name).ok_or_else(|| {
                let known = agents.names().join(", ");
                let close = nearest(name, agents.names().iter().map(String::as_str));
                Complaint::at("agent", name, 0..name.len(), format!("`{name}` does not play here"))
                    .help(close.map_or(format!("the players are {known}"), |close| {
                        format!("did you mean `{close}`? The players are {known}")
                    }))
            }),
        }
    }

    fn compile(&self, request: &CheckRequest, asked: Agent) -> Result<Compiled, Complaint> {
        let vocabulary = Vocabulary::of(&self.game, asked);
        compile(&request.formula, &request.definitions, &vocabulary).map_err(Complaint::in_source)
    }

    /// Checks one position and describes what was found.
    fn check_one(
        &self,
        checker: &mut ModelChecker<'_, G>,
        request: &CheckRequest,
        (compiled, asked): (&Compiled, Agent),
        state: &G::State,
    ) -> Result<Checked, Complaint> {
        let budget = request.limits.budget();
        let mut spinner = Spinner::new(request.limits.quiet);
        let prove = request.evidence.is_some();
        let found = checker.check(state, prove, &budget, &mut spinner);
        describe::sound(&self.game)?;
        let mut checked = self.checked(request, asked, state, found.report, found.seconds);
        match found.proof {
            None => {}
            Some(Ok(proof)) => {
                let size = self.size(request, (compiled, asked), state, &proof)?;
                let cost = found.minimal.and_then(|value| value.at_least().finite());
                checked.proof = Some(ProofSize {
                    cost: cost.map_or(size.cost, |cost| cost as f64),
                    minimal: cost.map(|_| model_checker::costs(request).name),
                    ..size
                });
            }
            Some(Err(stopped)) => {
                let least = found.minimal.map_or(String::new(), |value| {
                    let name = model_checker::costs(request).name;
                    format!("; it has a {name} of at least {}", value.at_least())
                });
                checked.stopped = Some(format!("no proof within the budget: {stopped}{least}"));
            }
        }
        Ok(checked)
    }

    /// The size of a proof, which is written where that was asked for.
    fn size(
        &self,
        request: &CheckRequest,
        (compiled, asked): (&Compiled, Agent),
        state: &G::State,
        proof: &Proof<G::Move>,
    ) -> Result<ProofSize, Complaint> {
        let Some(path) = &request.evidence else {
            let size = proof.nodes.len() as u64;
            return Ok(ProofSize { size, cost: size as f64, minimal: None });
        };
        let statement = Statement {
            text: &request.formula,
            definitions: request.user_definitions.as_deref(),
            dag: &compiled.formulas,
            formula: compiled.root,
        };
        let question = Question { game: &self.game, asked };
        let evidence = Evidence::formula(&self.name, question, state, statement, proof)
            .map_err(|rejection| Complaint::new(rejection.to_string()))?;
        self.write(path, evidence)
    }

    fn checked(
        &self,
        request: &CheckRequest,
        asked: Agent,
        state: &G::State,
        report: CheckReport<G::Move>,
        seconds: f64,
    ) -> Checked {
        Checked {
            answer: report.answer,
            algorithm: model_checker::name(request),
            asked: self.game.agents().name(asked).to_string(),
            formula: request.formula.clone(),
            position: self.game.write_position(state),
            queries: QueryCounts {
                atomic: report.queries.atomic,
                listmoves: report.queries.listmoves,
                play: report.queries.play,
            },
            nodes: report.nodes,
            seconds,
            proof: None,
            line: self.line(state, &report.line),
            strategy: Vec::new(),
            stopped: report.stopped.map(|stopped| stopped.to_string()),
        }
    }

    /// A line of choices as text, replayed from the state.
    fn line(&self, state: &G::State, line: &[(Agent, Choice<G::Move>)]) -> Vec<String> {
        let mut state = state.clone();
        let mut texts = Vec::new();
        for &(agent, choice) in line {
            match choice {
                Choice::Pass => texts.push("pass".to_string()),
                Choice::Move(mv) => {
                    texts.push(self.game.write_move(&state, agent, mv));
                    self.game.play(&mut state, agent, mv);
                }
            }
        }
        texts
    }
}
