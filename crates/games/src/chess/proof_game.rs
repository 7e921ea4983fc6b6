//! Proof games: whether a play can still end in a given diagram.
//!
//! Every man of the diagram is a man of the board that comes there, perhaps promoted on the way, and
//! no other man of that side is left: the rest are captured. So a side needs at least the moves of a
//! cheapest assignment of its men to the squares of the diagram, as many moves as men of the other
//! side are to vanish, and no more captures by pawns than that. Moves are counted on a board with
//! nothing on it but the men that stand still all the time: pawns of the diagram on their first
//! squares, and what cannot leave its square between them. The answer "no" is always right.

use std::array;

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::reach::pushes;
use super::{ChessMove, LAST_RANKS};

/// More moves or captures than any play has.
const NEVER: u8 = 100;
/// The largest number of men of one side.
const MEN: usize = 16;
/// The pieces that a pawn becomes.
const OFFICERS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Numbers by the square a man comes from and the square it goes to.
type Table = Vec<[u8; 64]>;

/// The men of one side by kind.
type Men = [BitBoard; 6];

/// The diagram that a play is to end in.
#[derive(Debug)]
pub(super) struct Target {
    men: [Men; 2],
    /// The men that stand where they are from the first move to the last.
    fixed: [Men; 2],
    blocked: BitBoard,
    /// By colour and kind: the least moves of a man. A pawn stays a pawn.
    moves: [[Table; 6]; 2],
    /// By colour: the least captures of a pawn that stays one.
    captures: [Table; 2],
    /// By colour and kind: the least moves and captures of a pawn that becomes this piece.
    promoted: [[(Table, Table); 4]; 2],
}

/// Returns the men of a side by kind.
fn men_of(board: &Board, color: Color) -> Men {
    array::from_fn(|kind| board.colored_pieces(color, Piece::index(kind)))
}

impl Target {
    /// Prepares the diagram of a board.
    pub fn new(board: &Board) -> Target {
        let men = Color::ALL.map(|color| men_of(board, color));
        let mut fixed = [[BitBoard::EMPTY; 6]; 2];
        for color in Color::ALL {
            let home = Rank::Second.relative_to(color).bitboard();
            fixed[color as usize][Piece::Pawn as usize] =
                men[color as usize][Piece::Pawn as usize] & home;
        }
        let start = Board::startpos();
        // What cannot leave its square blocks others in turn.
        loop {
            let mut more = fixed;
            for color in Color::ALL {
                for piece in [Piece::Bishop, Piece::Queen] {
                    let (side, kind) = (color as usize, piece as usize);
                    let still =
                        men[side][kind] & start.colored_pieces(color, piece) & !fixed[side][kind];
                    for at in still {
                        if steps(&fixed, color, piece, at).is_empty() {
                            more[side][kind] |= at.bitboard();
                        }
                    }
                }
            }
            if more == fixed {
                break;
            }
            fixed = more;
        }
        let blocked = squares_of(&fixed);
        let moves = Color::ALL.map(|color| {
            array::from_fn(|kind| distances(|at| steps(&fixed, color, Piece::index(kind), at)))
        });
        let captures = Color::ALL.map(|color| captures(&fixed, color));
        let promoted = Color::ALL.map(|color| {
            OFFICERS.map(|piece| {
                let (side, kind) = (color as usize, piece as usize);
                promotions(color, (&moves[side][0], &captures[side]), &moves[side][kind])
            })
        });
        Target { men, fixed, blocked, moves, captures, promoted }
    }

    /// Returns whether the board shows the diagram.
    pub fn is_shown(&self, board: &Board) -> bool {
        Color::ALL.iter().all(|&color| men_of(board, color) == self.men[color as usize])
    }

