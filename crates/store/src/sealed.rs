//! Blocks with a seal: that the holder of a key wrote them, and as what.

use serde::{Deserialize, Serialize};

use crate::Question;
use crate::blocks::Extent;
use crate::key::Key;
use crate::mac::{Code, same};

/// What blocks were written as. It is part of the seal, so that blocks are not taken for others.
#[derive(Clone, Copy, Serialize)]
pub(crate) enum Purpose<'a> {
    /// A page of answers.
    Page,
    /// The checkpoint of a question and a method.
    Checkpoint(&'a Question, &'a str),
}

/// The blocks of a page or a checkpoint, in their order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sealed {
    pub blocks: Vec<Extent>,
    seal: Code,
}

impl Sealed {
    /// Seals blocks.
    pub fn new(key: &Key, purpose: Purpose<'_>, blocks: Vec<Extent>) -> Sealed {
        let seal = key.code(&message(purpose, &blocks));
        Sealed { blocks, seal }
    }

    /// Returns whether these blocks were sealed with a key for a purpose.
    pub fn is_by(&self, key: &Key, purpose: Purpose<'_>) -> bool {
        same(&key.code(&message(purpose, &self.blocks)), &self.seal)
    }
}

/// Returns what a seal is a code of: the version, the purpose, and the digests of all blocks.
fn message(purpose: Purpose<'_>, blocks: &[Extent]) -> Vec<u8> {
    let digests: Vec<&Code> = blocks.iter().map(|block| &block.digest).collect();
    let parts = ("Ludex store 3", purpose, digests);
    postcard::to_stdvec(&parts).expect("texts and lists can be encoded")
}
