//! The window of a search.

/// The depth and the window of the search of a state, and its distance from the root.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub depth: u32,
    pub alpha: i32,
    pub beta: i32,
    pub ply: u32,
    /// The estimate of the state before, if it is known.
    pub before: Option<i32>,
}

impl Window {
    /// Returns the window for a child.
    pub fn next(self) -> Window {
        Window { depth: self.depth - 1, ply: self.ply + 1, before: None, ..self }
    }

    /// Returns the window for the child of a state with one move only, which takes no depth.
    pub fn forced(self) -> Window {
        Window { ply: self.ply + 1, before: None, ..self }
    }

    /// Narrows the window by the value of a move of the player or of an opponent. Returns whether
    /// that is a cutoff.
    pub fn narrow(&mut self, mine: bool, value: i32) -> bool {
        match mine {
            true => self.alpha = self.alpha.max(value),
            false => self.beta = self.beta.min(value),
        }
        self.alpha >= self.beta
    }

    /// Returns the null window that tests whether a move is better for the mover than its best so
    /// far.
    pub fn test(self, mine: bool) -> Window {
        match mine {
            true => Window { beta: self.alpha.saturating_add(1), ..self },
            false => Window { alpha: self.beta.saturating_sub(1), ..self },
        }
    }

    /// Returns whether a value is better for the mover than its best so far.
    pub fn improves(self, mine: bool, value: i32) -> bool {
        if mine { value > self.alpha } else { value < self.beta }
    }
}
