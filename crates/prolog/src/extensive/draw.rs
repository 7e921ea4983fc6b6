//! Draws an extensive game as a tree, with backward induction folded in.

use ludex_base::{Budget, Fraction, Rational};
use ludex_game::{Diagram, DiagramNode, Ink};

use super::equilibria::charge;
use super::tree::{ExtensiveGame, GameNode};

impl ExtensiveGame {
    /// Returns the tree. Every node says what all players get from there on if nobody can gain by
    /// deviating, and the moves that lead there are marked: the first one of equally good moves. If
    /// the budget is used up before that is known the tree alone is drawn. So it is where players do
    /// not see everything; nodes that a player cannot tell apart then have the number of their set.
    pub fn diagram(&self, budget: &Budget) -> Diagram {
        let mut graph = self.graph();
        let hidden = self.has_hidden_information();
        let solved = if hidden { None } else { graph.solve(&mut charge(budget)).ok() };
        let mut tree = Diagram::default();
        let mut open = vec![(None, String::new(), 0, false)];
        while let Some((parent, edge, number, chosen)) = open.pop() {
            let Some(node) = self.nodes.get(number) else { continue };
            let worth = solved.as_ref().map_or_else(String::new, |solved| {
                listed(graph.payoffs(solved.value(number as u32)).iter().map(Rational::to_string))
            });
            let worth = match node {
                GameNode::Decision { set, .. } if hidden => format!("set {}", set + 1),
                _ => worth,
            };
            let drawn = self.drawn(node, worth).chosen(chosen);
            let place = match parent {
                None => tree.root(drawn),
                Some(parent) => tree.child(parent, edge, drawn),
            };
            let played = solved.as_ref().map(|solved| solved.choice(number as u32));
            let mut children = Vec::new();
            match node {
                GameNode::Decision { moves, .. } => {
                    for (place_of_move, (name, next)) in moves.iter().enumerate() {
                        let played = played == Some(place_of_move);
                        children.push((Some(place), name.clone(), *next, played));
                    }
                }
                GameNode::Chance { moves, probabilities, .. } => {
                    for ((name, next), probability) in moves.iter().zip(probabilities) {
                        let text = format!("{name} {probability}");
                        children.push((Some(place), text.trim().to_string(), *next, false));
                    }
                }
                GameNode::Terminal { .. } => {}
            }
            open.extend(children.into_iter().rev());
        }
        tree
    }

    fn drawn(&self, node: &GameNode, worth: String) -> DiagramNode {
        match node {
            GameNode::Decision { player, .. } => {
                let name = self.players.get(*player).map_or("", String::as_str);
                DiagramNode::new(name).note(worth).ink(Ink::Of(*player as u8))
            }
            GameNode::Chance { .. } => DiagramNode::new("chance").note(worth),
            GameNode::Terminal { label, payoffs } => {
                let payoffs = listed(payoffs.iter().map(Fraction::to_string));
                DiagramNode::new(payoffs).note(label.as_str()).leaf()
            }
        }
    }
}

fn listed(payoffs: impl Iterator<Item = String>) -> String {
    format!("({})", payoffs.collect::<Vec<_>>().join(", "))
}
