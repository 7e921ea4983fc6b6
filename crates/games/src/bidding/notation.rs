//! Bidding tic-tac-toe as text: bids, cells, positions.

use ludex_game::{Agent, Ink, Model, Notation, Picture, Shape, TextError, Turn};

use super::{Auction, Bidding, Payment, Step, Ties, has_line};
use crate::board::{cell_name, grid_picture, read_rows, words, write_rows};

const POSITION_HELP: &str = "as in .../.X./... 2:4 O bid";

fn name(cell: u8) -> String {
    cell_name(usize::from(cell % 3), usize::from(cell / 3))
}

fn symbol(state: &Auction, column: usize, row: usize) -> (char, Ink) {
    let cell = 3 * row + column;
    match state.stones.map(|stones| stones >> cell & 1 == 1) {
        [true, _] => ('X', Ink::Of(0)),
        [_, true] => ('O', Ink::Of(1)),
        _ => ('.', Ink::Plain),
    }
}

impl Bidding {
    /// Returns what is to be done: `bid`, or the name of who places a stone.
    fn phase(&self, state: &Auction) -> &str {
        state.mover.map_or("bid", |agent| self.agents.name(agent))
    }

    /// Parses chips such as `2:4`, at most as many as there can be.
    fn read_chips(&self, word: &str, span: std::ops::Range<usize>) -> Result<[u8; 2], TextError> {
        let chips =
            word.split_once(':').and_then(|(x, o)| Some([x.parse().ok()?, o.parse().ok()?]));
        let sum = self.chips[0] + self.chips[1];
        let fits = |[x, o]: &[u8; 2]| match (x.checked_add(*o), self.payment) {
            (Some(all), Payment::Richman) => all == sum,
            (Some(all), Payment::Poorman) => all <= sum,
            (None, _) => false,
        };
        chips.filter(fits).ok_or_else(|| {
            let message = match self.payment {
                Payment::Richman => format!("X and O have {sum} chips together"),
                Payment::Poorman => format!("X and O have at most {sum} chips together"),
            };
            TextError::new(message, span).help(POSITION_HELP)
        })
    }
}

impl Notation for Bidding {
    fn write_move(&self, _state: &Auction, _agent: Agent, mv: Step) -> String {
        match mv {
            Step::Bid(chips) => chips.to_string(),
            Step::Place(cell) => name(cell),
            Step::Wait => "wait".to_string(),
        }
    }

    fn write_position(&self, state: &Auction) -> String {
        let row = |row| (0..3).map(move |column| symbol(state, column, row).0);
        let [x, o] = state.chips;
        let rest = format!("{x}:{o} {} {}", self.agents.name(state.marker), self.phase(state));
        write_rows((0..3).rev().map(row), &rest)
    }

    fn read_position(&self, text: &str) -> Result<Auction, TextError> {
        let words = words(text);
        let [board, chips, marker, phase] = &words[..] else {
            let message = "a board, chips, who wins ties and what is to be done were expected";
            return Err(TextError::new(message, 0..text.len()).help(POSITION_HELP));
        };
        let shift = |mut error: TextError| {
            error.span = error.span.start + board.1.start..error.span.end + board.1.start;
            error
        };
        let rows = read_rows(board.0, &[3; 3], ".XO", &self.agents).map_err(shift)?.0;
        let agent = |(word, span): &(&str, std::ops::Range<usize>), what: &str| {
            self.agents.named(word).ok_or_else(|| {
                TextError::new(format!("`{word}` is not {what}"), span.clone()).help(POSITION_HELP)
            })
        };
        let mut state = self.initial();
        for (cell, &stone) in rows.iter().rev().flatten().enumerate() {
            if let Some(agent) = usize::from(stone).checked_sub(1) {
                state.stones[agent] |= 1 << cell;
            }
        }
        if state.stones.into_iter().all(has_line) {
            return Err(TextError::new("both X and O have a line", board.1.clone()));
        }
        state.chips = self.read_chips(chips.0, chips.1.clone())?;
        state.marker = agent(marker, "a player")?;
        if self.ties == Ties::First && state.marker != Agent::FIRST {
            let message = "X wins all ties in this game";
            return Err(TextError::new(message, marker.1.clone()).help("write X"));
        }
        let open = phase.0.eq_ignore_ascii_case("bid");
        let mover = if open { None } else { Some(agent(phase, "`bid`, `X` or `O`")?) };
        state.mover = mover.filter(|_| !self.over(&state));
        Ok(state)
    }

    fn atoms(&self) -> Vec<String> {
        let stones = ["X", "O"]
            .into_iter()
            .flat_map(|agent| (0..9).map(move |cell| format!("stone({agent},{})", name(cell))));
        stones.chain(["ties(X)", "ties(O)", "bidding"].map(String::from)).collect()
    }

    fn picture(&self, state: &Auction) -> Picture {
        let mut picture = grid_picture(3, 3, Shape::Square, |column, row| {
            let (symbol, ink) = symbol(state, column, row);
            (if symbol == '.' { '·' } else { symbol }, ink)
        });
        let [x, o] = state.chips;
        picture.note(format!("chips: X {x}, O {o}; {} wins ties", self.agents.name(state.marker)));
        picture.note(match state.mover {
            _ if self.turn(state) == Turn::Final => "the game is over".to_string(),
            None => "both bid".to_string(),
            Some(agent) => format!("{} places a stone", self.agents.name(agent)),
        });
        picture
    }
}
