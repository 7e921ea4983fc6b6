//! Countermodels.

use super::{Path, Validity};

/// A state of a model where a formula fails.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PathState {
    pub line: Vec<u32>,
    pub atoms: Vec<u32>,
    pub legal: Vec<u32>,
    pub initial: bool,
    pub terminal: bool,
}

/// A countermodel of a formula: the action chosen at the root, and the relevant states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Countermodel {
    pub choosing: u32,
    pub states: Vec<PathState>,
}

impl Validity<'_> {
    /// Returns the countermodel of the last solution.
    pub(super) fn countermodel(&self, choosing: u32) -> Countermodel {
        let mut states: Vec<PathState> = (0..self.paths.len() as Path)
            .map(|path| PathState {
                line: self.line(path),
                atoms: Vec::new(),
                legal: Vec::new(),
                initial: path == 0 && self.initial.is_some_and(|bit| self.circuit.value(bit)),
                terminal: self.terminals.get(&path).is_some_and(|&bit| self.circuit.value(bit)),
            })
            .collect();
        for (&(path, atom), &bit) in &self.atoms {
            if self.circuit.value(bit) {
                states[path as usize].atoms.push(atom);
            }
        }
        for (&(path, action), &bit) in &self.legals {
            if self.circuit.value(bit) {
                states[path as usize].legal.push(action);
            }
        }
        for state in &mut states {
            ludex_base::sort(&mut state.atoms);
            ludex_base::sort(&mut state.legal);
        }
        Countermodel { choosing, states }
    }

    fn line(&self, mut path: Path) -> Vec<u32> {
        let mut line = Vec::new();
        while path > 0 {
            line.push(self.paths[path as usize].1);
            path = self.paths[path as usize].0;
        }
        line.reverse();
        line
    }
}
