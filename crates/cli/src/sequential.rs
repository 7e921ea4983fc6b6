//! The erased game where one agent moves at a time: what every command asks of it.

use std::path::Path;
use std::time::Instant;

use ludex_evidence::{Evidence, Statement};
use ludex_game::{Agent, Agents, Choice, Outcome, Picture, Question, Turn, nearest};
use ludex_games::Playable;
use ludex_logic::{Compiled, Vocabulary, compile};
use ludex_search::{AlphaBeta, CheckOptions, CheckReport, Checker, SolveOptions, SolveReport, dfs};
use serde_json::Value;

use crate::answer::{Checked, ProofSize, QueryCounts, Reached, Shown, Solved, Verified};
use crate::args::SolveAlgorithm;
use crate::definitions;
use crate::describe;
use crate::erased::AnyGame;
use crate::lines;
use crate::problem::Problem;
use crate::progress::Spinner;
use crate::requests::{CheckRequest, SetUp, SolveRequest};
use crate::verdict;

/// A game of turns with a position set up.
pub struct Sequential<G: Playable> {
    name: String,
    /// The digest of the file the game was read from.
    digest: Option<String>,
    game: G,
    state: G::State,
}

impl<G: Playable> Sequential<G> {
    /// The game at its start.
    pub fn new(name: String, digest: Option<String>, game: G) -> Sequential<G> {
        let state = game.initial();
        Sequential { name, digest, game, state }
    }

    /// The state after the moves of a text.
    fn played(&self, mut state: G::State, text: &str) -> Result<G::State, Problem> {
        // Errors are built from the state before the offending word.
        enum Refused {
            Over,
            Illegal(Agent),
        }
        let game = &self.game;
        let before = std::cell::RefCell::new(state.clone());
        lines::play_words(
            text,
            |word| {
                *before.borrow_mut() = state.clone();
                let agent = game.turn(&state).agent().ok_or(Refused::Over)?;
                let mv = game.read_move(&state, agent, word).ok_or(Refused::Illegal(agent))?;
                game.play(&mut state, agent, mv);
                Ok(())
            },
            |word, at, refused| match refused {
                Refused::Over => lines::game_over(text, word, at),
                Refused::Illegal(agent) => {
                    lines::not_a_move(game, &before.borrow(), agent, text, word, at)
                }
            },
        )?;
        Ok(state)
    }

    fn at(&self, set_up: &SetUp) -> Result<G::State, Problem> {
        describe::position(&self.game, set_up.position.as_deref())
            .and_then(|state| self.played(state, set_up.moves.as_deref().unwrap_or_default()))
            .map_err(|problem| set_up.blame(problem))
    }

    /// The agent asked about: the one named, or the one on turn (the first one at the end).
    fn asked(&self, name: Option<&str>, state: &G::State) -> Result<Agent, Problem> {
        let agents = self.game.agents();
        match name {
            None => Ok(self.game.turn(state).agent().unwrap_or(Agent::FIRST)),
            Some(name) => agents.named(name).ok_or_else(|| {
                let known = agents.names().join(", ");
                let close = nearest(name, agents.names().iter().map(String::as_str));
                Problem::at("agent", name, 0..name.len(), format!("`{name}` does not play here"))
                    .help(close.map_or(format!("the players are {known}"), |close| {
                        format!("did you mean `{close}`? The players are {known}")
                    }))
            }),
        }
    }

    fn compile(&self, request: &CheckRequest, asked: Agent) -> Result<Compiled, Problem> {
        let vocabulary = Vocabulary::of(&self.game, asked);
        compile(&request.formula, &request.definitions, &vocabulary).map_err(definitions::problem)
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

    fn write(&self, path: &Path, mut evidence: Evidence) -> Result<ProofSize, Problem> {
        evidence.digest.clone_from(&self.digest);
        let size = evidence.size() as u64;
        evidence
            .write(path)
            .map_err(|error| Problem::new(format!("cannot write {}: {error}", path.display())))?;
        Ok(ProofSize { size, cost: size as f64 })
    }

    /// Checks one position and describes what was found.
    fn check_one(
        &self,
        checker: &mut Checker<'_, G>,
        request: &CheckRequest,
        (compiled, asked): (&Compiled, Agent),
        state: &G::State,
    ) -> Result<Checked, Problem> {
        let budget = request.limits.budget();
        let mut spinner = Spinner::new(request.limits.quiet);
        let options = CheckOptions {
            plain: request.plain,
            deepening: compiled.deepening.clone().unwrap_or_default(),
        };
        let start = Instant::now();
        let report = checker.check(state, compiled.root, &options, &budget, &mut spinner);
        let seconds = start.elapsed().as_secs_f64();
        let mut checked = self.checked(request, asked, state, report, seconds);
        if let (Some(path), Some(_)) = (&request.evidence, checked.answer) {
            match checker.prove(state, compiled.root, &budget, &mut spinner) {
                Ok(proof) => {
                    let statement = Statement {
                        text: &request.formula,
                        definitions: request.user_definitions.as_deref(),
                        dag: &compiled.formulas,
                        formula: compiled.root,
                    };
                    let question = Question { game: &self.game, asked };
                    let evidence =
                        Evidence::formula(&self.name, question, state, statement, &proof)
                            .map_err(|rejection| Problem::new(rejection.to_string()))?;
                    checked.proof = Some(self.write(path, evidence)?);
                }
                Err(stopped) => {
                    checked.stopped = Some(format!("no proof within the budget: {stopped}"));
                }
            }
        }
        Ok(checked)
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
            algorithm: if request.plain { "dfps (plain)" } else { "dfps" }.to_string(),
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
            stopped: report.stopped.map(|stopped| stopped.to_string()),
        }
    }

