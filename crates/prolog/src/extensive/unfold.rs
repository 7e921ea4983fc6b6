//! The extensive game of a program: its plays as a tree.

use ludex_base::{Fraction, with_stack};
use ludex_game::{Agent, Game, Model, Notation, TextError, Turn};

use super::tree::{ExtensiveGame, GameNode};
use crate::{Program, PrologGame, PrologState};

impl ExtensiveGame {
    /// Returns the tree of a program's plays, if it has at most `most` nodes. Payoffs are those of
    /// `payoff(P,N)` or `win(P)`. In every scenery at most one player may have actions.
    pub fn of_program(program: &Program, most: usize) -> Result<ExtensiveGame, TextError> {
        let game = PrologGame::new(program, most)?;
        let players = game.agents().names().to_vec();
        let title = "A Game Prolog program".to_owned();
        let mut tree = ExtensiveGame { title, players, nodes: Vec::new() };
        unfold(&game, game.initial(), &mut tree, most)?;
        Ok(tree)
    }
}

/// Adds the tree below a state; returns its node.
fn unfold(
    game: &PrologGame,
    state: PrologState,
    tree: &mut ExtensiveGame,
    most: usize,
) -> Result<usize, TextError> {
    let node = tree.nodes.len();
    if node >= most {
        return Err(TextError::new(format!("the tree has more than {most} nodes"), 0..0)
            .help("play must end, and plays must be few"));
    }
    let label = game.write_position(&state);
    let Turn::Of(agent) = game.turn(&state) else {
        let payoff = |agent: Agent| Fraction::from(game.payoff(&state, agent) as i64);
        let payoffs = game.agents().iter().map(payoff).collect();
        tree.nodes.push(GameNode::Terminal { label, payoffs });
        return Ok(node);
    };
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    game.moves(&state, agent, &mut moves);
    game.agents().opponents(agent).for_each(|other| game.moves(&state, other, &mut others));
    if !others.is_empty() {
        return Err(TextError::new(format!("several players can act in {label}"), 0..0)
            .help("an extensive game has one player on turn"));
    }
    let player = agent.index();
    tree.nodes.push(GameNode::Decision { label: label.clone(), player, moves: Vec::new() });
    let mut next = Vec::with_capacity(moves.len());
    for mv in moves {
        let text = game.write_move(&state, agent, mv);
        let after = game.after(&state, agent, mv);
        let child = with_stack(64 << 10, || unfold(game, after, tree, most))?;
        next.push((text, child));
    }
    tree.nodes[node] = GameNode::Decision { label, player, moves: next };
    Ok(node)
}
