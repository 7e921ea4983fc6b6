//! Between which values a state is searched.

/// What a state is searched for: how deep, and between which values; how far it is from the root.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub depth: u32,
    pub alpha: i32,
    pub beta: i32,
    pub ply: u32,
}

impl Window {
    /// The same for a state a move further.
    pub fn next(self) -> Window {
        Window { depth: self.depth - 1, ply: self.ply + 1, ..self }
    }

    /// Takes the value of a move of the player or of an opponent into account; whether that is enough.
    pub fn narrow(&mut self, mine: bool, value: i32) -> bool {
        match mine {
            true => self.alpha = self.alpha.max(value),
            false => self.beta = self.beta.min(value),
        }
        self.alpha >= self.beta
    }

    /// Only whether something is better for whoever moves than what it has.
    pub fn test(self, mine: bool) -> Window {
        match mine {
            true => Window { beta: self.alpha.saturating_add(1), ..self },
            false => Window { alpha: self.beta.saturating_sub(1), ..self },
        }
    }

    /// Whether a value is better for whoever moves than what it has.
    pub fn improves(self, mine: bool, value: i32) -> bool {
        if mine { value > self.alpha } else { value < self.beta }
    }
}
