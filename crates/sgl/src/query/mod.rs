//! Queries: a text is answered by a value and a witness.

mod drawing;
mod lazy;
mod logic;
mod model;
mod play;
mod witness;

use std::sync::Arc;

use ludex_base::{Budget, NoAnswer, Source, SourceError, TextError, with_stack};
use ludex_game::{Game, Notation};
use serde_json::Value;

use crate::STACK_SIZE;
use crate::expand::Expander;
use crate::file::File;
use crate::formula::Formulas;
use crate::frame::Frame;
use crate::model::{Catalogue, GameWorld, Lexicon, RuleWorld, World, default_budget, with_set};
use crate::syntax::{QueryTree, parse_query};

use model::{ModelQuery, answer, illegal_move};

/// The answer to a query.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The value: a truth value, a number, a list of moves or a verdict.
    pub result: Value,
    /// The evidence, where there is some: a line of play, a countermodel, a reason.
    pub witness: Option<Value>,
    /// Remarks: a move before the question is not legal, which states the question is about.
    pub notes: Vec<String>,
}

impl Answer {
    pub(crate) fn plain(result: impl Into<Value>) -> Answer {
        Answer { result: result.into(), witness: None, notes: Vec::new() }
    }

    pub(crate) fn with(result: impl Into<Value>, witness: Value) -> Answer {
        Answer { result: result.into(), witness: Some(witness), notes: Vec::new() }
    }
}

type Result<T> = std::result::Result<T, NoAnswer<SourceError>>;

/// Answers a query about a file that has rules of its own. (For strategies of another game see
/// [`query_game`].)
///
/// ```
/// let file = ludex_sgl::File::read("f", "agents A; action a by A; action b by A;").unwrap();
/// let answer = ludex_sgl::query(&file, "valid ~(does(a) & does(b))").unwrap();
/// assert_eq!(answer.result, true);
/// ```
pub fn query(file: &File, text: &str) -> Result<Answer> {
    query_within(file, text, &default_budget())
}

/// Answers a query about a file that has rules of its own within a budget.
pub fn query_within(file: &File, text: &str, budget: &Budget) -> Result<Answer> {
    ended(with_stack(STACK_SIZE, || ask(file, text, budget)), budget)
}

/// Tells a budget that was used up from an error of the text, as which expansion reports it.
fn ended(answer: Result<Answer>, budget: &Budget) -> Result<Answer> {
    if let Err(NoAnswer::Invalid(_)) = answer {
        budget.poll()?;
    }
    answer
}

fn ask(file: &File, text: &str, budget: &Budget) -> Result<Answer> {
    let query = Query::read(text, budget)?;
    match file.frame() {
        Some(frame) => query.about_file(file, frame).map(|answer| query.told(answer)),
        None => Err(file.needs_game().into()),
    }
}

/// Answers a query about the strategies of a file in `game`, whatever game the file names.
pub fn query_game<G: Game + Notation>(
    file: &File,
    game: &G,
    text: &str,
    budget: &Budget,
) -> Result<Answer> {
    let about = || {
        let query = Query::read(text, budget)?;
        query.about_game(file, game).map(|answer| query.told(answer))
    };
    ended(with_stack(STACK_SIZE, about), budget)
}

/// The number of positions that are searched for the moves of a game.
const POSITIONS: usize = 20_000;

/// A query with its text and its budget.
struct Query<'l> {
    source: Arc<Source>,
    tree: QueryTree,
    budget: &'l Budget,
}

