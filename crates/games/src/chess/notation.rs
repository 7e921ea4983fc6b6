//! Chess moves as text (UCI, and SAN for reading) and the drawing.

use cozy_chess::{Color, File, Piece, Rank, Square};
use ludex_game::{Agent, Ink, Model, Notation, Picture, Shape, TextError};

use super::{Chess, ChessMove, ChessState, atoms, color_of, fen, san};
use crate::board::grid_picture;

const FIGURINES: [[char; 6]; 2] = [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];

impl Notation for Chess {
    fn write_move(&self, state: &ChessState, agent: Agent, mv: ChessMove) -> String {
        let to = target(state, agent, mv);
        match mv.promotion() {
            Some(piece) => format!("{}{to}{piece}", mv.from()),
            None => format!("{}{to}", mv.from()),
        }
    }

    fn print_move(&self, state: &ChessState, agent: Agent, mv: ChessMove) -> String {
        san::write(self, state, agent, mv)
    }

    /// Parses UCI as it is written, then SAN (`Bc3` is a bishop's move, `bc3` a pawn's), then UCI
    /// in any case.
    fn read_move(&self, state: &ChessState, agent: Agent, text: &str) -> Option<ChessMove> {
        let mut moves = Vec::new();
        self.moves(state, agent, &mut moves);
        let uci = |mv: &&ChessMove| self.write_move(state, agent, **mv);
        let exact = moves.iter().find(|mv| uci(mv) == text).copied();
        exact
            .or_else(|| San::parse(text)?.find(state, agent, &moves))
            .or_else(|| moves.iter().find(|mv| uci(mv).eq_ignore_ascii_case(text)).copied())
    }

    fn write_position(&self, state: &ChessState) -> String {
        fen::write(state)
    }

    fn read_position(&self, text: &str) -> Result<ChessState, TextError> {
        Ok(self.state(fen::read(text, self.fifty, fen::Defaults::GAME)?))
    }

    fn atoms(&self) -> Vec<String> {
        atoms::names(self.remembers, self.target.is_some())
    }

    fn picture(&self, state: &ChessState) -> Picture {
        let board = &state.board;
        let mut picture = grid_picture(8, 8, Shape::Square, |column, row| {
            let square = Square::new(File::index(column), Rank::index(row));
            match (board.piece_on(square), board.color_on(square)) {
                (Some(piece), Some(color)) => {
                    let figurine = FIGURINES[color as usize][piece as usize];
                    (figurine, Ink::Plain)
                }
                _ => ('·', Ink::Plain),
            }
        });
        for cell in picture.cells.iter_mut().filter(|cell| !cell.label) {
            cell.shaded = (cell.row + cell.column2 / 2) % 2 == 1;
        }
        picture
    }
}

/// Returns the square the moved piece ends on: castling is stored as the king going to the rook.
fn target(state: &ChessState, agent: Agent, mv: ChessMove) -> Square {
    match is_castling(state, agent, mv) {
        None => mv.to(),
        Some(Side::Short) => Square::new(File::G, mv.from().rank()),
        Some(Side::Long) => Square::new(File::C, mv.from().rank()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Short,
    Long,
}

pub(super) fn is_castling(state: &ChessState, agent: Agent, mv: ChessMove) -> Option<Side> {
    let castles = state.board.colors(color_of(agent)).has(mv.to());
    let short = mv.from().file() < mv.to().file();
    castles.then_some(if short { Side::Short } else { Side::Long })
}

/// A move in standard algebraic notation, which may be partly specified.
enum San {
    Castling(Side),
    Piece {
        piece: Piece,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Piece>,
    },
}

impl San {
    /// Parses `Nbxd7+`, `exd5`, `e8=Q#` or `O-O`.
    fn parse(text: &str) -> Option<San> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        match text.to_ascii_lowercase().as_str() {
            "o-o" | "0-0" => return Some(San::Castling(Side::Short)),
            "o-o-o" | "0-0-0" => return Some(San::Castling(Side::Long)),
            _ => {}
        }
        let letters: Vec<char> = text.chars().filter(|c| !matches!(c, 'x' | '-' | '=')).collect();
        let mut rest = letters.as_slice();
        let mut piece = Piece::Pawn;
        if let [first @ ('N' | 'B' | 'R' | 'Q' | 'K'), tail @ ..] = rest {
            (piece, rest) = (Piece::try_from(first.to_ascii_lowercase()).ok()?, tail);
        }
        let mut promotion = None;
        if let [head @ .., last @ ('N' | 'B' | 'R' | 'Q')] = rest {
            (promotion, rest) = (Some(Piece::try_from(last.to_ascii_lowercase()).ok()?), head);
        }
        let [head @ .., file, rank] = rest else { return None };
        let to = Square::new(File::try_from(*file).ok()?, Rank::try_from(*rank).ok()?);
        let (file, rank) = match head {
            [] => (None, None),
            [c] if c.is_ascii_digit() => (None, Some(Rank::try_from(*c).ok()?)),
            [c] => (Some(File::try_from(*c).ok()?), None),
            [f, r] => (Some(File::try_from(*f).ok()?), Some(Rank::try_from(*r).ok()?)),
            _ => return None,
        };
        Some(San::Piece { piece, file, rank, to, promotion })
    }

    /// Returns the move that fits, if exactly one does.
    fn find(&self, state: &ChessState, agent: Agent, moves: &[ChessMove]) -> Option<ChessMove> {
        let mut fitting = moves.iter().filter(|mv| self.fits(state, agent, **mv));
        fitting.next().copied().filter(|_| fitting.next().is_none())
    }

    fn fits(&self, state: &ChessState, agent: Agent, mv: ChessMove) -> bool {
        let castling = is_castling(state, agent, mv);
        match *self {
            San::Castling(side) => castling == Some(side),
            San::Piece { piece, file, rank, to, promotion } => {
                castling.is_none()
                    && state.board.pieces(piece).has(mv.from())
                    && mv.to() == to
                    && mv.promotion() == promotion
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
            }
        }
    }
}

/// Returns the letter of a man in FEN: upper case for White.
pub(super) fn letter(piece: Piece, color: Color) -> char {
    let letter = char::from(piece);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}
