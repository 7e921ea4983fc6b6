//! The rules of chess in the plainest way: letters on 64 squares, every move tried, and kept if
//! the king cannot be taken after it. The oracle for the real game.

/// A position; square 0 is a1, 1 is b1, 8 is a2.
#[derive(Clone)]
pub struct Mailbox {
    board: [u8; 64],
    pub black: bool,
    /// The squares of kings and rooks that have not moved and may castle.
    castling: Vec<u8>,
    passant: Option<usize>,
    pub clock: u32,
}

const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
const KING: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

fn step(from: usize, (dx, dy): (i32, i32)) -> Option<usize> {
    let (x, y) = (from as i32 % 8 + dx, from as i32 / 8 + dy);
    ((0..8).contains(&x) && (0..8).contains(&y)).then_some((8 * y + x) as usize)
}

fn square(text: &str) -> usize {
    let bytes = text.as_bytes();
    usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
}

fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

impl Mailbox {
    pub fn read(fen: &str) -> Mailbox {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [b'.'; 64];
        for (row, text) in fields[0].split('/').enumerate() {
            let mut column = 0;
            for letter in text.bytes() {
                if letter.is_ascii_digit() {
                    column += usize::from(letter - b'0');
                } else {
                    board[8 * (7 - row) + column] = letter;
                    column += 1;
                }
            }
        }
        let castling = fields[2].bytes().filter(|c| *c != b'-').collect();
        let passant = (fields[3] != "-").then(|| square(fields[3]));
        let clock = fields[4].parse().expect("a clock");
        Mailbox { board, black: fields[1] == "b", castling, passant, clock }
    }

    fn own(&self, letter: u8) -> bool {
        letter.is_ascii_alphabetic() && letter.is_ascii_lowercase() == self.black
    }

    /// Returns the position with the other side on turn, or `None` if the side on turn is in check.
    pub fn pass(&self) -> Option<Mailbox> {
        let mut next = self.clone();
        (next.black, next.passant) = (!self.black, None);
        (!next.takes_king()).then_some(next)
    }

    /// Returns whether the side on turn could take the other king.
    fn takes_king(&self) -> bool {
        let king = if self.black { b'K' } else { b'k' };
        self.reach().iter().any(|&(_, to)| self.board[to] == king)
    }

    /// Returns the squares to which every own man could go, castling excluded.
    fn reach(&self) -> Vec<(usize, usize)> {
        let mut reach = Vec::new();
        for from in (0..64).filter(|&s| self.own(self.board[s])) {
            match self.board[from].to_ascii_lowercase() {
                b'p' => self.pawn(from, &mut reach),
                b'n' => self.ride(from, &KNIGHT, 1, &mut reach),
                b'k' => self.ride(from, &KING, 1, &mut reach),
                b'r' => self.ride(from, &KING[..4], 8, &mut reach),
                b'b' => self.ride(from, &KING[4..], 8, &mut reach),
                _ => self.ride(from, &KING, 8, &mut reach),
            }
        }
        reach
    }

    fn ride(&self, from: usize, ways: &[(i32, i32)], far: u32, out: &mut Vec<(usize, usize)>) {
        for &way in ways {
            let mut at = from;
            for _ in 0..far {
                let Some(to) = step(at, way).filter(|&to| !self.own(self.board[to])) else { break };
                out.push((from, to));
                if self.board[to] != b'.' {
                    break;
                }
                at = to;
            }
        }
    }

    fn pawn(&self, from: usize, out: &mut Vec<(usize, usize)>) {
        let (up, home) = if self.black { (-1, 6) } else { (1, 1) };
        let empty = |&to: &usize| self.board[to] == b'.';
        if let Some(one) = step(from, (0, up)).filter(empty) {
            out.push((from, one));
            if let Some(two) = step(one, (0, up)).filter(empty).filter(|_| from / 8 == home) {
                out.push((from, two));
            }
        }
        for to in [-1, 1].into_iter().filter_map(|side| step(from, (side, up))) {
            let enemy = self.board[to] != b'.' && !self.own(self.board[to]);
            if enemy || self.passant == Some(to) {
                out.push((from, to));
            }
        }
    }

    fn castlings(&self) -> Vec<(usize, usize)> {
        let (row, king, queen) = if self.black { (56, b'k', b'q') } else { (0, b'K', b'Q') };
        let empty = |squares: &[usize]| squares.iter().all(|s| self.board[row + s] == b'.');
        let safe = |squares: &[usize]| {
            squares.iter().all(|&s| {
                let mut moved = self.clone();
                moved.board.swap(row + 4, row + s);
                moved.pass().is_some()
            })
        };
        let mut out = Vec::new();
        if self.castling.contains(&king) && empty(&[5, 6]) && safe(&[4, 5, 6]) {
            out.push((row + 4, row + 6));
        }
        if self.castling.contains(&queen) && empty(&[1, 2, 3]) && safe(&[4, 3, 2]) {
            out.push((row + 4, row + 2));
        }
        out
    }

    /// Returns all legal moves in UCI, sorted.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (from, to) in self.reach().into_iter().chain(self.castlings()) {
            let text = name(from) + &name(to);
            let pawn = self.board[from].eq_ignore_ascii_case(&b'p');
            let texts: Vec<String> = match pawn && matches!(to / 8, 0 | 7) {
                true => ["n", "b", "r", "q"].iter().map(|p| text.clone() + p).collect(),
                false => vec![text],
            };
            moves.extend(texts.into_iter().filter(|text| !self.after(text).takes_king()));
        }
        moves.sort();
        moves
    }

    pub fn after(&self, uci: &str) -> Mailbox {
        let (from, to) = (square(&uci[..2]), square(&uci[2..4]));
        let mut next = self.clone();
        let man = self.board[from];
        let kind = man.to_ascii_lowercase();
        next.board[from] = b'.';
        next.board[to] = match uci.as_bytes().get(4) {
            Some(&piece) if !self.black => piece.to_ascii_uppercase(),
            Some(&piece) => piece,
            None => man,
        };
        next.passant = None;
        if kind == b'p' && self.passant == Some(to) {
            next.board[from / 8 * 8 + to % 8] = b'.';
        }
        if kind == b'p' && from.abs_diff(to) == 16 {
            next.passant = Some((from + to) / 2);
        }
        if kind == b'k' && from.abs_diff(to) == 2 {
            let row = from / 8 * 8;
            let (rook, beside) = if to > from { (row + 7, row + 5) } else { (row, row + 3) };
            next.board.swap(rook, beside);
        }
        let corners = [(0, b'Q'), (7, b'K'), (56, b'q'), (63, b'k')];
        let gone = |right: u8| {
            corners.contains(&(from, right))
                || corners.contains(&(to, right))
                || kind == b'k' && right.is_ascii_lowercase() == self.black
        };
        next.castling.retain(|&right| !gone(right));
        let quiet = kind != b'p' && self.board[to] == b'.';
        next.clock = if quiet { self.clock + 1 } else { 0 };
        next.black = !self.black;
        next
    }
}
