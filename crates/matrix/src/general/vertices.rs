//! The vertices of the polyhedron of a player's mixed strategies and what the other gets at most.

use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The mixed strategies `x` of a player and numbers `v` with `reply · x ≤ v` for every reply of the
/// other player.
pub(super) struct Polyhedron {
    /// The number of own strategies.
    pub own: usize,
    /// What the other player gets by each of its strategies, for every own one.
    pub replies: Vec<Vec<BigRational>>,
}

/// A vertex: a mixed strategy, and what the other player gets by its best replies to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Vertex {
    pub point: Vec<BigRational>,
    pub value: BigRational,
    /// The own strategies that are not played, as bits.
    pub unused: u128,
    /// The best replies, as bits.
    pub best: u128,
}

/// A linear equation: coefficients of the unknowns `x` and `v`, then the right-hand side.
type Equation = Vec<BigRational>;

impl Polyhedron {
    /// Returns all vertices in the order of their points, or `None` if `go_on` returned `false`.
    pub fn vertices(&self, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Vertex>> {
        let mut points = BTreeSet::new();
        let mut system = System::default();
        let ones = vec![BigRational::one(); self.own];
        let sum = ones.into_iter().chain([BigRational::zero(), BigRational::one()]).collect();
        system.add(sum);
        self.choose(0, &mut system, &mut points, go_on)?;
        Some(points.into_iter().map(|point| self.vertex(point)).collect())
    }

    /// Makes inequalities from this one on equations in all ways that leave one point, and collects
    /// the points that satisfy all others.
    fn choose(
        &self,
        from: usize,
        system: &mut System,
        points: &mut BTreeSet<Vec<BigRational>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        if !go_on() {
            return None;
        }
        let missing = self.own + 1 - system.rows.len();
        if missing == 0 {
            let point = system.solution(self.own + 1);
            if self.contains(&point) {
                points.insert(point);
            }
            return Some(());
        }
        let all = self.own + self.replies.len();
        for next in from..all {
            if all - next < missing {
                break;
            }
            if system.add(self.equation(next)) {
                self.choose(next + 1, system, points, go_on)?;
                system.rows.pop();
            }
        }
        Some(())
    }

    /// Returns an inequality as an equation: an own strategy is not played, or a reply is a best one.
    fn equation(&self, number: usize) -> Equation {
        let mut equation = vec![BigRational::zero(); self.own + 2];
        match number.checked_sub(self.own) {
            None => equation[number] = BigRational::one(),
            Some(reply) => {
                equation[..self.own].clone_from_slice(&self.replies[reply]);
                equation[self.own] = -BigRational::one();
            }
        }
        equation
    }

    fn contains(&self, point: &[BigRational]) -> bool {
        let (strategy, value) = (&point[..self.own], &point[self.own]);
        strategy.iter().all(|weight| !weight.is_negative())
            && self.replies.iter().all(|reply| product(reply, strategy) <= *value)
    }

    fn vertex(&self, mut point: Vec<BigRational>) -> Vertex {
        let value = point.pop().expect("the last number of a point is the value");
        let bits = |marked: &mut dyn Iterator<Item = bool>| {
            marked.enumerate().fold(0, |bits, (place, mark)| bits | u128::from(mark) << place)
        };
        let unused = bits(&mut point.iter().map(Zero::is_zero));
        let best = bits(&mut self.replies.iter().map(|reply| product(reply, &point) == value));
        Vertex { point, value, unused, best }
    }
}

fn product(one: &[BigRational], other: &[BigRational]) -> BigRational {
    one.iter().zip(other).filter(|(_, b)| !b.is_zero()).map(|(a, b)| a * b).sum()
}

/// Independent equations, each reduced by those before it.
#[derive(Default)]
struct System {
    /// The equations, each with the place of its leading coefficient, which is 1.
    rows: Vec<(usize, Equation)>,
}

impl System {
    /// Adds an equation. Returns `false` if it follows from the others or contradicts them.
    fn add(&mut self, mut equation: Equation) -> bool {
        for (lead, row) in &self.rows {
            let factor = equation[*lead].clone();
            if !factor.is_zero() {
                equation.iter_mut().zip(row).for_each(|(cell, own)| *cell -= &factor * own);
            }
        }
        let unknowns = equation.len() - 1;
        let Some(lead) = equation[..unknowns].iter().position(|cell| !cell.is_zero()) else {
            return false;
        };
        let scale = equation[lead].clone();
        equation.iter_mut().for_each(|cell| *cell /= &scale);
        self.rows.push((lead, equation));
        true
    }

    /// Returns the only point that satisfies as many equations as there are unknowns.
    fn solution(&self, unknowns: usize) -> Vec<BigRational> {
        let mut point = vec![BigRational::zero(); unknowns];
        // An equation has no unknown that leads one before it.
        for (lead, row) in self.rows.iter().rev() {
            let rest = product(&row[..unknowns], &point);
            point[*lead] = &row[unknowns] - rest;
        }
        point
    }
}
