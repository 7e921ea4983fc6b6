//! The languages that games are written in, and files that answer questions about themselves.

mod extensive;
mod game_prolog;
mod gdl;
mod rewriting;
mod strategic;
pub(crate) mod strategies;

use std::path::Path;
use std::sync::Arc;

pub use gdl::{MatchRules, open_match, open_match_within};
pub use strategies::game_of_strategies;

use ludex_base::{Budget, DigestMatch, compare_digest, digest};
use ludex_evidence::{Claim, Evidence};
use ludex_game::{Diagram, DynGame, DynSimultaneousGame, ExplicitGame, OnTurnOnly, StackedGame};
use ludex_prolog::StrategicGame;

use crate::answers::{Described, Replied, Strictly, Verified, Warning};
use crate::error::InputError;
use crate::files;
use crate::requests::{Limits, Query};
use crate::session::Session;
use crate::verify::look_alikes;

/// A language that games are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// The Game Description Language.
    Gdl,
    /// Structure rewriting.
    Toss,
    /// Game Prolog.
    GameProlog,
    /// Extensive form.
    Efg,
    /// Strategic form.
    Nfg,
    /// Strategies as logic.
    Strategies,
    /// Explicit graphs and matrices.
    Json,
}

/// What the list says about a language.
#[derive(Clone, Copy, Debug)]
pub struct LanguageInfo {
    /// The language.
    pub language: Language,
    /// Its short name.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How names of files in it end.
    pub endings: &'static [&'static str],
    /// Whether its files can be asked questions.
    pub asked: bool,
    /// Opens a file as a game.
    open: fn(&Arc<GameFile>, &Budget) -> Result<Session, InputError>,
    /// Reads a file that can be asked.
    read: fn(&GameFile, &Budget) -> AskedOrError,
}

/// The languages.
pub static LANGUAGES: &[LanguageInfo] = &[
    LanguageInfo {
        language: Language::Json,
        name: "json",
        title: "JSON",
        endings: &["json"],
        asked: false,
        open: open_json,
        read: strategic::read_json,
    },
    LanguageInfo {
        language: Language::Gdl,
        name: "gdl",
        title: "GDL",
        endings: &["kif", "gdl"],
        asked: true,
        open: gdl::open,
        read: gdl::read,
    },
    LanguageInfo {
        language: Language::Toss,
        name: "toss",
        title: "structure rewriting",
        endings: &["toss"],
        asked: true,
        open: rewriting::open,
        read: rewriting::read,
    },
    LanguageInfo {
        language: Language::GameProlog,
        name: "gp",
        title: "Game Prolog",
        endings: &["gp"],
        asked: true,
        open: game_prolog::open,
        read: game_prolog::read,
    },
    LanguageInfo {
        language: Language::Efg,
        name: "efg",
        title: "extensive form",
        endings: &["efg"],
        asked: true,
        open: extensive::open,
        read: extensive::read,
    },
    LanguageInfo {
        language: Language::Nfg,
        name: "nfg",
        title: "strategic form",
        endings: &["nfg"],
        asked: true,
        open: strategic::open,
        read: strategic::read,
    },
    LanguageInfo {
        language: Language::Strategies,
        name: "sgl",
        title: "strategies",
        endings: &["sgl"],
        asked: true,
        open: strategies::open,
        read: strategies::read,
    },
];

impl Language {
    /// Returns what the list says about the language.
    pub fn info(self) -> &'static LanguageInfo {
        let info = LANGUAGES.iter().find(|info| info.language == self);
        info.expect("the list has every language")
    }

    /// Returns the language of a file by the ending of its name.
    pub fn of_file(path: &str) -> Option<Language> {
        let ending = files::ending(path);
        let info = LANGUAGES.iter().find(|info| info.endings.contains(&ending))?;
        Some(info.language)
    }

    /// Returns the language with this short name.
    pub fn named(name: &str) -> Option<Language> {
        let info = LANGUAGES.iter().find(|info| info.name.eq_ignore_ascii_case(name))?;
        Some(info.language)
    }
}

/// The text of a game, with its language.
#[derive(Clone, Debug)]
pub(crate) struct GameFile {
    pub language: Language,
    /// The name of the file, or what the text is called.
    pub name: String,
    pub text: String,
    /// Whether it was read from the disk. There may be a file with the name of another text, too.
    pub on_disk: bool,
}

