//! The memory layout of relations. A relation of arity k is a table of rows, one for each tuple of
//! its first k-1 arguments; a row is the set of last arguments. So unary relations are bitboards,
//! and binary ones adjacency matrices. Stable relations are stored once for all states; binary ones
//! have their columns in addition to their rows.

use ludex_base::Bits;

use super::bits::width;
use super::sets::UnarySet;
use crate::structure::{Structure, Tuple};
use crate::syntax::Name;

/// The location of one relation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub arity: usize,
    /// Whether it is stored with the stable relations rather than in the state.
    pub stable: bool,
    /// The first word of its rows.
    pub rows: usize,
    /// The first word of its columns, for stable binary relations.
    pub columns: Option<usize>,
}

/// The locations of all relations, for universes of one size.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub size: usize,
    pub width: usize,
    pub names: Vec<Name>,
    pub places: Vec<Place>,
    /// The number of words of a state.
    pub state_words: usize,
    /// The stable relations.
    pub stable: Vec<u64>,
    /// The sets defined by marks.
    pub sets: Vec<UnarySet>,
}

/// The largest number of words of all relations: 64 MiB.
const MOST_WORDS: usize = 8 << 20;

/// The error that the relations of a state take too much memory.
#[derive(Clone, Debug, thiserror::Error)]
#[error("relation `{0}` with {1} places over {2} elements takes too much memory")]
pub(crate) struct TooBig(pub Name, pub usize, pub usize);

impl Layout {
    /// Lays out relations with their arities over a universe of this size; those that `is_stable`
    /// selects are stored separately.
    pub fn new(
        relations: impl IntoIterator<Item = (Name, usize)>,
        size: usize,
        is_stable: impl Fn(&Name) -> bool,
    ) -> Result<Layout, TooBig> {
        let mut layout = Layout { size, width: width(size), ..Layout::default() };
        for (name, arity) in relations {
            let stable = is_stable(&name);
            layout.reserve(name, arity, stable)?;
        }
        Ok(layout)
    }

    /// Reserves memory for one more relation.
    pub fn reserve(&mut self, name: Name, arity: usize, stable: bool) -> Result<usize, TooBig> {
        let rows = (self.size.max(1)).checked_pow(arity.saturating_sub(1) as u32);
        let words = rows.and_then(|rows| rows.checked_mul(self.width)).filter(|&w| w <= MOST_WORDS);
        let words = words.ok_or_else(|| TooBig(name.clone(), arity, self.size))?;
        let place = if stable {
            let start = self.stable.len();
            let twice = if arity == 2 { 2 * words } else { words };
            self.stable.resize(start + twice, 0);
            let columns = (arity == 2).then_some(start + words);
            Place { arity, stable, rows: start, columns }
        } else {
            let start = self.state_words;
            self.state_words += words;
            Place { arity, stable, rows: start, columns: None }
        };
        if self.state_words.max(self.stable.len()) > MOST_WORDS {
            return Err(TooBig(name, arity, self.size));
        }
        self.names.push(name);
        self.places.push(place);
        Ok(self.places.len() - 1)
    }

    /// Returns whether a stable nullary relation is true.
    pub fn is_true(&self, relation: u16) -> bool {
        self.stable[self.places[usize::from(relation)].rows] & 1 == 1
    }

    /// Returns the number of a relation.
    pub fn relation(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| &**n == name)
    }

    /// Returns the word and the bit of a tuple of a relation, counted from the first row.
    #[inline]
    pub fn bit(&self, relation: usize, tuple: impl Iterator<Item = usize>) -> (usize, u32) {
        let (mut row, mut last) = (0, 0);
        for (i, element) in tuple.enumerate() {
            row = if i == 0 { 0 } else { row * self.size + last };
            last = element;
        }
        (self.places[relation].rows + row * self.width + last / 64, (last % 64) as u32)
    }

    /// Adds a tuple to a stable relation.
    pub fn set_stable(&mut self, relation: usize, tuple: &Tuple) {
        let (word, bit) = self.bit(relation, tuple.iter().copied());
        self.stable[word] |= 1 << bit;
        if let (Some(columns), [x, y]) = (self.places[relation].columns, tuple.as_slice()) {
            self.stable[columns + y * self.width + x / 64] |= 1 << (x % 64);
        }
    }

    /// Packs a structure: stable relations into the layout, the others into the words of a state.
    pub fn pack(&mut self, structure: &Structure) -> Vec<u64> {
        let mut state = vec![0; self.state_words];
        for (name, relation) in &structure.relations {
            let Some(number) = self.relation(name) else { continue };
            for tuple in &relation.tuples {
                match self.places[number].stable {
                    true => self.set_stable(number, tuple),
                    false => {
                        let (word, bit) = self.bit(number, tuple.iter().copied());
                        state[word] |= 1 << bit;
                    }
                }
            }
        }
        state
    }

    /// Returns a view of a state in this layout.
    pub fn view<'a, const W: usize>(&'a self, state: &'a [u64]) -> View<'a, W> {
        debug_assert_eq!(self.width, W);
        let full = Bits::below(self.size);
        View {
            size: self.size,
            full,
            places: &self.places,
            state,
            stable: &self.stable,
            sets: &self.sets,
        }
    }
}

/// A view of all relations of a state.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, const W: usize> {
    pub size: usize,
    /// The universe.
    pub full: Bits<W>,
    places: &'a [Place],
    state: &'a [u64],
    stable: &'a [u64],
    pub sets: &'a [UnarySet],
}

impl<const W: usize> View<'_, W> {
    #[inline]
    pub fn place(&self, relation: u16) -> Place {
        self.places[usize::from(relation)]
    }

    /// Returns the words of the state or of the stable relations from an index on.
    #[inline]
    pub fn words(&self, stable: bool, first: usize) -> &[u64] {
        if stable { &self.stable[first..] } else { &self.state[first..] }
    }

    /// Returns a row of a relation.
    #[inline]
    pub fn row(&self, place: Place, row: usize) -> Bits<W> {
        let words = if place.stable { self.stable } else { self.state };
        Bits::read(&words[place.rows + row * W..])
    }

    /// Returns the elements that precede one in a binary relation.
    #[inline]
    pub fn column(&self, place: Place, column: u16) -> Bits<W> {
        if let Some(columns) = place.columns {
            return Bits::read(&self.stable[columns + usize::from(column) * W..]);
        }
        let mut set = Bits::EMPTY;
        for row in 0..self.size {
            if self.row(place, row).contains(column) {
                set.insert(row as u16);
            }
        }
        set
    }
}
