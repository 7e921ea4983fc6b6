//! The nodes of evidence, kept in packed parts: ten million of them take some hundred megabytes
//! instead of some gigabytes, and whoever goes through them unpacks one part after the other.
//!
//! Every part but the last has [`PART`] nodes. The last one, which is not full, is kept unpacked,
//! so that small evidence is a plain list.

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use ludex_base::{Budget, NoAnswer};
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::FileError;
use crate::file::unlimited;
use crate::packing::{pack, unpack};

/// The number of nodes in a part.
pub(crate) const PART: usize = 1 << 14;

/// The parts that were looked into last are kept unpacked, this many of them.
const RECENT: usize = 4;

/// A list of nodes, children before parents; the last one is the root.
pub struct NodeList<T> {
    /// Full parts, packed.
    parts: Vec<Box<[u8]>>,
    /// The nodes after them: fewer than [`PART`].
    tail: Vec<T>,
    recent: Recent<T>,
}

/// Parts that were looked into, the last one first.
struct Recent<T>(Mutex<Vec<(usize, Arc<[T]>)>>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Recent(Mutex::new(Vec::new()))
    }
}

impl<T> Default for NodeList<T> {
    fn default() -> Self {
        NodeList { parts: Vec::new(), tail: Vec::new(), recent: Recent::default() }
    }
}

impl<T> NodeList<T> {
    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.parts.len() * PART + self.tail.len()
    }

    /// Returns whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T: Serialize + DeserializeOwned> NodeList<T> {
    /// Adds a node at the end.
    pub fn push(&mut self, node: T) {
        self.tail.push(node);
        if self.tail.len() == PART {
            self.parts.push(pack(&self.tail));
            self.tail.clear();
        }
    }

    /// Adds a part as it is in a file, after parts that are full. Fails if it is damaged, or if
    /// the budget is not enough to unpack it.
    pub(crate) fn push_packed(
        &mut self,
        part: Box<[u8]>,
        budget: &Budget,
    ) -> Result<(), NoAnswer<FileError>> {
        let nodes: Vec<T> = unpack(&part, budget)?;
        if !self.tail.is_empty() || nodes.is_empty() || nodes.len() > PART {
            let why = "a part has the wrong number of nodes".to_owned();
            return Err(FileError::Damaged(why).into());
        }
        match nodes.len() == PART {
            true => self.parts.push(part),
            false => self.tail = nodes,
        }
        Ok(())
    }

    /// Returns the parts as they are written to a file.
    pub(crate) fn packed(&self) -> impl Iterator<Item = Box<[u8]>> + '_ {
        let tail = (!self.tail.is_empty()).then(|| pack(&self.tail));
        self.parts.iter().cloned().chain(tail)
    }

    /// Returns the nodes of a full part.
    fn part(&self, part: usize) -> Vec<T> {
        // Parts are packed here, or were unpacked once when they were read.
        unpack(&self.parts[part], &unlimited()).expect("a part can be unpacked again")
    }

    /// Returns the nodes from the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_
    where
        T: Clone,
    {
        let full = (0..self.parts.len()).flat_map(|part| self.part(part));
        full.chain(self.tail.iter().cloned())
    }

    /// Returns the nodes from the last, which is the root, to the first.
    pub fn rev(&self) -> impl Iterator<Item = T> + '_
    where
        T: Clone,
    {
        let full = (0..self.parts.len()).rev().flat_map(|part| self.part(part).into_iter().rev());
        self.tail.iter().rev().cloned().chain(full)
    }

    /// Returns a node by its number. Looking for nodes that are near to each other is fast.
    pub fn get(&self, number: usize) -> Option<T>
    where
        T: Clone,
    {
        let (part, place) = (number / PART, number % PART);
        if part >= self.parts.len() {
            return self.tail.get(number - self.parts.len() * PART).cloned();
        }
        self.recent_part(part).get(place).cloned()
    }

    fn recent_part(&self, part: usize) -> Arc<[T]> {
        let mut recent = self.recent.0.lock().unwrap_or_else(PoisonError::into_inner);
        match recent.iter().position(|(number, _)| *number == part) {
            Some(place) => recent[..=place].rotate_right(1),
            None => {
                recent.truncate(RECENT - 1);
                recent.insert(0, (part, self.part(part).into()));
            }
        }
        recent[0].1.clone()
    }
}

/// A list that is made from its last node to its first.
pub(crate) struct FromRoot<T> {
    list: NodeList<T>,
    /// Nodes of the part that is being filled, the last one first.
    filling: Vec<T>,
    /// The nodes of that part and of those before it that are still to come.
    missing: usize,
}

