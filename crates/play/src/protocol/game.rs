//! A place at the table of any game.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludex_game::{Agent, Turn};

use super::GameTable;
use crate::player::moves_of;
use crate::{Clock, Player, Rules};

/// What agents play that have nothing to choose, in games of turns.
pub(super) const IDLE: &str = "noop";

/// A game with a player at the place of one agent. Moves are written in the notation of the game,
/// which for games in GDL is KIF. The player may see the same states and moves as another game `P`:
/// one of turns, where the table has all agents move.
pub struct RulesTable<'g, G: Rules, P: Rules<State = G::State, Move = G::Move> = G> {
    game: &'g G,
    state: G::State,
    agent: Agent,
    player: Box<dyn Player<P> + 'g>,
}

impl<'g, G: Rules, P: Rules<State = G::State, Move = G::Move>> RulesTable<'g, G, P> {
    /// The place of an agent at the start of a game.
    pub fn new(game: &'g G, agent: Agent, player: Box<dyn Player<P> + 'g>) -> Self {
        RulesTable { game, state: game.initial(), agent, player }
    }

    /// The moves of the agent, if it is to choose now.
    fn moves(&self) -> Vec<G::Move> {
        match self.game.turn(&self.state) {
            Turn::Of(agent) if agent != self.agent => Vec::new(),
            Turn::Final => Vec::new(),
            _ => moves_of(self.game, &self.state, self.agent),
        }
    }
}

/// The agents that choose in a state.
pub(super) fn choosers<G: Rules>(game: &G, state: &G::State) -> std::ops::Range<u8> {
    match game.turn(state) {
        Turn::Of(agent) => agent.0..agent.0 + 1,
        Turn::Together => 0..game.agents().len() as u8,
        Turn::Final => 0..0,
    }
}

/// The legal move a text means.
pub(super) fn read_legal<G: Rules>(
    game: &G,
    state: &G::State,
    agent: Agent,
    text: &str,
) -> Option<G::Move> {
    let mv = game.read_move(state, agent, text.trim())?;
    moves_of(game, state, agent).contains(&mv).then_some(mv)
}

impl<G: Rules, P: Rules<State = G::State, Move = G::Move>> GameTable for RulesTable<'_, G, P> {
    fn advance(&mut self, moves: &[String]) -> Result<(), String> {
        let agents = self.game.agents();
        if moves.len() != agents.len() {
            return Err(format!("{} moves for {} roles", moves.len(), agents.len()));
        }
        let mut chosen = Vec::new();
        for agent in choosers(self.game, &self.state).map(Agent) {
            let text = &moves[agent.index()];
            let mv = read_legal(self.game, &self.state, agent, text);
            chosen
                .push(mv.ok_or_else(|| format!("`{text}` is no move of {}", agents.name(agent)))?);
        }
        if !chosen.is_empty() {
            self.game.step(&mut self.state, &chosen);
        }
        Ok(())
    }

    fn prepare(&mut self, deadline: Instant, stop: &AtomicBool) {
        if !self.moves().is_empty() {
            let clock = Clock::until(deadline).or_when(stop);
            self.player.prepare(&self.state, self.agent, &clock);
        }
    }

    fn think(&mut self, deadline: Instant, stop: &AtomicBool, offer: &dyn Fn(String)) {
        let (game, state, agent) = (self.game, &self.state, self.agent);
        let say = |mv: G::Move| offer(game.write_move(state, agent, mv));
        match self.moves()[..] {
            [] => offer(IDLE.into()),
            [only] => say(only),
            [first, ..] => {
                say(first);
                let clock = Clock::until(deadline).or_when(stop).telling(&say);
                if let Some(decision) = self.player.choose(state, agent, &clock) {
                    say(decision.mv);
                }
            }
        }
    }
}
