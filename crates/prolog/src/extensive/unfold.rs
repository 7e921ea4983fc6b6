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
        unfold(&game, game.initial(), &mut tree, &mut 0, most)?;
        Ok(tree)
    }
}

/// Adds the tree below a state, whose decisions are `decisions` onwards; returns its node.
fn unfold(
    game: &PrologGame,
    state: PrologState,
    tree: &mut ExtensiveGame,
    decisions: &mut usize,
    most: usize,
) -> Result<usize, TextError> {
    let node = tree.nodes.len();
    if node >= most {
        return Err(TextError::new(format!("the tree has more than {most} nodes"), 0..0)
            .help("play must end, and plays must be few"));
    }
    let label = game.write_position(&state);
    let Turn::Of(agent) = game.turn(&state) else {
        let payoff = |agent: Agent| game.fraction(&state, agent).unwrap_or(Fraction::ZERO);
        let payoffs = game.agents().iter().map(payoff).collect();
        tree.nodes.push(GameNode::Terminal { label, payoffs });
        return Ok(node);
    };
    require_one_player(game, &state)?;
    let mut moves = Vec::new();
    game.moves(&state, agent, &mut moves);
    let (player, set) = (agent.index(), *decisions);
    *decisions += 1;
    tree.nodes.push(GameNode::Decision { label: label.clone(), player, set, moves: Vec::new() });
    let mut next = Vec::with_capacity(moves.len());
    for mv in moves {
        let text = game.write_move(&state, agent, mv);
        let after = game.after(&state, agent, mv);
        let child = with_stack(64 << 10, || unfold(game, after, tree, decisions, most))?;
        next.push((text, child));
    }
    tree.nodes[node] = GameNode::Decision { label, player, set, moves: next };
    Ok(node)
}

/// Fails if several players can act in a state.
pub(crate) fn require_one_player(game: &PrologGame, state: &PrologState) -> Result<(), TextError> {
    let Turn::Of(agent) = game.turn(state) else { return Ok(()) };
    let mut others = Vec::new();
    game.agents().opponents(agent).for_each(|other| game.moves(state, other, &mut others));
    match others.is_empty() {
        true => Ok(()),
        false => {
            let label = game.write_position(state);
            Err(TextError::new(format!("several players can act in {label}"), 0..0)
                .help("an extensive game has one player on turn"))
        }
    }
}
