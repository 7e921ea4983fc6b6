//! Errors in matrices.

/// Why a matrix is not a matrix game. Rows and columns are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatrixError {
    /// There is no row, or no column.
    #[error("a matrix game has at least one row and one column")]
    Empty,
    /// A row is longer or shorter than the first.
    #[error("row {row} has {found} entries, but row 1 has {expected}")]
    Ragged {
        /// The first row that differs.
        row: usize,
        /// The number of entries of the first row.
        expected: usize,
        /// The number of entries of that row.
        found: usize,
    },
    /// The number of entries is not rows times columns.
    #[error("{rows} rows of {columns} entries were expected, but there are {found} entries")]
    Size {
        /// The expected number of rows.
        rows: usize,
        /// The expected number of columns.
        columns: usize,
        /// The number of entries.
        found: usize,
    },
    /// An entry is infinite or not a number.
    #[error("the entry in row {row}, column {column} is not a finite number")]
    NotFinite {
        /// The row of the entry.
        row: usize,
        /// The column of the entry.
        column: usize,
    },
}

/// Checks that entries, row by row, are a matrix game.
pub(crate) fn check(rows: usize, columns: usize, entries: &[f64]) -> Result<(), MatrixError> {
    check_size(rows, columns, entries.len())?;
    match entries.iter().position(|entry| !entry.is_finite()) {
        Some(at) => Err(MatrixError::NotFinite { row: at / columns + 1, column: at % columns + 1 }),
        None => Ok(()),
    }
}

/// Checks that this many entries fill a matrix.
pub(crate) fn check_size(rows: usize, columns: usize, found: usize) -> Result<(), MatrixError> {
    match (rows, columns) {
        (0, _) | (_, 0) => Err(MatrixError::Empty),
        _ if rows.checked_mul(columns) == Some(found) => Ok(()),
        _ => Err(MatrixError::Size { rows, columns, found }),
    }
}

/// Returns the width of a matrix given row by row, if all rows have the same.
pub(crate) fn width<T>(rows: &[Vec<T>]) -> Result<usize, MatrixError> {
    let expected = rows.first().map_or(0, Vec::len);
    match rows.iter().position(|row| row.len() != expected) {
        Some(at) => Err(MatrixError::Ragged { row: at + 1, expected, found: rows[at].len() }),
        None if expected == 0 => Err(MatrixError::Empty),
        None => Ok(expected),
    }
}
