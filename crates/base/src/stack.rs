//! Room for recursion: the stack grows on the heap where the program's own is nearly used up.

/// The least stack that is added, in bytes.
const LEAST: usize = 4 << 20;

/// Runs something with at least `room` bytes of stack.
#[inline]
pub fn with_stack<R>(room: usize, run: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(room, LEAST.max(2 * room), run)
}

/// Levels of recursion between two looks at the stack.
const LEVELS: u32 = 16;

/// Runs one step of a recursion `depth` levels deep over frames that hold a `T` or two. Plays of
/// 10^5 plies happen; checking the stack only every few levels keeps this cheap.
#[inline]
pub fn with_stack_at_depth<T, R>(depth: u32, step: impl FnOnce() -> R) -> R {
    if depth.is_multiple_of(LEVELS) {
        with_stack(LEVELS as usize * (4096 + 4 * size_of::<T>()), step)
    } else {
        step()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(depth: u32) -> u64 {
        let step = || if depth == 0 { 0 } else { sum(depth - 1) };
        u64::from(depth) + with_stack_at_depth::<[u64; 64], _>(depth, step)
    }

    #[test]
    fn recursion_may_be_deep() {
        assert_eq!(sum(200_000), 200_000 * 200_001 / 2);
        assert_eq!(with_stack(64 << 20, || 7), 7);
    }
}
