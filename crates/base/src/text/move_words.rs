//! Where a move ends in a text of moves: moves are separated by blanks or commas, but a move can
//! have commas in its name, and one in quotation marks can have blanks.
//!
//! What stands between two blanks is tried as a move before its commas are taken to separate moves:
//! what the program prints (`Up:a2,a3`) is always read as that move. Parentheses and quotation marks
//! keep what they enclose together.

use std::ops::Range;

use super::unquote;

/// The longest move in commas, or in words, that is looked for.
const LONGEST: usize = 16;

/// Returns whether a character separates words, inside of which commas can separate moves.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// A text of moves, read from the start.
#[derive(Clone, Debug)]
pub struct MoveWords<'t> {
    text: &'t str,
    at: usize,
    /// Up to here one-character moves are run together.
    run: usize,
}

/// How a text was read as a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit<M> {
    /// It is written just as the game writes the move.
    Exact(M),
    /// It is another way to write the move.
    Loose(M),
}

impl<M> Fit<M> {
    /// Returns the move.
    pub fn mv(self) -> M {
        match self {
            Fit::Exact(mv) | Fit::Loose(mv) => mv,
        }
    }
}

impl<'t> MoveWords<'t> {
    /// Starts at the first move of a text.
    pub fn new(text: &'t str) -> MoveWords<'t> {
        let mut words = MoveWords { text, at: 0, run: 0 };
        words.skip();
        words
    }

    /// Returns whether all moves were read.
    pub fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Returns the place of the next word, whether it is a move or not.
    pub fn next_word(&self) -> Range<usize> {
        let end = if self.at < self.run { self.letter_end() } else { self.piece_ends(1)[0] };
        self.at..end
    }

    /// Returns whether a text is one word, which needs no quotation marks to be read as one move.
    pub fn is_word(text: &str) -> bool {
        let words = MoveWords::new(text);
        let whole = words.breaks(is_blank).next() == Some(text.len());
        let balanced = text.matches('(').count() == text.matches(')').count();
        whole && balanced && words.at == 0 && !text.is_empty() && !text.starts_with('"')
    }

    /// Passes over what stands up to the next blank, and returns its place.
    pub fn skip_word(&mut self) -> Range<usize> {
        let start = self.at;
        let end = self.quotation_end().or_else(|| self.breaks(is_blank).next());
        self.at = end.unwrap_or(self.text.len());
        let word = start..self.at;
        self.skip();
        word
    }

    fn skip(&mut self) {
        let rest = &self.text[self.at..];
        let more = rest.trim_start_matches(|c| is_blank(c) || c == ',');
        self.at = self.text.len() - more.len();
    }

    /// Reads the next move. If there is none, returns the place of what is not a move.
    pub fn next<M>(&mut self, read: impl Fn(&str) -> Option<Fit<M>>) -> Result<M, Range<usize>> {
        let (end, mv) = self.find(&read).ok_or_else(|| self.next_word())?;
        self.at = end;
        self.skip();
        Ok(mv)
    }

    fn find<M>(&mut self, read: &impl Fn(&str) -> Option<Fit<M>>) -> Option<(usize, M)> {
        let fits = |end: &usize| Some((*end, read(&self.text[self.at..*end])?));
        let taken = |(end, fit): (usize, Fit<M>)| (end, fit.mv());
        if self.at < self.run {
            return fits(&self.letter_end()).map(taken);
        }
        if let Some(end) = self.quotation_end() {
            let inner = unquote(&self.text[self.at..end]);
            return fits(&end).or_else(|| Some((end, read(&inner)?))).map(taken);
        }
        let ends = self.piece_ends(LONGEST);
        let exact = |end: &usize| fits(end).filter(|(_, fit)| matches!(fit, Fit::Exact(_)));
        let longer = || ends[1..].iter().rev();
        let found = longer().find_map(exact).or_else(|| fits(&ends[0]));
        let found = found.or_else(|| longer().find_map(fits));
        let found = found.or_else(|| self.word_ends().iter().find_map(fits));
        if found.is_some() {
            return found.map(taken);
        }
        self.run = ends[0];
        let found = fits(&self.letter_end()).map(taken);
        self.run = if found.is_some() { self.run } else { 0 };
        found
    }

    fn letter_end(&self) -> usize {
        self.at + self.text[self.at..].chars().next().map_or(0, char::len_utf8)
    }

    /// Returns the place after the closing quotation mark, if a move in quotation marks is next.
    fn quotation_end(&self) -> Option<usize> {
        let mut chars = self.text[self.at..].char_indices();
        let (_, '"') = chars.next()? else { return None };
        while let Some((offset, c)) = chars.next() {
            match c {
                '\\' => drop(chars.next()),
                '"' => return Some(self.at + offset + 1),
                _ => {}
            }
        }
        None
    }

    /// Returns the places outside of parentheses, from here on, where a character separates; the
    /// end of the text comes last.
    fn breaks(&self, separates: impl Fn(char) -> bool) -> impl Iterator<Item = usize> {
        let mut depth = 0_usize;
        let breaks = self.text[self.at..].char_indices().filter(move |&(_, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && separates(c)
        });
        breaks.map(|(offset, _)| self.at + offset).chain([self.text.len()])
    }

    /// Returns where the first pieces between commas of the next word end, and where the word ends.
    fn piece_ends(&self, most: usize) -> Vec<usize> {
        let word = self.breaks(is_blank).next().unwrap_or(self.text.len());
        let commas = self.breaks(|c| c == ',').take_while(|&end| end < word);
        let mut ends: Vec<usize> = commas.take(most).collect();
        ends.push(word);
        ends
    }

    /// Returns where the words after the next one end: a move may be written in several words.
    fn word_ends(&self) -> Vec<usize> {
        let mut ends: Vec<usize> = Vec::new();
        for end in self.breaks(is_blank) {
            let last = ends.last().copied().unwrap_or(self.at);
            if !self.text[last..end].trim_matches(is_blank).is_empty() {
                ends.push(end);
            }
            if ends.len() > LONGEST {
                break;
            }
        }
        ends.drain(..1.min(ends.len()));
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quote;

    /// Reads a text as moves out of a list; a letter in another case is loose.
    fn read(text: &str, moves: &[&str]) -> Result<Vec<String>, String> {
        let mut words = MoveWords::new(text);
        let mut list = Vec::new();
        while !words.is_at_end() {
            let mv = words.next(|word| {
                let exact = moves.iter().find(|mv| **mv == word);
                let loose = moves.iter().find(|mv| mv.eq_ignore_ascii_case(word));
                let exact = exact.map(|mv| Fit::Exact(mv.to_string()));
                exact.or_else(|| loose.map(|mv| Fit::Loose(mv.to_string())))
            });
            list.push(mv.map_err(|place| text[place].to_string())?);
        }
        Ok(list)
    }

    fn reads(text: &str, moves: &[&str], expected: &[&str]) {
        assert_eq!(read(text, moves), Ok(expected.iter().map(|mv| mv.to_string()).collect()));
    }

    #[test]
    fn commas_separate_moves_or_belong_to_them() {
        let moves = ["Up:a2,a3", "Up:b2,b3", "a", "b", "f(x, y)"];
        reads("Up:a2,a3 Up:b2,b3", &moves, &["Up:a2,a3", "Up:b2,b3"]);
        reads("Up:a2,a3,Up:b2,b3", &moves, &["Up:a2,a3", "Up:b2,b3"]);
        reads("a,b a, b", &moves, &["a", "b", "a", "b"]);
        reads("up:A2,a3,a", &moves, &["Up:a2,a3", "a"]);
        reads("f(x, y),a", &moves, &["f(x, y)", "a"]);
        reads(" ,, ", &moves, &[]);
    }

    #[test]
    fn what_is_printed_is_read_as_that_move() {
        let moves = ["a", "b", "a,b", "a b", "say \"a\"", "("];
        reads("a,b", &moves, &["a,b"]);
        reads("A,b", &moves, &["a", "b"]);
        reads("a b", &moves, &["a", "b"]);
        for mv in moves {
            let word = if MoveWords::is_word(mv) { mv.to_string() } else { quote(mv) };
            reads(&format!("{word} {word}"), &moves, &[mv, mv]);
        }
    }

    #[test]
    fn moves_of_several_words_need_no_marks_where_nothing_else_fits() {
        let moves = ["Cross a=a1 b=b1", "4", "3"];
        reads("Cross a=a1  b=b1", &["Cross a=a1  b=b1"], &["Cross a=a1  b=b1"]);
        reads("4 Cross a=a1 b=b1 433", &moves, &["4", "Cross a=a1 b=b1", "4", "3", "3"]);
        assert_eq!(read("4 Cross a=a1 c=b1", &moves), Err("Cross".to_string()));
    }

    #[test]
    fn runs_of_letters_are_moves_of_one_letter() {
        reads("4433", &["4", "3", "33"], &["4", "4", "3", "3"]);
        assert_eq!(read("4453", &["4", "3"]), Err("5".to_string()));
        assert_eq!(read("x4", &["4"]), Err("x4".to_string()));
        assert_eq!(read("4,x", &["4"]), Err("x".to_string()));
    }
}
