//! Many random plays at once, for games that have a faster way than one play after the other.

/// Plays many random games from a state.
pub trait Sampler<S> {
    /// Plays `plays` random games from a state, each agent choosing uniformly among its moves.
    /// Stops after `rounds` rounds of moves: where that is not enough, fewer plays come to an end.
    fn sample(&mut self, state: &S, plays: u64, rounds: u64) -> Scores;
}

/// The payoffs of random plays, summed up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scores {
    /// How many plays came to an end.
    pub plays: u64,
    /// How many moves were played; a joint move counts as one.
    pub plies: u64,
    /// For each agent the sum of its payoffs.
    pub sums: Vec<f64>,
    /// For each agent the sum of the squares of its payoffs.
    pub squares: Vec<f64>,
}

impl Scores {
    /// Returns the scores of no plays of a game with this number of agents.
    pub fn new(agents: usize) -> Scores {
        Scores { plays: 0, plies: 0, sums: vec![0.0; agents], squares: vec![0.0; agents] }
    }

    /// Adds the payoff of an agent in a number of plays.
    pub fn add(&mut self, agent: usize, payoff: f64, plays: u32) {
        self.sums[agent] += payoff * f64::from(plays);
        self.squares[agent] += payoff * payoff * f64::from(plays);
    }

    /// Returns the mean payoff of an agent.
    pub fn mean(&self, agent: usize) -> f64 {
        self.sums[agent] / (self.plays.max(1) as f64)
    }
}
