//! Room for recursion: formulas are trees, and what walks them is recursive. How deep they may be is
//! bounded where they are read; this makes sure that the stack suffices for that.

/// The stack that is left at least, in bytes.
const ROOM: usize = 64 << 20;

/// Runs something with enough stack.
pub(crate) fn roomy<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ROOM, 2 * ROOM, run)
}
