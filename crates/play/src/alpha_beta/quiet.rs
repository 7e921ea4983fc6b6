//! Leaves of a search: only quiet states are evaluated. Before that immediate wins are taken and
//! threats of one are answered, forced moves are played, and after a move that changed the
//! evaluation much (as captures do) the answers are looked at.

use ludex_game::{Agent, Turn};

use super::Up;
use super::search::{Dive, ESTIMATE, LONGEST_LINE, Search, Value};
use super::window::Window;
use crate::Rules;

/// The number of plies for which threats are followed beyond the depth of a search.
const FARTHEST: u32 = 8;
/// The number of plies for which large changes of the evaluation are followed.
const CHANGES: u32 = 4;
/// The number of tests for an immediate win before their success rate is considered.
const TRIALS: u32 = 256;
/// Forced moves are looked for at leaves if they are at least this share of all moves.
const FORCED: f64 = 0.1;
/// Tests continue if at least one in this many finds a win.
const WORTHWHILE: u32 = 24;

/// Decides whether a search tests for immediate wins.
#[derive(Clone, Copy, Default)]
pub(super) struct Threats {
    possible: bool,
    looks: u32,
    found: u32,
}

impl Threats {
    /// Tests are possible in games of turns between two agents, with moves off turn.
    pub fn new<G: Rules>(game: &G, best_reply: bool) -> Threats {
        Threats { possible: game.agents().len() == 2 && !best_reply, looks: 0, found: 0 }
    }

    fn worthwhile(&self) -> bool {
        self.possible && (self.looks < TRIALS || self.found * WORTHWHILE >= self.looks)
    }
}

impl<G: Rules> Search<'_, G> {
    /// Returns the value of a state at the depth limit.
    pub(super) fn leaf(
        &mut self,
        state: &G::State,
        turn: Turn,
        window: Window,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        match turn {
            Turn::Of(mover) if self.threats.worthwhile() => {
                self.quiet(state, mover, window, FARTHEST, dive)
            }
            Turn::Of(mover) => self.settled(state, mover, window, CHANGES, dive),
            _ => Ok(self.estimate(state, dive)),
        }
    }

    fn quiet(
        &mut self,
        state: &G::State,
        mover: Agent,
        window: Window,
        left: u32,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        if let Some(won) = self.win_at_hand(state, mover, dive) {
            return Ok(self.end(&won, window.ply + 1, dive));
        }
        let other = self.game.agents().after(mover);
        if left == 0 || self.win_at_hand(state, other, dive).is_none() {
            return self.settled(state, mover, window, CHANGES, dive);
        }
        self.answer(state, mover, window, left, dive)
    }

    /// Returns the state after a move that wins at once, if the agent, on turn or not, has one.
    fn win_at_hand(
        &mut self,
        state: &G::State,
        agent: Agent,
        dive: &Dive<'_, '_, '_, G>,
    ) -> Option<G::State> {
        let (game, range) = (self.game, dive.evaluator.survey.ranges[agent.index()]);
        if !game.may_win_at_once(state, agent) {
            return None;
        }
        self.buffer.clear();
        game.moves(state, agent, &mut self.buffer);
        let won = self.buffer.iter().find_map(|&mv| {
            let mut next = state.clone();
            let over = game.play_off_turn(&mut next, agent, mv) && game.turn(&next) == Turn::Final;
            (over && range.share(game.payoff(&next, agent)) >= 1.0).then_some(next)
        });
        self.threats.looks += 1;
        self.threats.found += u32::from(won.is_some());
        won
    }

    /// Returns the value of a state without threats: its evaluation, or that of a later state if
    /// the next move is forced or the last one changed much.
    fn settled(
        &mut self,
        state: &G::State,
        mover: Agent,
        window: Window,
        left: u32,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        if dive.evaluator.survey.forced > FORCED && window.ply < LONGEST_LINE {
            self.buffer.clear();
            self.game.moves(state, mover, &mut self.buffer);
            if let [only] = self.buffer[..] {
                let mut next = state.clone();
                self.game.step(&mut next, &[only]);
                return self.value(&next, Window { depth: 0, ..window.forced() }, dive);
            }
        }
        let estimate = self.estimate(state, dive);
        let noise = ESTIMATE * dive.evaluator.noise.min(10.0).tanh();
        let noisy = |before: i32| (estimate - before).abs() as f32 > noise;
        if left == 0 || !window.before.is_some_and(noisy) {
            return Ok(estimate);
        }
        // The mover need not answer.
        let (mine, mut window) = (mover == self.me, window);
        if window.narrow(mine, estimate) {
            return Ok(estimate);
        }
        let below = Window { before: Some(estimate), ..window };
        self.best_of_moves(
            state,
            mover,
            below,
            estimate,
            dive,
            |search, next, other, window, dive| search.settled(next, other, window, left - 1, dive),
        )
    }

    /// Returns the value of a state with a threat, by trying all answers to it.
    fn answer(
        &mut self,
        state: &G::State,
        mover: Agent,
        window: Window,
        left: u32,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        let worst = if mover == self.me { -i32::MAX } else { i32::MAX };
        self.best_of_moves(
            state,
            mover,
            window,
            worst,
            dive,
            |search, next, other, window, dive| search.quiet(next, other, window, left - 1, dive),
        )
    }

    /// Tries the moves of a state until the window is closed. Returns the best of their values and
    /// of `best`; `value_of` searches a state in which play goes on.
    fn best_of_moves(
        &mut self,
        state: &G::State,
        mover: Agent,
        mut window: Window,
        mut best: i32,
        dive: &mut Dive<'_, '_, '_, G>,
        value_of: impl Fn(&mut Self, &G::State, Agent, Window, &mut Dive<'_, '_, '_, G>) -> Value,
    ) -> Value {
        let mine = mover == self.me;
        let base = self.moves.len();
        self.list(state, mover, None, window.ply);
        for i in base..self.moves.len() {
            if dive.ticker.tick() {
                return Err(Up);
            }
            let mut next = state.clone();
            self.game.step(&mut next, &[self.moves[i].mv]);
            let below = Window { ply: window.ply + 1, ..window };
            let value = match self.game.turn(&next) {
                Turn::Of(other) => value_of(self, &next, other, below, dive)?,
                _ => self.end(&next, below.ply, dive),
            };
            best = if mine { best.max(value) } else { best.min(value) };
            if window.narrow(mine, value) {
                break;
            }
        }
        self.moves.truncate(base);
        Ok(best)
    }
}
