//! Playing moves that are given as text, and writing them so that they can be read again.

use std::ops::Range;

use ludex_base::{Fit, MoveWords, quote, unquote};
use ludex_game::{
    Agent, DynGame, DynMove, DynSimultaneousGame, DynState, Game, Model, Notation,
    SimultaneousGame, Turn, nearest,
};

use crate::error::InputError;
use crate::trail::Trail;

/// The name of the text of moves in messages.
const MOVES: &str = "moves";

/// The word for the move of an agent that is not on turn.
const IDLE: &str = "noop";

/// Reads a text as a move of an agent. The move may be in quotation marks, or written as an action
/// of a strategy file, `move(AGENT,MOVE)`.
fn read<G: Notation>(game: &G, state: &G::State, agent: Agent, text: &str) -> Option<Fit<G::Move>> {
    let plain = |text: &str| game.read_move(state, agent, text);
    let quoted = || text.starts_with('"').then(|| plain(&unquote(text)))?;
    let mv = plain(text).or_else(quoted).or_else(|| {
        let action = text.strip_prefix("move(")?.strip_suffix(')')?;
        let (owner, inner) = action.split_once(',')?;
        let own = game.agents().named(unquote(owner.trim()).as_str()) == Some(agent);
        own.then(|| plain(&unquote(inner.trim())))?
    })?;
    Some(match game.write_move(state, agent, mv) == text {
        true => Fit::Exact(mv),
        false => Fit::Loose(mv),
    })
}

/// Plays the moves of a text from a state of a game of turns, and remembers them.
pub(crate) fn play_turns(
    game: &DynGame,
    mut state: DynState,
    text: &str,
    trail: &mut Trail,
) -> Result<DynState, InputError> {
    let mut words = MoveWords::new(text);
    while !words.is_at_end() {
        let agent = game.turn(&state).mover();
        let agent = agent.ok_or_else(|| game_over(text, words.next_word()))?;
        let mv = words.next(|word| read(game, &state, agent, word));
        let mv = mv.map_err(|place| not_a_move(game, &state, agent, text, place))?;
        trail.push(state.clone(), Some(agent), vec![mv]);
        game.play(&mut state, agent, mv);
    }
    Ok(state)
}

/// Plays the joint moves of a text, one move for each agent after the other, and remembers them.
pub(crate) fn play_joints(
    game: &DynSimultaneousGame,
    mut state: DynState,
    text: &str,
    trail: &mut Trail,
) -> Result<DynState, InputError> {
    let mut words = MoveWords::new(text);
    while !words.is_at_end() {
        let before = state.clone();
        let joint = play_joint(game, &mut state, text, &mut words)?;
        trail.push(before, None, joint);
    }
    Ok(state)
}

/// Plays one move for each agent, in playing order, and returns them.
fn play_joint(
    game: &DynSimultaneousGame,
    state: &mut DynState,
    text: &str,
    words: &mut MoveWords,
) -> Result<Vec<DynMove>, InputError> {
    let start = words.next_word();
    if game.turn(state) == Turn::Final {
        return Err(game_over(text, start));
    }
    let mut joint = Vec::new();
    for agent in game.agents().iter() {
        if words.is_at_end() {
            let span = start.start..text.trim_end().len();
            return Err(not_one_each(text, span, joint.len(), game.agents().len()));
        }
        let mv = words.next(|word| read(game, state, agent, word));
        joint.push(mv.map_err(|place| not_a_move(game, state, agent, text, place))?);
    }
    game.play_joint(state, &joint);
    Ok(joint)
}

/// Reads one move of an agent.
pub(crate) fn read_one<G: Notation>(
    game: &G,
    state: &G::State,
    agent: Agent,
    text: &str,
) -> Result<G::Move, InputError> {
    let word = text.trim();
    let at = word.as_ptr() as usize - text.as_ptr() as usize;
    let mv = game.read_move(state, agent, word);
    mv.ok_or_else(|| not_a_move(game, state, agent, text, at..at + word.len()))
}

/// Plays a line that is one move, which is returned beside the next state.
pub(crate) fn step_turn(
    game: &DynGame,
    state: &DynState,
    line: &str,
) -> Result<(DynState, Vec<DynMove>), InputError> {
    let words = fields(line);
    let agent = game.turn(state).mover();
    let agent = agent.ok_or_else(|| game_over(line, spanned(&words, line)))?;
    let place = own_field(line, game.agents().len(), agent);
    match read(game, state, agent, &line[place.clone()]) {
        Some(fit) => {
            let mv = fit.mv();
            Ok((game.after(state, agent, mv), vec![mv]))
        }
        None if fields(&line[place.clone()]).len() == 1 => {
            Err(not_a_move(game, state, agent, line, place))
        }
        None => Err(not_one_each(line, place, words.len(), 1)),
    }
}

