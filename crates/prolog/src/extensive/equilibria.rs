//! Backward induction and subgame-perfect equilibria [BR04, Section 3.2].

use ludex_base::{Fraction, with_stack};

use super::tree::{ExtensiveGame, GameNode};

/// A strategy profile: for every decision node the index of the move that is played there.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Equilibrium {
    /// The move of each node; 0 at leaves.
    pub choices: Vec<usize>,
    /// Its payoff for each player.
    pub payoffs: Vec<Fraction>,
}

/// Equilibria of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equilibria {
    /// The equilibria found.
    pub list: Vec<Equilibrium>,
    /// Whether these are all equilibria.
    pub complete: bool,
}

impl Equilibrium {
    /// Returns the play that results.
    pub fn play(&self, game: &ExtensiveGame) -> Vec<String> {
        let (mut node, mut play) = (0, Vec::new());
        while let GameNode::Decision { moves, .. } = &game.nodes[node] {
            let Some((text, next)) = moves.get(self.choices[node]) else { break };
            play.push(text.clone());
            node = *next;
        }
        play
    }
}

impl ExtensiveGame {
    /// Returns one equilibrium, by backward induction: the first of equally good moves is played.
    pub fn backward_induction(&self) -> Equilibrium {
        let mut choices = vec![0; self.nodes.len()];
        let mut values: Vec<Vec<Fraction>> = vec![Vec::new(); self.nodes.len()];
        // Moves lead to later nodes, so the nodes are processed from the last to the first.
        for (i, node) in self.nodes.iter().enumerate().rev() {
            match node {
                GameNode::Terminal { payoffs, .. } => values[i] = payoffs.clone(),
                GameNode::Decision { player, moves, .. } => {
                    let worth = |m: usize| values[moves[m].1].get(*player).copied();
                    // The first of the best moves: in reverse order the last maximum wins.
                    let best = (0..moves.len()).rev().max_by_key(|&m| worth(m)).unwrap_or(0);
                    choices[i] = best;
                    values[i] = moves.get(best).map_or(Vec::new(), |mv| values[mv.1].clone());
                }
            }
        }
        Equilibrium { choices, payoffs: values.first().cloned().unwrap_or_default() }
    }

    /// Returns all subgame-perfect equilibria in pure strategies, at most `most`.
    pub fn subgame_perfect(&self, most: usize) -> Equilibria {
        let mut complete = true;
        let list = self.equilibria_below(0, most.max(1), &mut complete);
        Equilibria { list, complete }
    }

    /// Returns the equilibria of the subgame at a node, each with the choices of its nodes, which
    /// are consecutive. The player plays a best move for each combination of equilibria of the
    /// subgames that follow.
    fn equilibria_below(&self, node: usize, most: usize, complete: &mut bool) -> Vec<Equilibrium> {
        let (player, moves) = match &self.nodes[node] {
            GameNode::Terminal { payoffs, .. } => {
                return vec![Equilibrium { choices: vec![0], payoffs: payoffs.clone() }];
            }
            GameNode::Decision { player, moves, .. } => (*player, moves),
        };
        // The choices here and in all subgames, and the payoffs of each subgame.
        let mut combined: Vec<(Vec<usize>, Vec<Vec<Fraction>>)> = vec![(vec![0], Vec::new())];
        for &(_, child) in moves {
            let below = with_stack(128 << 10, || self.equilibria_below(child, most, complete));
            let mut next = Vec::new();
            for (choices, worths) in &combined {
                for equilibrium in &below {
                    let mut worths = worths.clone();
                    worths.push(equilibrium.payoffs.clone());
                    next.push(([&choices[..], &equilibrium.choices].concat(), worths));
                }
            }
            *complete &= next.len() <= most;
            next.truncate(most);
            combined = next;
        }
        let mut found = Vec::new();
        for (choices, worths) in combined {
            let best = worths.iter().map(|worth| worth[player]).max();
            for (m, worth) in worths.iter().enumerate() {
                if Some(worth[player]) == best {
                    let mut choices = choices.clone();
                    choices[0] = m;
                    found.push(Equilibrium { choices, payoffs: worth.clone() });
                }
            }
        }
        *complete &= found.len() <= most;
        found.truncate(most);
        found
    }
}
