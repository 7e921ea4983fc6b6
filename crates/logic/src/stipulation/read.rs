//! The parser of stipulations: every error points at what is wrong and says what could stand there.

use ludex_base::{TextError, suggest};

use super::{Goal, PLAYS, Play, Stipulation};

/// The greatest number of moves of a stipulation.
const MOST_MOVES: u32 = 100;

impl Stipulation {
    /// Parses a stipulation; blanks around it, and upper and lower case, do not matter.
    pub fn parse(text: &str) -> Result<Stipulation, TextError> {
        let goal_at = text.find(['#', '=', '{']).ok_or_else(|| no_goal(text))?;
        let play = read_play(text, goal_at)?;
        let (goal, after) = read_goal(text, goal_at)?;
        let (moves, half) = read_moves(text, after, play)?;
        Ok(Stipulation { play, goal, moves, half })
    }
}

fn no_goal(text: &str) -> TextError {
    TextError::new("this is not a stipulation", 0..text.len())
        .help("a stipulation has a goal and a number of moves: #3, h#2.5, s#3, r#2, ser-#7, h=3")
}

fn read_play(text: &str, end: usize) -> Result<Play, TextError> {
    let start = text.len() - text.trim_start().len();
    let word = text[start.min(end)..end].trim_end();
    let known = PLAYS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(word));
    known.map(|(_, play, _)| *play).ok_or_else(|| {
        let names = PLAYS.iter().map(|(name, ..)| *name).filter(|name| !name.is_empty());
        let list: Vec<&str> = names.clone().collect();
        let help = format!("before the goal stands nothing, or one of {}", list.join(", "));
        let close = suggest(word, names).map(|near| format!("did you mean `{near}`? {help}"));
        TextError::new(format!("`{word}` is no way to play"), start..start + word.len())
            .help(close.unwrap_or(help))
    })
}

/// Parses the goal; returns it and the position after it.
fn read_goal(text: &str, at: usize) -> Result<(Goal, usize), TextError> {
    match text.as_bytes()[at] {
        b'#' => Ok((Goal::Mate, at + 1)),
        b'=' => Ok((Goal::Stalemate, at + 1)),
        _ => {
            let end = text[at..].find('}').map(|length| at + length).ok_or_else(|| {
                TextError::new("this brace is not closed", at..at + 1)
                    .help("a goal of your own is an atom of chess: {captured(Black,queen)}")
            })?;
            Ok((Goal::Atom(text[at + 1..end].trim().to_string()), end + 1))
        }
    }
}

fn read_moves(text: &str, at: usize, play: Play) -> Result<(u32, bool), TextError> {
    let start = at + text[at..].len() - text[at..].trim_start().len();
    let number = text[start..].trim_end();
    let span = start..start + number.len();
    let (whole, half) = match number.strip_suffix(".5") {
        Some(whole) => (whole, true),
        None => (number, false),
    };
    let least = u32::from(!half);
    let digits = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    let moves = whole.parse().ok().filter(|n| digits && (least..=MOST_MOVES).contains(n));
    match moves {
        Some(_) if half && play != Play::Help => {
            Err(TextError::new("only helpmates have half a move", span).help("such as h#2.5"))
        }
        Some(moves) => Ok((moves, half)),
        None => Err(TextError::new(format!("`{number}` is not a number of moves"), span)
            .help(format!("a whole number from 1 to {MOST_MOVES}, in h# also 0.5, 1.5 and so on"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stipulations_are_read_and_written_back() {
        let all = "#2 #100 h#3 h#2.5 h#0.5 s#4 r#2 semi-r#3 hs#3 ser-#9 ser-h#7 ser-s#5 =4 h=2.5 \
                   ser-{captured(Black,queen)}5";
        for text in all.split_whitespace() {
            assert_eq!(Stipulation::parse(text).expect(text).to_string(), text);
        }
        let spaced = Stipulation::parse("  SER-H # 3 ").expect("blanks and case do not matter");
        assert_eq!(spaced.to_string(), "ser-h#3");
    }

    #[test]
    fn errors_point_at_what_is_wrong() {
        let cases = [
            ("", ""),
            ("mate", "mate"),
            ("help#3", "help"),
            ("  x#3", "x"),
            ("#", ""),
            ("h#2.25", "2.25"),
            ("#0", "0"),
            ("#+3", "+3"),
            ("#101", "101"),
            ("s#2.5", "2.5"),
            ("{mate 3", "{"),
            ("#3 moves", "3 moves"),
            ("#２", "２"),
        ];
        for (text, wrong) in cases {
            let error = Stipulation::parse(text).expect_err(text);
            assert_eq!(text.get(error.span.clone()), Some(wrong), "{text}: {error}");
            assert!(error.help.is_some(), "{text} is answered with advice");
        }
    }
}
