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
    /// The number of playouts from a leaf where the game has a [`Sampler`]; 1 for one by one. The
    /// moves of a sampler are not known, so there is no rapid action value and no move average then.
    ///
    /// [`Sampler`]: ludex_game::Sampler
    pub batch: u64,
    /// The constant of the exploration term with batches: their means are surer than single results.
    pub batch_exploration: f32,
    /// With batches, what its siblings are worth, and how much better than its siblings the same move
    /// was elsewhere in the tree, counts for so many visits of a move (as in progressive history,
    /// Nijssen and Winands 2011): few simulations need not try all moves. 0 for none.
    pub history: f32,
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
            batch: 1,
            batch_exploration: 0.7,
            history: 0.0,
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
            batch: 64,
            batch_exploration: 0.2,
            history: 1.0,
            ..MctsOptions::uct()
        }
    }

    /// What is left of them where playouts come in batches.
    pub(super) fn in_batches(self) -> MctsOptions {
        MctsOptions { exploration: self.batch_exploration, rave: 0.0, draw: 1, ..self }
    }

    /// What is left of them where playouts come one by one.
    pub(super) fn one_by_one(self) -> MctsOptions {
        MctsOptions { batch: 1, history: 0.0, ..self }
    }
}
