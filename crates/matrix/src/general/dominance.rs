//! Strategies that another one, pure or mixed, is better than whatever the others do.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::error::MatrixError;
use crate::exact;

/// Why a strategy is dominated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dominance {
    /// The probabilities of all strategies in one that is better; 0 for the dominated one.
    pub by: Vec<BigRational>,
}

/// Returns a strategy that is better than this one against everything the others can do, if there is
/// any: a pure one where there is one. `payoffs` has a row for every own strategy.
pub fn strict_dominance(
    payoffs: &[Vec<BigRational>],
    strategy: usize,
) -> Result<Option<Dominance>, MatrixError> {
    let Some(dominated) = payoffs.get(strategy) else { return Ok(None) };
    let others: Vec<usize> = (0..payoffs.len()).filter(|&other| other != strategy).collect();
    let better = |&&other: &&usize| payoffs[other].iter().zip(dominated).all(|(a, b)| a > b);
    let mut by = vec![BigRational::zero(); payoffs.len()];
    if let Some(&other) = others.iter().find(better) {
        by[other] = BigRational::one();
        return Ok(Some(Dominance { by }));
    }
    if others.is_empty() || dominated.is_empty() {
        return Ok(None);
    }
    // A mixture is better everywhere if it wins the game of differences.
    let row = |&other: &usize| payoffs[other].iter().zip(dominated).map(|(a, b)| a - b);
    let gains: Vec<BigRational> = others.iter().flat_map(row).collect();
    let solution = exact::solve(others.len(), dominated.len(), &gains)?;
    others.iter().zip(solution.row).for_each(|(&other, weight)| by[other] = weight);
    Ok(solution.value.is_positive().then_some(Dominance { by }))
}
