//! Limits of the whole program: `--max-seconds` and `--max-memory`.
//!
//! The library ends its work at its limits and says what it knows by then. It counts the bytes of
//! tables and graphs; what else the process holds only the operating system knows, so that a thread
//! measures it and tells the library ([`ProcessMemory`]). Work that goes on nevertheless, because
//! it is in a loop that looks at no limit, is ended here once it is a tenth beyond its limits:
//! what a user allows holds for every command and every file.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludex::{InputError, Limits, OutOfBudget, ProcessMemory, Stopped};

use crate::diagnostic;

/// What the program itself takes beside its work.
const OWN_BYTES: usize = 8 << 20;
/// The time to end in once the time is up, beside the tenth.
const OWN_TIME: Duration = Duration::from_millis(200);
/// The shortest and the longest time between two measurements.
const PAUSES: [Duration; 2] = [Duration::from_micros(500), Duration::from_millis(20)];
/// The bytes that a process can fill in a second, about.
const BYTES_PER_SECOND: f64 = 4e9;

/// Where the work is ended, and how the user is told.
struct Watch {
    deadline: Option<Instant>,
    max_bytes: usize,
    end: fn(InputError),
}

static USED: OnceLock<Arc<AtomicUsize>> = OnceLock::new();
static WATCH: Mutex<Option<Watch>> = Mutex::new(None);

/// Holds the work that begins now to its limits, and returns them with the measure of memory.
/// Without `max_memory` the memory of the process has no limit; the library's tables always have.
/// `end` tells the user that the limits were not enough.
pub fn hold_telling(limits: Limits, max_memory: Option<u64>, end: fn(InputError)) -> Limits {
    let seconds = limits.max_seconds.and_then(|s| Duration::try_from_secs_f64(s * 1.1).ok());
    let limits = Limits { max_memory: max_memory.unwrap_or(limits.max_memory), ..limits };
    let most = if max_memory.is_some() { limits.max_bytes() } else { usize::MAX };
    *watch() = Some(Watch {
        deadline: seconds.and_then(|time| Instant::now().checked_add(time + OWN_TIME)),
        max_bytes: most.saturating_add(most / 10).saturating_add(OWN_BYTES),
        end,
    });
    let most = most.saturating_add(most / 16).saturating_add(OWN_BYTES / 2);
    Limits { process: Some(memory_up_to(most)), ..limits }
}

/// Measures the memory of the process from now on, of which at most this may be in use. The program
/// is not ended where it is more: what a server does for strangers ends by itself.
pub fn memory_up_to(most: usize) -> ProcessMemory {
    let used = USED.get_or_init(|| {
        let used = Arc::new(AtomicUsize::new(0));
        let told = used.clone();
        // Without the thread the library still keeps to what it counts itself.
        let _ = thread::Builder::new().spawn(move || measure(&told));
        used
    });
    ProcessMemory { used: used.clone(), most }
}

/// Holds the work that begins now to its limits; the user is told on standard error.
pub fn hold(limits: Limits, max_memory: Option<u64>) -> Limits {
    hold_telling(limits, max_memory, diagnostic::report)
}

/// Ends the watch: there is an answer to be printed, or what follows has limits of its own.
pub fn release() {
    *watch() = None;
}

/// Returns the limits that are left after work that began at `start`: the time, and the memory if
/// what was made by then takes much of it.
pub fn left(limits: &Limits, start: Instant) -> Limits {
    let left = limits.since(start);
    let used = memory().unwrap_or(0) as u64;
    let limited = limits.process.as_ref().is_some_and(|process| process.most < usize::MAX);
    match limited && used > limits.max_memory / 16 {
        true => Limits { max_memory: limits.max_memory.saturating_sub(used), ..left },
        false => left,
    }
}

fn watch() -> MutexGuard<'static, Option<Watch>> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Measures the memory again and again, and ends the program where the limits are exceeded.
fn measure(told: &AtomicUsize) {
    loop {
        let used = memory().unwrap_or(0);
        told.store(used, Ordering::Relaxed);
        thread::sleep(look(used));
    }
}

/// Ends the program if it is beyond its limits. Returns for how long it cannot be.
fn look(used: usize) -> Duration {
    let guard = watch();
    let Some(watch) = &*guard else { return PAUSES[1] };
    let now = Instant::now();
    if watch.deadline.is_some_and(|deadline| now >= deadline) {
        end(watch, Stopped::Time);
    }
    if used > watch.max_bytes {
        end(watch, Stopped::Memory);
    }
    let room = (watch.max_bytes - used) as f64 / BYTES_PER_SECOND;
    let time = watch.deadline.map_or(PAUSES[1], |deadline| deadline - now);
    Duration::from_secs_f64(room).min(time).clamp(PAUSES[0], PAUSES[1])
}

fn end(watch: &Watch, reason: Stopped) -> ! {
    (watch.end)(InputError::stopped(&OutOfBudget::polled(reason)));
    std::process::exit(3)
}

/// Returns the bytes that the process has filled itself, without the pages of its program; `None`
/// where the operating system does not tell.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
