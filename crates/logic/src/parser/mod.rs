//! Recursive descent from tokens to syntax.
//!
//! ```text
//! expression = prefix { operator prefix }      -> (right), |, &, + and -, *: from loose to tight
//! prefix     = ( "!" | "~" ) prefix | "-" prefix | modality prefix | path | primary
//! modality   = ( "<" agent ">" | "[" agent "]" ) [ "^" times ]
//! agent      = ( word | number | quoted ) [ "(" expression ")" ]
//! times      = number | word | "(" expression ")"
//! path       = coalition ( "X" | "F" | "G" ) prefix | ( coalition | "E" | "A" ) until
//!            | ( "EX" | "EF" | "EG" | "AX" | "AF" | "AG" ) prefix
//! coalition  = "<<" [ agent { "," agent } ] ">>"
//! until      = "(" expression "U" expression ")" | prefix "U" prefix
//! primary    = number | quoted | word [ "(" [ argument { "," argument } ] ")" ]
//!            | "(" expression ")"
//! ```
//!
//! Parentheses are matched first, so that an argument that is not an expression can be skipped as
//! raw text.

mod path;

use std::ops::Range;

use ludex_base::{Cursor, Span, TextError, with_stack};

use crate::ROOM;
use crate::error::shortened;
use crate::lexer::{Lexeme, Token};
use crate::syntax::{Argument, Call, Expression, Id, Operator, Syntax};

/// How deep parentheses, negations and modalities may be nested in a text.
const DEEPEST: usize = 10_000;

/// Parses one expression that fills the given tokens of a text.
pub(crate) fn parse(
    text: &str,
    tokens: &[Lexeme],
    range: Range<usize>,
    syntax: &mut Syntax,
) -> Result<Id, TextError> {
    let partners = match_parentheses(&tokens[range.clone()])?;
    let mut cursor = Cursor::over(text, &tokens[..range.end]).without_last_blanks();
    cursor.go_to(range.start);
    let mut parser = Parser { cursor, first: range.start, partners, syntax };
    let id = parser.expression(0)?;
    match parser.cursor.peek() {
        None => Ok(id),
        Some(_) => Err(parser.after_expression("the end")),
    }
}

/// Returns for every parenthesis the index of its partner.
fn match_parentheses(tokens: &[Lexeme]) -> Result<Vec<usize>, TextError> {
    let mut partners = vec![0; tokens.len()];
    let mut open = Vec::new();
    for (i, lexeme) in tokens.iter().enumerate() {
        match lexeme.token {
            Token::Open => open.push(i),
            Token::Close => match open.pop() {
                Some(partner) => partners[partner] = i,
                None => return Err(TextError::new("this `)` closes nothing", lexeme.span.range())),
            },
            _ => {}
        }
    }
    match open.last() {
        Some(&i) => Err(TextError::new("this `(` is never closed", tokens[i].span.range())),
        None => Ok(partners),
    }
}

struct Parser<'t> {
    /// The tokens of the text up to the end of the expression.
    cursor: Cursor<'t, Token>,
    first: usize,
    partners: Vec<usize>,
    syntax: &'t mut Syntax,
}

