//! An extensive game: players, a tree of histories, what players know, payoffs at its leaves.

use ludex_base::Fraction;

/// A node of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameNode {
    /// A player moves.
    Decision {
        /// Its label, or the name of its information set.
        label: String,
        /// The player on turn, by index.
        player: usize,
        /// Its information set: the player cannot tell the nodes of a set apart. Sets are numbered
        /// in the order of their first nodes.
        set: usize,
        /// The actions and the nodes they lead to.
        moves: Vec<(String, usize)>,
    },
    /// Chance moves.
    Chance {
        /// Its label.
        label: String,
        /// What can happen, and the nodes that it leads to.
        moves: Vec<(String, usize)>,
        /// How likely each is: above 0, and 1 in all.
        probabilities: Vec<Fraction>,
    },
    /// The game is over.
    Terminal {
        /// Its label.
        label: String,
        /// The payoff of each player.
        payoffs: Vec<Fraction>,
    },
}

/// An extensive game `⟨N, H, P, ≿⟩` [BR04, Section 3.2], in which chance may move and players need
/// not know where they are.
///
/// ```
/// use ludex_prolog::{ExtensiveGame, Program};
/// let text = "s.  [1:l] a :- s.  [1:r] b :- s.  [2:l] c :- a.  [2:r] d :- a.
///     payoff(1,0) :- b.  payoff(2,3) :- b.  payoff(1,2) :- c.  payoff(2,1) :- c.
///     payoff(1,1) :- d.  payoff(2,0) :- d.";
/// let game = ExtensiveGame::of_program(&Program::read(text).unwrap(), 1000).unwrap();
/// let equilibria: Vec<_> = game.profiles().collect();
/// assert_eq!(equilibria.len(), 1);
/// assert_eq!(equilibria[0].play(&game), ["l", "l"]);
/// let again = ExtensiveGame::read_efg(&game.write_efg()).unwrap();
/// assert_eq!(again, game);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExtensiveGame {
    /// The title.
    pub title: String,
    /// The names of the players.
    pub players: Vec<String>,
    /// The nodes in preorder; the first is the start, and moves lead to later ones.
    pub nodes: Vec<GameNode>,
}

impl ExtensiveGame {
    /// Returns whether chance moves at some node.
    pub fn has_chance(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node, GameNode::Chance { .. }))
    }

    /// Returns whether a player cannot tell some nodes apart.
    pub fn has_hidden_information(&self) -> bool {
        let sets = self.nodes.iter().filter_map(|node| match node {
            GameNode::Decision { set, .. } => Some(*set),
            GameNode::Chance { .. } | GameNode::Terminal { .. } => None,
        });
        // Sets are numbered in the order of their first nodes.
        sets.enumerate().any(|(place, set)| set != place)
    }
}
