//! Game Prolog: `.gp` programs.

use std::path::Path;
use std::sync::Arc;

use ludex_base::{Budget, NoAnswer, digest};
use ludex_evidence::{Claim, Evidence};
use ludex_game::{DynGame, OnTurnOnly};
use ludex_prolog::{
    Answer, Error, OneByOne, Options, Program, PrologGame, Refused, answer, verify_strictly,
    verify_within,
};
use serde_json::{Map, Value, json};

use super::{AskedFile, GameFile, NextAnswer, line_of};
use crate::answers::{Described, Replied, Strictly, Verified, Warning};
use crate::coalitions;
use crate::error::InputError;
use crate::requests::{Limits, Query};
use crate::session::Session;
use crate::verify::{OF_PROLOG, require_uncommented, uncommented, verdict_of};

/// The most sceneries of a program that are explored when it is opened as a game.
const STATES: usize = 200_000;

/// The inferences for each scenery that a limit on nodes allows: the evaluation of one scenery need
/// not end either.
const INFERENCES: u64 = 1000;

/// What runs programs.
const ENGINE: &str = "the machine of Game Prolog";

/// What programs are compared with where they are checked strictly.
const REFERENCE: &str = "plain resolution";

/// Opens a program as a game, if it can be explored within the budget.
pub(super) fn open(file: &Arc<GameFile>, budget: &Budget) -> Result<Session, InputError> {
    game(file, budget).map(|(program, game)| session(file, &program, game))
}

fn game(file: &GameFile, budget: &Budget) -> Result<(Program, PrologGame), InputError> {
    let wrong = |error| InputError::in_text(&file.name, &file.text, error);
    let program = Program::read_within(&file.text, &including(file), budget)
        .map_err(|error| InputError::opening(&file.name, error, wrong))?;
    let game = PrologGame::opened_within(&program, STATES, budget)
        .map_err(|error| InputError::opening(&file.name, error, wrong))?;
    Ok((program, game))
}

fn session(file: &Arc<GameFile>, program: &Program, game: PrologGame) -> Session {
    let session = Session::of(&file.name, DynGame::new(OnTurnOnly::new(game))).of_file(file);
    Session { hidden: says_who_sees(program), ..session }
}

/// Returns whether a program says with `sees(Player,What)` what players see, so that they do not see
/// everything.
fn says_who_sees(program: &Program) -> bool {
    let defined = program.clauses().iter().filter_map(|clause| clause.head.functor());
    let mut names = defined.filter(|(_, arity)| *arity == 2).map(|(name, _)| name);
    names.any(|name| program.symbols().name(name) == "sees")
}

/// Opens a program as a game whose every state is compared with plain resolution.
pub(super) fn open_strictly(
    file: &Arc<GameFile>,
    budget: &Budget,
) -> Result<(Session, Strictly), InputError> {
    let (program, game) = game(file, budget)?;
    let compared = game.compare(&program, budget);
    Ok((session(file, &program, game), strictly(compared)))
}

/// Says what programs were run with, and what that was compared with.
fn strictly(compared: bool) -> Strictly {
    Strictly::of(ENGINE, compared.then_some(REFERENCE))
}

/// Reads a program to be asked.
pub(super) fn read(file: &GameFile, budget: &Budget) -> Result<Box<dyn AskedFile>, InputError> {
    Ok(Box::new(ProgramFile::read(file, budget)?))
}

/// Returns the function that reads the files a program includes: those beside it, by their names.
/// A text that comes from no file includes none.
fn including(file: &GameFile) -> impl Fn(&str) -> Result<String, String> {
    let (path, on_disk) = (Path::new(&file.name).to_path_buf(), file.on_disk);
    move |name| {
        if !on_disk || Path::new(name).file_name() != Some(name.as_ref()) {
            return Err(format!("`{name}` is no file beside the program"));
        }
        std::fs::read_to_string(path.with_file_name(name))
            .map_err(|error| format!("`{name}` cannot be read: {error}"))
    }
}

