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
//! # What is trusted
//! An answer that is called exact must not come from bytes that somebody else could have written,
//! and the same holds for what a search goes on from. So a store is opened with a [`Key`], a secret
//! of its user, and all that is written is sealed with it: pages of answers and checkpoints
//! (endgame tables are kept as such) have a message authentication code. What has no seal of this
//! key is *foreign*: it is never read, not even unpacked, and [`Store::is_foreign`] says that there
//! is such. It is not lost either: the file keeps it for whoever has the key, and several users can
//! share a file. What a seal promises is that this user's Ludex wrote these bytes as the answers,
//! or as the checkpoint of this question and method. It does not promise that they are the newest:
//! whoever can write the file can put back what was there before, or remove it.
//!
//! Digests and seals find all damage, too: it is an error, and so is a file that ends too early. A
//! small file cannot fill the memory: a block has at most 16 MiB, a chunk of a checkpoint 256 KiB.
//!
//! Why not evidence instead of seals? It can be larger than the tables of the search, takes a
//! second search where nobody asked for it, and there is none for checkpoints.
//!
//! # FORMAT, version 3
//! Numbers are little-endian; "postcard" is the encoding of that name. (Version 1 had no seals, so
//! that nothing in it can be trusted, and version 2 had SHA-256 where this one has BLAKE3, which
//! takes a fifth of the time. Both are refused.)
//!
//! | place | content |
//! | --- | --- |
//! | 0 | 16 magic bytes: `\x89Ludex store\r\n\x1a\n` |
//! | 16 | the version, 32 bits |
//! | 512, 1024 | two slots of 64 bytes |
//! | 4096 … | blocks and gaps |
//!
//! A **block** is a zstd frame, or plain bytes where that would be longer. An **extent** says
//! where one is: offset (64 bits), packed length, plain length (32 bits each; equal if the bytes are
//! plain), and the BLAKE3 digest of its bytes in the file. A **slot** is a generation (64 bits, from
//! 1), the extent of the directory (all zero if there is none), and the first 8 bytes of the BLAKE3
//! digest of these 56 bytes. **Sealed blocks** are a list of extents and a seal of 32 bytes.
//! The **directory** is, in postcard, a list of pages (sealed blocks, one each), then a list of
//! checkpoints: the question, the method, the name of the key, and the sealed blocks, which are its
//! chunks of 256 KiB or less, of which those that have not changed are the same as in the checkpoint
//! before. A **page** is, in postcard, a list of questions with their answers; where a question
//! comes twice the later answer holds.
//!
//! A **key** has 32 bytes; its name is the first 8 of its code of `the name of this key`. A
//! **seal** is the code of, in postcard, the text `Ludex store 3`, the purpose (0 for a page; 1,
//! the question and the method for a checkpoint), and the list of the digests in the extents. A
//! **code** is HMAC-SHA-256.
//!
//! The slot with the highest generation counts, if its digest is right. To change anything,
//! new blocks are written into gaps, then a new directory, then, when all that is on the disk, the
//! slot of the older generation is overwritten. Only then are the blocks that are no longer needed
//! gaps. So at every moment a slot leads to a directory and blocks that are whole: the old or the
//! new.

mod blocks;
mod checkpoint;
mod encoding;
mod error;
mod key;
mod mac;
mod pace;
mod question;
mod save_cost;
mod sealed;
mod space;
mod store;

pub use checkpoint::Checkpoint;
pub use error::StoreError;
pub use key::Key;
pub use pace::Pace;
pub use question::{Answer, Question};
pub use save_cost::{RestoreCost, SaveCost};
pub use store::Store;
