//! Hog: a race with dice; choose how many to roll, but a 1 among them spoils the roll.
//!
//! The smallest game with chance worth a thought: many dice score much on average and rarely at all,
//! so that one rolls the more of them the further one is behind. It is Hog of \[NP04\], in which a
//! spoilt roll scores nothing; here it scores 1, so that every roll brings the end nearer and the
//! value is found by counting backwards from it.

use ludex_game::{
    Agent, Agents, Fraction, Game, Hints, Ink, Model, Notation, Outcome, Outcomes, Picture, Shape,
    TextError, Turn,
};

use crate::{Family, GameInfo, GameParams, KeyInfo, Visitor};

/// The largest goal, number of sides and number of dice: 20^10 rolls can be counted exactly.
const GOAL: usize = 200;
const SIDES: usize = 20;
const DICE: usize = 10;

/// A game of Hog.
#[derive(Clone, Debug)]
pub struct Hog {
    agents: Agents,
    outcomes: Outcomes,
    goal: u8,
    sides: u8,
    /// For each number of dice, from 1, the scores of a roll with their probabilities.
    rolls: Vec<Vec<(u8, Fraction)>>,
}

/// The scores of both, and who rolls how many dice, if that is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HogState {
    scores: [u8; 2],
    turn: Agent,
    /// 0 while it is not chosen.
    dice: u8,
}

/// A move of an agent, or what chance does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HogMove {
    /// Roll this many dice.
    Roll(u8),
    /// The roll scores this.
    Score(u8),
}

impl Hog {
    /// Returns the race to a goal (from 1 to 200) with up to a number of dice (from 1 to 10) that
    /// have this many sides (from 2 to 20).
    pub fn new(goal: u8, sides: u8, dice: u8) -> Hog {
        assert!((1..=GOAL).contains(&usize::from(goal)) && (2..=SIDES as u8).contains(&sides));
        assert!((1..=DICE).contains(&usize::from(dice)));
        let agents = Agents::new(["First", "Second"]);
        let rolls = (1..=dice).map(|dice| roll(sides, dice)).collect();
        Hog { agents, outcomes: Outcomes::win_loss(), goal, sides, rolls }
    }

    fn winner(&self, state: &HogState) -> Option<usize> {
        state.scores.iter().position(|&score| score >= self.goal)
    }

    /// Returns what a roll of this many dice scores, with the probabilities.
    fn scores(&self, dice: u8) -> &[(u8, Fraction)] {
        usize::from(dice).checked_sub(1).and_then(|n| self.rolls.get(n)).map_or(&[], |r| &r[..])
    }
}

/// Returns what a roll scores, with the probabilities: 1 if a die shows 1, otherwise the sum.
fn roll(sides: u8, dice: u8) -> Vec<(u8, Fraction)> {
    // In how many ways dice without a 1 show each sum.
    let mut ways = vec![1_i64];
    for _ in 0..dice {
        let mut more = vec![0; ways.len() + usize::from(sides)];
        for (sum, &count) in ways.iter().enumerate() {
            (2..=usize::from(sides)).for_each(|side| more[sum + side] += count);
        }
        ways = more;
    }
    let all = i64::from(sides).pow(u32::from(dice));
    let spoilt = all - ways.iter().sum::<i64>();
    let sums = (0..).zip(ways).filter(|&(_, count)| count > 0);
    let counts = std::iter::once((1, spoilt)).chain(sums);
    counts.filter_map(|(score, count)| Some((score, Fraction::new(count, all)?))).collect()
}

impl Model for Hog {
    type State = HogState;
    type Move = HogMove;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> HogState {
        HogState { scores: [0; 2], turn: Agent::FIRST, dice: 0 }
    }

    fn turn(&self, state: &HogState) -> Turn {
        match (self.winner(state), state.dice) {
            (Some(_), _) => Turn::Final,
            (None, 0) => Turn::Of(state.turn),
            (None, _) => Turn::Chance,
        }
    }

    fn moves(&self, state: &HogState, agent: Agent, out: &mut Vec<HogMove>) {
        match (self.turn(state), agent) {
            (Turn::Chance, Agent::CHANCE) => {
                out.extend(self.scores(state.dice).iter().map(|&(score, _)| HogMove::Score(score)));
            }
            (Turn::Of(_), Agent::FIRST | Agent::SECOND) => {
                out.extend((1..=self.rolls.len() as u8).map(HogMove::Roll));
            }
            _ => {}
        }
    }

    fn outcome(&self, state: &HogState) -> Outcome {
        if self.winner(state) == Some(0) { self.outcomes.best() } else { Outcome::WORST }
    }

    fn holds(&self, _state: &HogState, _own_atom: u32) -> bool {
        false
    }

