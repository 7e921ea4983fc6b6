//! GDL: `.kif` and `.gdl` files. They can be asked for the same game as structure rewriting.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ludex_base::NoAnswer;
use ludex_game::{DynGame, OnTurnOnly};
use ludex_gdl::{GdlChanceGame, GdlError, GdlGame, Statistics};
use ludex_play::PlayableGame;
use ludex_search::Budget;
use ludex_translate::{Refusal, translate};
use serde_json::{Map, Value, json};

use super::{AskedFile, GameFile, Language, line_of};
use crate::answers::{Described, Replied, Strictly, Warning};
use crate::error::InputError;
use crate::requests::{Limits, Query};
use crate::session::Session;

/// How often a translation under way is polled.
const POLL: Duration = Duration::from_millis(20);
/// The stack of a translation: rules may be deep.
const STACK: usize = 16 << 20;

/// Returns remarks of the reader as warnings.
fn warnings<'w>(text: &str, found: impl Iterator<Item = &'w ludex_gdl::Warning>) -> Vec<Warning> {
    let warning = |warning: &ludex_gdl::Warning| Warning {
        line: Some(line_of(text, warning.span.start)),
        message: warning.message.clone(),
    };
    found.map(warning).collect()
}

/// Returns the remarks that every command tells: names that are probably misspelt.
fn slips(text: &str, game: &GdlGame) -> Vec<Warning> {
    warnings(text, game.warnings().iter().filter(|warning| warning.slip))
}

fn game(file: &GameFile, budget: &Budget) -> Result<GdlGame, InputError> {
    GdlGame::read_within(&file.text, budget).map_err(|error| not_read(file, error))
}

/// Reads a game that may have the role of chance.
fn any_game(
    file: &GameFile,
    budget: &Budget,
) -> Result<Result<GdlChanceGame, GdlGame>, InputError> {
    GdlChanceGame::read_within(&file.text, budget).map_err(|error| not_read(file, error))
}

fn not_read(file: &GameFile, error: NoAnswer<GdlError>) -> InputError {
    let wrong = |error: GdlError| InputError::in_text(&file.name, &file.text, error.into());
    InputError::opening(&file.name, error, wrong)
}

/// Opens a game, as one of turns if its agents provably take turns, or if chance moves in it.
pub(super) fn open(file: &Arc<GameFile>, budget: &Budget) -> Result<Session, InputError> {
    any_game(file, budget).map(|game| session(file, game))
}

fn session(file: &Arc<GameFile>, game: Result<GdlChanceGame, GdlGame>) -> Session {
    let game = match game {
        Err(game) => game,
        Ok(game) => {
            let warnings = slips(&file.text, game.with_all_roles());
            let session = Session::of(&file.name, DynGame::new(OnTurnOnly::new(game)));
            return Session { warnings, ..session.of_file(file) };
        }
    };
    let warnings = slips(&file.text, &game);
    let session = match game.in_turn() {
        Ok(game) => Session::of(&file.name, game),
        Err(game) => Session::of(&file.name, game),
    };
    Session { warnings, ..session.of_file(file) }
}

/// Opens a game with every answer of its engine compared with tabled resolution, unless that is the
/// engine.
pub(super) fn open_strictly(
    file: &Arc<GameFile>,
    budget: &Budget,
) -> Result<(Session, Strictly), InputError> {
    let (opened, engine, reference) = match any_game(file, budget)? {
        Ok(game) => {
            let engine = game.with_all_roles().engine_name();
            let compared = game.compared();
            let reference =
                compared.as_ref().and_then(|game| game.with_all_roles().reference_name());
            (compared.map(Ok), engine, reference)
        }
        Err(game) => {
            let engine = game.engine_name();
            let compared = game.compared();
            let reference = compared.as_ref().and_then(GdlGame::reference_name);
            (compared.map(Err), engine, reference)
        }
    };
    let session = match opened {
        Some(game) => session(file, game),
        None => open(file, budget)?,
    };
    Ok((session, Strictly::of(engine, reference)))
}

/// Opens a game as one where all roles move in every step, unless chance moves in it.
pub(super) fn open_simultaneous(
    file: &Arc<GameFile>,
    budget: &Budget,
) -> Result<Session, InputError> {
    let game = match any_game(file, budget)? {
        Ok(with_chance) => return Ok(session(file, Ok(with_chance))),
        Err(game) => game,
    };
    let warnings = slips(&file.text, &game);
    Ok(Session { warnings, ..Session::of(&file.name, game).of_file(file) })
}

