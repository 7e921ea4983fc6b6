//! The free parts of a file.

use std::collections::BTreeMap;

/// The gaps between blocks, and the end of the last block.
#[derive(Debug)]
pub(crate) struct Space {
    /// By offset, the length. No two gaps touch, and none touches the end.
    gaps: BTreeMap<u64, u64>,
    end: u64,
}

impl Space {
    /// Returns the space that these blocks (offset and length) leave free after `start`, or `None`
    /// if they overlap.
    pub fn around(start: u64, mut blocks: Vec<(u64, u64)>) -> Option<Space> {
        blocks.sort_unstable();
        let mut space = Space { gaps: BTreeMap::new(), end: start };
        for (offset, length) in blocks {
            let gap = offset.checked_sub(space.end)?;
            if gap > 0 {
                space.gaps.insert(space.end, gap);
            }
            space.end = offset.checked_add(length)?;
        }
        Some(space)
    }

    /// Returns the end of the last block.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Allocates in the smallest gap that is large enough, so that small blocks do not cut up large
    /// gaps, or at the end.
    pub fn take(&mut self, length: u64) -> u64 {
        let gaps = self.gaps.iter().map(|(&at, &gap)| (at, gap));
        let fitting = gaps.filter(|&(_, gap)| gap >= length).min_by_key(|&(_, gap)| gap);
        let Some((offset, gap)) = fitting else {
            self.end += length;
            return self.end - length;
        };
        self.gaps.remove(&offset);
        if gap > length {
            self.gaps.insert(offset + length, gap - length);
        }
        offset
    }

    /// Frees a block and merges it with the gaps it touches.
    pub fn give(&mut self, mut offset: u64, mut length: u64) {
        if let Some((&before, &gap)) = self.gaps.range(..offset).next_back()
            && before + gap == offset
        {
            self.gaps.remove(&before);
            (offset, length) = (before, length + gap);
        }
        if let Some(gap) = self.gaps.remove(&(offset + length)) {
            length += gap;
        }
        if offset + length == self.end {
            self.end = offset;
        } else {
            self.gaps.insert(offset, length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_is_used_again() {
        let mut space = Space::around(100, vec![(300, 50), (120, 30)]).expect("no overlap");
        assert_eq!((space.take(20), space.take(150), space.end()), (100, 150, 350));
        assert_eq!((space.take(1), space.end()), (350, 351), "no gap is left");
        space.give(120, 30);
        space.give(300, 50);
        space.give(150, 150);
        assert_eq!((space.take(230), space.end()), (120, 351), "three gaps are one");
        space.give(350, 1);
        space.give(120, 230);
        assert_eq!((space.end(), space.gaps.len()), (120, 0));
    }

    #[test]
    fn blocks_that_overlap_are_noticed() {
        assert!(Space::around(100, vec![(100, 10), (109, 5)]).is_none());
        assert!(Space::around(100, vec![(99, 10)]).is_none());
        assert!(Space::around(100, vec![(200, u64::MAX)]).is_none());
    }
}
