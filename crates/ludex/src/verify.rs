//! Verifying evidence: the checker's verdict, with the claim in words.

use std::fmt::Display;
use std::path::Path;

use ludex_base::{Budget, NoAnswer, OutOfBudget, visible};
use ludex_evidence::{Claim, Evidence, FileError, Guarantees, check_mixed_within, check_within};
use ludex_game::{Agent, DynGame, DynSimultaneousGame, Model, Notation, OffTurnMark, Outcome};
use ludex_logic::{Definitions, Formula, Formulas, LogicError, Vocabulary, compile};

use crate::answers::{MixedGuarantees, Verified, Warning};
use crate::coalitions;
use crate::error::InputError;
use crate::languages;
use crate::open::{open_by, open_strictly};
use crate::requests::Limits;
use crate::session::{AnyGame, Session};

/// Checks evidence: opens the game that it names, replays the rules and trusts nothing else. Whoever
/// does not know where it comes from sets limits: [`verify_within`].
///
/// ```
/// let game = ludex::open("nim:heaps=1-2").unwrap();
/// let solved = game.solve(&ludex::Solve::new().evidence(true)).unwrap();
/// assert!(ludex::verify(&solved.evidence.unwrap()).unwrap().valid);
/// ```
pub fn verify(evidence: &Evidence) -> Result<Verified, InputError> {
    verify_within(evidence, &Limits::default())
}

/// Checks evidence within limits. Where they are not enough the error says that there is no verdict
/// ([`InputError::out_of_budget`]): the evidence may be valid or not.
pub fn verify_within(evidence: &Evidence, limits: &Limits) -> Result<Verified, InputError> {
    let budget = limits.budget();
    require_file(evidence)?;
    match languages::verify(evidence, false, &budget)? {
        Some(verified) => Ok(verified),
        None => {
            let session = open_by(&evidence.game, &budget)?;
            let verified = verify_by(&session, evidence, &budget)?;
            session.require_sound().map(|()| verified)
        }
    }
}

/// Checks evidence as [`verify_within`] does, and compares everything that the engine of the game's
/// language says with a slow, direct implementation, where there is one. A difference is an error.
///
/// ```
/// use ludex::Limits;
///
/// let game = ludex::open("nim:heaps=1-2").unwrap();
/// let solved = game.solve(&ludex::Solve::new().evidence(true)).unwrap();
/// let verified = ludex::verify_strictly(&solved.evidence.unwrap(), &Limits::default()).unwrap();
/// // The rules of built-in games exist once.
/// assert_eq!(verified.strictly.unwrap().reference, None);
/// ```
pub fn verify_strictly(evidence: &Evidence, limits: &Limits) -> Result<Verified, InputError> {
    let budget = limits.budget();
    require_file(evidence)?;
    match languages::verify(evidence, true, &budget)? {
        Some(verified) => Ok(verified),
        None => {
            let (session, how) = open_strictly(&evidence.game, &budget)?;
            let verified = verify_by(&session, evidence, &budget)?;
            session.require_sound().map(|()| verified.strictly(how))
        }
    }
}

/// Returns whether evidence is accepted or why not; fails if the budget was used up before that was
/// known.
pub(crate) fn verdict_of<T>(
    checked: Result<T, NoAnswer<impl Display>>,
) -> Result<Result<T, String>, InputError> {
    match checked {
        Ok(found) => Ok(Ok(found)),
        Err(NoAnswer::Invalid(why)) => Ok(Err(why.to_string())),
        Err(NoAnswer::Stopped(stopped)) => Err(no_verdict(&stopped)),
    }
}

fn no_verdict(stopped: &OutOfBudget) -> InputError {
    let message = stopped.to_string().replace("no answer", "no verdict");
    InputError { message, ..InputError::stopped(stopped) }
        .help("the evidence may be valid or not: more time or memory may tell")
}

