//! The bytes of a checkpoint: arrays of words one after the other, and checksums.
//!
//! Reading them is what a search that goes on has to do before anything else. So they are converted
//! block by block, while a block is in the cache of the processor, into arrays whose length is
//! known; nothing is done for a single node.

use std::io::{self, Read, Write};

use super::checkpoint::Word;
use crate::table::mix;

/// The number of bytes of a block.
const BLOCK: usize = 1 << 16;

/// A checksum of blocks. It has four sums, each of every fourth word, since a processor adds to all
/// of them at once.
#[derive(Default)]
struct Checksum {
    sums: [u64; 4],
    bytes: u64,
}

impl Checksum {
    fn add(&mut self, block: &[u8]) {
        let (rows, rest) = block.as_chunks::<32>();
        for row in rows {
            for (sum, &word) in self.sums.iter_mut().zip(row.as_chunks().0) {
                *sum = plus(*sum, u64::from_le_bytes(word));
            }
        }
        for &byte in rest {
            self.sums[0] = plus(self.sums[0], u64::from(byte));
        }
        self.bytes += block.len() as u64;
    }

    fn value(&self) -> u64 {
        self.sums.iter().fold(mix(self.bytes), |sum, &part| mix(sum ^ part))
    }
}

/// Adds a word to a sum. Different words, or different sums, give different results.
#[inline]
fn plus(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

/// Writes a checkpoint.
pub(super) struct Saver<'w> {
    out: &'w mut dyn Write,
    sum: Checksum,
    block: Vec<u8>,
}

impl<'w> Saver<'w> {
    pub fn new(out: &'w mut dyn Write) -> Saver<'w> {
        Saver { out, sum: Checksum::default(), block: Vec::new() }
    }

    /// Writes one word.
    pub fn word<W: Word>(&mut self, word: W) -> io::Result<()> {
        word.save(&mut self.block);
        self.write_block()
    }

    /// Writes many words, after their number. They begin a part of their own (see
    /// [`Checkpoints::save`](super::Checkpoints::save)).
    pub fn words<W: Word + Copy>(&mut self, words: &[W]) -> io::Result<()> {
        self.out.flush()?;
        self.word(words.len() as u64)?;
        for block in words.chunks(BLOCK / W::BYTES) {
            W::save_all(block, &mut self.block);
            self.write_block()?;
        }
        Ok(())
    }

    /// Writes the checksum of everything so far.
    pub fn checksum(&mut self) -> io::Result<()> {
        self.out.write_all(&self.sum.value().to_le_bytes())
    }

    fn write_block(&mut self) -> io::Result<()> {
        self.sum.add(&self.block);
        self.out.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }
}

/// Memory for words that are to be read.
pub(super) struct Room<W> {
    words: Vec<W>,
    pub count: usize,
}

/// Reads a checkpoint. Every function returns None if it ends too early or has no such words.
pub(super) struct Loader<'r> {
    input: Box<dyn Read + 'r>,
    sum: Checksum,
    block: Vec<u8>,
}

impl<'r> Loader<'r> {
    pub fn new(input: Box<dyn Read + 'r>) -> Loader<'r> {
        Loader { input, sum: Checksum::default(), block: Vec::new() }
    }

    /// Reads one word.
    pub fn word<W: Word>(&mut self) -> Option<W> {
        W::load(self.read_block(W::BYTES)?)
    }

    /// Reads many words.
    pub fn words<W: Word>(&mut self) -> Option<Vec<W>> {
        let room = self.room()?;
        self.words_into(room, &mut |_| ())
    }

    /// Reads how many words there are, and makes room for as many.
    pub fn room<W>(&mut self) -> Option<Room<W>> {
        let (count, mut words) = (usize::try_from(self.word::<u64>()?).ok()?, Vec::new());
        words.try_reserve_exact(count).ok()?;
        Some(Room { words, count })
    }

    /// Reads many words, and tells of them block by block, while they are in the cache.
    pub fn words_into<W: Word>(
        &mut self,
        Room { mut words, count }: Room<W>,
        each: &mut dyn FnMut(&[W]),
    ) -> Option<Vec<W>> {
        while words.len() < count {
            let (from, block) = (words.len(), (count - words.len()).min(BLOCK / W::BYTES));
            W::load_all(self.read_block(block * W::BYTES)?, &mut words)?;
            each(&words[from..]);
        }
        Some(words)
    }

    /// Reads the checksum of everything so far, and compares it.
    pub fn checksum(&mut self) -> Option<()> {
        let sum = self.sum.value();
        let mut written = [0; 8];
        self.input.read_exact(&mut written).ok()?;
        (u64::from_le_bytes(written) == sum).then_some(())
    }

    fn read_block(&mut self, bytes: usize) -> Option<&[u8]> {
        self.block.resize(bytes, 0);
        self.input.read_exact(&mut self.block).ok()?;
        self.sum.add(&self.block);
        Some(&self.block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Words = (u64, Vec<u32>, Vec<u64>);

    fn save((one, small, large): &Words) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut saver = Saver::new(&mut bytes);
        let saved = saver.word(*one).and(saver.words(small)).and(saver.words(large));
        saved.and(saver.checksum()).expect("writing to memory");
        bytes
    }

    fn load(bytes: &[u8]) -> Option<Words> {
        let mut loader = Loader::new(Box::new(bytes));
        let words = (loader.word()?, loader.words()?, loader.words()?);
        loader.checksum().map(|()| words)
    }

    #[test]
    fn words_come_back_and_any_change_of_a_byte_is_noticed() {
        let numbers = |count: u64| (0..count).map(mix).collect();
        for (small, large) in [(0, 0), (5, 3), (40_000, 20_001)] {
            let words = (7, (0..small).collect(), numbers(large));
            let mut bytes = save(&words);
            assert_eq!(load(&bytes).as_ref(), Some(&words));
            for at in (0..bytes.len()).step_by(1 + bytes.len() / 200) {
                bytes[at] ^= 1 << (at % 8);
                assert_eq!(load(&bytes), None, "byte {at}");
                assert_eq!(load(&bytes[..at]), None, "only {at} bytes");
                bytes[at] ^= 1 << (at % 8);
            }
        }
    }

    #[test]
    fn a_count_that_cannot_be_is_no_reason_to_panic() {
        for count in [u64::MAX, 1 << 60, 1 << 33, 2] {
            let mut loader = Loader::new(Box::new(io::Cursor::new(count.to_le_bytes())));
            assert_eq!(loader.words::<u64>(), None, "{count}");
        }
    }
}
