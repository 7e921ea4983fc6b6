//! A player that asks somebody.

use ludex_game::Agent;

use crate::player::moves_of;
use crate::{Clock, Decision, Player, Rules};

/// Somebody who can be asked for a move: a terminal, a web page, a test.
pub trait Ask {
    /// Asks for a move of the agent with this name. The position is drawn, the moves are listed;
    /// `complaint` says what was wrong with the answer before. `None` gives up.
    fn ask(&mut self, question: &Question<'_>) -> Option<String>;
}

/// What somebody is asked.
#[derive(Debug)]
pub struct Question<'a> {
    /// The name of the agent to move.
    pub agent: &'a str,
    /// The position as a picture in text.
    pub drawing: &'a str,
    /// The moves there are.
    pub moves: &'a [String],
    /// What was wrong with the last answer.
    pub complaint: Option<&'a str>,
}

/// Plays what somebody says.
pub struct Human<'g, G> {
    game: &'g G,
    source: Box<dyn Ask + 'g>,
}

impl<'g, G: Rules> Human<'g, G> {
    /// A player of a game that asks this source.
    pub fn new(game: &'g G, source: Box<dyn Ask + 'g>) -> Self {
        Human { game, source }
    }
}

impl<G: Rules> Player<G> for Human<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        _clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>> {
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
            let mv = game.read_move(state, agent, answer.trim());
            if let Some(mv) = mv.filter(|mv| moves.contains(mv)) {
                return Some(Decision::plain(mv));
            }
            complaint = Some(unknown(answer.trim(), &texts));
        }
    }
}

fn unknown(answer: &str, moves: &[String]) -> String {
    match ludex_game::nearest(answer, moves.iter().map(String::as_str)) {
        Some(near) => format!("`{answer}` is no move here; did you mean {near}?"),
        None => format!("`{answer}` is no move here"),
    }
}