    /// Returns whether the board may show the diagram after these numbers of moves of both sides.
    #[allow(clippy::needless_range_loop)] // a side is the place in four arrays
    pub fn may_follow(&self, board: &Board, left: [u32; 2]) -> bool {
        if left == [0, 0] {
            return self.is_shown(board);
        }
        let now = Color::ALL.map(|color| men_of(board, color));
        let count = |men: &Men| men.iter().map(|men| men.len()).sum::<u32>();
        let mut vanish = [0; 2];
        for side in 0..2 {
            let (has, keeps) = (count(&now[side]), count(&self.men[side]));
            let pawns = |men: &[Men; 2]| men[side][Piece::Pawn as usize].len();
            let moved = (0..6).any(|kind| !self.fixed[side][kind].is_subset(now[side][kind]));
            if has < keeps || has - keeps > left[1 - side] || moved {
                return false;
            }
            if pawns(&now) < pawns(&self.men) {
                return false;
            }
            vanish[side] = has - keeps;
        }
        Color::ALL.iter().all(|&color| {
            let side = color as usize;
            self.may_arrange(board, color, &now[side], (left[side], vanish[1 - side]))
        })
    }

    /// Returns whether the men of a side may reach their squares with this many moves and captures,
    /// castling or not.
    fn may_arrange(&self, board: &Board, color: Color, now: &Men, limits: (u32, u32)) -> bool {
        let side = color as usize;
        let king = board.king(color);
        if self.arranged(side, now, (king, None), limits) {
            return true;
        }
        let rights = board.castle_rights(color);
        let Some(moves) = limits.0.checked_sub(1) else { return false };
        let sides = [(rights.short, File::G, File::F), (rights.long, File::C, File::D)];
        sides.into_iter().any(|(rook, king_to, rook_to)| {
            let Some(rook) = rook else { return false };
            let on = |file: File| Square::new(file, king.rank());
            let mut others = *now;
            others[Piece::Rook as usize] &= !on(rook).bitboard();
            self.arranged(side, &others, (on(king_to), Some(on(rook_to))), (moves, limits.1))
        })
    }

    /// Returns whether a king here and these men, with perhaps one rook more, may reach their squares
    /// with this many moves and captures.
    fn arranged(
        &self,
        side: usize,
        now: &Men,
        (king, rook): (Square, Option<Square>),
        (moves, captures): (u32, u32),
    ) -> bool {
        let home = self.men[side][Piece::King as usize].next_square();
        let king_moves = home.map_or(NEVER, |home| {
            self.moves[side][Piece::King as usize][king as usize][home as usize]
        });
        let Some(moves) = moves.checked_sub(u32::from(king_moves)) else { return false };
        // A man on a square where such a man is to stand can be the one that stands there: if
        // another one came, it could have gone on instead of it.
        let mut problem = Assignment::default();
        for piece in [Piece::Pawn].into_iter().chain(OFFICERS) {
            let kind = piece as usize;
            let (has, wants) = (now[kind], self.men[side][kind]);
            (wants & !has).into_iter().for_each(|at| problem.wanted.push(piece, at));
            (has & !wants).into_iter().for_each(|at| problem.given.push(piece, at));
        }
        if let Some(at) = rook {
            problem.given.push(Piece::Rook, at);
        }
        let within = |from: (Piece, Square), to: (Piece, Square)| {
            let (needs, takes) = self.way(side, from, to);
            if u32::from(takes) > captures { NEVER } else { needs }
        };
        let takes = |from: (Piece, Square), to: (Piece, Square)| self.way(side, from, to).1;
        problem.costs_at_most(within, moves) && problem.costs_at_most(takes, captures)
    }

    /// Returns the least moves and the least captures by which one man becomes another one.
    fn way(
        &self,
        side: usize,
        (old, from): (Piece, Square),
        (new, to): (Piece, Square),
    ) -> (u8, u8) {
        let (from, to) = (from as usize, to as usize);
        match (old, new) {
            (Piece::Pawn, Piece::Pawn) => {
                (self.moves[side][0][from][to], self.captures[side][from][to])
            }
            (Piece::Pawn, _) => {
                let (moves, captures) = &self.promoted[side][new as usize - 1];
                (moves[from][to], captures[from][to])
            }
            _ if old == new => {
                let moves = self.moves[side][old as usize][from][to];
                (moves, if moves < NEVER { 0 } else { NEVER })
            }
            _ => (NEVER, NEVER),
        }
    }

