//! Structure rewriting: `.toss` files.

use std::path::Path;
use std::sync::Arc;

use ludex_base::{Budget, NoAnswer};
use ludex_game::DynGame;
use ludex_rewrite::{
    ComparedGame, Description, QUERIES, RewriteGame, Unplayable, Weights, query_within,
    report_within,
};
use serde_json::{Map, Value};

use super::{AskedFile, GameFile};
use crate::answers::{Described, Replied, Strictly, Warning};
use crate::error::InputError;
use crate::files;
use crate::requests::Query;
use crate::session::Session;

fn parse(file: &GameFile) -> Result<Description, InputError> {
    Description::parse(&file.text)
        .map_err(|error| InputError::in_text(&file.name, &file.text, error))
}

fn game(file: &GameFile, budget: &Budget) -> Result<RewriteGame, InputError> {
    RewriteGame::within(&parse(file)?, budget).map_err(|error| match error {
        Unplayable::Stopped(stopped) => InputError::not_opened(&file.name, &stopped),
        error => InputError::new(format!("{} cannot be played: {error}", file.name)),
    })
}

/// Opens a description as a game. Its evaluation has the weights of the file beside it that ends in
/// `.weights`, if there is one.
pub(super) fn open(file: &Arc<GameFile>, budget: &Budget) -> Result<Session, InputError> {
    let (path, mut game) = (&file.name, game(file, budget)?);
    let learnt = Path::new(path).with_extension("weights");
    if learnt.exists() {
        let weights: Weights = files::read(&learnt)?
            .parse()
            .map_err(|error| InputError::new(format!("{}: {error}", learnt.display())))?;
        game = game.with_weights(weights);
    }
    Ok(Session::of(path, game).of_file(file))
}

/// Opens a description as a game that is compared with the definitions move by move, unless that takes
/// too long.
pub(super) fn open_strictly(
    file: &Arc<GameFile>,
    budget: &Budget,
) -> Result<(Session, Strictly), InputError> {
    let compared = ComparedGame::new(game(file, budget)?);
    let reference = compared.as_ref().map(|_| "the definitions");
    let session = match compared {
        Some(game) => Session::of(&file.name, DynGame::new(game)).of_file(file),
        None => open(file, budget)?,
    };
    Ok((session, Strictly::of("the engine of structure rewriting", reference)))
}

/// Reads a description to be asked.
pub(super) fn read(file: &GameFile, _: &Budget) -> Result<Box<dyn AskedFile>, InputError> {
    Ok(Box::new(DescriptionFile { description: parse(file)? }))
}

struct DescriptionFile {
    description: Description,
}

impl DescriptionFile {
    /// Says what `value` means where the players do not just want to hurt each other.
    fn notes(&self, query: &str) -> Vec<String> {
        let value = query.split_whitespace().next() == Some("value");
        match self.description.players.first() {
            Some(first) if value && !self.description.is_zero_sum() => vec![format!(
                "the payoffs are not known to add up to a constant: this is what {first} can secure \
                 if all others play against it"
            )],
            _ => Vec::new(),
        }
    }
}

impl AskedFile for DescriptionFile {
    fn ask(&self, request: &Query) -> Result<Replied, InputError> {
        let query = request.query.as_str();
        match query_within(&self.description, query, &request.limits.budget()) {
            Ok(result) => Ok(Replied { notes: self.notes(query), ..Replied::plain(result) }),
            Err(NoAnswer::Stopped(stopped)) => Ok(Replied::stopped(stopped.to_string())),
            Err(NoAnswer::Invalid(error)) => Err(InputError::in_text("query", query, error)),
        }
    }

    fn described(&self, budget: &Budget) -> Result<Described, InputError> {
        let report = report_within(&self.description, budget)
            .map_err(|stopped| InputError::stopped(&stopped))?;
        let statistics = match report.statistics {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        let warning = |message| Warning { line: None, message };
        Ok(Described {
            language: "structure rewriting".to_string(),
            agents: self.description.players.iter().map(|name| name.to_string()).collect(),
            statistics,
            warnings: report.warnings.into_iter().map(warning).collect(),
        })
    }

    fn words(&self) -> &'static [&'static str] {
        &QUERIES
    }
}
