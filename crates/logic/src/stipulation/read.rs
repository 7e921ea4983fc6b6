//! The parser of stipulations: every error points at what is wrong and says what could stand there.

use ludex_base::{TextError, suggest};

use super::{GOALS, Goal, PLAYS, Play, Stipulation};

/// The greatest number of moves of a stipulation.
const MOST_MOVES: u32 = 100;

/// Ways to play that problemists know and that are not known here, with their names.
const MISSING_PLAYS: [(&str, &str); 1] = [("phser-", "parry series with help")];

/// Goals that problemists know and that are not known here, with their names.
const MISSING_GOALS: [(&str, &str); 11] = [
    ("##!", "countermate"),
    ("##", "double mate"),
    ("!=", "autostalemate"),
    ("!#", "automate"),
    ("%", "winning a piece"),
    ("ct", "circuit"),
    ("<>", "exchange of places"),
    ("c81", "81 squares"),
    ("a=>b", "a game from a position to another"),
    ("k", "kiss"),
    ("(", "alternative goals"),
];

/// Returns the entry of a list that a text begins with.
fn missing(
    list: &[(&'static str, &'static str)],
    text: &str,
) -> Option<(&'static str, &'static str)> {
    list.iter().copied().find(|(sign, _)| text.starts_with(sign))
}

/// Returns the error for something that problemists know and that is not known here.
fn not_known((sign, name): (&str, &str), at: usize) -> TextError {
    let message = format!("`{sign}` ({name}) is not known here");
    TextError::new(message, at..at + sign.len()).help(known())
}

impl Stipulation {
    /// Parses a stipulation; blanks around it, and upper and lower case, do not matter.
    pub fn parse(text: &str) -> Result<Stipulation, TextError> {
        let start = text.len() - text.trim_start().len();
        let lower = text.to_ascii_lowercase();
        if let Some(play) = missing(&MISSING_PLAYS, &lower[start..]) {
            return Err(not_known(play, start));
        }
        if let Some(at) = text.find("->").filter(|_| !text.contains('{')) {
            return Err(not_known(("->", "moves before a series"), at));
        }
        let exact = lower[start..].starts_with(EXACT);
        let start = if exact { start + EXACT.len() } else { start };
        for (prefix, play) in RECIPROCAL {
            if lower[start..].starts_with(prefix) {
                return reciprocal(text, start + prefix.len(), exact, play);
            }
        }
        // The longest way to play that a goal follows.
        let found = PLAYS.iter().filter_map(|(prefix, play, _)| {
            let rest = text[start..].get(prefix.len()..)?;
            let head = &text[start..start + prefix.len()];
            let goal_at = text.len() - rest.trim_start().len();
            let fits = head.eq_ignore_ascii_case(prefix) && begins_goal(&lower[goal_at..]);
            fits.then_some((prefix.len(), *play, goal_at))
        });
        let Some((_, play, goal_at)) = found.max_by_key(|(length, ..)| *length) else {
            return Err(unknown_play(text, start));
        };
        if let Some(goal) = missing(&MISSING_GOALS, &lower[goal_at..]) {
            return Err(not_known(goal, goal_at));
        }
        let (goal, after) = read_goal(text, goal_at)?;
        let play = match (&goal, play) {
            (Goal::Diagram, Play::Direct) => Play::ProofGame,
            (Goal::Diagram, _) => {
                let message = "proof games have no other way to play";
                return Err(TextError::new(message, start..goal_at).help("such as dia4.5"));
            }
            _ => play,
        };
        let (moves, half) = read_moves(text, after, play)?;
        let read = Stipulation { play, goal, moves, half, exact, reciprocal: None };
        match exact && !read.can_be_exact() {
            true => Err(TextError::new(
                format!("`{EXACT}` is not known here before `{}`", text[start..after].trim()),
                start - EXACT.len()..after,
            )
            .help("it is for help play and series, and for #n, =n, s#n and s=n")),
            false => Ok(read),
        }
    }

    /// Returns whether play of exactly n moves is known: all lines where the sides cooperate, keys to
    /// goals that end the game.
    fn can_be_exact(&self) -> bool {
        let ends = matches!(
            self.goal,
            Goal::Mate | Goal::Stalemate | Goal::MateOrStalemate | Goal::DoubleStalemate
        );
        self.cooperative() || ends && matches!(self.play, Play::Direct | Play::Selfmate)
    }
}

/// What stands before play of exactly n moves.
const EXACT: &str = "exact-";
/// What stands before the goal of reciprocal help play; another goal of the side that begins follows
/// in parentheses.
pub(super) const RECIPROCAL: [(&str, Play); 2] =
    [("reci-h", Play::Help), ("ser-reci-h", Play::SeriesHelp)];

/// Parses the goals and the number of moves of reciprocal help play from here on.
fn reciprocal(text: &str, at: usize, exact: bool, play: Play) -> Result<Stipulation, TextError> {
    let blanks = |at: usize| at + text[at..].len() - text[at..].trim_start().len();
    let at = blanks(at);
    let (own, at) = match text[at..].starts_with('(') {
        false => (None, at),
        true => {
            let (goal, after) = read_helped_goal(text, blanks(at + 1))?;
            let after = blanks(after);
            if !text[after..].starts_with(')') {
                return Err(TextError::new("this parenthesis is not closed", at..at + 1)
                    .help("such as reci-h(=)#3"));
            }
            (Some(goal), blanks(after + 1))
        }
    };
    let (goal, after) = read_helped_goal(text, at)?;
    let (moves, half) = read_moves(text, after, play)?;
    if moves == 0 {
        let span = after..text.trim_end().len();
        return Err(
            TextError::new("this leaves no move to both sides", span).help("such as reci-h#1")
        );
    }
    let reciprocal = own.or(Some(goal.clone()));
    Ok(Stipulation { play, goal, moves, half, exact, reciprocal })
}

