//! The child a node goes on with, and what it has to know about the others.

use ludex_game::Hints;

use super::effort::{Effort, INFINITE, Sum, Width};
use super::engine::Engine;

/// What a node knows about its children when it chooses one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The chosen child, counted from the first.
    pub chosen: Option<usize>,
    /// Its numbers for the agent on turn and for the others.
    pub chosen_own: u32,
    pub chosen_other: u32,
    /// The least number for the agent on turn.
    pub least: u32,
    /// What the next best child looks like.
    pub second: u32,
    /// The numbers for the others.
    pub sum: Sum,
}

impl Default for Choice {
    fn default() -> Choice {
        let (least, second) = (INFINITE, INFINITE);
        Choice { chosen: None, chosen_own: 0, chosen_other: 0, least, second, sum: Sum::default() }
    }
}

impl Choice {
    /// Whether one of the two goals is decided in favour of who pursues it.
    pub fn closed(&self) -> bool {
        self.least == 0 || self.sum.total() == 0
    }
}

impl<G: Hints, W: Width> Engine<'_, '_, G, W> {
    /// The numbers of one pair over all children from `base` on.
    #[inline]
    pub fn combined(&self, base: usize, pair: usize, max: bool) -> Effort {
        let width = self.width.get();
        let pairs = self.numbers[base * width..].chunks_exact(width);
        Effort::combine(pairs.map(|numbers| numbers[pair]), max)
    }

    /// The child with the least number for the agent on turn, and what there is beside it.
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
            let shown = match self.crew {
                Some(crew) if !numbers[own].solved() => {
                    crew.burden(self.children[base + i].key, effort)
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
