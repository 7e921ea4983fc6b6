//! A match of any game that can be played, as one of its players sees it.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludex_game::{Agent, DynMove, DynState, Model, Notation, Turn};
use ludex_play::{Clock, PlayableGame, Player, moves_of};

use crate::MatchView;

/// The move of agents that have no choice, in games of turns.
pub(crate) const IDLE: &str = "noop";

/// A match with a player for one agent. Moves are written in the notation of the game, which for
/// games in GDL is KIF.
pub struct PlayableMatch<'g> {
    game: &'g PlayableGame,
    state: DynState,
    agent: Agent,
    /// The game that the player plays: it has the states of `game`, and moves of its own numbers.
    player_game: &'g PlayableGame,
    player: Box<dyn Player<PlayableGame> + 'g>,
}

impl<'g> PlayableMatch<'g> {
    /// Starts a match for an agent. The player may see the game as another one with the same states
    /// and notation: as one of turns, where all agents move in every step of the match.
    pub fn new(
        game: &'g PlayableGame,
        agent: Agent,
        player_game: &'g PlayableGame,
        player: Box<dyn Player<PlayableGame> + 'g>,
    ) -> Self {
        PlayableMatch { game, state: game.initial(), agent, player_game, player }
    }

    /// Returns the moves of the agent if it is to choose now.
    fn moves(&self) -> Vec<DynMove> {
        match self.game.turn(&self.state) {
            Turn::Of(agent) if agent != self.agent => Vec::new(),
            Turn::Chance | Turn::Final => Vec::new(),
            _ => moves_of(self.game, &self.state, self.agent),
        }
    }
}

/// Returns the agents that choose in a state.
pub(crate) fn choosers(game: &PlayableGame, state: &DynState) -> Range<u8> {
    match game.turn(state) {
        Turn::Of(agent) => agent.0..agent.0 + 1,
        Turn::Together => 0..game.agents().len() as u8,
        Turn::Chance | Turn::Final => 0..0,
    }
}

/// Parses a legal move.
pub(crate) fn read_legal(
    game: &PlayableGame,
    state: &DynState,
    agent: Agent,
    text: &str,
) -> Option<DynMove> {
    let mv = game.read_move(state, agent, text.trim())?;
    moves_of(game, state, agent).contains(&mv).then_some(mv)
}

impl MatchView for PlayableMatch<'_> {
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
        let moves = self.moves();
        let (state, agent, player_game) = (&self.state, self.agent, self.player_game);
        let Some(&first) = moves.first() else { return offer(IDLE.into()) };
        offer(self.game.write_move(state, agent, first));
        if moves.len() > 1 {
            let offer_move = |mv: DynMove| offer(player_game.write_move(state, agent, mv));
            let clock = Clock::until(deadline).or_when(stop).telling(&offer_move);
            if let Some(decision) = self.player.choose(state, agent, &clock) {
                offer_move(decision.mv);
            }
        }
    }
}
