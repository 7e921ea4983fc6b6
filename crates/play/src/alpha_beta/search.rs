//! Alpha-beta for one player against all others.

use ludex_game::{Agent, Turn};

use super::judge::Judge;
use super::ordering::History;
use super::table::{Kind, Table};
use super::{Found, Up};
use crate::Rules;
use crate::limit::Ticker;
use crate::player::code_of;

/// The value of getting everything, at once.
pub(super) const SURE: i32 = 1_000_000;
/// What is worth more is proved: evaluations are smaller.
const PROVED: i32 = SURE - 1_000;
/// The greatest evaluation.
const ESTIMATE: f32 = 900_000.0;

/// A search for the best move of a player against all others.
pub(super) struct Search<'g, G: Rules> {
    game: &'g G,
    me: Agent,
    /// Only one opponent moves between two moves of the player.
    best_reply: bool,
    table: Table,
    history: History,
    /// The move stack, with a code for each.
    moves: Vec<(Agent, G::Move, u32)>,
    buffer: Vec<G::Move>,
    /// Whether the search was cut at its depth anywhere.
    cut: bool,
}

type Value = Result<i32, Up>;

/// One search to a depth.
struct Dive<'a, 't, 'c, G: Rules> {
    judge: &'a Judge,
    ticker: &'a mut Ticker<'t, 'c, G::Move>,
}

impl<'g, G: Rules> Search<'g, G> {
    pub fn new(game: &'g G, max_bytes: usize) -> Self {
        Search {
            game,
            me: Agent::FIRST,
            best_reply: false,
            table: Table::new(max_bytes),
            history: History::new(),
            moves: Vec::new(),
            buffer: Vec::new(),
            cut: false,
        }
    }

    /// Starts searching for an agent. What was found for the last state is not kept: values say how
    /// many moves away they are.
    pub fn begin(&mut self, me: Agent, best_reply: bool) {
        (self.me, self.best_reply) = (me, best_reply);
        self.table.clear();
        self.history.fade();
        self.moves.clear();
    }

    /// The best move of the player to this depth.
    pub fn best_move(
        &mut self,
        state: &G::State,
        judge: &Judge,
        depth: u32,
        ticker: &mut Ticker<'_, '_, G::Move>,
    ) -> Found<G::Move> {
        let mut dive = Dive { judge, ticker };
        self.cut = false;
        self.moves.clear();
        let first = self.table.get(self.game.key(state)).map(|entry| entry.best);
        self.list(state, self.me);
        let mut best = None;
        let (mut alpha, mut finished) = (-i32::MAX, true);
        for i in 0..self.moves.len() {
            self.pick(i, self.moves.len(), first);
            let (_, mv, code) = self.moves[i];
            let Ok(value) = self.after(state, &[mv], (depth, alpha, i32::MAX, 0), &mut dive) else {
                finished = false;
                break;
            };
            if best.is_none() || value > alpha {
                (best, alpha) = (Some((mv, value, code)), value);
            }
        }
        if let Some((_, value, code)) = best {
            self.table.put(self.game.key(state), value, (Kind::AtLeast, false), code, 0);
        }
        let proven = best.is_some_and(|(_, value, _)| value.abs() >= PROVED) && finished
            || best.is_some_and(|(_, value, _)| value >= PROVED);
        let done = proven || finished && !self.cut;
        Found {
            best: best.map(|(mv, value, _)| (mv, value)),
            proven: done && !self.best_reply,
            done,
        }
    }

    /// Appends the moves of an agent to the stack, the likely best one first.
    fn list(&mut self, state: &G::State, agent: Agent) {
        self.buffer.clear();
        self.game.moves(state, agent, &mut self.buffer);
        let coded = self.buffer.iter().map(|&mv| (agent, mv, code_of(agent.0, mv)));
        self.moves.extend(coded);
    }

    /// Brings the best of the moves from `i` to `end` to the place `i`.
    fn pick(&mut self, i: usize, end: usize, first: Option<u32>) {
        let score =
            |&(_, _, code): &(Agent, G::Move, u32)| (Some(code) == first, self.history.score(code));
        let mut best = i;
        for other in i + 1..end {
            if score(&self.moves[other]) > score(&self.moves[best]) {
                best = other;
            }
        }
        self.moves.swap(i, best);
    }

    /// The value after moves of the agents that choose first; the others choose knowing them.
    fn after(
        &mut self,
        state: &G::State,
        chosen: &[G::Move],
        (depth, alpha, beta, ply): (u32, i32, i32, u32),
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        let agents = self.game.agents().len();
        if self.game.turn(state) == Turn::Together && chosen.len() < agents {
            return self.respond(state, chosen, (depth, alpha, beta, ply), dive);
        }
        let mut next = state.clone();
        match self.game.turn(state) {
            Turn::Together => {
                // Chosen by the player first; the game wants them in playing order.
                let mut joint = chosen.to_vec();
                joint[..=self.me.index()].rotate_left(1);
                self.game.step(&mut next, &joint);
            }
            _ => self.game.step(&mut next, chosen),
        }
        self.value(&next, (depth - 1, alpha, beta, ply + 1), dive)
    }

