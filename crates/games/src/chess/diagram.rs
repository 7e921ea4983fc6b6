//! Positions of chess problems as collections print them: often the board only.

use ludex_game::{Agent, TextError};

use super::{Chess, ChessState, color_of, fen};

/// What was assumed about a position because its text does not say it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Assumed {
    /// The side on turn.
    pub turn: Option<Agent>,
    /// The castling rights, as in FEN, if there are any.
    pub castling: Option<String>,
}

impl Chess {
    /// Parses the position of a problem. If the text does not say who is on turn it is this agent;
    /// if it does not say who may castle, everybody may whose king and rook stand on their first
    /// squares, as is usual in problems. What the text says is taken as it stands.
    pub fn read_diagram(
        &self,
        text: &str,
        turn: Agent,
    ) -> Result<(ChessState, Assumed), TextError> {
        let defaults = fen::Defaults { turn: color_of(turn), castling: true };
        let (no_turn, no_castling) = fen::leaves_out(text);
        let board = fen::read(text, self.fifty, defaults)?;
        let castling = fen::write_castling(&board);
        let assumed = Assumed {
            turn: no_turn.then_some(turn),
            castling: (no_castling && castling != "-").then_some(castling),
        };
        Ok((self.state(board), assumed))
    }
}
