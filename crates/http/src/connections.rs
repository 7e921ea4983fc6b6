//! The open connections of a server, so that there are never too many of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

/// The open connections, by numbers that grow.
pub(crate) struct Connections {
    most: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    connections: BTreeMap<u64, Connection>,
}

struct Connection {
    task: AbortHandle,
    /// Whether its message has arrived and is being answered.
    answering: bool,
}

impl Connections {
    /// Makes an empty list for at most this number of connections.
    pub fn new(most: usize) -> Connections {
        Connections { most, open: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection, whose task `start` starts. If there are too many, the oldest that is not
    /// being answered is closed; the new one is not started if there is none.
    pub fn open(&self, start: impl FnOnce(u64) -> AbortHandle) {
        let mut open = self.lock();
        if open.connections.len() >= self.most {
            let idle = open.connections.iter().find(|(_, connection)| !connection.answering);
            let Some((&number, _)) = idle else { return };
            if let Some(connection) = open.connections.remove(&number) {
                connection.task.abort();
            }
        }
        let number = open.next;
        open.next += 1;
        let connection = Connection { task: start(number), answering: false };
        open.connections.insert(number, connection);
    }

    /// Says that a connection is being answered, until the returned value is dropped.
    pub fn answering(self: &Arc<Connections>, number: u64) -> Answering {
        self.mark(number, true);
        Answering { connections: Arc::clone(self), number }
    }

    fn mark(&self, number: u64, answering: bool) {
        if let Some(connection) = self.lock().connections.get_mut(&number) {
            connection.answering = answering;
        }
    }

    /// Removes a connection when the returned value is dropped.
    pub fn closing(&self, number: u64) -> Closing<'_> {
        Closing { connections: self, number }
    }
}

/// Marks a connection as one that is being answered.
pub struct Answering {
    connections: Arc<Connections>,
    number: u64,
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.connections.mark(self.number, false);
    }
}

/// Removes a connection at its end.
pub(crate) struct Closing<'c> {
    connections: &'c Connections,
    number: u64,
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.connections.lock().connections.remove(&self.number);
    }
}