/// Returns the places of the words of a line: what stands between tabs if there are some, otherwise
/// between blanks.
fn fields(line: &str) -> Vec<Range<usize>> {
    let (mut fields, mut words) = (Vec::new(), MoveWords::new(line));
    match line.contains('\t') {
        true => {
            let start = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
            let parts = line.split('\t').map(str::trim).filter(|part| !part.is_empty());
            fields.extend(parts.map(|part| start(part)..start(part) + part.len()));
        }
        false => {
            while !words.is_at_end() {
                fields.push(words.skip_word());
            }
        }
    }
    fields
}

/// Returns the place of the move of an agent in a line: the line may have one word for each agent,
/// of which those that are not on turn do nothing.
fn own_field(line: &str, agents: usize, agent: Agent) -> Range<usize> {
    let is_idle = |(place, word): (usize, &Range<usize>)| {
        place == agent.index() || line[word.clone()].eq_ignore_ascii_case(IDLE)
    };
    let pieces = line.split(',').map(|piece| {
        let start = piece.as_ptr() as usize - line.as_ptr() as usize;
        start..start + piece.len()
    });
    let splits = [fields(line), pieces.collect()];
    let mut each = splits.iter().filter(|words| words.len() == agents);
    let one_each = each.find(|words| words.iter().enumerate().all(is_idle));
    match one_each.and_then(|words| words.get(agent.index())) {
        Some(own) => own.clone(),
        None => spanned(&fields(line), line),
    }
}

/// Returns the place from the first word to the last; all of a line that has none.
fn spanned(words: &[Range<usize>], line: &str) -> Range<usize> {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..line.len(),
    }
}

/// Plays a line that is one move for each agent, or the move of the only one that has a choice.
/// Returns the next state and the moves.
pub(crate) fn step_joint(
    game: &DynSimultaneousGame,
    state: &DynState,
    line: &str,
) -> Result<(DynState, Vec<DynMove>), InputError> {
    let (words, agents) = (fields(line), game.agents().len());
    let mut state = state.clone();
    if let ([one], Turn::Together, 2..) = (&words[..], game.turn(&state), agents) {
        let joint = alone(game, &state, line, one.clone());
        if joint.is_ok() || !line.contains(',') {
            let joint = joint?;
            game.play_joint(&mut state, &joint);
            return Ok((state, joint));
        }
    }
    let mut moves = MoveWords::new(line);
    let joint = match words.len() == agents && game.turn(&state) != Turn::Final {
        true => {
            let place = |agent: Agent| words[agent.index()].clone();
            let mv = |agent| {
                let fit = read(game, &state, agent, &line[place(agent)]);
                fit.ok_or_else(|| not_a_move(game, &state, agent, line, place(agent)))
            };
            let joint: Result<Vec<_>, _> = game.agents().iter().map(|a| Ok(mv(a)?.mv())).collect();
            let joint = joint?;
            game.play_joint(&mut state, &joint);
            joint
        }
        false => {
            let joint = play_joint(game, &mut state, line, &mut moves)?;
            if !moves.is_at_end() {
                return Err(not_one_each(line, spanned(&words, line), words.len(), agents));
            }
            joint
        }
    };
    Ok((state, joint))
}

/// Returns the joint move in which one agent makes a move and the others, who have no choice, the
/// only one they have. If nobody has a choice the word is the move of the first agent that has it.
fn alone(
    game: &DynSimultaneousGame,
    state: &DynState,
    line: &str,
    place: Range<usize>,
) -> Result<Vec<DynMove>, InputError> {
    let word = &line[place.clone()];
    let moves = |agent| {
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        moves
    };
    let mut joint: Vec<Vec<DynMove>> = game.agents().iter().map(moves).collect();
    let choosing: Vec<Agent> =
        game.agents().iter().filter(|agent| joint[agent.index()].len() > 1).collect();
    let acting = match choosing[..] {
        [agent] => agent,
        [] => {
            let mut agents = game.agents().iter();
            let has = |&agent: &Agent| read(game, state, agent, word).is_some();
            agents.find(has).unwrap_or(Agent::FIRST)
        }
        _ => return Err(not_one_each(line, place, 1, game.agents().len())),
    };
    let fit = read(game, state, acting, word);
    let fit = fit.ok_or_else(|| not_a_move(game, state, acting, line, place))?;
    joint[acting.index()] = vec![fit.mv()];
    Ok(joint.into_iter().flatten().collect())
}

