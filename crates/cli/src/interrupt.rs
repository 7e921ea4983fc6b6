//! Ctrl-C: searches stop and what is known is printed.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that searches look at.
pub fn flag() -> Arc<AtomicBool> {
    STOP.get_or_init(Default::default).clone()
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    flag().load(Ordering::Relaxed)
}

/// Makes Ctrl-C raise the flag; a second one ends the program at once. Only for commands whose
/// work looks at the flag: all others Ctrl-C ends as it ends any program.
pub fn install() {
    let stop = flag();
    // Without a handler Ctrl-C still ends the program, so a failure here is no reason to stop.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}
