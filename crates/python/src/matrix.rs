//! Zero-sum matrix games.

use ludex_matrix::exact::{self, BigRational};
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::bad_input;

/// Solves a matrix of exact numbers, each as numerator and denominator. Returns the value and the
/// optimal strategies of both players in the same form.
#[pyfunction]
#[pyo3(name = "_matrix")]
pub fn matrix<'py>(
    py: Python<'py>,
    rows: usize,
    columns: usize,
    entries: Vec<(BigInt, BigInt)>,
) -> PyResult<Bound<'py, PyTuple>> {
    let zero = BigInt::from(0);
    if entries.iter().any(|(_, denominator)| *denominator == zero) {
        return Err(bad_input(py, "a denominator is 0"));
    }
    let entries: Vec<BigRational> =
        entries.into_iter().map(|(above, below)| BigRational::new(above, below)).collect();
    let solved = py.detach(|| exact::solve(rows, columns, &entries));
    let solved = solved.map_err(|error| bad_input(py, error.to_string()))?;
    let pair = |number: BigRational| number.into_raw();
    let pairs = |list: Vec<BigRational>| list.into_iter().map(pair).collect::<Vec<_>>();
    (pair(solved.value), pairs(solved.row), pairs(solved.column)).into_pyobject(py)
}
