//! How many words the sets of elements of a game have.

/// Runs an expression with `W` as the number of words that hold so many elements.
macro_rules! with_width {
    ($width:expr, $W:ident => $run:expr) => {
        match $width {
            1 => {
                const $W: usize = 1;
                $run
            }
            2 => {
                const $W: usize = 2;
                $run
            }
            4 => {
                const $W: usize = 4;
                $run
            }
            8 => {
                const $W: usize = 8;
                $run
            }
            _ => {
                const $W: usize = 64;
                $run
            }
        }
    };
}
pub(crate) use with_width;

/// The number of words of a set of so many elements: one of those [`with_width`] knows.
pub(crate) fn width(size: usize) -> usize {
    match size {
        0..=64 => 1,
        65..=128 => 2,
        129..=256 => 4,
        257..=512 => 8,
        _ => 64,
    }
}
