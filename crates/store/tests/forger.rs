//! Somebody who knows the format of stores, but not the key: edits files so that all digests in
//! them are right. The types are those that the crate's description documents, written down once
//! more.

use std::path::Path;

use ludex_store::{Answer, Question};
use serde::{Deserialize, Serialize};

/// A place in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Extent {
    pub offset: u64,
    pub packed: u32,
    pub plain: u32,
    pub digest: [u8; 32],
}

/// Blocks with a seal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sealed {
    pub blocks: Vec<Extent>,
    pub seal: [u8; 32],
}

/// What a directory calls a checkpoint: its question, its method and the name of the key.
pub type Name = (Question, String, [u8; 8]);

/// The directory of a store.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Directory {
    pub pages: Vec<Sealed>,
    pub checkpoints: Vec<(Name, Sealed)>,
}

/// A store being forged.
pub struct Forger {
    pub bytes: Vec<u8>,
    pub directory: Directory,
    pub generation: u64,
}

const SLOTS: [usize; 2] = [512, 1024];

impl Forger {
    /// Reads a store that is whole.
    pub fn read(path: &Path) -> Forger {
        let bytes = std::fs::read(path).expect("a store");
        let number = |place: usize| u64::from_le_bytes(*bytes[place..].first_chunk().expect("8"));
        let slot = SLOTS.into_iter().max_by_key(|&slot| number(slot)).expect("two slots");
        let generation = number(slot);
        let lengths = number(slot + 16);
        let (packed, plain) = (lengths as u32, (lengths >> 32) as u32);
        let root = Extent { offset: number(slot + 8), packed, plain, digest: [0; 32] };
        let mut forger = Forger { bytes, directory: Directory::default(), generation };
        forger.directory = postcard::from_bytes(&forger.plain(&root)).expect("a directory");
        forger
    }

    /// Unpacks a block.
    pub fn plain(&self, extent: &Extent) -> Vec<u8> {
        let packed = &self.bytes[extent.offset as usize..][..extent.packed as usize];
        match extent.packed == extent.plain {
            true => packed.to_vec(),
            false => zstd::bulk::decompress(packed, extent.plain as usize).expect("a block"),
        }
    }

    /// Adds a block at the end of the file.
    pub fn add(&mut self, plain: &[u8]) -> Extent {
        let mut packed = zstd::bulk::compress(plain, 1).expect("packed");
        if packed.len() >= plain.len() {
            packed = plain.to_vec();
        }
        let extent = Extent {
            offset: self.bytes.len() as u64,
            packed: packed.len() as u32,
            plain: plain.len() as u32,
            digest: blake3::hash(&packed).into(),
        };
        self.bytes.extend(packed);
        extent
    }

    /// Edits all answers and leaves the seals as they are.
    pub fn edit_answers(&mut self, edit: impl Fn(&mut Answer)) {
        for number in 0..self.directory.pages.len() {
            let page = self.plain(&self.directory.pages[number].blocks[0]);
            let mut answers: Vec<(Question, Answer)> = postcard::from_bytes(&page).expect("a page");
            answers.iter_mut().for_each(|(_, answer)| edit(answer));
            let page = self.add(&postcard::to_stdvec(&answers).expect("encoded"));
            self.directory.pages[number].blocks = vec![page];
        }
    }

    /// Edits the chunks of all checkpoints and leaves the seals as they are.
    pub fn edit_checkpoints(&mut self, mut edit: impl FnMut(&mut Vec<u8>)) {
        for number in 0..self.directory.checkpoints.len() {
            for block in 0..self.directory.checkpoints[number].1.blocks.len() {
                let mut chunk = self.plain(&self.directory.checkpoints[number].1.blocks[block]);
                edit(&mut chunk);
                self.directory.checkpoints[number].1.blocks[block] = self.add(&chunk);
            }
        }
    }

    /// Writes the store with these bytes as its directory.
    pub fn write_directory(mut self, path: &Path, directory: &[u8]) {
        let root = self.add(directory);
        let mut slot = self.generation.to_le_bytes().to_vec();
        slot.extend(root.offset.to_le_bytes());
        slot.extend(root.packed.to_le_bytes());
        slot.extend(root.plain.to_le_bytes());
        slot.extend(root.digest);
        let digest = blake3::hash(&slot);
        slot.extend(&digest.as_bytes()[..8]);
        for place in SLOTS {
            self.bytes[place..][..slot.len()].copy_from_slice(&slot);
        }
        std::fs::write(path, self.bytes).expect("written");
    }

    /// Writes the store.
    pub fn write(self, path: &Path) {
        let directory = postcard::to_stdvec(&self.directory).expect("encoded");
        self.write_directory(path, &directory);
    }
}
