//! The recursive-descent parser of clauses and queries.

use ludex_base::{Cursor, Span, TextError, with_stack};

use super::lexer::{Token, lex};
use super::{Act, Clause, Goal, Goals, Modality, Operator, Sense, Term};
use crate::symbol::{Symbol, Symbols};

/// The limit on the nesting of terms.
const DEEPEST: usize = 2_000;
/// The limit on the variables of a clause: new predicates take them as arguments.
pub(super) const MOST_VARIABLES: usize = 200;
/// The limit on the number of plain clauses that the choices of one clause stand for.
const MOST_BRANCHES: usize = 4096;
/// The limit on the number of operators in a chain.
const LONGEST_CHAIN: usize = 2_000;

/// The parser of the clauses and queries of a text.
pub struct Parser<'t> {
    pub(crate) cursor: Cursor<'t, Token>,
    chain: usize,
    symbols: &'t mut Symbols,
    variables: Vec<String>,
    /// Whether the names of hidden predicates are accepted.
    pub(super) hidden: bool,
}

impl<'t> Parser<'t> {
    /// Returns a parser at the start of a text.
    pub fn new(text: &'t str, symbols: &'t mut Symbols) -> Result<Parser<'t>, TextError> {
        let (cursor, variables) = (lex(text)?, Vec::new());
        Ok(Parser { cursor, chain: 0, symbols, variables, hidden: false })
    }

    /// Returns whether the whole text is consumed.
    pub fn at_end(&self) -> bool {
        self.cursor.is_at_end()
    }

    /// Returns whether a query `?-` starts here.
    pub fn at_query(&self) -> bool {
        self.cursor.peek() == Some(Token::Ask)
    }

    /// Parses a clause up to its full stop.
    pub fn clause(&mut self) -> Result<Clause, TextError> {
        self.variables.clear();
        self.chain = 0;
        let start = self.cursor.here();
        let mut rigid = self.everywhere();
        let mut prefix = if rigid { Vec::new() } else { self.head_prefix()? };
        let ends = self.at_not();
        let head = match ends {
            true => self.ended(&mut prefix)?,
            false => self.atom()?,
        };
        let mut body = Vec::new();
        if self.cursor.peek() == Some(Token::If) {
            if rigid {
                return Err(TextError::new(
                    "a rule holds in every scenery anyway",
                    self.cursor.here(),
                )
                .help("`[...]` marks facts; leave it out here"));
            }
            self.cursor.advance();
            body = self.goals()?;
        }
        let what = if body.is_empty() { "`:-` or a full stop" } else { "`,` or a full stop" };
        self.expect(Token::End, what)?;
        let span = start.to(self.cursor.before());
        self.check_branches(&prefix, &body, span)?;
        let variables = std::mem::take(&mut self.variables);
        // An action without conditions ends something in every scenery, not in the first one only.
        rigid |= ends && body.is_empty();
        let sense = if ends { Sense::Ends } else { Sense::Holds };
        Ok(Clause { sense, rigid, prefix, head, body, variables, span: span.range() })
    }

    /// Parses `?- …` or the goals alone; the full stop is optional at the end of the text.
    pub fn query(&mut self) -> Result<Goals, TextError> {
        self.variables.clear();
        self.chain = 0;
        self.cursor.eat(Token::Ask);
        let coalition = match self.cursor.peek() {
            Some(Token::OpenBrace) => Some(self.coalition()?),
            _ => None,
        };
        let start = self.cursor.here();
        let goals = self.goals()?;
        self.check_branches(&[], &goals, start.to(self.cursor.before()))?;
        if !self.at_end() {
            self.expect(Token::End, "`,` or a full stop")?;
        }
        Ok(Goals { coalition, goals, variables: std::mem::take(&mut self.variables) })
    }

    /// Returns an error if a clause stands for too many plain clauses.
    fn check_branches(&self, prefix: &[Act], body: &[Goal], span: Span) -> Result<(), TextError> {
        if self.variables.len() > MOST_VARIABLES {
            let message = format!("more than {MOST_VARIABLES} variables in one clause");
            return Err(TextError::new(message, span));
        }
        let heads = prefix.iter().map(Act::branches);
        let mut branches = heads.chain(body.iter().map(Goal::branches));
        match branches
            .try_fold(1, |all: usize, own| Some(all * own).filter(|&n| n <= MOST_BRANCHES))
        {
            Some(_) => Ok(()),
            None => Err(TextError::new("the choices of this clause are too many", span)
                .help(format!("they may stand for at most {MOST_BRANCHES} clauses"))),
        }
    }

    /// Parses goals inside a question, where more text may follow.
    pub fn open_goals(&mut self) -> Result<Goals, TextError> {
        self.variables.clear();
        self.chain = 0;
        let start = self.cursor.here();
        let goals = self.goals()?;
        self.check_branches(&[], &goals, start.to(self.cursor.before()))?;
        Ok(Goals { coalition: None, goals, variables: std::mem::take(&mut self.variables) })
    }

    /// Parses `{1,2}`; the coalition may be empty.
    pub fn coalition(&mut self) -> Result<Vec<Term>, TextError> {
        self.expect(Token::OpenBrace, "`{`")?;
        let mut players = Vec::new();
        while self.cursor.peek() != Some(Token::CloseBrace) {
            let start = self.cursor.here();
            let player = self.primary()?;
            if !player.is_ground() {
                return Err(TextError::new("a coalition has no variables", start));
            }
            players.push(player);
            if !self.cursor.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::CloseBrace, "`,` or `}`")?;
        Ok(players)
    }

    /// Parses a path: `[]` or actions in brackets, all of them ground.
    pub fn path(&mut self) -> Result<Vec<Term>, TextError> {
        let mut path = Vec::new();
        while self.cursor.peek() == Some(Token::OpenBracket) {
            let start = self.cursor.here();
            self.cursor.advance();
            if path.is_empty() && self.cursor.eat(Token::CloseBracket) {
                break;
            }
            let action = self.action()?;
            self.expect(Token::CloseBracket, "`]`")?;
            if !action.is_ground() {
                return Err(TextError::new(
                    "the actions of a path have no variables",
                    start.to(self.cursor.before()),
                ));
            }
            path.push(action);
        }
        Ok(path)
    }

    /// Parses a scenery: `{m, turn(1)}`. Each atom is returned with the number of its variables.
    pub fn scenery(&mut self) -> Result<Vec<(Term, usize)>, TextError> {
        self.hidden = true;
        self.expect(Token::OpenBrace, "`{`")?;
        let mut atoms = Vec::new();
        while self.cursor.peek() != Some(Token::CloseBrace) {
            self.variables.clear();
            let atom = self.atom()?;
            atoms.push((atom, self.variables.len()));
            if !self.cursor.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::CloseBrace, "`,` or `}`")?;
        if self.at_end() { Ok(atoms) } else { Err(self.expected("the end")) }
    }

    /// Consumes a word if it is next; returns whether it was.
    pub fn eat_word(&mut self, word: &str) -> bool {
        self.cursor.eat_word(Token::Name, word)
    }

    /// Parses a nonnegative integer.
    pub fn count(&mut self) -> Result<usize, TextError> {
        let count =
            self.cursor.word().parse().ok().filter(|_| self.cursor.peek() == Some(Token::Number));
        let count = count.ok_or_else(|| self.expected("a number"))?;
        self.cursor.advance();
        Ok(count)
    }

    /// Parses the `:` between the parts of a query.
    pub fn colon(&mut self) -> Result<(), TextError> {
        self.expect(Token::Owns, "`:`")
    }

    /// Returns an error if the text continues where it should end.
    pub fn end(&mut self) -> Result<(), TextError> {
        self.cursor.eat(Token::End);
        if self.at_end() { Ok(()) } else { Err(self.expected("the end")) }
    }

    fn everywhere(&mut self) -> bool {
        let marked = self.cursor.peek() == Some(Token::OpenBracket)
            && self.cursor.peek_nth(1) == Some(Token::Everywhere)
            && self.cursor.peek_nth(2) == Some(Token::CloseBracket);
        if marked {
            self.cursor.go_to(self.cursor.position() + 3);
        }
        marked
    }

    fn head_prefix(&mut self) -> Result<Vec<Act>, TextError> {
        let mut prefix = Vec::new();
        while self.cursor.peek() == Some(Token::OpenBracket) {
            match self.modality()? {
                Modality::After(act) => prefix.push(act),
                Modality::Before(_) => {
                    return Err(TextError::new(
                        "a head cannot speak of the past",
                        self.cursor.before(),
                    )
                    .help("converse modalities `[a-]` stand in bodies and queries"));
                }
            }
        }
        Ok(prefix)
    }

    fn modality(&mut self) -> Result<Modality, TextError> {
        self.cursor.advance();
        let act = self.act()?;
        let place = self.cursor.here();
        if self.cursor.eat(Token::Minus) {
            self.expect(Token::CloseBracket, "`]` after `-`")?;
            return match act {
                Act::One(action) => Ok(Modality::Before(action)),
                _ => Err(TextError::new("only a single action has a converse", place)
                    .help("write `[b-][a-] p` for the converse of `[a;b]`")),
            };
        }
        self.expect(Token::CloseBracket, "`+`, `;` or `]`")?;
        Ok(Modality::After(act))
    }

    /// Parses `act = sequence { "+" sequence }`.
    fn act(&mut self) -> Result<Act, TextError> {
        let mut left = self.sequence()?;
        while self.cursor.eat(Token::Plus) {
            left = Act::Choice(Box::new(left), Box::new(self.sequence()?));
            self.count_operator()?;
        }
        Ok(left)
    }

    fn sequence(&mut self) -> Result<Act, TextError> {
        let mut left = self.single_act()?;
        while self.cursor.eat(Token::Semicolon) {
            left = Act::Sequence(Box::new(left), Box::new(self.single_act()?));
            self.count_operator()?;
        }
        Ok(left)
    }

    fn single_act(&mut self) -> Result<Act, TextError> {
        if self.cursor.peek() != Some(Token::Open) {
            return self.action().map(Act::One);
        }
        self.nested(|parser| {
            parser.cursor.advance();
            let inner = parser.act()?;
            parser.expect(Token::Close, "`)`")?;
            Ok(inner)
        })
    }

    /// Parses `player:name(…)`, or a name alone. A variable stands for any action.
    fn action(&mut self) -> Result<Term, TextError> {
        let start = self.cursor.here();
        let first = self.primary()?;
        let (name, action) = match self.cursor.eat(Token::Owns) {
            true => {
                let name = self.primary()?;
                (name.clone(), Term::Compound(Symbol::OWNS, vec![first, name]))
            }
            false => (first.clone(), first),
        };
        if name.functor().is_none() && !matches!(name, Term::Variable(_)) {
            return Err(TextError::new("this is no action", start.to(self.cursor.before()))
                .help("an action is a name with or without arguments: `1:take(K)`"));
        }
        Ok(action)
    }

    fn goals(&mut self) -> Result<Vec<Goal>, TextError> {
        let mut goals = vec![self.goal()?];
        while self.cursor.eat(Token::Comma) {
            goals.push(self.goal()?);
        }
        Ok(goals)
    }

    fn goal(&mut self) -> Result<Goal, TextError> {
        if self.at_not() {
            self.cursor.advance();
            return self.nested(|parser| {
                if parser.cursor.peek() != Some(Token::Open) {
                    return Ok(Goal::Not(Box::new(parser.goal()?)));
                }
                parser.cursor.advance();
                let inner = parser.goal()?;
                let help = "NOT applies to one goal; give a conjunction a name of its own";
                parser.expect(Token::Close, "`)`").map_err(|error| error.help(help))?;
                Ok(Goal::Not(Box::new(inner)))
            });
        }
        let mut prefix = Vec::new();
        while self.cursor.peek() == Some(Token::OpenBracket) && self.modality_ahead() {
            prefix.push(self.modality()?);
        }
        if !prefix.is_empty() {
            return Ok(Goal::Atom(prefix, self.atom()?));
        }
        let start = self.cursor.here();
        let left = self.term()?;
        let Some(operator) = self.operator() else {
            return self.as_atom(left, start).map(|atom| Goal::Atom(Vec::new(), atom));
        };
        self.cursor.advance();
        Ok(Goal::Test(operator, left, self.term()?))
    }

    fn at_not(&self) -> bool {
        match self.cursor.peek() {
            Some(Token::Not) => true,
            Some(Token::Variable) => self.here_is("NOT"),
            Some(Token::Name) => self.here_is("not"),
            _ => false,
        }
    }

    /// Returns whether the bracket here opens a modality: after the matching bracket comes another
    /// goal rather than an operator or the end of the goal.
    fn modality_ahead(&self) -> bool {
        let mut open = 0;
        let rest = &self.cursor.tokens()[self.cursor.position()..];
        let partner = rest.iter().position(|lexeme| {
            open += i32::from(lexeme.token == Token::OpenBracket);
            open -= i32::from(lexeme.token == Token::CloseBracket);
            open == 0
        });
        let next = partner.and_then(|partner| rest.get(partner + 1)).map(|t| t.token);
        let starts =
            [Token::Name, Token::Quoted, Token::OpenBracket, Token::Variable, Token::Number];
        next.is_some_and(|next| starts.contains(&next)) && !self.is_follows(partner)
    }

    /// Returns whether the token after the matching bracket is the word `is`.
    fn is_follows(&self, partner: Option<usize>) -> bool {
        let place = |partner| self.cursor.position() + partner + 1;
        let next = partner.and_then(|partner| self.cursor.tokens().get(place(partner)));
        next.is_some_and(|next| next.span.of(self.cursor.text()) == "is")
    }

    fn operator(&self) -> Option<Operator> {
        Some(match self.cursor.peek()? {
            Token::Unify => Operator::Unify,
            Token::Different => Operator::Different,
            Token::Less => Operator::Less,
            Token::Greater => Operator::Greater,
            Token::AtMost => Operator::AtMost,
            Token::AtLeast => Operator::AtLeast,
            Token::Equal => Operator::Equal,
            Token::Unequal => Operator::Unequal,
            Token::Name if self.here_is("is") => Operator::Is,
            _ => return None,
        })
    }

    pub(super) fn atom(&mut self) -> Result<Term, TextError> {
        let start = self.cursor.here();
        let term = self.primary()?;
        self.as_atom(term, start)
    }

    fn as_atom(&self, term: Term, start: Span) -> Result<Term, TextError> {
        let arithmetic = [Symbol::PLUS, Symbol::MINUS, Symbol::TIMES, Symbol::DIVIDE];
        let list = [Symbol::NIL, Symbol::CONS, Symbol::QUOTIENT, Symbol::MODULO];
        match term.functor() {
            Some((name, _)) if !arithmetic.contains(&name) && !list.contains(&name) => Ok(term),
            _ => Err(TextError::new("this is no atom", start.to(self.cursor.before()))
                .help("an atom is a name with or without arguments: `turn(P)`")),
        }
    }

    // --- shared by the parsers of terms and queries ---------------------------------------------

    /// Parses one nesting level deeper, on a larger stack if needed.
    pub(super) fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, TextError>,
    ) -> Result<T, TextError> {
        self.cursor.enter(DEEPEST, || format!("nested more than {DEEPEST} deep"))?;
        let result = with_stack(128 << 10, || read(self));
        self.cursor.leave();
        result
    }

    /// Counts the operators of a clause: chains of them are deep terms, too.
    pub(super) fn count_operator(&mut self) -> Result<(), TextError> {
        self.chain += 1;
        if self.chain < LONGEST_CHAIN {
            return Ok(());
        }
        let message = format!("more than {LONGEST_CHAIN} operators in one clause");
        Err(TextError::new(message, self.cursor.before()))
    }

    pub(super) fn scope_variable(&mut self, name: String) -> u32 {
        let known = self.variables.iter().position(|other| *other == name && name != "_");
        let number = known.unwrap_or_else(|| {
            self.variables.push(name);
            self.variables.len() - 1
        });
        number as u32
    }

    pub(super) fn intern(&mut self, name: &str) -> Symbol {
        self.symbols.intern(name)
    }

    pub(super) fn expect(&mut self, token: Token, what: &str) -> Result<(), TextError> {
        if self.cursor.eat(token) { Ok(()) } else { Err(self.expected(what)) }
    }

    pub(super) fn here_is(&self, word: &str) -> bool {
        self.cursor.word() == word
    }

    /// Returns the error that something else was expected here.
    pub fn expected(&self, what: &str) -> TextError {
        let found = match self.cursor.word() {
            "" => "the end".to_owned(),
            words => format!("`{words}`"),
        };
        TextError::new(format!("expected {what}, found {found}"), self.cursor.here())
    }
}
