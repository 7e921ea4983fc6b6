//! Random explicit games and formulas for the tests, with hints that are sound but arbitrary.
#![allow(dead_code)] // unit tests of the crate use a part

use ludex_game::{
    Agent, Agents, Atom, Bounds, Game, Hints, Model, Outcome, Outcomes, Question, Turn,
};
use ludex_logic::{Formula, Formulas};

/// A small random number generator (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Tree,
    Dag,
    Cyclic,
}

/// A game given by lists; a state is its number, a move the index in its agent's list.
#[derive(Clone, Debug)]
pub struct Explicit {
    pub agents: Agents,
    pub outcomes: Outcomes,
    pub turn: Vec<Turn>,
    /// Successors by state and agent.
    pub next: Vec<Vec<Vec<u32>>>,
    pub outcome: Vec<Outcome>,
    /// The atoms of each state, as bits.
    pub labels: Vec<u8>,
    pub repeats: bool,
    /// Hints: bounds, candidates and the smallest mirror image of each state.
    pub bounds: Option<Vec<Bounds>>,
    pub candidates: Option<Vec<Vec<u16>>>,
    pub mirror: Option<Vec<u32>>,
    pub slots: usize,
}

impl Explicit {
    /// Makes a game of this number of states, all final and lost by Max until changed.
    pub fn blank(states: usize, agents: usize, outcomes: usize) -> Explicit {
        let names = ["Max", "Min", "Third"];
        Explicit {
            agents: Agents::new(names[..agents].iter().copied()),
            outcomes: Outcomes::scores(-(outcomes as i32 / 2), (outcomes as i32 - 1) / 2),
            turn: vec![Turn::Final; states],
            next: vec![vec![Vec::new(); agents]; states],
            outcome: vec![Outcome::WORST; states],
            labels: vec![0; states],
            repeats: false,
            bounds: None,
            candidates: None,
            mirror: None,
            slots: 0,
        }
    }

    pub fn random(random: &mut Random, shape: Shape, most_states: usize) -> Explicit {
        let states = 2 + random.below(most_states);
        let agents = 1 + random.below(3);
        let mut game = Explicit::blank(states, agents, 2 + random.below(6));
        game.repeats = shape == Shape::Cyclic || random.one_in(5);
        game.slots = if random.one_in(2) { 1 + random.below(5) } else { 0 };
        let mut unused = 1;
        for state in 0..states {
            game.labels[state] = random.below(16) as u8;
            game.outcome[state] = Outcome(random.below(game.outcomes.len()) as u16);
            if !random.one_in(4) {
                game.fill(random, shape, state, &mut unused);
            }
        }
        game
    }

    /// Makes a game without cycles that takes a while: layers of states, each with three moves into
    /// the next layer, the agents alternating.
    pub fn layered(random: &mut Random, layers: usize, width: usize) -> Explicit {
        let mut game = Explicit::blank(layers * width, 2, 7);
        for state in 0..layers * width {
            game.outcome[state] = Outcome(random.below(7) as u16);
            let layer = state / width;
            if layer + 1 < layers {
                let agent = layer % 2;
                game.turn[state] = Turn::Of(Agent(agent as u8));
                let below = (layer + 1) * width;
                game.next[state][agent] =
                    (0..3).map(|_| (below + random.below(width)) as u32).collect();
            }
        }
        game
    }

    /// Makes a game in layers of which only the last is final, so that it takes long to solve: a
    /// tree, or a DAG of layers at least 60 wide, about thirty of them in a large one, with about
    /// this number of states.
    pub fn deep(random: &mut Random, shape: Shape, states: usize) -> Explicit {
        let mut next: Vec<Vec<u32>> = Vec::new();
        let mut turns = Vec::new();
        let (mut layer, mut unused) = (0..1, 1);
        while unused < states {
            let width = (2 * layer.len()).min((states / 20).max(60));
            let agent = Turn::Of(Agent(u8::from(layer.start % 2 == 1 || random.one_in(8))));
            for place in 0..layer.len() {
                // As in real games, paths that meet again have separated recently.
                let near = place * width / layer.len();
                let mut after = Vec::new();
                for _ in 0..2 + random.below(2) {
                    after.push(match shape {
                        Shape::Tree => unused + after.len(),
                        _ => layer.end + (near + random.below(8)) % width,
                    } as u32);
                }
                unused =
                    if shape == Shape::Tree { unused + after.len() } else { layer.end + width };
                next.push(after);
                turns.push(agent);
            }
            layer = layer.end..unused;
        }
        let mut game = Explicit::blank(unused, 2, 2 + random.below(6));
        for (state, (after, turn)) in next.into_iter().zip(turns).enumerate() {
            game.turn[state] = turn;
            game.next[state][turn.agent().expect("somebody").index()] = after;
        }
        for outcome in &mut game.outcome {
            *outcome = Outcome(random.below(game.outcomes.len()) as u16);
        }
        game
    }