    fn solved(
        &self,
        state: &G::State,
        report: SolveReport<G::Move>,
        algorithm: &str,
        seconds: f64,
    ) -> Solved {
        let outcomes = self.game.outcomes();
        let exact = report.bounds.exact();
        let turn = self.game.turn(state).agent();
        let score = exact.map(|outcome| outcomes.number(outcome));
        let flip = if turn == Some(Agent::SECOND) { -1.0 } else { 1.0 };
        let bounds = [report.bounds.low, report.bounds.high];
        let best = turn.map_or(Vec::new(), |agent| {
            report.best.iter().map(|&mv| self.game.write_move(state, agent, mv)).collect()
        });
        Solved {
            value: exact.map_or(Value::Null, |outcome| self.value(outcome)),
            score,
            relative: score.map(|score| 0.0 + flip * score),
            exact: exact.is_some(),
            best,
            bounds: bounds.map(|outcome| outcomes.number(outcome)),
            bound_names: bounds.map(|outcome| outcomes.name(outcome).to_string()),
            algorithm: algorithm.to_string(),
            position: self.game.write_position(state),
            turn: turn.map(|agent| self.game.agents().name(agent).to_string()),
            nodes: report.nodes,
            created: report.nodes,
            lp_calls: 0,
            strategies: 0,
            seconds,
            memory: report.bytes as u64,
            proof: None,
            expected: None,
            stopped: report.stopped.map(|stopped| stopped.to_string()),
        }
    }

    /// The name of an outcome, or its number where it is named by that.
    fn value(&self, outcome: Outcome) -> Value {
        let outcomes = self.game.outcomes();
        let (name, number) = (outcomes.name(outcome), outcomes.number(outcome));
        match name.parse::<f64>() {
            Ok(n) if n == number => describe::number(number),
            _ => Value::String(name.to_string()),
        }
    }

    /// Writes the pair of proofs for a solved value into a file and its size into the answer; or
    /// there why there is none.
    fn prove_value(
        &self,
        search: &mut AlphaBeta<'_, G>,
        request: &SolveRequest,
        state: &G::State,
        value: Outcome,
        solved: &mut Solved,
    ) -> Result<(), Problem> {
        let Some(path) = &request.evidence else { return Ok(()) };
        let mut spinner = Spinner::new(request.limits.quiet);
        let budget = request.limits.budget();
        let solutions = match search.weak_solutions(state, value, &budget, &mut spinner) {
            Ok(Some(solutions)) => solutions,
            Ok(None) => {
                let why = "no bounded proof exists, as play can go on for ever";
                solved.stopped = Some(why.to_string());
                return Ok(());
            }
            Err(stopped) => {
                solved.stopped = Some(format!("no proof within the budget: {stopped}"));
                return Ok(());
            }
        };
        let low = solutions.max.as_ref().map(|solution| (value, solution));
        let high = solutions.min.as_ref().map(|solution| (value, solution));
        let evidence = Evidence::value(&self.name, &self.game, state, low, high)
            .map_err(|rejection| Problem::new(rejection.to_string()))?;
        solved.proof = Some(self.write(path, evidence)?);
        Ok(())
    }
}

impl<G: Playable> AnyGame for Sequential<G> {
    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn set_up(&mut self, position: Option<&str>, moves: Option<&str>) -> Result<(), Problem> {
        let state = describe::position(&self.game, position)?;
        self.state = self.played(state, moves.unwrap_or_default())?;
        Ok(())
    }

