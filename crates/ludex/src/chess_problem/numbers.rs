//! Lines of moves as problemists print them, with the numbers of the moves.

use ludex_game::{Agent, Game, Model, Notation};
use ludex_games::Chess;
use ludex_logic::{Play, Stipulation};

/// A line of moves as text: as a script for machines, and as books print it.
pub struct Written {
    pub moves: Vec<String>,
    pub printed: String,
    /// The board after it, as in FEN.
    pub board: String,
}

/// Writes a line of moves by these agents.
pub fn write(
    game: &Chess,
    state: &<Chess as Model>::State,
    line: &[(Agent, <Chess as Model>::Move)],
    number: impl Fn(Numbered, Agent) -> String,
) -> Written {
    let mut state = state.clone();
    let (mut moves, mut printed) = (Vec::new(), Vec::new());
    for (ply, &(agent, mv)) in line.iter().enumerate() {
        moves.push(game.write_move(&state, agent, mv));
        // The moves of this agent before: in a parry series the other one moves now and then.
        let before = line[..ply].iter().filter(|(other, _)| *other == agent).count();
        let number = number(Numbered { ply, before }, agent);
        printed.push(number + &game.print_move(&state, agent, mv));
        game.play(&mut state, agent, mv);
    }
    Written { moves, printed: printed.join(" "), board: board(game, &state) }
}

/// Returns the board of a position, as in FEN.
pub fn board(game: &Chess, state: &<Chess as Model>::State) -> String {
    let position = game.write_position(state);
    position.split(' ').next().unwrap_or_default().to_string()
}

/// The place of a move in its line: all moves before it, and those of the side that makes it.
#[derive(Clone, Copy)]
pub struct Numbered {
    ply: usize,
    before: usize,
}

/// What stands before a move of a stipulation's line: in help play every move of the side that starts
/// has a number (`1.Ka1 Kc2 2.a2 b3#`, `1…Kc2 2.a2 b3#`), in a series every move of it.
pub fn of_stipulation(
    stipulation: &Stipulation,
    first: Agent,
) -> impl Fn(Numbered, Agent) -> String {
    let series = stipulation.is_series();
    let half = usize::from(stipulation.half && stipulation.play != Play::ProofGame);
    move |Numbered { ply, before }, agent| match series {
        true if agent == first => format!("{}.", before + 1),
        true => String::new(),
        false => in_turn(ply + half, ply == 0),
    }
}

/// What stands before the n-th half-move of a game; `first` if the text starts there.
pub fn in_turn(half_move: usize, first: bool) -> String {
    match (half_move % 2, first) {
        (0, _) => format!("{}.", half_move / 2 + 1),
        (_, true) => format!("{}…", half_move / 2 + 1),
        _ => String::new(),
    }
}