    /// Adds random moves to a state. `unused` is the first state without predecessor, for trees.
    fn fill(&mut self, random: &mut Random, shape: Shape, state: usize, unused: &mut usize) {
        let (states, agents) = (self.turn.len(), self.agents.len());
        let on_turn = random.below(agents);
        for agent in 0..agents {
            let count = if agent == on_turn { 1 + random.below(3) } else { random.below(3) };
            for _ in 0..count {
                let next = match shape {
                    Shape::Cyclic => random.below(states),
                    Shape::Dag if state + 1 < states => {
                        state + 1 + random.below((states - state - 1).min(6))
                    }
                    Shape::Tree if (*unused).max(state + 1) < states => {
                        *unused = (*unused).max(state + 1);
                        *unused += 1;
                        *unused - 1
                    }
                    _ => break,
                };
                self.next[state][agent].push(next as u32);
            }
        }
        if self.next[state][on_turn].is_empty() {
            self.next[state].iter_mut().for_each(Vec::clear);
        } else {
            self.turn[state] = Turn::Of(Agent(on_turn as u8));
        }
    }

    /// Returns the value of every state of a game without cycles, by [Saf13, Algorithm 4].
    pub fn minimax(&self) -> Vec<u16> {
        let mut values = vec![0; self.turn.len()];
        for state in (0..self.turn.len()).rev() {
            values[state] = match self.turn[state] {
                Turn::Of(agent) => {
                    let next = &self.next[state][agent.index()];
                    let after = next.iter().map(|&s| values[s as usize]);
                    if agent == Agent::FIRST { after.max() } else { after.min() }
                        .expect("on turn there is a move")
                }
                _ => self.outcome[state].0,
            };
        }
        values
    }

    /// Returns where Max can force at least this rank (or, for `max` false, can be held below it):
    /// the attractor, extended until it stops growing.
    pub fn attractor(&self, rank: u16, max: bool) -> Vec<bool> {
        let mut inside: Vec<bool> = (0..self.turn.len())
            .map(|s| self.turn[s] == Turn::Final && (self.outcome[s].0 >= rank) == max)
            .collect();
        loop {
            let before = inside.clone();
            for (state, inside) in inside.iter_mut().enumerate() {
                let Turn::Of(agent) = self.turn[state] else { continue };
                let mut next = self.next[state][agent.index()].iter();
                *inside |= if (agent == Agent::FIRST) == max {
                    next.any(|&s| before[s as usize])
                } else {
                    next.all(|&s| before[s as usize])
                };
            }
            if inside == before {
                return inside;
            }
        }
    }

    /// Returns what each side can force: the best rank Max can force, and the least Max can be held
    /// to.
    pub fn forced(&self, state: usize) -> Bounds {
        let ranks = 1..self.outcomes.len() as u16;
        let low = ranks.clone().filter(|&rank| self.attractor(rank, true)[state]).max();
        let high = ranks.filter(|&rank| self.attractor(rank, false)[state]).min();
        Bounds {
            low: Outcome(low.unwrap_or(0)),
            high: high.map_or(self.outcomes.best(), |rank| Outcome(rank - 1)),
        }
    }

    /// Adds hints that are sound for these values and as unhelpful as possible.
    pub fn hint(&mut self, random: &mut Random, values: &[u16]) {
        let best = self.outcomes.best().0;
        let widen = |random: &mut Random, v: u16| Bounds {
            low: Outcome(if random.one_in(2) { v } else { random.below(v as usize + 1) as u16 }),
            high: Outcome(v + random.below((best - v) as usize + 1) as u16),
        };
        let bounds: Vec<Bounds> = values.iter().map(|&v| widen(random, v)).collect();
        let states = 0..self.turn.len();
        let candidates = states.map(|s| self.prune(random, s, values, bounds[s])).collect();
        let first = |s: usize| {
            (0..=s).find(|&r| values[r] == values[s] && self.turn[r] == self.turn[s]).unwrap_or(s)
        };
        let mirror = (0..values.len()).map(|s| if s % 3 == 0 { first(s) } else { s } as u32);
        self.mirror = Some(mirror.collect());
        self.bounds = Some(bounds);
        self.candidates = Some(candidates);
    }

