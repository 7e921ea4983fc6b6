//! Matches: one game between players.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludex_game::{Agent, DynMove, DynState, Model, Notation, Turn, below, roll};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Deserializer, Serialize};

use crate::player::moves_of;
use crate::{Clock, Decision, Limit, PlayableGame, Player, Thought};

/// A player of a match with its name and limit.
pub struct Seat<'p> {
    /// The name in the transcript.
    pub name: String,
    /// The player.
    pub player: Box<dyn Player<PlayableGame> + 'p>,
    /// What it may spend on a move.
    pub limit: Limit,
}

/// Options of a match.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The match ends without a result after this number of turns.
    pub max_moves: usize,
    /// By how much a player may exceed its time limit before that is a fault.
    pub grace: Duration,
    /// Whether clocks count processor time instead of wall-clock time: fair where the machine has
    /// other work to do.
    pub processor_time: bool,
    /// The seed for what chance does, and for random moves that replace illegal ones.
    pub seed: u64,
}

impl Default for MatchOptions {
    fn default() -> MatchOptions {
        MatchOptions {
            max_moves: 10_000,
            grace: Duration::from_millis(500),
            processor_time: false,
            seed: 0,
        }
    }
}

/// The record of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Transcript {
    /// The names of the players, in playing order.
    pub players: Vec<String>,
    /// The names of the agents they played.
    pub agents: Vec<String>,
    /// The moves, in order. Simultaneous moves are separate entries, and so is what chance does.
    pub moves: Vec<Played>,
    /// The payoff of each agent, in playing order; empty if the match has no result.
    pub scores: Vec<f64>,
    /// How it ended.
    pub end: End,
    /// Illegal and late moves.
    pub faults: Vec<Fault>,
}

/// Writes the scores as a map from the names of the agents.
impl Serialize for Transcript {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Scores<'t>(&'t Transcript);
        impl Serialize for Scores<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.agents.iter().zip(&self.0.scores))
            }
        }
        let mut out = serializer.serialize_struct("Transcript", 6)?;
        out.serialize_field("players", &self.players)?;
        out.serialize_field("agents", &self.agents)?;
        out.serialize_field("moves", &self.moves)?;
        out.serialize_field("scores", &Scores(self))?;
        out.serialize_field("end", &self.end)?;
        out.serialize_field("faults", &self.faults)?;
        out.end()
    }
}

/// Reads the scores from a map, as `Serialize` writes them.
impl<'de> Deserialize<'de> for Transcript {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Transcript, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            players: Vec<String>,
            agents: Vec<String>,
            moves: Vec<Played>,
            scores: HashMap<String, f64>,
            end: End,
            faults: Vec<Fault>,
        }
        let Fields { players, agents, moves, scores, end, faults } =
            Fields::deserialize(deserializer)?;
        let scores = agents.iter().filter_map(|agent| scores.get(agent).copied()).collect();
        Ok(Transcript { players, agents, moves, scores, end, faults })
    }
}

/// A move of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The turn, from 0. Simultaneous moves have the same turn.
    pub turn: usize,
    /// Who moved.
    pub agent: String,
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    pub mv: String,
    /// The seconds it took.
    pub seconds: f64,
    /// The player's assessment.
    #[serde(flatten)]
    pub thought: Thought,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// In a final state.
    Final,
    /// A player resigned: its place.
    Resigned(usize),
    /// After the greatest number of turns.
    Moves,
    /// By the stop flag.
    Stopped,
}

/// An illegal or late move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The place of the player.
    pub place: usize,
    /// The turn.
    pub turn: usize,
    /// The kind of fault.
    pub what: Wrong,
}

/// A kind of fault, after which the match continues.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wrong {
    /// The move is not legal; a random one was played.
    Illegal,
    /// The move took this number of seconds more than allowed.
    Late(f64),
    /// The player could not be reached; a random move was played.
    Unreachable,
    /// The answer is longer than this number of bytes; a random move was played.
    #[serde(rename = "too_long")]
    TooLong(u64),
}

/// Writes what the player did, as a phrase to follow its name.
///
/// ```
/// use ludex_play::Wrong;
/// assert_eq!(Wrong::Late(0.25).to_string(), "took 0.25 s longer than it may");
/// ```
impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Illegal => f.write_str("chose an illegal move; a random one was played"),
            Wrong::Late(seconds) => write!(f, "took {seconds:.2} s longer than it may"),
            Wrong::Unreachable => f.write_str("could not be reached; a random move was played"),
            Wrong::TooLong(most) => {
                write!(f, "answered with more than {most} bytes; a random move was played")
            }
        }
    }
}

