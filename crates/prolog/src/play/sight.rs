//! What players see: `sees(Player,What)`. Sceneries where a player acts and sees the same are one
//! information set [BR04, Section 3.2].

use rustc_hash::FxHashMap;

use super::graph::Graph;
use crate::engine::Stop;
use crate::symbol::Symbol;
use crate::terms::TermId;

/// An information set: who acts, what it sees, and what it can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InformationSet {
    /// The player; `None` for actions without one.
    pub player: Option<TermId>,
    /// The texts of what it sees, sorted.
    pub seen: Vec<String>,
    /// The actions, sorted by their texts.
    pub actions: Vec<TermId>,
}

/// Why sceneries have no information sets.
#[derive(Debug)]
pub enum NoSets {
    /// The evaluation stopped.
    Stop(Stop),
    /// The program does not fit, as a sentence.
    Unfit(String),
}

impl From<Stop> for NoSets {
    fn from(stop: Stop) -> NoSets {
        NoSets::Stop(stop)
    }
}

/// The information sets of a program, found one by one.
#[derive(Debug, Default)]
pub struct Sights {
    /// The sets in the order in which they were found.
    pub sets: Vec<InformationSet>,
    numbers: FxHashMap<(Option<TermId>, Vec<String>), usize>,
}

impl Sights {
    /// Returns the number of the information set of a node where moves are known.
    ///
    /// # Errors
    /// Fails if several players can act there, or if the actions differ from those in a node that
    /// looks the same.
    pub fn set(&mut self, graph: &mut Graph, node: usize) -> Result<usize, NoSets> {
        let actions: Vec<TermId> = graph.moves(node)?.iter().map(|mv| mv.action).collect();
        let owners: Vec<Option<TermId>> = actions.iter().map(|&a| graph.owner(a)).collect();
        let player = owners.first().copied().flatten();
        if owners.iter().any(|owner| *owner != player) {
            let place = scenery_text(graph, node);
            return Err(NoSets::Unfit(format!("several players can act in {place}")));
        }
        let seen = seen(graph, node, player)?;
        let next = self.sets.len();
        let number = *self.numbers.entry((player, seen.clone())).or_insert(next);
        if number == next {
            self.sets.push(InformationSet { player, seen, actions });
        } else if self.sets[number].actions != actions {
            let player = player.map_or("nobody".to_owned(), |player| graph.machine.write(player));
            let place = scenery_text(graph, node);
            return Err(NoSets::Unfit(format!(
                "{player} can do in {place} what it cannot do in another scenery that looks the \
                 same to it, or the other way round"
            )));
        }
        Ok(number)
    }
}

/// Returns what a player sees in a node: everything, if the program does not say.
fn seen(graph: &mut Graph, node: usize, player: Option<TermId>) -> Result<Vec<String>, Stop> {
    let scenery = graph.scenery(node);
    let Some(sees) = graph.machine.predicate(Symbol::SEES, 2) else {
        return Ok(vec![format!("scenery {node}")]);
    };
    let mut seen = Vec::new();
    for atom in graph.machine.atoms_of(scenery, sees)? {
        let flat = graph.machine.flats.get(atom).to_vec();
        let who = crate::engine::first_term(&flat[1..]);
        let (place, who) = (1 + who.len(), graph.machine.flats.intern(who));
        if Some(who) == player {
            seen.push(crate::terms::write_flat(&flat[place..], &graph.machine.symbols));
        }
    }
    ludex_base::sort(&mut seen);
    Ok(seen)
}

/// Returns a scenery as text.
pub fn scenery_text(graph: &Graph, node: usize) -> String {
    format!("{{{}}}", graph.atoms_text(graph.scenery(node)).join(", "))
}