    fn key(&self, state: &HogState) -> u64 {
        let [first, second] = state.scores.map(u64::from);
        let turn = u64::from(state.turn.0);
        ludex_base::mix(first << 24 | second << 16 | turn << 8 | u64::from(state.dice))
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn probabilities(&self, state: &HogState, out: &mut Vec<Fraction>) {
        out.extend(self.scores(state.dice).iter().map(|&(_, probability)| probability));
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl Game for Hog {
    fn play(&self, state: &mut HogState, agent: Agent, mv: HogMove) {
        match mv {
            HogMove::Roll(dice) => (state.turn, state.dice) = (agent, dice),
            HogMove::Score(score) => {
                let own = &mut state.scores[state.turn.index()];
                *own = own.saturating_add(score).min(self.goal);
                (state.turn, state.dice) = (state.turn.other(), 0);
            }
        }
    }
}

impl Hints for Hog {}

impl Notation for Hog {
    fn write_move(&self, _state: &HogState, _agent: Agent, mv: HogMove) -> String {
        match mv {
            HogMove::Roll(dice) => format!("roll{dice}"),
            HogMove::Score(score) => format!("+{score}"),
        }
    }

    fn write_position(&self, state: &HogState) -> String {
        let [first, second] = state.scores;
        let dice = if state.dice == 0 { String::new() } else { format!(" roll{}", state.dice) };
        format!("{first}-{second} {}{dice}", self.agents.name(state.turn))
    }

    fn read_position(&self, text: &str) -> Result<HogState, TextError> {
        let wrong = |part: &str, message: String| {
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            TextError::new(message, start..start + part.len())
        };
        let mut parts = text.split(' ');
        let scores = parts.next().unwrap_or(text);
        let number = |part: &str| part.parse().ok().filter(|&score: &u8| score <= self.goal);
        let numbers = scores.split_once('-').and_then(|(a, b)| number(a).zip(number(b)));
        let Some((first, second)) = numbers else {
            let message = format!("expected two scores from 0 to {}, as in `3-0`", self.goal);
            return Err(wrong(scores, message));
        };
        if first == self.goal && second == self.goal {
            return Err(wrong(scores, "only one of the two can have reached the goal".into()));
        }
        let turn = match parts.next() {
            None => Agent::FIRST,
            Some(name) => self
                .agents
                .named(name)
                .ok_or_else(|| wrong(name, "the turn must be First or Second".into()))?,
        };
        let mut state = HogState { scores: [first, second], turn, dice: 0 };
        if let Some(chosen) = parts.next() {
            let dice = chosen.strip_prefix("roll").and_then(|n| n.parse().ok());
            let dice =
                dice.filter(|&n| !self.scores(n).is_empty() && self.winner(&state).is_none());
            let most = self.rolls.len();
            state.dice = dice.ok_or_else(|| {
                wrong(chosen, format!("expected roll1 to roll{most} while the race is on"))
            })?;
        }
        match parts.next() {
            None => Ok(state),
            Some(more) => Err(wrong(more, "expected the end".into())),
        }
    }

    fn atoms(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns a track for each player, and what is rolled.
    fn picture(&self, state: &HogState) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        for (row, agent) in (0_i16..).zip(self.agents.iter()) {
            let score = i16::from(state.scores[agent.index()]);
            picture.label(row, 0, self.agents.name(agent).to_string());
            picture.cell(row, 2, format!("{score}"), Ink::Plain);
        }
        let (goal, sides) = (self.goal, self.sides);
        picture
            .note(format!("first to {goal}, dice with {sides} sides, up to {}", self.rolls.len()));
        if state.dice > 0 {
            let name = self.agents.name(state.turn);
            let dice =
                if state.dice == 1 { "1 die".to_string() } else { format!("{} dice", state.dice) };
            picture.note(format!("{name} rolls {dice}"));
        }
        picture
    }
}

impl Family for Hog {
    const INFO: GameInfo = GameInfo {
        name: "hog",
        aliases: &[],
        summary: "a race with dice: roll many and risk a 1, or few",
        rules: "A move chooses how many dice to roll. If a die shows 1 the roll scores 1, otherwise \
                the sum of the dice. Whoever reaches the goal first wins. What is rolled is left to \
                chance; both players always have the same choices, on turn or not, except while dice \
                are rolled.",
        keys: &[
            KeyInfo { name: "goal", default: "20", meaning: "the score that wins, from 1 to 200" },
            KeyInfo { name: "sides", default: "6", meaning: "the sides of a die, from 2 to 20" },
            KeyInfo { name: "dice", default: "3", meaning: "how many may be rolled, from 1 to 10" },
        ],
        position: "the scores, who is on turn, and the dice if they are being rolled: \
                   `12-7 Second`, `0-0 First roll2`",
        moves: "`roll2` rolls two dice; what chance does is the score: `+7`",
        atoms: &[],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let goal = params.number("goal", 1..=GOAL)?;
        let sides = params.number("sides", 2..=SIDES)?;
        let dice = params.number("dice", 1..=DICE)?;
        Ok(visitor.erased(Hog::new(goal as u8, sides as u8, dice as u8)))
    }
}
