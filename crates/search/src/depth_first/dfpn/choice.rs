//! Choosing the child to explore next, and the numbers of the other children.

use ludex_game::Hints;

use super::effort::{Effort, INFINITE, Sum, Width};
use super::engine::Engine;

/// The choice of a child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The index of the chosen child.
    pub chosen: Option<usize>,
    /// Its numbers for the agent to move and for the others.
    pub chosen_own: u32,
    pub chosen_other: u32,
    /// The least number for the agent to move.
    pub least: u32,
    /// The number of the second best child.
    pub second: u32,
    /// The sum of the numbers for the others.
    pub sum: Sum,
}

impl Default for Choice {
    fn default() -> Choice {
        let (least, second) = (INFINITE, INFINITE);
        Choice { chosen: None, chosen_own: 0, chosen_other: 0, least, second, sum: Sum::default() }
    }
}

impl Choice {
    /// Returns whether one of the two goals is decided in favour of the side that pursues it.
    pub fn closed(&self) -> bool {
        self.least == 0 || self.sum.total() == 0
    }
}

impl<G: Hints, W: Width> Engine<'_, '_, G, W> {
    /// Returns the numbers of one pair combined over all children from `base` on.
    #[inline]
    pub fn combined(&self, base: usize, pair: usize, max: bool) -> Effort {
        let width = self.width.get();
        let pairs = self.numbers[base * width..].chunks_exact(width);
        Effort::combine(pairs.map(|numbers| numbers[pair]), max)
    }

    /// Returns the child with the least number for the agent to move, and the numbers of the
    /// others.
    #[inline]
    pub fn choose(&self, base: usize, max: bool, (own, other): (usize, usize)) -> Choice {
        let width = self.width.get();
        let mut choice = Choice::default();
        let mut shown_least = INFINITE;
        for (i, numbers) in self.numbers[base * width..].chunks_exact(width).enumerate() {
            let (effort, _) = numbers[own].split(max);
            let (_, rest) = numbers[other].split(max);
            choice.sum.add(rest);
            choice.least = choice.least.min(effort);
            // Other threads make a child look harder than it is (virtual loss).
            let shown = match self.shared {
                Some(shared) if !numbers[own].solved() => {
                    shared.with_virtual_loss(self.children[base + i].key.place, effort)
                }
                _ => effort,
            };
            if shown < shown_least || choice.chosen.is_none() {
                choice.second = shown_least;
                shown_least = shown;
                (choice.chosen, choice.chosen_own, choice.chosen_other) = (Some(i), effort, rest);
            } else {
                choice.second = choice.second.min(shown);
            }
        }
        choice
    }
}