/// The position that evidence about a program starts at: after no action.
const START: &str = "[]";

/// A program with its text.
struct ProgramFile {
    path: String,
    text: String,
    program: Program,
}

impl ProgramFile {
    fn read(file: &GameFile, budget: &Budget) -> Result<ProgramFile, InputError> {
        let GameFile { name, text, .. } = file;
        let wrong = |error| InputError::in_text(name, text, error);
        let program = Program::read_within(text, &including(file), budget)
            .map_err(|error| InputError::opening(name, error, wrong))?;
        Ok(ProgramFile { path: name.clone(), text: text.clone(), program })
    }

    fn options(&self, request: &Query) -> Options {
        let most = request.limits.max_nodes.map(|nodes| nodes.saturating_mul(INFERENCES));
        Options {
            budget: request.limits.budget(),
            max_inferences: most.unwrap_or(Options::default().max_inferences),
            strict: request.strict,
            as_published: request.as_published,
            limit: request.answers.unwrap_or(Options::default().limit),
        }
    }

    /// Says what is wrong with a question, or with the program.
    fn wrong(&self, query: &str, error: Error) -> InputError {
        match error {
            Error::Query(error) => InputError::in_text("query", query, error),
            Error::Program(error) => InputError::in_text(&self.path, &self.text, error),
        }
    }

    /// Makes the evidence for an answer, where there is some.
    fn evidence(&self, query: &str, reply: &Replied) -> Option<Evidence> {
        let holds = reply.result.as_bool()?;
        let nodes = reply.witness.as_ref()?.get("nodes")?.as_array()?;
        let witness = nodes.iter().map(Value::to_string).collect();
        let claim = Claim::Answer { query: uncommented(query, OF_PROLOG), holds, witness };
        let mut evidence = Evidence::new(&self.path, START.to_string(), claim);
        evidence.digest = Some(digest(self.text.as_bytes()));
        Some(evidence)
    }
}

/// The answers of goals that were not asked for yet.
struct OpenAnswers {
    answers: OneByOne,
    query: String,
    path: String,
    text: String,
}

impl NextAnswer for OpenAnswers {
    fn next_answer(&mut self, limits: &Limits) -> Result<Option<String>, InputError> {
        let next = self.answers.next(&limits.budget()).map_err(|why| match why {
            NoAnswer::Invalid(Error::Query(error)) => {
                InputError::in_text("query", &self.query, error)
            }
            NoAnswer::Invalid(Error::Program(error)) => {
                InputError::in_text(&self.path, &self.text, error)
            }
            NoAnswer::Stopped(stopped) => InputError::stopped(&stopped),
        })?;
        let line = if next.written.is_empty() || next.written.ends_with('\n') { "" } else { "\n" };
        Ok(match (next.found, next.written.is_empty()) {
            (Some(found), _) => Some(format!("{}{line}{found}", next.written)),
            (None, false) => Some(format!("{}{line}no", next.written)),
            (None, true) => None,
        })
    }
}

impl AskedFile for ProgramFile {
    fn ask(&self, request: &Query) -> Result<Replied, InputError> {
        let query = request.query.as_str();
        let found = answer(&self.program, query, &self.options(request));
        let mut reply = replied(found.map_err(|error| self.wrong(query, error))?);
        reply.evidence = self.evidence(query, &reply);
        Ok(reply)
    }

    fn answers(&self, request: &Query) -> Result<Option<Box<dyn NextAnswer>>, InputError> {
        let query = request.query.as_str();
        let started = OneByOne::new(&self.program, query, &self.options(request));
        let started = started.map_err(|why| match why {
            NoAnswer::Invalid(error) => self.wrong(query, error),
            NoAnswer::Stopped(stopped) => InputError::stopped(&stopped),
        })?;
        let (query, path, text) = (query.to_string(), self.path.clone(), self.text.clone());
        let open = |answers| Box::new(OpenAnswers { answers, query, path, text }) as _;
        Ok(started.map(open))
    }

