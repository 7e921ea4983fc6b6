//! The store: answers and checkpoints by question.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::blocks::{Blocks, Extent};
use crate::checkpoint::{Checkpoint, Chunks};
use crate::{Answer, Question, StoreError};

/// A page that has this many bytes gets no more answers.
const PAGE: u32 = 1 << 16;

/// The directory: the places of all pages and checkpoints.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
struct Directory {
    pages: Vec<Extent>,
    checkpoints: BTreeMap<(Question, String), Vec<Extent>>,
}

/// Solved positions and checkpoints in a file, which is locked as long as this lives.
///
/// ```
/// use ludex_store::{Answer, Question, Store};
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("games.store");
/// let mut store = Store::open(&path)?;
/// let question =
///     Question { game: "nim:heaps=3+4".into(), digest: None, position: "3+4".into() };
/// assert!(store.solved(&question).is_none());
/// store.remember(&question, &Answer {
///     low: 1,
///     high: 1,
///     best: vec!["2:1".into()],
///     all_best: true,
///     algorithm: "alpha-beta".into(),
///     nodes: 12,
///     seconds: 0.001,
/// })?;
/// drop(store);
/// assert_eq!(Store::open(&path)?.solved(&question).unwrap().low, 1);
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
pub struct Store {
    blocks: Blocks,
    directory: Directory,
    answers: HashMap<Question, Answer>,
    /// The content of the last page.
    last_page: Vec<(Question, Answer)>,
}

impl Store {
    /// Opens a store, or creates one if there is no file or an empty one. Any other file that is
    /// not a store is left alone.
    pub fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        let mut blocks = Blocks::open(path.as_ref())?;
        let directory: Directory = match blocks.root()? {
            Some(bytes) => decode(&bytes)?,
            None => Directory::default(),
        };
        let chunks = directory.checkpoints.values().flatten();
        blocks.settle(directory.pages.iter().chain(chunks).copied())?;
        let mut store = Store { blocks, directory, answers: HashMap::new(), last_page: Vec::new() };
        for page in store.directory.pages.clone() {
            store.last_page = decode(&store.blocks.read(page)?)?;
            store.answers.extend(store.last_page.iter().cloned());
        }
        Ok(store)
    }

    /// Returns the stored answer to a question.
    pub fn solved(&self, question: &Question) -> Option<&Answer> {
        self.answers.get(question)
    }

    /// Returns the number of questions that have an answer.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Returns whether no question has an answer.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Stores an answer, unless a more exact one is stored.
    ///
    /// # Errors
    /// Fails if the answer contradicts the stored one, or cannot be written; then nothing has
    /// changed.
    pub fn remember(&mut self, question: &Question, answer: &Answer) -> Result<(), StoreError> {
        if let Some(known) = self.answers.get(question) {
            let (low, high) = (known.low, known.high);
            if answer.low > high || answer.high < low {
                let (new_low, new_high) = (answer.low, answer.high);
                return Err(StoreError::Contradiction { low, high, new_low, new_high });
            }
            if answer == known || high.saturating_sub(low) < answer.high.saturating_sub(answer.low)
            {
                return Ok(());
            }
        }
        let mut directory = self.directory.clone();
        let room = directory.pages.last().is_some_and(|page| page.plain < PAGE);
        let old = if room { directory.pages.pop() } else { None };
        let kept = if room { self.last_page.as_slice() } else { &[] };
        let page = [kept, &[(question.clone(), answer.clone())]].concat();
        let extent = self.blocks.write(&encode(&page)?)?;
        directory.pages.push(extent);
        self.commit(directory, vec![extent], Vec::from_iter(old))?;
        self.last_page = page;
        self.answers.insert(question.clone(), answer.clone());
        Ok(())
    }

    /// Returns the checkpoint of a question and a method (the algorithm with its options), to be
    /// read.
    pub fn checkpoint(&mut self, question: &Question, method: &str) -> Option<Checkpoint<'_>> {
        let chunks = self.directory.checkpoints.get(&(question.clone(), method.to_owned()))?;
        Some(Checkpoint::new(&mut self.blocks, chunks.clone()))
    }

    /// Replaces the checkpoint of a question and a method by what the function writes. If anything
    /// fails, the old one is still there. Parts that begin where it flushes are not written again as
    /// far as they are the same as before.
    pub fn save_checkpoint(
        &mut self,
        question: &Question,
        method: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let mut directory = self.directory.clone();
        let key = (question.clone(), method.to_owned());
        let last = directory.checkpoints.remove(&key).unwrap_or_default();
        let mut chunks = Chunks::new(&mut self.blocks, last);
        let result = write(&mut chunks).and_then(|()| chunks.flush());
        let Chunks { old, extents, written, .. } = chunks;
        if let Err(error) = result {
            self.blocks.free(written);
            return Err(error.into());
        }
        directory.checkpoints.insert(key, extents);
        self.commit(directory, written, old)
    }

    /// Drops the checkpoint of a question and a method; returns whether there was one.
    pub fn drop_checkpoint(
        &mut self,
        question: &Question,
        method: &str,
    ) -> Result<bool, StoreError> {
        let mut directory = self.directory.clone();
        let key = (question.clone(), method.to_owned());
        let Some(old) = directory.checkpoints.remove(&key) else { return Ok(false) };
        self.commit(directory, Vec::new(), old)?;
        Ok(true)
    }

    /// Makes a directory the one in effect. If it fails, the blocks written for it are free again.
    fn commit(
        &mut self,
        directory: Directory,
        fresh: Vec<Extent>,
        obsolete: Vec<Extent>,
    ) -> Result<(), StoreError> {
        let root = encode(&directory).and_then(|bytes| self.blocks.write(&bytes));
        let root = root.inspect_err(|_| self.blocks.free(fresh))?;
        self.blocks.commit(root, obsolete)?;
        self.directory = directory;
        Ok(())
    }
}

fn encode(value: &impl Serialize) -> Result<Vec<u8>, StoreError> {
    postcard::to_stdvec(value).map_err(|error| io::Error::other(error).into())
}

/// Decodes all of the bytes, and nothing but them.
fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StoreError> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok(_) => Err(StoreError::damaged("a block has more than it should")),
        Err(error) => Err(StoreError::damaged(error)),
    }
}
