//! The reachable states and the edges back to their predecessors.

use ludex_game::{Agent, Game, Turn};

use super::memory::{Ledger, Pieces};
use super::numbers::Numbers;
use crate::budget::{Meter, Search, Stopped};

/// The kind of a state, in one word: final with its outcome, or the number of moves of the agent on
/// turn.
#[derive(Clone, Copy)]
pub(super) struct Kind(u32);

const FINAL: u32 = 1 << 31;
const MAX: u32 = 1 << 30;

impl Kind {
    fn of_final(rank: u16) -> Kind {
        Kind(FINAL | u32::from(rank))
    }

    fn of_turn(max: bool, moves: usize) -> Search<Kind> {
        let moves = u32::try_from(moves).ok().filter(|&moves| moves < MAX);
        Ok(Kind(moves.ok_or(Stopped::Memory)? | if max { MAX } else { 0 }))
    }

    /// Returns the rank of the outcome of a final state.
    pub fn rank(self) -> Option<u16> {
        (self.0 & FINAL != 0).then_some(self.0 as u16)
    }

    /// Returns whether Max is on turn, if the state is not final.
    pub fn max(self) -> bool {
        self.0 & MAX != 0
    }

    /// Returns the number of moves.
    pub fn moves(self) -> u32 {
        if self.0 & FINAL != 0 { 0 } else { self.0 & !MAX }
    }
}

/// The graph with its edges reversed.
pub(super) struct Graph {
    pub kinds: Pieces<Kind>,
    /// The index of the first predecessor of each state, and a last entry.
    starts: Vec<u32>,
    predecessors: Vec<u32>,
    /// The final states, in the order of their outcomes.
    finals: Vec<u32>,
}

impl Graph {
    /// Lists the states reachable from one by moves of the agents on turn, breadth first, so that
    /// the edges come in the order of their sources.
    pub fn explore<G: Game>(
        game: &G,
        state: &G::State,
        meter: &mut Meter,
        ledger: &mut Ledger,
    ) -> Search<(Graph, Numbers<G::State>)> {
        let best = game.outcomes().best();
        let mut numbers = Numbers::new(game.heap_bytes(), ledger)?;
        let (mut kinds, mut targets, mut moves) = (Pieces::new(), Pieces::new(), Vec::new());
        numbers.add(state.clone(), ledger)?;
        while kinds.len() < numbers.len() {
            meter.node()?;
            let state = numbers.state(kinds.len() as u32).clone();
            let kind = match game.turn(&state) {
                Turn::Together => return Err(Stopped::Together),
                Turn::Chance => return Err(Stopped::Chance),
                Turn::Final => Kind::of_final(game.outcome(&state).min(best).0),
                Turn::Of(agent) => {
                    moves.clear();
                    game.moves(&state, agent, &mut moves);
                    for &mv in &moves {
                        let next = numbers.add(game.after(&state, agent, mv), ledger)?;
                        targets.push(next, ledger)?;
                    }
                    Kind::of_turn(agent == Agent::FIRST, moves.len())?
                }
            };
            kinds.push(kind, ledger)?;
        }
        Ok((Graph::turn_round(kinds, targets, ledger)?, numbers))
    }

    /// Reverses the edges, by counting.
    fn turn_round(kinds: Pieces<Kind>, targets: Pieces<u32>, ledger: &mut Ledger) -> Search<Graph> {
        u32::try_from(targets.len()).map_err(|_| Stopped::Memory)?;
        let mut starts = ledger.list(0u32, kinds.len() + 1)?;
        targets.iter().for_each(|&target| starts[target as usize] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum; // the end, for now: each edge filled in moves it down by one
        }
        let mut predecessors = ledger.list(0u32, targets.len())?;
        let mut edges = targets.iter();
        for (source, kind) in (0..).zip(kinds.iter()) {
            for &target in edges.by_ref().take(kind.moves() as usize) {
                let place = &mut starts[target as usize];
                *place -= 1;
                predecessors[*place as usize] = source;
            }
        }
        drop(edges);
        targets.drop(ledger);
        let count = kinds.iter().filter(|kind| kind.rank().is_some()).count();
        ledger.claim(count * size_of::<u32>())?;
        let mut finals = Vec::with_capacity(count);
        finals.extend((0..).zip(kinds.iter()).filter_map(|(n, k)| k.rank().map(|_| n)));
        finals.sort_unstable_by_key(|&n| (kinds.get(n as usize).rank(), n));
        Ok(Graph { kinds, starts, predecessors, finals })
    }

    /// Returns the predecessors of this state; twice, if two moves lead to it.
    #[inline]
    pub fn predecessors(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.predecessors[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// Returns the final states with the outcome of this rank.
    pub fn finals(&self, rank: u16) -> &[u32] {
        let rank_of = |number: &u32| self.kinds.get(*number as usize).rank();
        let start = self.finals.partition_point(|n| rank_of(n) < Some(rank));
        let end = self.finals.partition_point(|n| rank_of(n) <= Some(rank));
        &self.finals[start..end]
    }

    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    pub fn drop(self, ledger: &mut Ledger) {
        self.kinds.drop(ledger);
        ledger.drop(self.starts);
        ledger.drop(self.predecessors);
        ledger.drop(self.finals);
    }
}
