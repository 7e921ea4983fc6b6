//! Ctrl-C: the work stops and what is known is printed.

use std::sync::OnceLock;

use ludex::StopFlag;

static STOP: OnceLock<StopFlag> = OnceLock::new();

/// Returns the flag that Ctrl-C raises.
pub fn flag() -> StopFlag {
    STOP.get_or_init(StopFlag::default).clone()
}

/// Returns whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    flag().is_raised()
}

/// Makes Ctrl-C raise the flag; a second one ends the program at once. Only for commands whose work
/// looks at the flag: all others Ctrl-C ends as it ends any program.
pub fn install() {
    let stop = flag();
    // Without a handler Ctrl-C still ends the program, so a failure here is no reason to stop.
    let _ = ctrlc::set_handler(move || {
        if stop.raise() {
            std::process::exit(130);
        }
    });
}