/// Refuses evidence about a file that is not there or cannot be read to its end, and says that it is the
/// evidence that names it.
fn require_file(evidence: &Evidence) -> Result<(), InputError> {
    let (path, file) = (Path::new(&evidence.game), visible(&evidence.game));
    if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        // Reading a device or a pipe may never end.
        return Err(InputError::new(format!("the evidence names {file}, which is no file")));
    }
    if evidence.digest.is_none() || path.exists() {
        return Ok(());
    }
    let message = format!("the evidence is about a game in the file {file}, which is not there");
    Err(InputError::new(message).help(
        "the name is as it was given when the evidence was made: verify it in that folder, or put \
         the rules under that name beside the evidence",
    ))
}

/// Lets evidence about a file that is not where its name says be about the one of this name beside the
/// evidence, as when both were downloaded. Whether it is the right one the digest decides.
fn beside(mut evidence: Evidence, path: &Path) -> Evidence {
    let game = Path::new(&evidence.game);
    let gone = evidence.digest.is_some() && !game.exists();
    let near = game.file_name().map(|name| path.with_file_name(name));
    if let Some(near) = near.filter(|near| gone && near.exists()) {
        evidence.game = near.to_string_lossy().into_owned();
    }
    evidence
}

/// Reads an evidence file. The rules may stand beside it, where they are not where it says.
pub fn read_evidence(path: &Path) -> Result<Evidence, InputError> {
    let read = Evidence::read(path).map_err(|error| unreadable(path, error));
    read.map(|evidence| beside(evidence, path))
}

/// Reads an evidence file within limits: a small one may stand for very much evidence.
pub fn read_evidence_within(path: &Path, limits: &Limits) -> Result<Evidence, InputError> {
    let read = Evidence::read_within(path, &limits.budget());
    read.map(|evidence| beside(evidence, path)).map_err(|why| match why {
        NoAnswer::Invalid(error) => unreadable(path, error),
        NoAnswer::Stopped(stopped) => no_verdict(&stopped),
    })
}

/// Decodes evidence within limits, for instance what a browser has sent.
pub fn decode_evidence(bytes: &[u8], limits: &Limits) -> Result<Evidence, InputError> {
    Evidence::from_bytes_within(bytes, &limits.budget()).map_err(|why| match why {
        NoAnswer::Invalid(error) => InputError::new(error.to_string()),
        NoAnswer::Stopped(stopped) => no_verdict(&stopped),
    })
}

fn unreadable(path: &Path, error: FileError) -> InputError {
    InputError::new(format!("cannot read evidence from {}: {error}", path.display()))
}

/// The signs with which the comments of formulas begin, and those around their texts.
pub(crate) const OF_FORMULAS: (char, char) = ('#', '"');
/// The signs of Game Prolog.
pub(crate) const OF_PROLOG: (char, char) = ('%', '\'');

/// Returns a text without its comments, which run from a sign to the end of the line.
pub(crate) fn uncommented(text: &str, signs: (char, char)) -> String {
    without_comments(text, signs, |_| false)
}

/// Returns a text without its comments but those that mean something.
fn without_comments(
    text: &str,
    (sign, quote): (char, char),
    means_something: fn(&str) -> bool,
) -> String {
    let (mut kept, mut quoted, mut escaped, mut rest) = (String::new(), false, false, text);
    while let Some(character) = rest.chars().next() {
        let comment = !quoted && character == sign;
        let end = match comment {
            true => rest.find('\n').unwrap_or(rest.len()),
            false => character.len_utf8(),
        };
        let (part, after) = rest.split_at(end);
        if !comment {
            quoted ^= character == quote && !escaped;
            escaped = quoted && character == '\\' && !escaped;
        }
        if !comment || means_something(part) {
            kept.push_str(part);
        }
        rest = after;
    }
    if kept.len() < text.len() { kept.trim().to_owned() } else { kept }
}

