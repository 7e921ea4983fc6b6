//! From a name, a file or a text to a session.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use ludex_base::Budget;
use ludex_game::nearest;
use ludex_games::GAMES;

use crate::answers::{Described, Strictly};
use crate::error::InputError;
use crate::languages::{self, GameFile, Language};
use crate::requests::Limits;
use crate::session::Session;

/// Opens the game that a text names: a built-in game such as `connect4:columns=5,rows=4`, or a file.
///
/// ```
/// let game = ludex::open("nim:heaps=3-4-5").unwrap();
/// assert_eq!(game.agents().names(), ["First", "Second"]);
/// let error = ludex::open("conect4").err().unwrap();
/// assert_eq!(error.help.unwrap(), "did you mean `connect4`?");
/// ```
pub fn open(text: &str) -> Result<Session, InputError> {
    open_within(text, &Limits::default())
}

/// Opens the game that a text names, as [`open`] does, within limits: rules in GDL are grounded and
/// the sceneries of a program in Game Prolog are explored when they are opened.
pub fn open_within(text: &str, limits: &Limits) -> Result<Session, InputError> {
    open_by(text, &limits.budget())
}

/// Opens the game that a text names within a budget.
pub(crate) fn open_by(text: &str, budget: &Budget) -> Result<Session, InputError> {
    match is_file(text) {
        true => GameFile::read(text)?.open(budget),
        false => open_built_in(text),
    }
}

/// Opens the game that a text names with every answer of its engine compared with a direct
/// implementation of the rules, where there is one; says which they are.
pub(crate) fn open_strictly(
    text: &str,
    budget: &Budget,
) -> Result<(Session, Strictly), InputError> {
    match is_file(text) {
        true => languages::open_strictly(&GameFile::read(text)?, budget),
        false => Ok((open_built_in(text)?, Strictly::of("the built-in game", None))),
    }
}

/// Opens the game of a file; the ending of its name says what language it is in.
pub fn open_file(path: &str) -> Result<Session, InputError> {
    open_file_within(path, &Limits::default())
}

/// Opens the game of a file within limits.
pub fn open_file_within(path: &str, limits: &Limits) -> Result<Session, InputError> {
    GameFile::read(path)?.open(&limits.budget())
}

/// Describes what a file contains, within limits: one in a logic language by reading it, another one
/// by opening it.
pub fn describe_file(path: &str, limits: &Limits) -> Result<Described, InputError> {
    let (start, file) = (Instant::now(), GameFile::read(path)?);
    match file.language.info().asked {
        true => file.rules(&limits.budget())?.described(&limits.since(start)),
        false => file.open(&limits.budget())?.rules(),
    }
}

/// Opens a game as one where all agents move at the same time, if it is that by nature: in GDL every
/// role moves in every step, even where only one of them has a choice.
pub fn open_simultaneous(text: &str) -> Result<Session, InputError> {
    open_simultaneous_within(text, &Limits::default())
}

/// Opens a game as [`open_simultaneous`] does, within limits.
pub fn open_simultaneous_within(text: &str, limits: &Limits) -> Result<Session, InputError> {
    match is_file(text) {
        true => languages::open_simultaneous(&GameFile::read(text)?, &limits.budget()),
        false => open_built_in(text),
    }
}

/// Opens a game that is given as a text in one of the languages.
///
/// ```
/// use ludex::{Language, open_text};
/// let text = r#"{ "matrix": [[3, -1], [-1, 1]] }"#;
/// let solved = open_text(Language::Json, text).unwrap().solve(&Default::default()).unwrap();
/// assert_eq!(solved.fraction.unwrap(), "1/3");
/// ```
pub fn open_text(language: Language, text: &str) -> Result<Session, InputError> {
    open_text_within(language, text, &Limits::default())
}

/// Opens a game that is given as a text, as [`open_text`] does, within limits.
pub fn open_text_within(
    language: Language,
    text: &str,
    limits: &Limits,
) -> Result<Session, InputError> {
    Arc::new(GameFile::of_text(language, text)).open(&limits.budget())
}

/// Returns whether a text names a file rather than a built-in game.
fn is_file(text: &str) -> bool {
    let is_game = ludex_games::find(game_name(text)).is_some();
    let path = text.contains('/') || Path::new(text).exists();
    Language::of_file(text).is_some() || !is_game && path
}

fn game_name(text: &str) -> &str {
    text.split([':', '(']).next().unwrap_or_default()
}

/// Opens a built-in game by its name and keys. No file is read, whatever the text is.
pub fn open_built_in(text: &str) -> Result<Session, InputError> {
    let asked = Some(text.trim().to_string());
    let opened = ludex_typed::built_in(text)
        .map(|(name, game)| Session { asked, ..Session::of(name, game) });
    opened.map_err(|error| {
        let name = game_name(text);
        let known = GAMES.iter().flat_map(|g| g.aliases.iter().copied().chain([g.name]));
        let close = nearest(name, known).filter(|_| ludex_games::find(name).is_none());
        InputError::in_text("game", text, error)
            .maybe_help(close.map(|close| format!("did you mean `{close}`?")))
    })
}
