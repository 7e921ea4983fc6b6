//! Options of Monte Carlo tree search: plain UCT, or with improvements from general game playing.

/// Options of a Monte Carlo tree search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// The constant of the exploration term of UCB, for values from 0 to 1.
    pub exploration: f32,
    /// The bias of rapid action values (Gelly and Silver 2011, with the schedule of least mean
    /// squared error): the smaller, the longer they count beside the mean of a move. 0 for none.
    pub rave: f32,
    /// Move-average sampling (Finnsson and Björnsson 2008): a playout draws this number of moves
    /// and plays the one with the best mean result over all states; 1 plays at random.
    pub draw: u32,
    /// Whether to back up proved results (MCTS Solver, Section 2.5; score bounds, Section 3.5.3).
    pub solve: bool,
    /// Whether a state that is reached on several paths has one node only.
    pub transpositions: bool,
    /// Whether to try all moves of a state that is visited often: one of them may end the game.
    pub look_ahead: bool,
    /// The number of playouts from a leaf where the game has a [`Sampler`]; 1 for one by one. The
    /// moves of a sampler are not known, so there is no rapid action value and no move average
    /// then.
    ///
    /// [`Sampler`]: ludex_game::Sampler
    pub batch: u64,
    /// The constant of the exploration term with batches, whose means have a smaller variance than
    /// single results.
    pub batch_exploration: f32,
    /// With batches, the number of visits that the prior value of a move counts for: the mean of
    /// its siblings and what it gained over its siblings elsewhere (as in progressive history,
    /// Nijssen and Winands 2011). A search of few simulations then need not try all moves. 0 for
    /// none.
    pub history: f32,
    /// The greatest size of the tree in bytes.
    pub max_bytes: usize,
}

impl MctsOptions {
    /// Returns the options of plain UCT (Kocsis and Szepesvári 2006).
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

    /// Returns the options with all improvements.
    pub fn improved() -> MctsOptions {
        MctsOptions {
            exploration: 0.5,
            rave: 0.1,
            draw: 2,
            solve: true,
            // A lookup costs as much as a playout of a fast game.
            transpositions: false,
            look_ahead: true,
            batch: 64,
            batch_exploration: 0.2,
            history: 1.0,
            ..MctsOptions::uct()
        }
    }

    /// Returns the options for playouts in batches.
    pub(super) fn in_batches(self) -> MctsOptions {
        MctsOptions { exploration: self.batch_exploration, rave: 0.0, draw: 1, ..self }
    }

    /// Returns the options for playouts one by one.
    pub(super) fn one_by_one(self) -> MctsOptions {
        MctsOptions { batch: 1, history: 0.0, ..self }
    }
}
