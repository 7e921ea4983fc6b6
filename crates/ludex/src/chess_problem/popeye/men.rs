//! The men of a diagram while it is set up and changed, by square.

use super::reader::read_men;
use crate::error::InputError;

/// The square with this number: 0 is a1, 1 is b1, 63 is h8.
pub(crate) type SquareIndex = usize;

/// The men on the squares, as letters of FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Men(pub [Option<char>; 64]);

impl Default for Men {
    fn default() -> Men {
        Men([None; 64])
    }
}

/// How the board is turned or mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turned {
    /// To the left by this many quarters.
    Quarters(u32),
    /// Left and right are exchanged.
    LeftRight,
    /// Top and bottom are exchanged.
    TopBottom,
    /// a1 and h8 are exchanged.
    A1H8,
    /// a8 and h1 are exchanged.
    A8H1,
}

impl Men {
    /// Returns the men of a diagram: the board of a FEN, or a list such as `white Kf5 black Kh8`.
    /// Returns `None` for a text that is neither.
    pub fn of_text(text: &str) -> Result<Option<Men>, InputError> {
        match is_list(text) {
            true => read_men(text).map(Some),
            false => Ok(Men::of_fen(text)),
        }
    }

    fn of_fen(text: &str) -> Option<Men> {
        let mut men = Men::default();
        let rows: Vec<&str> = text.split_whitespace().next()?.split('/').collect();
        for (row, rank) in rows.iter().zip((0..8).rev()) {
            let mut file = 0;
            for c in row.chars() {
                if let Some(empty) = c.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                *men.0.get_mut(8 * rank + file).filter(|_| file < 8)? = Some(c);
                file += 1;
            }
        }
        (rows.len() == 8).then_some(men)
    }

    /// Returns the diagram as a FEN with the fields that another one has: castling as far as kings
    /// and rooks are still there, no pawn that has just moved.
    pub fn to_text_like(&self, other: &str) -> String {
        let fields: Vec<&str> = other.split_whitespace().skip(1).collect();
        let fields = if is_list(other) { &[] } else { &fields[..] };
        let possible = self.castling(&[]);
        let castling = fields.get(1).map(|rights| {
            let kept: String = rights.chars().filter(|&right| possible.contains(right)).collect();
            if kept.is_empty() { "-".to_string() } else { kept }
        });
        let rest = fields.first().map(|turn| turn.to_string()).into_iter().chain(castling);
        std::iter::once(self.to_fen()).chain(rest).collect::<Vec<_>>().join(" ")
    }

    /// Returns the men of the start of a game.
    pub fn game_array() -> Men {
        let mut men = Men::default();
        for (file, piece) in "RNBQKBNR".chars().enumerate() {
            men.0[file] = Some(piece);
            men.0[8 + file] = Some('P');
            men.0[48 + file] = Some('p');
            men.0[56 + file] = Some(piece.to_ascii_lowercase());
        }
        men
    }

    /// Returns the board as the first field of a FEN.
    pub fn to_fen(&self) -> String {
        let rows = (0..8).rev().map(|rank| self.row(rank));
        rows.collect::<Vec<String>>().join("/")
    }

    fn row(&self, rank: usize) -> String {
        let (mut row, mut empty) = (String::new(), 0);
        for man in &self.0[8 * rank..8 * rank + 8] {
            match man {
                None => empty += 1,
                Some(man) => {
                    if empty > 0 {
                        row.push_str(&empty.to_string());
                    }
                    empty = 0;
                    row.push(*man);
                }
            }
        }
        if empty > 0 { row + &empty.to_string() } else { row }
    }

