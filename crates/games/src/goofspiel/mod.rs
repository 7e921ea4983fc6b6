//! Goofspiel: both players bid a card for each prize, at the same time. The stacked-matrix game of
//! [Saf13, Chapter 5, Tables 5.3–5.5].
//!
//! A state with one card left is final, since there is nothing to choose: the last trick is part of
//! the outcome. Where only the result counts, a state is final as soon as the result is decided.
//! With both conventions plain backward induction visits the published numbers of nodes.

mod family;
mod notation;

use ludex_base::mix;
use ludex_game::{Agent, Agents, Model, Outcome, Outcomes, SimultaneousGame, Turn};

use crate::bitboard::list_cells;

/// The greatest number of cards of a hand.
const MOST: usize = 16;

/// The payoff of a game of Goofspiel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payoff {
    /// Win, draw or loss: whoever has more points wins.
    Result,
    /// The difference of the points.
    Difference,
    /// The points, to each player its own. Not zero-sum, since discarded prizes go to nobody.
    Points,
}

/// Goofspiel with prizes in a known order.
///
/// ```
/// use ludex_game::{Model, Turn};
/// use ludex_games::{Goofspiel, Payoff};
/// let game = Goofspiel::new(&[4, 3, 2, 1], Payoff::Result);
/// assert_eq!(game.turn(&game.initial()), Turn::Together);
/// ```
#[derive(Clone, Debug)]
pub struct Goofspiel {
    agents: Agents,
    outcomes: Outcomes,
    prizes: Vec<u8>,
    /// The sum of the prizes still to come, by the number of cards left in a hand.
    to_come: Vec<u16>,
    payoff: Payoff,
}

/// The hands as sets of cards (bit 0 is card 1), and the points won so far. Where only the
/// difference counts, the points common to both are left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tricks {
    hands: [u16; 2],
    points: [u16; 2],
}

/// A card, by its value from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl Goofspiel {
    /// Returns Goofspiel for these prizes in this order, and as many cards in each hand: 1 to 16.
    pub fn new(prizes: &[u8], payoff: Payoff) -> Goofspiel {
        assert!((1..=MOST).contains(&prizes.len()), "a hand has 1 to {MOST} cards");
        let mut to_come = vec![0];
        for &prize in prizes.iter().rev() {
            to_come.push(to_come[to_come.len() - 1] + u16::from(prize));
        }
        let all = i32::from(to_come[prizes.len()]);
        let outcomes = match payoff {
            Payoff::Result => Outcomes::win_draw_loss(),
            Payoff::Difference => Outcomes::scores(-all, all),
            Payoff::Points => Outcomes::scores(0, all),
        };
        let agents = Agents::new(["First", "Second"]);
        Goofspiel { agents, outcomes, prizes: prizes.to_vec(), to_come, payoff }
    }

    /// Returns the prize bid for in a state.
    #[inline]
    fn prize(&self, state: &Tricks) -> u16 {
        let left = cards_left(state);
        self.prizes.get(self.prizes.len() - left).map_or(0, |&prize| prize.into())
    }

    /// Returns whether there is nothing left to choose, or nothing that matters.
    #[inline]
    fn over(&self, state: &Tricks) -> bool {
        let left = cards_left(state);
        let lead = state.points[0].abs_diff(state.points[1]);
        left <= 1 || self.payoff == Payoff::Result && lead > self.to_come[left]
    }

    /// Plays a trick with these cards.
    #[inline]
    fn bid(&self, state: &mut Tricks, cards: [u8; 2]) {
        let prize = self.prize(state);
        if cards[0] != cards[1] {
            state.points[usize::from(cards[0] < cards[1])] += prize;
        }
        for (hand, card) in state.hands.iter_mut().zip(cards) {
            *hand &= !(1 << (card - 1));
        }
        self.normalise(state);
    }

    #[inline]
    fn normalise(&self, state: &mut Tricks) {
        if self.payoff != Payoff::Points {
            let common = state.points[0].min(state.points[1]);
            state.points = state.points.map(|points| points - common);
        }
    }

    /// Returns the points after the last trick, which needs no choice.
    #[inline]
    fn final_points(&self, state: &Tricks) -> [u16; 2] {
        let mut state = *state;
        if cards_left(&state) == 1 {
            let cards = state.hands.map(|hand| hand.trailing_zeros() as u8 + 1);
            self.bid(&mut state, cards);
        }
        state.points
    }
}

