//! Chess: complete rules, with the move generation of the cozy-chess crate.
//!
//! A state is a cozy-chess board without what the future cannot depend on: the move number is
//! always 1, the halfmove clock is 0 unless the fifty-move rule is on, and an en-passant square
//! counts only if a pawn can use it. So positions with the same future are equal, whichever moves
//! led to them. Repetition is *not* part of the state; with the fifty-move rule no state can recur.

mod aim;
mod atoms;
mod diagram;
mod family;
mod fen;
mod hints;
mod last_move;
mod mate_bound;
mod notation;
mod proof_game;
mod reach;
mod san;

pub use diagram::Assumed;

use last_move::LastMove;
use proof_game::Target;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_pawn_attacks,
};
use ludex_base::mix;
use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

/// The number of halfmoves without a capture or a pawn move after which the game is drawn.
const FIFTY: u8 = 100;

/// The game of chess.
#[derive(Clone, Debug)]
pub struct Chess {
    agents: Agents,
    outcomes: Outcomes,
    fifty: bool,
    /// Whether a stalemated side passes instead of ending the game.
    passing: bool,
    /// Whether states remember the last move, for atoms about it.
    remembers: bool,
    /// The diagram of a proof game, for the atom that says that it is shown.
    target: Option<Arc<Target>>,
}

/// A chess position.
#[derive(Clone, Debug)]
pub struct ChessState {
    board: Board,
    /// What the last move did, in games that remember it.
    last: LastMove,
}

/// A chess move: six bits each for the squares it goes from and to (castling goes to the rook's
/// square, as in cozy-chess), then one more than the number of the piece promoted to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChessMove(u16);

impl ChessMove {
    fn pack(mv: Move) -> ChessMove {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16 + 1);
        ChessMove(mv.from as u16 | (mv.to as u16) << 6 | promotion << 12)
    }

    #[inline]
    fn from(self) -> Square {
        Square::index(usize::from(self.0 & 63))
    }

    #[inline]
    fn to(self) -> Square {
        Square::index(usize::from(self.0 >> 6 & 63))
    }

    #[inline]
    fn promotion(self) -> Option<Piece> {
        usize::from(self.0 >> 12).checked_sub(1).and_then(Piece::try_index)
    }

    #[inline]
    fn unpack(self) -> Move {
        Move { from: self.from(), to: self.to(), promotion: self.promotion() }
    }
}

impl ChessState {
    /// Returns the file of the en-passant square, if the side on turn has a pawn beside it.
    #[inline]
    fn en_passant(&self) -> Option<File> {
        let (file, color) = (self.board.en_passant()?, self.board.side_to_move());
        let square = Square::new(file, Rank::Sixth.relative_to(color));
        let pawns = self.board.colored_pieces(color, Piece::Pawn);
        (!get_pawn_attacks(square, !color).is_disjoint(pawns)).then_some(file)
    }

    /// Returns whether the side on turn has a legal move.
    #[inline]
    fn can_move(&self) -> bool {
        can_move(&self.board)
    }

    /// Returns whether the side on turn is mated.
    #[inline]
    fn is_mate(&self) -> bool {
        !self.board.checkers().is_empty() && !self.can_move()
    }
}

impl PartialEq for ChessState {
    fn eq(&self, other: &ChessState) -> bool {
        let (a, b) = (&self.board, &other.board);
        let same = |p: &Piece| a.pieces(*p) == b.pieces(*p);
        a.colors(Color::White) == b.colors(Color::White)
            && Piece::ALL.iter().all(same)
            && a.side_to_move() == b.side_to_move()
            && Color::ALL.iter().all(|&c| a.castle_rights(c) == b.castle_rights(c))
            && a.halfmove_clock() == b.halfmove_clock()
            && self.en_passant() == other.en_passant()
            && self.last == other.last
    }
}

impl Eq for ChessState {}

impl Hash for ChessState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(key(self));
    }
}

/// Returns the incremental hash of cozy-chess, with the en-passant square only where it matters and
/// the clock (which is 0 in all states if the fifty-move rule is off).
#[inline]
fn key(state: &ChessState) -> u64 {
    let mut key = state.board.hash_without_ep();
    if let Some(file) = state.en_passant() {
        key ^= mix(1000 + file as u64);
    }
    if let Some(last) = state.last.key() {
        key ^= mix(last);
    }
    match state.board.halfmove_clock() {
        0 => key,
        clock => key ^ mix(u64::from(clock)),
    }
}

#[inline]
fn color_of(agent: Agent) -> Color {
    if agent == Agent::FIRST { Color::White } else { Color::Black }
}

#[inline]
fn agent_of(color: Color) -> Agent {
    Agent(color as u8)
}

impl Chess {
    /// Returns chess with or without the fifty-move rule.
    pub fn new(fifty: bool) -> Chess {
        let agents = Agents::new(["White", "Black"]);
        Chess {
            agents,
            outcomes: Outcomes::win_draw_loss(),
            fifty,
            passing: false,
            remembers: false,
            target: None,
        }
    }

