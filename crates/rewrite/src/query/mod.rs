//! Queries about a description, as `ludex query FILE QUERY` answers them.
//!
//! | query | answer |
//! | --- | --- |
//! | `fluents`, `stable` | the relations that moves can change, or cannot |
//! | `moves LOC`, `nmoves LOC` | the moves of a location at the start, or their number |
//! | `states` | how many states can be reached |
//! | `terminals` | how many final states there are for each payoff of the first player |
//! | `value` | the payoff the first player can force, the others playing against it |
//! | `eval φ ["grid"]`, `term t ["grid"]` | truth or value, at the start or in the grid |
//! | `nnf φ`, `prenex φ`, `dnf φ`, `cnf φ`, `tnf φ` | normal forms |
//! | `describe φ`, `ranks φ` | an existential description, or the hit ranks that led to it |
//! | `heuristic PLAYER α`, `hval PLAYER α "grid"` | the heuristic from goals, or its value |
//! | `alt PLAYER m ["grid"]` | the heuristic with rule conditions, or its value |
//! | `choice` | which of the two the game gets by default |
//! | `learn [n]` | weights of a combination, learnt by self-play, each change by `n` plays |
//! | `apply MOVE` | the structure after a move |

mod apply;
mod learning;

use std::ops::Range;

use ludex_base::{Budget, NoAnswer, TextError};
use ludex_game::Model;
use serde_json::{Value, json};

use crate::evaluate::{NoValue, evaluate_formula, evaluate_heuristic, evaluate_term};
use crate::game::parse_structure;
use crate::graph::{StateGraph, default_budget};
use crate::heuristics::{Choice, condition_heuristic, goal_heuristic};
use crate::lang::{Expansions, Parser, Signature, Token, did_you_mean};
use crate::logic::{
    Fluents, TooLarge, describe, expand, free_variables, nnf_within, prenex_within,
};
use crate::logic::{simple_cnf, simple_dnf, tnf_within};
use crate::syntax::{Description, Formula, Name, Term};
use crate::{Rational, RewriteGame, Structure, Unplayable};

/// The names of all queries.
pub const QUERIES: [&str; 22] = [
    "fluents",
    "stable",
    "moves",
    "nmoves",
    "states",
    "terminals",
    "value",
    "eval",
    "term",
    "nnf",
    "prenex",
    "dnf",
    "cnf",
    "tnf",
    "describe",
    "ranks",
    "heuristic",
    "hval",
    "alt",
    "choice",
    "learn",
    "apply",
];

/// The result of parsing a query.
type Result<T, E = TextError> = std::result::Result<T, E>;

/// The result of answering a query.
type Answer<T> = Result<T, NoAnswer<TextError>>;

/// The number of elements that may be tried when a formula or a term is evaluated.
const WORK: u64 = 2_000_000_000;

/// Answers a query about a description. Errors point into the text of the query.
///
/// ```
/// # let text = "PLAYERS A
/// # RULE Drop: [a, b | E(a, b) | - ] -> [a | - | - ]
/// # LOC 0 { PLAYER A PAYOFF { A: Sum (x | true : 1) } MOVES [Drop -> 0] }
/// # MODEL [u, v | E(u, v) | ]";
/// let description = ludex_rewrite::Description::parse(text).unwrap();
/// let answer = ludex_rewrite::query(&description, "moves 0").unwrap();
/// assert_eq!(answer, serde_json::json!(["Drop a=u b=v"]));
/// ```
pub fn query(description: &Description, text: &str) -> Answer<Value> {
    query_within(description, text, &default_budget())
}

/// Answers a query about a description within a budget.
pub fn query_within(description: &Description, text: &str, budget: &Budget) -> Answer<Value> {
    query_with_work(description, text, budget, WORK)
}

