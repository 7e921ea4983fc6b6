//! Recursive descent from tokens to syntax.
//!
//! ```text
//! expression = prefix { operator prefix }      -> (to the right), |, &, + and -, *: from loose to tight
//! prefix     = "!" prefix | "-" prefix | modality prefix | primary
//! modality   = ( "<" agent ">" | "[" agent "]" ) [ "^" times ]
//! agent      = ( word | number | quoted ) [ "(" expression ")" ]
//! times      = number | word | "(" expression ")"
//! primary    = number | quoted | word [ "(" [ argument { "," argument } ] ")" ] | "(" expression ")"
//! ```
//!
//! Parentheses are matched first, so that an argument that is not an expression can be skipped as
//! raw text.

use std::ops::Range;

use ludex_game::TextError;

use crate::error::{Span, shortened};
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
    let first = range.start;
    let mut parser =
        Parser { text, tokens: &tokens[..range.end], first, at: first, partners, depth: 0, syntax };
    let id = parser.expression(0)?;
    match parser.peek() {
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

/// Runs a function on a bigger stack if this one is nearly used up.
pub(crate) fn with_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(128 << 10, 4 << 20, run)
}

struct Parser<'t> {
    text: &'t str,
    /// The tokens of the text up to the end of the expression.
    tokens: &'t [Lexeme],
    first: usize,
    at: usize,
    partners: Vec<usize>,
    depth: usize,
    syntax: &'t mut Syntax,
}

impl Parser<'_> {
    /// Parses an expression whose operators have at least this precedence.
    fn expression(&mut self, tightness: u8) -> Result<Id, TextError> {
        let mut left = self.prefix()?;
        while let Some((operator, power)) = self.peek().and_then(binary) {
            if power < tightness {
                break;
            }
            self.at += 1;
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
        if self.depth == DEEPEST {
            let span = self.here().range();
            return Err(TextError::new(format!("nested more than {DEEPEST} deep"), span));
        }
        self.depth += 1;
        let result = with_stack(|| read(self));
        self.depth -= 1;
        result
    }

    fn prefix(&mut self) -> Result<Id, TextError> {
        let start = self.here();
        let expression = match self.peek() {
            Some(Token::Not) => self.operand().map(Expression::Not)?,
            Some(Token::Minus) => self.operand().map(Expression::Negative)?,
            Some(Token::Less) => self.modal(true, Token::Greater)?,
            Some(Token::OpenBracket) => self.modal(false, Token::CloseBracket)?,
            _ => return self.primary(),
        };
        let span = start.to(self.before());
        Ok(self.syntax.add(expression, span))
    }

    /// Parses the operand of a prefix operator.
    fn operand(&mut self) -> Result<Id, TextError> {
        self.at += 1;
        self.nested(Self::prefix)
    }

    fn modal(&mut self, diamond: bool, closing: Token) -> Result<Expression, TextError> {
        self.at += 1;
        let agent = self.agent()?;
        self.expect(closing, if diamond { "`>`" } else { "`]`" })?;
        let times = if self.eat(Token::Caret) { Some(self.times()?) } else { None };
        let body = self.nested(Self::prefix)?;
        Ok(Expression::Modal { diamond, agent, times, body })
    }

    fn agent(&mut self) -> Result<Id, TextError> {
        let span = self.here();
        match self.peek() {
            Some(Token::Word | Token::Number) => self.at += 1,
            Some(Token::Quoted) => return Ok(self.leaf(Expression::Quoted)),
            _ => {
                let help = "for instance `A`, `B`, `B2`, or the name of an agent of the game";
                return Err(self.expected("an agent").help(help));
            }
        }
        match self.peek() {
            Some(Token::Open) => self.call(span),
            _ => Ok(self.syntax.add(Expression::Name, span)),
        }
    }

    /// Parses the exponent of a modality. Not any expression: in `<A>^n (w | l)` the modality
    /// applies to the parenthesis.
    fn times(&mut self) -> Result<Id, TextError> {
        match self.peek() {
            Some(Token::Number) => self.number(),
            Some(Token::Word) => Ok(self.leaf(Expression::Name)),
            Some(Token::Open) => self.parenthesis(),
            _ => Err(self.expected("a number after `^`")),
        }
    }

    fn primary(&mut self) -> Result<Id, TextError> {
        let span = self.here();
        match self.peek() {
            Some(Token::Open) => self.parenthesis(),
            Some(Token::Number) => self.number(),
            Some(Token::Quoted) => Ok(self.leaf(Expression::Quoted)),
            Some(Token::Word) => {
                self.at += 1;
                match (self.peek(), span.of(self.text)) {
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
        self.at += 1;
        let inner = self.nested(|parser| parser.expression(0))?;
        match self.eat(Token::Close) {
            true => Ok(inner),
            false => Err(self.after_expression("`)`")),
        }
    }

    fn number(&mut self) -> Result<Id, TextError> {
        let span = self.here();
        match span.of(self.text).parse() {
            Ok(number) => Ok(self.leaf(Expression::Number(number))),
            Err(_) => Err(TextError::new("this number is too large", span.range())),
        }
    }

    /// Parses the arguments of a call whose name has just been read.
    fn call(&mut self, name: Span) -> Result<Id, TextError> {
        let closing = self.first + self.partners[self.at - self.first];
        self.at += 1;
        let mut arguments = Vec::new();
        while self.at < closing || !arguments.is_empty() {
            arguments.push(self.argument(closing));
            if self.at == closing {
                break;
            }
            self.at += 1; // the comma
        }
        self.at = closing + 1;
        let span = name.to(self.before());
        Ok(self.syntax.add(Expression::Call(Call { name, arguments }), span))
    }

    /// Parses an argument that ends at a comma or at the closing parenthesis. Whatever it holds,
    /// the parser continues after it.
    fn argument(&mut self, closing: usize) -> Argument {
        let start = self.at;
        let end = self.end_of_argument(closing);
        let expression = self.nested(|parser| parser.expression(0)).and_then(|id| {
            let complete = self.at == end;
            if complete { Ok(id) } else { Err(self.after_expression("`,` or `)`")) }
        });
        self.at = end;
        let here = self.tokens[start].span;
        let span = if end > start {
            here.to(self.before())
        } else {
            Span { start: here.start, end: here.start }
        };
        Argument { tokens: start..end, span, expression: expression.map_err(Box::new) }
    }

    /// Returns the end of the argument that starts here: its comma or closing parenthesis.
    fn end_of_argument(&self, closing: usize) -> usize {
        let mut at = self.at;
        while at < closing && self.tokens[at].token != Token::Comma {
            let group = self.tokens[at].token == Token::Open;
            at = if group { self.first + self.partners[at - self.first] + 1 } else { at + 1 };
        }
        at
    }

    fn leaf(&mut self, expression: Expression) -> Id {
        self.at += 1;
        let span = self.before();
        self.syntax.add(expression, span)
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).map(|lexeme| lexeme.token)
    }

    fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: Token, what: &str) -> Result<(), TextError> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// Returns the place of the next token; at the end, the empty place after the last one.
    fn here(&self) -> Span {
        match self.tokens.get(self.at) {
            Some(lexeme) => lexeme.span,
            None => self.tokens.last().map_or(Span { start: 0, end: 0 }, |last| Span {
                start: last.span.end,
                end: last.span.end,
            }),
        }
    }

    /// Returns the place of the last token read.
    fn before(&self) -> Span {
        self.tokens[self.at - 1].span
    }

    fn expected(&self, what: &str) -> TextError {
        let span = self.here();
        let found = match span.of(self.text) {
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
        match self.peek() {
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
