//! Twins: changes of a diagram, in Popeye's words (`move d3 e4`, `remove a1`, `continued add white
//! qe8`) or as collections print them (`bKd3-e4`, `-wPa2`, `+bSc4`, `e1<->e2`).

use super::men::{SquareIndex, Turned};
use super::reader::{Reader, Token};
use super::words::{CHANGES, Change, Tongue, lookup};
use super::{Men, Setup, coloured, squares};
use crate::error::InputError;

/// A change that cannot be made, in words.
type Reason = String;

impl<'t> Reader<'t> {
    /// Reads the changes of a twin; they are made to the first position, or to the previous one if
    /// they begin with `continued`. Returns the position and the changes as the text has them.
    pub fn twin(&mut self, base: &Setup, previous: &Setup) -> (Setup, String) {
        let (start, mut end) = (self.place(), self.place());
        let mut setup = base.clone();
        while let Some(token) = self.next_if_not_command_but_change() {
            match lookup(&CHANGES, self.tongue, token.text) {
                Some(Change::Continued) => setup = previous.clone(),
                Some(change) => self.change(change, &token, &mut setup),
                None => {
                    let changed = self.printed(&token, &mut setup);
                    if let Err(reason) = changed {
                        let help = self.close(&CHANGES, token.text);
                        setup.refuse(self.refusal(&token, reason).maybe_help(help));
                    }
                }
            }
            end = self.end();
        }
        let words: Vec<&str> = self.part(start, end).split_whitespace().collect();
        (setup, words.join(" "))
    }

    /// Returns the next word unless it is a command that is no change.
    fn next_if_not_command_but_change(&mut self) -> Option<Token<'t>> {
        let token = self.peek()?;
        match lookup(&CHANGES, self.tongue, token.text) {
            Some(_) => self.next(),
            None => self.next_if_not_command(),
        }
    }

    fn change(&mut self, change: Change, token: &Token<'_>, setup: &mut Setup) {
        let made = match change {
            Change::Move => self.two_squares().map(|(from, to)| move_man(&mut setup.men, from, to)),
            Change::Exchange => self.two_squares().map(|(a, b)| {
                setup.men.0.swap(a, b);
                Ok(())
            }),
            Change::Remove => self
                .next()
                .and_then(|list| squares(list.text))
                .map(|list| list.into_iter().try_for_each(|at| remove(&mut setup.men, at))),
            Change::Add => {
                self.men(setup);
                Some(Ok(()))
            }
            Change::Stipulation => {
                self.stipulation(setup);
                Some(Ok(()))
            }
            Change::Structured => {
                self.skip_to_command();
                Some(Err("structured stipulations are not known here".to_string()))
            }
            Change::Condition => {
                self.condition(setup);
                Some(Ok(()))
            }
            Change::Rotate => self.number().map(|degrees| match degrees {
                90 | 180 | 270 => {
                    setup.men = setup.men.turned(Turned::Quarters(degrees as u32 / 90));
                    Ok(())
                }
                _ => Err("a position is turned by 90, 180 or 270 degrees".to_string()),
            }),
            Change::Polish => {
                setup.men = setup.men.recoloured();
                Some(Ok(()))
            }
            Change::Mirror => self.next().and_then(|token| mirror(token.text)).map(|how| {
                setup.men = setup.men.turned(how);
                Ok(())
            }),
            Change::Shift => self.two_squares().map(|(from, to)| {
                let files = (to % 8) as i32 - (from % 8) as i32;
                let ranks = (to / 8) as i32 - (from / 8) as i32;
                let shifted = setup.men.shifted(files, ranks);
                setup.men = shifted.ok_or("a man would leave the board")?;
                Ok(())
            }),
            Change::Substitute => self.two_kinds().map(|(old, new)| {
                setup.men.substitute(old, new);
                Ok(())
            }),
            Change::Continued => Some(Ok(())),
        };
        let missing = || Err(format!("`{}` lacks what it changes", token.text));
        if let Err(reason) = made.unwrap_or_else(missing) {
            setup.refuse(self.refusal(token, reason));
        }
    }

    /// Returns two squares, as two words or run together.
    fn two_squares(&mut self) -> Option<(SquareIndex, SquareIndex)> {
        let mut list = squares(self.next()?.text)?;
        if list.len() == 1 {
            list.extend(squares(self.next()?.text)?);
        }
        let [a, b] = *list.as_slice() else { return None };
        Some((a, b))
    }

    /// Returns two kinds of men.
    fn two_kinds(&mut self) -> Option<(char, char)> {
        let mut kind = || {
            let mut letters = self.next()?.text.chars();
            let letter = letters.next().filter(|_| letters.next().is_none())?;
            self.tongue.man(letter)
        };
        Some((kind()?, kind()?))
    }

    /// Makes a change as collections print it.
    fn printed(&mut self, token: &Token<'_>, setup: &mut Setup) -> Result<(), Reason> {
        let text = token.text.replace(['–', '—', '→'], "-").replace("-->", "-").replace("->", "-");
        let men = &mut setup.men;
        if let Some((a, b)) = text.split_once("<--").or_else(|| text.split_once("<-")) {
            let exchanged = last_square(a).zip(last_square(b.trim_start_matches('>')));
            let (a, b) = exchanged.ok_or_else(|| no_change(token.text))?;
            men.0.swap(a, b);
            return Ok(());
        }
        if let Some(man) = text.strip_prefix('-') {
            return remove(men, last_square(man).ok_or_else(|| no_change(token.text))?);
        }
        if let Some(man) = text.strip_prefix('+') {
            let (at, man) = self.coloured_man(man).ok_or_else(|| no_change(token.text))?;
            men.0[at] = Some(man);
            return Ok(());
        }
        let moved =
            text.split_once('-').and_then(|(from, to)| last_square(from).zip(last_square(to)));
        let (from, to) = moved.ok_or_else(|| no_change(token.text))?;
        move_man(men, from, to)
    }

    /// Reads a man such as `wQe4`.
    fn coloured_man(&self, text: &str) -> Option<(SquareIndex, char)> {
        let mut letters = text.chars();
        let white = match letters.next()? {
            'w' | 'W' => true,
            'b' | 'B' | 's' => false,
            _ => return None,
        };
        let letter = letters.next()?;
        let kind = self.tongue.man(letter).or((letter.eq_ignore_ascii_case(&'n')).then_some('n'))?;
        Some((super::men::square(letters.as_str())?, coloured(kind, white)))
    }
}

