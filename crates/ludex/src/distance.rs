//! How soon a side that can force its win forces it: the plies to the end if it plays for the shortest
//! play and the others for the longest.

use std::collections::HashMap;

use ludex_base::{Budget, Stopped, Ticker};
use ludex_game::{Agent, DynGame, DynState, Game, Model, Outcome, Turn};

/// The most plies that are looked at.
const DEEPEST: u32 = 100;
/// The most states that are kept; a state takes some hundred bytes.
const MOST_STATES: usize = 300_000;

/// What is known of a state: within how many plies the side wins, and within how many it does not yet.
#[derive(Clone, Copy)]
struct Known {
    wins_within: u32,
    not_within: Option<u32>,
}

/// A search for the shortest forced win of a side: the first agent, or all others. It asks whether the
/// win can be forced within 0, 1, 2, … plies, and keeps what it has learned about every state.
pub(crate) struct ShortestWin<'g> {
    game: &'g DynGame,
    first: bool,
    goal: Outcome,
    known: HashMap<DynState, Known>,
}

impl<'g> ShortestWin<'g> {
    /// Prepares the search for a side whose win is this outcome.
    pub fn new(game: &'g DynGame, first: bool, goal: Outcome) -> ShortestWin<'g> {
        ShortestWin { game, first, goal, known: HashMap::new() }
    }

    /// Returns the plies to the end from a state where the side can force its win; `None` if the budget
    /// ends first, or the end is too far.
    pub fn plies(&mut self, state: &DynState, budget: &Budget) -> Option<u32> {
        let ticker = Ticker::new(budget);
        for plies in 0..=DEEPEST {
            match self.within(state, plies, &ticker) {
                Ok(true) => return Some(plies),
                Ok(false) => {}
                Err(_) => return None,
            }
        }
        None
    }

    /// Returns whether the side can force its win within some plies.
    fn within(
        &mut self,
        state: &DynState,
        plies: u32,
        ticker: &Ticker<'_>,
    ) -> Result<bool, Stopped> {
        ticker.tick()?;
        let agent = match self.game.turn(state) {
            Turn::Of(agent) => agent,
            Turn::Final => return Ok(self.game.outcome(state) == self.goal),
            _ => return Ok(false),
        };
        if plies == 0 {
            return Ok(false);
        }
        let known = self.known.get(state).copied();
        let known = known.unwrap_or(Known { wins_within: u32::MAX, not_within: None });
        if known.wins_within <= plies || known.not_within >= Some(plies) {
            return Ok(known.wins_within <= plies);
        }
        let wins = self.by_moves(state, agent, plies - 1, ticker)?;
        self.keep(state, plies, wins, known)?;
        Ok(wins)
    }

    /// Returns whether one move of the side wins, or every move of the others loses.
    fn by_moves(
        &mut self,
        state: &DynState,
        agent: Agent,
        plies: u32,
        ticker: &Ticker<'_>,
    ) -> Result<bool, Stopped> {
        let own = (agent == Agent::FIRST) == self.first;
        let (game, mut moves) = (self.game, Vec::new());
        game.moves(state, agent, &mut moves);
        for mv in moves {
            if self.within(&game.after(state, agent, mv), plies, ticker)? == own {
                return Ok(own);
            }
        }
        Ok(!own)
    }

    fn keep(
        &mut self,
        state: &DynState,
        plies: u32,
        wins: bool,
        known: Known,
    ) -> Result<(), Stopped> {
        if self.known.len() >= MOST_STATES {
            return Err(Stopped::Memory);
        }
        let learned = match wins {
            true => Known { wins_within: plies, ..known },
            false => Known { not_within: Some(plies), ..known },
        };
        self.known.insert(state.clone(), learned);
        Ok(())
    }
}
