//! Which moves to try first: those that cut before, wherever they were played.

const CODES: usize = 1 << 12;

/// How often a move was the best, by its code.
pub(super) struct History(Vec<u32>);

impl History {
    pub fn new() -> History {
        History(vec![0; CODES])
    }

    pub fn score(&self, code: u32) -> u32 {
        self.0[code as usize % CODES]
    }

    /// The move decided a search to this depth.
    pub fn credit(&mut self, code: u32, depth: u32) {
        let score = &mut self.0[code as usize % CODES];
        *score = score.saturating_add(depth * depth + 1);
    }

    /// Lets the past count less.
    pub fn fade(&mut self) {
        self.0.iter_mut().for_each(|score| *score /= 4);
    }
}