/// Plays one game from a state. Calls `watch` after every turn with the state and the moves so far;
/// `stop` ends the match.
pub fn play_match(
    game: &PlayableGame,
    start: &DynState,
    seats: &mut [Seat<'_>],
    options: &MatchOptions,
    stop: Option<&AtomicBool>,
    watch: &mut dyn FnMut(&DynState, &[Played]),
) -> Transcript {
    assert_eq!(seats.len(), game.agents().len(), "one player for each agent");
    let transcript = Transcript {
        players: seats.iter().map(|seat| seat.name.clone()).collect(),
        agents: game.agents().names().to_vec(),
        moves: Vec::new(),
        scores: Vec::new(),
        end: End::Final,
        faults: Vec::new(),
    };
    let rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut contest = Match { game, options, stop, rng, transcript, turn: 0 };
    contest.play(start.clone(), seats, watch);
    contest.transcript
}

struct Match<'a> {
    game: &'a PlayableGame,
    options: &'a MatchOptions,
    stop: Option<&'a AtomicBool>,
    rng: Xoshiro256PlusPlus,
    transcript: Transcript,
    turn: usize,
}

impl Match<'_> {
    fn play(
        &mut self,
        mut state: DynState,
        seats: &mut [Seat<'_>],
        watch: &mut dyn FnMut(&DynState, &[Played]),
    ) {
        let mut chosen = Vec::new();
        loop {
            chosen.clear();
            let agents = match self.game.turn(&state) {
                Turn::Final => break,
                Turn::Of(agent) => agent.0..agent.0 + 1,
                Turn::Together => 0..seats.len() as u8,
                Turn::Chance => 0..0,
            };
            if let Some(end) = self.early_end() {
                self.transcript.end = end;
                return;
            }
            if agents.is_empty() {
                chosen.extend(self.chance(&state));
            }
            for agent in agents.map(Agent) {
                match self.move_of(&state, agent, &mut seats[agent.index()]) {
                    Some(mv) => chosen.push(mv),
                    None if self.is_stopped() => return self.transcript.end = End::Stopped,
                    None => return self.resign(agent),
                }
            }
            self.game.step(&mut state, &chosen);
            self.turn += 1;
            watch(&state, &self.transcript.moves);
        }
        let agents = self.game.agents().iter();
        self.transcript.scores = agents.map(|agent| self.game.payoff(&state, agent)).collect();
    }

    fn early_end(&self) -> Option<End> {
        if self.is_stopped() {
            return Some(End::Stopped);
        }
        (self.turn >= self.options.max_moves).then_some(End::Moves)
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Ends the match: the agent gets the smallest payoff of the outcomes, the others the greatest.
    fn resign(&mut self, agent: Agent) {
        let outcomes = self.game.outcomes();
        let best = outcomes.number(outcomes.best());
        let worst = outcomes.iter().next().map_or(best, |worst| outcomes.number(worst));
        let score = |other: Agent| if other == agent { worst } else { best };
        self.transcript.scores = self.game.agents().iter().map(score).collect();
        self.transcript.end = End::Resigned(agent.index());
    }

    /// Asks a player for its move, and records it. Returns `None` if it resigns.
    fn move_of(&mut self, state: &DynState, agent: Agent, seat: &mut Seat<'_>) -> Option<DynMove> {
        let clock = Clock::new(seat.limit);
        let clock = if self.options.processor_time { clock.by_processor() } else { clock };
        let clock = match self.stop {
            Some(stop) => clock.or_when(stop),
            None => clock,
        };
        let decision = seat.player.choose(state, agent, &clock);
        let seconds = clock.elapsed().as_secs_f64();
        if let Limit::Seconds(allowed) = seat.limit {
            let late = seconds - allowed;
            if late > self.options.grace.as_secs_f64() {
                self.fault(agent, Wrong::Late(late));
            }
        }
        let Decision { mut mv, thought } = decision?;
        let legal = moves_of(self.game, state, agent);
        if !legal.contains(&mv) {
            self.fault(agent, Wrong::Illegal);
            mv = *legal.get(below(&mut self.rng, legal.len()))?;
        }
        self.record(state, agent, mv, seconds, thought);
        Some(mv)
    }

    /// Rolls the dice where chance moves, and records what happens.
    fn chance(&mut self, state: &DynState) -> Option<DynMove> {
        let mv = roll(self.game, state, &mut self.rng)?;
        self.record(state, Agent::CHANCE, mv, 0.0, Thought::default());
        Some(mv)
    }

    fn record(
        &mut self,
        state: &DynState,
        agent: Agent,
        mv: DynMove,
        seconds: f64,
        thought: Thought,
    ) {
        self.transcript.moves.push(Played {
            turn: self.turn,
            agent: self.game.agents().name(agent).to_string(),
            mv: self.game.write_move(state, agent, mv),
            seconds,
            thought,
        });
    }

    fn fault(&mut self, agent: Agent, what: Wrong) {
        self.transcript.faults.push(Fault { place: agent.index(), turn: self.turn, what });
    }
}
