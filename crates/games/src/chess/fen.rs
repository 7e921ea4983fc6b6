//! Chess positions as FEN. Parsed here rather than by cozy-chess, so that errors point at the field
//! at fault and say what is wrong, and so that problems which the parser of cozy-chess refuses
//! (three checkers at once) load.

use std::ops::Range;

use cozy_chess::{
    Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece, Rank, Square,
    get_king_moves,
};
use ludex_game::TextError;

use super::{ChessState, FIFTY, notation::letter};

/// Writes a state. The move number is always 1.
pub(super) fn write(state: &ChessState) -> String {
    let board = &state.board;
    let rows: Vec<String> = Rank::ALL.iter().rev().map(|&rank| write_row(board, rank)).collect();
    let (turn, castling) = (board.side_to_move(), write_castling(board));
    let passant = state.en_passant().map_or("-".to_string(), |file| {
        Square::new(file, Rank::Sixth.relative_to(turn)).to_string()
    });
    format!("{} {turn} {castling} {passant} {} 1", rows.join("/"), board.halfmove_clock())
}

/// Writes the castling rights: some of `KQkq`, or `-` for none.
pub(super) fn write_castling(board: &Board) -> String {
    let mut castling = String::new();
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        castling.extend(rights.short.map(|_| letter(Piece::King, color)));
        castling.extend(rights.long.map(|_| letter(Piece::Queen, color)));
    }
    if castling.is_empty() { "-".to_string() } else { castling }
}

fn write_row(board: &Board, rank: Rank) -> String {
    let (mut row, mut empty) = (String::new(), 0);
    for square in File::ALL.map(|file| Square::new(file, rank)) {
        let Some((piece, color)) = board.piece_on(square).zip(board.color_on(square)) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            row.push_str(&empty.to_string());
            empty = 0;
        }
        row.push(letter(piece, color));
    }
    if empty > 0 { row + &empty.to_string() } else { row }
}

/// What stands for fields that a position leaves out.
#[derive(Clone, Copy)]
pub(super) struct Defaults {
    /// The side on turn.
    pub turn: Color,
    /// Whether castling is allowed where king and rook stand on their first squares.
    pub castling: bool,
}

impl Defaults {
    /// White is on turn, and nobody may castle.
    pub const GAME: Defaults = Defaults { turn: Color::White, castling: false };
}

/// Returns which of the side on turn and the castling rights a text leaves out.
pub(super) fn leaves_out(text: &str) -> (bool, bool) {
    let count = text.split_whitespace().count();
    (count < 2, count < 3)
}

/// Parses a position; missing fields at the end are filled in.
pub(super) fn read(text: &str, fifty: bool, defaults: Defaults) -> Result<Board, TextError> {
    let fields = fields(text);
    let field = |i: usize| fields.get(i).map_or((text.len()..text.len(), ""), Clone::clone);
    if let Some((span, _)) = fields.get(6) {
        return Err(TextError::new("a FEN has at most six fields", span.start..text.len())
            .help("board, side on turn, castling, en-passant square, clock, move number"));
    }
    let mut builder = BoardBuilder::empty();
    read_board(field(0), &mut builder)?;
    check_men(field(0).0, &builder)?;
    builder.side_to_move = read_turn(field(1), defaults.turn)?;
    builder.castle_rights = match fields.len() < 3 && defaults.castling {
        true => possible_castling(&builder),
        false => read_castling(field(2), &builder)?,
    };
    builder.en_passant = read_passant(field(3), &builder)?;
    builder.halfmove_clock = read_clock(field(4), fifty)?;
    read_number(field(5), u32::MAX)?;
    builder.build().map_err(|error| refused(error, &field))
}

/// Returns the words of the text, with their places.
fn fields(text: &str) -> Vec<(Range<usize>, &str)> {
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let span = |word: &str| start(word)..start(word) + word.len();
    text.split_whitespace().map(|word| (span(word), word)).collect()
}

fn read_board(
    (span, field): (Range<usize>, &str),
    builder: &mut BoardBuilder,
) -> Result<(), TextError> {
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() != 8 {
        let message = format!("a board has 8 rows, not {}", rows.len());
        return Err(TextError::new(message, span).help("rows come from the top, between `/`"));
    }
    let mut at = span.start;
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        read_row(row, at, rank, builder)?;
        at += row.len() + 1;
    }
    Ok(())
}

fn read_row(row: &str, at: usize, rank: Rank, builder: &mut BoardBuilder) -> Result<(), TextError> {
    let mut file = 0;
    for (offset, symbol) in row.char_indices() {
        if let Some(empty) = symbol.to_digit(9).filter(|&n| n > 0) {
            file += empty as usize;
            continue;
        }
        let span = at + offset..at + offset + symbol.len_utf8();
        let piece = Piece::try_from(symbol.to_ascii_lowercase()).map_err(|_| {
            TextError::new(format!("`{symbol}` is neither a man nor a number"), span)
                .help("men are KQRBNP for White and kqrbnp for Black, numbers are empty squares")
        })?;
        let color = if symbol.is_ascii_uppercase() { Color::White } else { Color::Black };
        if let Some(file) = File::try_index(file) {
            *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
        }
        file += 1;
    }
    match file {
        8 => Ok(()),
        _ => {
            let message = format!("this row has {file} squares instead of 8");
            Err(TextError::new(message, at..at + row.len()))
        }
    }
}

