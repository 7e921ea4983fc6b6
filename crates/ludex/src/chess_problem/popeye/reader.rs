//! The tokens of a file, and the lists of men and squares in it.

use ludex_base::suggest;

use super::words::{CHANGES, COLOURS, COMMANDS, Tongue, lookup, words};
use super::{Men, Setup, coloured, squares};
use crate::error::InputError;

/// A word of the text and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub text: &'t str,
    pub start: usize,
}

/// Goes through a text from word to word.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
    pub tongue: Tongue,
}

/// Returns whether a character stands between words.
fn separates(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | ';' | ',')
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Reader<'t> {
        Reader::of(text, Tongue::English)
    }

    pub fn of(text: &'t str, tongue: Tongue) -> Reader<'t> {
        Reader { text, at: 0, tongue }
    }

    /// Returns the language if the text begins with the beginning of a problem.
    pub fn begins(&self) -> Option<Tongue> {
        Tongue::of(self.peek()?.text)
    }

    /// Goes on behind the next beginning of a problem; returns whether there is one.
    pub fn skip_to_begin(&mut self) -> bool {
        while let Some(token) = self.next() {
            if let Some(tongue) = Tongue::of(token.text) {
                self.tongue = tongue;
                return true;
            }
            self.line();
        }
        false
    }

    /// Returns where the next word begins.
    pub fn place(&self) -> usize {
        self.peek().map_or(self.text.len(), |token| token.start)
    }

    /// Returns how far the text was read.
    pub fn end(&self) -> usize {
        self.at
    }

    /// Returns a part of the text.
    pub fn part(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or("")
    }

    pub fn peek(&self) -> Option<Token<'t>> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(|c| !separates(c))?;
        let length = self.text[start..].find(separates).unwrap_or(self.text.len() - start);
        Some(Token { text: &self.text[start..start + length], start })
    }

    pub fn next(&mut self) -> Option<Token<'t>> {
        let token = self.peek()?;
        self.at = token.start + token.text.len();
        Some(token)
    }

    pub fn next_if(&mut self, wanted: impl Fn(&str) -> bool) -> Option<Token<'t>> {
        self.peek().filter(|token| wanted(token.text))?;
        self.next()
    }

    fn is_command(&self, text: &str) -> bool {
        lookup(&COMMANDS, self.tongue, text).is_some()
    }

    fn is_change(&self, text: &str) -> bool {
        lookup(&CHANGES, self.tongue, text).is_some()
    }

    pub fn next_if_not_command(&mut self) -> Option<Token<'t>> {
        let token = self.peek().filter(|token| !self.is_command(token.text))?;
        self.at = token.start + token.text.len();
        Some(token)
    }

    /// Passes over words up to the next command.
    pub fn skip_to_command(&mut self) {
        while self.next_if_not_command().is_some() {}
    }

    /// Passes over this line and the following ones up to one that begins with a command.
    pub fn skip_lines_to_command(&mut self) {
        self.line();
        while self.peek().is_some_and(|token| !self.is_command(token.text)) {
            self.line_after_blanks();
        }
    }

    fn line_after_blanks(&mut self) {
        self.next();
        self.line();
    }

    /// Passes over numbers and squares.
    pub fn skip_arguments(&mut self) {
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        while self.next_if(|text| number(text) || squares(text).is_some()).is_some() {}
    }

    /// Returns the next word if it is a number.
    pub fn number(&mut self) -> Option<usize> {
        let number = self.peek()?.text.parse().ok()?;
        self.next();
        Some(number)
    }

    /// Returns the rest of the line.
    pub fn line(&mut self) -> String {
        let rest = &self.text[self.at..];
        let length = rest.find('\n').unwrap_or(rest.len());
        self.at += length;
        rest[..length].trim().to_string()
    }

    /// Says why a problem is refused, at this word.
    pub fn refusal(&self, token: &Token<'_>, message: impl Into<String>) -> InputError {
        let span = token.start..token.start + token.text.len();
        InputError::at("", self.text, span, message)
    }

    /// Returns the word of a table that is meant, perhaps.
    pub fn close<T>(&self, table: &[([&'static str; 3], T)], text: &str) -> Option<String> {
        suggest(text, words(table, self.tongue)).map(|near| format!("did you mean `{near}`?"))
    }

    /// Says that a word is no command.
    pub fn unknown(&self, token: &Token<'_>) -> InputError {
        let help = self.close(&COMMANDS, token.text);
        self.refusal(token, format!("`{}` is no command", token.text)).maybe_help(help)
    }

    /// Reads lists of men: a colour, then kinds of men with their squares.
    pub fn men(&mut self, setup: &mut Setup) {
        let mut white = None;
        while let Some(token) = self.peek() {
            if let Some(man) = self.man(&token)
                && let Some(white) = white
            {
                self.next();
                self.put(man, white, &token, setup);
            } else if let Some(colour) = lookup(&COLOURS, self.tongue, token.text) {
                self.next();
                white = colour;
                if colour.is_none() {
                    let message = format!("men that are {} are not known here", token.text);
                    setup.refuse(self.refusal(&token, message));
                    return self.skip_to_command();
                }
            } else if self.is_command(token.text) || self.is_change(token.text) {
                return;
            } else {
                self.next();
                let message = match white {
                    Some(_) => format!("the piece {} is not known here", token.text),
                    None => format!("`{}` is no colour", token.text),
                };
                setup.refuse(self.refusal(&token, message));
                return self.skip_to_command();
            }
        }
    }

    /// Returns the kind of a man and its squares; none if these are the next word.
    fn man(&self, token: &Token<'t>) -> Option<(char, &'t str)> {
        let letter = token.text.chars().next()?;
        let list = &token.text[letter.len_utf8()..];
        let man = self.tongue.man(letter)?;
        (list.is_empty() || squares(list).is_some()).then_some((man, list))
    }

    fn put(&mut self, man: (char, &str), white: bool, token: &Token<'_>, setup: &mut Setup) {
        let (kind, list) = man;
        let list = match list.is_empty() {
            true => self.next().map_or("", |token| token.text),
            false => list,
        };
        let Some(squares) = squares(list) else {
            return setup.refuse(self.refusal(token, "squares are missing"));
        };
        squares.into_iter().for_each(|at| setup.men.0[at] = Some(coloured(kind, white)));
    }

    /// Reads a board row by row; numbers above 8 go on in the next row, the rest may be left out.
    pub fn forsyth(&mut self, setup: &mut Setup) {
        let Some(token) = self.next() else { return };
        let (mut at, mut number) = (0, 0);
        for c in token.text.chars() {
            if let Some(digit) = c.to_digit(10) {
                number = (number * 10 + digit as usize).min(64);
                continue;
            }
            at += number;
            number = 0;
            if c == '/' {
                at = at.div_ceil(8) * 8;
                continue;
            }
            let Some(man) = self.tongue.man(c).filter(|_| at < 64) else {
                let message = match at < 64 {
                    true => format!("the piece `{c}` is not known here"),
                    false => "there are more than 64 squares".to_string(),
                };
                return setup.refuse(self.refusal(&token, message));
            };
            setup.men.0[8 * (7 - at / 8) + at % 8] = Some(coloured(man, c.is_ascii_uppercase()));
            at += 1;
        }
    }
}

/// Reads a list of men such as `white Kf5 Qg2 black Kh8`, with S or N for knights.
pub(crate) fn read_men(text: &str) -> Result<Men, InputError> {
    let mut setup = Setup::default();
    let with_s = knights_as_s(text);
    let mut reader = Reader::of(&with_s, Tongue::English);
    reader.men(&mut setup);
    if let Some(rest) = reader.peek() {
        setup.refuse(reader.refusal(&rest, format!("`{}` is no man", rest.text)));
    }
    match setup.refused {
        Some(error) => Err(InputError::at("position", text, error.span.clone(), error.message)
            .help("men are lists of a colour, letters KQRBSP (or N) and squares: white Kf5 Qg2")),
        None => Ok(setup.men),
    }
}

/// Returns a list of men with S for knights where it has N: the words keep their places.
fn knights_as_s(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for at in 0..letters.len() {
        let first = at == 0 || separates(letters[at - 1]);
        let square = letters.get(at + 1).is_some_and(|c| c.is_ascii_alphabetic())
            && letters.get(at + 2).is_some_and(char::is_ascii_digit);
        if first && square && matches!(letters[at], 'N' | 'n') {
            letters[at] = 'S';
        }
    }
    letters.into_iter().collect()
}
