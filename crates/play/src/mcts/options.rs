//! How to search: plain UCT, or with what general game players have found useful.

/// How a Monte Carlo tree search searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// The constant of the exploration term of UCB, for values from 0 to 1.
    pub exploration: f32,
    /// Rapid action value estimation (Gelly and Silver 2011, with the schedule of least mean squared
    /// error): how far the mean of all playouts where a move is played later is off, for a move of
    /// its own; the smaller, the longer it counts. 0 for none.
    pub rave: f32,
    /// Move-average sampling (Finnsson and Björnsson 2008): a playout draws so many of the moves and
    /// plays the one that did best so far wherever it was played; 1 plays at random.
    pub draw: u32,
    /// Back up proved results (MCTS Solver, Section 2.5; score bounds, Section 3.5.3).
    pub solve: bool,
    /// One node for a state, however it is reached.
    pub transpositions: bool,
    /// Look at all moves of a state that is visited often: one of them may end the game.
    pub look_ahead: bool,
    /// The most bytes of the tree.
    pub max_bytes: usize,
}

impl MctsOptions {
    /// UCT as Kocsis and Szepesvári (2006) have it.
    pub fn uct() -> MctsOptions {
        MctsOptions {
            exploration: 0.7,
            rave: 0.0,
            draw: 1,
            solve: false,
            transpositions: false,
            look_ahead: false,
            max_bytes: 256 << 20,
        }
    }

    /// The search with all improvements.
    pub fn improved() -> MctsOptions {
        MctsOptions {
            exploration: 0.5,
            rave: 0.1,
            draw: 2,
            solve: true,
            // Finding a state again costs as much as a playout of a quick game.
            transpositions: false,
            look_ahead: true,
            ..MctsOptions::uct()
        }
    }
}
