//! Answering `equilibria`: what backward induction finds.

use ludex_base::{Budget, NoAnswer, TextError};
use ludex_game::{Agent, Explored, Model, NoInduction, Notation, Unexplored};

use super::answer::{Answer, Error};
use super::ask::{Asked, out_of, unknown};
use crate::engine::max_states;
use crate::extensive::{charge, list_equilibria, require_one_player};
use crate::{PrologGame, PrologMove, PrologState};

impl Asked<'_> {
    /// Returns the program as a game of turns, with all states that play can reach.
    pub(super) fn explored(&self) -> Result<Played, NoAnswer<Error>> {
        let budget = &self.options.budget;
        let limited = self.limited();
        let no = |error: TextError| match budget.poll() {
            Err(stopped) => NoAnswer::Stopped(out_of(stopped, &limited)),
            Ok(()) => NoAnswer::Invalid(Error::Program(error)),
        };
        let game = PrologGame::within(self.program, budget).map_err(no)?;
        let explored = match Explored::new(&game, &game.initial(), &mut charge(&limited)) {
            Ok(explored) => explored,
            Err(Unexplored::Stopped(stopped)) => {
                return Err(NoAnswer::Stopped(out_of(stopped, &limited)));
            }
            Err(Unexplored::Together(state) | Unexplored::Stuck(state))
            | Err(Unexplored::Inexact(state, _)) => {
                let label = game.write_position(&state);
                return Err(no(TextError::new(format!("nobody moves in {label}"), 0..0)));
            }
        };
        if let Some(fault) = game.fault() {
            return Err(no(TextError::new(fault, 0..0)));
        }
        for state in &explored.states {
            require_one_player(&game, state)
                .map_err(|error| NoAnswer::Invalid(Error::Program(error)))?;
        }
        Ok(Played { game, explored })
    }

    /// Returns the budget, with the limit on sceneries that holds if it has none.
    fn limited(&self) -> Budget {
        let budget = &self.options.budget;
        Budget { max_nodes: Some(max_states(budget) as u64), ..budget.clone() }
    }

    /// Returns the plays of the subgame-perfect equilibria with their payoffs.
    pub(super) fn equilibria(&self) -> Result<Answer, Error> {
        let limited = self.limited();
        let Played { game, explored } = match self.explored() {
            Ok(played) => played,
            Err(NoAnswer::Stopped(stopped)) => return Ok(Answer::unknown(stopped)),
            Err(NoAnswer::Invalid(error)) => return Err(error),
        };
        let text = |play: &[usize]| played(&game, &explored, play);
        match list_equilibria(explored.graph.clone(), game.agents().names(), &limited, text) {
            Ok(answer) => Ok(answer),
            Err(NoInduction::Stopped(stopped)) => Ok(unknown(stopped, &limited)),
            Err(NoInduction::Cycle(node)) => {
                Err(comes_back(&game, &explored.states[node as usize]))
            }
            Err(error @ NoInduction::Combinations(_)) => {
                Err(Error::Program(TextError::new(error.to_string(), 0..0)))
            }
        }
    }
}

/// A program as a game of turns, with all states that play can reach.
pub(super) struct Played {
    pub game: PrologGame,
    pub explored: Explored<PrologState, PrologMove>,
}

/// Returns the error that play can come back to a state.
pub(super) fn comes_back(game: &PrologGame, state: &PrologState) -> Error {
    let message = format!("play can come back to {}", game.write_position(state));
    Error::Program(TextError::new(message, 0..0).help("play must end"))
}

/// Returns the texts of the moves of a play from the start, given by their places.
pub(super) fn played(
    game: &PrologGame,
    explored: &Explored<PrologState, PrologMove>,
    play: &[usize],
) -> Vec<String> {
    let mut node = 0;
    let step = |&place: &usize| {
        let (state, mv) =
            (explored.states[node as usize], explored.moves.row(node as usize)[place]);
        let agent = game.turn(&state).agent().unwrap_or(Agent::FIRST);
        node = explored.graph.successors(node)[place];
        game.write_move(&state, agent, mv)
    };
    play.iter().map(step).collect()
}
