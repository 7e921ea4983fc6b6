//! Alpha-beta for one player against all others.

use ludex_game::{Agent, HashSeed, Turn};

use super::evaluator::Evaluator;
use super::ordering::{Choice, Ordering};
use super::quiet::Threats;
use super::table::{Kind, Table};
use super::window::Window;
use super::{Found, Up};
use crate::Rules;
use crate::limit::Ticker;
use crate::player::identity;

/// The value of the greatest payoff in a final state.
pub(super) const SURE: i32 = 1_000_000;
/// Values beyond this are proved: evaluations are smaller.
pub(super) const PROVED: i32 = SURE - 1_000;
/// The greatest evaluation.
pub(super) const ESTIMATE: f32 = 900_000.0;
/// The number of moves of a state that are searched to the full depth. Later moves are searched one
/// ply less deep first (late move reductions).
const FULL: usize = 4;
/// The least depth for late move reductions.
const DEEP: u32 = 3;
/// The length of a line from which on forced moves count as others do.
pub(super) const LONGEST_LINE: u32 = 100;

/// A search for the best move of a player against all others.
pub(super) struct Search<'g, G: Rules> {
    pub(super) game: &'g G,
    pub(super) me: Agent,
    /// Whether only one opponent moves between two moves of the player.
    pub(super) best_reply: bool,
    table: Table,
    /// The seed of the keys of entries.
    key_seed: HashSeed,
    pub(super) ordering: Ordering,
    /// The move stack.
    pub(super) moves: Vec<Choice<G::Move>>,
    pub(super) buffer: Vec<G::Move>,
    /// Whether the search reached its depth limit anywhere.
    pub(super) cut: bool,
    pub(super) threats: Threats,
}

pub(super) type Value = Result<i32, Up>;

/// One search to a depth.
pub(super) struct Dive<'a, 't, 'c, G: Rules> {
    pub evaluator: &'a Evaluator,
    pub ticker: &'a mut Ticker<'t, 'c, G::Move>,
}

impl<'g, G: Rules> Search<'g, G> {
    pub fn new(game: &'g G, max_bytes: usize) -> Self {
        Search {
            game,
            me: Agent::FIRST,
            best_reply: false,
            table: Table::new(max_bytes),
            key_seed: HashSeed::random(),
            ordering: Ordering::new(),
            moves: Vec::new(),
            buffer: Vec::new(),
            cut: false,
            threats: Threats::default(),
        }
    }

    /// Returns the plain key of a state and its identity.
    fn key(&self, state: &G::State) -> (u64, u64) {
        (self.game.key(state), identity(self.game, state, self.key_seed))
    }

    /// Starts a search for an agent. Values of the last search are dropped, since they contain the
    /// distance to the end.
    pub fn begin(&mut self, me: Agent, best_reply: bool) {
        (self.me, self.best_reply) = (me, best_reply);
        self.table.forget();
        self.ordering.fade();
        self.threats = Threats::new(self.game, best_reply);
        self.moves.clear();
    }

