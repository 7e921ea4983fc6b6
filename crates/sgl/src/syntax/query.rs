//! The parser of queries.

use super::parser::{Parser, Result};
use super::proof::ProofLine;
use super::token::Token;
use super::tree::{Expr, Tree};

/// A parsed query.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum QueryTree {
    Valid(Tree),
    Entails(Tree),
    Holds(Tree),
    Check {
        after: Vec<Expr>,
        choosing: Option<Expr>,
        formula: Tree,
    },
    Moves {
        strategy: Tree,
        agent: Expr,
        after: Vec<Expr>,
    },
    Complete {
        strategy: Tree,
        agent: Expr,
    },
    Deterministic {
        strategy: Tree,
        agent: Expr,
    },
    Functional {
        strategy: Tree,
        agent: Expr,
    },
    StrategyOf {
        strategy: Tree,
        agent: Expr,
    },
    Reach {
        strategy: Tree,
        goal: Option<Tree>,
    },
    Ensures {
        strategy: Tree,
        goal: Tree,
    },
    Enforces {
        agent: Expr,
        strategy: Tree,
        goal: Tree,
    },
    Implements {
        strategy: Tree,
        goal: Tree,
    },
    Prove(Vec<ProofLine>),
    /// The formula without `{α}`, by the D axioms.
    Eliminate(Tree),
    /// The disjunctive normal form [ZT15, Theorem 2].
    Normal(Tree),
    /// Action forgetting [ZT15, Eq. 5].
    Forget(Tree),
}

/// The words queries start with.
pub const QUERIES: &[&str] = &[
    "valid",
    "entails",
    "holds",
    "check",
    "moves",
    "complete",
    "deterministic",
    "functional",
    "strategyof",
    "reach",
    "ensures",
    "enforces",
    "implements",
    "prove",
    "eliminate",
    "normal",
    "forget",
];

/// Parses a query.
pub(crate) fn parse_query(text: &str) -> Result<QueryTree> {
    let mut parser = Parser::new(text)?;
    let query = parser.query()?;
    parser.eat(Token::Semicolon);
    match parser.peek() {
        Token::End => Ok(query),
        _ => Err(parser.expected("an operator or the end of the query")),
    }
}

impl Parser<'_> {
    fn query(&mut self) -> Result<QueryTree> {
        let span = self.span();
        let (word, _) = self.name("a query such as `holds φ`")?;
        Ok(match word.as_str() {
            "valid" => QueryTree::Valid(self.formula()?),
            "entails" => QueryTree::Entails(self.formula()?),
            "holds" => QueryTree::Holds(self.formula()?),
            "check" => self.check()?,
            "moves" => self.moves()?,
            "complete" | "deterministic" | "functional" | "strategyof" => {
                let strategy = self.formula()?;
                self.expect_word("for")?;
                let agent = self.expr()?;
                match word.as_str() {
                    "complete" => QueryTree::Complete { strategy, agent },
                    "deterministic" => QueryTree::Deterministic { strategy, agent },
                    "functional" => QueryTree::Functional { strategy, agent },
                    _ => QueryTree::StrategyOf { strategy, agent },
                }
            }
            "reach" => {
                let strategy = self.formula()?;
                let goal = if self.eat(Token::Colon) { Some(self.formula()?) } else { None };
                QueryTree::Reach { strategy, goal }
            }
            "ensures" => {
                let (strategy, goal) = self.pair(Token::Colon, "`:` and a goal")?;
                QueryTree::Ensures { strategy, goal }
            }
            "enforces" => {
                let agent = self.expr()?;
                self.expect_word("in")?;
                let (strategy, goal) = self.pair(Token::Colon, "`:` and a goal")?;
                QueryTree::Enforces { agent, strategy, goal }
            }
            "implements" => {
                let (strategy, goal) = self.pair(Token::Semicolon, "`;` and a goal")?;
                QueryTree::Implements { strategy, goal }
            }
            "prove" => QueryTree::Prove(self.proof_lines()?),
            "eliminate" => QueryTree::Eliminate(self.formula()?),
            "normal" => QueryTree::Normal(self.formula()?),
            "forget" => QueryTree::Forget(self.formula()?),
            _ => {
                let error = span.error(format!("there is no query `{word}`"));
                return Err(error.help(
                    match ludex_base::suggest(&word, QUERIES.iter().copied()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("the queries are {}", QUERIES.join(", ")),
                    },
                ));
            }
        })
    }

    fn pair(&mut self, separator: Token, what: &str) -> Result<(Tree, Tree)> {
        let strategy = self.formula()?;
        self.expect(separator, what)?;
        Ok((strategy, self.formula()?))
    }

    fn after(&mut self) -> Result<Vec<Expr>> {
        if self.eat_word("after") { self.list(Self::expr) } else { Ok(Vec::new()) }
    }

    fn check(&mut self) -> Result<QueryTree> {
        let after = self.after()?;
        let choosing = if self.eat_word("choosing") { Some(self.expr()?) } else { None };
        self.expect(Token::Colon, "`:` and a formula")?;
        Ok(QueryTree::Check { after, choosing, formula: self.formula()? })
    }

    fn moves(&mut self) -> Result<QueryTree> {
        let strategy = self.formula()?;
        self.expect_word("for")?;
        let agent = self.expr()?;
        Ok(QueryTree::Moves { strategy, agent, after: self.after()? })
    }
}