fn no_change(text: &str) -> Reason {
    format!("`{text}` is no change of a twin")
}

/// Returns the square at the end of a text such as `bKd3` or `d3`.
fn last_square(text: &str) -> Option<SquareIndex> {
    super::men::square(text.get(text.len().checked_sub(2)?..)?)
}

fn move_man(men: &mut Men, from: SquareIndex, to: SquareIndex) -> Result<(), Reason> {
    let man = men.0[from].take().ok_or_else(|| empty(from))?;
    men.0[to] = Some(man);
    Ok(())
}

fn remove(men: &mut Men, at: SquareIndex) -> Result<(), Reason> {
    men.0[at].take().map(drop).ok_or_else(|| empty(at))
}

fn empty(at: SquareIndex) -> Reason {
    format!("there is no man on {}", super::name(at))
}

/// Returns the mirror image that is named by what becomes of a corner: `a1<-->h1`.
fn mirror(text: &str) -> Option<Turned> {
    match text.to_ascii_lowercase().replace(['<', '-', '>'], "").as_str() {
        "a1h1" => Some(Turned::LeftRight),
        "a1a8" => Some(Turned::TopBottom),
        "a1h8" => Some(Turned::A1H8),
        "a8h1" => Some(Turned::A8H1),
        _ => None,
    }
}

/// Reads twins that are given apart from the diagram; returns the positions after the diagram with
/// what was changed in each.
pub(crate) fn read_twins(
    men: &Men,
    stipulation: &str,
    twins: &[String],
) -> Result<Vec<(Setup, String)>, InputError> {
    let first =
        Setup { men: men.clone(), stipulation: Some((stipulation.to_string(), 0)), refused: None };
    let mut all: Vec<(Setup, String)> = Vec::new();
    for text in twins {
        let mut reader = Reader::of(text, Tongue::English);
        let previous = all.last().map_or(&first, |(setup, _)| setup);
        let (setup, change) = reader.twin(&first, previous);
        if let Some(error) = setup.refused {
            return Err(InputError {
                help: error.help,
                ..InputError::at("twin", text, error.span, error.message)
            });
        }
        if let Some(rest) = reader.peek() {
            let span = rest.start..rest.start + rest.text.len();
            return Err(InputError::at("twin", text, span, no_change(rest.text)));
        }
        all.push((setup, change));
    }
    Ok(all)
}
