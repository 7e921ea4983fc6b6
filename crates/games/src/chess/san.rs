//! Chess moves as printed in books: `Nbd7`, `exd6 e.p.`, `O-O-O`, `e8=N`, with `+`, `#` and `=`.

use cozy_chess::Piece;
use ludex_game::{Agent, Game, Model};

use super::notation::{Side, is_castling};
use super::{Chess, ChessMove, ChessState};

/// Writes a move of the agent, on turn or not.
pub(super) fn write(game: &Chess, state: &ChessState, agent: Agent, mv: ChessMove) -> String {
    let next = game.after(state, agent, mv);
    let effect = match (next.board.checkers().is_empty(), next.can_move()) {
        (true, true) => "",
        (true, false) => "=",
        (false, true) => "+",
        (false, false) => "#",
    };
    let what = match is_castling(state, agent, mv) {
        Some(Side::Short) => "O-O".to_string(),
        Some(Side::Long) => "O-O-O".to_string(),
        None => man_and_square(game, state, agent, mv),
    };
    what + effect
}

fn man_and_square(game: &Chess, state: &ChessState, agent: Agent, mv: ChessMove) -> String {
    let piece = state.board.piece_on(mv.from()).unwrap_or(Piece::Pawn);
    let passes = piece == Piece::Pawn && mv.from().file() != mv.to().file();
    let taken = state.board.piece_on(mv.to()).is_some();
    let takes = if taken || passes { "x" } else { "" };
    let who = match piece {
        Piece::Pawn if takes.is_empty() => String::new(),
        Piece::Pawn => mv.from().file().to_string(),
        _ => letter(piece) + &which(game, state, agent, mv, piece),
    };
    let becomes = mv.promotion().map_or(String::new(), |piece| format!("={}", letter(piece)));
    let passing = if passes && !taken { " e.p." } else { "" };
    format!("{who}{takes}{}{becomes}{passing}", mv.to())
}

/// Returns the file, rank or square that distinguishes a piece from others of its kind that could
/// go to the same square.
fn which(game: &Chess, state: &ChessState, agent: Agent, mv: ChessMove, piece: Piece) -> String {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let rivals: Vec<_> = moves
        .into_iter()
        .filter(|other| other.to() == mv.to() && other.from() != mv.from())
        .map(ChessMove::from)
        .filter(|&from| state.board.pieces(piece).has(from))
        .collect();
    let (file, rank) = (mv.from().file(), mv.from().rank());
    match () {
        () if rivals.is_empty() => String::new(),
        () if rivals.iter().all(|from| from.file() != file) => file.to_string(),
        () if rivals.iter().all(|from| from.rank() != rank) => rank.to_string(),
        () => mv.from().to_string(),
    }
}

fn letter(piece: Piece) -> String {
    char::from(piece).to_ascii_uppercase().to_string()
}