    /// The next of the others chooses, where all choose together.
    fn respond(
        &mut self,
        state: &G::State,
        chosen: &[G::Move],
        (depth, alpha, mut beta, ply): (u32, i32, i32, u32),
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        // The player has chosen first, then those before it and those after it in playing order.
        let place = chosen.len() - 1;
        let agent = Agent(if place < self.me.index() { place } else { place + 1 } as u8);
        let base = self.moves.len();
        self.list(state, agent);
        let end = self.moves.len();
        let mut least = i32::MAX;
        let mut joint = chosen.to_vec();
        for i in base..end {
            self.pick(i, end, None);
            let (_, mv, code) = self.moves[i];
            joint.push(mv);
            let value = self.after(state, &joint, (depth, alpha, beta, ply), dive)?;
            joint.pop();
            least = least.min(value);
            beta = beta.min(least);
            if least <= alpha {
                self.history.credit(code, depth);
                break;
            }
        }
        self.moves.truncate(base);
        Ok(least)
    }

    fn value(
        &mut self,
        state: &G::State,
        (depth, alpha, beta, ply): (u32, i32, i32, u32),
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        if dive.ticker.tick() {
            return Err(Up);
        }
        // 1. The end, and the end of the search.
        let turn = self.game.turn(state);
        if turn == Turn::Final {
            return Ok(self.end(state, ply, dive));
        }
        if depth == 0 {
            self.cut = true;
            let share = dive.judge.share(self.game, state, self.me, &mut self.buffer);
            return Ok(((2.0 * share - 1.0) * ESTIMATE) as i32);
        }
        if turn == Turn::Together {
            return self.choose_first(state, (depth, alpha, beta, ply), dive);
        }
        // 2. The table.
        let key = self.game.key(state) ^ u64::from(self.best_reply && ply % 2 == 1);
        let known = self.table.get(key).copied();
        if let Some(entry) = known.filter(|e| e.whole || u32::from(e.depth) >= depth) {
            let decides = match entry.kind {
                Kind::Exact => true,
                Kind::AtLeast => entry.value >= beta,
                Kind::AtMost => entry.value <= alpha,
            };
            if decides {
                self.cut |= !entry.whole;
                return Ok(entry.value);
            }
        }
        // 3. The moves.
        let before = std::mem::replace(&mut self.cut, false);
        let searched = self.search(state, (depth, alpha, beta, ply), known.map(|e| e.best), dive);
        let whole = !self.cut;
        self.cut |= before;
        let (value, best) = searched?;
        let kind = match value {
            _ if value >= beta => Kind::AtLeast,
            _ if value <= alpha => Kind::AtMost,
            _ => Kind::Exact,
        };
        self.table.put(key, value, (kind, whole), best, depth);
        Ok(value)
    }

    /// The value of an end: sooner is better if it is good, later if it is bad.
    fn end(&self, state: &G::State, ply: u32, dive: &Dive<'_, '_, '_, G>) -> i32 {
        let range = dive.judge.survey.ranges[self.me.index()];
        let share = range.share(self.game.payoff(state, self.me));
        let value = ((2.0 * share - 1.0) * f64::from(SURE)) as i32;
        value - value.signum() * ply as i32
    }

    /// The player chooses first where all choose together.
    fn choose_first(
        &mut self,
        state: &G::State,
        (depth, mut alpha, beta, ply): (u32, i32, i32, u32),
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        let base = self.moves.len();
        self.list(state, self.me);
        let end = self.moves.len();
        let mut most = -i32::MAX;
        for i in base..end {
            self.pick(i, end, None);
            let (_, mv, code) = self.moves[i];
            most = most.max(self.after(state, &[mv], (depth, alpha, beta, ply), dive)?);
            alpha = alpha.max(most);
            if most >= beta {
                self.history.credit(code, depth);
                break;
            }
        }
        self.moves.truncate(base);
        Ok(most)
    }

    /// Tries the moves of a state where one moves at a time: its value, and the code of the best.
    fn search(
        &mut self,
        state: &G::State,
        (depth, mut alpha, mut beta, ply): (u32, i32, i32, u32),
        first: Option<u32>,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Result<(i32, u32), Up> {
        let base = self.moves.len();
        let mine = self.list_movers(state, ply);
        let end = self.moves.len();
        let mut best = (if mine { -i32::MAX } else { i32::MAX }, 0);
        for i in base..end {
            self.pick(i, end, first);
            let (agent, mv, code) = self.moves[i];
            let mut next = state.clone();
            match self.best_reply {
                true => self.best_reply &= self.game.play_off_turn(&mut next, agent, mv),
                false => self.game.step(&mut next, &[mv]),
            }
            let value = self.value(&next, (depth - 1, alpha, beta, ply + 1), dive)?;
            if mine && value > best.0 || !mine && value < best.0 {
                best = (value, code);
            }
            if mine {
                alpha = alpha.max(value)
            } else {
                beta = beta.min(value)
            }
            if alpha >= beta {
                self.history.credit(code, depth);
                break;
            }
        }
        self.moves.truncate(base);
        if base == end {
            // Off turn somebody may have no move at all.
            let share = dive.judge.share(self.game, state, self.me, &mut self.buffer);
            return Ok((((2.0 * share - 1.0) * ESTIMATE) as i32, 0));
        }
        Ok(best)
    }

    /// Appends the moves of whoever is to move; whether that is the player.
    fn list_movers(&mut self, state: &G::State, ply: u32) -> bool {
        let mover = self.game.turn(state).agent().unwrap_or(self.me);
        if !self.best_reply {
            self.list(state, mover);
            return mover == self.me;
        }
        if ply.is_multiple_of(2) {
            self.list(state, self.me);
            return true;
        }
        for opponent in self.game.agents().opponents(self.me) {
            self.list(state, opponent);
        }
        false
    }
}
