//! Linear regression with a penalty on large weights (ridge regression), by conjugate gradients.

/// Sparse rows of numbers: columns and values, and where each row ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    entries: Vec<(u32, f32)>,
    ends: Vec<u32>,
}

impl Rows {
    /// Appends a row; columns may repeat, and then add up.
    pub fn push(&mut self, row: impl Iterator<Item = (u32, f32)>) {
        let start = self.entries.len();
        self.entries.extend(row);
        self.entries[start..].sort_unstable_by_key(|&(column, _)| column);
        let mut kept = start;
        for i in start..self.entries.len() {
            let (column, value) = self.entries[i];
            if kept > start && self.entries[kept - 1].0 == column {
                self.entries[kept - 1].1 += value;
            } else {
                self.entries[kept] = (column, value);
                kept += 1;
            }
        }
        self.entries.truncate(kept);
        self.ends.push(kept as u32);
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    fn row(&self, row: usize) -> &[(u32, f32)] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.entries[start as usize..self.ends[row] as usize]
    }

    /// Returns the sum of a row, each value times the weight of its column.
    fn times(&self, row: usize, weights: &[f32]) -> f32 {
        self.row(row).iter().map(|&(column, value)| value * weights[column as usize]).sum()
    }
}

/// The weights that fit best.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub weights: Vec<f32>,
    pub constant: f32,
    /// The share of the variance of the targets that the weights explain.
    pub explained: f32,
}

/// Finds weights of columns such that rows predict their targets: they minimise the squared errors
/// plus the penalty of each column times its squared weight, as far as a number of steps gets.
pub(super) fn fit(rows: &Rows, targets: &[f32], penalties: &[f32], steps: usize) -> Fit {
    let columns = penalties.len();
    let count = rows.len().min(targets.len()).max(1) as f32;
    // Everything is relative to the means of columns and targets.
    let (mut means, mut squares) = (vec![0.0; columns], vec![0.0; columns]);
    for &(column, value) in &rows.entries {
        means[column as usize] += value / count;
        squares[column as usize] += value * value;
    }
    let mean = targets.iter().sum::<f32>() / count;
    let total: f32 = targets.iter().map(|target| (target - mean).powi(2)).sum();
    let scale: Vec<f32> = (0..columns)
        .map(|c| 1.0 / (squares[c] - count * means[c] * means[c] + penalties[c]).max(1e-6))
        .collect();
    let centred = |weights: &[f32]| -> Vec<f32> {
        let shift = dot(&means, weights);
        (0..rows.len()).map(|row| rows.times(row, weights) - shift).collect()
    };
    let gathered = |errors: &[f32]| -> Vec<f32> {
        let sum: f32 = errors.iter().sum();
        let mut out: Vec<f32> = means.iter().map(|mean| -mean * sum).collect();
        for (row, error) in errors.iter().enumerate() {
            for &(column, value) in rows.row(row) {
                out[column as usize] += value * error;
            }
        }
        out
    };
    let errors: Vec<f32> = targets.iter().map(|target| target - mean).collect();
    let mut weights = vec![0.0; columns];
    let mut rest = gathered(&errors);
    let scaled =
        |rest: &[f32]| -> Vec<f32> { rest.iter().zip(&scale).map(|(r, s)| r * s).collect() };
    let mut step = scaled(&rest);
    let mut norm = dot(&rest, &step);
    for _ in 0..steps {
        if norm <= 1e-9 {
            break;
        }
        let mut image = gathered(&centred(&step));
        image.iter_mut().zip(&step).zip(penalties).for_each(|((i, s), p)| *i += s * p);
        let length = norm / dot(&step, &image).max(1e-12);
        weights.iter_mut().zip(&step).for_each(|(w, s)| *w += length * s);
        rest.iter_mut().zip(&image).for_each(|(r, i)| *r -= length * i);
        let next = scaled(&rest);
        let after = dot(&rest, &next);
        let keep = after / norm;
        step.iter_mut().zip(&next).for_each(|(s, n)| *s = n + keep * *s);
        norm = after;
    }
    let left: f32 =
        centred(&weights).iter().zip(&errors).map(|(found, due)| (found - due).powi(2)).sum();
    let explained = if total > 0.0 { 1.0 - left / total } else { 0.0 };
    Fit { constant: mean - dot(&means, &weights), weights, explained }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_base::Random;

    /// Returns the derivative of what `fit` minimises by each weight, directly.
    fn slopes(rows: &[Vec<f32>], targets: &[f32], penalties: &[f32], fit: &Fit) -> Vec<f32> {
        let error = |row: &Vec<f32>, target: f32| dot(row, &fit.weights) + fit.constant - target;
        (0..penalties.len())
            .map(|c| {
                let errors = rows.iter().zip(targets).map(|(r, &t)| r[c] * error(r, t));
                errors.sum::<f32>() + penalties[c] * fit.weights[c]
            })
            .collect()
    }

    #[test]
    fn weights_minimise_errors_and_penalties() {
        let mut dice = Random::new(1);
        for _ in 0..50 {
            let columns = 1 + dice.below(5);
            let mut number = || dice.below(7) as f32 - 3.0;
            let dense: Vec<Vec<f32>> =
                (0..12).map(|_| (0..columns).map(|_| number()).collect()).collect();
            let targets: Vec<f32> = (0..12).map(|_| number()).collect();
            let penalties: Vec<f32> = (0..columns).map(|_| number() + 4.0).collect();
            let mut rows = Rows::default();
            for row in &dense {
                // Twice half of each number: columns may repeat.
                let half = row.iter().enumerate().map(|(c, &v)| (c as u32, v / 2.0));
                rows.push(half.clone().chain(half));
            }
            let fit = fit(&rows, &targets, &penalties, 50);
            for slope in slopes(&dense, &targets, &penalties, &fit) {
                assert!(slope.abs() < 1e-2, "{slope} {fit:?}");
            }
        }
    }

    #[test]
    fn what_is_linear_is_found() {
        let mut rows = Rows::default();
        let mut targets = Vec::new();
        for i in 0..20 {
            let (a, b) = (i as f32, (i * i % 7) as f32);
            rows.push([(0, a), (1, b)].into_iter());
            targets.push(2.0 * a - b + 5.0);
        }
        let fit = fit(&rows, &targets, &[1e-4, 1e-4], 30);
        assert!(
            (fit.weights[0] - 2.0).abs() < 1e-2 && (fit.weights[1] + 1.0).abs() < 1e-2,
            "{fit:?}"
        );
        assert!((fit.constant - 5.0).abs() < 0.1 && fit.explained > 0.999, "{fit:?}");
    }
}
