//! Alpha-beta (Algorithm 5) as a sequence of null windows.
//!
//! The one question asked is "is the value at least `t`?": alpha-beta with the window `[t − 1, t]`.
//! A binary search over the ranks of the outcomes finds the value (Section 3.3); the transposition
//! table keeps both bounds of a state, so a later question starts from what the earlier ones have
//! proved. Games with cycles go another way, see `cyclic`.

use ludex_game::{Agent, Bounds, Hints, Outcome, Turn};

use super::cyclic::Graph;
use super::ordering::{MoveOrder, place};
use super::solve::{SolveOptions, SolveReport};
use crate::budget::{Budget, Meter, Observer, Search, Stopped, deep};
use crate::table::{Entry, NO_MOVE, Table, mix};

/// What took fewer nodes is found again sooner than it could be fetched from a large table.
const LEAST_NODES: u64 = 4;

/// A search for values that keeps its table for the next state.
pub struct AlphaBeta<'g, G: Hints> {
    pub(super) game: &'g G,
    options: SolveOptions,
    /// The rank of the best outcome.
    best: u16,
    table: Table,
    order: MoveOrder,
    moves: Vec<G::Move>,
}

impl<'g, G: Hints> AlphaBeta<'g, G> {
    /// A search whose table uses at most this many bytes.
    pub fn new(game: &'g G, options: SolveOptions, max_bytes: usize) -> Self {
        AlphaBeta {
            game,
            options,
            best: game.outcomes().best().0,
            table: Table::new(if options.transpositions { max_bytes } else { 0 }),
            order: MoveOrder::new(game, options.hints),
            moves: Vec::new(),
        }
    }