/// Answers a query about a description within a budget; at most `work` elements are tried when a
/// formula or a term is evaluated.
pub fn query_with_work(
    description: &Description,
    text: &str,
    budget: &Budget,
    work: u64,
) -> Answer<Value> {
    let parser = Parser::new(text)?;
    let fluents = Fluents::of(description);
    let whole = text.len() - text.trim_start().len()..text.trim_end().len().max(1).min(text.len());
    let mut asked = QueryParser { description, fluents, parser, whole, budget, work };
    let word = asked.parser.cursor.word();
    asked.parser.cursor.advance();
    match word {
        "fluents" => asked.fluents(true),
        "stable" => asked.fluents(false),
        "moves" => asked.moves(),
        "nmoves" => Ok(json!(asked.moves()?.as_array().map_or(0, Vec::len))),
        "states" => Ok(json!(asked.graph()?.states())),
        "terminals" => asked.terminals(),
        "value" => asked.value(),
        "eval" => asked.eval(),
        "term" => asked.term(),
        "nnf" => asked.normal_form(|asked, f| asked.plain(f)),
        "prenex" => asked.normal_form(|asked, f| prenex_within(&asked.expanded(f)?, asked.budget)),
        "dnf" => asked.normal_form(|asked, f| simple_dnf(&asked.plain(f)?, asked.budget)),
        "cnf" => asked.normal_form(|asked, f| simple_cnf(&asked.plain(f)?, asked.budget)),
        "tnf" => {
            asked.normal_form(|asked, f| tnf_within(&asked.plain(f)?, &asked.fluents, asked.budget))
        }
        "describe" => asked.describe(false),
        "ranks" => asked.describe(true),
        "heuristic" | "hval" => asked.goal_heuristic(word == "hval"),
        "alt" => asked.condition_heuristic(),
        "choice" => asked.choice(),
        "learn" => asked.learn(),
        "apply" => asked.apply(),
        _ => {
            asked.parser.cursor.go_to(0);
            let error = asked.parser.expected("a query");
            let known = format!("queries are {}", QUERIES.join(", "));
            Err(did_you_mean(error.help(known), word, QUERIES).into())
        }
    }
}

/// Returns whether a formula in negation normal form has no universal quantifier, and counts nothing.
fn is_existential(formula: &Formula) -> bool {
    match formula {
        Formula::Forall(..) | Formula::Compare(..) => false,
        Formula::Exists(_, body) | Formula::Not(body) => is_existential(body),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(is_existential),
        Formula::True | Formula::False | Formula::Equal(..) | Formula::Relation(..) => true,
    }
}

/// A query being parsed.
struct QueryParser<'a> {
    description: &'a Description,
    fluents: Fluents,
    parser: Parser<'a>,
    /// The range of the whole query.
    whole: Range<usize>,
    budget: &'a Budget,
    work: u64,
}

