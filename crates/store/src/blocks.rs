//! The file: a header with two slots, and blocks that are never overwritten while they are needed.
//! The crate's description has the format.

use std::borrow::Cow;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use zstd::bulk::{Compressor, Decompressor};

use crate::StoreError;
use crate::mac::{Code, digest};
use crate::space::Space;

/// The version of the format.
pub(crate) const VERSION: u32 = 3;

const MAGIC: &[u8; 16] = b"\x89Ludex store\r\n\x1a\n";
const SLOTS: [usize; 2] = [512, 1024];
const SLOT: usize = 64;
/// The length of the digest at the end of a slot.
const SLOT_DIGEST: usize = 8;
/// The length of the header: where blocks may start.
const HEADER: usize = 4096;
/// The greatest number of bytes of a block once unpacked, so that a small file that somebody made
/// for it does not fill the memory. It is enough for the directory of 80 GB of checkpoints.
const MAX_PLAIN: u32 = 1 << 24;
/// The level of compression of the directory and of pages.
const LEVEL: i32 = 1;
/// That of checkpoints. Most of their bytes look random, and the quickest level finds what repeats.
const QUICK_LEVEL: i32 = -50;

/// The place of a block.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Extent {
    offset: u64,
    packed: u32,
    pub plain: u32,
    /// The digest of the packed bytes.
    pub digest: Code,
}

/// The file.
pub(crate) struct Blocks {
    file: File,
    space: Space,
    generation: u64,
    /// The directory; no block in a new store.
    root: Extent,
    /// A commit failed half-way, so it is unknown which slot is on the disk.
    uncertain: bool,
}

