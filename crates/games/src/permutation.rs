//! Boards of two words, one for each agent: keys, and images under any symmetry of the cells.
//!
//! [`Symmetries`](crate::symmetry::Symmetries) serves rectangles with keys updated stone by stone;
//! here the symmetry is any permutation (of a triangle, of a rhombus) and nothing is kept in the
//! state.

use ludex_game::Agent;

use crate::bitboard::Bitboard;

/// Returns a key for the words of two agents and whose turn it is.
#[inline]
pub(crate) fn board_key<W: Bitboard>(sets: [W; 2], turn: Agent) -> u64 {
    sets[1].mixed(sets[0].key(turn))
}

/// Returns the smallest key over the symmetries of the board.
pub(crate) fn canonical_board_key<W: Bitboard>(
    sets: [W; 2],
    turn: Agent,
    symmetries: &[Permutation<W>],
) -> u64 {
    let images = symmetries.iter().map(|s| board_key(sets.map(|set| s.apply(set)), turn));
    images.fold(board_key(sets, turn), u64::min)
}

/// A permutation of cells, prepared to be applied to words: four cells at a time by table.
#[derive(Clone, Debug)]
pub(crate) struct Permutation<W> {
    tables: Vec<[W; 16]>,
}

impl<W: Bitboard> Permutation<W> {
    /// Returns the permutation that maps each cell to its entry in the list.
    pub fn new(image: &[usize]) -> Permutation<W> {
        let table = |group: &[usize]| {
            std::array::from_fn(|nibble| {
                let chosen = group.iter().enumerate().filter(|(i, _)| nibble >> i & 1 == 1);
                chosen.fold(W::EMPTY, |set, (_, &cell)| set | W::cell(cell as u32))
            })
        };
        Permutation { tables: image.chunks(4).map(table).collect() }
    }

    /// Returns the image of a word.
    #[inline]
    pub fn apply(&self, set: W) -> W {
        let (mut rest, mut image) = (set, W::EMPTY);
        for table in &self.tables {
            image |= table[(rest.low() & 15) as usize];
            rest >>= 4;
        }
        image
    }
}
