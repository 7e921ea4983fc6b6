//! The part of KIF that messages use: words and lists.
//!
//! An expression is a piece of the text it was read from: a tree of a message would take fifty times
//! its length, and messages come from strangers.

use std::fmt;

/// A word, or a list in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kif<'t>(&'t str);

/// The greatest depth of nested lists.
const DEEPEST: usize = 200;

impl<'t> Kif<'t> {
    /// Finds all expressions of a text. `;` starts a comment.
    pub fn read(text: &'t str) -> Result<Vec<Kif<'t>>, String> {
        let (mut found, mut depth, mut start) = (Vec::new(), 0, 0);
        for (place, token) in tokens(text) {
            if depth == 0 {
                start = place;
            }
            match token {
                "(" if depth >= DEEPEST => return Err("lists are nested too deep".into()),
                "(" => depth += 1,
                ")" if depth == 0 => {
                    return Err("a closing parenthesis without an opening one".into());
                }
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                found.push(Kif(&text[start..place + token.len()]));
            }
        }
        match depth {
            0 => Ok(found),
            _ => Err("a parenthesis is not closed".into()),
        }
    }

    /// Reads a text that is a single expression.
    pub fn read_one(text: &'t str) -> Result<Kif<'t>, String> {
        match Kif::read(text)?[..] {
            [one] => Ok(one),
            ref all => Err(format!("one expression was expected, there are {}", all.len())),
        }
    }

    /// Returns the word, if it is one.
    pub fn word(self) -> Option<&'t str> {
        (!self.0.starts_with('(')).then_some(self.0)
    }

    /// Returns the parts, if it is a list.
    pub fn list(self) -> Option<Vec<Kif<'t>>> {
        let inside = self.0.strip_prefix('(')?.strip_suffix(')')?;
        Kif::read(inside).ok()
    }
}

/// Writes an expression with single blanks and without comments.
impl fmt::Display for Kif<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = "(";
        for (_, token) in tokens(self.0) {
            let blank = if last == "(" || token == ")" { "" } else { " " };
            write!(f, "{blank}{token}")?;
            last = token;
        }
        Ok(())
    }
}

/// Returns the parentheses and words of a text with their places, without comments.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends_word = |c: char| c.is_whitespace() || "();".contains(c);
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            if !rest.starts_with(';') {
                break;
            }
            rest = rest.find(['\n', '\r']).map_or("", |end| &rest[end..]);
        }
        let end = match rest.chars().next()? {
            '(' | ')' => 1,
            _ => rest.find(ends_word).unwrap_or(rest.len()),
        };
        let place = text.len() - rest.len();
        let (token, after) = rest.split_at(end);
        rest = after;
        Some((place, token))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_comments_do_not_matter() {
        let read = Kif::read(" ( play  m1 ;)\n(noop (mark 1 1)) ) a").expect("it reads");
        assert_eq!(read[0].to_string(), "(play m1 (noop (mark 1 1)))");
        assert_eq!(read[1].word(), Some("a"));
        let parts = read[0].list().expect("a list");
        assert_eq!(parts[1].word(), Some("m1"));
        assert_eq!(parts[2].list().map(|moves| moves.len()), Some(2));
        assert!(Kif::read("(a").is_err() && Kif::read("a)").is_err());
        assert_eq!(Kif::read("()").expect("it reads")[0].list(), Some(Vec::new()));
    }
}