impl<'l> Query<'l> {
    fn read(text: &str, budget: &'l Budget) -> Result<Query<'l>> {
        let source = Arc::new(Source { name: "query".to_owned(), text: text.to_owned() });
        let tree = parse_query(text).map_err(|error| SourceError::within(&source, error))?;
        Ok(Query { source, tree, budget })
    }

    /// Returns an answer with the states that the question is about, where it does not name one.
    fn told(&self, mut answer: Answer) -> Answer {
        let about = match &self.tree {
            QueryTree::Valid(_) => "all states of all models of the frame",
            QueryTree::Entails(_) => {
                "all states of all models of the rules and axioms, whether play reaches them or not"
            }
            QueryTree::Ensures { .. } | QueryTree::Enforces { .. } => {
                "all plays from the start by legal moves of the strategies"
            }
            QueryTree::Holds(_)
            | QueryTree::Complete { .. }
            | QueryTree::Deterministic { .. }
            | QueryTree::Functional { .. }
            | QueryTree::Implements { .. } => "all states that legal moves reach from the start",
            _ => return answer,
        };
        answer.notes.push(format!("this is about {about}"));
        answer
    }

    /// Returns an error about the whole query.
    fn error(&self, message: String) -> SourceError {
        let span = 0..self.source.text.len();
        SourceError { message, span, help: None, input: self.source.clone() }
    }

    /// Says that a move before the question is not legal, given its place: what any action would lead
    /// to can be asked, but is seldom meant.
    fn illegal(&self, place: Option<usize>) -> Option<String> {
        let (QueryTree::Check { after, .. } | QueryTree::Moves { after, .. }) = &self.tree else {
            return None;
        };
        let wrong = after.get(place?)?;
        Some(format!("`{wrong}` is not legal there: the answer is about what it would lead to"))
    }

    fn expander<'a>(
        &'a self,
        file: &'a File,
        frame: &'a mut Frame,
        formulas: &'a mut Formulas,
    ) -> Expander<'a> {
        let expander = Expander::new(frame, &file.names, formulas, &self.source, &file.source);
        expander.within(self.budget)
    }

    fn about_file(&self, file: &File, frame: &Frame) -> Result<Answer> {
        let mut frame = frame.clone();
        if let Some(answer) = logic::answer(self, file, &mut frame)? {
            return Ok(answer);
        }
        let mut formulas = file.formulas.clone();
        let query =
            ModelQuery::read(&self.tree, &mut self.expander(file, &mut frame, &mut formulas))?;
        if file.rules.is_empty() {
            let message = "the file has no rules of a game, only a frame".to_owned();
            return Err(self.error(message).into());
        }
        let bits = frame.action_count().max(frame.atom_count() + 1);
        with_set!(bits, S => {
            let missing = |message| SourceError::within(&file.source, TextError::new(message, 0..0));
            let rules: std::result::Result<RuleWorld<S>, NoAnswer<String>> =
                RuleWorld::new(&frame, &file.formulas, &file.rules, self.budget);
            let world = rules.map_err(|why| why.map_invalid(missing))?;
            let world = World::Rules(&world);
            let mut answer = answer(world, &frame, &formulas, &query, self.budget)?;
            answer.notes.extend(self.illegal(illegal_move(world, &query)));
            drawing::draw_file(&mut answer, file);
            Ok(answer)
        })
    }

    /// Answers a query about a game. Moves that are found on the way become actions, and the query
    /// is then answered again.
    fn about_game<G: Game + Notation>(&self, file: &File, game: &G) -> Result<Answer> {
        let mut lexicon = Lexicon::new(game, POSITIONS, self.budget)?;
        loop {
            let made = Catalogue::new(game, &lexicon);
            let (catalogue, frame) = made.map_err(|message| self.error(message))?;
            let answer = self.about_moves(file, GameWorld::new(&catalogue), frame);
            let unknown = catalogue.unknown();
            if unknown.is_empty() || answer.is_err() {
                return answer.map(|mut answer| {
                    drawing::draw(&mut answer, game);
                    answer
                });
            }
            lexicon.extend(unknown);
        }
    }

    fn about_moves(&self, file: &File, world: GameWorld, mut frame: Frame) -> Result<Answer> {
        if let Some(answer) = logic::answer(self, file, &mut frame)? {
            return Ok(answer);
        }
        let mut formulas = Formulas::new();
        let query =
            ModelQuery::read(&self.tree, &mut self.expander(file, &mut frame, &mut formulas))?;
        let bits = frame.action_count().max(frame.atom_count() + 1);
        with_set!(bits, S => {
            let world: World<S> = World::Game(world);
            let mut answer = answer(world, &frame, &formulas, &query, self.budget)?;
            answer.notes.extend(self.illegal(illegal_move(world, &query)));
            Ok(answer)
        })
    }
}