impl Parser<'_> {
    /// Parses an expression whose operators have at least this precedence.
    fn expression(&mut self, tightness: u8) -> Result<Id, TextError> {
        let mut left = self.prefix()?;
        while let Some((operator, power)) = self.cursor.peek().and_then(binary) {
            if power < tightness {
                break;
            }
            self.cursor.advance();
            let right = if operator == Operator::Implies { power } else { power + 1 };
            let right = self.nested(|parser| parser.expression(right))?;
            let span = self.syntax.span(left).to(self.syntax.span(right));
            left = self.syntax.add(Expression::Binary(operator, left, right), span);
        }
        Ok(left)
    }

    /// Parses one level deeper, on a bigger stack where needed.
    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, TextError>,
    ) -> Result<T, TextError> {
        self.cursor.enter(DEEPEST, || format!("nested more than {DEEPEST} deep"))?;
        let result = with_stack(ROOM, || read(self));
        self.cursor.leave();
        result
    }

    fn prefix(&mut self) -> Result<Id, TextError> {
        let start = self.cursor.here();
        let expression = match self.cursor.peek() {
            Some(Token::Not) => self.operand().map(Expression::Not)?,
            Some(Token::Minus) => self.operand().map(Expression::Negative)?,
            Some(Token::Less) => self.modal(true, Token::Greater)?,
            Some(Token::OpenBracket) => self.modal(false, Token::CloseBracket)?,
            Some(Token::OpenCoalition) => self.coalition_path()?,
            Some(Token::Word) if self.at_quantifier() => self.quantified_path()?,
            _ => return self.primary(),
        };
        let span = start.to(self.cursor.before());
        Ok(self.syntax.add(expression, span))
    }

    /// Parses the operand of a prefix operator.
    fn operand(&mut self) -> Result<Id, TextError> {
        self.cursor.advance();
        self.nested(Self::prefix)
    }

    fn modal(&mut self, diamond: bool, closing: Token) -> Result<Expression, TextError> {
        self.cursor.advance();
        let agent = self.agent()?;
        self.expect(closing, if diamond { "`>`" } else { "`]`" })?;
        let times = if self.cursor.eat(Token::Caret) { Some(self.times()?) } else { None };
        let body = self.nested(Self::prefix)?;
        Ok(Expression::Modal { diamond, agent, times, body })
    }

    fn agent(&mut self) -> Result<Id, TextError> {
        let span = self.cursor.here();
        match self.cursor.peek() {
            Some(Token::Word | Token::Number) => {
                self.cursor.advance();
            }
            Some(Token::Quoted) => return Ok(self.leaf(Expression::Quoted)),
            _ => {
                let help = "for instance `A`, `B`, `B2`, or the name of an agent of the game";
                return Err(self.expected("an agent").help(help));
            }
        }
        match self.cursor.peek() {
            Some(Token::Open) => self.call(span),
            _ => Ok(self.syntax.add(Expression::Name, span)),
        }
    }

    /// Parses the exponent of a modality. Not any expression: in `<A>^n (w | l)` the modality
    /// applies to the parenthesis.
    fn times(&mut self) -> Result<Id, TextError> {
        match self.cursor.peek() {
            Some(Token::Number) => self.number(),
            Some(Token::Word) => Ok(self.leaf(Expression::Name)),
            Some(Token::Open) => self.parenthesis(),
            _ => Err(self.expected("a number after `^`")),
        }
    }

    fn primary(&mut self) -> Result<Id, TextError> {
        let span = self.cursor.here();
        match self.cursor.peek() {
            Some(Token::Open) => self.parenthesis(),
            Some(Token::Number) => self.number(),
            Some(Token::Quoted) => Ok(self.leaf(Expression::Quoted)),
            Some(Token::Word) => {
                self.cursor.advance();
                match (self.cursor.peek(), span.of(self.cursor.text())) {
                    (Some(Token::Open), _) => self.call(span),
                    (_, "true") => Ok(self.syntax.add(Expression::True, span)),
                    (_, "false") => Ok(self.syntax.add(Expression::False, span)),
                    _ => Ok(self.syntax.add(Expression::Name, span)),
                }
            }
            _ => Err(self.expected("a formula")),
        }
    }

    fn parenthesis(&mut self) -> Result<Id, TextError> {
        self.cursor.advance();
        let inner = self.nested(|parser| parser.expression(0))?;
        self.close()?;
        Ok(inner)
    }

    /// Parses the parenthesis after an expression.
    fn close(&mut self) -> Result<(), TextError> {
        match self.cursor.eat(Token::Close) {
            true => Ok(()),
            false => Err(self.after_expression("`)`")),
        }
    }

    fn number(&mut self) -> Result<Id, TextError> {
        let span = self.cursor.here();
        match span.of(self.cursor.text()).parse() {
            Ok(number) => Ok(self.leaf(Expression::Number(number))),
            Err(_) => Err(TextError::new("this number is too large", span.range())),
        }
    }

    /// Parses the arguments of a call whose name has just been read.
    fn call(&mut self, name: Span) -> Result<Id, TextError> {
        let closing = self.partner(self.cursor.position());
        self.cursor.advance();
        let mut arguments = Vec::new();
        while self.cursor.position() < closing || !arguments.is_empty() {
            arguments.push(self.argument(closing));
            if self.cursor.position() == closing {
                break;
            }
            self.cursor.advance(); // the comma
        }
        self.cursor.go_to(closing + 1);
        let span = name.to(self.cursor.before());
        Ok(self.syntax.add(Expression::Call(Call { name, arguments }), span))
    }

    /// Parses an argument that ends at a comma or at the closing parenthesis. Whatever it holds,
    /// the parser continues after it.
    fn argument(&mut self, closing: usize) -> Argument {
        let start = self.cursor.position();
        let end = self.end_of_argument(closing);
        let expression = self.nested(|parser| parser.expression(0)).and_then(|id| {
            let complete = self.cursor.position() == end;
            if complete { Ok(id) } else { Err(self.after_expression("`,` or `)`")) }
        });
        self.cursor.go_to(end);
        let here = self.cursor.tokens()[start].span;
        let span = if end > start {
            here.to(self.cursor.before())
        } else {
            Span { start: here.start, end: here.start }
        };
        Argument { tokens: start..end, span, expression: expression.map_err(Box::new) }
    }

    /// Returns the end of the argument that starts here: its comma or closing parenthesis.
    fn end_of_argument(&self, closing: usize) -> usize {
        let mut at = self.cursor.position();
        while at < closing && self.cursor.tokens()[at].token != Token::Comma {
            let group = self.cursor.tokens()[at].token == Token::Open;
            at = if group { self.partner(at) + 1 } else { at + 1 };
        }
        at
    }

    /// Returns the parenthesis that closes the one at a token.
    fn partner(&self, open: usize) -> usize {
        self.first + self.partners[open - self.first]
    }

    fn leaf(&mut self, expression: Expression) -> Id {
        self.cursor.advance();
        let span = self.cursor.before();
        self.syntax.add(expression, span)
    }

    fn expect(&mut self, token: Token, what: &str) -> Result<(), TextError> {
        if self.cursor.eat(token) { Ok(()) } else { Err(self.expected(what)) }
    }

    fn expected(&self, what: &str) -> TextError {
        let span = self.cursor.here();
        let found = match span.of(self.cursor.text()) {
            "" => "the end".to_owned(),
            "\"" => {
                return TextError::new("this quotation mark is never closed", span.range());
            }
            word => format!("`{}`", shortened(word)),
        };
        TextError::new(format!("expected {what}, found {found}"), span.range())
    }

    /// Returns the error for a complete expression that is followed by something other than `end`.
    fn after_expression(&self, end: &str) -> TextError {
        let error = self.expected(&format!("an operator or {end}"));
        match self.cursor.peek() {
            Some(Token::Equals) => error.help("every definition starts on its own line"),
            Some(Token::Other) => error.help("names with such characters go in quotation marks"),
            _ => error,
        }
    }
}

/// Returns the operator of a token and its precedence.
fn binary(token: Token) -> Option<(Operator, u8)> {
    match token {
        Token::Implies => Some((Operator::Implies, 1)),
        Token::Or => Some((Operator::Or, 2)),
        Token::And => Some((Operator::And, 3)),
        Token::Plus => Some((Operator::Plus, 4)),
        Token::Minus => Some((Operator::Minus, 4)),
        Token::Times => Some((Operator::Times, 5)),
        _ => None,
    }
}
