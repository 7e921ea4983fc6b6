//! Draws the position at the end of the line of play of a witness.

use ludex_game::{Agent, Game, Notation};
use serde_json::Value;

use super::Answer;
use crate::file::File;
use crate::game::open_game;

/// Adds a drawing to an answer with a line of play in a game.
pub(super) fn draw<G: Game + Notation>(answer: &mut Answer, game: &G) {
    let Some(line) = line(answer) else { return };
    add(answer, drawing(game, &line));
}

/// Adds a drawing to an answer with a line of play in the game that a file describes.
pub(super) fn draw_file(answer: &mut Answer, file: &File) {
    let Some(line) = line(answer) else { return };
    let drawn = open_game(file).ok().and_then(|game| drawing(&game, &line));
    add(answer, drawn);
}

fn line(answer: &Answer) -> Option<Vec<String>> {
    let line = answer.witness.as_ref()?.get("line")?.as_array()?;
    line.iter().map(|action| action.as_str().map(str::to_owned)).collect()
}

fn add(answer: &mut Answer, drawing: Option<String>) {
    if let (Some(Value::Object(witness)), Some(drawing)) = (&mut answer.witness, drawing) {
        witness.insert("drawing".to_owned(), drawing.into());
    }
}

/// Returns a drawing of the position after a line of actions; `None` if one of them is not a move
/// there.
fn drawing<G: Game + Notation>(game: &G, line: &[String]) -> Option<String> {
    let mut state = game.initial();
    for action in line {
        let (agent, mv) = find_move(game, &state, action)?;
        game.play(&mut state, agent, mv);
    }
    Some(game.picture(&state).to_text())
}

/// Returns the move with the text of the action, which may also be written `move(AGENT,TEXT)`.
fn find_move<G: Game + Notation>(
    game: &G,
    state: &G::State,
    action: &str,
) -> Option<(Agent, G::Move)> {
    for agent in game.agents().iter() {
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        let name = game.agents().name(agent);
        let same = |mv: &G::Move| {
            let text = game.write_move(state, agent, *mv);
            action == text || action == format!("move({name},{text})")
        };
        if let Some(mv) = moves.into_iter().find(same) {
            return Some((agent, mv));
        }
    }
    None
}
