//! A player that asks somebody for moves.

use ludex_base::unquote;
use ludex_game::{Agent, DynMove, DynState, Model, Notation};

use crate::player::moves_of;
use crate::{Clock, Decision, PlayableGame, Player};

/// Somebody who can be asked for a move: a terminal, a web page, a test.
pub trait Ask {
    /// Asks for a move. Returns `None` to resign, or if there is nobody to answer any more.
    fn ask(&mut self, question: &Question<'_>) -> Option<String>;
}

/// A question for a move.
#[derive(Debug)]
pub struct Question<'a> {
    /// The name of the agent to move.
    pub agent: &'a str,
    /// The position as a picture in text.
    pub drawing: &'a str,
    /// The legal moves.
    pub moves: &'a [String],
    /// What was wrong with the previous answer.
    pub complaint: Option<&'a str>,
}

/// Plays the moves somebody answers.
pub struct Human<'g> {
    game: &'g PlayableGame,
    source: Box<dyn Ask + 'g>,
}

impl<'g> Human<'g> {
    /// Makes a player of a game that asks this source.
    pub fn new(game: &'g PlayableGame, source: Box<dyn Ask + 'g>) -> Self {
        Human { game, source }
    }
}

impl Player<PlayableGame> for Human<'_> {
    fn choose(
        &mut self,
        state: &DynState,
        agent: Agent,
        _clock: &Clock<'_, DynMove>,
    ) -> Option<Decision<DynMove>> {
        let game = self.game;
        let moves = moves_of(game, state, agent);
        let texts: Vec<String> =
            moves.iter().map(|&mv| game.write_move(state, agent, mv)).collect();
        let drawing = game.picture(state).to_text();
        let mut complaint = None;
        loop {
            let answer = self.source.ask(&Question {
                agent: game.agents().name(agent),
                drawing: &drawing,
                moves: &texts,
                complaint: complaint.as_deref(),
            })?;
            let answer = answer.trim();
            let mv = game.read_move(state, agent, answer);
            // Moves with blanks are printed in quotation marks.
            let mv = mv.or_else(|| game.read_move(state, agent, &unquote(answer)));
            if let Some(mv) = mv.filter(|mv| moves.contains(mv)) {
                return Some(Decision::plain(mv));
            }
            complaint = Some(unknown(answer, &texts));
        }
    }
}

fn unknown(answer: &str, moves: &[String]) -> String {
    match ludex_game::nearest(answer, moves.iter().map(String::as_str)) {
        Some(near) => format!("`{answer}` is no move here; did you mean {near}?"),
        None => format!("`{answer}` is no move here"),
    }
}
