//! A node of the tree: a matrix of bounds and statistics of its cells.

use ludex_game::below;
use ludex_matrix::Solver;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A cell of a node's matrix.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The child; 0, which is the root, if there is none yet.
    pub child: u32,
    /// The number of plays through it, and the sum of their results.
    visits: u32,
    sum: f64,
    pub low: f64,
    pub high: f64,
}

impl Cell {
    /// Returns an estimate of the value of the cell: an average, within the bounds.
    fn worth(&self) -> f64 {
        let average = if self.visits == 0 { 0.0 } else { self.sum / f64::from(self.visits) };
        average.max(self.low).min(self.high)
    }
}

/// The regrets and strategies of an agent's moves.
#[derive(Clone, Debug)]
struct Side {
    regrets: Vec<f64>,
    /// The sum of the strategies played: their average is the answer.
    sums: Vec<f64>,
    /// Moves that are not dominated.
    alive: Vec<u32>,
}

impl Side {
    fn new(moves: usize) -> Side {
        let alive = (0..moves as u32).collect();
        Side { regrets: vec![0.0; moves], sums: vec![0.0; moves], alive }
    }

    /// Chooses among the moves alive, and adds the strategy to the sums.
    fn choose(&mut self, exploration: f64, rng: &mut Xoshiro256PlusPlus) -> usize {
        let positive = |mv: &u32| self.regrets[*mv as usize].max(0.0);
        let all: f64 = self.alive.iter().map(positive).sum();
        let even = 1.0 / self.alive.len() as f64;
        let share = |mv: &u32| if all > 0.0 { positive(mv) / all } else { even };
        let shares: Vec<f64> = self.alive.iter().map(share).collect();
        let mut dart = unit(rng);
        let mut chosen = self.alive[self.alive.len() - 1];
        for (&mv, share) in self.alive.iter().zip(&shares) {
            dart -= (1.0 - exploration) * share + exploration * even;
            if dart < 0.0 {
                chosen = mv;
                break;
            }
        }
        for (&mv, share) in self.alive.iter().zip(&shares) {
            self.sums[mv as usize] += share;
        }
        chosen as usize
    }
}

/// Returns a random number from 0 to 1.
fn unit(rng: &mut Xoshiro256PlusPlus) -> f64 {
    below(rng, 1 << 53) as f64 / (1u64 << 53) as f64
}

/// A node of the tree; see the module.
#[derive(Clone, Debug)]
pub struct Node {
    rows: Side,
    columns: Side,
    pub cells: Vec<Cell>,
    pub low: f64,
    pub high: f64,
    pub visits: u64,
}

impl Node {
    /// Returns a node whose value lies within bounds and whose cells pay within a range.
    pub fn new(
        rows: usize,
        columns: usize,
        (low, high): (f64, f64),
        (least, most): (f64, f64),
    ) -> Node {
        let cell = Cell { child: 0, visits: 0, sum: 0.0, low: least, high: most };
        Node {
            rows: Side::new(rows),
            columns: Side::new(columns),
            cells: vec![cell; rows * columns],
            low,
            high,
            visits: 0,
        }
    }

    pub fn bytes(rows: usize, columns: usize) -> usize {
        size_of::<Node>() + rows * columns * size_of::<Cell>() + 20 * (rows + columns)
    }

    pub fn solved(&self) -> bool {
        self.low == self.high
    }

    /// Chooses a move for both agents.
    pub fn choose(&mut self, exploration: f64, rng: &mut Xoshiro256PlusPlus) -> (usize, usize) {
        (self.rows.choose(exploration, rng), self.columns.choose(exploration, rng))
    }

    /// Returns the index of a cell.
    pub fn place(&self, row: usize, column: usize) -> usize {
        row * self.columns.regrets.len() + column
    }

