//! What an explorer keeps of every node. In a search that was resumed some nodes are unknown: most
//! of a large tree is never visited again, so room is made for what is known only.

/// Items of nodes, by their numbers.
pub(super) struct Known<T> {
    /// Of the nodes of a checkpoint: 1 more than the place in `found`, 0 if the node is unknown.
    places: Vec<u32>,
    found: Vec<T>,
    /// The items of all nodes after them.
    rest: Vec<T>,
}

impl<T: Clone> Known<T> {
    /// Returns the items of the first nodes.
    pub fn new(items: Vec<T>) -> Known<T> {
        Known { places: Vec::new(), found: Vec::new(), rest: items }
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.places.len() + self.rest.len()
    }

    /// Returns the item of a node, if it is known.
    #[inline]
    pub fn get(&self, node: u32) -> Option<&T> {
        match self.places.get(node as usize) {
            None => self.rest.get(node as usize - self.places.len()),
            Some(&place) => self.found.get((place as usize).wrapping_sub(1)),
        }
    }

    /// Adds nodes.
    #[inline]
    pub fn extend(&mut self, items: impl Iterator<Item = T>) {
        self.rest.extend(items);
    }

    /// Makes room for this number of nodes in all; the new ones are unknown.
    pub fn reserve(&mut self, nodes: usize) {
        let known = std::mem::replace(self, Known::new(Vec::new()));
        self.places = vec![0; nodes];
        for node in 0..known.len() as u32 {
            known.get(node).into_iter().for_each(|item| _ = self.set(node, item.clone()));
        }
    }

    /// Makes a node known. Returns false if it is known already, or there is no room for it.
    pub fn set(&mut self, node: u32, item: T) -> bool {
        let Some(place @ 0) = self.places.get_mut(node as usize) else { return false };
        self.found.push(item);
        *place = self.found.len() as u32;
        true
    }

    /// Keeps these nodes only, with new numbers in this order.
    pub fn keep(&mut self, nodes: &[u32]) {
        let items: Option<Vec<T>> = nodes.iter().map(|&node| self.get(node).cloned()).collect();
        *self = match items {
            Some(items) => Known::new(items),
            None => {
                let mut kept = Known::new(Vec::new());
                kept.places = vec![0; nodes.len()];
                for (new, &old) in nodes.iter().enumerate() {
                    let item = self.get(old).into_iter();
                    item.for_each(|item| _ = kept.set(new as u32, item.clone()));
                }
                kept
            }
        };
    }

    /// Removes all nodes from this number on. Those of a checkpoint stay.
    pub fn truncate(&mut self, nodes: usize) {
        self.rest.truncate(nodes.saturating_sub(self.places.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(known: &Known<char>) -> Vec<Option<char>> {
        (0..known.len() as u32).map(|node| known.get(node).copied()).collect()
    }

    #[test]
    fn nodes_of_a_checkpoint_are_unknown_until_they_are_set() {
        let mut known = Known::new(vec!['a']);
        known.reserve(3);
        known.extend("de".chars());
        assert!(known.set(2, 'c'));
        assert!(!known.set(2, 'x') && !known.set(4, 'x') && !known.set(5, 'x'));
        assert_eq!(items(&known), [Some('a'), None, Some('c'), Some('d'), Some('e')]);
        assert_eq!(known.get(5), None);
        known.truncate(4);
        assert_eq!(items(&known), [Some('a'), None, Some('c'), Some('d')]);
        known.keep(&[0, 3, 1]);
        assert_eq!(items(&known), [Some('a'), Some('d'), None]);
        assert!(known.set(2, 'b'));
        known.extend("c".chars());
        known.keep(&[0, 2, 3]);
        assert_eq!(items(&known), [Some('a'), Some('b'), Some('c')]);
        assert!(!known.set(1, 'x'));
    }
}
