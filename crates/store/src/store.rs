//! The store: answers and checkpoints by question.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::blocks::{Blocks, Extent};
use crate::checkpoint::{Checkpoint, Chunks};
use crate::encoding::{decode, encode};
use crate::key::KeyId;
use crate::sealed::{Purpose, Sealed};
use crate::{Answer, Key, Question, StoreError};

/// A page that has this many bytes gets no more answers.
const PAGE: u32 = 1 << 16;

/// The directory: the places of all pages and checkpoints.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
struct Directory {
    pages: Vec<Sealed>,
    /// The checkpoints by question, method and key, so that users do not replace those of others.
    checkpoints: BTreeMap<(Question, String, KeyId), Sealed>,
}

impl Directory {
    /// Returns all blocks that are in use.
    fn blocks(&self) -> impl Iterator<Item = Extent> {
        self.pages
            .iter()
            .chain(self.checkpoints.values())
            .flat_map(|sealed| &sealed.blocks)
            .copied()
    }

    /// Returns whether all was sealed with a key.
    fn is_by(&self, key: &Key) -> bool {
        let checkpoint = |(name, sealed): (&(Question, String, KeyId), &Sealed)| {
            sealed.is_by(key, Purpose::Checkpoint(&name.0, &name.1))
        };
        self.pages.iter().all(|page| page.is_by(key, Purpose::Page))
            && self.checkpoints.iter().all(checkpoint)
    }
}

/// Solved positions and checkpoints in a file, which is locked as long as this lives. What was not
/// sealed with the key that it is opened with stays where it is and is not read.
///
/// ```
/// use ludex_store::{Answer, Key, Question, Store};
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("games.store");
/// let key = Key::at(&folder.path().join("key"))?;
/// let mut store = Store::open(&path, &key)?;
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
/// assert_eq!(Store::open(&path, &key)?.solved(&question).unwrap().low, 1);
/// let other = Key::at(&folder.path().join("the key of somebody else"))?;
/// assert!(Store::open(&path, &other)?.solved(&question).is_none());
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
pub struct Store {
    blocks: Blocks,
    key: Key,
    directory: Directory,
    answers: HashMap<Question, Answer>,
    /// The content of the last page, if this key sealed it.
    last_page: Option<Vec<(Question, Answer)>>,
    foreign: bool,
}

impl Store {
    /// Opens a store, or creates one if there is no file or an empty one. Any other file that is
    /// not a store is left alone.
    pub fn open(path: impl AsRef<Path>, key: &Key) -> Result<Store, StoreError> {
        let mut blocks = Blocks::open(path.as_ref())?;
        let directory: Directory = match blocks.root()? {
            Some(bytes) => decode(&bytes)?,
            None => Directory::default(),
        };
        blocks.settle(directory.blocks())?;
        let foreign = !directory.is_by(key);
        let (key, answers) = (key.clone(), HashMap::new());
        let mut store = Store { blocks, key, directory, answers, last_page: None, foreign };
        for page in store.directory.pages.clone() {
            store.last_page = store.read_page(&page)?;
            store.answers.extend(store.last_page.iter().flatten().cloned());
        }
        Ok(store)
    }

    /// Reads a page, if this key sealed it.
    fn read_page(&mut self, page: &Sealed) -> Result<Option<Vec<(Question, Answer)>>, StoreError> {
        match page.blocks[..] {
            [block] if page.is_by(&self.key, Purpose::Page) => {
                decode(&self.blocks.read(block)?).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns whether anything in the file was not sealed with the key: somebody else wrote it, or
    /// changed it, or the user had another key then. It is not used.
    pub fn is_foreign(&self) -> bool {
        self.foreign
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
        let full = |page: &Sealed| page.blocks.iter().all(|block| block.plain >= PAGE);
        let last = self.last_page.as_deref().filter(|_| !directory.pages.last().is_none_or(full));
        let old = last.and_then(|_| directory.pages.pop());
        let page = [last.unwrap_or_default(), &[(question.clone(), answer.clone())]].concat();
        let block = self.blocks.write(&encode(&page)?)?;
        directory.pages.push(Sealed::new(&self.key, Purpose::Page, vec![block]));
        self.commit(directory, vec![block], old.map(|page| page.blocks).unwrap_or_default())?;
        self.last_page = Some(page);
        self.answers.insert(question.clone(), answer.clone());
        Ok(())
    }

    /// Returns the checkpoint of a question and a method (the algorithm with its options), to be
    /// read.
    pub fn checkpoint(&mut self, question: &Question, method: &str) -> Option<Checkpoint<'_>> {
        let sealed = self.directory.checkpoints.get(&self.name(question, method))?;
        let own = sealed.is_by(&self.key, Purpose::Checkpoint(question, method));
        own.then(|| Checkpoint::new(&mut self.blocks, sealed.blocks.clone()))
    }

    /// Returns what the directory calls the checkpoint of a question and a method.
    fn name(&self, question: &Question, method: &str) -> (Question, String, KeyId) {
        (question.clone(), method.to_owned(), self.key.id())
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
        let name = self.name(question, method);
        let last = directory.checkpoints.remove(&name).map(|last| last.blocks).unwrap_or_default();
        let mut chunks = Chunks::new(&mut self.blocks, last);
        let result = write(&mut chunks).and_then(|()| chunks.flush());
        let Chunks { old, extents, written, .. } = chunks;
        if let Err(error) = result {
            self.blocks.free(written);
            return Err(error.into());
        }
        let sealed = Sealed::new(&self.key, Purpose::Checkpoint(question, method), extents);
        directory.checkpoints.insert(name, sealed);
        self.commit(directory, written, old)
    }

    /// Drops the checkpoint of a question and a method; returns whether there was one.
    pub fn drop_checkpoint(
        &mut self,
        question: &Question,
        method: &str,
    ) -> Result<bool, StoreError> {
        self.drop_checkpoints(question, [method.to_owned()]).map(|dropped| dropped > 0)
    }

    /// Drops the checkpoints of a question and several methods at once; returns how many there were.
    pub fn drop_checkpoints(
        &mut self,
        question: &Question,
        methods: impl IntoIterator<Item = String>,
    ) -> Result<usize, StoreError> {
        let mut directory = self.directory.clone();
        let (mut dropped, mut obsolete) = (0, Vec::new());
        for method in methods {
            let name = (question.clone(), method, self.key.id());
            if let Some(old) = directory.checkpoints.remove(&name) {
                dropped += 1;
                obsolete.extend(old.blocks);
            }
        }
        if dropped > 0 {
            self.commit(directory, Vec::new(), obsolete)?;
        }
        Ok(dropped)
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