impl Blocks {
    /// Opens and locks a file, or creates one if there is none or an empty one.
    pub fn open(path: &Path) -> Result<Blocks, StoreError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::InUse,
            TryLockError::Error(error) => StoreError::Io(error),
        })?;
        if file.metadata()?.len() == 0 {
            file.write_all(&new_header())?;
            file.sync_all()?;
        }
        let (generation, root) = read_header(&mut file)?;
        let space = Space::around(HEADER as u64, Vec::new()).expect("nothing overlaps");
        Ok(Blocks { file, space, generation, root, uncertain: false })
    }

    /// Returns the unpacked directory, or `None` in a new store.
    pub fn root(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        let root = self.root;
        (root.packed > 0).then(|| self.read(root)).transpose()
    }

    /// Tells which blocks are in use besides the directory: the rest of the file is free.
    pub fn settle(&mut self, live: impl Iterator<Item = Extent>) -> Result<(), StoreError> {
        let live = live.chain([self.root]).filter(|extent| extent.packed > 0);
        let live = live.map(|extent| (extent.offset, u64::from(extent.packed))).collect();
        let space = Space::around(HEADER as u64, live);
        self.space = space.ok_or_else(|| StoreError::damaged("two blocks overlap"))?;
        if self.space.end() > self.file.metadata()?.len() {
            return Err(StoreError::damaged("it ends too early"));
        }
        Ok(())
    }

    /// Reads one block.
    pub fn read(&mut self, extent: Extent) -> Result<Vec<u8>, StoreError> {
        self.reader()?.read(extent)
    }

    /// Returns a reader of many blocks. Several of them may be used at the same time.
    pub fn reader(&self) -> Result<BlockReader, StoreError> {
        let file = self.file.try_clone()?;
        Ok(BlockReader { file, packed: Vec::new(), unpacker: Decompressor::new()? })
    }

    /// Writes a block into a gap. It has no effect until a commit.
    pub fn write(&mut self, plain: &[u8]) -> Result<Extent, StoreError> {
        let (extent, bytes) = pack(plain, LEVEL)?;
        self.put(extent, &bytes)
    }

    /// Writes a block of a checkpoint, unless one of the `old` blocks is equal: then that is taken
    /// from them and returned.
    pub fn write_new(&mut self, plain: &[u8], old: &mut Vec<Extent>) -> Result<Extent, StoreError> {
        let (extent, bytes) = pack(plain, QUICK_LEVEL)?;
        let alike = |other: &Extent| Extent { offset: 0, ..*other } == extent;
        if let Some(place) = old.iter().position(alike)
            && self.reader()?.packed(old[place]).is_ok_and(|other| *other == *bytes)
        {
            return Ok(old.swap_remove(place));
        }
        self.put(extent, &bytes)
    }

    /// Writes packed bytes into a gap. Returns the extent with its place.
    fn put(&mut self, extent: Extent, bytes: &[u8]) -> Result<Extent, StoreError> {
        self.require_certain()?;
        let extent = Extent { offset: self.space.take(u64::from(extent.packed)), ..extent };
        let written = self.file.seek(SeekFrom::Start(extent.offset)).map(drop);
        if let Err(error) = written.and_then(|()| self.file.write_all(bytes)) {
            self.free([extent]);
            return Err(error.into());
        }
        Ok(extent)
    }

    /// Frees blocks that are not in use (any longer).
    pub fn free(&mut self, extents: impl IntoIterator<Item = Extent>) {
        for extent in extents.into_iter().filter(|extent| extent.packed > 0) {
            self.space.give(extent.offset, u64::from(extent.packed));
        }
    }

    /// Makes a block the new directory; when it is durable, the old one and the `obsolete` blocks
    /// are free. If it fails, either the old or the new one is in effect, and no more can be
    /// written.
    pub fn commit(&mut self, root: Extent, obsolete: Vec<Extent>) -> Result<(), StoreError> {
        self.require_certain()?;
        let next = self.generation.checked_add(1);
        let generation = next.ok_or_else(|| StoreError::damaged("it has no next generation"))?;
        self.uncertain = true;
        self.file.sync_data()?;
        self.file.seek(SeekFrom::Start(SLOTS[(generation % 2) as usize] as u64))?;
        self.file.write_all(&slot(generation, root))?;
        self.file.sync_data()?;
        self.uncertain = false;
        self.generation = generation;
        let old = std::mem::replace(&mut self.root, root);
        self.free(obsolete.into_iter().chain([old]));
        // What is behind the last block is of no use; if it cannot be cut off it does no harm.
        let _ = self.file.set_len(self.space.end());
        Ok(())
    }

    fn require_certain(&self) -> Result<(), StoreError> {
        if self.uncertain {
            return Err(io::Error::other("an earlier change of the store failed half-way").into());
        }
        Ok(())
    }
}

/// Reads blocks one after another.
pub(crate) struct BlockReader {
    file: File,
    packed: Vec<u8>,
    unpacker: Decompressor<'static>,
}

impl BlockReader {
    /// Reads a block and unpacks it, unless it is not the one that was written.
    pub fn read(&mut self, extent: Extent) -> Result<Vec<u8>, StoreError> {
        let mut plain = Vec::new();
        self.read_into(extent, &mut plain).map(|()| plain)
    }

    /// Reads a block as [`BlockReader::read`] does into a buffer that may have been used before.
    pub fn read_into(&mut self, extent: Extent, plain: &mut Vec<u8>) -> Result<(), StoreError> {
        if digest(self.packed(extent)?) != extent.digest {
            return Err(StoreError::damaged("a block is not the one that was written"));
        }
        if extent.packed == extent.plain {
            std::mem::swap(&mut self.packed, plain);
            return Ok(());
        }
        plain.clear();
        plain.reserve_exact(extent.plain as usize);
        let length = self.unpacker.decompress_to_buffer(&self.packed, plain);
        if length.map_err(StoreError::damaged)? != extent.plain as usize {
            return Err(StoreError::damaged("a block has not the length that it should have"));
        }
        Ok(())
    }

