//! The number of words of the bit sets of a game's elements.

/// Evaluates an expression with the number of words `$width` as the constant `$W`.
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

/// Returns the number of words of a set of `size` elements: one of those that [`with_width`]
/// supports.
pub(crate) fn width(size: usize) -> usize {
    match size {
        0..=64 => 1,
        65..=128 => 2,
        129..=256 => 4,
        257..=512 => 8,
        _ => 64,
    }
}
