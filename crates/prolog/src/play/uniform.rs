//! Uniform strategies: a player does the same wherever it sees the same.
//!
//! Whether a coalition has one that forces a goal is decided by trying the actions of one
//! information set after another, in the order in which play meets them. Strategies remember
//! nothing but what the players see.

use rustc_hash::FxHashMap;

use super::force::{Verdict, force};
use super::graph::Graph;
use super::sight::{NoSets, Sights};
use crate::engine::Stop;
use crate::terms::TermId;

/// What a coalition can force without knowing more than it sees.
#[derive(Debug)]
pub struct Uniform {
    /// Whether it has a uniform strategy; `None` if the graph was too large to decide.
    pub answer: Option<bool>,
    /// Whether it could force the goal if it saw everything.
    pub seeing: bool,
    /// The strategy: by information set, the place of the action.
    pub choices: Vec<(usize, usize)>,
    /// The information sets.
    pub sights: Sights,
}

/// Decides whether a coalition has a uniform strategy that forces the query of the graph.
pub fn force_uniformly(graph: &mut Graph, coalition: &[TermId]) -> Result<Uniform, NoSets> {
    let verdict = force(graph, coalition)?;
    if verdict.mixed {
        return Err(NoSets::Unfit("both sides can act in one scenery".to_owned()));
    }
    let (mut sights, mut sets) = (Sights::default(), vec![None; graph.len()]);
    for (node, set) in sets.iter_mut().enumerate() {
        if verdict.ours[node].contains(&true) {
            *set = Some(sights.set(graph, node)?);
        }
    }
    let mut uniform =
        Uniform { answer: verdict.answer, seeing: false, choices: Vec::new(), sights };
    if verdict.answer == Some(true) {
        uniform.seeing = true;
        let mut search =
            Search { graph, verdict: &verdict, sets: &sets, chosen: FxHashMap::default() };
        uniform.answer = Some(search.extend(&uniform.sights)?);
        uniform.choices = search.chosen.into_iter().collect();
        ludex_base::sort(&mut uniform.choices);
    }
    Ok(uniform)
}

struct Search<'s> {
    graph: &'s mut Graph,
    verdict: &'s Verdict,
    /// The information set of each node of the coalition.
    sets: &'s [Option<usize>],
    chosen: FxHashMap<usize, usize>,
}

/// What play by the actions chosen so far can lead to.
enum Outlook {
    /// Play can miss the goal.
    Lost,
    /// Play reaches this information set, where nothing is chosen yet.
    Open(usize),
    /// All plays reach the goal.
    Won,
}

impl Search<'_> {
    /// Chooses actions for the sets that play reaches; returns whether all plays then reach the
    /// goal. If they cannot, nothing more is chosen than before.
    fn extend(&mut self, sights: &Sights) -> Result<bool, Stop> {
        self.graph.machine.poll()?;
        let set = match self.outlook() {
            Outlook::Lost => return Ok(false),
            Outlook::Won => return Ok(true),
            Outlook::Open(set) => set,
        };
        for action in 0..sights.sets[set].actions.len() {
            self.chosen.insert(set, action);
            if ludex_base::with_stack(64 << 10, || self.extend(sights))? {
                return Ok(true);
            }
        }
        self.chosen.remove(&set);
        Ok(false)
    }

    /// Follows all plays, depth first: a node that play comes back to is lost.
    fn outlook(&self) -> Outlook {
        const UNSEEN: u8 = 0;
        const ENTERED: u8 = 1;
        const LEFT: u8 = 2;
        let (mut marks, mut open) = (vec![UNSEEN; self.sets.len()], None);
        let mut path = vec![(0, self.targets(0, &mut open))];
        if self.verdict.won[0].is_none() {
            return Outlook::Lost;
        }
        marks[0] = ENTERED;
        while let Some((node, targets)) = path.last_mut() {
            let Some(next) = targets.pop() else {
                marks[*node] = LEFT;
                path.pop();
                continue;
            };
            match marks[next] {
                ENTERED => return Outlook::Lost,
                UNSEEN if self.verdict.won[next].is_none() => return Outlook::Lost,
                UNSEEN => {
                    marks[next] = ENTERED;
                    let targets = self.targets(next, &mut open);
                    path.push((next, targets));
                }
                _ => {}
            }
        }
        open.map_or(Outlook::Won, Outlook::Open)
    }

    /// Returns where play goes on from a node that is won: nowhere from a goal, and nowhere yet
    /// where nothing is chosen.
    fn targets(&self, node: usize, open: &mut Option<usize>) -> Vec<usize> {
        let moves = self.graph.known_moves(node).unwrap_or(&[]);
        if self.verdict.won[node] == Some(ludex_base::Win::Goal) {
            return Vec::new();
        }
        match self.sets[node] {
            None => moves.iter().map(|mv| mv.target).collect(),
            Some(set) => match self.chosen.get(&set) {
                Some(&action) => vec![moves[action].target],
                None => {
                    open.get_or_insert(set);
                    Vec::new()
                }
            },
        }
    }
}
