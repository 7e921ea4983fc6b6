//! Parses KIF: `(<= (next (pile ?k)) (does ?p (take ?n)) …)`.

use ludex_base::Span;

use super::expr::{Expr, check_depth};
use super::lexer::{Prefix, lex};
use crate::error::{Category, GdlError, Result};

/// Parses all forms of a text.
pub(super) fn parse(text: &str) -> Result<Vec<Expr>> {
    // The open lists, outermost first, each with the position of its parenthesis.
    let mut open: Vec<(Span, Vec<Expr>)> = vec![(Span::default(), Vec::new())];
    for (token, range) in lex::<Prefix>(text)? {
        let span = Span::from(range);
        let done = match token {
            Prefix::Open => {
                check_depth(open.len(), span)?;
                open.push((span, Vec::new()));
                continue;
            }
            Prefix::Close if open.len() == 1 => return Err(stray(text, span)),
            Prefix::Close => {
                let (start, parts) = open.pop().expect("a list is open");
                Expr::list(parts, start.to(span))
            }
            Prefix::Word => Expr::word(span.of(text).to_lowercase(), span),
        };
        open.last_mut().expect("the outermost list stays open").1.push(done);
    }
    match open.get(1) {
        Some(&(start, ref parts)) => Err(unclosed(text, start, parts)),
        None => Ok(open.swap_remove(0).1),
    }
}

fn line(text: &str, span: Span) -> usize {
    text[..span.start as usize].matches('\n').count() + 1
}

fn stray(text: &str, span: Span) -> GdlError {
    let message = format!("the closing parenthesis in line {} closes nothing", line(text, span));
    GdlError::new(Category::Syntax, message, span).help("remove it, or open a list before it")
}

/// Returns the error for an unclosed list. It names the outermost open list, as all that follows
/// became part of it.
fn unclosed(text: &str, start: Span, parts: &[Expr]) -> GdlError {
    let words = parts.first().map_or("", |p| &text[p.span.range()]);
    let name = if words.is_empty() { String::new() } else { format!(" `({words} …`") };
    let message =
        format!("the form{name} that starts in line {} is never closed", line(text, start));
    GdlError::new(Category::Syntax, message, start).help("a closing parenthesis is missing")
}
