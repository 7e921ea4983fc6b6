//! Star1 and Star2: expectimax that skips what cannot matter \[Bal83, HBS06\].
//!
//! A state is searched with a window: it is enough to know that its value is at most the lower end
//! or at least the upper one. Where chance moves, bounds on the payoffs bound what has not been
//! searched yet. Star1 searches one successor after the other, each with the window outside of which
//! it decides alone, and stops as soon as the sum of the bounds is outside its own. Star2 first
//! probes one move of every successor where an agent is on turn, which bounds it on one side.

use ludex_game::{Agent, Game, Rational, Turn, chances};

use super::search::{Searching, Visit};
use super::{ExpectationOptions, Expected, Span, payoff};
use crate::budget::{Budget, Observer, deep};
use crate::fixpoint::{NoEquilibria, Unfit};

/// Finds what the first agent can expect in a state of a zero-sum game without cycles, with the
/// pruning of Star1.
pub fn star1<G: Game>(
    game: &G,
    state: &G::State,
    options: &ExpectationOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Expected<G> {
    run(game, state, false, options, budget, observer)
}

/// Finds what the first agent can expect in a state of a zero-sum game without cycles, with the
/// pruning of Star2.
pub fn star2<G: Game>(
    game: &G,
    state: &G::State,
    options: &ExpectationOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Expected<G> {
    run(game, state, true, options, budget, observer)
}

fn run<G: Game>(
    game: &G,
    state: &G::State,
    probes: bool,
    options: &ExpectationOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Expected<G> {
    let searching = Searching::new(game, state, options, budget, observer)?;
    let mut search = Star { searching, probes };
    let found = search.best(state, options.all_best);
    search.searching.report(found, options.all_best)
}

/// The ends of a window: a value at or below `low`, or at or above `high`, need not be known more
/// closely.
#[derive(Clone)]
struct Window {
    low: Rational,
    high: Rational,
}

struct Star<'g, G: Game> {
    searching: Searching<'g, G>,
    /// Whether successors are probed first.
    probes: bool,
}

impl<G: Game> Star<'_, G> {
    /// Returns the window that every value is strictly inside of.
    fn open(&self) -> Window {
        let one = Rational::from(1);
        Window { low: &self.searching.whole.low - &one, high: &self.searching.whole.high + &one }
    }

    /// Returns the value of a state, and moves of the agent on turn that have it: the first, or all.
    fn best(&mut self, state: &G::State, all: bool) -> Visit<(Span, Vec<G::Move>), G> {
        let span = self.search(state, &self.open(), 0)?;
        let Turn::Of(agent) = self.searching.game.turn(state) else {
            return Ok((span, Vec::new()));
        };
        let mut best = Vec::new();
        for mv in self.searching.moves(state, agent)? {
            // Nothing is better than the value: it is enough to know what reaches it.
            let mut window = self.open();
            match agent {
                Agent::FIRST => window.high = span.low.clone(),
                _ => window.low = span.low.clone(),
            }
            let after = self.search(&self.searching.game.after(state, agent, mv), &window, 1)?;
            let reaches = match agent {
                Agent::FIRST => after.low >= span.low,
                _ => after.high <= span.low,
            };
            if reaches {
                best.push(mv);
                if !all {
                    break;
                }
            }
        }
        Ok((span, best))
    }

    /// Returns bounds on the value of a state that are equal, or both at the same side of the window.
    fn search(&mut self, state: &G::State, window: &Window, depth: u32) -> Visit<Span, G> {
        let known = self.searching.table.get(state).cloned();
        if let Some(known) = known.as_ref().filter(|known| window.is_decided_by(known)) {
            return Ok(known.clone());
        }
        self.searching.meter.node()?;
        let found = deep::<G::State, _>(depth, || match self.searching.game.turn(state) {
            Turn::Final => self.end(state),
            Turn::Together => Err(NoEquilibria::Unfit(Unfit::Together, state.clone())),
            Turn::Chance => self.chance(state, window, depth),
            Turn::Of(agent) => self.choice(state, agent, window, depth),
        })?;
        // Both are right, so that the closer ends are.
        let closer = match known {
            None => found,
            Some(known) => Span { low: found.low.max(known.low), high: found.high.min(known.high) },
        };
        self.searching.table.keep(state, &closer);
        Ok(closer)
    }

    /// Returns the payoff of a final state, which must be in the range of the outcomes: what was
    /// skipped is taken to be.
    fn end(&self, state: &G::State) -> Visit<Span, G> {
        let value = payoff(self.searching.game, state)?;
        match self.searching.whole.low <= value && value <= self.searching.whole.high {
            true => Ok(Span::exactly(value)),
            false => Err(NoEquilibria::Unfit(Unfit::Inexact(Agent::FIRST), state.clone())),
        }
    }

    fn choice(
        &mut self,
        state: &G::State,
        agent: Agent,
        window: &Window,
        depth: u32,
    ) -> Visit<Span, G> {
        let max = agent == Agent::FIRST;
        let start = if max { &self.searching.whole.low } else { &self.searching.whole.high };
        let (mut found, mut window) = (Span::exactly(start.clone()), window.clone());
        for mv in self.searching.moves(state, agent)? {
            let after = self.searching.game.after(state, agent, mv);
            let span = self.search(&after, &window, depth + 1)?;
            if max {
                found = Span { low: found.low.max(span.low), high: found.high.max(span.high) };
                if found.low >= window.high {
                    found.high = self.searching.whole.high.clone();
                    break;
                }
                window.low = window.low.max(found.low.clone());
            } else {
                found = Span { low: found.low.min(span.low), high: found.high.min(span.high) };
                if found.high <= window.low {
                    found.low = self.searching.whole.low.clone();
                    break;
                }
                window.high = window.high.min(found.high.clone());
            }
        }
        Ok(found)
    }

    fn chance(&mut self, state: &G::State, window: &Window, depth: u32) -> Visit<Span, G> {
        let mut parts = Vec::new();
        for (mv, probability) in chances(self.searching.game, state) {
            let state = self.searching.game.after(state, Agent::CHANCE, mv);
            let span = self.searching.table.get(&state).unwrap_or(&self.searching.whole).clone();
            parts.push(Part { state, weight: probability.into(), span });
        }
        if parts.is_empty() {
            return Err(NoEquilibria::Unfit(Unfit::Stuck, state.clone()));
        }
        let mut sum = total(&parts);
        if self.probes {
            self.refine(&mut parts, &mut sum, window, depth, Self::probe)?;
        }
        self.refine(&mut parts, &mut sum, window, depth, |star, part, window, depth| {
            star.search(&part.state, window, depth)
        })?;
        Ok(sum)
    }

    /// Finds closer bounds of one part after the other, until those of the sum are close enough.
    fn refine(
        &mut self,
        parts: &mut [Part<G::State>],
        sum: &mut Span,
        window: &Window,
        depth: u32,
        look: impl Fn(&mut Self, &Part<G::State>, &Window, u32) -> Visit<Span, G>,
    ) -> Visit<(), G> {
        for part in parts {
            if window.is_decided_by(sum) {
                break;
            }
            if !part.span.is_exact()
                && let Some(inner) = part.window(window, sum)
            {
                let span = look(self, part, &inner, depth + 1)?;
                part.improve(sum, span);
            }
        }
        Ok(())
    }

    /// Searches the first move of a successor of a roll: its agent gets at least that.
    fn probe(&mut self, part: &Part<G::State>, window: &Window, depth: u32) -> Visit<Span, G> {
        let whole = self.searching.whole.clone();
        let Turn::Of(agent) = self.searching.game.turn(&part.state) else { return Ok(whole) };
        let Some(&mv) = self.searching.moves(&part.state, agent)?.first() else { return Ok(whole) };
        let after = self.searching.game.after(&part.state, agent, mv);
        let span = self.search(&after, window, depth + 1)?;
        Ok(match agent {
            Agent::FIRST => Span { low: span.low, high: whole.high },
            _ => Span { low: whole.low, high: span.high },
        })
    }
}

impl Window {
    /// Returns whether bounds are close enough: equal, or outside of the window.
    fn is_decided_by(&self, span: &Span) -> bool {
        span.is_exact() || span.low >= self.high || span.high <= self.low
    }
}

/// A successor of a state where chance moves.
struct Part<S> {
    state: S,
    weight: Rational,
    span: Span,
}

impl<S> Part<S> {
    /// Returns the window outside of which the value of this part alone decides, if the value of the
    /// whole is within `sum`.
    fn window(&self, window: &Window, sum: &Span) -> Option<Window> {
        let others_low = &sum.low - &(&self.weight * &self.span.low);
        let others_high = &sum.high - &(&self.weight * &self.span.high);
        let low = (&window.low - &others_high).divided_by(&self.weight)?;
        let high = (&window.high - &others_low).divided_by(&self.weight)?;
        Some(Window { low, high })
    }

    /// Takes closer bounds, and changes the bounds of the sum accordingly.
    fn improve(&mut self, sum: &mut Span, span: Span) {
        if span.low > self.span.low {
            sum.low = &sum.low + &(&self.weight * &(&span.low - &self.span.low));
            self.span.low = span.low;
        }
        if span.high < self.span.high {
            sum.high = &sum.high - &(&self.weight * &(&self.span.high - &span.high));
            self.span.high = span.high;
        }
    }
}

/// Returns the bounds of the average of all parts.
fn total<S>(parts: &[Part<S>]) -> Span {
    let sum = |bound: fn(&Span) -> &Rational| {
        let add = |sum: Rational, part: &Part<S>| &sum + &(&part.weight * bound(&part.span));
        parts.iter().fold(Rational::ZERO, add)
    };
    Span { low: sum(|span| &span.low), high: sum(|span| &span.high) }
}
