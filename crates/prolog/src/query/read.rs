//! The parser of questions.

use ludex_base::{Span, TextError, suggest};

use crate::symbol::Symbols;
use crate::syntax::{Goals, Parser, Term};

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// `plan G`: all shortest legal plans.
    Plan(Goals),
    /// `plans N G`: all legal plans of at most N actions.
    Plans(usize, Goals),
    /// `scenery PATH`: the atoms after a path.
    Scenery(Vec<Term>),
    /// `enabled PATH`: the enabled actions after a path.
    Enabled(Vec<Term>),
    /// `holds PATH : G`.
    Holds(Vec<Term>, Goals),
    /// `force {C} : G`.
    Force(Vec<Term>, Goals),
    /// `force {C} uniformly : G`: by a strategy that depends only on what the players see.
    Uniformly(Vec<Term>, Goals),
    /// `nash`: the equilibria of the game as one of strategies, which depend on what players see.
    Nash,
    /// `states`: the number of sceneries that legal play can reach.
    States,
    /// `trace G [via PLAN]`.
    Trace(Goals, Option<Vec<Term>>),
    /// `?- G.`: the answers with the shortest plans.
    Goals(Goals),
    /// `equilibria`: the outcome of backward induction and all subgame-perfect equilibria.
    Equilibria,
    /// `efg`: the program as an extensive game, in the format of game-theory tools.
    Efg,
}

/// The words a question can start with.
pub const QUERIES: &[&str] = &[
    "plan",
    "plans",
    "scenery",
    "enabled",
    "holds",
    "force",
    "states",
    "trace",
    "equilibria",
    "nash",
    "efg",
];

impl Query {
    /// Returns the goals of the question, if it has any.
    pub fn goals(&self) -> Option<&Goals> {
        match self {
            Query::Plan(goals) | Query::Plans(_, goals) | Query::Holds(_, goals) => Some(goals),
            Query::Force(_, goals) | Query::Trace(goals, _) | Query::Goals(goals) => Some(goals),
            Query::Uniformly(_, goals) => Some(goals),
            Query::Scenery(_) | Query::Enabled(_) | Query::States => None,
            Query::Equilibria | Query::Nash | Query::Efg => None,
        }
    }

    /// Parses a question; new names are added to the symbols.
    pub fn read(text: &str, symbols: &mut Symbols) -> Result<Query, TextError> {
        let mut parser = Parser::new(text, symbols)?;
        if parser.at_query() {
            let goals = parser.query()?;
            parser.end()?;
            return Ok(match goals.coalition.clone() {
                Some(coalition) => Query::Force(coalition, Goals { coalition: None, ..goals }),
                None => Query::Goals(goals),
            });
        }
        let place = parser.cursor.here();
        let word = QUERIES.iter().find(|word| parser.eat_word(word)).copied().unwrap_or("");
        let query = match word {
            "plan" => Query::Plan(goals(&mut parser)?),
            "plans" => Query::Plans(parser.count()?, goals(&mut parser)?),
            "scenery" => Query::Scenery(parser.path()?),
            "enabled" => Query::Enabled(parser.path()?),
            "holds" => {
                let path = parser.path()?;
                parser.colon()?;
                Query::Holds(path, goals(&mut parser)?)
            }
            "force" => {
                let coalition = parser.coalition()?;
                let uniformly = parser.eat_word("uniformly");
                parser.colon()?;
                let goals = goals(&mut parser)?;
                match uniformly {
                    true => Query::Uniformly(coalition, goals),
                    false => Query::Force(coalition, goals),
                }
            }
            "states" => Query::States,
            "equilibria" => Query::Equilibria,
            "nash" => Query::Nash,
            "efg" => Query::Efg,
            "trace" => {
                let goals = parser.open_goals()?;
                let via = if parser.eat_word("via") { Some(parser.path()?) } else { None };
                Query::Trace(goals, via)
            }
            _ => return Err(unknown(text, place)),
        };
        parser.end()?;
        Ok(query)
    }
}

fn goals(parser: &mut Parser) -> Result<Goals, TextError> {
    parser.open_goals()
}

fn unknown(text: &str, place: Span) -> TextError {
    let words = place.of(text);
    let message = match words {
        "" => "the question is empty".to_owned(),
        words => format!("no question starts with `{words}`"),
    };
    let error = TextError::new(message, place);
    match suggest(words, QUERIES.iter().copied()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("expected {}, or `?- goals.`", QUERIES.join(", "))),
    }
}
