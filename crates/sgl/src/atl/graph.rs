//! Concurrent game structures: in every state each agent has some moves, and each combination of
//! one move per agent leads to one state.

/// A concurrent game structure. In a game where one agent moves at a time the other agents have a
/// single move, to wait.
#[derive(Clone, Debug)]
pub struct ConcurrentGame {
    agents: usize,
    /// The number of moves of each agent in each state.
    counts: Vec<u32>,
    /// Where the joint moves of each state start in `successors`.
    offsets: Vec<usize>,
    /// Successors by joint move; the last agent's move changes fastest.
    successors: Vec<u32>,
}

impl ConcurrentGame {
    /// Returns a structure without states.
    pub fn new(agents: usize) -> ConcurrentGame {
        ConcurrentGame { agents, counts: Vec::new(), offsets: vec![0], successors: Vec::new() }
    }

    /// Adds a state. `counts` are the numbers of moves of the agents (at least 1), `successors` the
    /// successor after each joint move, the last agent's move changing fastest.
    pub fn add(&mut self, counts: &[u32], successors: &[u32]) {
        assert_eq!(counts.len(), self.agents, "a number of moves for every agent");
        let joint: usize = counts.iter().map(|&count| count as usize).product();
        assert!(joint > 0 && joint == successors.len(), "a successor for every joint move");
        self.counts.extend_from_slice(counts);
        self.successors.extend_from_slice(successors);
        self.offsets.push(self.successors.len());
    }

    /// Returns the number of states.
    #[allow(clippy::len_without_is_empty)] // nobody asks
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns the number of agents.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// Returns the number of moves of each agent in a state.
    pub fn counts(&self, state: usize) -> &[u32] {
        &self.counts[state * self.agents..(state + 1) * self.agents]
    }

    /// Returns the successor after each joint move of a state.
    pub fn successors(&self, state: usize) -> &[u32] {
        &self.successors[self.offsets[state]..self.offsets[state + 1]]
    }
}