/// Parses a goal of reciprocal help play; returns it and the position after it.
fn read_helped_goal(text: &str, at: usize) -> Result<(Goal, usize), TextError> {
    let lower = text[at..].to_ascii_lowercase();
    if let Some(goal) = missing(&MISSING_GOALS, &lower) {
        return Err(not_known(goal, at));
    }
    match begins_goal(&lower) && !lower.starts_with("dia") {
        true => read_goal(text, at),
        false => Err(TextError::new("a goal is missing", at..text.len()).help(known())),
    }
}

/// Returns whether a goal begins here; the text is in lower case.
fn begins_goal(text: &str) -> bool {
    text.starts_with('{')
        || target(text).is_some()
        || missing(&MISSING_GOALS, text).is_some()
        || GOALS.iter().any(|(sign, ..)| text.starts_with(sign))
}

/// Returns the square of a goal such as `ze4`.
fn target(text: &str) -> Option<&str> {
    let square = text.strip_prefix('z')?.get(..2)?;
    let [file, rank] = *square.as_bytes() else { return None };
    (matches!(file, b'a'..=b'h') && matches!(rank, b'1'..=b'8')).then_some(square)
}

/// Returns what a stipulation can be made of.
fn known() -> String {
    let plays: Vec<&str> =
        PLAYS.iter().map(|(name, ..)| *name).filter(|name| !name.is_empty()).collect();
    let goals: Vec<&str> = GOALS.iter().map(|(sign, ..)| *sign).collect();
    let (plays, goals) = (plays.join(", "), goals.join(" "));
    format!(
        "before the goal stands nothing, or one of {plays}, {}, {}, and before that perhaps \
         {EXACT}; goals are {goals} ze4 {{atom}}",
        RECIPROCAL[0].0, RECIPROCAL[1].0
    )
}

/// Returns the error for a text without a way to play that a goal follows.
fn unknown_play(text: &str, start: usize) -> TextError {
    let Some(end) = text.find(['#', '=', '{', '+']) else {
        return TextError::new("this is not a stipulation", 0..text.len()).help(
            "a stipulation has a goal and a number of moves: #3, h#2.5, s#3, r#2, ser-#7, h=3",
        );
    };
    let word = text[start.min(end)..end].trim_end();
    let names = PLAYS.iter().map(|(name, ..)| *name).filter(|name| !name.is_empty());
    let close = suggest(word, names).map(|near| format!("did you mean `{near}`? {}", known()));
    TextError::new(format!("`{word}` is no way to play"), start..start + word.len())
        .help(close.unwrap_or_else(known))
}

/// Parses the goal; returns it and the position after it.
fn read_goal(text: &str, at: usize) -> Result<(Goal, usize), TextError> {
    let lower = text[at..].to_ascii_lowercase();
    if let Some(square) = target(&lower) {
        return Ok((Goal::Target(square.to_string()), at + 3));
    }
    if let Some((sign, goal, _)) = GOALS.iter().find(|(sign, ..)| lower.starts_with(sign)) {
        return Ok((goal.clone(), at + sign.len()));
    }
    let end = text[at..].find('}').map(|length| at + length).ok_or_else(|| {
        TextError::new("this brace is not closed", at..at + 1)
            .help("a goal of your own is an atom of chess: {captured(Black,queen)}")
    })?;
    Ok((Goal::Atom(text[at + 1..end].trim().to_string()), end + 1))
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
        Some(_)
            if half
                && !matches!(
                    play,
                    Play::Help | Play::HelpSelf | Play::HelpReflex | Play::ProofGame
                ) =>
        {
            Err(TextError::new("only help play has half a move", span).help("such as h#2.5"))
        }
        Some(0) if !matches!(play, Play::Help | Play::ProofGame) => {
            Err(TextError::new("this leaves no move to be forced", span).help("such as hs#2.5"))
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
                   ser-{captured(Black,queen)}5 hs#2.5 hr#2 hr#1.5 ser-r#3 pser-#4 pser-s#3 pser-h=4 \
                   #=2 s==3 +2 hx1.5 h+2 ser-003 h002.5 hep1 ~1 hze73 ser-szh33 \
                   exact-#2 exact-s=3 exact-ser-h=5 exact-dia4 dia0.5 dia15.5 reci-h#3 \
                   reci-h(=)#3 reci-h#=2.5 exact-reci-h#2 ser-reci-h#3 ser-reci-h(=)#2 \
                   exact-ser-reci-h=4";
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
            ("  x#3", "#3"),
            ("  y#3", "y"),
            ("##2", "##"),
            ("phser-#3", "phser-"),
            ("ser-reci-h#2.5", "2.5"),
            ("reci-h#0.5", "0.5"),
            ("reci-h(=#3", "("),
            ("reci-h(k)#3", "k"),
            ("exact-r#3", "exact-r#"),
            ("exact-x3", "exact-x"),
            ("hdia3", "h"),
            ("dia0", "0"),
            ("hs#0.5", "0.5"),
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
