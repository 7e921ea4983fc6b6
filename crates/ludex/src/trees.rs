//! Trees to be drawn: the first moves of a game, extensive games with backward induction, and evidence.

use std::collections::VecDeque;
use std::path::Path;

use ludex_evidence::{
    Bound, Claim, EquilibriumLine, EquilibriumStep, Evidence, MixedBound, ProofStep, ProofText,
    SolutionStep,
};
use ludex_game::{
    Agent, Agents, Diagram, DiagramNode, DynGame, DynState, Game, Ink, Model, Notation, Turn,
};

use crate::error::InputError;
use crate::files;
use crate::requests::{Limits, Solve};
use crate::session::{AnyGame, Session};

/// The most nodes of a drawing.
pub(crate) const MOST_DRAWN: usize = 400;

impl Session {
    /// Returns the game as a tree: all of an extensive game, otherwise this many moves from the
    /// position. Returns `None` where the game is no tree by itself and no depth is given.
    pub fn tree(&self, depth: Option<u32>, limits: &Limits) -> Result<Option<Diagram>, InputError> {
        let Some(depth) = depth else {
            let Some(file) = self.file.as_ref().filter(|file| file.language.info().asked) else {
                return Ok(None);
            };
            return file.rules(&limits.budget())?.asked.tree(&limits.budget());
        };
        match &self.game {
            AnyGame::Turns(_, game) => game_tree(game, &self.state, depth).map(Some),
            AnyGame::Simultaneous(..) => Err(self.needs_turns("drawn as a tree")),
        }
    }
}

impl Session {
    /// Draws the position into a file, with the moves of a line as arrows; or the tree of
    /// [`Session::tree`], where there is one. A tree is in the language of Graphviz in a file that ends
    /// in `.dot` and for the LaTeX package TikZ in one that ends in `.tex`; anything else is SVG.
    pub fn draw(
        &self,
        path: &Path,
        depth: Option<u32>,
        line: Option<&str>,
        limits: &Limits,
    ) -> Result<(), InputError> {
        match self.tree(depth, limits)? {
            Some(tree) => write_tree(path, &tree),
            None if ends_in(path, "dot") || ends_in(path, "tex") => {
                Err(InputError::new("a board can only be written as SVG")
                    .help("--tree N draws the first moves as a tree"))
            }
            None => files::write(path, self.picture_with(line.unwrap_or_default())?.to_svg()),
        }
    }
}

impl Session {
    /// Draws the position into a file, with what its moves are worth as far as that is found out within
    /// limits.
    pub fn draw_verdicts(&self, path: &Path, limits: &Limits) -> Result<(), InputError> {
        files::require_writable(path)?;
        let verdicts = self.judge(&Solve::new().limits(limits.clone()), &mut |_| {})?;
        files::write(path, self.picture_judged(&verdicts).to_svg())
    }
}

/// Draws evidence as a tree into a file, if one is given: see [`Session::draw`].
pub fn draw_evidence(evidence: &Evidence, path: Option<&Path>) -> Result<(), InputError> {
    let Some(path) = path else { return Ok(()) };
    let session = crate::open(&evidence.game)?;
    write_tree(path, &evidence_tree(evidence, session.agents()))
}

fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

fn write_tree(path: &Path, tree: &Diagram) -> Result<(), InputError> {
    let text = match path {
        path if ends_in(path, "dot") => tree.to_dot(),
        path if ends_in(path, "tex") => tree.to_tikz(),
        _ => tree.to_svg(),
    };
    files::write(path, text)
}

/// Returns the error for a tree that nobody could read.
pub(crate) fn too_large() -> InputError {
    InputError::new(format!("the tree has more than {MOST_DRAWN} positions"))
        .help("a smaller tree can be drawn")
}

/// Draws the moves from a state down to a depth.
fn game_tree(game: &DynGame, state: &DynState, depth: u32) -> Result<Diagram, InputError> {
    let mut tree = Diagram::default();
    let mut level = vec![(tree.root(position(game, state)), state.clone())];
    for _ in 0..depth {
        let mut next = Vec::new();
        for (parent, state) in level {
            let Some(agent) = game.turn(&state).mover() else { continue };
            let mut moves = Vec::new();
            game.moves(&state, agent, &mut moves);
            for mv in moves {
                if tree.len() >= MOST_DRAWN {
                    return Err(too_large());
                }
                let after = game.after(&state, agent, mv);
                let text = game.write_move(&state, agent, mv);
                next.push((tree.child(parent, text, position(game, &after)), after));
            }
        }
        level = next;
    }
    Ok(tree)
}