    fn described(&self, budget: &Budget) -> Result<Described, InputError> {
        let (clauses, queries) = (self.program.clauses(), self.program.queries());
        let modal = clauses.iter().filter(|clause| !clause.prefix.is_empty()).count();
        let warnings = self.program.warnings().iter().map(|warning| Warning {
            line: Some(line_of(&self.text, warning.span.start)),
            message: warning.message.clone(),
        });
        let mut described = Described {
            language: "Game Prolog".to_string(),
            agents: Vec::new(),
            statistics: Map::from_iter([
                ("clauses".to_string(), json!(clauses.len())),
                ("modal_clauses".to_string(), json!(modal)),
                ("queries".to_string(), json!(queries.len())),
            ]),
            warnings: warnings.collect(),
        };
        match PrologGame::opened_within(&self.program, STATES, budget) {
            Ok(game) => described.agents = ludex_game::Model::agents(&game).names().to_vec(),
            Err(NoAnswer::Stopped(stopped)) => return Err(InputError::stopped(&stopped)),
            Err(NoAnswer::Invalid(error)) => {
                let message = format!("this is no game: {error}");
                described.warnings.push(Warning { line: None, message });
            }
        }
        Ok(described)
    }

    fn words(&self) -> &'static [&'static str] {
        ludex_prolog::QUERIES
    }
}

/// Makes the reply of an answer that has no evidence.
pub(super) fn replied(found: Answer) -> Replied {
    Replied {
        result: found.result,
        witness: found.witness,
        notes: found.notes,
        stopped: found.stopped.map(|stopped| stopped.to_string()),
        evidence: None,
    }
}

/// Checks what a coalition can force, or cannot, by the strategy that shows it.
pub(super) fn verify(
    evidence: &Evidence,
    (query, holds, witness): (&str, bool, &[String]),
    strict: bool,
    budget: &Budget,
) -> Result<Option<Verified>, InputError> {
    let file = GameFile::read(&evidence.game)?;
    let same = file.require_digest(evidence.digest.as_deref());
    let file = ProgramFile::read(&file, budget)?;
    if !ludex_prolog::is_question(&file.program, query) {
        return Ok(None);
    }
    let nodes = require_uncommented(query, OF_PROLOG).and_then(|()| {
        witness.iter().map(|line| witness_line(line)).collect::<Result<Vec<_>, _>>()
    });
    let kind = if holds { "strategy" } else { "counter-strategy" };
    let mut compared = false;
    let (warnings, verdict) = match (same, nodes) {
        (Err(why), _) => (Vec::new(), Err(why)),
        (Ok(warnings), _) if evidence.position != START => {
            let position = &evidence.position;
            let why =
                format!("the claim is about {position}, the question about the start, {START}");
            (warnings, Err(why))
        }
        (Ok(warnings), Err(why)) => (warnings, Err(why)),
        (Ok(warnings), Ok(nodes)) => {
            let witness = json!({ "kind": kind, "nodes": nodes });
            let (found, verdict) = match strict {
                true => verify_strictly(&file.program, query, holds, &witness, budget),
                false => (false, verify_within(&file.program, query, holds, &witness, budget)),
            };
            if let Err(NoAnswer::Invalid(Refused::Fault(fault))) = verdict {
                return Err(InputError::unplayable(&fault));
            }
            compared = found;
            (warnings, verdict_of(verdict)?)
        }
    };
    let claim = coalitions::claim(&evidence.game, &evidence.position, query, holds);
    let verified = Verified { warnings, ..Verified::of(claim, verdict, witness.len() as u64) };
    Ok(Some(if strict { verified.strictly(strictly(compared)) } else { verified }))
}

/// Reads a line of a witness, which must be written as `ludex query` writes it.
pub(super) fn witness_line(text: &str) -> Result<Value, String> {
    let node: Value = serde_json::from_str(text)
        .map_err(|error| format!("a line of the witness is not JSON: {error}"))?;
    match node.to_string() {
        due if due == text => Ok(node),
        due => Err(format!("a line of the witness is to be written {due}")),
    }
}
