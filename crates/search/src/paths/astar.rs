//! A* \[HNR68\] over states: the one with the least sum of the moves made and the estimated moves
//! left is next. Without estimates it goes breadth first. A state that is reached by fewer moves
//! than before is looked at again, so that estimates need not be consistent.

use ludex_game::Hints;
use rustc_hash::FxHashMap;

use super::{Goal, PathSearch, Paths};
use crate::algorithms::{ValueOptions, ValueSearch};
use crate::budget::{Meter, Search};

/// Makes the search.
pub(crate) fn astar<'g, G: Hints>(
    game: &'g G,
    options: &ValueOptions,
) -> Box<dyn ValueSearch<G> + 'g> {
    Box::new(Paths::new(game, options, AStar))
}

struct AStar;

impl<G: Hints> PathSearch<G> for AStar {
    fn find(
        &self,
        goal: &Goal<'_, G>,
        state: &G::State,
        meter: &mut Meter,
    ) -> (Search<Option<Vec<G::Move>>>, usize) {
        let numbers = FxHashMap::default();
        let mut run = Run { goal, nodes: Vec::new(), numbers, open: Vec::new() };
        let found = run.search(state, meter);
        (found, run.bytes())
    }
}

/// A state that was met.
struct Node<M> {
    /// The fewest moves to it so far.
    made: u32,
    /// Whether its successors were met by a play of that length.
    expanded: bool,
    /// The last of these moves and the state before it; none of the first state.
    last: Option<(M, u32)>,
}

struct Run<'r, 'g, G: Hints> {
    goal: &'r Goal<'g, G>,
    nodes: Vec<Node<G::Move>>,
    numbers: FxHashMap<G::State, u32>,
    /// The states that are to be looked at, with the moves made, by the sum of moves.
    open: Vec<Vec<(u32, u32, G::State)>>,
}

impl<G: Hints> Run<'_, '_, G> {
    fn search(&mut self, start: &G::State, meter: &mut Meter) -> Search<Option<Vec<G::Move>>> {
        self.meet(start.clone(), 0, None);
        let mut sum = 0;
        while sum < self.open.len() {
            // Of equals the last one, which is likely to be the nearest to the goal.
            let Some((number, made, state)) = self.open[sum].pop() else {
                sum += 1;
                continue;
            };
            let node = &mut self.nodes[number as usize];
            if made > node.made || std::mem::replace(&mut node.expanded, true) {
                continue;
            }
            if self.goal.is_reached(&state) {
                return Ok(Some(self.moves_to(number)));
            }
            meter.node()?;
            for (mv, next) in self.goal.successors(&state)? {
                sum = sum.min(self.meet(next, made + 1, Some((mv, number))));
            }
            meter.memory(self.bytes())?;
        }
        Ok(None)
    }

    /// Notes a play to a state, if it is the shortest so far. Returns the sum of its moves and
    /// those estimated to be left, or a large number.
    fn meet(&mut self, state: G::State, made: u32, last: Option<(G::Move, u32)>) -> usize {
        let new = self.nodes.len() as u32;
        let number = *self.numbers.entry(state.clone()).or_insert(new);
        match self.nodes.get_mut(number as usize) {
            Some(node) if node.made <= made => return usize::MAX,
            Some(node) => *node = Node { made, expanded: false, last },
            None => self.nodes.push(Node { made, expanded: false, last }),
        }
        let estimate = self.goal.estimate(&state);
        if estimate == u32::MAX {
            return usize::MAX;
        }
        let sum = made as usize + estimate as usize;
        if self.open.len() <= sum {
            self.open.resize_with(sum + 1, Vec::new);
        }
        self.open[sum].push((number, made, state));
        sum
    }

    /// Returns the moves of the shortest play to a state.
    fn moves_to(&self, mut number: u32) -> Vec<G::Move> {
        let mut moves = Vec::new();
        while let Some((mv, before)) = self.nodes[number as usize].last {
            moves.push(mv);
            number = before;
        }
        moves.reverse();
        moves
    }

    /// Returns the bytes in use: a state is in the index and, until it is looked at, in a list.
    fn bytes(&self) -> usize {
        let index = self.numbers.capacity() * 8 / 7 * (size_of::<(G::State, u32)>() + 1);
        let list = self.nodes.len() * size_of::<(u32, u32, G::State)>();
        let nodes = self.nodes.capacity() * size_of::<Node<G::Move>>();
        index + list + nodes + 2 * self.nodes.len() * self.goal.game.heap_bytes()
    }
}
