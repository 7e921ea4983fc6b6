//! The names of a game's own atoms as they are written in formulas: `stone(B, c3)`, `cell(n+1, 2)`,
//! `true(cell(1,1,x))`.
//!
//! The arguments of an atom are raw text in which roles (`A`, `B1`) and parameters are replaced by
//! the agent's name or the number, and arithmetic by its result. Text that only looks like that is
//! still found as written: `outcome(1-0)` is not outcome `1`, and `stone(A,B1)` is about the cell
//! `b1` if no stone can be on an agent. Blanks are ignored.

use ludex_base::{Span, with_stack};
use ludex_game::unquote;

use crate::ROOM;
use crate::error::Result;
use crate::expand::{Expander, Scope, Value};
use crate::lexer::{Lexeme, Token};
use crate::syntax::{Argument, Call, Expression, Id, Operator};
use crate::vocabulary::OwnAtom;

/// The readings of a name that are tried.
#[derive(Default)]
pub(crate) struct Raw {
    /// As written.
    written: String,
    /// With everything replaced but `B1 … Bk`, which may be meant as cells.
    mixed: String,
    /// With everything replaced.
    replaced: String,
    /// Whether a role was replaced.
    role: bool,
    /// Whether something was replaced that cannot be meant as written: a parameter, or a role that
    /// is also the name of an agent.
    bound: bool,
}

impl Raw {
    fn push(&mut self, text: &str) {
        self.push_replaced(text, text);
    }

    fn push_replaced(&mut self, written: &str, replaced: &str) {
        self.written.push_str(written);
        self.mixed.push_str(replaced);
        self.replaced.push_str(replaced);
    }

    /// Returns the names that may be meant, the likeliest first.
    pub fn names(self) -> Vec<String> {
        match (self.bound, self.role) {
            (true, _) => vec![self.replaced, self.mixed],
            (false, true) => vec![self.replaced, self.mixed, self.written],
            (false, false) => vec![self.written, self.replaced],
        }
    }
}

impl Expander<'_> {
    /// Returns the own atom that a call refers to, and the name by which it was looked up.
    pub fn own_call(&mut self, scope: Scope, call: &Call) -> Result<(OwnAtom, String)> {
        let mut raw = Raw::default();
        self.raw_call(scope, call, &mut raw)?;
        let names = raw.names();
        let atoms = names.iter().map(|name| self.vocabulary.own_atom(name));
        let found = atoms.into_iter().find(|&atom| atom != OwnAtom::Unknown);
        let name = names.into_iter().next().unwrap_or_default();
        Ok((found.unwrap_or(OwnAtom::Unknown), name))
    }

    /// Returns the raw text of an argument, for `outcome(…)`.
    pub fn raw_argument(&mut self, scope: Scope, argument: &Argument) -> Result<Raw> {
        let mut raw = Raw::default();
        self.write_argument(scope, argument, &mut raw)?;
        Ok(raw)
    }

    fn raw_call(&mut self, scope: Scope, call: &Call, raw: &mut Raw) -> Result<()> {
        raw.push(scope.words(call.name));
        raw.push("(");
        for (i, argument) in call.arguments.iter().enumerate() {
            raw.push(if i > 0 { "," } else { "" });
            with_stack(ROOM, || self.write_argument(scope, argument, raw))?;
        }
        raw.push(")");
        Ok(())
    }

    fn write_argument(&mut self, scope: Scope, argument: &Argument, raw: &mut Raw) -> Result<()> {
        let tokens = &scope.text.tokens[argument.tokens.clone()];
        let Ok(id) = argument.expression else { return self.write_tokens(scope, tokens, raw) };
        match scope.text.syntax.expression(id) {
            Expression::Call(call) if scope.words(call.name) != "B" => {
                // The tokens of `(f(x))` are more than the call: raw text keeps its parentheses.
                match scope.text.syntax.span(id) == argument.span {
                    true => self.raw_call(scope, call, raw),
                    false => self.write_tokens(scope, tokens, raw),
                }
            }
            _ => match self.computed(scope, id) {
                Some(result) => {
                    raw.push_replaced(&written(scope, tokens), &result);
                    raw.bound |= tokens.iter().any(|token| is_bound(scope, token));
                    Ok(())
                }
                None => self.write_tokens(scope, tokens, raw),
            },
        }
    }

    /// Returns the result of arithmetic or of `B(i)`, or `None` if this is neither or has no
    /// result.
    fn computed(&mut self, scope: Scope, id: Id) -> Option<String> {
        use Operator::{Minus, Plus, Times};
        match scope.text.syntax.expression(id) {
            Expression::Number(_)
            | Expression::Negative(_)
            | Expression::Binary(Plus | Minus | Times, ..) => {
                Some(self.number(scope, id).ok()?.to_string())
            }
            Expression::Call(_) => {
                let agent = self.agent(scope, id).ok()?;
                Some(self.vocabulary.agents().name(agent).to_owned())
            }
            _ => None,
        }
    }

    fn write_tokens(&mut self, scope: Scope, tokens: &[Lexeme], raw: &mut Raw) -> Result<()> {
        for lexeme in tokens {
            let word = scope.words(lexeme.span);
            match lexeme.token {
                Token::Word => self.write_word(scope, lexeme.span, raw)?,
                Token::Quoted => raw.push(&unquote(word)),
                _ => raw.push(word),
            }
        }
        Ok(())
    }

    fn write_word(&mut self, scope: Scope, span: Span, raw: &mut Raw) -> Result<()> {
        let word = scope.words(span);
        self.note_role(scope, span, word);
        let agents = self.vocabulary.agents();
        match (scope.bound(word), self.vocabulary.role(word)) {
            (Some(Value::Number(number)), _) => raw.push_replaced(word, &number.to_string()),
            (Some(Value::Agent(agent)), _) => raw.push_replaced(word, agents.name(agent)),
            (Some(Value::Formula(_)), _) => {
                let message = format!("`{word}` is a formula and cannot be an argument of an atom");
                return Err(self.error(scope, span, message, None));
            }
            (None, Some(agent)) => {
                let is_name = agents.named(word).is_some();
                raw.written.push_str(word);
                raw.replaced.push_str(agents.name(agent));
                raw.mixed.push_str(if is_cell(word) && !is_name {
                    word
                } else {
                    agents.name(agent)
                });
                raw.role = true;
                raw.bound |= is_name;
            }
            (None, None) => raw.push(word),
        }
        raw.bound |= scope.bound(word).is_some();
        Ok(())
    }
}

/// Returns whether a token is a word that is replaced by its value.
fn is_bound(scope: Scope, lexeme: &Lexeme) -> bool {
    let word = scope.words(lexeme.span);
    lexeme.token == Token::Word && (scope.bound(word).is_some() || word == "k" || word == "B")
}

/// Returns whether a role looks like a cell: `B1`, not `A` or `B`.
fn is_cell(role: &str) -> bool {
    role.len() > 1
}

/// Returns the tokens as written, without blanks.
fn written(scope: Scope, tokens: &[Lexeme]) -> String {
    tokens.iter().map(|lexeme| scope.words(lexeme.span)).collect()
}