/// The rules of a match of general game playing. Both games have the same states and notation.
#[derive(Clone, Debug)]
pub struct MatchRules {
    /// The game in which all roles move in every step, as a game manager sees it.
    pub simultaneous: PlayableGame,
    /// The game of turns, if the roles provably take turns.
    pub in_turn: Option<PlayableGame>,
    /// Names in the rules that are probably misspelt.
    pub warnings: Vec<Warning>,
}

/// Opens rules in GDL for a match; `name` is what messages call them.
pub fn open_match(name: &str, text: &str) -> Result<MatchRules, InputError> {
    open_match_within(name, text, &Limits::default())
}

/// Opens rules for a match as [`open_match`] does, within limits.
pub fn open_match_within(
    name: &str,
    text: &str,
    limits: &Limits,
) -> Result<MatchRules, InputError> {
    let (name, text) = (name.to_string(), text.to_string());
    let file = GameFile { language: Language::Gdl, name: name.clone(), text, on_disk: false };
    let game = game(&file, &limits.budget())?;
    let warnings = slips(&file.text, &game);
    let simultaneous = Session::of(&name, game.clone()).playable();
    let in_turn = game.in_turn().ok().map(|game| Session::of(name, game).playable());
    Ok(MatchRules { simultaneous, in_turn, warnings })
}

/// Reads a game to be asked.
pub(super) fn read(file: &GameFile, budget: &Budget) -> Result<Box<dyn AskedFile>, InputError> {
    let game = match any_game(file, budget)? {
        Ok(chance) => chance.with_all_roles().clone(),
        Err(game) => game,
    };
    Ok(Box::new(GdlFile { text: file.text.clone(), game }))
}

/// A game in GDL.
struct GdlFile {
    text: String,
    game: GdlGame,
}

impl AskedFile for GdlFile {
    fn ask(&self, request: &Query) -> Result<Replied, InputError> {
        let query = request.query.as_str();
        if query != "translate" {
            return Err(InputError::about("query", query, "no such question")
                .help("a game in GDL can be asked to `translate` itself to structure rewriting"));
        }
        Ok(match translated(self.text.clone(), &request.limits.budget()) {
            None => Replied::stopped("no translation within the time".to_string()),
            Some(Ok(text)) => Replied::plain(json!(text)),
            Some(Err(refusal)) => {
                let notes = vec![format!("not translated: {refusal}")];
                Replied { notes, ..Replied::plain(Value::Null) }
            }
        })
    }

    fn described(&self, budget: &Budget) -> Result<Described, InputError> {
        let found = self.game.statistics_within(budget);
        let found = found.map_err(|stopped| InputError::stopped(&stopped.into()))?;
        let agents = found.roles.iter().filter(|role| *role != "random").cloned();
        Ok(Described {
            language: "GDL".to_string(),
            agents: agents.collect(),
            warnings: warnings(&self.text, self.game.warnings().iter()),
            statistics: statistics(found),
        })
    }

    fn warnings(&self) -> Vec<Warning> {
        slips(&self.text, &self.game)
    }

    fn words(&self) -> &'static [&'static str] {
        &["translate"]
    }
}

/// Translates on a thread of its own, which is abandoned when the time is up or the stop flag is
/// raised.
fn translated(text: String, budget: &Budget) -> Option<Result<String, Refusal>> {
    let (sender, answer) = mpsc::channel();
    let work = move || sender.send(translate(&text));
    let _abandoned = thread::Builder::new().stack_size(STACK).spawn(work).ok()?;
    loop {
        match answer.recv_timeout(POLL) {
            Err(RecvTimeoutError::Timeout) => {}
            other => return other.ok(),
        }
        let late = budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let stopped = budget.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        if late || stopped {
            return None;
        }
    }
}

fn statistics(found: Statistics) -> Map<String, Value> {
    let mut statistics = vec![
        ("facts", json!(found.facts)),
        ("rules", json!(found.rules)),
        ("relations", json!(found.relations)),
        ("strata", json!(found.strata)),
        ("goals", json!(found.goals)),
        ("engine", json!(found.engine)),
        ("turns", json!(found.turns)),
    ];
    if let Some(size) = found.network {
        statistics.extend([
            ("ground_facts", json!(size.facts)),
            ("ground_moves", json!(size.moves)),
            ("ground_atoms", json!(size.atoms)),
            ("ground_rules", json!(size.rules)),
            ("gates", json!(size.gates)),
            ("cyclic", json!(size.cyclic)),
        ]);
    }
    let findings = found.findings;
    statistics.extend([
        ("control", json!(findings.control)),
        ("counters", json!(findings.counters)),
        ("latches", json!(findings.latches)),
        ("falling", json!(findings.falling)),
        ("acyclic", json!(findings.acyclic)),
        ("factors", json!(findings.factors)),
        ("symmetries", json!(findings.symmetries)),
    ]);
    statistics.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}
