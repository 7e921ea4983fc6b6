//! What the sliding-tile puzzle knows about good play.

use ludex_base::mix;
use ludex_game::{Agent, Bounds, Hints, Model, Outcome};

use super::{NPuzzle, PuzzleState, Slide, WAYS};

impl Hints for NPuzzle {
    /// Returns exact bounds for an unsolvable puzzle.
    fn bounds(&self, state: &PuzzleState) -> Bounds {
        match self.is_solvable(*state) {
            true => Bounds { low: Outcome::WORST, high: self.outcomes.best() },
            false => Bounds::exactly(Outcome::WORST),
        }
    }

    /// Puts slides first that bring the tile nearer to its place.
    fn candidates(&self, state: &PuzzleState, out: &mut Vec<Slide>) {
        let start = out.len();
        self.moves(state, Agent::FIRST, out);
        out[start..].sort_by_key(|mv| {
            let cell = self.source(*state, usize::from(mv.0)).unwrap_or_default();
            let tile = state.tile(cell);
            self.distance(tile, usize::from(state.blank)) > self.distance(tile, cell)
        });
    }

    /// Returns the smaller key of the board and its mirror image at the diagonal, with the tiles
    /// renamed to match.
    fn canonical_key(&self, state: &PuzzleState) -> u64 {
        let mut mirror = 0;
        for cell in (0..self.size * self.size).filter(|&cell| cell != usize::from(state.blank)) {
            mirror |= (self.turned(state.tile(cell) - 1) as u64 + 1) << (4 * self.turned(cell));
        }
        mix(state.tiles.min(mirror))
    }

    /// Every end is a win, so that the outcome does not matter.
    fn least_moves(&self, state: &PuzzleState, _at_least: Outcome) -> Option<u32> {
        Some(self.least_slides(*state))
    }

    fn history_size(&self) -> usize {
        WAYS.len()
    }

    #[inline]
    fn history_index(&self, mv: Slide) -> usize {
        usize::from(mv.0)
    }
}
