//! Reading moves: words separated by blanks, or one-character moves run together.

use std::cell::RefCell;

use ludex_game::{
    Agent, DynGame, DynMove, DynSimultaneousGame, DynState, Game, Model, Notation,
    SimultaneousGame, Turn, nearest,
};

use crate::error::InputError;

/// The name of the text of moves in messages.
const MOVES: &str = "moves";

/// The word for the move of an agent that is not on turn.
const IDLE: &str = "noop";

/// Returns the words of a text, and where they start. What stands in parentheses belongs together,
/// as in `(mark 1 1)`.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut depth = 0_usize;
    text.split(move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(c, ' ' | '\t' | ',' | '\n' | '\r')
    })
    .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
    .filter(|(_, word)| !word.is_empty())
}

/// Why a word was not played.
enum Refused {
    Over,
    Illegal(Agent),
}

/// Plays the moves of a text from a state of a game of turns. A word that is no move is tried as a
/// run of one-character moves (`4433`).
pub(crate) fn play_turns(
    game: &DynGame,
    mut state: DynState,
    text: &str,
) -> Result<DynState, InputError> {
    // Errors are made from the state before the offending word.
    let before = RefCell::new(state.clone());
    let mut play = |word: &str| {
        *before.borrow_mut() = state.clone();
        let agent = game.turn(&state).mover().ok_or(Refused::Over)?;
        let mv = game.read_move(&state, agent, word).ok_or(Refused::Illegal(agent))?;
        game.play(&mut state, agent, mv);
        Ok(())
    };
    let wrong = |word: &str, at: usize, refused| match refused {
        Refused::Over => game_over(text, word, at),
        Refused::Illegal(agent) => not_a_move(game, &before.borrow(), agent, text, word, at),
    };
    for (at, word) in words(text) {
        let Err(error) = play(word) else { continue };
        if word.chars().count() == 1 {
            return Err(wrong(word, at, error));
        }
        for (offset, letter) in word.char_indices() {
            let letter = &word[offset..offset + letter.len_utf8()];
            match play(letter) {
                Ok(()) => {}
                Err(_) if offset == 0 => return Err(wrong(word, at, error)),
                Err(error) => return Err(wrong(letter, at + offset, error)),
            }
        }
    }
    Ok(state)
}

/// Plays the joint moves of a text, one move for each agent after the other.
pub(crate) fn play_joints(
    game: &DynSimultaneousGame,
    mut state: DynState,
    text: &str,
) -> Result<DynState, InputError> {
    let words: Vec<(usize, &str)> = words(text).collect();
    for joint in words.chunks(game.agents().len()) {
        play_joint(game, &mut state, text, joint)?;
    }
    Ok(state)
}

/// Plays one move for each agent, in playing order.
fn play_joint(
    game: &DynSimultaneousGame,
    state: &mut DynState,
    text: &str,
    words: &[(usize, &str)],
) -> Result<(), InputError> {
    if let (Turn::Final, [(at, word), ..]) = (game.turn(state), words) {
        return Err(game_over(text, word, *at));
    }
    if words.len() != game.agents().len() {
        return Err(not_one_each(text, words, game.agents().len()));
    }
    let mut joint = Vec::new();
    for (agent, &(at, word)) in game.agents().iter().zip(words) {
        let mv = game.read_move(state, agent, word);
        joint.push(mv.ok_or_else(|| not_a_move(game, state, agent, text, word, at))?);
    }
    game.play_joint(state, &joint);
    Ok(())
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
    mv.ok_or_else(|| not_a_move(game, state, agent, text, word, at))
}

