//! Directed graphs in compressed sparse rows.

/// A list of rows in one block of memory: the edges of node 0, of node 1, and so on. The edges can
/// be of any type; a graph has a way to read the target off an edge.
///
/// ```
/// use ludex_base::Csr;
/// let mut graph = Csr::new();
/// graph.push_row([1, 1]);
/// graph.push_row([]);
/// assert_eq!((graph.len(), graph.row(0)), (2, &[1, 1][..]));
/// let back = graph.reversed(2, |&target| target, |source, _| source);
/// assert_eq!((back.row(0), back.row(1)), (&[][..], &[0, 0][..]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Csr<E> {
    /// Where each row starts, and where the last one ends.
    offsets: Vec<u32>,
    edges: Vec<E>,
}

impl<E> Default for Csr<E> {
    fn default() -> Csr<E> {
        Csr { offsets: vec![0], edges: Vec::new() }
    }
}

impl<E> Csr<E> {
    /// Makes a graph without nodes.
    pub fn new() -> Csr<E> {
        Csr::default()
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the edges of a node.
    #[inline]
    pub fn row(&self, node: usize) -> &[E] {
        &self.edges[self.offsets[node] as usize..self.offsets[node + 1] as usize]
    }

    /// Returns the edges of all nodes, row by row.
    pub fn edges(&self) -> &[E] {
        &self.edges
    }

    /// Returns the rows.
    pub fn rows(&self) -> impl Iterator<Item = &[E]> {
        (0..self.len()).map(|node| self.row(node))
    }

    /// Adds an edge to the row that [`Csr::end_row`] will end.
    #[inline]
    pub fn push_edge(&mut self, edge: E) {
        self.edges.push(edge);
    }

    /// Ends a row: the edges since the last end belong to the next node.
    #[inline]
    pub fn end_row(&mut self) {
        self.offsets.push(self.edges.len() as u32);
    }

    /// Adds a node with its edges.
    pub fn push_row(&mut self, edges: impl IntoIterator<Item = E>) {
        self.edges.extend(edges);
        self.end_row();
    }

    /// Turns the edges round: for each of `count` nodes what `edge` makes of each edge to it, given
    /// the source and the place of the edge in its row; sources in increasing order. Takes linear
    /// time.
    pub fn reversed<R: Copy + Default>(
        &self,
        count: usize,
        target: impl Fn(&E) -> u32,
        edge: impl Fn(u32, u32) -> R,
    ) -> Csr<R> {
        let mut offsets = vec![0u32; count + 1];
        self.edges.iter().for_each(|edge| offsets[target(edge) as usize + 1] += 1);
        for node in 0..count {
            offsets[node + 1] += offsets[node];
        }
        let (mut free, mut edges) = (offsets.clone(), vec![R::default(); self.edges.len()]);
        for (source, row) in self.rows().enumerate() {
            for (place, out) in row.iter().enumerate() {
                let next = &mut free[target(out) as usize];
                edges[*next as usize] = edge(source as u32, place as u32);
                *next += 1;
            }
        }
        Csr { offsets, edges }
    }
}

impl<E: Copy> Csr<E> {
    /// Drops the edges that are not wanted.
    pub fn retain(&mut self, wanted: impl Fn(usize, &E) -> bool) {
        let (mut kept, mut start) = (0, 0);
        for node in 0..self.len() {
            let end = self.offsets[node + 1] as usize;
            for place in start..end {
                if wanted(node, &self.edges[place]) {
                    self.edges[kept] = self.edges[place];
                    kept += 1;
                }
            }
            start = end;
            self.offsets[node + 1] = kept as u32;
        }
        self.edges.truncate(kept);
    }
}

impl<E, R: IntoIterator<Item = E>> FromIterator<R> for Csr<E> {
    fn from_iter<I: IntoIterator<Item = R>>(rows: I) -> Csr<E> {
        let mut graph = Csr::new();
        rows.into_iter().for_each(|row| graph.push_row(row));
        graph
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn rows_are_kept_dropped_and_turned_round() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let count = 1 + random.below(8);
            let mut row = || (0..random.below(5)).map(|_| random.below(count) as u32).collect();
            let rows: Vec<Vec<u32>> = (0..count).map(|_| row()).collect();
            let mut graph: Csr<u32> = rows.iter().cloned().collect();
            let back = graph.reversed(count, |&to| to, |from, place| (from, place));
            for (node, found) in back.rows().enumerate() {
                let all = rows.iter().enumerate().flat_map(|(from, row)| {
                    row.iter().enumerate().map(move |(place, &to)| (from as u32, place as u32, to))
                });
                let expected = all.filter(|edge| edge.2 as usize == node);
                assert!(expected.map(|edge| (edge.0, edge.1)).eq(found.iter().copied()));
            }
            let wanted = |node: usize, to: &u32| (node + *to as usize).is_multiple_of(2);
            graph.retain(wanted);
            for (node, row) in rows.iter().enumerate() {
                let kept: Vec<u32> = row.iter().copied().filter(|to| wanted(node, to)).collect();
                assert_eq!(graph.row(node), kept);
            }
        }
    }
}