    /// Returns whether a move may belong to a play that has these numbers of moves left after it: men
    /// that stand still are neither moved nor taken, and the last move fills its square.
    pub fn allows(&self, board: &Board, mv: ChessMove, left: [u32; 2]) -> bool {
        if self.blocked.has(mv.from()) || self.blocked.has(mv.to()) {
            return false;
        }
        let us = board.side_to_move();
        let castles = board.colors(us).has(mv.to());
        let mine = &self.men[us as usize];
        if left != [0, 0] || castles {
            return true;
        }
        let piece = mv.promotion().or_else(|| board.piece_on(mv.from()));
        piece.is_some_and(|piece| mine[piece as usize].has(mv.to()))
    }
}

/// Returns the squares where men of either side stand.
fn squares_of(men: &[Men; 2]) -> BitBoard {
    men.iter().flatten().fold(BitBoard::EMPTY, |all, men| all | *men)
}

/// Returns the squares of one move of a man among men that stand still: a king does not go where a
/// pawn that stands still attacks.
fn steps(fixed: &[Men; 2], color: Color, piece: Piece, from: Square) -> BitBoard {
    let blocked = squares_of(fixed);
    let reached = match piece {
        Piece::Pawn => pawn_steps(blocked, color, from),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, blocked),
        Piece::Rook => get_rook_moves(from, blocked),
        Piece::Queen => get_bishop_moves(from, blocked) | get_rook_moves(from, blocked),
        Piece::King => {
            let pawns = fixed[!color as usize][Piece::Pawn as usize];
            let attacked = pawns
                .into_iter()
                .fold(BitBoard::EMPTY, |all, at| all | get_pawn_attacks(at, !color));
            get_king_moves(from) & !attacked
        }
    };
    reached & !blocked
}

/// Returns the squares of one move of a pawn.
fn pawn_steps(blocked: BitBoard, color: Color, from: Square) -> BitBoard {
    let ahead = pushes(color, from) & !blocked;
    // Two squares only where the first one is free.
    let near = get_king_moves(from);
    let ahead = if ahead.is_disjoint(near) { BitBoard::EMPTY } else { ahead };
    ahead | get_pawn_attacks(from, color)
}

/// Returns the least number of steps between any two squares.
fn distances(steps: impl Fn(Square) -> BitBoard) -> Table {
    let all: Vec<BitBoard> = Square::ALL.iter().map(|&at| steps(at)).collect();
    let from = |start: &Square| {
        let mut row = [NEVER; 64];
        let (mut seen, mut front, mut count) = (start.bitboard(), start.bitboard(), 0);
        while !front.is_empty() {
            let mut next = BitBoard::EMPTY;
            for at in front {
                row[at as usize] = count;
                next |= all[at as usize];
            }
            front = next & !seen;
            seen |= next;
            count += 1;
        }
        row
    };
    Square::ALL.iter().map(from).collect()
}

/// Returns the least number of captures by which a pawn goes from one square to another.
fn captures(fixed: &[Men; 2], color: Color) -> Table {
    let blocked = squares_of(fixed);
    let mut table = vec![[NEVER; 64]; 64];
    for from in Square::ALL {
        let row = &mut table[from as usize];
        row[from as usize] = 0;
        // Ranks in the order in which the pawn reaches them.
        let mut squares = Square::ALL;
        if color == Color::Black {
            squares.reverse();
        }
        for at in squares {
            let here = row[at as usize];
            if here == NEVER {
                continue;
            }
            let aside = get_pawn_attacks(at, color);
            for to in pawn_steps(blocked, color, at) & !blocked {
                let needs = here + u8::from(aside.has(to));
                row[to as usize] = row[to as usize].min(needs);
            }
        }
    }
    table
}

