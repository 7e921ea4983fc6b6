//! The parser shared by all parts of the language, and the parsing of arguments and binders.

use ludex_base::{Cursor, Span, TextError, unquote};

use super::token::{Token, lex};
use super::tree::{Binding, Expr, ExprKind, Set};

pub(crate) type Result<T> = std::result::Result<T, TextError>;

/// The maximal nesting of parentheses and operators: the parser is recursive.
const DEEPEST: usize = 400;

/// The state of parsing a text.
pub(crate) struct Parser<'t> {
    cursor: Cursor<'t, Token>,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t str) -> Result<Parser<'t>> {
        Ok(Parser { cursor: lex(text)? })
    }

    /// Returns the whole text.
    pub fn text(&self) -> &'t str {
        self.cursor.text()
    }

    /// Returns the next token, [`Token::End`] after the last one.
    pub fn peek(&self) -> Token {
        self.cursor.peek().unwrap_or(Token::End)
    }

    pub fn span(&self) -> Span {
        self.cursor.here()
    }

    /// Returns the place of the last token that was consumed.
    pub fn last_span(&self) -> Span {
        self.cursor.before()
    }

    /// Returns the text of the next token.
    pub fn word(&self) -> &'t str {
        self.cursor.word()
    }

    /// Consumes the next token and returns its place.
    pub fn advance(&mut self) -> Span {
        self.cursor.advance()
    }

    /// Consumes the token if it is next; returns whether it was.
    pub fn eat(&mut self, token: Token) -> bool {
        self.cursor.eat(token)
    }

    /// Returns whether this word is next.
    pub fn at_word(&self, word: &str) -> bool {
        self.peek() == Token::Word && self.word() == word
    }

    /// Consumes the word if it is next; returns whether it was.
    pub fn eat_word(&mut self, word: &str) -> bool {
        self.cursor.eat_word(Token::Word, word)
    }

    pub fn expect(&mut self, token: Token, what: &str) -> Result<Span> {
        if self.peek() == token {
            return Ok(self.advance());
        }
        Err(self.expected(what))
    }

    pub fn expect_word(&mut self, word: &str) -> Result<Span> {
        if self.at_word(word) {
            return Ok(self.advance());
        }
        Err(self.expected(&format!("`{word}`")))
    }

    /// Parses any word as a name.
    pub fn name(&mut self, what: &str) -> Result<(String, Span)> {
        if self.peek() != Token::Word {
            return Err(self.expected(what));
        }
        let name = self.word().to_owned();
        Ok((name, self.advance()))
    }

    /// Returns the error that something else was expected here.
    pub fn expected(&self, what: &str) -> TextError {
        let found = match self.peek() {
            Token::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.word()),
        };
        self.span().error(format!("{found} where {what} is expected"))
    }

    /// Runs a parser one nesting level deeper.
    pub fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.cursor.enter(DEEPEST, || {
            format!("more than {DEEPEST} operators and parentheses inside each other")
        })?;
        let result = parse(self);
        self.cursor.leave();
        result
    }

    /// Parses one or more items separated by commas.
    pub fn list<T>(&mut self, mut parse: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut list = vec![parse(self)?];
        while self.eat(Token::Comma) {
            list.push(parse(self)?);
        }
        Ok(list)
    }

    /// Parses `sum = product { (+|-) product }`.
    pub fn expr(&mut self) -> Result<Expr> {
        self.deeper(|p| p.operators(&[(Token::Plus, '+'), (Token::Minus, '-')], Self::product))
    }

    fn product(&mut self) -> Result<Expr> {
        self.operators(&[(Token::Times, '*'), (Token::Divide, '/')], Self::factor)
    }

    /// Parses left-associative operators of one level.
    fn operators(
        &mut self,
        level: &[(Token, char)],
        operand: fn(&mut Self) -> Result<Expr>,
    ) -> Result<Expr> {
        let mut left = operand(self)?;
        while let Some(&(_, sign)) = level.iter().find(|(token, _)| *token == self.peek()) {
            self.advance();
            let right = operand(self)?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(sign, left.into(), right.into()), span };
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expr> {
        let span = self.span();
        match self.peek() {
            Token::Number => self.number(),
            Token::Quoted => {
                let kind = ExprKind::Quoted(unquote(self.word()));
                Ok(Expr { kind, span: self.advance() })
            }
            Token::Open => {
                self.advance();
                let inner = self.expr()?;
                let close = self.expect(Token::Close, "`)`")?;
                Ok(Expr { span: span.to(close), ..inner })
            }
            Token::Minus => {
                self.advance();
                let inner = self.deeper(Self::factor)?;
                let zero = Expr { kind: ExprKind::Number(0), span };
                let span = span.to(inner.span);
                Ok(Expr { kind: ExprKind::Binary('-', zero.into(), inner.into()), span })
            }
            _ => self.term(),
        }
    }

    fn number(&mut self) -> Result<Expr> {
        let span = self.span();
        let number = self.word().parse::<i64>().ok().filter(|&n| n <= i64::from(u32::MAX));
        let number = number.ok_or_else(|| span.error("this number is too large"))?;
        self.advance();
        Ok(Expr { kind: ExprKind::Number(number), span })
    }

    /// Parses `name` or `name(arg,…)`.
    pub fn term(&mut self) -> Result<Expr> {
        let (name, span) = self.name("a name or a number")?;
        let args = self.arguments()?;
        Ok(Expr { kind: ExprKind::Name(name, args), span: span.to(self.last_span()) })
    }

    /// Parses `(arg,…)`, if it is present.
    pub fn arguments(&mut self) -> Result<Vec<Expr>> {
        if !self.eat(Token::Open) {
            return Ok(Vec::new());
        }
        let args = self.list(Self::expr)?;
        self.expect(Token::Close, "`,` or `)`")?;
        Ok(args)
    }

    /// Parses `name in set, …`.
    pub fn bindings(&mut self) -> Result<Vec<Binding>> {
        self.list(Self::binding)
    }

    /// Parses `name in set, …`, up to a comma after which no index follows.
    pub fn first_bindings(&mut self) -> Result<Vec<Binding>> {
        let mut list = vec![self.binding()?];
        let in_comes = |p: &Self| {
            let lexeme = p.cursor.tokens().get(p.cursor.position() + 2);
            lexeme.is_some_and(|lexeme| lexeme.span.of(p.text()) == "in")
        };
        while self.peek() == Token::Comma && in_comes(self) {
            self.advance();
            list.push(self.binding()?);
        }
        Ok(list)
    }

    fn binding(&mut self) -> Result<Binding> {
        let (name, span) = self.name("the name of an index")?;
        self.expect_word("in")?;
        Ok(Binding { name, set: self.set()?, span })
    }

    fn set(&mut self) -> Result<Set> {
        if self.eat(Token::OpenBrace) {
            let list = self.list(Self::expr)?;
            self.expect(Token::CloseBrace, "`,` or `}`")?;
            return Ok(Set::List(list));
        }
        if self.eat_word("agents") {
            return Ok(Set::Agents);
        }
        if self.eat_word("others") {
            let mut args = self.arguments()?;
            return match (args.pop(), args.is_empty()) {
                (Some(agent), true) => Ok(Set::Others(agent)),
                _ => Err(self.expected("`(` and an agent: `others(t)`")),
            };
        }
        if self.eat_word("actions") {
            let mut args = self.arguments()?;
            if args.len() > 1 {
                return Err(args[1].span.error("`actions` is of one agent only"));
            }
            return Ok(Set::Actions(args.pop()));
        }
        let low = self.expr()?;
        self.expect(Token::Range, "`..` (a set is `lo..hi`, `agents`, `actions(X)` or `{…}`)")?;
        Ok(Set::Range(low, self.expr()?))
    }
}