/// Makes the error for a word that is not a legal move.
fn not_a_move<G: Notation>(
    game: &G,
    state: &G::State,
    agent: Agent,
    text: &str,
    place: Range<usize>,
) -> InputError {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let legal: Vec<String> = moves.iter().map(|&m| game.write_move(state, agent, m)).collect();
    let place = as_long_as_a_move(&legal, text, place);
    let word = &text[place.clone()];
    let name = game.agents().name(agent);
    let message = match agent {
        Agent::CHANCE => format!("`{word}` cannot happen by chance here"),
        _ => format!("`{word}` is not a legal move of {name} here"),
    };
    let close = nearest(word, legal.iter().map(String::as_str));
    let close = close.map(|close| format!("did you mean `{close}`? ")).unwrap_or_default();
    let help = format!("{close}the legal moves are {}", shortened(&legal, 40));
    InputError::at(MOVES, text, place, message).help(help)
}

/// Extends the place of a word to the pieces between commas that a move starting with it has.
fn as_long_as_a_move(legal: &[String], text: &str, place: Range<usize>) -> Range<usize> {
    let word = &text[place.clone()];
    let starts = |mv: &&String| mv.strip_prefix(word).is_some_and(|rest| rest.starts_with(','));
    let Some(longer) = legal.iter().find(starts) else { return place };
    let commas = longer[word.len()..].matches(',').count();
    let rest = &text[place.end..];
    let word_end = rest.find([' ', '\t']).unwrap_or(rest.len());
    let end = rest[..word_end].match_indices(',').nth(commas).map_or(word_end, |(at, _)| at);
    place.start..place.end + end
}

/// Makes the error for a joint move that is not one move for each of those who act.
fn not_one_each(text: &str, span: Range<usize>, found: usize, acting: usize) -> InputError {
    let (message, help) = match acting {
        1 => ("one move was expected", "one agent moves at a time: a line is one move"),
        _ => (
            "one move of every agent was expected",
            "all agents move together: a joint move \
              is one move for each of them, in playing order",
        ),
    };
    // Where there is no word at all, what stands there instead is wrong.
    let blank = text.len() - text.trim_start().len();
    let span = if span.is_empty() { blank..text.trim_end().len().max(blank) } else { span };
    InputError::at(MOVES, text, span, format!("{message}, not {found}")).help(help)
}

/// Makes the error for a move after the end of the game.
fn game_over(text: &str, place: Range<usize>) -> InputError {
    InputError::at(MOVES, text, place, "the game is over before this move")
}

/// Returns moves as one text that [`crate::SetUp::moves`] reads as these moves: separated by
/// blanks, in quotation marks where they have blanks themselves.
///
/// ```
/// assert_eq!(ludex::moves_text(["Up:a2,a3", "take all"]), r#"Up:a2,a3 "take all""#);
/// ```
pub fn moves_text<S: AsRef<str>>(moves: impl IntoIterator<Item = S>) -> String {
    let words = moves.into_iter().map(|mv| match MoveWords::is_word(mv.as_ref()) {
        true => mv.as_ref().to_string(),
        false => quote(mv.as_ref()),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the only move that a text can mean if blanks, brackets, case and a verb in front are
/// left out, or else any words: `b2` is `(mark b 2)`, and `take 2` can be `take(First,2)`. Returns
/// `None` where there is none or several.
///
/// ```
/// let moves = ["(mark b 2)", "(mark b 3)", "noop"].map(String::from);
/// assert_eq!(ludex::lenient_move("b2", &moves).map(String::as_str), Some("(mark b 2)"));
/// assert_eq!(ludex::lenient_move("Mark B3", &moves).map(String::as_str), Some("(mark b 3)"));
/// assert_eq!(ludex::lenient_move("mark", &moves), None);
/// let moves = ["take(First,1)", "take(First,2)"].map(String::from);
/// assert_eq!(ludex::lenient_move("take 2", &moves), moves.last());
/// ```
pub fn lenient_move<'m>(text: &str, moves: &'m [String]) -> Option<&'m String> {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let arguments = |mv: &str| words(mv).into_iter().skip(1).collect::<String>();
    let (meant, said) = (letters(text), words(text));
    let in_order = |mv: &str| {
        let mut of_move = words(mv).into_iter();
        said.iter().all(|word| of_move.any(|other| other == *word))
    };
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut fitting = moves.iter().filter(|mv| fits(mv));
        fitting.next().filter(|_| !meant.is_empty() && fitting.next().is_none())
    };
    only(&|mv| letters(mv) == meant)
        .or_else(|| only(&|mv| arguments(mv) == meant))
        .or_else(|| only(&|mv| letters(mv).ends_with(&meant)))
        .or_else(|| only(&in_order))
}

/// Joins a list of moves, cut where it gets long.
pub fn shortened(moves: &[String], most: usize) -> String {
    let texts: Vec<String> = moves.iter().map(|mv| moves_text([mv])).collect();
    shortened_texts(&texts, most)
}

/// Joins a list of texts that are no moves, or more than that, cut where it gets long.
pub fn shortened_texts(texts: &[String], most: usize) -> String {
    match texts.len() {
        0 => "none".to_string(),
        n if n <= most => texts.join(" "),
        n => format!("{} … ({n} in all)", texts[..most].join(" ")),
    }
}