    /// Returns the best move of the player by a search to this depth.
    pub fn best_move(
        &mut self,
        state: &G::State,
        evaluator: &Evaluator,
        depth: u32,
        ticker: &mut Ticker<'_, '_, G::Move>,
    ) -> Found<G::Move> {
        let mut dive = Dive { evaluator, ticker };
        self.cut = false;
        self.moves.clear();
        let first = self.table.get(self.key(state)).map(|entry| entry.best);
        self.list(state, self.me, first, 0);
        let mut best = None;
        let mut window = Window { depth, alpha: -i32::MAX, beta: i32::MAX, ply: 0, before: None };
        let mut finished = true;
        for i in 0..self.moves.len() {
            let Choice { mv, code, .. } = self.pick(i, self.moves.len());
            let Ok(value) = self.first_choice(state, mv, i, window, &mut dive) else {
                finished = false;
                break;
            };
            if best.is_none() || value > window.alpha {
                best = Some((mv, value, code));
                window.alpha = value;
            }
        }
        if let Some((_, value, code)) = best {
            self.table.put(self.key(state), value, (Kind::AtLeast, false), code, 0);
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

    /// Returns the value of a move of the player at the root. Moves after the first are searched
    /// with a null window first.
    fn first_choice(
        &mut self,
        state: &G::State,
        mv: G::Move,
        i: usize,
        window: Window,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        if i > 0 {
            let value = self.after(state, &[mv], window.test(true), dive)?;
            if !window.improves(true, value) {
                return Ok(value);
            }
        }
        self.after(state, &[mv], window, dive)
    }

    /// Appends the moves of an agent to the stack, with their scores.
    pub(super) fn list(&mut self, state: &G::State, agent: Agent, first: Option<u32>, ply: u32) {
        self.buffer.clear();
        self.game.moves(state, agent, &mut self.buffer);
        let ordering = &self.ordering;
        self.moves.extend(self.buffer.iter().map(|&mv| ordering.choice(agent, mv, first, ply)));
    }

    /// Moves the one with the greatest score of the moves from `i` to `end` to the place `i`.
    pub(super) fn pick(&mut self, i: usize, end: usize) -> Choice<G::Move> {
        let mut best = i;
        for other in i + 1..end {
            if self.moves[other].score > self.moves[best].score {
                best = other;
            }
        }
        self.moves.swap(i, best);
        self.moves[i]
    }

    pub(super) fn value(
        &mut self,
        state: &G::State,
        window: Window,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        if dive.ticker.tick() {
            return Err(Up);
        }
        // 1. Final states, and the depth limit.
        let turn = self.game.turn(state);
        if turn == Turn::Final {
            return Ok(self.end(state, window.ply, dive));
        }
        if window.depth == 0 {
            return self.leaf(state, turn, window, dive);
        }
        if turn == Turn::Together {
            return self.choose_first(state, window, dive);
        }
        // 2. The transposition table.
        let reply = u64::from(self.best_reply && window.ply % 2 == 1);
        let (plain, key) = self.key(state);
        let key = (plain ^ reply, key ^ reply);
        let known = self.table.get(key).copied();
        if let Some(entry) = known.filter(|e| e.whole || u32::from(e.depth) >= window.depth) {
            let decides = match entry.kind {
                Kind::Exact => true,
                Kind::AtLeast => entry.value >= window.beta,
                Kind::AtMost => entry.value <= window.alpha,
            };
            if decides {
                self.cut |= !entry.whole;
                return Ok(entry.value);
            }
        }
        // 3. The moves.
        let before = std::mem::replace(&mut self.cut, false);
        let searched = self.search(state, window, known.map(|e| e.best), dive);
        let whole = !self.cut;
        self.cut |= before;
        let (value, best) = searched?;
        let kind = match value {
            _ if value >= window.beta => Kind::AtLeast,
            _ if value <= window.alpha => Kind::AtMost,
            _ => Kind::Exact,
        };
        self.table.put(key, value, (kind, whole), best, window.depth);
        Ok(value)
    }

    /// Returns the value of a final state: good ones are better sooner, bad ones later.
    pub(super) fn end(&self, state: &G::State, ply: u32, dive: &Dive<'_, '_, '_, G>) -> i32 {
        let range = dive.evaluator.survey.ranges[self.me.index()];
        let share = range.share(self.game.payoff(state, self.me));
        let value = ((2.0 * share - 1.0) * f64::from(SURE)) as i32;
        value - value.signum() * ply as i32
    }

    /// Returns the evaluation of a state, which is smaller than any proved value.
    pub(super) fn estimate(&mut self, state: &G::State, dive: &Dive<'_, '_, '_, G>) -> i32 {
        self.cut = true;
        self.evaluated(state, dive)
    }

    /// Returns the evaluation of a state whose value is not cut off by it.
    fn evaluated(&mut self, state: &G::State, dive: &Dive<'_, '_, '_, G>) -> i32 {
        let share = dive.evaluator.share(self.game, state, self.me, &mut self.buffer);
        ((2.0 * share - 1.0) * ESTIMATE) as i32
    }

    /// Searches the moves of a state where one agent moves. Returns its value and the code of the
    /// best move.
    fn search(
        &mut self,
        state: &G::State,
        mut window: Window,
        first: Option<u32>,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Result<(i32, u32), Up> {
        let base = self.moves.len();
        let mine = self.list_movers(state, first, window.ply);
        let end = self.moves.len();
        if base == end {
            // Off turn an agent may have no move at all.
            return Ok((self.estimate(state, dive), 0));
        }
        let below = self.below(state, window, end - base, dive);
        let mut best = (if mine { -i32::MAX } else { i32::MAX }, 0);
        for i in base..end {
            let Choice { agent, mv, code, .. } = self.pick(i, end);
            let mut next = state.clone();
            match self.best_reply {
                true => self.best_reply &= self.game.play_off_turn(&mut next, agent, mv),
                false => self.game.step(&mut next, &[mv]),
            }
            let below = Window { alpha: window.alpha, beta: window.beta, ..below };
            let value = self.choice(&next, i - base, mine, below, dive)?;
            if mine && value > best.0 || !mine && value < best.0 {
                best = (value, code);
            }
            if window.narrow(mine, value) {
                self.ordering.credit(code, window.depth, window.ply);
                break;
            }
        }
        self.moves.truncate(base);
        Ok(best)
    }

    /// Returns the window for the children of a state with a number of moves.
    fn below(
        &mut self,
        state: &G::State,
        window: Window,
        moves: usize,
        dive: &Dive<'_, '_, '_, G>,
    ) -> Window {
        if moves == 1 && window.ply < LONGEST_LINE {
            return window.forced();
        }
        let looks = window.depth == 1 && dive.evaluator.noise.is_finite() && !self.best_reply;
        let before = looks.then(|| self.evaluated(state, dive));
        Window { before, ..window.next() }
    }

    /// Returns the value after the `i`-th move, by a search with the window `below`. Moves after
    /// the first are searched with a null window first, late ones one ply less deep.
    fn choice(
        &mut self,
        next: &G::State,
        i: usize,
        mine: bool,
        below: Window,
        dive: &mut Dive<'_, '_, '_, G>,
    ) -> Value {
        if i == 0 {
            return self.value(next, below, dive);
        }
        let test = below.test(mine);
        if i >= FULL && below.depth + 1 >= DEEP {
            let shallow = Window { depth: test.depth - 1, ..test };
            let value = self.value(next, shallow, dive)?;
            if !below.improves(mine, value) {
                return Ok(value);
            }
        }
        let value = self.value(next, test, dive)?;
        let decided = value <= below.alpha || value >= below.beta;
        if decided { Ok(value) } else { self.value(next, below, dive) }
    }

    /// Appends the moves of the agents to move. Returns whether that is the player.
    fn list_movers(&mut self, state: &G::State, first: Option<u32>, ply: u32) -> bool {
        let mover = self.game.turn(state).agent().unwrap_or(self.me);
        if !self.best_reply {
            self.list(state, mover, first, ply);
            return mover == self.me;
        }
        if ply.is_multiple_of(2) {
            self.list(state, self.me, first, ply);
            return true;
        }
        for opponent in self.game.agents().opponents(self.me) {
            self.list(state, opponent, first, ply);
        }
        false
    }
}