    fn step(&mut self, line: &str) -> Result<(), Problem> {
        let words: Vec<(usize, &str)> = lines::words(line).collect();
        let &[(at, word)] = &words[..] else { return Err(lines::not_one_each(line, &words, 1)) };
        let agent = self.game.turn(&self.state).agent();
        let agent = agent.ok_or_else(|| lines::game_over(line, word, at))?;
        let mv = self
            .game
            .read_move(&self.state, agent, word)
            .ok_or_else(|| lines::not_a_move(&self.game, &self.state, agent, line, word, at))?;
        self.game.play(&mut self.state, agent, mv);
        Ok(())
    }

    fn show(&self) -> Shown {
        describe::shown(&self.name, &self.game, &self.state)
    }

    fn picture(&self) -> Picture {
        self.game.picture(&self.state)
    }

    fn reached(&self) -> Reached {
        describe::reached(&self.game, &self.state)
    }

    fn perft(&self, depth: u32) -> Result<Vec<(String, u64)>, Problem> {
        let Turn::Of(agent) = self.game.turn(&self.state) else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        self.game.moves(&self.state, agent, &mut moves);
        let below = |mv| {
            let next = self.game.after(&self.state, agent, mv);
            let count = ludex_game::perft(&self.game, &next, depth.saturating_sub(1));
            (self.game.write_move(&self.state, agent, mv), count)
        };
        Ok(moves.into_iter().map(below).collect())
    }

    fn check(
        &mut self,
        request: &CheckRequest,
        positions: &[SetUp],
        each: &mut dyn FnMut(Checked),
    ) -> Result<(), Problem> {
        let states: Result<Vec<G::State>, Problem> =
            positions.iter().map(|set_up| self.at(set_up)).collect();
        let states = states?;
        // A is usually the same in all positions; where not, each A has its own formula and table.
        let mut checkers: Vec<(Agent, Compiled)> = Vec::new();
        for state in &states {
            let asked = self.asked(request.asked.as_deref(), state)?;
            if !checkers.iter().any(|(agent, _)| *agent == asked) {
                checkers.push((asked, self.compile(request, asked)?));
            }
        }
        let max_bytes = request.limits.budget().max_bytes / checkers.len().max(1);
        let mut checkers: Vec<_> = checkers
            .iter()
            .map(|(asked, compiled)| {
                let question = Question { game: &self.game, asked: *asked };
                (*asked, compiled, Checker::new(question, &compiled.formulas, max_bytes))
            })
            .collect();
        for state in &states {
            let asked = self.asked(request.asked.as_deref(), state)?;
            let (_, compiled, checker) = checkers
                .iter_mut()
                .find(|(agent, ..)| *agent == asked)
                .expect("there is a checker for everybody asked about");
            each(self.check_one(checker, request, (compiled, asked), state)?);
            if crate::interrupt::interrupted() {
                break;
            }
        }
        Ok(())
    }

    fn solve(
        &mut self,
        request: &SolveRequest,
        positions: &[SetUp],
        each: &mut dyn FnMut(Solved),
    ) -> Result<(), Problem> {
        if self.game.agents().len() > 2 {
            let message = format!("{} has more than two agents and cannot be solved", self.name);
            return Err(Problem::new(message)
                .help("ask about one of them: `ludex check GAME \"paranoid(6)\" --for AGENT`"));
        }
        let states: Result<Vec<G::State>, Problem> =
            positions.iter().map(|set_up| self.at(set_up)).collect();
        let options = SolveOptions {
            transpositions: request.transpositions,
            hints: request.hints,
            symmetry: request.hints,
            all_best: request.all_best,
        };
        let max_bytes = request.limits.budget().max_bytes;
        let mut search = AlphaBeta::new(&self.game, options, max_bytes);
        for (state, set_up) in states?.iter().zip(positions) {
            let mut spinner = Spinner::new(request.limits.quiet);
            let budget = request.limits.budget();
            let start = Instant::now();
            let (report, algorithm) = match request.algorithm {
                SolveAlgorithm::Dfs => (dfs(&self.game, state, &budget, &mut spinner), "dfs"),
                SolveAlgorithm::Alphabeta | SolveAlgorithm::Auto => {
                    (search.solve(state, &budget, &mut spinner), "alphabeta")
                }
            };
            drop(spinner);
            let exact = report.bounds.exact();
            let seconds = start.elapsed().as_secs_f64();
            let mut solved = self.solved(state, report, algorithm, seconds);
            solved.expected = set_up.expected;
            if let Some(value) = exact {
                self.prove_value(&mut search, request, state, value, &mut solved)?;
            }
            each(solved);
            if crate::interrupt::interrupted() {
                break;
            }
        }
        Ok(())
    }

    fn verify(&self, evidence: &Evidence) -> Result<Verified, Problem> {
        Ok(verdict::verify(&self.game, self.digest.as_deref(), evidence))
    }

    fn scored(&self) -> bool {
        self.game.outcomes().len() > 3
    }
}
