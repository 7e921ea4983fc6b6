//! Legal play as a graph: sceneries, and the enabled actions between them.

use ludex_base::sort_by;
use rustc_hash::FxHashMap;

use crate::engine::{Machine, SceneryId, Stop};
use crate::terms::{Cell, Kind, TermId};

/// An enabled action and the node it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The action.
    pub action: TermId,
    /// Where it leads.
    pub target: usize,
}

/// The explored part of legal play. Node 0 is the initial scenery.
#[derive(Debug)]
pub struct Graph {
    /// The machine of the program, with the query if there is one.
    pub machine: Machine,
    nodes: Vec<SceneryId>,
    numbers: FxHashMap<SceneryId, usize>,
    moves: Vec<Option<Vec<Move>>>,
    goals: Vec<Option<bool>>,
    texts: FxHashMap<TermId, String>,
}

impl Graph {
    /// Returns a graph with the initial scenery only.
    pub fn new(machine: Machine) -> Graph {
        let mut graph = Graph {
            machine,
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            moves: Vec::new(),
            goals: Vec::new(),
            texts: FxHashMap::default(),
        };
        graph.node(SceneryId::INITIAL);
        graph
    }

    /// Returns the node of a scenery.
    pub fn node(&mut self, scenery: SceneryId) -> usize {
        if let Some(&node) = self.numbers.get(&scenery) {
            return node;
        }
        let node = self.nodes.len();
        self.numbers.insert(scenery, node);
        self.nodes.push(scenery);
        self.moves.push(None);
        self.goals.push(None);
        node
    }

    /// Returns the number of nodes found so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the scenery of a node.
    pub fn scenery(&self, node: usize) -> SceneryId {
        self.nodes[node]
    }

    /// Returns the moves of a node, sorted by their texts.
    pub fn moves(&mut self, node: usize) -> Result<&[Move], Stop> {
        if self.moves[node].is_none() {
            let successors = self.machine.successors(self.nodes[node])?;
            let mut moves: Vec<Move> = successors
                .into_iter()
                .map(|(action, scenery)| Move { action, target: self.node(scenery) })
                .collect();
            for mv in &moves {
                self.remember_text(mv.action);
            }
            sort_by(&mut moves, |a, b| self.texts[&a.action].cmp(&self.texts[&b.action]));
            self.moves[node] = Some(moves);
        }
        Ok(self.moves[node].as_deref().unwrap_or(&[]))
    }

    /// Returns the moves of a node if they were computed.
    pub fn known_moves(&self, node: usize) -> Option<&[Move]> {
        self.moves[node].as_deref()
    }

    /// Returns whether the query is true in a node.
    pub fn is_goal(&mut self, node: usize) -> Result<bool, Stop> {
        if let Some(goal) = self.goals[node] {
            return Ok(goal);
        }
        let goal = self.machine.holds(self.nodes[node])?;
        self.goals[node] = Some(goal);
        Ok(goal)
    }

    /// Explores all reachable nodes. Returns `false` if there are more than the limits of the
    /// machine allow.
    pub fn explore(&mut self) -> Result<bool, Stop> {
        let mut node = 0;
        while node < self.nodes.len() {
            if self.nodes.len() > self.machine.max_states() {
                return Ok(false);
            }
            self.machine.poll()?;
            self.moves(node)?;
            node += 1;
        }
        Ok(true)
    }

    fn remember_text(&mut self, action: TermId) {
        if !self.texts.contains_key(&action) {
            let text = self.machine.write(action);
            self.texts.insert(action, text);
        }
    }

    /// Returns an action as text.
    pub fn action_text(&self, action: TermId) -> String {
        self.texts.get(&action).cloned().unwrap_or_else(|| self.machine.write(action))
    }

    /// Returns the atoms of a scenery as texts, sorted, without those of hidden predicates.
    pub fn atoms_text(&self, scenery: SceneryId) -> Vec<String> {
        let atoms = self.machine.atoms(scenery).iter();
        let shown = atoms.filter(|atom| !self.machine.is_hidden(**atom));
        let mut texts: Vec<String> = shown.map(|atom| self.machine.write(*atom)).collect();
        ludex_base::sort(&mut texts);
        texts
    }

    /// Returns the owner of an action; `None` for an action without a player.
    pub fn owner(&mut self, action: TermId) -> Option<TermId> {
        let flat: Vec<Cell> = self.machine.flats.get(action).to_vec();
        match flat[0].kind() {
            Kind::Functor(crate::symbol::Symbol::OWNS, 2) => {
                let player = crate::engine::first_term(&flat[1..]);
                Some(self.machine.flats.intern(player))
            }
            _ => None,
        }
    }
}
