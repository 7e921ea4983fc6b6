//! Turns, moves and payoffs.

use ludex_game::{Agent, Agents, Fraction, Game, HashSeed, Model, Outcome, Outcomes, Turn};

use super::keys::{bit_key, location_key};
use super::state::MOST_MATCHED;
use super::{RewriteGame, RewriteMove, RewriteState};

impl Model for RewriteGame {
    type State = RewriteState;
    type Move = RewriteMove;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> RewriteState {
        self.state(self.description().start, self.engine.start())
    }

    #[inline]
    fn turn(&self, state: &RewriteState) -> Turn {
        match state.over {
            true => Turn::Final,
            false => {
                let location = &self.description().locations[usize::from(state.location)];
                Turn::Of(Agent(location.player as u8))
            }
        }
    }

    fn moves(&self, state: &RewriteState, agent: Agent, out: &mut Vec<RewriteMove>) {
        let moving = &self.moving[usize::from(state.location)];
        let Some(Some(location)) = moving.get(agent.index()).copied() else { return };
        if state.over {
            return;
        }
        let rules = self.rules_of(location);
        self.engine.matches(&state.words, state.facts, rules, true, &mut |edge, found| {
            // The move is filled in where it is stored, which avoids copying all of it for one or
            // two elements.
            out.push(RewriteMove { edge: edge as u16, matched: [0; MOST_MATCHED] });
            let Some(RewriteMove { matched, .. }) = out.last_mut() else { return false };
            match *found {
                [first] => matched[0] = first,
                [first, second] => (matched[0], matched[1]) = (first, second),
                _ => matched[..found.len()].copy_from_slice(found),
            }
            true
        });
    }

    fn outcome(&self, state: &RewriteState) -> Outcome {
        let value = self.first_payoff(state);
        let rank = self.values.binary_search(&value).unwrap_or_else(|near| {
            let unlisted = || format!("the payoff {value} is none of those listed at first");
            self.engine.fault.get_or_init(unlisted);
            near.min(self.values.len() - 1)
        });
        Outcome(rank as u16)
    }

    fn holds(&self, state: &RewriteState, own_atom: u32) -> bool {
        let atom = own_atom as usize;
        if let Some((_, node)) = self.sentences.get(atom) {
            return self.engine.truth(&state.words, node);
        }
        let (atom, size) = (atom - self.sentences.len(), self.engine.layout.size);
        let Some(&relation) = self.marks.get(atom / size) else { return false };
        let (word, bit) = self.engine.layout.bit(relation, std::iter::once(atom % size));
        state.words[word] >> bit & 1 == 1
    }

    #[inline]
    fn key(&self, state: &RewriteState) -> u64 {
        state.key
    }

    #[inline]
    fn seeded_key(&self, state: &RewriteState, seed: HashSeed) -> Option<u64> {
        let location = std::iter::once(u64::from(state.location));
        Some(seed.hash(location.chain(state.words.iter().copied())))
    }

    fn can_repeat(&self) -> bool {
        !self.grows
    }

    fn payoff(&self, state: &RewriteState, agent: Agent) -> f64 {
        let terms = &self.payoffs[usize::from(state.location)];
        self.engine.value(&state.words, &terms[agent.index()]).to_f64()
    }

    fn fraction(&self, state: &RewriteState, agent: Agent) -> Option<Fraction> {
        let terms = &self.payoffs[usize::from(state.location)];
        self.engine.value(&state.words, &terms[agent.index()]).fraction()
    }

    fn zero_sum(&self) -> bool {
        self.description().is_zero_sum()
    }

    fn fault(&self) -> Option<String> {
        self.engine.fault.get().cloned()
    }
}

impl Game for RewriteGame {
    fn play(&self, state: &mut RewriteState, _agent: Agent, mv: RewriteMove) {
        let step = &self.edges[usize::from(mv.edge)];
        let matched = &mv.matched[..step.size];
        if !self.engine.fixed {
            match self.engine.applied(&state.words, step.rule, matched) {
                Ok((words, _)) => *state = self.state(step.target, words),
                Err(too_big) => {
                    self.engine.fault.get_or_init(|| too_big.to_string());
                }
            }
            return;
        }
        let mut key = state.key ^ location_key(usize::from(state.location));
        self.engine.change(&mut state.words, step.rule, matched, |word, bit| {
            key ^= bit_key(word, bit);
        });
        state.key = key ^ location_key(step.target);
        state.location = step.target as u16;
        state.facts = self.engine.facts_after(&state.words, state.facts, step.rule, matched);
        state.over = self.is_over(state);
    }
}
