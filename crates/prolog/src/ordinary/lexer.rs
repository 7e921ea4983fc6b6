//! Splits the text of an ordinary Prolog program into tokens, as the standard says.

use ludex_base::TextError;
use num_bigint::BigInt;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    /// A name without quotation marks: a word, signs, or one of `!`, `;`.
    Name(String),
    /// A name in quotation marks: never an operator.
    Quoted(String),
    Variable(String),
    Integer(BigInt),
    Float(f64),
    /// Text in double quotation marks.
    Text(String),
    /// One of `( ) [ ] { } , |`.
    Sign(char),
    /// The full stop after a clause.
    End,
    /// The end of the text.
    Nothing,
}

/// A token with its place, and whether blanks or comments stand before it.
#[derive(Clone, Debug)]
pub struct Spanned {
    pub token: Token,
    pub start: usize,
    pub end: usize,
    pub spaced: bool,
}

/// The lexer: a text and a place in it.
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

const SIGNS: &str = "+-*/\\^<>=~:.?@#&$";

/// Returns whether a character is a sign that names can be made of.
pub fn is_sign(letter: char) -> bool {
    SIGNS.contains(letter)
}

/// Returns whether a character can be inside a word.
pub fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

impl<'t> Lexer<'t> {
    /// Returns a lexer at a place of a text.
    pub fn new(text: &'t str, at: usize) -> Lexer<'t> {
        Lexer { text, at }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn peek_second(&self) -> Option<char> {
        self.text[self.at..].chars().nth(1)
    }

    fn advance(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let start = self.at;
        while self.peek().is_some_and(&wanted) {
            self.advance();
        }
        &self.text[start..self.at]
    }

    fn wrong(&self, message: &str, start: usize) -> TextError {
        TextError::new(message, start..self.at.max(start))
    }

    /// Skips blanks and comments; returns whether there were any.
    fn skip(&mut self) -> Result<bool, TextError> {
        let start = self.at;
        loop {
            self.take_while(char::is_whitespace);
            let rest = &self.text[self.at..];
            if rest.starts_with('%') {
                self.take_while(|letter| letter != '\n');
            } else if rest.starts_with("/*") {
                match rest.find("*/") {
                    Some(length) => self.at += length + 2,
                    None => {
                        let place = self.at..self.at + 2;
                        return Err(TextError::new("this comment is never closed", place));
                    }
                }
            } else {
                return Ok(self.at > start);
            }
        }
    }

    /// Returns the next token.
    pub fn next(&mut self) -> Result<Spanned, TextError> {
        let spaced = self.skip()?;
        let start = self.at;
        let token = self.token(start)?;
        Ok(Spanned { token, start, end: self.at, spaced })
    }

    fn token(&mut self, start: usize) -> Result<Token, TextError> {
        let Some(letter) = self.peek() else { return Ok(Token::Nothing) };
        if letter.is_ascii_digit() {
            return self.number(start);
        }
        if letter == '_' || letter.is_uppercase() {
            return Ok(Token::Variable(self.take_while(is_word).to_owned()));
        }
        if letter.is_alphabetic() {
            return Ok(Token::Name(self.take_while(is_word).to_owned()));
        }
        self.advance();
        match letter {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | '|' => Ok(Token::Sign(letter)),
            '!' | ';' => Ok(Token::Name(letter.to_string())),
            '\'' => Ok(Token::Quoted(self.quoted('\'', start)?)),
            '"' => Ok(Token::Text(self.quoted('"', start)?)),
            '`' => Ok(Token::Text(self.quoted('`', start)?)),
            '.' if self.peek().is_none_or(|next| next.is_whitespace() || next == '%') => {
                Ok(Token::End)
            }
            _ if is_sign(letter) => {
                self.take_while(is_sign);
                Ok(Token::Name(self.text[start..self.at].to_owned()))
            }
            _ => Err(self.wrong(&format!("`{letter}` has no meaning here"), start)),
        }
    }

    fn number(&mut self, start: usize) -> Result<Token, TextError> {
        if self.peek() == Some('0') {
            let radix = match self.peek_second() {
                Some('\'') => return self.character(start),
                Some('x') => 16,
                Some('o') => 8,
                Some('b') => 2,
                _ => 10,
            };
            let digit = self.text[self.at..].chars().nth(2);
            if radix != 10 && digit.is_some_and(|digit| digit.is_digit(radix)) {
                self.at += 2;
                let digits = self.take_while(|letter| letter.is_digit(radix));
                return Ok(Token::Integer(integer(digits, radix)));
            }
        }
        self.digits();
        let mut float = false;
        if self.peek() == Some('.') && self.peek_second().is_some_and(|d| d.is_ascii_digit()) {
            float = true;
            self.advance();
            self.digits();
            let mut ahead = self.text[self.at..].chars();
            if matches!(ahead.next(), Some('e' | 'E')) {
                let sign = ahead.next();
                let digit = if matches!(sign, Some('+' | '-')) { ahead.next() } else { sign };
                if digit.is_some_and(|digit| digit.is_ascii_digit()) {
                    self.advance();
                    self.advance();
                    self.digits();
                }
            }
        }
        if self.at - start > LONGEST_NUMBER {
            return Err(self.wrong("this number is too long", start));
        }
        let digits = self.text[start..self.at].replace('_', "");
        match float {
            false => Ok(Token::Integer(integer(&digits, 10))),
            true => match digits.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(Token::Float(value)),
                _ => Err(self.wrong("this number is too large", start)),
            },
        }
    }

    /// Skips digits; a `_` may stand between two of them.
    fn digits(&mut self) {
        loop {
            self.take_while(|letter| letter.is_ascii_digit());
            let grouped = self.peek_second().is_some_and(|digit| digit.is_ascii_digit());
            match self.peek() == Some('_') && grouped {
                true => self.advance(),
                false => return,
            };
        }
    }

    /// Reads `0'c`: the code of a character.
    fn character(&mut self, start: usize) -> Result<Token, TextError> {
        self.at += 2;
        let letter = match self.advance() {
            Some('\\') => match self.escape(start)? {
                Some(letter) => letter,
                None => return Err(self.wrong("a character is missing", start)),
            },
            Some('\'') if self.peek() == Some('\'') => {
                self.advance();
                '\''
            }
            Some(letter) => letter,
            None => return Err(self.wrong("a character is missing", start)),
        };
        Ok(Token::Integer(BigInt::from(letter as u32)))
    }

    fn quoted(&mut self, mark: char, start: usize) -> Result<String, TextError> {
        let mut text = String::new();
        loop {
            match self.advance() {
                None => {
                    let place = start..start + 1;
                    return Err(TextError::new("this quotation mark is never closed", place));
                }
                Some(letter) if letter == mark => {
                    if self.peek() != Some(mark) {
                        return Ok(text);
                    }
                    self.advance();
                    text.push(mark);
                }
                Some('\\') => text.extend(self.escape(start)?),
                Some(letter) => text.push(letter),
            }
        }
    }

    /// Reads what follows a backslash; `None` for the end of a line, which is left out.
    fn escape(&mut self, start: usize) -> Result<Option<char>, TextError> {
        let Some(letter) = self.advance() else {
            return Err(self.wrong("a character is missing after `\\`", start));
        };
        Ok(Some(match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\x07',
            'b' => '\x08',
            'f' => '\x0c',
            'v' => '\x0b',
            's' => ' ',
            'e' => '\x1b',
            '0'..='7' => return self.coded(letter, 8, start).map(Some),
            'x' => return self.coded('0', 16, start).map(Some),
            '\n' => return Ok(None),
            '\\' | '\'' | '"' | '`' => letter,
            _ => return Err(self.wrong(&format!("`\\{letter}` is no character"), start)),
        }))
    }

    fn coded(&mut self, first: char, radix: u32, start: usize) -> Result<char, TextError> {
        let digits = self.take_while(|letter| letter.is_digit(radix));
        let code = u32::from_str_radix(&format!("{first}{digits}"), radix).ok();
        if self.peek() == Some('\\') {
            self.advance();
        }
        code.and_then(char::from_u32)
            .ok_or_else(|| self.wrong("there is no character with this code", start))
    }
}

/// The limit on the digits of a written number.
const LONGEST_NUMBER: usize = 9_000;

fn integer(digits: &str, radix: u32) -> BigInt {
    BigInt::parse_bytes(digits.as_bytes(), radix).unwrap_or_default()
}
