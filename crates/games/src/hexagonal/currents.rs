//! An order of moves in Hex by electric currents, after \[Ans02\]: each agent has a circuit with
//! resistors between points that are virtually connected, and a good move is where much of the
//! current between the sides flows, for both agents.

use super::virtual_connections::Connections;
use crate::bitboard::Bitboard;

/// The conductance between two points without a cell between them, by how many of them are empty.
const CONDUCTANCES: [f64; 3] = [100.0, 1.0, 0.5];
/// By how much a cell of the carrier adds to the resistance, as a share of it.
const PER_CELL: f64 = 0.3;

impl<W: Bitboard> Connections<W> {
    /// Returns the part of the current between the sides that flows through each cell.
    pub(super) fn currents(&self) -> Vec<(u32, f64)> {
        let points = self.points();
        let circuit = self.circuit();
        let potentials = potentials(&circuit, points);
        let through = |point: usize| -> f64 {
            let wires = circuit[point * points..][..points].iter().zip(&potentials);
            wires.map(|(wire, other)| wire * (potentials[point] - other).abs()).sum()
        };
        let total = through(0).max(f64::MIN_POSITIVE);
        let share = |(cell, point)| (cell, through(point) / 2.0 / total);
        self.empty_points().map(share).collect()
    }

    /// Returns the conductance between every two points.
    fn circuit(&self) -> Vec<f64> {
        let points = self.points();
        let mut circuit = vec![0.0; points * points];
        for from in 0..points {
            for to in from + 1..points {
                if let Some(size) = self.least_full(from, to) {
                    let empty = [from, to].into_iter().filter(|&point| !self.is_chain(point));
                    let resistance = 1.0 + PER_CELL * f64::from(size);
                    let conductance = CONDUCTANCES[empty.count()] / resistance;
                    circuit[from * points + to] = conductance;
                    circuit[to * points + from] = conductance;
                }
            }
        }
        circuit
    }
}

/// Returns the potentials of all points where the first one has 1 and the second one 0: elsewhere
/// as much current arrives as leaves. By elimination; such systems need no choice of pivots.
fn potentials(circuit: &[f64], points: usize) -> Vec<f64> {
    let (inner, width) = (points - 2, points - 1);
    let mut rows = vec![0.0; inner * width];
    for (row, wires) in rows.chunks_exact_mut(width).zip(circuit.chunks_exact(points).skip(2)) {
        for (entry, wire) in row.iter_mut().zip(&wires[2..]) {
            *entry = -wire;
        }
        row[inner] = wires[0];
    }
    for (point, wires) in circuit.chunks_exact(points).skip(2).enumerate() {
        // A little more, for points that no wire leads to.
        rows[point * width + point] += wires.iter().sum::<f64>() + 1e-9;
    }
    for column in 0..inner {
        let (above, below) = rows.split_at_mut((column + 1) * width);
        let pivot = &above[column * width..];
        for row in below.chunks_exact_mut(width).filter(|row| row[column] != 0.0) {
            let factor = row[column] / pivot[column];
            for (entry, above) in row[column..].iter_mut().zip(&pivot[column..]) {
                *entry -= factor * above;
            }
        }
    }
    let mut potentials = vec![0.0; points];
    potentials[0] = 1.0;
    for (column, row) in rows.chunks_exact(width).enumerate().rev() {
        let known = row[column + 1..inner].iter().zip(&potentials[column + 3..]);
        let sum: f64 = known.map(|(entry, potential)| entry * potential).sum();
        potentials[column + 2] = (row[inner] - sum) / row[column];
    }
    potentials
}
