//! Repeated rock-paper-scissors: a player wins by a number of rounds won in a row, or by a lead.
//!
//! The smallest game where one must mix in every state, and where the value of a state in the
//! middle of a chain is known in closed form: by symmetry each round is won, lost and drawn one
//! time in three.

use ludex_base::counted;
use ludex_base::mix;
use ludex_game::{
    Agent, Agents, Model, Notation, Outcome, Outcomes, Picture, Shape, SimultaneousGame, TextError,
    Turn,
};

use crate::board::words;
use crate::{AtomInfo, Family, GameInfo, GameParams, KeyInfo, Visitor};

/// The condition that wins a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chain {
    /// A number of rounds won in a row; a drawn round ends a row.
    Row,
    /// A lead of a number of rounds: a marker walks along a chain and has to reach an end of it.
    Lead,
}

/// Rounds of rock-paper-scissors until somebody has won enough of them.
///
/// ```
/// use ludex_game::{Agent, Model, Notation, SimultaneousGame};
/// use ludex_games::{Chain, RockPaperScissors};
/// let game = RockPaperScissors::new(Chain::Row, 2, 10);
/// let mut state = game.initial();
/// for _ in 0..2 {
///     let paper = game.read_move(&state, Agent::FIRST, "paper").unwrap();
///     let rock = game.read_move(&state, Agent::SECOND, "rock").unwrap();
///     game.play_joint(&mut state, &[paper, rock]);
/// }
/// assert!(game.wins(&state, Agent::FIRST));
/// ```
#[derive(Clone, Debug)]
pub struct RockPaperScissors {
    agents: Agents,
    outcomes: Outcomes,
    chain: Chain,
    wins: i16,
    rounds: u16,
}

/// The score of a play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// Rounds in a row, or ahead: the first agent's above 0, the second's below.
    lead: i16,
    /// Rounds still to come.
    left: u16,
}

/// Rock, paper or scissors: each beats the one before it, and rock beats scissors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hand(u8);

const HANDS: [&str; 3] = ["rock", "paper", "scissors"];

/// The greatest number of wins and of rounds.
const MOST: usize = 1000;

impl RockPaperScissors {
    /// Returns a play of `rounds` rounds that is won by `wins` wins: 1 to 1000 each.
    pub fn new(chain: Chain, wins: u16, rounds: u16) -> RockPaperScissors {
        let range = 1..=MOST as u16;
        assert!(range.contains(&wins) && range.contains(&rounds), "1 to {MOST} wins and rounds");
        RockPaperScissors {
            agents: Agents::new(["First", "Second"]),
            outcomes: Outcomes::win_draw_loss(),
            chain,
            wins: wins as i16,
            rounds,
        }
    }
}

impl Model for RockPaperScissors {
    type State = Standing;
    type Move = Hand;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Standing {
        Standing { lead: 0, left: self.rounds }
    }

    fn turn(&self, state: &Standing) -> Turn {
        let over = state.left == 0 || state.lead.abs() >= self.wins;
        if over { Turn::Final } else { Turn::Together }
    }

    fn moves(&self, state: &Standing, _agent: Agent, out: &mut Vec<Hand>) {
        if self.turn(state) == Turn::Together {
            out.extend([Hand(0), Hand(1), Hand(2)]);
        }
    }

    fn outcome(&self, state: &Standing) -> Outcome {
        let result = if state.lead.abs() >= self.wins { state.lead.signum() } else { 0 };
        Outcome((1 + result) as u16)
    }

    fn holds(&self, state: &Standing, own_atom: u32) -> bool {
        if own_atom == 0 { state.lead > 0 } else { state.lead < 0 }
    }