/// Returns the definitions of a claim as they are read with it: nobody has checked their comments, but
/// for those that give a concept another name.
fn told(definitions: &str) -> String {
    let names = |comment: &str| {
        comment.strip_prefix("#@").is_some_and(|note| note.trim_start().starts_with("also:"))
    };
    let plain = without_comments(definitions, OF_FORMULAS, names);
    let lines: Vec<&str> = plain.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

/// Requires that the question of a claim has no comment: it would be read with the claim, and nobody
/// checks it.
pub(crate) fn require_uncommented(text: &str, signs: (char, char)) -> Result<(), String> {
    match uncommented(text, signs) == text {
        true => Ok(()),
        false => Err("the claim has a comment, which nobody has checked".to_owned()),
    }
}

/// Checks evidence about a game that was made from what the evidence names.
pub(crate) fn verify_by(
    session: &Session,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Verified, InputError> {
    let claim = claim(session, evidence);
    let remarks = match session.require_digest(evidence.digest.as_deref()) {
        Ok(remarks) => remarks,
        Err(why) => return Ok(Verified::of(claim, Err(why), 0)),
    };
    if let Claim::Formula { formula: text, .. } | Claim::Answer { query: text, .. } =
        &evidence.claim
        && let Err(why) = require_uncommented(text, OF_FORMULAS)
    {
        return Ok(Verified::of(claim, Err(why), 0));
    }
    let mut verified = match (&evidence.claim, &session.game) {
        (Claim::Answer { query, holds, witness }, _) => {
            match session.require_no_chance("strategies are checked") {
                Ok(()) => coalitions::verify(session, evidence, (query, *holds, witness), budget)?,
                Err(error) => Verified::of(claim, Err(error.message), 0),
            }
        }
        (_, AnyGame::Turns(_, game)) => of_turns(game, evidence, claim, budget)?,
        (_, AnyGame::Simultaneous(_, game)) => of_matrices(game, evidence, claim, budget)?,
    };
    verified.warnings.extend(remarks);
    verified.warnings.extend(redefined(session, evidence).map(Warning::of));
    verified.warnings.extend(look_alikes(&evidence.claim).map(Warning::of));
    Ok(verified)
}

/// Warns of names with letters that may look like other ones: `omega` with a Cyrillic `o` is another name.
pub(crate) fn look_alikes(claim: &Claim) -> Option<String> {
    let (text, definitions) = match claim {
        Claim::Formula { formula, definitions, .. } => (formula, definitions.as_deref()),
        Claim::Answer { query, .. } => (query, None),
        _ => return None,
    };
    let separates = |c: char| !c.is_alphanumeric() && c != '_';
    let texts = [text, definitions.unwrap_or_default()];
    let words = texts.into_iter().flat_map(|text| text.split(separates));
    let mut words: Vec<&str> = words.filter(|word| !word.is_ascii()).collect();
    ludex_base::sort(&mut words);
    words.dedup();
    let list = words.join("`, `");
    (!words.is_empty())
        .then(|| format!("`{list}` has letters that are not ASCII, and may look like another name"))
}

/// Warns of evidence that gives a concept of the prelude or an atom of the game another meaning.
fn redefined(session: &Session, evidence: &Evidence) -> Option<String> {
    let Claim::Formula { definitions: Some(text), .. } = &evidence.claim else { return None };
    let mut definitions = Definitions::prelude().clone();
    definitions.add("the definitions of the evidence", text).ok()?;
    definitions.redefined(&match &session.game {
        AnyGame::Turns(_, game) => game.atoms(),
        AnyGame::Simultaneous(_, game) => game.atoms(),
    })
}

fn of_turns(
    game: &DynGame,
    evidence: &Evidence,
    claim: String,
    budget: &Budget,
) -> Result<Verified, InputError> {
    let start = OffTurnMark::now();
    let compiled = |asked, formula: &str, definitions: Option<&str>| {
        formulas(game, asked, formula, definitions).map_err(|error| error.message)
    };
    Ok(match verdict_of(check_within(game, evidence, compiled, budget))? {
        Ok(stats) => {
            let warnings = game.off_turn_remarks(start).into_iter().map(Warning::of).collect();
            Verified { warnings, ..Verified::of(claim, Ok(()), stats.nodes as u64) }
        }
        Err(rejection) => Verified::of(claim, Err(rejection), 0),
    })
}

fn of_matrices(
    game: &DynSimultaneousGame,
    evidence: &Evidence,
    claim: String,
    budget: &Budget,
) -> Result<Verified, InputError> {
    Ok(match verdict_of(check_mixed_within(game, evidence, budget))? {
        Ok(found) => {
            let guarantees = Some(guarantees(&found));
            Verified { guarantees, ..Verified::of(claim, Ok(()), found.nodes as u64) }
        }
        Err(rejection) => Verified::of(claim, Err(rejection), 0),
    })
}

fn guarantees(found: &Guarantees) -> MixedGuarantees {
    let gap = found.gap();
    MixedGuarantees {
        low: found.low.as_ref().map(Guarantees::text),
        high: found.high.as_ref().map(Guarantees::text),
        gap: gap.as_ref().map(Guarantees::text),
        gap_decimal: gap.as_ref().map(Guarantees::float),
    }
}

/// Compiles the formula of a claim anew.
fn formulas(
    game: &DynGame,
    asked: Agent,
    formula: &str,
    user_definitions: Option<&str>,
) -> Result<(Formulas, Formula), LogicError> {
    let mut definitions = Definitions::prelude().clone();
    if let Some(text) = user_definitions {
        definitions.add("the definitions of the evidence", text)?;
    }
    let compiled = compile(formula, &definitions, &Vocabulary::of(game, asked))?;
    Ok((compiled.formulas, compiled.root))
}

/// Returns what the evidence claims, in words.
fn claim(session: &Session, evidence: &Evidence) -> String {
    let (name, position) = (&session.name, &evidence.position);
    let first = session.agents().name(Agent::FIRST);
    match (&evidence.claim, &session.game) {
        (Claim::Answer { query, holds, .. }, _) => coalitions::claim(name, position, query, *holds),
        (Claim::Formula { agent, formula, definitions, holds, .. }, AnyGame::Turns(..)) => {
            let holds = if *holds { "holds" } else { "does not hold" };
            let own = definitions.as_deref().map_or(String::new(), |text| {
                format!(", where the evidence itself defines: {}", told(text))
            });
            format!("{formula} {holds} for {agent} in {name} at {position}{own}")
        }
        (Claim::Formula { formula, .. }, AnyGame::Simultaneous(..)) => {
            format!("{formula} is decided in {name} at {position}")
        }
        (Claim::Value { low, high }, AnyGame::Turns(_, game)) => {
            let outcomes = game.outcomes();
            let (worst, best) = (outcomes.name(Outcome::WORST), outcomes.name(outcomes.best()));
            let low = low.as_ref().map_or(worst, |bound| &bound.outcome);
            let high = high.as_ref().map_or(best, |bound| &bound.outcome);
            let value = match low == high {
                true => low.to_string(),
                false => format!("from {low} to {high}"),
            };
            format!("the value of {name} at {position} is {value} for {first}")
        }
        (Claim::Value { .. }, AnyGame::Simultaneous(..)) => {
            format!("the value of {name} at {position} has bounds")
        }
        (Claim::Equilibrium { values, .. }, _) => {
            let payoff = |(agent, value): &(String, String)| format!("{value} for {agent}");
            let values: Vec<String> = values.iter().map(payoff).collect();
            let values = values.join(", ");
            format!("an equilibrium of {name} at {position} gives {values}")
        }
        (Claim::Guarantee { agent, low, high }, _) => {
            let [low, high] = [low, high].map(|bound| bound.as_ref().map(|bound| &bound.outcome));
            let guarantee = range(low, high);
            format!("what {agent} can secure in {name} at {position} {guarantee}")
        }
        (Claim::Mixed { .. }, AnyGame::Turns(..)) => {
            format!("the value of {name} at {position} in mixed strategies")
        }
        (Claim::Mixed { low, high }, AnyGame::Simultaneous(..)) => {
            let [low, high] = [low, high].map(|bound| bound.as_ref().map(|bound| &bound.value));
            let value = range(low, high);
            format!("the value of {name} at {position} {value} for {first}")
        }
    }
}

/// Says between which numbers something is.
fn range(low: Option<&String>, high: Option<&String>) -> String {
    match (low, high) {
        (Some(low), Some(high)) if low == high => format!("is {low}"),
        (Some(low), Some(high)) => format!("is from {low} to {high}"),
        (Some(low), None) => format!("is at least {low}"),
        (None, Some(high)) => format!("is at most {high}"),
        (None, None) => "is something".to_string(),
    }
}