/// Returns the node of a position: who is on turn, or how the game ended.
fn position(game: &DynGame, state: &DynState) -> DiagramNode {
    match game.turn(state) {
        Turn::Final => {
            let outcomes = game.outcomes();
            DiagramNode::new(outcomes.name(game.outcome(state))).leaf()
        }
        turn => match turn.mover() {
            Some(Agent::CHANCE) => DiagramNode::new("chance"),
            Some(agent) => DiagramNode::new(game.agents().name(agent)).ink(Ink::Of(agent.0)),
            None => DiagramNode::new("all"),
        },
    }
}

/// Returns evidence as a tree: the moves that are played are thick. What is beyond the size of a
/// drawing is left out, and a node says so.
pub fn evidence_tree(evidence: &Evidence, agents: &Agents) -> Diagram {
    let mut tree = Diagram::default();
    match &evidence.claim {
        Claim::Formula { agent, formula, holds, proof, .. } => {
            let root = format!("{} {}", shortened(formula), verb(*holds));
            let root = tree.root(DiagramNode::new(root).note(format!("for {agent}")));
            let step = |node: usize| proof_step(proof, node);
            grow(&mut tree, root, proof.nodes.len(), &step);
        }
        Claim::Value { low, high } => {
            let sides = [agents.name(Agent::FIRST), agents.name(Agent::SECOND)];
            bounds(&mut tree, &evidence.game, sides, [low.as_ref(), high.as_ref()]);
        }
        Claim::Guarantee { agent, low, high } => {
            let sides = [agent.as_str(), "the others"];
            bounds(&mut tree, &evidence.game, sides, [low.as_ref(), high.as_ref()]);
        }
        Claim::Mixed { low, high } => {
            let root = tree.root(DiagramNode::new("value").note(evidence.game.as_str()));
            for (side, bound) in [low, high].into_iter().enumerate() {
                if let Some(bound) = bound {
                    mixed(&mut tree, root, side, bound);
                }
            }
        }
        Claim::Answer { query, holds, witness } => {
            let answer = if *holds { "yes" } else { "no" };
            let root = tree.root(DiagramNode::new(shortened(query)).note(answer));
            list(&mut tree, root, witness.iter().map(|line| (shortened(line), String::new())));
        }
        Claim::Equilibrium { values, nodes } => {
            let values: Vec<String> = values.iter().map(|(a, v)| format!("{a} {v}")).collect();
            let root = tree.root(DiagramNode::new("equilibrium").note(values.join(", ")));
            grow(&mut tree, root, nodes.len(), &|node| equilibrium_step(nodes, node));
        }
    }
    tree
}

/// A node of evidence as it is drawn, with its children: the text on the edge, the node, and whether
/// it is played.
struct Drawn(DiagramNode, Vec<(String, usize, bool)>);

/// Adds the nodes of evidence level by level until there are too many; the last one is the root.
fn grow(tree: &mut Diagram, root: usize, count: usize, step: &dyn Fn(usize) -> Option<Drawn>) {
    let Some(start) = count.checked_sub(1) else { return };
    let mut open = VecDeque::from([(root, String::new(), start, false)]);
    while let Some((parent, edge, number, chosen)) = open.pop_front() {
        let Some(Drawn(node, children)) = step(number) else { continue };
        if tree.len() + open.len() >= MOST_DRAWN && !children.is_empty() {
            tree.child(parent, edge, DiagramNode::new("…").leaf().chosen(chosen));
            continue;
        }
        let node = tree.child(parent, edge, node.chosen(chosen));
        open.extend(children.into_iter().map(|(edge, child, chosen)| (node, edge, child, chosen)));
    }
}

fn verb(holds: bool) -> &'static str {
    if holds { "holds" } else { "fails" }
}