    /// The whole state fits into the key.
    fn key(&self, state: &Standing) -> u64 {
        mix(u64::from(state.lead as u16) << 16 | u64::from(state.left))
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl SimultaneousGame for RockPaperScissors {
    fn play_joint(&self, state: &mut Standing, joint: &[Hand]) {
        state.left -= 1;
        let won = match (3 + joint[0].0 - joint[1].0) % 3 {
            0 => 0,
            1 => 1,
            _ => -1,
        };
        state.lead = match self.chain {
            Chain::Row if state.lead.signum() == won => state.lead + won,
            Chain::Row => won,
            Chain::Lead => state.lead + won,
        };
    }

    fn mirrored(&self, state: &Standing) -> Option<Standing> {
        Some(Standing { lead: -state.lead, ..*state })
    }
}

impl Notation for RockPaperScissors {
    fn write_move(&self, _state: &Standing, _agent: Agent, mv: Hand) -> String {
        HANDS[usize::from(mv.0)].to_string()
    }

    fn write_position(&self, state: &Standing) -> String {
        format!("{} {}", state.lead, state.left)
    }

    fn read_position(&self, text: &str) -> Result<Standing, TextError> {
        let help = "the lead of the first agent and the rounds still to come, as in -1 5";
        let words = words(text);
        let [lead, left] = &words[..] else {
            return Err(TextError::new("two numbers were expected", 0..text.len()).help(help));
        };
        let number = |(word, span): &(&str, std::ops::Range<usize>), low: i32, high: i32| {
            word.parse().ok().filter(|n| (low..=high).contains(n)).ok_or_else(|| {
                let message = format!("this must be a whole number from {low} to {high}");
                TextError::new(message, span.clone()).help(help)
            })
        };
        let left = number(left, 0, self.rounds.into())?;
        let most = i32::from(self.wins).min(i32::from(self.rounds) - left);
        let lead = number(lead, -most, most)?;
        Ok(Standing { lead: lead as i16, left: left as u16 })
    }

    fn atoms(&self) -> Vec<String> {
        self.agents.names().iter().map(|agent| format!("ahead({agent})")).collect()
    }

    fn picture(&self, state: &Standing) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        let what = match self.chain {
            Chain::Row => "won in a row",
            Chain::Lead => "ahead",
        };
        let (lead, wins) = (state.lead.abs(), counted(self.wins.unsigned_abs().into(), "round"));
        let win = if self.wins == 1 { "wins" } else { "win" };
        picture.note(match state.lead.signum() {
            0 => format!("Nobody has any of the {wins} {what} that {win}"),
            1 => format!("First has {lead} of the {wins} {what} that {win}"),
            _ => format!("Second has {lead} of the {wins} {what} that {win}"),
        });
        picture.note(format!("{} of {} to come", state.left, counted(self.rounds.into(), "round")));
        picture
    }
}

impl Family for RockPaperScissors {
    const INFO: GameInfo = GameInfo {
        name: "rps",
        aliases: &["rockpaperscissors"],
        summary: "chains of rock-paper-scissors: win several rounds in a row, or lead by several",
        rules: "In each round both show rock, paper or scissors at the same time; paper beats rock, \
                scissors beat paper, rock beats scissors. With chain=row whoever wins \
                `wins` rounds in a row wins (a drawn round ends a row); with chain=lead whoever is \
                `wins` rounds ahead. If nobody is after the last round it is a draw.",
        keys: &[
            KeyInfo { name: "chain", default: "row", meaning: "row (in a row) or lead (ahead)" },
            KeyInfo { name: "wins", default: "2", meaning: "how many win, 1 to 1000" },
            KeyInfo { name: "rounds", default: "6", meaning: "the most rounds, 1 to 1000" },
        ],
        position: "the rounds First has won in a row or is ahead (below 0: Second), and the rounds \
                   to come: `-1 5`",
        moves: "`rock`, `paper` or `scissors`",
        atoms: &[AtomInfo {
            pattern: "ahead(AGENT)",
            meaning: "the agent has won rounds that count",
        }],
    };

    fn build<V: Visitor>(params: &GameParams, visitor: V) -> Result<V::Output, TextError> {
        let chain = [Chain::Row, Chain::Lead][params.word("chain", &["row", "lead"])?];
        let [wins, rounds] = [params.number("wins", 1..=MOST)?, params.number("rounds", 1..=MOST)?];
        Ok(visitor.erased_simultaneous(RockPaperScissors::new(chain, wins as u16, rounds as u16)))
    }
}