/// Plays a line that is one move.
pub(crate) fn step_turn(
    game: &DynGame,
    state: &DynState,
    line: &str,
) -> Result<DynState, InputError> {
    let mut words: Vec<(usize, &str)> = words(line).collect();
    if let (Some(agent), true) = (game.turn(state).agent(), words.len() == game.agents().len()) {
        // One word for each agent, of which those that are not on turn do nothing.
        let idle = |&(place, (_, word)): &(usize, &(usize, &str))| {
            place == agent.index() || word.eq_ignore_ascii_case(IDLE)
        };
        if words.iter().enumerate().all(|word| idle(&word)) {
            words = vec![words[agent.index()]];
        }
    }
    let &[(at, word)] = &words[..] else { return Err(not_one_each(line, &words, 1)) };
    let agent = game.turn(state).mover().ok_or_else(|| game_over(line, word, at))?;
    let mv = game
        .read_move(state, agent, word)
        .ok_or_else(|| not_a_move(game, state, agent, line, word, at))?;
    Ok(game.after(state, agent, mv))
}

/// Plays a line that is one move for each agent, or the move of the only one that has a choice.
pub(crate) fn step_joint(
    game: &DynSimultaneousGame,
    state: &DynState,
    line: &str,
) -> Result<DynState, InputError> {
    let words: Vec<(usize, &str)> = words(line).collect();
    let mut state = state.clone();
    match (&words[..], game.turn(&state)) {
        (&[(at, word)], Turn::Together) if game.agents().len() > 1 => {
            let joint = alone(game, &state, line, (at, word))?;
            game.play_joint(&mut state, &joint);
        }
        _ => play_joint(game, &mut state, line, &words)?,
    }
    Ok(state)
}

/// Returns the joint move in which one agent makes a move and the others, who have no choice, the
/// only one they have. If nobody has a choice the word is the move of the first agent that has it.
fn alone(
    game: &DynSimultaneousGame,
    state: &DynState,
    line: &str,
    (at, word): (usize, &str),
) -> Result<Vec<DynMove>, InputError> {
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
            let has = |&agent: &Agent| game.read_move(state, agent, word).is_some();
            agents.find(has).unwrap_or(Agent::FIRST)
        }
        _ => return Err(not_one_each(line, &[(at, word)], game.agents().len())),
    };
    let mv = game.read_move(state, acting, word);
    let mv = mv.ok_or_else(|| not_a_move(game, state, acting, line, word, at))?;
    joint[acting.index()] = vec![mv];
    Ok(joint.into_iter().flatten().collect())
}

/// Makes the error for a word that is not a legal move.
fn not_a_move<G: Notation>(
    game: &G,
    state: &G::State,
    agent: Agent,
    text: &str,
    word: &str,
    at: usize,
) -> InputError {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let legal: Vec<String> = moves.iter().map(|&m| game.write_move(state, agent, m)).collect();
    let name = game.agents().name(agent);
    let message = match agent {
        Agent::CHANCE => format!("`{word}` cannot happen by chance here"),
        _ => format!("`{word}` is not a legal move of {name} here"),
    };
    let close = nearest(word, legal.iter().map(String::as_str));
    let close = close.map(|close| format!("did you mean `{close}`? ")).unwrap_or_default();
    let help = format!("{close}the legal moves are {}", shortened(&legal, 40));
    InputError::at(MOVES, text, at..at + word.len(), message).help(help)
}

/// Makes the error for a joint move that is not one move for each of those who act.
fn not_one_each(text: &str, words: &[(usize, &str)], acting: usize) -> InputError {
    let span = match words {
        [] => 0..text.len(),
        [(start, _), ..] => *start..words.last().map_or(0, |(at, word)| at + word.len()),
    };
    let (message, help) = match acting {
        1 => ("one move was expected", "one agent moves at a time: a line is one move"),
        _ => (
            "one move of every agent was expected",
            "all agents move together: a joint move \
              is one move for each of them, in playing order",
        ),
    };
    InputError::at(MOVES, text, span, format!("{message}, not {}", words.len())).help(help)
}

/// Makes the error for a move after the end of the game.
fn game_over(text: &str, word: &str, at: usize) -> InputError {
    InputError::at(MOVES, text, at..at + word.len(), "the game is over before this move")
}

/// Joins a list of moves, cut where it gets long.
pub fn shortened(moves: &[String], most: usize) -> String {
    match moves.len() {
        0 => "none".to_string(),
        n if n <= most => moves.join(" "),
        n => format!("{} … ({n} in all)", moves[..most].join(" ")),
    }
}
