//! Matches: one game between players.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludex_game::{Agent, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::player::moves_of;
use crate::{Clock, Decision, Limit, Player, Rules, Thought};

/// A player at its place: who it is, and what it may spend on a move.
pub struct Seat<'p, G: Rules> {
    /// What the transcript calls it.
    pub name: String,
    /// The player.
    pub player: Box<dyn Player<G> + 'p>,
    /// What it may spend on a move.
    pub limit: Limit,
}

/// How a match is played.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The match ends without a result after so many moves.
    pub max_moves: usize,
    /// A player with a time limit may take so much longer before that is a fault.
    pub grace: Duration,
    /// Clocks count the time the processor gives a player, not that on the wall: fair where the
    /// machine has other work to do.
    pub processor_time: bool,
    /// For the moves that replace illegal ones.
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

/// What happened in a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Transcript {
    /// The names of the players, in playing order.
    pub players: Vec<String>,
    /// The names of the agents they played.
    pub agents: Vec<String>,
    /// The moves, in order. Where all choose together the moves of a turn are separate entries.
    pub moves: Vec<Played>,
    /// What each agent got, in playing order; empty if the match did not end.
    pub scores: Vec<f64>,
    /// How it ended.
    pub end: End,
    /// What went wrong.
    pub faults: Vec<Fault>,
}

/// In JSON the scores are by the names of the agents.
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

/// A move of a match.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Played {
    /// The turn, from 0: moves that were made together have the same.
    pub turn: usize,
    /// Who moved.
    pub agent: String,
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    pub mv: String,
    /// The seconds it took.
    pub seconds: f64,
    /// What the player thought.
    #[serde(flatten)]
    pub thought: Thought,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// By the rules.
    Final,
    /// A player gave up: its place.
    Resigned(usize),
    /// After too many moves.
    Moves,
    /// Somebody stopped it.
    Stopped,
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Fault {
    /// Its place.
    pub place: usize,
    /// The turn.
    pub turn: usize,
    /// What it was.
    pub what: Wrong,
}

/// A kind of fault. The match goes on.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Wrong {
    /// The move is not legal; a random one was played, as game managers do.
    Illegal,
    /// It took so many seconds more than it may.
    Late(f64),
}

/// What a player did, after its name.
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
        }
    }
}

/// Plays one game from a state. `watch` is called after every turn with the state and the moves so
/// far; `stop` ends the match.
pub fn play_match<G: Rules>(
    game: &G,
    start: &G::State,
    seats: &mut [Seat<'_, G>],
    options: &MatchOptions,
    stop: Option<&AtomicBool>,
    watch: &mut dyn FnMut(&G::State, &[Played]),
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
    let mut table = Table { game, options, stop, rng, transcript, turn: 0 };
    table.play(start.clone(), seats, watch);
    table.transcript
}

struct Table<'a, G: Rules> {
    game: &'a G,
    options: &'a MatchOptions,
    stop: Option<&'a AtomicBool>,
    rng: Xoshiro256PlusPlus,
    transcript: Transcript,
    turn: usize,
}

impl<G: Rules> Table<'_, G> {
    fn play(
        &mut self,
        mut state: G::State,
        seats: &mut [Seat<'_, G>],
        watch: &mut dyn FnMut(&G::State, &[Played]),
    ) {
        let mut chosen = Vec::new();
        loop {
            chosen.clear();
            let agents = match self.game.turn(&state) {
                Turn::Final => break,
                Turn::Of(agent) => agent.0..agent.0 + 1,
                Turn::Together => 0..seats.len() as u8,
            };
            if let Some(end) = self.early_end() {
                self.transcript.end = end;
                return;
            }
            for agent in agents.map(Agent) {
                match self.move_of(&state, agent, &mut seats[agent.index()]) {
                    Some(mv) => chosen.push(mv),
                    None => return self.give_up(agent),
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
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(End::Stopped);
        }
        (self.turn >= self.options.max_moves).then_some(End::Moves)
    }

    /// Whoever gives up gets the worst of what the first agent can get, the others the best.
    fn give_up(&mut self, agent: Agent) {
        let outcomes = self.game.outcomes();
        let best = outcomes.number(outcomes.best());
        let worst = outcomes.iter().next().map_or(best, |worst| outcomes.number(worst));
        let score = |other: Agent| if other == agent { worst } else { best };
        self.transcript.scores = self.game.agents().iter().map(score).collect();
        self.transcript.end = End::Resigned(agent.index());
    }

    /// Asks a player for its move, and writes it down.
    fn move_of(
        &mut self,
        state: &G::State,
        agent: Agent,
        seat: &mut Seat<'_, G>,
    ) -> Option<G::Move> {
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
        self.transcript.moves.push(Played {
            turn: self.turn,
            agent: self.game.agents().name(agent).to_string(),
            mv: self.game.write_move(state, agent, mv),
            seconds,
            thought,
        });
        Some(mv)
    }

    fn fault(&mut self, agent: Agent, what: Wrong) {
        self.transcript.faults.push(Fault { place: agent.index(), turn: self.turn, what });
    }
}