    /// Removes moves on which the value of the state does not depend, and shuffles the rest.
    fn prune(&self, random: &mut Random, state: usize, values: &[u16], bounds: Bounds) -> Vec<u16> {
        let Turn::Of(agent) = self.turn[state] else { return Vec::new() };
        let next = &self.next[state][agent.index()];
        let value = values[state];
        let worst = if agent == Agent::FIRST { bounds.low } else { bounds.high };
        let mut kept: Vec<u16> = (0..next.len() as u16).collect();
        let keeper = (0..next.len()).find(|&i| values[next[i] as usize] == value);
        kept.retain(|&i| !random.one_in(2) || (worst.0 != value && keeper == Some(usize::from(i))));
        for i in (1..kept.len()).rev() {
            kept.swap(i, random.below(i + 1));
        }
        kept
    }
}

impl Model for Explicit {
    type State = u32;
    type Move = u16;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> u32 {
        0
    }

    fn turn(&self, state: &u32) -> Turn {
        self.turn[*state as usize]
    }

    fn moves(&self, state: &u32, agent: Agent, out: &mut Vec<u16>) {
        out.extend(0..self.next[*state as usize][agent.index()].len() as u16);
    }

    fn outcome(&self, state: &u32) -> Outcome {
        self.outcome[*state as usize]
    }

    fn holds(&self, state: &u32, own_atom: u32) -> bool {
        self.labels[*state as usize] >> own_atom & 1 == 1
    }

    fn key(&self, state: &u32) -> u64 {
        u64::from(*state)
    }

    fn can_repeat(&self) -> bool {
        self.repeats
    }
}

impl Game for Explicit {
    fn play(&self, state: &mut u32, agent: Agent, mv: u16) {
        *state = self.next[*state as usize][agent.index()][usize::from(mv)];
    }
}

impl Hints for Explicit {
    fn bounds(&self, state: &u32) -> Bounds {
        let all = Bounds { low: Outcome::WORST, high: self.outcomes.best() };
        self.bounds.as_ref().map_or(all, |bounds| bounds[*state as usize])
    }

    fn candidates(&self, state: &u32, out: &mut Vec<u16>) {
        match (&self.candidates, self.turn(state)) {
            (Some(candidates), _) => out.extend(&candidates[*state as usize]),
            (None, Turn::Of(agent)) => self.moves(state, agent, out),
            _ => {}
        }
    }

    fn canonical_key(&self, state: &u32) -> u64 {
        u64::from(self.mirror.as_ref().map_or(*state, |mirror| mirror[*state as usize]))
    }

    fn history_size(&self) -> usize {
        self.slots
    }

    fn history_index(&self, mv: u16) -> usize {
        usize::from(mv) % self.slots.max(1)
    }
}

/// Makes a random formula over the atoms and agents of a game.
pub fn random_formula(
    random: &mut Random,
    game: &Explicit,
    dag: &mut Formulas,
    depth: usize,
) -> Formula {
    let agent = |random: &mut Random| Agent(random.below(game.agents.len()) as u8);
    if depth == 0 {
        let atom = match random.below(8) {
            0 => Atom::Win(agent(random)),
            1 => Atom::Lost(agent(random)),
            2 => Atom::Turn(agent(random)),
            3 => Atom::Final,
            4 => Atom::Outcome(Outcome(random.below(game.outcomes.len()) as u16)),
            n => Atom::Own(n as u32 % 4),
        };
        return dag.atom(atom);
    }
    let mut part = |random: &mut Random| {
        let depth = random.below(depth).max(depth.saturating_sub(2));
        random_formula(random, game, dag, depth)
    };
    match random.below(6) {
        0 => !part(random),
        1 => {
            let (left, right) = (part(random), part(random));
            dag.and(left, right)
        }
        2 => {
            let (left, right) = (part(random), part(random));
            dag.or(left, right)
        }
        n => {
            let inner = part(random);
            let agent = agent(random);
            if n == 3 { dag.boxed(agent, inner) } else { dag.diamond(agent, inner) }
        }
    }
}

/// Makes the question about one agent of a game.
pub fn ask(game: &Explicit, asked: u8) -> Question<'_, Explicit> {
    Question { game, asked: Agent(asked) }
}
