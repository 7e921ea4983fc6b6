//! Goofspiel against a plain implementation with lists of cards, and against published counts.

use std::collections::HashSet;

use ludex_game::{
    Agent, Model, Notation, SimultaneousGame, TextError, Turn, check_simultaneous_laws,
};
use ludex_games::{Goofspiel, Payoff, Playable, Visitor, build};

use crate::support;
use support::{Random, refuses, texts};

fn descending(cards: u8) -> Vec<u8> {
    (1..=cards).rev().collect()
}

/// Two hands as lists, prizes to come as a list, points of both.
#[derive(Clone)]
struct Plain {
    hands: [Vec<u8>; 2],
    prizes: Vec<u8>,
    points: [i32; 2],
}

impl Plain {
    fn new(prizes: &[u8]) -> Plain {
        let hand: Vec<u8> = (1..=prizes.len() as u8).collect();
        Plain { hands: [hand.clone(), hand], prizes: prizes.to_vec(), points: [0, 0] }
    }

    fn trick(&mut self, first: u8, second: u8) {
        let prize = i32::from(self.prizes.remove(0));
        if first != second {
            self.points[usize::from(second > first)] += prize;
        }
        self.hands[0].retain(|&card| card != first);
        self.hands[1].retain(|&card| card != second);
    }

    fn over(&self, payoff: Payoff) -> bool {
        let to_come: i32 = self.prizes.iter().map(|&prize| i32::from(prize)).sum();
        let lead = (self.points[0] - self.points[1]).abs();
        self.prizes.len() == 1 || payoff == Payoff::Result && lead > to_come
    }

    /// Returns the points if the rest is played out in any way: here the lowest cards first.
    fn played_out(&self) -> [i32; 2] {
        let mut rest = self.clone();
        while !rest.prizes.is_empty() {
            rest.trick(rest.hands[0][0], rest.hands[1][0]);
        }
        rest.points
    }
}

fn compare(prizes: &[u8], payoff: Payoff, seed: u64) {
    let game = Goofspiel::new(prizes, payoff);
    let (mut random, mut state, mut plain) =
        (Random::new(seed), game.initial(), Plain::new(prizes));
    while game.turn(&state) == Turn::Together {
        assert!(!plain.over(payoff));
        let mut joint = Vec::new();
        let mut cards = Vec::new();
        for agent in game.agents().iter() {
            let hand = &plain.hands[agent.index()];
            let expected: Vec<String> = hand.iter().map(u8::to_string).collect();
            assert_eq!(texts(&game, &state, agent), expected);
            let card = hand[random.below(hand.len())];
            joint.extend(game.read_move(&state, agent, &card.to_string()));
            cards.push(card);
        }
        game.play_joint(&mut state, &joint);
        plain.trick(cards[0], cards[1]);
        assert_eq!(game.read_position(&game.write_position(&state)), Ok(state));
    }
    assert!(plain.over(payoff));
    let [first, second] = plain.played_out();
    let expected = match payoff {
        Payoff::Result => [(first - second).signum(), (second - first).signum()],
        Payoff::Difference => [first - second, second - first],
        Payoff::Points => [first, second],
    };
    assert_eq!([Agent(0), Agent(1)].map(|a| game.payoff(&state, a)), expected.map(f64::from));
    assert_eq!(game.wins(&state, Agent(0)), first > second);
    assert_eq!(game.wins(&state, Agent(1)), second > first);
}

#[test]
fn agrees_with_the_plain_rules() {
    for payoff in [Payoff::Result, Payoff::Difference, Payoff::Points] {
        for seed in 0..100 {
            compare(&descending(1 + seed as u8 % 16), payoff, seed);
            compare(&[3, 1, 2, 4], payoff, seed);
            compare(&[16; 16], payoff, seed);
        }
    }
}

#[test]
fn laws_hold() {
    for payoff in [Payoff::Result, Payoff::Difference, Payoff::Points] {
        for cards in [1, 2, 4, 7, 13, 16] {
            let game = Goofspiel::new(&descending(cards), payoff);
            check_simultaneous_laws(&game, 11, 20).expect("a lawful game");
        }
    }
}