/// Returns the number of cards each player still has.
#[inline]
fn cards_left(state: &Tricks) -> usize {
    state.hands[0].count_ones() as usize
}

impl Model for Goofspiel {
    type State = Tricks;
    type Move = Card;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Tricks {
        let all = u16::MAX >> (MOST - self.prizes.len());
        Tricks { hands: [all; 2], points: [0; 2] }
    }

    #[inline]
    fn turn(&self, state: &Tricks) -> Turn {
        if self.over(state) { Turn::Final } else { Turn::Together }
    }

    #[inline]
    fn moves(&self, state: &Tricks, agent: Agent, out: &mut Vec<Card>) {
        if !self.over(state) {
            list_cells(u64::from(state.hands[agent.index()]), out, |cell| Card(cell + 1));
        }
    }

    #[inline]
    fn outcome(&self, state: &Tricks) -> Outcome {
        let [first, second] = self.final_points(state);
        Outcome(match self.payoff {
            Payoff::Result => 1 + u16::from(first > second) - u16::from(first < second),
            Payoff::Difference => self.to_come[self.prizes.len()] + first - second,
            Payoff::Points => first,
        })
    }

    /// The order of the atoms is that of `Notation::atoms`: cards of both hands, prizes, who is
    /// ahead.
    fn holds(&self, state: &Tricks, own_atom: u32) -> bool {
        let (atom, cards) = (own_atom as usize, self.prizes.len());
        match atom.checked_sub(2 * cards) {
            None => state.hands[atom / cards] >> (atom % cards) & 1 == 1,
            Some(prize @ 0..MOST) => usize::from(self.prize(state)) == prize + 1,
            Some(ahead) => {
                let agent = Agent((ahead - MOST) as u8 & 1);
                state.points[agent.index()] > state.points[agent.other().index()]
            }
        }
    }

    /// The whole state fits into the key.
    fn key(&self, state: &Tricks) -> u64 {
        let parts = state.hands.into_iter().chain(state.points);
        mix(parts.fold(0, |key, part| key << 16 | u64::from(part)))
    }

    fn can_repeat(&self) -> bool {
        false
    }

    /// A prize that nobody gets is missing from the points.
    fn zero_sum(&self) -> bool {
        self.payoff != Payoff::Points
    }

    #[inline]
    fn payoff(&self, state: &Tricks, agent: Agent) -> f64 {
        let number = self.outcomes.number(self.outcome(state));
        match (self.payoff, agent) {
            (Payoff::Points, _) => f64::from(self.final_points(state)[agent.index()]),
            (_, Agent::FIRST) => number,
            _ => 0.0 - number,
        }
    }

    fn wins(&self, state: &Tricks, agent: Agent) -> bool {
        let points = self.final_points(state);
        self.over(state) && points[agent.index()] > points[agent.other().index()]
    }
}

impl SimultaneousGame for Goofspiel {
    #[inline]
    fn play_joint(&self, state: &mut Tricks, joint: &[Card]) {
        self.bid(state, [joint[0].0, joint[1].0]);
    }

    #[inline]
    fn mirrored(&self, state: &Tricks) -> Option<Tricks> {
        let (mut hands, mut points) = (state.hands, state.points);
        hands.reverse();
        points.reverse();
        Some(Tricks { hands, points })
    }

    /// Returns bounds by the prizes still to come: nobody can win more.
    #[inline]
    fn value_bounds(&self, state: &Tricks) -> (f64, f64) {
        let [first, second] = state.points.map(f64::from);
        let to_come = f64::from(self.to_come[cards_left(state)]);
        match self.payoff {
            Payoff::Result => (-1.0, 1.0),
            Payoff::Difference => (first - second - to_come, first - second + to_come),
            Payoff::Points => (first, first + to_come),
        }
    }
}

/// Returns the numbers from 1 in an order that depends on the seed only.
fn shuffled(count: usize, seed: u64) -> Vec<u8> {
    let mut prizes: Vec<u8> = (1..=count as u8).collect();
    let start = mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15));
    for i in (1..count).rev() {
        // Fisher–Yates; 64 random bits make the bias of the remainder negligible.
        let random = mix(start.wrapping_add((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        prizes.swap(i, (random % (i as u64 + 1)) as usize);
    }
    prizes
}
