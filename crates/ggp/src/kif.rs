//! The part of KIF that messages use: words and lists.

/// A word, or a list in parentheses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kif {
    /// A word, in lower case.
    Word(String),
    /// A list.
    List(Vec<Kif>),
}

/// The greatest depth of nested lists.
const DEEPEST: usize = 200;

impl Kif {
    /// Parses all expressions of a text. Case does not matter, and `;` starts a comment.
    pub fn read(text: &str) -> Result<Vec<Kif>, String> {
        let mut open: Vec<Vec<Kif>> = vec![Vec::new()];
        for token in tokens(text) {
            match token {
                "(" if open.len() > DEEPEST => return Err("lists are nested too deep".into()),
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop().filter(|_| !open.is_empty());
                    let list = list.ok_or("a closing parenthesis without an opening one")?;
                    open.last_mut().expect("one is left").push(Kif::List(list));
                }
                word => {
                    let word = Kif::Word(word.to_lowercase());
                    open.last_mut().expect("one is always open").push(word);
                }
            }
        }
        match (open.pop(), open.is_empty()) {
            (Some(all), true) => Ok(all),
            _ => Err("a parenthesis is not closed".into()),
        }
    }

    /// Parses a text that is a single expression.
    pub fn read_one(text: &str) -> Result<Kif, String> {
        match <[Kif; 1]>::try_from(Kif::read(text)?) {
            Ok([one]) => Ok(one),
            Err(all) => Err(format!("one expression was expected, there are {}", all.len())),
        }
    }

    /// Returns the word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Kif::Word(word) => Some(word),
            Kif::List(_) => None,
        }
    }

    /// Returns the parts, if it is a list.
    pub fn list(&self) -> Option<&[Kif]> {
        match self {
            Kif::List(parts) => Some(parts),
            Kif::Word(_) => None,
        }
    }
}

impl std::fmt::Display for Kif {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Kif::Word(word) => f.write_str(word),
            Kif::List(parts) => {
                f.write_str("(")?;
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" ")?;
                    }
                    part.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Returns the parentheses and words of a text, without comments.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
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
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_blanks_do_not_matter() {
        let read = Kif::read(" ( PLAY  m1 (noop (Mark 1 1)) ) ").expect("it reads");
        assert_eq!(read[0].to_string(), "(play m1 (noop (mark 1 1)))");
        assert!(Kif::read("(a").is_err());
    }
}