    /// Returns this chess with stalemate not as the end: a side without a move that is not in check
    /// passes. In series movers the side that does not move may be left without one.
    pub fn with_passing(self) -> Chess {
        Chess { passing: true, ..self }
    }

    /// Returns this chess with states that remember the last move, so that there are atoms about it.
    pub fn with_last_move(self) -> Chess {
        Chess { remembers: true, target: None, ..self }
    }

    /// Returns this chess with the atom `diagram`: the men stand as in this position. Its hints say
    /// whether play can still end there, and states do not remember the last move.
    pub fn with_diagram(self, state: &ChessState) -> Chess {
        Chess { remembers: false, target: Some(Arc::new(Target::new(&state.board))), ..self }
    }

    /// Returns the side that the position says is on turn, whether it has a move or not.
    #[inline]
    pub fn side_on_turn(&self, state: &ChessState) -> Agent {
        agent_of(state.board.side_to_move())
    }

    /// Returns whose turn it is where the side on turn cannot move, or the game is drawn.
    #[cold]
    fn turn_without_moves(&self, state: &ChessState) -> Turn {
        let passes = self.passing
            && state.board.halfmove_clock() < FIFTY
            && self.off_turn(state).is_some_and(|board| can_move(&board));
        if passes { Turn::Of(self.side_on_turn(state).other()) } else { Turn::Final }
    }

    /// Returns the board with the other side on turn, if that may move: the side on turn is not in
    /// check, and the game is not over.
    fn off_turn(&self, state: &ChessState) -> Option<Board> {
        state.board.null_move().filter(|_| self.passing || state.can_move())
    }

    /// Converts a board to a state: drops what the future cannot depend on.
    #[inline]
    fn state(&self, mut board: Board) -> ChessState {
        board.set_fullmove_number(1);
        if !self.fifty {
            board.set_halfmove_clock(0);
        }
        ChessState { board, last: LastMove::NONE }
    }
}

/// Returns whether the side on turn has a legal move.
fn can_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// The ranks where pawns promote.
const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// Appends all legal moves of the side on turn.
fn push_moves(board: &Board, out: &mut Vec<ChessMove>) {
    board.generate_moves(|moves| {
        push_piece(moves, out);
        false
    });
}

/// Appends the moves of one piece.
#[inline]
fn push_piece(moves: PieceMoves, out: &mut Vec<ChessMove>) {
    if moves.piece == Piece::Pawn && !moves.to.is_disjoint(LAST_RANKS) {
        out.extend(moves.into_iter().map(ChessMove::pack));
    } else {
        push_quietly(moves.from, moves.to, out);
    }
}

/// Appends the moves of one piece that do not promote.
#[inline]
fn push_quietly(from: Square, mut to: BitBoard, out: &mut Vec<ChessMove>) {
    while let Some(square) = to.next_square() {
        out.push(ChessMove(from as u16 | (square as u16) << 6));
        to.0 &= to.0 - 1;
    }
}

impl Model for Chess {
    type State = ChessState;
    type Move = ChessMove;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> ChessState {
        self.state(Board::startpos())
    }

    #[inline]
    fn turn(&self, state: &ChessState) -> Turn {
        // Without the rule the clock stays at 0.
        match state.board.halfmove_clock() < FIFTY && state.can_move() {
            true => Turn::Of(self.side_on_turn(state)),
            false => self.turn_without_moves(state),
        }
    }

    #[inline]
    fn moves(&self, state: &ChessState, agent: Agent, out: &mut Vec<ChessMove>) {
        if state.board.halfmove_clock() >= FIFTY {
            return;
        }
        if color_of(agent) == state.board.side_to_move() {
            push_moves(&state.board, out);
        } else if let Some(board) = self.off_turn(state) {
            push_moves(&board, out);
        }
    }

    fn outcome(&self, state: &ChessState) -> Outcome {
        match (state.is_mate(), state.board.side_to_move()) {
            (false, _) => Outcome(1),
            (true, Color::White) => Outcome::WORST,
            (true, Color::Black) => self.outcomes.best(),
        }
    }

    #[inline]
    fn holds(&self, state: &ChessState, own_atom: u32) -> bool {
        match &self.target {
            Some(target) if own_atom == atoms::DIAGRAM => target.is_shown(&state.board),
            _ => atoms::holds(state, own_atom),
        }
    }

    #[inline]
    fn key(&self, state: &ChessState) -> u64 {
        key(state)
    }

    fn can_repeat(&self) -> bool {
        !self.fifty
    }
}

impl Game for Chess {
    #[inline]
    fn play(&self, state: &mut ChessState, agent: Agent, mv: ChessMove) {
        if self.remembers {
            state.last = LastMove::of(&state.board, color_of(agent), mv);
        }
        let board = &mut state.board;
        if color_of(agent) != board.side_to_move() {
            // The pass of the side on turn is not a move: it does not count for the clock.
            let clock = board.halfmove_clock();
            *board = board.null_move().expect("off-turn moves are listed only without a check");
            board.set_halfmove_clock(clock);
        }
        board.play_unchecked(mv.unpack());
        board.set_fullmove_number(1);
        if !self.fifty {
            board.set_halfmove_clock(0);
        }
    }
}