    /// Updates the regrets by the result of a play through a cell: what other moves of either agent
    /// would have got instead.
    pub fn learn(&mut self, row: usize, column: usize, result: f64) {
        let place = self.place(row, column);
        let cell = &mut self.cells[place];
        (cell.visits, cell.sum) = (cell.visits + 1, cell.sum + result);
        self.visits += 1;
        let width = self.columns.regrets.len();
        for &other in self.rows.alive.iter().filter(|&&other| other as usize != row) {
            let instead = self.cells[other as usize * width + column].worth();
            self.rows.regrets[other as usize] += instead - result;
        }
        for &other in self.columns.alive.iter().filter(|&&other| other as usize != column) {
            let instead = self.cells[row * width + other as usize].worth();
            self.columns.regrets[other as usize] += result - instead;
        }
    }

    /// Stores the bounds of a cell; returns whether they are better than before.
    pub fn bound(&mut self, place: usize, (low, high): (f64, f64)) -> bool {
        let cell = &mut self.cells[place];
        let news = low > cell.low || high < cell.high;
        (cell.low, cell.high) = (cell.low.max(low), cell.high.min(high));
        news
    }

    /// Removes dominated moves, then computes the bounds: the values of the pessimistic and of the
    /// optimistic matrix. Removing what is certainly dominated changes neither. Returns whether the
    /// bounds are better than before; values nearer than `near` count as equal.
    pub fn settle(&mut self, solver: &mut Solver, near: f64) -> bool {
        self.prune();
        let (rows, columns) = (self.rows.alive.len(), self.columns.alive.len());
        let mut value = |bound: fn(&Cell) -> f64| {
            let cells = self.rows.alive.iter().flat_map(|&row| {
                self.columns.alive.iter().map(move |&column| (row as usize, column as usize))
            });
            let entries: Vec<f64> =
                cells.map(|(row, column)| bound(&self.cells[self.place(row, column)])).collect();
            solver.solve(rows, columns, &entries)
        };
        let (low, high) = (value(|cell| cell.low), value(|cell| cell.high));
        let (low, high) = (low.max(self.low), high.min(self.high));
        let news = low > self.low || high < self.high;
        let middle = low + (high - low) / 2.0;
        (self.low, self.high) = if high - low <= near { (middle, middle) } else { (low, high) };
        news
    }

    /// Removes rows and columns that another one certainly dominates, one after the other.
    fn prune(&mut self) {
        let width = self.columns.regrets.len();
        let cell = |row: u32, column: u32| &self.cells[row as usize * width + column as usize];
        loop {
            let (rows, columns) = (&self.rows.alive, &self.columns.alive);
            let row = dominated(rows, |better, worse| {
                columns.iter().all(|&j| cell(better, j).low >= cell(worse, j).high)
            });
            if let Some(place) = row {
                self.rows.alive.remove(place);
                continue;
            }
            let column = dominated(columns, |better, worse| {
                rows.iter().all(|&i| cell(i, better).high <= cell(i, worse).low)
            });
            match column {
                Some(place) => self.columns.alive.remove(place),
                None => return,
            };
        }
    }

    /// Returns the estimated value if both play with these weights, within the bounds.
    pub fn estimate(&self, row: &[f64], column: &[f64]) -> f64 {
        let (mut sum, mut all) = (0.0, 0.0);
        for (i, a) in row.iter().enumerate() {
            for (j, b) in column.iter().enumerate() {
                sum += a * b * self.cells[self.place(i, j)].worth();
                all += a * b;
            }
        }
        (sum / all).clamp(self.low, self.high)
    }

    /// Returns the average strategies: rows, columns; dominated moves have weight 0.
    pub fn strategies(&self) -> [Vec<f64>; 2] {
        [&self.rows, &self.columns].map(|side| {
            let mut weights = vec![0.0; side.sums.len()];
            side.alive.iter().for_each(|&mv| weights[mv as usize] = side.sums[mv as usize]);
            if weights.iter().all(|&weight| weight == 0.0) {
                side.alive.iter().for_each(|&mv| weights[mv as usize] = 1.0);
            }
            weights
        })
    }
}

/// Returns the index of a move that another one dominates.
fn dominated(moves: &[u32], dominates: impl Fn(u32, u32) -> bool) -> Option<usize> {
    let worse = |worse: u32| moves.iter().any(|&mv| mv != worse && dominates(mv, worse));
    moves.iter().position(|&mv| worse(mv))
}