/// Counts the nodes of plain backward induction that are not final, and the distinct states.
fn count(
    game: &Goofspiel,
    state: <Goofspiel as Model>::State,
    seen: &mut HashSet<<Goofspiel as Model>::State>,
) -> u64 {
    if game.turn(&state) == Turn::Final {
        return 0;
    }
    seen.insert(state);
    let mut hands = [Vec::new(), Vec::new()];
    for agent in game.agents().iter() {
        game.moves(&state, agent, &mut hands[agent.index()]);
    }
    let mut nodes = 1;
    for &first in &hands[0] {
        for &second in &hands[1] {
            let mut next = state;
            game.play_joint(&mut next, &[first, second]);
            nodes += count(game, next, seen);
        }
    }
    nodes
}

#[test]
fn nodes_of_backward_induction_are_as_many_as_published() {
    for (cards, nodes, distinct) in [(4, 109, 99), (5, 1926, 704), (6, 58173, 4759)] {
        let game = Goofspiel::new(&descending(cards), Payoff::Result);
        let mut seen = HashSet::new();
        assert_eq!(count(&game, game.initial(), &mut seen), nodes);
        assert_eq!(seen.len(), distinct);
    }
}

/// Writes the order of the prizes of a game by its key.
struct Order;

impl Visitor for Order {
    type Output = String;

    fn sequential<G: Playable>(self, _game: G) -> String {
        unreachable!("Goofspiel is a simultaneous game")
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(
        self,
        game: G,
    ) -> String {
        let picture = game.picture(&game.initial()).to_text();
        let prizes = picture.lines().nth(1).expect("the second line shows the prizes");
        prizes.split_whitespace().skip(1).collect::<Vec<_>>().join("-")
    }
}

fn order(keys: &str) -> Result<String, TextError> {
    build(&format!("goofspiel:{keys}"), |_| Order)
}

#[test]
fn keys_say_the_order_of_the_prizes() {
    assert_eq!(order("cards=4").as_deref(), Ok("4-3-2-1"));
    assert_eq!(order("cards=11,prizes=ascending").as_deref(), Ok("1-2-3-4-5-6-7-8-9-10-11"));
    assert_eq!(order("prizes=3-1-2-4").as_deref(), Ok("3-1-2-4"));
    // The order does not depend on the machine.
    assert_eq!(order("cards=8,prizes=random").as_deref(), Ok("1-2-8-5-4-6-3-7"));
    assert_eq!(order("cards=8,prizes=random,seed=1").as_deref(), Ok("2-3-5-1-8-6-7-4"));
    for wrong in ["cards=17", "cards=0", "prizes=3-1-2", "prizes=3-1-2-17", "prizes=up", "payoff=x"]
    {
        let error = order(wrong).expect_err(wrong);
        assert!(!error.span.is_empty(), "{wrong}: {error:?}");
    }
}

#[test]
fn positions_show_hands_and_lead() {
    let game = Goofspiel::new(&[4, 3, 2, 1], Payoff::Result);
    let state = game.read_position("1-2-4 1-2-3 0:4").expect("a position");
    let picture = game.picture(&state).to_text();
    let rows = " First 1 2 · 4\nprizes · 3 2 1\nSecond 1 2 3 ·\nSecond leads by 4\n";
    assert_eq!(picture, rows);
    let last = game.read_position("4 3 0:1").expect("a position");
    let note = game.picture(&last).notes.join("\n");
    assert_eq!(note, "Nobody leads, with the last prize", "the outcome of the game counts it");
    assert_eq!(game.facts(&state).join(" ").matches("card(").count(), 6);
    assert!(game.facts(&state).contains(&"prize(3)".to_string()));
    assert!(game.facts(&state).contains(&"ahead(Second)".to_string()));
}

#[test]
fn wrong_positions_are_refused() {
    let wrong = [
        "",
        "1-2",
        "1-2 1-2-3",
        "1-5 1-2",
        "1-1 1-2",
        "1-2 1-2 3",
        "1-2 1-2 9:0",
        "1-2 1-2 0:x",
        "1-2 1-2 0:0 more",
        "é 1",
        "1-2 1-2 65535:65535",
        "1--2 1-2",
        "1-2-3-4 1-2-3-4 1:0",
    ];
    refuses(&Goofspiel::new(&[4, 3, 2, 1], Payoff::Result), &wrong);
}
