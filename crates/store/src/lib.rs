//! Solved positions and checkpoints on disk, in one file that survives `kill -9` at any moment.
//!
//! A [`Store`] remembers the [`Answer`] to each [`Question`], so that asking again answers at once,
//! and for each question and method one checkpoint: bytes that a search wrote in order to continue
//! from there. [`Pace`] says when the next checkpoint is due.
//!
//! # Why not a database
//! A checkpoint is written, read and replaced as a whole, and may have gigabytes; answers are few
//! and small. That needs no tree of pages. What it needs is a file of which every byte in use is
//! checked, so that a damaged one gives an error and nothing else.
//!
//! # FORMAT, version 1
//! Numbers are little-endian; "postcard" is the encoding of that name.
//!
//! | place | content |
//! | --- | --- |
//! | 0 | 16 magic bytes: `\x89Ludex store\r\n\x1a\n` |
//! | 16 | the version, 32 bits |
//! | 512, 1024 | two slots of 40 bytes |
//! | 4096 … | blocks and gaps |
//!
//! A **block** is a zstd frame with its checksum. An **extent** says where one is: offset (64
//! bits), packed length, plain length, and the last four bytes of the frame, which are its checksum
//! (32 bits each). A **slot** is a generation (64 bits, from 1), the extent of the directory (all
//! zero if there is none), 32 zero bits, and a fingerprint of these 32 bytes (the low 64 bits of
//! FNV-1a of 128 bits). The **directory** is, in postcard, a list of extents of pages, then a list
//! of checkpoints: the question, the method, and the extents of its chunks, each of 1 MiB or less,
//! of which those that have not changed are the same as in the checkpoint before.
//! A **page** is, in postcard, a list of questions with their answers; where a question comes twice
//! the later answer holds.
//!
//! The slot with the highest generation counts, if its fingerprint is right. To change anything,
//! new blocks are written into gaps, then a new directory, then, when all that is on the disk, the
//! slot of the older generation is overwritten. Only then are the blocks that are no longer needed
//! gaps. So at every moment a slot leads to a directory and blocks that are whole: the old or the
//! new.

mod blocks;
mod checkpoint;
mod error;
mod pace;
mod question;
mod space;
mod store;

pub use checkpoint::Checkpoint;
pub use error::StoreError;
pub use pace::Pace;
pub use question::{Answer, Question};
pub use store::Store;