    /// Returns the castling rights that the places of kings and rooks allow, without those of men on
    /// these squares: some of `KQkq`, or `-`.
    pub fn castling(&self, lost: &[SquareIndex]) -> String {
        let rights = [(4, 7, 'K'), (4, 0, 'Q'), (60, 63, 'k'), (60, 56, 'q')];
        let at_home = |&(king, rook, right): &(SquareIndex, SquareIndex, char)| {
            let white = right.is_ascii_uppercase();
            let (k, r) = if white { ('K', 'R') } else { ('k', 'r') };
            let stand = self.0[king] == Some(k) && self.0[rook] == Some(r);
            stand && !lost.contains(&king) && !lost.contains(&rook)
        };
        let kept: String =
            rights.iter().filter(|right| at_home(right)).map(|right| right.2).collect();
        if kept.is_empty() { "-".to_string() } else { kept }
    }

    /// Returns the position with all men turned or mirrored.
    pub fn turned(&self, how: Turned) -> Men {
        let mut men = Men::default();
        for (at, man) in self.0.iter().enumerate() {
            let (file, rank) = (at % 8, at / 8);
            let (file, rank) = match how {
                Turned::Quarters(quarters) => {
                    (0..quarters % 4).fold((file, rank), |(file, rank), _| (7 - rank, file))
                }
                Turned::LeftRight => (7 - file, rank),
                Turned::TopBottom => (file, 7 - rank),
                Turned::A1H8 => (7 - rank, 7 - file),
                Turned::A8H1 => (rank, file),
            };
            men.0[8 * rank + file] = *man;
        }
        men
    }

    /// Returns the position with all men moved by this many files and ranks, or `None` if a man
    /// would leave the board.
    pub fn shifted(&self, files: i32, ranks: i32) -> Option<Men> {
        let mut men = Men::default();
        for (at, man) in self.0.iter().enumerate().filter(|(_, man)| man.is_some()) {
            let (file, rank) = ((at % 8) as i32 + files, (at / 8) as i32 + ranks);
            let inside = (0..8).contains(&file) && (0..8).contains(&rank);
            *men.0.get_mut((8 * rank + file) as usize).filter(|_| inside)? = *man;
        }
        Some(men)
    }

    /// Returns the position with the colours of all men exchanged.
    pub fn recoloured(&self) -> Men {
        let other = |man: char| match man.is_ascii_uppercase() {
            true => man.to_ascii_lowercase(),
            false => man.to_ascii_uppercase(),
        };
        Men(self.0.map(|man| man.map(other)))
    }

    /// Replaces all men of one kind, in lower case, by another, of either colour.
    pub fn substitute(&mut self, old: char, new: char) {
        for man in self.0.iter_mut().flatten() {
            if man.to_ascii_lowercase() == old {
                *man = coloured(new, man.is_ascii_uppercase());
            }
        }
    }
}

/// Returns the letter of a kind of man for a side.
pub(crate) fn coloured(kind: char, white: bool) -> char {
    if white { kind.to_ascii_uppercase() } else { kind.to_ascii_lowercase() }
}

/// Returns the square with this name, such as `e4` in upper or lower case.
pub(crate) fn square(name: &str) -> Option<SquareIndex> {
    let [file, rank] = *name.as_bytes() else { return None };
    let file = file.to_ascii_lowercase().checked_sub(b'a').filter(|&file| file < 8)?;
    let rank = rank.checked_sub(b'1').filter(|&rank| rank < 8)?;
    Some(8 * usize::from(rank) + usize::from(file))
}

/// Returns the squares of a list without blanks, such as `a1b2`; at least one.
pub(crate) fn squares(list: &str) -> Option<Vec<SquareIndex>> {
    let whole = list.is_ascii() && !list.is_empty() && list.len().is_multiple_of(2);
    let pairs = || (0..list.len()).step_by(2).map(|at| square(&list[at..at + 2]));
    if whole { pairs().collect() } else { None }
}

/// Returns the name of a square.
pub(crate) fn name(at: SquareIndex) -> String {
    format!("{}{}", char::from(b'a' + (at % 8) as u8), at / 8 + 1)
}

/// Returns whether a text is a list of men rather than a FEN: it begins with a colour.
pub(crate) fn is_list(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
    let begins = |word: &str| first.len() >= 3 && word.starts_with(&first);
    begins("white") || begins("black")
}
