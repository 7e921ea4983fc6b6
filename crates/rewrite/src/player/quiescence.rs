//! Leaves: searched on where somebody could win at once.

use ludex_game::{Agent, Game, Model, Turn};

use super::alphabeta::Search;
use crate::{RewriteMove, RewriteState};

/// How far threats are followed beyond the depth of an iteration.
const THREATS: u32 = 8;
/// With more moves than this a leaf is not looked at for threats: that would cost more than it tells.
const FEW: usize = 48;

impl Search<'_, '_> {
    /// A leaf: a win at hand is taken, a threat is answered, else the heuristic speaks.
    pub(super) fn leaf(
        &mut self,
        state: &RewriteState,
        agent: Agent,
        alpha: f64,
        beta: f64,
        ply: u32,
        followed: u32,
    ) -> f64 {
        let quiet = |search: &mut Self| {
            search.player.evaluation.value(search.player.game, state, search.me)
        };
        if !self.player.quiescence || followed == THREATS {
            return quiet(self);
        }
        let mut list = self.take_list(ply);
        self.player.game.moves(state, agent, &mut list);
        if list.len() > FEW {
            self.give_back(ply, list);
            return quiet(self);
        }
        let value = if let Some(value) = self.win_at_hand(state, agent, &list, ply) {
            value
        } else if self.threatened(state, agent) {
            let (value, _) =
                self.best_of(state, agent, &list, alpha, beta, |search, next, a, b| {
                    search.nodes += 1;
                    match search.player.game.turn(next) {
                        Turn::Of(other) if !search.out_of_time() => {
                            search.leaf(next, other, a, b, ply + 1, followed + 1)
                        }
                        Turn::Final => search.payoff(next, ply + 1),
                        _ => search.player.evaluation.value(search.player.game, next, search.me),
                    }
                });
            value
        } else {
            quiet(self)
        };
        self.give_back(ply, list);
        value
    }

    /// The value of a move that wins at once, if the agent has one.
    fn win_at_hand(
        &mut self,
        state: &RewriteState,
        agent: Agent,
        moves: &[RewriteMove],
        ply: u32,
    ) -> Option<f64> {
        let game = self.player.game;
        let wins = |mv: &RewriteMove| {
            let next = game.after(state, agent, *mv);
            (game.turn(&next) == Turn::Final && game.payoff(&next, agent) > 0.0).then_some(next)
        };
        let next = moves.iter().find_map(wins)?;
        Some(self.payoff(&next, ply + 1))
    }

    /// Whether somebody else would win at once if it were its turn.
    fn threatened(&mut self, state: &RewriteState, agent: Agent) -> bool {
        let game = self.player.game;
        let mut moves = Vec::new();
        game.agents().opponents(agent).any(|other| {
            moves.clear();
            game.moves(state, other, &mut moves);
            moves.iter().any(|&mv| {
                let next = game.after(state, other, mv);
                game.turn(&next) == Turn::Final && game.payoff(&next, other) > 0.0
            })
        })
    }
}
