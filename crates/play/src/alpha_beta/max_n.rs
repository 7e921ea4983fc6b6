//! Max-n: each agent maximises its own payoff.

use ludex_base::order_by_key;
use ludex_game::{Agent, Turn};

use super::evaluator::Evaluator;
use super::search::SURE;
use super::{Found, Up};
use crate::Rules;
use crate::limit::Ticker;
use crate::player::moves_of;

/// One search to a depth.
struct Dive<'a, 't, 'c, G: Rules> {
    game: &'a G,
    evaluator: &'a Evaluator,
    ticker: &'a mut Ticker<'t, 'c, G::Move>,
    cut: bool,
}

/// Returns the best move of an agent by a search to this depth.
pub(super) fn best_move<G: Rules>(
    game: &G,
    evaluator: &Evaluator,
    state: &G::State,
    agent: Agent,
    depth: u32,
    ticker: &mut Ticker<'_, '_, G::Move>,
) -> Found<G::Move> {
    let mut dive = Dive { game, evaluator, ticker, cut: false };
    let mut best: Option<(G::Move, f32)> = None;
    let mut finished = true;
    for mv in moves_of(game, state, agent) {
        let Ok(shares) = dive.after(state, agent, &mut vec![(agent, mv)], depth) else {
            finished = false;
            break;
        };
        let share = shares[agent.index()];
        if best.is_none_or(|(_, most)| share > most) {
            best = Some((mv, share));
        }
    }
    let value = |share: f32| ((2.0 * share - 1.0) * SURE as f32) as i32;
    let done = finished && !dive.cut;
    Found { best: best.map(|(mv, share)| (mv, value(share))), proven: false, done }
}

impl<G: Rules> Dive<'_, '_, '_, G> {
    /// Returns the values of all agents after the moves of some. With simultaneous moves the others
    /// choose in playing order, each knowing the moves chosen before.
    fn after(
        &mut self,
        state: &G::State,
        first: Agent,
        chosen: &mut Vec<(Agent, G::Move)>,
        depth: u32,
    ) -> Result<Vec<f32>, Up> {
        let agents = self.game.agents();
        if self.game.turn(state) == Turn::Together && chosen.len() < agents.len() {
            let next = agents.after(chosen.last().map_or(first, |&(agent, _)| agent));
            return self.choose(state, next, chosen, depth);
        }
        let mut next = state.clone();
        let order: Vec<u64> = chosen.iter().map(|&(agent, _)| u64::from(agent.0)).collect();
        let order = order_by_key(&order).into_iter();
        let joint: Vec<G::Move> = order.map(|place| chosen[place].1).collect();
        self.game.step(&mut next, &joint);
        self.value(&next, depth - 1)
    }

    fn value(&mut self, state: &G::State, depth: u32) -> Result<Vec<f32>, Up> {
        if self.ticker.tick() {
            return Err(Up);
        }
        let agents = self.game.agents();
        let ranges = &self.evaluator.survey.ranges;
        match self.game.turn(state) {
            Turn::Final => Ok(agents
                .iter()
                .map(|a| ranges[a.index()].share(self.game.payoff(state, a)) as f32)
                .collect()),
            turn if depth == 0 || turn == Turn::Chance => {
                self.cut = true;
                let (evaluator, mut moves) = (self.evaluator, Vec::new());
                Ok(agents
                    .iter()
                    .map(|a| evaluator.share(self.game, state, a, &mut moves))
                    .collect())
            }
            Turn::Of(agent) => self.choose(state, agent, &mut Vec::new(), depth),
            _ => self.choose(state, Agent::FIRST, &mut Vec::new(), depth),
        }
    }

    /// Returns the values of all agents if one chooses the move that is best for itself.
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        chosen: &mut Vec<(Agent, G::Move)>,
        depth: u32,
    ) -> Result<Vec<f32>, Up> {
        let mut best: Vec<f32> = Vec::new();
        let first = chosen.first().map_or(agent, |&(first, _)| first);
        for mv in moves_of(self.game, state, agent) {
            chosen.push((agent, mv));
            let shares = self.after(state, first, chosen, depth)?;
            chosen.pop();
            if best.is_empty() || shares[agent.index()] > best[agent.index()] {
                best = shares;
            }
        }
        Ok(best)
    }
}
