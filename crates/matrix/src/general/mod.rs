//! Games of two players given by two matrices, whose payoffs need not add up to zero: all equilibria,
//! exactly.
//!
//! The best replies of a player to a mixed strategy of the other are the faces of a polyhedron; an
//! equilibrium is a pair of points that together lie on enough faces \[vSt02\]. The equilibria whose
//! strategies are both vertices are the *extreme* ones; all others are mixtures of extreme ones, as
//! [`EquilibriumSet`] says. They are found by listing all vertices, which takes no assumption
//! about ties.

mod dominance;
mod sets;
mod vertices;

use num_rational::BigRational;

pub use dominance::{Dominance, strict_dominance};
pub use sets::{EquilibriumSet, equilibrium_sets};
use vertices::{Polyhedron, Vertex};

use crate::error::{MatrixError, check_size};

/// A game of two players: what each gets for every row and column, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bimatrix {
    rows: usize,
    columns: usize,
    first: Vec<BigRational>,
    second: Vec<BigRational>,
}

/// A pair of mixed strategies that are best replies to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MixedEquilibrium {
    /// The probabilities of the rows.
    pub row: Vec<BigRational>,
    /// The probabilities of the columns.
    pub column: Vec<BigRational>,
    /// What both players get.
    pub payoffs: [BigRational; 2],
}

impl Bimatrix {
    /// The most rows and columns together.
    pub const MOST: usize = 100;

    /// Makes a game from the payoffs of both players, row by row.
    pub fn new(
        rows: usize,
        columns: usize,
        first: Vec<BigRational>,
        second: Vec<BigRational>,
    ) -> Result<Bimatrix, MatrixError> {
        check_size(rows, columns, first.len())?;
        check_size(rows, columns, second.len())?;
        Ok(Bimatrix { rows, columns, first, second })
    }

    /// Returns all extreme equilibria, in the order of their strategies. Calls `go_on` again and
    /// again, and returns `None` once it returns `false`, or if the game has more than
    /// [`Bimatrix::MOST`] rows and columns.
    ///
    /// ```
    /// use ludex_matrix::exact::BigRational;
    /// use ludex_matrix::general::Bimatrix;
    /// let whole = |list: [i64; 4]| list.map(|n| BigRational::from_integer(n.into())).to_vec();
    /// // The battle of the sexes: two pure equilibria and a mixed one.
    /// let game = Bimatrix::new(2, 2, whole([2, 0, 0, 1]), whole([1, 0, 0, 2])).unwrap();
    /// let found = game.extreme_equilibria(&mut || true).unwrap();
    /// assert_eq!(found.len(), 3);
    /// let mixed = found.iter().find(|one| one.row[0] != one.row[0].trunc()).unwrap();
    /// assert_eq!(mixed.row[0], BigRational::new(2.into(), 3.into()));
    /// ```
    pub fn extreme_equilibria(
        &self,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<MixedEquilibrium>> {
        if self.rows + self.columns > Bimatrix::MOST {
            return None;
        }
        let rows = self.row_polyhedron().vertices(go_on)?;
        let columns = self.column_polyhedron().vertices(go_on)?;
        let all = (1_u128 << (self.rows + self.columns)) - 1;
        let mut found = Vec::new();
        for row in &rows {
            for column in &columns {
                if self.row_labels(row) | self.column_labels(column) == all {
                    found.push(MixedEquilibrium {
                        row: row.point.clone(),
                        column: column.point.clone(),
                        payoffs: [column.value.clone(), row.value.clone()],
                    });
                }
            }
        }
        Some(found)
    }

    /// Returns the mixed strategies of the row player with what the other gets at most.
    fn row_polyhedron(&self) -> Polyhedron {
        let reply = |column: usize| {
            (0..self.rows).map(|row| self.second[row * self.columns + column].clone()).collect()
        };
        Polyhedron { own: self.rows, replies: (0..self.columns).map(reply).collect() }
    }

    /// Returns the mixed strategies of the column player with what the other gets at most.
    fn column_polyhedron(&self) -> Polyhedron {
        let replies = self.first.chunks(self.columns).map(<[BigRational]>::to_vec).collect();
        Polyhedron { own: self.columns, replies }
    }

    /// Returns the labels of a strategy of the row player: rows that it does not play, and columns
    /// that are best replies to it.
    fn row_labels(&self, vertex: &Vertex) -> u128 {
        vertex.unused | vertex.best << self.rows
    }

    fn column_labels(&self, vertex: &Vertex) -> u128 {
        vertex.best | vertex.unused << self.rows
    }
}
