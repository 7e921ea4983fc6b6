//! The position of a problem, and who moves first in it.

use ludex_game::{Agent, Model};
use ludex_games::{Assumed, Chess};
use ludex_logic::{Goal, Play, Stipulation};

use super::ProblemAssumed;
use super::popeye::{Men, is_list};
use super::request::{Asked, Problem};
use crate::error::InputError;

/// A position, the rules it is played by, and the side that moves first.
pub(super) struct Diagram {
    pub game: Chess,
    pub state: <Chess as Model>::State,
    pub first: Agent,
    pub assumed: Option<ProblemAssumed>,
    /// The position to be shown, if play does not begin there.
    pub shown: Option<<Chess as Model>::State>,
}

impl Diagram {
    /// Reads the position of a problem; what it does not say is assumed as is usual in problems.
    pub fn read(request: &Problem, asked: &Asked) -> Result<Diagram, InputError> {
        let game = asked.game();
        let named = request.agent.as_deref().map(|name| named(&game, name)).transpose()?;
        let usual = named.unwrap_or(asked.usual_first());
        let list = is_list(&request.position);
        let fen = Men::of_text(&request.position)?.filter(|_| list).map(|men| men.to_fen());
        let text = fen.as_deref().unwrap_or(&request.position).trim();
        if let Asked::Stipulation(stipulation, _) = asked
            && stipulation.play == Play::ProofGame
        {
            return Diagram::of_proof_game(stipulation, game, text);
        }
        let (state, assumed) = game
            .read_diagram(text, usual)
            .map_err(|error| InputError::in_text("position", text, error))?;
        let on_turn = game.side_on_turn(&state);
        let first = named.unwrap_or(on_turn);
        let others_start = request.set_play || request.duplex || first != on_turn;
        if !others_start && !can_move(&game, &state, first) {
            return Err(InputError::about("position", text, "the game is over in this position")
                .help("the side on turn has no legal move"));
        }
        // Who moves first is not assumed if it was said apart from the position.
        let turn = assumed.turn.filter(|_| named.is_none());
        let assumed = describe(&game, Assumed { turn, ..assumed });
        Ok(Diagram { game, state, first, assumed, shown: None })
    }

    /// Reads the diagram that a game from the start is to lead to. Only its men count.
    fn of_proof_game(
        stipulation: &Stipulation,
        game: Chess,
        text: &str,
    ) -> Result<Diagram, InputError> {
        let next = if stipulation.half { Agent::SECOND } else { Agent::FIRST };
        let (shown, _) = game
            .read_diagram(text, next)
            .map_err(|error| InputError::in_text("position", text, error))?;
        if game.side_on_turn(&shown) != next {
            let next = game.agents().name(next);
            let message = format!("after {stipulation} {next} is on turn");
            return Err(InputError::about("position", text, message)
                .help("the side on turn can be left out"));
        }
        let game = game.with_diagram(&shown);
        let (state, first) = (game.initial(), Agent::FIRST);
        Ok(Diagram { game, state, first, assumed: None, shown: Some(shown) })
    }
}

impl Asked {
    /// The rules that solutions keep to. A search for a stipulation never asks whether the game is
    /// over, only for moves: a side that starts or goes on off turn has them whether the other side
    /// could move or not.
    fn game(&self) -> Chess {
        match self {
            Asked::Stipulation(stipulation, _) if is_about_last_move(stipulation) => {
                Chess::new(false).with_passing().with_last_move()
            }
            Asked::Stipulation(..) => Chess::new(false).with_passing(),
            Asked::Formula(_) => Chess::new(false),
        }
    }

    /// The side that moves first where nothing is said about it.
    fn usual_first(&self) -> Agent {
        match self {
            Asked::Stipulation(stipulation, _) => stipulation.usual_first(),
            Asked::Formula(_) => Agent::FIRST,
        }
    }
}

/// Returns whether a goal of a stipulation is about the last move, which states have to remember.
pub(super) fn is_about_last_move(stipulation: &Stipulation) -> bool {
    let own = stipulation.reciprocal.as_ref().is_some_and(Goal::is_about_last_move);
    own || stipulation.goal.is_about_last_move()
}

fn can_move(game: &Chess, state: &<Chess as Model>::State, agent: Agent) -> bool {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    !moves.is_empty()
}

fn describe(game: &Chess, assumed: Assumed) -> Option<ProblemAssumed> {
    let turn = assumed.turn.map(|agent| game.agents().name(agent).to_string());
    let something = turn.is_some() || assumed.castling.is_some();
    something.then_some(ProblemAssumed { turn, castling: assumed.castling })
}

fn named(game: &Chess, name: &str) -> Result<Agent, InputError> {
    game.agents().named(name).ok_or_else(|| {
        InputError::about("agent", name, format!("`{name}` does not play here"))
            .help("the players are White, Black")
    })
}