/// Fails if the board lacks something that the rules need.
fn check_men(span: Range<usize>, builder: &BoardBuilder) -> Result<(), TextError> {
    let error = |message: String| Err(TextError::new(message, span.clone()));
    for color in Color::ALL {
        let count = |piece| squares(builder, piece, color).count();
        let name = ["White", "Black"][color as usize];
        if count(Piece::King) != 1 {
            return error(format!("{name} has {} kings instead of one", count(Piece::King)));
        }
        if count(Piece::Pawn) > 8 {
            return error(format!("{name} has {} pawns, more than 8", count(Piece::Pawn)));
        }
        let men: usize = Piece::ALL.into_iter().map(count).sum();
        if men > 16 {
            return error(format!("{name} has {men} men, more than 16"));
        }
        let stuck = |square: &Square| matches!(square.rank(), Rank::First | Rank::Eighth);
        if let Some(square) = squares(builder, Piece::Pawn, color).find(stuck) {
            return error(format!("there is a pawn on {square}, where none can stand"));
        }
    }
    let kings = Color::ALL.map(|color| squares(builder, Piece::King, color).next());
    match kings {
        [Some(white), Some(black)] if get_king_moves(white).has(black) => {
            error(format!("the kings on {white} and {black} attack each other"))
        }
        _ => Ok(()),
    }
}

fn squares(builder: &BoardBuilder, piece: Piece, color: Color) -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().filter(move |&sq| builder.square(sq) == Some((piece, color)))
}

fn read_turn((span, field): (Range<usize>, &str), default: Color) -> Result<Color, TextError> {
    match field.to_ascii_lowercase().as_str() {
        "" => Ok(default),
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err(TextError::new(format!("`{field}` is not a side"), span)
            .help("the side on turn is `w` or `b`")),
    }
}

fn read_castling(
    (span, field): (Range<usize>, &str),
    builder: &BoardBuilder,
) -> Result<[CastleRights; 2], TextError> {
    let mut rights = [CastleRights::EMPTY; 2];
    if matches!(field, "-" | "") {
        return Ok(rights);
    }
    for (offset, symbol) in field.char_indices() {
        let span = span.start + offset..span.start + offset + symbol.len_utf8();
        let color = if symbol.is_ascii_uppercase() { Color::White } else { Color::Black };
        let side = &mut rights[color as usize];
        let (right, file) = match symbol.to_ascii_lowercase() {
            'k' => (&mut side.short, File::H),
            'q' => (&mut side.long, File::A),
            _ => {
                return Err(TextError::new(format!("`{symbol}` is no castling right"), span)
                    .help("the rights are some of `KQkq`, or `-` for none"));
            }
        };
        if right.replace(file).is_some() {
            return Err(TextError::new(format!("`{symbol}` is given twice"), span));
        }
        if !at_home(builder, color, file) {
            let message = format!("`{symbol}` needs the king and the rook on their first squares");
            return Err(TextError::new(message, span));
        }
    }
    Ok(rights)
}

/// Returns whether a side's king and its rook on this file stand on their first squares.
fn at_home(builder: &BoardBuilder, color: Color, file: File) -> bool {
    let rank = Rank::First.relative_to(color);
    let king = builder.square(Square::new(File::E, rank)) == Some((Piece::King, color));
    king && builder.square(Square::new(file, rank)) == Some((Piece::Rook, color))
}

/// Returns all castling rights that the places of kings and rooks allow.
fn possible_castling(builder: &BoardBuilder) -> [CastleRights; 2] {
    Color::ALL.map(|color| {
        let right = |file: File| Some(file).filter(|&file| at_home(builder, color, file));
        CastleRights { short: right(File::H), long: right(File::A) }
    })
}

fn read_passant(
    (span, field): (Range<usize>, &str),
    builder: &BoardBuilder,
) -> Result<Option<Square>, TextError> {
    if matches!(field, "-" | "") {
        return Ok(None);
    }
    let us = builder.side_to_move;
    let square: Square = field.parse().map_err(|_| {
        TextError::new(format!("`{field}` is not a square"), span.clone())
            .help("the en-passant square is one such as `e3`, or `-` for none")
    })?;
    let on = |rank: Rank| builder.square(Square::new(square.file(), rank.relative_to(us)));
    let pushed = square.rank() == Rank::Sixth.relative_to(us)
        && on(Rank::Fifth) == Some((Piece::Pawn, !us))
        && on(Rank::Sixth).is_none()
        && on(Rank::Seventh).is_none();
    match pushed {
        true => Ok(Some(square)),
        false => Err(TextError::new(format!("no pawn has just passed {square}"), span)
            .help("the square behind a pawn that has just gone two squares, or `-`")),
    }
}

fn read_clock(field: (Range<usize>, &str), fifty: bool) -> Result<u8, TextError> {
    let most = if fifty { u32::from(FIFTY) } else { u32::MAX };
    let clock = read_number(field, most)?;
    Ok(if fifty { clock as u8 } else { 0 })
}

fn read_number((span, field): (Range<usize>, &str), most: u32) -> Result<u32, TextError> {
    match field {
        "-" | "" => Ok(0),
        _ => field.parse().ok().filter(|&n| n <= most).ok_or_else(|| {
            let message = format!("`{field}` is not a whole number from 0 to {most}");
            TextError::new(message, span).help("the last two fields are the clock and the move")
        }),
    }
}

/// Returns the error for a board that cozy-chess refuses.
fn refused<'t>(
    error: BoardBuilderError,
    field: &impl Fn(usize) -> (Range<usize>, &'t str),
) -> TextError {
    match error {
        BoardBuilderError::InvalidBoard => {
            TextError::new("the side that is not on turn is in check", field(0).0)
                .help("it should have been mated or moved away; is the other side on turn?")
        }
        BoardBuilderError::InvalidEnPassant => {
            let message = "this check cannot come from a pawn's move of two squares";
            TextError::new(message, field(3).0)
        }
        _ => TextError::new(error.to_string(), field(0).0),
    }
}