impl QueryParser<'_> {
    fn end(&self) -> Result<()> {
        self.parser.end("the end of the query")
    }

    /// Returns an error about the whole query.
    fn error(&self, message: impl ToString) -> TextError {
        TextError::new(message.to_string(), self.whole.clone())
    }

    /// Converts the reason why there is no value to an error of the query.
    fn no_value(&self, reason: NoValue) -> NoAnswer<TextError> {
        match reason {
            NoValue::TooLarge(message) => self.error(message).into(),
            NoValue::Stopped(stopped) => stopped.into(),
        }
    }

    fn fluents(&self, fluent: bool) -> Answer<Value> {
        self.end()?;
        let names = self.description.model.relations.keys();
        Ok(names.filter(|name| self.fluents.contains(name) == fluent).map(|n| json!(**n)).collect())
    }

    fn game(&self) -> Answer<RewriteGame> {
        RewriteGame::any_payoffs(self.description, self.budget).map_err(|error| match error {
            Unplayable::Stopped(stopped) => NoAnswer::Stopped(stopped),
            error => self.error(error).into(),
        })
    }

    fn moves(&mut self) -> Answer<Value> {
        let span = self.parser.cursor.here();
        let number = self.parser.number("the number of a location")?;
        self.end()?;
        let location = self.description.location(number);
        let location = location
            .ok_or_else(|| TextError::new(format!("there is no location {number}"), span))?;
        let game = self.game()?;
        Ok(json!(game.location_moves(location, &game.initial())))
    }

    fn graph(&self) -> Answer<StateGraph> {
        self.end()?;
        Ok(StateGraph::explore(&self.game()?, self.budget)?)
    }

    fn terminals(&self) -> Answer<Value> {
        let graph = self.graph()?;
        let counts = graph.terminals().into_iter();
        Ok(Value::Object(counts.map(|(payoff, n)| (payoff.to_string(), json!(n))).collect()))
    }

    fn value(&self) -> Answer<Value> {
        let graph = self.graph()?;
        match graph.value() {
            Some(value) => Ok(json!(value.to_string())),
            None => Err(self.error("no payoff can be forced").help(self.why_none(&graph)).into()),
        }
    }

    /// Says what each side can force where the payoffs they can force are not equal.
    fn why_none(&self, graph: &StateGraph) -> String {
        let first = &self.description.players[0];
        let low = graph.forced().0.map(|low| format!("`{first}` can force {low}"));
        let high = graph.forced().1.map(|high| format!("the others can keep it to {high}"));
        let forced: Vec<String> = low.into_iter().chain(high).collect();
        let forced = match forced.is_empty() {
            true => "no side can force the play to end".to_owned(),
            false => forced.join(", "),
        };
        format!("plays can go on for ever: {forced}")
    }

    /// Returns the constants of a formula: elements of the structure it is evaluated in.
    fn constants(&self, free: Vec<Name>, structure: &Structure) -> Result<Vec<(Name, usize)>> {
        let constant = |name: Name| match structure.element(&name) {
            Some(element) => Ok((name, element)),
            None => {
                let error = self.error(format!("the variable `{name}` is not bound"));
                Err(error.help("bind it with `ex` or `all`, or name an element"))
            }
        };
        free.into_iter().map(constant).collect()
    }

    fn check_uses(&self) -> Result<()> {
        let signature = Signature::new(&self.description.model, &self.description.definitions);
        self.parser.uses.iter().try_for_each(|mention| signature.check(mention))
    }

    /// Fails if what was asked does not fit with all definitions written out.
    fn check_size(&self, fits: bool) -> Result<()> {
        match fits {
            true => Ok(()),
            false => Err(self.error("with all definitions written out this is too large")),
        }
    }

    /// Parses the structure at the end of the query. Returns the starting one if there is none.
    fn structure(&mut self) -> Result<Structure> {
        if self.parser.cursor.peek() != Some(Token::Quoted) {
            self.end()?;
            return Ok(self.description.model.clone());
        }
        let span = self.parser.cursor.here();
        self.parser.cursor.advance();
        self.end()?;
        parse_structure(
            self.description,
            &self.fluents,
            self.parser.cursor.text(),
            span.inner().range(),
        )
    }

    fn eval(&mut self) -> Answer<Value> {
        self.parser.open = true;
        let formula = self.parser.formula()?;
        self.check_uses()?;
        self.check_size(Expansions::of(self.description).fit(&formula))?;
        let structure = self.structure()?;
        let constants = self.constants(free_variables(&formula), &structure)?;
        let limits = (self.work, self.budget);
        let truth = evaluate_formula(self.description, &structure, &formula, &constants, limits);
        Ok(json!(truth.map_err(|error| self.no_value(error))?))
    }

    fn term(&mut self) -> Answer<Value> {
        self.parser.open = true;
        let term = self.parser.term()?;
        self.check_uses()?;
        self.check_size(Expansions::of(self.description).fit_term(&term))?;
        let structure = self.structure()?;
        self.term_value(&term, &structure)
    }

    fn term_value(&self, term: &Term, structure: &Structure) -> Answer<Value> {
        let free = free_variables(&Formula::Compare(
            crate::syntax::Comparison::Same,
            term.clone(),
            Term::Number(Rational::ZERO),
        ));
        let constants = self.constants(free, structure)?;
        let limits = (self.work, self.budget);
        let value = evaluate_term(self.description, structure, term, &constants, limits);
        Ok(json!(value.map_err(|error| self.no_value(error))?.to_string()))
    }

    /// Answers with a normal form of a formula, which may have free variables and mention relations
    /// the game does not have.
    fn normal_form(
        &mut self,
        form: impl FnOnce(&Self, &Formula) -> Result<Formula, TooLarge>,
    ) -> Answer<Value> {
        self.parser.open = true;
        let formula = self.parser.formula()?;
        self.end()?;
        self.check_arities()?;
        self.check_size(Expansions::of(self.description).fit(&formula))?;
        let formula = form(self, &formula);
        self.budget.poll()?;
        let formula = formula.map_err(|error| self.error(error))?;
        Ok(json!(formula.to_string()))
    }

    /// Returns a formula with its definitions expanded. It counts as too large if the budget is used up
    /// before.
    fn expanded(&self, formula: &Formula) -> Result<Formula, TooLarge> {
        expand(formula, self.description, &self.fluents, self.budget).map_err(|_| TooLarge)
    }

    /// Returns the negation normal form of a formula with its definitions expanded.
    fn plain(&self, formula: &Formula) -> Result<Formula, TooLarge> {
        nnf_within(&self.expanded(formula)?, self.budget).map_err(|_| TooLarge)
    }

    /// Checks the arities of the relations of the game.
    fn check_arities(&self) -> Result<()> {
        let signature = Signature::new(&self.description.model, &self.description.definitions);
        let known = |name: &Name| {
            self.description.model.relations.contains_key(name)
                || self.description.definition(name).is_some()
        };
        let uses = self.parser.uses.iter().filter(|mention| known(&mention.name));
        uses.into_iter().try_for_each(|mention| signature.check(mention))
    }

    fn describe(&mut self, ranks: bool) -> Answer<Value> {
        self.parser.open = true;
        let span = self.parser.cursor.here();
        let formula = self.parser.formula()?;
        self.end()?;
        self.check_uses()?;
        if self.fluents.changes(&formula) {
            let error = TextError::new("this changes during the game", span);
            return Err(error.help("only stable relations can be described; see `fluents`").into());
        }
        let described = describe(&formula, self.description, &self.fluents, 10, self.budget)?;
        let existential = match &described {
            None if !ranks => self.existential(&formula),
            _ => None,
        };
        self.budget.poll()?;
        Ok(match described {
            Some(described) if ranks => {
                described.ranks.iter().map(|rank| json!(rank.to_string())).collect()
            }
            Some(described) => json!(described.formula.to_string()),
            None => existential.map_or(Value::Null, |f| json!(f.to_string())),
        })
    }

    /// Returns the normal form of a formula that is existential itself: where the greedy search finds
    /// nothing, that is a description.
    fn existential(&self, formula: &Formula) -> Option<Formula> {
        let formula = self.plain(formula).ok()?;
        let normal = || tnf_within(&formula, &self.fluents, self.budget).ok();
        is_existential(&formula).then(normal)?
    }

    fn player(&mut self) -> Result<usize> {
        let (span, name) = (self.parser.cursor.here(), self.parser.name("a player")?);
        self.description.player(&name).ok_or_else(|| {
            let error = TextError::new(format!("`{name}` is not a player"), span);
            error.help(format!("the players are {}", self.description.players.join(", ")))
        })
    }

    fn heuristic_value(&self, term: &Term, structure: &Structure) -> Answer<Value> {
        let (description, limits) = (self.description, (self.work, self.budget));
        let value = evaluate_heuristic(description, structure, term, &self.fluents, limits);
        Ok(json!(value.map_err(|error| self.no_value(error))?.to_string()))
    }

    /// Returns a heuristic, or the error that there is none: if the budget is used up that is why.
    fn derived(&self, term: Result<Term, TooLarge>) -> Answer<Term> {
        self.budget.poll()?;
        Ok(term.map_err(|error| self.error(error))?)
    }

    fn goal_heuristic(&mut self, valued: bool) -> Answer<Value> {
        let player = self.player()?;
        let alpha = match (self.parser.cursor.peek(), self.parser.cursor.word()) {
            (Some(Token::Number), word) => Rational::parse(word),
            _ => None,
        };
        let alpha = alpha.ok_or_else(|| self.parser.expected("a number such as `1/4`"))?;
        self.parser.cursor.advance();
        let (description, start) = (self.description, self.description.start);
        let term = self.derived(goal_heuristic(description, start, player, &alpha, self.budget))?;
        if !valued {
            self.end()?;
            return Ok(json!(term.to_string()));
        }
        let structure = self.structure()?;
        self.heuristic_value(&term, &structure)
    }

    fn condition_heuristic(&mut self) -> Answer<Value> {
        let player = self.player()?;
        let span = self.parser.cursor.here();
        let power = self.parser.number("the power, a whole number such as 4")?;
        if power > 64 {
            return Err(TextError::new("powers go up to 64", span).into());
        }
        let (description, start) = (self.description, self.description.start);
        let term = condition_heuristic(description, start, player, power, self.budget);
        let term = self.derived(term)?;
        if self.parser.cursor.peek().is_none() {
            return Ok(json!(term.to_string()));
        }
        let structure = self.structure()?;
        self.heuristic_value(&term, &structure)
    }

    fn choice(&mut self) -> Answer<Value> {
        self.end()?;
        Ok(match self.game()?.heuristic_choice() {
            Choice::Goals => json!("goals"),
            Choice::Conditions => json!("conditions"),
        })
    }
}
