//! Checkpoints as streams of bytes, chunk by chunk, so that memory for one chunk is enough.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use crate::StoreError;
use crate::blocks::{BlockReader, Blocks, Extent};

/// The number of bytes of a chunk. The smaller it is, the more chunks stay as they were.
const CHUNK: usize = 1 << 18;

/// The number of threads that read chunks, and of chunks that each of them reads ahead.
const THREADS: usize = 2;
const AHEAD: usize = 4;

/// A checkpoint being read. Damage is an error of the kind `InvalidData`: then what was read so far
/// is right, but there is no more. Chunks are read, checked and unpacked ahead, in other threads.
pub struct Checkpoint<'s> {
    /// Borrowed for as long as the threads may use the file.
    blocks: &'s mut Blocks,
    /// The chunks; they are read when the first one is asked for.
    extents: Vec<Extent>,
    ahead: Option<ReadAhead>,
    chunk: Vec<u8>,
    place: usize,
    bytes_left: u64,
}

impl<'s> Checkpoint<'s> {
    pub(crate) fn new(blocks: &'s mut Blocks, extents: Vec<Extent>) -> Checkpoint<'s> {
        let bytes_left = extents.iter().map(|chunk| u64::from(chunk.plain)).sum();
        Checkpoint { blocks, extents, ahead: None, chunk: Vec::new(), place: 0, bytes_left }
    }

    /// Returns the number of bytes that are left.
    pub fn bytes_left(&self) -> u64 {
        self.bytes_left
    }

    /// Returns the next chunk.
    fn next(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        if self.ahead.is_none() {
            self.ahead = Some(ReadAhead::start(self.blocks, &self.extents)?);
        }
        let used = std::mem::take(&mut self.chunk);
        self.place = 0;
        self.ahead.as_mut().and_then(|ahead| ahead.next(used)).transpose()
    }
}

impl Read for Checkpoint<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.place == self.chunk.len() {
            let Some(chunk) = self.next().map_err(to_io)? else { return Ok(0) };
            self.chunk = chunk;
        }
        let count = out.len().min(self.chunk.len() - self.place);
        out[..count].copy_from_slice(&self.chunk[self.place..][..count]);
        self.place += count;
        self.bytes_left -= count as u64;
        Ok(count)
    }
}

/// Threads that read chunks in turn, a few more than were asked for. To check a chunk takes most of
/// the time.
struct ReadAhead {
    threads: Vec<ChunkThread>,
    /// The number of chunks taken so far.
    taken: usize,
}

struct ChunkThread {
    chunks: Option<Receiver<Result<Vec<u8>, StoreError>>>,
    used: Sender<Vec<u8>>,
    thread: Option<JoinHandle<()>>,
}

impl ReadAhead {
    fn start(blocks: &Blocks, extents: &[Extent]) -> Result<ReadAhead, StoreError> {
        let threads = (0..THREADS).map(|turn| {
            let extents = extents.iter().skip(turn).step_by(THREADS).copied().collect();
            Ok(ChunkThread::start(blocks.reader()?, extents)?)
        });
        Ok(ReadAhead { threads: threads.collect::<Result<_, StoreError>>()?, taken: 0 })
    }

    /// Returns the next chunk, or why it cannot be read; `None` after the last one. The last chunk
    /// that was taken gives its memory to another: new memory would take as long as to read it.
    fn next(&mut self, used: Vec<u8>) -> Option<Result<Vec<u8>, StoreError>> {
        let thread = &self.threads[self.taken % THREADS];
        self.taken += 1;
        // A thread that has read all its chunks needs no more.
        let _ = thread.used.send(used);
        thread.chunks.as_ref()?.recv().ok()
    }
}

impl ChunkThread {
    fn start(mut reader: BlockReader, extents: Vec<Extent>) -> io::Result<ChunkThread> {
        let (send, chunks) = sync_channel(AHEAD);
        let (used, old) = channel::<Vec<u8>>();
        let thread = thread::Builder::new().spawn(move || {
            for extent in extents {
                let mut chunk = old.try_recv().unwrap_or_default();
                let chunk = reader.read_into(extent, &mut chunk).map(|()| chunk);
                let damaged = chunk.is_err();
                if send.send(chunk).is_err() || damaged {
                    return;
                }
            }
        })?;
        Ok(ChunkThread { chunks: Some(chunks), used, thread: Some(thread) })
    }
}

impl Drop for ChunkThread {
    /// Waits for the thread, which ends as nobody takes its chunks any more.
    fn drop(&mut self) {
        drop(self.chunks.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
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