    /// Reads the bytes of a block as they are in the file.
    fn packed(&mut self, extent: Extent) -> Result<&[u8], StoreError> {
        if extent.plain > MAX_PLAIN || extent.packed > extent.plain {
            return Err(StoreError::damaged("a block is too large"));
        }
        self.packed.resize(extent.packed as usize, 0);
        read_at(&self.file, &mut self.packed, extent.offset).map_err(|error| {
            match error.kind() {
                io::ErrorKind::UnexpectedEof => StoreError::damaged("it ends too early"),
                _ => StoreError::Io(error),
            }
        })?;
        Ok(&self.packed)
    }
}

/// Fills a buffer from this place of a file on, whatever the place of its cursor.
#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Fills a buffer from this place of a file on, whatever the place of its cursor.
#[cfg(windows)]
fn read_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => (buffer, offset) = (&mut buffer[count..], offset + count as u64),
        }
    }
    Ok(())
}

/// Packs a block, unless that makes it longer. Its place is not known yet.
fn pack(plain: &[u8], level: i32) -> Result<(Extent, Cow<'_, [u8]>), StoreError> {
    let length = u32::try_from(plain.len()).ok().filter(|&length| length <= MAX_PLAIN);
    let length = length.ok_or_else(|| io::Error::from(io::ErrorKind::FileTooLarge))?;
    let mut bytes: Cow<[u8]> = Cow::Owned(Compressor::new(level)?.compress(plain)?);
    if bytes.len() >= plain.len() {
        bytes = Cow::Borrowed(plain);
    }
    let packed = bytes.len() as u32;
    Ok((Extent { offset: 0, packed, plain: length, digest: digest(&bytes) }, bytes))
}

fn new_header() -> Vec<u8> {
    let mut header = vec![0; HEADER];
    header[..16].copy_from_slice(MAGIC);
    header[16..20].copy_from_slice(&VERSION.to_le_bytes());
    header[SLOTS[1]..][..SLOT].copy_from_slice(&slot(1, Extent::default()));
    header
}

/// Returns the generation and the directory in effect.
fn read_header(file: &mut File) -> Result<(u64, Extent), StoreError> {
    let mut header = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(HEADER as u64).read_to_end(&mut header)?;
    if !header.starts_with(MAGIC) {
        return Err(StoreError::NotAStore);
    }
    if header.len() < HEADER {
        return Err(StoreError::damaged("it ends too early"));
    }
    match u32::from_le_bytes(field(&header, 16)) {
        VERSION => {}
        version => return Err(StoreError::Version(version)),
    }
    let slots = SLOTS.iter().filter_map(|&place| read_slot(&header[place..][..SLOT]));
    let newest = slots.max_by_key(|&(generation, _)| generation);
    newest.ok_or_else(|| StoreError::damaged("neither of its slots is right"))
}

fn slot(generation: u64, root: Extent) -> Vec<u8> {
    let mut slot = generation.to_le_bytes().to_vec();
    slot.extend(root.offset.to_le_bytes());
    slot.extend(root.packed.to_le_bytes());
    slot.extend(root.plain.to_le_bytes());
    slot.extend(root.digest);
    let end = digest(&slot);
    slot.extend(&end[..SLOT_DIGEST]);
    slot
}

/// Returns the generation and the directory of a slot, if it is whole.
fn read_slot(bytes: &[u8]) -> Option<(u64, Extent)> {
    let generation = u64::from_le_bytes(field(bytes, 0));
    let root = Extent {
        offset: u64::from_le_bytes(field(bytes, 8)),
        packed: u32::from_le_bytes(field(bytes, 16)),
        plain: u32::from_le_bytes(field(bytes, 20)),
        digest: field(bytes, 24),
    };
    (slot(generation, root) == bytes).then_some((generation, root))
}

/// Returns the bytes of a number in a header, which is long enough.
fn field<const N: usize>(bytes: &[u8], place: usize) -> [u8; N] {
    *bytes[place..].first_chunk().expect("the header is long enough")
}
