//! Parsing, writing and drawing Goofspiel.

use std::ops::Range;

use ludex_game::{Agent, Ink, Notation, Picture, Shape, TextError};

use super::{Card, Goofspiel, MOST, Payoff, Tricks, cards_left};
use crate::board::words;

/// Returns the cards of a hand in increasing order.
fn cards(hand: u16) -> impl Iterator<Item = usize> {
    (1..=MOST).filter(move |card| hand >> (card - 1) & 1 == 1)
}

impl Goofspiel {
    fn read_hand(&self, word: &str, span: Range<usize>) -> Result<u16, TextError> {
        let (mut hand, mut at) = (0, span.start);
        for part in word.split('-') {
            let span = at..at + part.len();
            let most = self.prizes.len();
            let card = part.parse().ok().filter(|card: &usize| (1..=most).contains(card));
            let card = card.ok_or_else(|| {
                TextError::new(format!("a card is a number from 1 to {most}"), span.clone())
                    .help("a hand is written 1-2-4")
            })?;
            if hand >> (card - 1) & 1 == 1 {
                return Err(TextError::new(format!("the card {card} is there twice"), span));
            }
            hand |= 1 << (card - 1);
            at += part.len() + 1;
        }
        Ok(hand)
    }

    fn read_points(
        &self,
        word: &str,
        span: Range<usize>,
        left: usize,
    ) -> Result<[u16; 2], TextError> {
        let numbers = word.split_once(':').and_then(|(first, second)| {
            Some([first.parse::<u16>().ok()?, second.parse::<u16>().ok()?])
        });
        let points = numbers.ok_or_else(|| {
            TextError::new("the points are two numbers", span.clone()).help("as in 3:0")
        })?;
        let won = self.to_come[self.prizes.len()] - self.to_come[left];
        match points[0].checked_add(points[1]) {
            Some(sum) if sum <= won => Ok(points),
            _ => Err(TextError::new(format!("only {won} points can have been won so far"), span)),
        }
    }
}

impl Notation for Goofspiel {
    fn write_move(&self, _state: &Tricks, _agent: Agent, mv: Card) -> String {
        mv.0.to_string()
    }

    fn write_position(&self, state: &Tricks) -> String {
        let [first, second] = state.hands.map(|hand| {
            let cards: Vec<String> = cards(hand).map(|card| card.to_string()).collect();
            cards.join("-")
        });
        format!("{first} {second} {}:{}", state.points[0], state.points[1])
    }

    fn read_position(&self, text: &str) -> Result<Tricks, TextError> {
        let words = words(text);
        let (first, second, points) = match &words[..] {
            [first, second] => (first, second, &("0:0", text.len()..text.len())),
            [first, second, points] => (first, second, points),
            _ => {
                let message = "two hands and the points were expected";
                return Err(TextError::new(message, 0..text.len()).help("as in 1-2-4 1-3-4 3:0"));
            }
        };
        let hand = |word: &(&str, Range<usize>)| self.read_hand(word.0, word.1.clone());
        let mut state = Tricks { hands: [hand(first)?, hand(second)?], points: [0; 2] };
        if state.hands[1].count_ones() as usize != cards_left(&state) {
            let message = "both players must have the same number of cards";
            return Err(TextError::new(message, second.1.clone()));
        }
        state.points = self.read_points(points.0, points.1.clone(), cards_left(&state))?;
        self.normalise(&mut state);
        Ok(state)
    }

    fn atoms(&self) -> Vec<String> {
        let mut atoms = Vec::new();
        for agent in self.agents.names() {
            atoms.extend((1..=self.prizes.len()).map(|card| format!("card({agent},{card})")));
        }
        atoms.extend((1..=MOST).map(|prize| format!("prize({prize})")));
        atoms.extend(self.agents.names().iter().map(|agent| format!("ahead({agent})")));
        atoms
    }

    /// Draws three rows: one hand, the prizes with the next one shaded, the other hand.
    fn picture(&self, state: &Tricks) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        let played = self.prizes.len() - cards_left(state);
        let shown = |visible: bool, number: usize| match visible {
            true => number.to_string(),
            false => "·".to_string(),
        };
        for (row, name) in ["First", "prizes", "Second"].into_iter().enumerate() {
            picture.label(row as i16, -2, name);
        }
        for (place, &prize) in self.prizes.iter().enumerate() {
            let column2 = 2 * place as i16;
            for (hand, (row, ink)) in state.hands.iter().zip([(0, Ink::Of(0)), (2, Ink::Of(1))]) {
                let card = shown(hand >> place & 1 == 1, place + 1);
                let owner = if row == 0 { "First" } else { "Second" };
                picture.cell(row, column2, card, ink).name = format!("{owner} {}", place + 1);
            }
            let text = shown(place >= played, prize.into());
            let cell = picture.cell(1, column2, text, Ink::Plain);
            (cell.name, cell.shaded) = (format!("prize {prize}"), place == played);
        }
        picture.note(self.standing(state));
        picture
    }
}

impl Goofspiel {
    /// Says who leads. Where only one card is left the last prize is counted: nobody has a choice.
    fn standing(&self, state: &Tricks) -> String {
        let [first, second] = self.final_points(state);
        let lead = first.abs_diff(second);
        let standing = match self.payoff {
            Payoff::Points => format!("First has {first} points, Second {second}"),
            _ if lead == 0 => "Nobody leads".to_string(),
            _ if first > second => format!("First leads by {lead}"),
            _ => format!("Second leads by {lead}"),
        };
        match cards_left(state) {
            1 => standing + ", with the last prize",
            _ => standing,
        }
    }
}
