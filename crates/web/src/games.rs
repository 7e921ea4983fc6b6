//! Games by what requests say of them, kept open between requests.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use ludex::{Evidence, InputError, LANGUAGES, Language, Limits, Session, SetUp, moves_text};
use serde::{Deserialize, Serialize};

use crate::examples;

/// The most games that are kept open.
const MOST: usize = 24;
/// The most bytes of the texts of all of them. What a game takes once it is open can be some hundred
/// times its text; one with a longer text is opened anew for every request.
const MOST_TEXT: usize = 256 << 10;

/// A game and a position of it, as a request names them. Files of the machine cannot be named.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Place {
    /// A built-in game such as `connect4:columns=5`, or the path of an example.
    game: Option<String>,
    /// The language of `text`.
    language: Option<String>,
    /// A game as a text.
    text: Option<String>,
    /// The position in the game's notation; the start where none is given.
    position: Option<String>,
    /// The moves played from there.
    moves: Option<Moves>,
}

/// Moves as a text, or one by one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Moves {
    Text(String),
    List(Vec<String>),
}

impl Moves {
    pub fn text(&self) -> String {
        match self {
            Moves::Text(text) => text.clone(),
            Moves::List(moves) => moves_text(moves),
        }
    }
}

/// The game of a place, by which it is found again.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    BuiltIn(String),
    Text(Language, String),
}

impl Source {
    /// Returns the length of the text that a visitor sent, or nothing for what the program has.
    fn length(&self) -> usize {
        match self {
            Source::BuiltIn(_) => 0,
            Source::Text(_, text) => text.len(),
        }
    }
}

/// The games that were asked about most recently.
#[derive(Default)]
pub(crate) struct OpenGames(Mutex<Vec<(Source, Session)>>);

impl OpenGames {
    /// Returns a session with the position of a place set up.
    pub fn at(&self, place: &Place, limits: &Limits) -> Result<Session, InputError> {
        let mut session = self.game(place.source()?, limits)?;
        let (position, moves) = (place.position.clone(), place.moves.as_ref().map(Moves::text));
        session.set_up(&SetUp { position, moves, ..SetUp::default() })?;
        Ok(session)
    }

    fn game(&self, source: Source, limits: &Limits) -> Result<Session, InputError> {
        if let Some(session) = self.known(&source) {
            return Ok(session);
        }
        let session = match &source {
            Source::BuiltIn(name) => ludex::open_built_in(name)?,
            Source::Text(language, text) => ludex::open_text_within(*language, text, limits)?,
        };
        self.keep(source, session.clone(), limits);
        Ok(session)
    }

    /// Keeps a game open. The games that were not asked about for longest give way, and all others where
    /// memory is short.
    fn keep(&self, source: Source, session: Session, limits: &Limits) {
        let short = limits
            .process
            .as_ref()
            .is_some_and(|process| process.used.load(Ordering::Relaxed) > process.most / 2);
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        games.insert(0, (source, session));
        games.truncate(if short { 1 } else { MOST });
        let mut room = MOST_TEXT;
        games.retain(|(source, _)| {
            let left = room.checked_sub(source.length());
            room = left.unwrap_or(room);
            left.is_some()
        });
    }

    /// Returns a game that is open already, and keeps it for longer than others.
    fn known(&self, source: &Source) -> Option<Session> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = games.iter().position(|(other, _)| other == source)?;
        let game = games.remove(place);
        let session = game.1.clone();
        games.insert(0, game);
        Some(session)
    }
}

impl Place {
    /// Returns the place of the game that evidence is about, if it is built in or an example.
    pub fn of_evidence(evidence: &Evidence) -> Option<Place> {
        let game = match &evidence.digest {
            None => evidence.game.clone(),
            Some(digest) => examples::by_digest(digest)?.path.to_string(),
        };
        let position = Some(evidence.position.clone());
        Some(Place { game: Some(game), position, ..Place::default() })
    }

    /// Returns the text of strategies.
    pub fn strategies(&self) -> Result<&str, InputError> {
        let text = self.text.as_deref().filter(|_| self.language() == Ok(Language::Strategies));
        text.ok_or_else(|| InputError::new("strategies are a text in the language sgl"))
    }

    /// Returns the name of the file in which whoever saves evidence about a text keeps its rules:
    /// that of an example, or one after its language.
    pub fn file_name(&self) -> Option<String> {
        let example = self.game.as_deref().and_then(examples::find);
        match (example, self.language()) {
            (Some(example), _) => example.path.rsplit('/').next().map(str::to_string),
            (None, Ok(language)) => Some(format!("game.{}", language.info().endings[0])),
            (None, Err(_)) => None,
        }
    }

    /// Returns the moves as one text.
    pub fn moves_text(&self) -> String {
        self.moves.as_ref().map(Moves::text).unwrap_or_default()
    }

    fn source(&self) -> Result<Source, InputError> {
        match (&self.game, &self.text) {
            (None, Some(text)) => {
                let language = self.language()?;
                if language == Language::Strategies {
                    require_no_file(text)?;
                }
                Ok(Source::Text(language, text.clone()))
            }
            (Some(game), None) => Ok(match examples::find(game) {
                Some(example) => Source::Text(example.language, example.text.to_string()),
                None => Source::BuiltIn(game.clone()),
            }),
            _ => Err(InputError::new("a request names a game or has one as a text")),
        }
    }

    fn language(&self) -> Result<Language, InputError> {
        let name = self.language.as_deref().unwrap_or_default();
        let known = LANGUAGES
            .iter()
            .find(|info| info.name.eq_ignore_ascii_case(name) || info.endings.contains(&name));
        known.map(|info| info.language).ok_or_else(|| {
            let names: Vec<&str> = LANGUAGES.iter().map(|info| info.name).collect();
            let message = format!("there is no language called `{name}`");
            InputError::new(message).help(format!("the languages are {}", names.join(", ")))
        })
    }
}

/// Refuses strategies for a game that is a file: files of the machine are not read for a page.
fn require_no_file(text: &str) -> Result<(), InputError> {
    match ludex::game_of_strategies(text)? {
        Some(game) if Language::of_file(&game).is_some() => {
            let message = "the page reads no files, and these strategies are for one";
            Err(InputError::about("game", &game, message)
                .help("built-in games can be named: `ludex games` lists them"))
        }
        // What is no file by its ending must be a built-in game, or it might be one all the same.
        Some(game) => ludex::open_built_in(&game).map(|_| ()),
        None => Ok(()),
    }
}