impl<T: Serialize + DeserializeOwned> FromRoot<T> {
    /// Returns a list that will have this many nodes.
    pub fn new(count: usize) -> FromRoot<T> {
        FromRoot { list: NodeList::default(), filling: Vec::new(), missing: count }
    }

    /// Adds the node before those that there are.
    pub fn push(&mut self, node: T) {
        self.filling.push(node);
        self.missing -= 1;
        if self.missing.is_multiple_of(PART) {
            self.filling.reverse();
            match self.filling.len() == PART {
                true => self.list.parts.push(pack(&self.filling)),
                false => self.list.tail = std::mem::take(&mut self.filling),
            }
            self.filling.clear();
        }
    }

    /// Returns the list, all of whose nodes are there.
    pub fn finish(mut self) -> NodeList<T> {
        self.list.parts.reverse();
        self.list
    }
}

impl<T: Serialize + DeserializeOwned> FromIterator<T> for NodeList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(nodes: I) -> Self {
        let mut list = NodeList::default();
        nodes.into_iter().for_each(|node| list.push(node));
        list
    }
}

impl<T: Serialize + DeserializeOwned> From<Vec<T>> for NodeList<T> {
    fn from(nodes: Vec<T>) -> Self {
        nodes.into_iter().collect()
    }
}

impl<T: Clone> Clone for NodeList<T> {
    fn clone(&self) -> Self {
        let recent = Recent::default();
        NodeList { parts: self.parts.clone(), tail: self.tail.clone(), recent }
    }
}

impl<T: PartialEq + Clone + Serialize + DeserializeOwned> PartialEq for NodeList<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: Eq + Clone + Serialize + DeserializeOwned> Eq for NodeList<T> {}

impl<T: fmt::Debug + Clone + Serialize + DeserializeOwned> fmt::Debug for NodeList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A list is written as a plain list of nodes.
impl<T: Clone + Serialize + DeserializeOwned> Serialize for NodeList<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq;
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        self.iter().try_for_each(|node| list.serialize_element(&node))?;
        list.end()
    }
}

/// Nodes are packed while they are read.
impl<'de, T: Serialize + DeserializeOwned> Deserialize<'de> for NodeList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Serialize + DeserializeOwned> Visitor<'de> for ListVisitor<T> {
    type Value = NodeList<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<NodeList<T>, A::Error> {
        let mut list = NodeList::default();
        while let Some(node) = nodes.next_element()? {
            list.push(node);
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: [usize; 7] = [0, 1, PART - 1, PART, PART + 1, 2 * PART, 5 * PART + 7];

    fn list(count: usize) -> NodeList<u32> {
        (0..count as u32).collect()
    }

    #[test]
    fn a_list_has_its_nodes_from_both_ends() {
        for count in COUNTS {
            let (list, plain) = (list(count), Vec::from_iter(0..count as u32));
            assert_eq!((list.len(), list.is_empty()), (count, count == 0));
            assert_eq!(list.iter().collect::<Vec<u32>>(), plain);
            assert_eq!(list.rev().collect::<Vec<u32>>(), Vec::from_iter((0..count as u32).rev()));
            for number in [0, 1, PART - 1, PART, 3 * PART, 4 * PART - 1, 5 * PART, count] {
                assert_eq!(list.get(number), plain.get(number).copied(), "{number} of {count}");
            }
        }
    }

    #[test]
    fn a_list_can_be_made_from_its_end() {
        for count in COUNTS {
            let mut made = FromRoot::new(count);
            (0..count as u32).rev().for_each(|node| made.push(node));
            assert_eq!(made.finish(), list(count), "{count}");
        }
    }

    #[test]
    fn parts_are_read_as_they_were_packed() {
        let budget = Budget::default();
        for count in COUNTS {
            let mut read = NodeList::<u32>::default();
            for part in list(count).packed() {
                read.push_packed(part, &budget).expect("it was just packed");
            }
            assert_eq!(read, list(count), "{count}");
        }
        let mut short = NodeList::<u32>::default();
        short.push_packed(pack(&[1u32]), &budget).expect("a part that is not full is the last");
        assert!(short.push_packed(pack(&[2u32]), &budget).is_err());
        let mut wrong = NodeList::<u32>::default();
        assert!(wrong.push_packed(pack::<u32>(&[]), &budget).is_err());
        assert!(wrong.push_packed(pack(&vec![1u32; PART + 1]), &budget).is_err());
        assert!(wrong.push_packed(Box::new([1, 2, 3]), &budget).is_err());
    }

    #[test]
    fn lists_differ_by_length_and_content() {
        assert_ne!(list(PART), list(PART + 1));
        assert_ne!(list(PART), vec![0; PART].into());
        assert_eq!(format!("{:?}", list(3)), "[0, 1, 2]");
    }
}
