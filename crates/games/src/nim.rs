//! Nim: heaps of counters; take any number from one heap; whoever takes the last one wins.
//!
//! The smallest game with a theory: the side to move wins exactly if the binary sum of the heaps is
//! not zero \[Bou01\], which makes it a good test of solvers.

use ludex_game::{
    Agent, Agents, Game, Hints, Ink, Model, Notation, Outcome, Outcomes, Picture, Shape, TextError,
    Turn,
};

use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

/// The largest heap.
const MOST: usize = 63;
/// The largest number of heaps: six bits each and the turn fit into 64 bits.
const HEAPS: usize = 10;

/// A game of Nim with given heaps.
#[derive(Clone, Debug)]
pub struct Nim {
    agents: Agents,
    outcomes: Outcomes,
    heaps: Vec<u8>,
}

/// Counters left in each heap, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NimState {
    heaps: [u8; HEAPS],
    turn: Agent,
}

/// Take `count` counters from `heap`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    heap: u8,
    count: u8,
}

impl Nim {
    /// Returns Nim with these heaps: at most ten, of at most 63 counters.
    pub fn new(heaps: &[u8]) -> Nim {
        assert!(heaps.len() <= HEAPS && heaps.iter().all(|&h| usize::from(h) <= MOST));
        let agents = Agents::new(["First", "Second"]);
        Nim { agents, outcomes: Outcomes::win_loss(), heaps: heaps.to_vec() }
    }
}

impl Model for Nim {
    type State = NimState;
    type Move = Take;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> NimState {
        let mut heaps = [0; HEAPS];
        heaps[..self.heaps.len()].copy_from_slice(&self.heaps);
        NimState { heaps, turn: Agent::FIRST }
    }

    fn turn(&self, state: &NimState) -> Turn {
        if state.heaps == [0; HEAPS] { Turn::Final } else { Turn::Of(state.turn) }
    }

    fn moves(&self, state: &NimState, _agent: Agent, out: &mut Vec<Take>) {
        for (heap, &size) in state.heaps.iter().enumerate() {
            out.extend((0..size).map(|rest| Take { heap: heap as u8, count: rest + 1 }));
        }
    }

    fn outcome(&self, state: &NimState) -> Outcome {
        // Whoever is on turn now did not take the last counter.
        if state.turn == Agent::FIRST { Outcome::WORST } else { self.outcomes.best() }
    }

    fn holds(&self, state: &NimState, own_atom: u32) -> bool {
        own_atom == 0 && state.heaps.iter().fold(0, |sum, &h| sum ^ h) == 0
    }

    fn key(&self, state: &NimState) -> u64 {
        let heaps = state.heaps.iter().fold(0, |key, &h| key << 6 | u64::from(h));
        ludex_base::mix(heaps << 1 | u64::from(state.turn.0))
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl Game for Nim {
    fn play(&self, state: &mut NimState, agent: Agent, mv: Take) {
        state.heaps[usize::from(mv.heap)] -= mv.count;
        state.turn = agent.other();
    }
}

impl Hints for Nim {
    /// Sorts the heaps: their order does not matter.
    fn canonical_key(&self, state: &NimState) -> u64 {
        let mut sorted = *state;
        sorted.heaps.sort_unstable();
        self.key(&sorted)
    }
}

impl Notation for Nim {
    fn write_move(&self, _state: &NimState, _agent: Agent, mv: Take) -> String {
        format!("{}:{}", mv.heap + 1, mv.count)
    }

    fn write_position(&self, state: &NimState) -> String {
        let heaps: Vec<String> =
            state.heaps[..self.heaps.len()].iter().map(u8::to_string).collect();
        format!("{} {}", heaps.join("-"), self.agents.name(state.turn))
    }

    fn read_position(&self, text: &str) -> Result<NimState, TextError> {
        let (heaps, turn) = text.split_once(' ').unwrap_or((text, "First"));
        let turn = self.agents.named(turn.trim()).ok_or_else(|| {
            TextError::new("the turn must be First or Second", heaps.len()..text.len())
        })?;
        let mut state = NimState { heaps: [0; HEAPS], turn };
        let (mut at, mut count) = (0, 0);
        for part in heaps.split('-') {
            let size = part.parse().ok().filter(|&h: &u8| usize::from(h) <= MOST);
            match (size, state.heaps[..self.heaps.len()].get_mut(count)) {
                (Some(size), Some(heap)) => *heap = size,
                (None, _) => {
                    let message = format!("a heap is a number from 0 to {MOST}");
                    return Err(TextError::new(message, at..at + part.len()));
                }
                (_, None) => {
                    let message = format!("there are only {} heaps", self.heaps.len());
                    return Err(TextError::new(message, at..at + part.len()));
                }
            }
            at += part.len() + 1;
            count += 1;
        }
        Ok(state)
    }

    fn atoms(&self) -> Vec<String> {
        vec!["balanced".to_string()]
    }

    fn picture(&self, state: &NimState) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        for (row, &size) in state.heaps[..self.heaps.len()].iter().enumerate() {
            picture.label(row as i16, 0, (row + 1).to_string());
            for counter in 1..=i16::from(size) {
                picture.cell(row as i16, 2 * counter, "●", Ink::Plain);
            }
        }
        picture
    }
}

impl Family for Nim {
    const INFO: GameInfo = GameInfo {
        name: "nim",
        aliases: &[],
        summary: "take counters from one heap; the last counter wins",
        rules: "A move takes one or more counters from one heap. Whoever takes the last counter \
                wins. Both players always have the same moves, on turn or not.",
        keys: &[KeyInfo {
            name: "heaps",
            default: "3-4-5",
            meaning: "the sizes of up to 10 heaps, each up to 63",
        }],
        position: "the heaps and who is on turn: `3-0-5 Second`",
        moves: "heap, colon, number of counters: `2:4` takes 4 from the second heap",
        atoms: &[AtomInfo { pattern: "balanced", meaning: "the binary sum of the heaps is zero" }],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let heaps = params.numbers("heaps", 0..=MOST)?;
        if heaps.len() > HEAPS {
            return Err(params.error("heaps", format!("there can be at most {HEAPS} heaps")));
        }
        let heaps: Vec<u8> = heaps.into_iter().map(|h| h as u8).collect();
        Ok(visitor.erased(Nim::new(&heaps)))
    }
}