    /// The value of a state.
    pub fn solve(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move> {
        let mut meter = Meter::new(budget, observer);
        let mut report = SolveReport {
            bounds: Bounds { low: Outcome::WORST, high: Outcome(self.best) },
            best: Vec::new(),
            nodes: 0,
            created: 0,
            bytes: 0,
            stopped: None,
        };
        let result = if self.game.can_repeat() {
            let mut graph = Graph::new(self.game, self.options.hints);
            let result = graph.solve(&mut meter, state, self.options.all_best, &mut report);
            report.bytes = graph.bytes();
            result
        } else {
            let result = self.run(&mut meter, state, &mut report);
            report.bytes = self.table.bytes();
            result
        };
        report.stopped = result.err();
        report.nodes = meter.nodes();
        report.created = report.nodes;
        report
    }

    fn run(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        report: &mut SolveReport<G::Move>,
    ) -> Search<()> {
        self.begin();
        self.narrow(meter, state, &mut report.bounds)?;
        report.best = self.best_moves(meter, state, report.bounds.low.0)?;
        Ok(())
    }

    /// Clears what a stopped search may have left.
    pub(super) fn begin(&mut self) {
        self.moves.clear();
        self.table.next_generation();
    }

    /// Asks one question after the other until the bounds meet.
    fn narrow(&mut self, meter: &mut Meter, state: &G::State, bounds: &mut Bounds) -> Search<()> {
        if self.game.turn(state) == Turn::Final {
            *bounds = Bounds::exactly(self.game.outcome(state));
            return Ok(());
        }
        let (low, high) = self.static_bounds(state);
        *bounds = Bounds { low: Outcome(low), high: Outcome(high) };
        let mut effort = 0;
        while bounds.low < bounds.high {
            meter.bounds = Some(*bounds);
            let threshold = probe(bounds.low.0, bounds.high.0, self.best, effort);
            let before = meter.nodes();
            let value = Outcome(self.value(meter, state, threshold, 0)?);
            effort = meter.nodes() - before;
            if value.0 >= threshold {
                bounds.low = value;
            } else {
                bounds.high = value;
            }
            meter.iteration += 1;
        }
        Ok(())
    }

    /// Whether the value of a state is at least this rank.
    pub(super) fn at_least(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
    ) -> Search<bool> {
        Ok(threshold == 0 || self.value(meter, state, threshold, 0)? >= threshold)
    }

    /// The optimal moves of a state whose value is known, the likely ones looked at first.
    fn best_moves(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        value: u16,
    ) -> Search<Vec<G::Move>> {
        let Turn::Of(agent) = self.game.turn(state) else { return Ok(Vec::new()) };
        let max = agent == Agent::FIRST;
        let threshold = if max { value } else { value + 1 };
        let mut best = Vec::new();
        for mv in self.likely_moves(state, agent) {
            let next = self.game.after(state, agent, mv);
            let good = if !max && value == self.best {
                true
            } else {
                self.at_least(meter, &next, threshold)? == max
            };
            if good {
                best.push(mv);
                if !self.options.all_best {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// All moves: the table's first, then the game's candidates, then the rest.
    pub(super) fn likely_moves(&self, state: &G::State, agent: Agent) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.options.hints {
            self.game.candidates(state, &mut moves);
        }
        let mut all = Vec::new();
        self.game.moves(state, agent, &mut all);
        all.retain(|mv| !moves.contains(mv));
        moves.extend(all);
        let hint = self.table.get(self.key(state)).map_or(NO_MOVE, |entry| entry.best);
        if usize::from(hint) < moves.len() {
            moves[..=usize::from(hint)].rotate_right(1);
        }
        moves
    }

    #[inline]
    fn key(&self, state: &G::State) -> u64 {
        let symmetry = self.options.symmetry;
        mix(if symmetry { self.game.canonical_key(state) } else { self.game.key(state) })
    }

    /// What is known of a state that is not final without searching.
    #[inline]
    fn static_bounds(&self, state: &G::State) -> (u16, u16) {
        if self.options.hints {
            let bounds = self.game.bounds(state);
            (bounds.low.0, bounds.high.0)
        } else {
            (0, self.best)
        }
    }

    /// The null-window search: a result of at least `threshold` is a lower bound of the state's
    /// value, a smaller one an upper bound (fail-soft).
    fn value(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
        depth: u32,
    ) -> Search<u16> {
        meter.node()?;
        // 1. A final state has its outcome, some others have bounds that are good enough.
        let agent = match self.game.turn(state) {
            Turn::Final => return Ok(self.game.outcome(state).0),
            Turn::Of(agent) => agent,
            Turn::Together => return Err(Stopped::Together),
        };
        let (mut low, mut high) = self.static_bounds(state);
        if low >= threshold {
            return Ok(low);
        }
        if high < threshold {
            return Ok(high);
        }
        // 2. So may the table.
        let mut hint = NO_MOVE;
        let mut key = 0;
        if self.options.transpositions {
            key = self.key(state);
            if let Some(entry) = self.table.get(key) {
                (low, high) = (low.max(entry.low), high.min(entry.high));
                if low >= threshold {
                    return Ok(low);
                }
                if high < threshold {
                    return Ok(high);
                }
                hint = entry.best;
            }
        }
        // 3. Else the moves decide, and the table is told.
        let before = meter.nodes();
        let known = (low, high);
        let (value, best) = deep::<G::State, _>(depth, || {
            self.search(meter, state, threshold, (agent, known, hint), depth)
        })?;
        let nodes = meter.nodes() - before;
        if self.options.transpositions && nodes >= LEAST_NODES {
            let (low, high) = if value >= threshold { (value, high) } else { (low, value) };
            let work = Entry::work_of(nodes);
            self.table.put(key, Entry { low, high, best, work });
        }
        Ok(value)
    }

    /// Plays the moves of an open state until one decides: the value as above, and the place of the
    /// best move.
    #[inline]
    fn search(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
        (agent, (low, high), hint): (Agent, (u16, u16), u16),
        depth: u32,
    ) -> Search<(u16, u16)> {
        let before = meter.nodes();
        let base = self.moves.len();
        if self.options.hints {
            self.game.candidates(state, &mut self.moves);
        } else {
            self.game.moves(state, agent, &mut self.moves);
        }
        let count = self.moves.len() - base;
        let max = agent == Agent::FIRST;
        let mut value = if max { low } else { high };
        self.order.score(self.game, &self.moves, base, (agent, depth as usize, hint));
        for step in 0..count {
            let i = self.order.pick(base, count, step, hint);
            let mv = self.moves[base + i];
            let next = self.game.after(state, agent, mv);
            let after = self.value(meter, &next, threshold, depth + 1)?;
            value = if max { value.max(after) } else { value.min(after) };
            if (after >= threshold) == max {
                self.moves.truncate(base);
                let work = Entry::work_of(meter.nodes() - before);
                self.order.credit(self.game, mv, (agent, depth as usize, work));
                return Ok((value, place(i)));
            }
        }
        self.moves.truncate(base);
        Ok((value, hint))
    }
}

/// A question that took fewer nodes than this was cheap.
const CHEAP: u64 = 10_000;

/// The rank to ask about next, above `low` and at most `high`.
///
/// Where outcomes say how soon a game is won, extreme ones are questions about short plays. So as
/// long as the questions are cheap the bounds are narrowed from the outside, from the side that is
/// further from the middle of all outcomes: on easy Connect Four openings this takes 2.4 thousand
/// nodes, where halving takes 6.0. Once a question was dear, halving asks fewer of them.
fn probe(low: u16, high: u16, best: u16, effort: u64) -> u16 {
    let span = high - low;
    if span > 3 && effort < CHEAP {
        return if best - high <= low { high - span / 6 } else { low + 1 + span / 6 };
    }
    halve(low, high, best)
}

/// The rank half way between `low` and `high`, but rather nearer to the middle of all outcomes,
/// where the values of hard positions are.
pub(crate) fn halve(low: u16, high: u16, best: u16) -> u16 {
    let centre = i32::from(best) / 2;
    let (min, max) = (i32::from(low) - centre, i32::from(high) - centre);
    let mut middle = min + (max - min) / 2;
    if middle <= 0 && min / 2 < middle {
        middle = min / 2;
    } else if middle >= 0 && max / 2 > middle {
        middle = max / 2;
    }
    (middle.clamp(min, max - 1) + 1 + centre) as u16
}
