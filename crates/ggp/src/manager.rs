//! A game manager: plays a match between players on the network.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ludex_game::{Agent, DynMove, DynState, Model, Notation, Turn, below};
use ludex_play::{End, Fault, PlayableGame, Played, Thought, Transcript, Wrong, moves_of};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::client::{Post, PostError};
use crate::game::{IDLE, choosers, read_legal};

/// Options of a managed match.
#[derive(Clone, Debug)]
pub struct ManagerOptions {
    /// The name of the match.
    pub id: String,
    /// The time before the first turn, in whole seconds.
    pub start_clock: u64,
    /// The time for a move, in whole seconds.
    pub play_clock: u64,
    /// By how much an answer may exceed its clock, for the network.
    pub grace: Duration,
    /// The match ends without a result after this number of turns.
    pub max_moves: usize,
    /// The match ends without a result before a turn that would begin after this moment.
    pub deadline: Option<Instant>,
    /// The seed for random moves that replace missing and illegal ones.
    pub seed: u64,
}

impl Default for ManagerOptions {
    fn default() -> ManagerOptions {
        ManagerOptions {
            id: "ludex".into(),
            start_clock: 10,
            play_clock: 5,
            grace: Duration::from_millis(500),
            max_moves: 10_000,
            deadline: None,
            seed: 0,
        }
    }
}

/// Plays a match between players at these addresses, one for each role in order. Sends `rules` as
/// they are, and calls `watch` after every turn. For a player that answers late or with no legal
/// move a random one is played, and the fault is recorded.
pub fn manage_match(
    game: &PlayableGame,
    rules: &str,
    urls: &[String],
    options: &ManagerOptions,
    post: &dyn Post,
    stop: Option<&AtomicBool>,
    watch: &mut dyn FnMut(&[Played]),
) -> Transcript {
    assert_eq!(urls.len(), game.agents().len(), "one player for each role");
    let transcript = Transcript {
        players: urls.to_vec(),
        agents: game.agents().names().to_vec(),
        moves: Vec::new(),
        scores: Vec::new(),
        end: End::Final,
        faults: Vec::new(),
    };
    let rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut manager = Manager { game, urls, options, post, rng, transcript, turn: 0 };
    manager.start(rules);
    manager.play(stop, watch);
    manager.transcript
}

/// The answer of a player, if there is one.
type Reply = Result<String, PostError>;

struct Manager<'a> {
    game: &'a PlayableGame,
    urls: &'a [String],
    options: &'a ManagerOptions,
    post: &'a dyn Post,
    rng: Xoshiro256PlusPlus,
    transcript: Transcript,
    turn: usize,
}

impl Manager<'_> {
    /// Sends each player a message in parallel. Returns the answers, and the seconds they took.
    fn send(&self, clock: u64, message: impl Fn(usize) -> String) -> Vec<(Reply, f64)> {
        let within = Duration::from_secs(clock) + self.options.grace;
        thread::scope(|scope| {
            let ask = |(place, url): (usize, &String)| {
                let (post, message, url) = (self.post, message(place), url.clone());
                scope.spawn(move || {
                    let sent = Instant::now();
                    let answer = post.post(&url, &message, within);
                    (answer, sent.elapsed().as_secs_f64())
                })
            };
            let asked: Vec<_> = self.urls.iter().enumerate().map(ask).collect();
            let none = || (Err("the message could not be sent".into()), 0.0);
            asked.into_iter().map(|one| one.join().unwrap_or_else(|_| none())).collect()
        })
    }

    fn start(&mut self, rules: &str) {
        let ManagerOptions { id, start_clock, play_clock, .. } = self.options;
        let roles = self.game.agents();
        self.send(*start_clock, |place| {
            let role = roles.name(Agent(place as u8));
            format!("(start {id} {role} ({rules}\n) {start_clock} {play_clock})")
        });
    }

    fn play(&mut self, stop: Option<&AtomicBool>, watch: &mut dyn FnMut(&[Played])) {
        let mut state = self.game.initial();
        let mut last = "nil".to_string();
        while self.game.turn(&state) != Turn::Final {
            let late = self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let stopped = late || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            if stopped || self.turn >= self.options.max_moves {
                self.transcript.end = if stopped { End::Stopped } else { End::Moves };
                let id = &self.options.id;
                self.send(1, |_| format!("(abort {id})"));
                return;
            }
            last = self.turn(&mut state, &last);
            watch(&self.transcript.moves);
        }
        let agents = self.game.agents().iter();
        self.transcript.scores = agents.map(|agent| self.game.payoff(&state, agent)).collect();
        let id = &self.options.id;
        self.send(self.options.play_clock, |_| format!("(stop {id} {last})"));
    }

    /// Asks all players for their moves and plays them. Returns the moves as the next message has
    /// them.
    fn turn(&mut self, state: &mut DynState, last: &str) -> String {
        let id = &self.options.id;
        let clock = self.options.play_clock;
        let answers = self.send(clock, |_| format!("(play {id} {last})"));
        let mut words = vec![IDLE.to_string(); answers.len()];
        let mut chosen = Vec::new();
        for agent in choosers(self.game, state).map(Agent) {
            let (answer, seconds) = &answers[agent.index()];
            let mv = self.legal(state, agent, answer, *seconds);
            let text = self.game.write_move(state, agent, mv);
            self.transcript.moves.push(Played {
                turn: self.turn,
                agent: self.game.agents().name(agent).to_string(),
                mv: text.clone(),
                seconds: *seconds,
                thought: Thought::default(),
            });
            words[agent.index()] = text;
            chosen.push(mv);
        }
        self.game.step(state, &chosen);
        self.turn += 1;
        format!("({})", words.join(" "))
    }

    /// Returns the move of an answer, or a random one in its place.
    fn legal(&mut self, state: &DynState, agent: Agent, answer: &Reply, seconds: f64) -> DynMove {
        let text = answer.as_ref().ok();
        let mv = text.and_then(|text| read_legal(self.game, state, agent, text));
        mv.unwrap_or_else(|| {
            let late = seconds - self.options.play_clock as f64;
            let what = match answer {
                Ok(_) => Wrong::Illegal,
                Err(PostError::TooLong(most)) => Wrong::TooLong(*most),
                Err(PostError::Failed(_)) if late < 0.0 => Wrong::Unreachable,
                Err(PostError::Failed(_)) => Wrong::Late(late),
            };
            self.transcript.faults.push(Fault { place: agent.index(), turn: self.turn, what });
            let moves = moves_of(self.game, state, agent);
            moves[below(&mut self.rng, moves.len())]
        })
    }
}