fn proof_step(proof: &ProofText, number: usize) -> Option<Drawn> {
    let line = proof.nodes.get(number)?;
    let formula = proof.formulas.get(line.formula as usize).map_or("", String::as_str);
    let node = DiagramNode::new(format!("{} {}", shortened(formula), verb(line.holds)));
    let part = |edge: &str, child: u32| (edge.to_string(), child as usize, false);
    let choices = |moves: &[(String, u32)]| {
        moves.iter().map(|(mv, child)| part(mv, *child)).collect::<Vec<_>>()
    };
    Some(match &line.step {
        ProofStep::Look => Drawn(node.leaf(), Vec::new()),
        ProofStep::Both(left, right) => Drawn(node, vec![part("", *left), part("", *right)]),
        ProofStep::Left(child) | ProofStep::Right(child) => Drawn(node, vec![part("", *child)]),
        ProofStep::All(moves) => Drawn(node.ink(Ink::Of(1)), choices(moves)),
        ProofStep::Some(mv, child) => {
            Drawn(node.ink(Ink::Of(0)), vec![(mv.clone(), *child as usize, true)])
        }
    })
}

/// Adds the two sides of a value.
fn bounds(tree: &mut Diagram, game: &str, sides: [&str; 2], bounds: [Option<&Bound>; 2]) {
    let root = tree.root(DiagramNode::new("value").note(game));
    for (side, bound) in bounds.into_iter().enumerate() {
        let Some(bound) = bound else { continue };
        let says = ["at least", "at most"][side];
        let text = format!("{} gets {says} {}", sides[0], bound.outcome);
        let node = tree.child(root, "", DiagramNode::new(text));
        let step = |number: usize| {
            let node = |side: usize| DiagramNode::new(sides[side]).ink(Ink::Of(side as u8));
            Some(match bound.nodes.get(number)?.step {
                SolutionStep::Final(outcome) => Drawn(DiagramNode::new(outcome).leaf(), Vec::new()),
                SolutionStep::Choose(mv, child) => {
                    Drawn(node(side), vec![(mv, child as usize, true)])
                }
                SolutionStep::Replies(moves) => {
                    let child = |(mv, child): (String, u32)| (mv, child as usize, false);
                    Drawn(node(1 - side), moves.into_iter().map(child).collect())
                }
            })
        };
        grow(tree, node, bound.nodes.len(), &step);
    }
}

fn equilibrium_step(nodes: &[EquilibriumLine], number: usize) -> Option<Drawn> {
    let line = nodes.get(number)?;
    let node = DiagramNode::new(format!("({})", line.values.join(", ")));
    let children = |played: Option<&str>, moves: &[(String, u32)]| {
        let child = |(mv, child): &(String, u32)| {
            (mv.clone(), *child as usize, played == Some(mv.as_str()))
        };
        moves.iter().map(child).collect()
    };
    Some(match &line.step {
        EquilibriumStep::Final => Drawn(node.leaf(), Vec::new()),
        EquilibriumStep::Choose(played, moves) => Drawn(node, children(Some(played), moves)),
        EquilibriumStep::Chance(moves) => Drawn(node.note("chance"), children(None, moves)),
    })
}

/// Adds what a mixed strategy plays in every position.
fn mixed(tree: &mut Diagram, root: usize, side: usize, bound: &MixedBound) {
    let says = ["at least", "at most"][side];
    let node = DiagramNode::new(format!("{says} {}", bound.value)).ink(Ink::Of(side as u8));
    let node = tree.child(root, "", node);
    let lines = bound.nodes.iter().rev().map(|line| {
        let mix: Vec<String> = line.mix.iter().map(|(mv, p)| format!("{mv} {p}")).collect();
        (shortened(&line.position), mix.join(", "))
    });
    list(tree, node, lines);
}

/// Adds texts below a node, as many as can be drawn.
fn list(tree: &mut Diagram, parent: usize, lines: impl Iterator<Item = (String, String)>) {
    for (label, note) in lines {
        if tree.len() >= MOST_DRAWN {
            tree.child(parent, "", DiagramNode::new("…").leaf());
            return;
        }
        tree.child(parent, "", DiagramNode::new(label).note(note));
    }
}

/// Returns a text, cut where it is too long for a node.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_string(),
    }
}
