//! Checkpoints as streams of bytes, chunk by chunk, so that memory for one chunk is enough.

use std::io::{self, Read, Write};

use crate::StoreError;
use crate::blocks::{Blocks, Extent};

/// The number of bytes of a chunk. The smaller it is, the more chunks stay as they were.
const CHUNK: usize = 1 << 18;

/// A checkpoint being read. Damage is an error of the kind `InvalidData`: then what was read so far
/// is right, but there is no more.
pub struct Checkpoint<'s> {
    blocks: &'s mut Blocks,
    chunks: std::vec::IntoIter<Extent>,
    chunk: Vec<u8>,
    place: usize,
}

impl<'s> Checkpoint<'s> {
    pub(crate) fn new(blocks: &'s mut Blocks, chunks: Vec<Extent>) -> Checkpoint<'s> {
        Checkpoint { blocks, chunks: chunks.into_iter(), chunk: Vec::new(), place: 0 }
    }

    /// Returns the number of bytes that are left.
    pub fn bytes_left(&self) -> u64 {
        let chunks = self.chunks.as_slice().iter().map(|chunk| u64::from(chunk.plain));
        chunks.sum::<u64>() + (self.chunk.len() - self.place) as u64
    }
}

impl Read for Checkpoint<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.place == self.chunk.len() {
            let Some(extent) = self.chunks.next() else { return Ok(0) };
            self.chunk = self.blocks.read(extent).map_err(to_io)?;
            self.place = 0;
        }
        let count = out.len().min(self.chunk.len() - self.place);
        out[..count].copy_from_slice(&self.chunk[self.place..][..count]);
        self.place += count;
        Ok(count)
    }
}

/// A checkpoint being written. Chunks that the last one has, too, are not written again: what does
/// not change must begin a chunk, which is what flushing is for.
pub(crate) struct Chunks<'s> {
    blocks: &'s mut Blocks,
    chunk: Vec<u8>,
    /// The chunks of the last checkpoint that are not in this one so far.
    pub old: Vec<Extent>,
    /// The chunks of this one, and those of them that were written.
    pub extents: Vec<Extent>,
    pub written: Vec<Extent>,
}

impl<'s> Chunks<'s> {
    pub fn new(blocks: &'s mut Blocks, old: Vec<Extent>) -> Chunks<'s> {
        let chunk = Vec::with_capacity(CHUNK);
        Chunks { blocks, chunk, old, extents: Vec::new(), written: Vec::new() }
    }
}

impl Write for Chunks<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..count]);
        if self.chunk.len() == CHUNK {
            self.flush()?;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.chunk.is_empty() {
            let unused = self.old.len();
            let extent = self.blocks.write_new(&self.chunk, &mut self.old).map_err(to_io)?;
            self.extents.push(extent);
            if self.old.len() == unused {
                self.written.push(extent);
            }
            self.chunk.clear();
        }
        Ok(())
    }
}

fn to_io(error: StoreError) -> io::Error {
    match error {
        StoreError::Io(error) => error,
        other => io::Error::new(io::ErrorKind::InvalidData, other),
    }
}