impl GameFile {
    /// Reads a file; the ending of its name says what it is.
    pub fn read(path: &str) -> Result<Arc<GameFile>, InputError> {
        if Path::new(path).is_dir() {
            return Err(InputError::about("game", path, "this is a folder, not a game"));
        }
        let Some(language) = Language::of_file(path) else {
            let endings: Vec<&str> =
                LANGUAGES.iter().flat_map(|info| info.endings).copied().collect();
            return Err(InputError::about("game", path, "this kind of file is not read")
                .help(format!("game files end in .{}", endings.join(", ."))));
        };
        let text = files::read(Path::new(path))?;
        Ok(Arc::new(GameFile { language, name: path.to_string(), text, on_disk: true }))
    }

    /// Names a text after its language.
    pub fn of_text(language: Language, text: &str) -> GameFile {
        let name = format!("text.{}", language.info().endings[0]);
        GameFile { language, name, text: text.to_string(), on_disk: false }
    }

    /// Returns the digest by which evidence recognises the file.
    pub fn digest(&self) -> String {
        digest(self.text.as_bytes())
    }

    /// Compares the file with the digest of the file that evidence is about; returns what the claim
    /// has to be read with, or why the evidence is about something else.
    pub fn require_digest(&self, written: Option<&str>) -> Result<Vec<Warning>, String> {
        let name = &self.name;
        let Some(written) = written else {
            return Err(format!(
                "the evidence does not say by a digest which file {name} it means"
            ));
        };
        match compare_digest(written, self.text.as_bytes()) {
            DigestMatch::Same => Ok(Vec::new()),
            DigestMatch::SameChecksum => Ok(vec![Warning::of(format!(
                "the evidence is tied to the file {name} by a checksum of 64 bits, which can be forged"
            ))]),
            DigestMatch::Different => {
                Err(format!("the file {name} is not the one the evidence is about"))
            }
        }
    }

    /// Opens the file as a game.
    pub fn open(self: &Arc<Self>, budget: &Budget) -> Result<Session, InputError> {
        (self.language.info().open)(self, budget)
    }

    /// Reads the file so that it can be asked.
    pub fn rules(&self, budget: &Budget) -> Result<Rules, InputError> {
        let asked = (self.language.info().read)(self, budget)?;
        Ok(Rules { asked, language: self.language })
    }
}

/// A file in one of the logic languages: it answers questions, whether it is a game or not.
pub struct Rules {
    pub(crate) asked: Box<dyn AskedFile>,
    language: Language,
}

impl Rules {
    /// Reads a file that can be asked.
    pub fn read(path: &str) -> Result<Rules, InputError> {
        Rules::read_within(path, &Limits::default())
    }

    /// Reads a file that can be asked within limits.
    pub fn read_within(path: &str, limits: &Limits) -> Result<Rules, InputError> {
        if Language::of_file(path).is_none() {
            return Err(cannot_be_asked(path));
        }
        GameFile::read(path)?.rules(&limits.budget())
    }

    /// Reads a text in one of the languages that can be asked.
    pub fn parse(language: Language, text: &str) -> Result<Rules, InputError> {
        GameFile::of_text(language, text).rules(&Limits::default().budget())
    }

    /// Answers a question.
    pub fn ask(&self, request: &Query) -> Result<Replied, InputError> {
        self.require_options(request)?;
        self.asked.ask(request)
    }

    /// Fails if an option of Game Prolog is given for a file in another language.
    fn require_options(&self, request: &Query) -> Result<(), InputError> {
        let given = [(request.strict, "--strict"), (request.as_published, "--as-published")];
        match given.iter().find(|(given, _)| *given) {
            Some((_, option)) if self.language != Language::GameProlog => {
                Err(InputError::new(format!("{option} means nothing to this file"))
                    .help("it is an option of `force` in Game Prolog, for .gp files"))
            }
            _ => Ok(()),
        }
    }

    /// Starts to answer a question whose answers are asked for one by one; `None` if it has one
    /// answer only.
    pub fn answers(&self, request: &Query) -> Result<Option<Box<dyn NextAnswer>>, InputError> {
        self.asked.answers(request)
    }

    /// Describes what the file contains, with what looks wrong in it: that may take long, as some of
    /// it is found by playing.
    pub fn described(&self, limits: &Limits) -> Result<Described, InputError> {
        self.asked.described(&limits.budget())
    }

    /// Returns what looks wrong in the file and changes its meaning.
    pub fn warnings(&self) -> Vec<Warning> {
        self.asked.warnings()
    }

    /// Returns the words a question can start with.
    pub fn words(&self) -> &'static [&'static str] {
        self.asked.words()
    }
}

/// The answers of a question, one by one.
pub trait NextAnswer {
    /// Returns the next answer as text; `None` if there is no other.
    fn next_answer(&mut self, limits: &Limits) -> Result<Option<String>, InputError>;
}

