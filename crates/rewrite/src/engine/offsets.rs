//! Joins on grids: if every slot is at a fixed distance from the first, all matches are computed at
//! once by shifting sets.

use super::layout::Layout;
use super::node::{Level, RowTest, fixed_distance};

/// Slots at fixed distances from an anchor, the element of the first slot.
#[derive(Clone, Debug)]
pub(crate) struct Offsets {
    /// The anchors from which all steps exist.
    pub anchors: Vec<u64>,
    pub steps: Vec<Step>,
}

/// A slot, its distance from the anchor, and the rows its element must be in.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub slot: u8,
    pub by: isize,
    pub rows: Vec<RowTest>,
    /// The rows as a set, if there are many.
    pub set: Option<u16>,
}

impl Offsets {
    /// Returns the offsets of the levels of a join, if all slots are at fixed distances.
    pub fn of(levels: &[Level], layout: &Layout) -> Option<Offsets> {
        let mut offsets = Offsets { anchors: full(layout), steps: Vec::new() };
        for level in levels {
            offsets.add(level, layout)?;
        }
        (!levels.is_empty()).then_some(offsets)
    }

    fn add(&mut self, level: &Level, layout: &Layout) -> Option<()> {
        let (tied, rows): (Vec<RowTest>, Vec<RowTest>) =
            level.rows.iter().partition(|row| row.by.is_some());
        if level.rest.is_some() {
            return None;
        }
        let mut distance = if self.steps.is_empty() { Some(0) } else { None };
        for tie in tied {
            let other = self.steps.iter().find(|step| Some(step.slot) == tie.by)?.by;
            if tie.negated || !tie.stable {
                return None;
            }
            let (by, from) = fixed_distance(tie.first, layout)?;
            if distance.is_some_and(|known| known != other + by) {
                return None;
            }
            distance = Some(other + by);
            self.narrow(&from, other, layout);
        }
        let by = distance?;
        // Slots at the same distance have the same element, which a test may exclude.
        let same = |slot: &u8| self.steps.iter().any(|step| step.slot == *slot && step.by == by);
        if level.differs.iter().any(same) {
            return None;
        }
        let set = level.set.as_ref().map(|(number, _)| *number);
        self.steps.push(Step { slot: level.slot, by, rows, set });
        Some(())
    }

    /// Keeps the anchors that are in a set when shifted.
    fn narrow(&mut self, set: &[u64], by: isize, layout: &Layout) {
        for anchor in 0..layout.size {
            let moved = anchor as isize + by;
            let inside = (0..layout.size as isize).contains(&moved)
                && set[moved as usize / 64] >> (moved % 64) & 1 == 1;
            if !inside {
                self.anchors[anchor / 64] &= !(1 << (anchor % 64));
            }
        }
    }
}

pub(super) fn full(layout: &Layout) -> Vec<u64> {
    let mut words = vec![0; layout.width];
    (0..layout.size).for_each(|element| words[element / 64] |= 1 << (element % 64));
    words
}