/// Returns the least moves and captures of a pawn that promotes and goes on from there.
fn promotions(color: Color, (pawn, captures): (&Table, &Table), officer: &Table) -> (Table, Table) {
    let (mut moves, mut takes) = (vec![[NEVER; 64]; 64], vec![[NEVER; 64]; 64]);
    let last = LAST_RANKS & Rank::Eighth.relative_to(color).bitboard();
    for from in Square::ALL {
        for at in last {
            let (there, taken) =
                (pawn[from as usize][at as usize], captures[from as usize][at as usize]);
            if there == NEVER {
                continue;
            }
            for to in Square::ALL {
                let on = officer[at as usize][to as usize];
                if on < NEVER {
                    let (needs, least) = (there + on, taken);
                    let (moves, takes) = (
                        &mut moves[from as usize][to as usize],
                        &mut takes[from as usize][to as usize],
                    );
                    (*moves, *takes) = ((*moves).min(needs), (*takes).min(least));
                }
            }
        }
    }
    (moves, takes)
}

/// Some men.
#[derive(Default)]
struct List {
    men: [Option<(Piece, Square)>; MEN],
    count: usize,
}

impl List {
    fn push(&mut self, piece: Piece, at: Square) {
        if let Some(slot) = self.men.get_mut(self.count) {
            *slot = Some((piece, at));
            self.count += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        self.men[..self.count].iter().flatten().copied()
    }
}

/// Men that are wanted on squares, and those that can come there.
#[derive(Default)]
struct Assignment {
    wanted: List,
    given: List,
}

impl Assignment {
    /// Returns whether different men can come to all squares at this cost.
    fn costs_at_most(
        &self,
        cost: impl Fn((Piece, Square), (Piece, Square)) -> u8,
        most: u32,
    ) -> bool {
        if self.wanted.count > self.given.count {
            return false;
        }
        let mut costs = [[NEVER; MEN]; MEN];
        let mut least = 0;
        for (row, to) in costs.iter_mut().zip(self.wanted.iter()) {
            for (cell, from) in row.iter_mut().zip(self.given.iter()) {
                *cell = cost(from, to);
            }
            least += row.iter().copied().min().map_or(0, u32::from);
        }
        least <= most && cheapest(&costs, self.wanted.count, self.given.count) <= most
    }
}

/// Returns the cost of a cheapest assignment of a column of its own to each row, by the Hungarian
/// method: rows are added one by one along shortest augmenting paths.
#[allow(clippy::needless_range_loop)] // a column is the place in four arrays
fn cheapest(costs: &[[u8; MEN]; MEN], rows: usize, columns: usize) -> u32 {
    const FAR: i32 = 1 << 20;
    // Column 0 stands for none; rows and columns are counted from 1.
    let (mut row_price, mut column_price) = ([0i32; MEN + 1], [0i32; MEN + 1]);
    let mut taken_by = [0usize; MEN + 1];
    for row in 1..=rows {
        taken_by[0] = row;
        let (mut slack, mut came_from) = ([FAR; MEN + 1], [0usize; MEN + 1]);
        let mut used = [false; MEN + 1];
        let mut at = 0;
        while taken_by[at] != 0 {
            used[at] = true;
            let (mut step, mut next) = (FAR, 0);
            let current = taken_by[at];
            for column in 1..=columns {
                if used[column] {
                    continue;
                }
                let cost = i32::from(costs[current - 1][column - 1]);
                let reduced = cost - row_price[current] - column_price[column];
                if reduced < slack[column] {
                    (slack[column], came_from[column]) = (reduced, at);
                }
                if slack[column] < step {
                    (step, next) = (slack[column], column);
                }
            }
            for column in 0..=columns {
                if used[column] {
                    row_price[taken_by[column]] += step;
                    column_price[column] -= step;
                } else {
                    slack[column] -= step;
                }
            }
            at = next;
        }
        while at != 0 {
            let before = came_from[at];
            taken_by[at] = taken_by[before];
            at = before;
        }
    }
    (1..=columns)
        .filter(|&column| taken_by[column] != 0)
        .map(|column| u32::from(costs[taken_by[column] - 1][column - 1]))
        .sum()
}