/// A file that can be asked.
pub(crate) trait AskedFile {
    /// Answers a question.
    fn ask(&self, request: &Query) -> Result<Replied, InputError>;

    /// Starts to answer a question that may have many answers.
    fn answers(&self, _request: &Query) -> Result<Option<Box<dyn NextAnswer>>, InputError> {
        Ok(None)
    }

    /// Describes what the file contains.
    fn described(&self, budget: &Budget) -> Result<Described, InputError>;

    /// Returns what looks wrong in the file and changes its meaning.
    fn warnings(&self) -> Vec<Warning> {
        Vec::new()
    }

    /// Returns the words a question can start with.
    fn words(&self) -> &'static [&'static str];

    /// Returns the game as a tree, if the file is one.
    fn tree(&self, _budget: &Budget) -> Result<Option<Diagram>, InputError> {
        Ok(None)
    }
}

/// A file that can be asked, or what is wrong with it.
type AskedOrError = Result<Box<dyn AskedFile>, InputError>;

fn cannot_be_asked(path: &str) -> InputError {
    InputError::about("file", path, "this kind of file cannot be asked").help(
        "questions are for .sgl, .gp, .efg, .nfg, .toss and .kif files, and matrices of pairs",
    )
}

/// Opens a game written out as a graph, or as matrices.
fn open_json(file: &Arc<GameFile>, budget: &Budget) -> Result<Session, InputError> {
    let wrong = |why| {
        let invalid = |error| InputError::in_text(&file.name, &file.text, error);
        InputError::opening(&file.name, why, invalid)
    };
    if let Some(game) = StrategicGame::from_json(&file.text) {
        return Ok(strategic::session(file, game));
    }
    let session = if StackedGame::recognises(&file.text, budget) {
        let game = StackedGame::from_json_within(&file.text, budget).map_err(wrong)?;
        Session::of(&file.name, DynSimultaneousGame::new(game))
    } else {
        let game = ExplicitGame::from_json_within(&file.text, budget).map_err(wrong)?;
        Session::of(&file.name, turns(game))
    };
    Ok(session.of_file(file))
}

/// Returns a graph as a game that remarks on agents without moves off turn, unless the graph has
/// such moves.
fn turns(game: ExplicitGame) -> DynGame {
    match game.has_moves_off_turn() {
        true => DynGame::new(game),
        false => DynGame::new(OnTurnOnly::new(game)),
    }
}

/// Opens a file as a game where all agents move at the same time, if it is that by nature: in GDL
/// every role moves in every step, even where only one of them has a choice.
pub(crate) fn open_simultaneous(
    file: &Arc<GameFile>,
    budget: &Budget,
) -> Result<Session, InputError> {
    match file.language {
        Language::Gdl => gdl::open_simultaneous(file, budget),
        _ => file.open(budget),
    }
}

/// Opens a file with every answer of its engine compared with a direct implementation, where there is
/// one; says which they are.
pub(crate) fn open_strictly(
    file: &Arc<GameFile>,
    budget: &Budget,
) -> Result<(Session, Strictly), InputError> {
    let alone = |engine| Ok((file.open(budget)?, Strictly::of(engine, None)));
    match file.language {
        Language::Gdl => gdl::open_strictly(file, budget),
        Language::Toss => rewriting::open_strictly(file, budget),
        Language::GameProlog => game_prolog::open_strictly(file, budget),
        Language::Strategies => strategies::open_strictly(file, budget),
        // These files list the positions themselves: nothing is derived from rules.
        Language::Efg => alone("the tree of the file"),
        Language::Nfg => alone("the table of the file"),
        Language::Json => alone("the graph of the file"),
    }
}

/// Checks evidence that answers a question of Game Prolog, or about a tree; returns `None` for other
/// evidence.
pub(crate) fn verify(
    evidence: &Evidence,
    strict: bool,
    budget: &Budget,
) -> Result<Option<Verified>, InputError> {
    let verified = match (&evidence.claim, Language::of_file(&evidence.game)) {
        (Claim::Answer { query, holds, witness }, Some(Language::GameProlog)) => {
            game_prolog::verify(evidence, (query, *holds, witness), strict, budget)?
        }
        (Claim::Answer { query, holds, witness }, Some(Language::Efg)) => {
            extensive::verify(evidence, (query, *holds, witness), budget)?
        }
        _ => None,
    };
    Ok(verified.map(|mut verified| {
        verified.warnings.extend(look_alikes(&evidence.claim).map(Warning::of));
        verified
    }))
}

/// Returns the number of the line of a byte of a text, counted from 1.
fn line_of(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].matches('\n').count() + 1
}
