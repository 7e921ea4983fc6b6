//! Games between players of equal strength, and what they tell about the game.

use std::collections::BTreeMap;
use std::sync::Mutex;

use ludex_game::{Agent, DynState, Model, Notation, Turn};
use ludex_play::{
    End, GameRecord, Interval, PlayableGame, PlayerSpec, Range, SeatStanding, Transcript, moves_of,
    wilson,
};
use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::laboratory::held;
use crate::play;
use crate::requests::{Limits, StopFlag, Tournament};
use crate::session::Session;

/// Who expects more than this share of the payoff leads; who expects less than the rest is behind.
const LEAD: f64 = 0.6;
/// The times a move is offered from which on it is called dead if nobody plays it.
const OFTEN: usize = 20;
/// The most dead moves that are listed.
const LISTED: usize = 100;

/// How long games are, in turns.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct GameLength {
    /// The mean.
    pub mean: f64,
    /// The shortest game.
    pub least: usize,
    /// Half of the games are not longer.
    pub median: usize,
    /// The longest game.
    pub most: usize,
    /// The number of games of each length.
    pub games: BTreeMap<usize, usize>,
}

/// How many moves there are to choose from.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Branching {
    /// The mean over all choices.
    pub mean: f64,
    /// The greatest number.
    pub most: usize,
    /// The share of choices with one move only.
    pub forced: f64,
    /// The mean at every turn.
    pub by_turn: Vec<f64>,
}

/// How often the lead changes: an agent leads if it expects more than 0.6 of the payoff.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct LeadChanges {
    /// The mean number of changes in a game.
    pub mean: f64,
    /// The share of games without any.
    pub none: f64,
    /// The mean share of a game after which nobody else leads any more.
    pub settled: f64,
}

/// Which moves were offered and played.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct MoveUse {
    /// The different moves of all agents that were legal at some time.
    pub offered: usize,
    /// Those that were played.
    pub played: usize,
    /// Moves that were legal 20 times or more and never played: how many there are.
    pub dead: usize,
    /// At most 100 of them, those that were offered most often first.
    pub dead_moves: Vec<DeadMove>,
}

/// A move that was offered and never played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeadMove {
    /// Whose move it is.
    pub agent: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How often it was legal.
    pub offered: usize,
}

/// The results of games between players of one strength.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StrengthResult {
    /// The player at all places.
    pub player: String,
    /// The games that it finished.
    pub games: usize,
    /// The mean score of the first agent, from 0 to 1.
    pub first: f64,
    /// The interval of the true mean, with 95 per cent confidence.
    pub interval: Interval,
    /// The share of games where all agents have the same score.
    pub draws: f64,
    /// The mean number of turns.
    pub length: f64,
}

/// Games of one player against itself, replayed.
#[derive(Default)]
pub(super) struct Games {
    /// The player.
    pub player: String,
    /// The results at every place; a game without an end counts one half.
    pub seats: Vec<SeatStanding>,
    /// The games that had no end.
    pub unfinished: usize,
    lengths: Vec<usize>,
    level: usize,
    /// For every game the share that the first agent expects, turn by turn, where it is known.
    expected: Vec<Vec<Option<f64>>>,
    /// The sum of the numbers of moves, and how many choices they are from, at every turn.
    by_turn: Vec<(usize, usize)>,
    most: usize,
    forced: usize,
    /// How often each move of an agent was offered and played.
    uses: BTreeMap<(usize, String), (usize, usize)>,
    agents: Vec<String>,
}

/// Plays games of a player against itself within limits.
pub(super) fn play(
    session: &Session,
    player: &PlayerSpec,
    games: usize,
    limits: &Limits,
) -> Result<Games, InputError> {
    let game = session.playable();
    let agents = game.agents().len();
    let request = Tournament {
        players: player.to_string(),
        rounds: games.div_ceil(agents).max(1),
        seed: limits.seed,
        threads: limits.threads,
        max_memory: limits.max_memory / (8 * limits.threads.max(1) as u64),
        stop: StopFlag::default(),
        opening: limits.clone(),
        functions: None,
    };
    let survey = game.survey();
    let ranges = survey.observed.unwrap_or(survey.ranges);
    let (budget, thoughts) = (limits.budget(), Mutex::new(Vec::new()));
    let result = held(&budget, &request.stop, || {
        play::tournament_with(session, &request, &|_, played, _, _| {
            if played.end == End::Final {
                thoughts.lock().expect("nobody panics with it").push(expected(&ranges, played));
            }
        })
    })?;
    let mut found = Games {
        player: player.to_string(),
        unfinished: result.games.iter().filter(|record| record.end != End::Final).count(),
        expected: thoughts.into_inner().expect("nobody panicked with it"),
        agents: game.agents().names().to_vec(),
        ..Games::default()
    };
    for record in result.games.iter().filter(|record| record.end == End::Final) {
        found.replay(&game, record);
    }
    found.seats = result.seats;
    Ok(found)
}

/// Returns the share of the payoff that the first of two agents expects, turn by turn.
fn expected(ranges: &[Range], played: &Transcript) -> Vec<Option<f64>> {
    let share = |mv: &ludex_play::Played| {
        let agent = played.agents.iter().position(|name| *name == mv.agent)?;
        let share = ranges[agent].share(mv.thought.value?);
        Some(if agent == 0 { share } else { 1.0 - share })
    };
    played.moves.iter().map(|mv| share(mv).filter(|_| played.agents.len() == 2)).collect()
}

impl Games {
    /// Returns the number of games that were finished.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// Plays a game once more and counts what could have been played.
    fn replay(&mut self, game: &PlayableGame, record: &GameRecord) {
        let mut state = game.initial();
        for (turn, line) in record.moves.iter().enumerate() {
            let agents: Vec<Agent> = match game.turn(&state) {
                Turn::Final => break,
                Turn::Of(agent) => vec![agent],
                Turn::Chance => vec![Agent::CHANCE],
                Turn::Together => game.agents().iter().collect(),
            };
            let mut chosen = Vec::new();
            for (agent, text) in agents.into_iter().zip(line.split('\t')) {
                chosen.extend(self.choice(game, &state, agent, text, turn));
            }
            game.step(&mut state, &chosen);
        }
        self.lengths.push(record.moves.len());
        let first = record.scores.first();
        self.level += usize::from(record.scores.iter().all(|score| Some(score) == first));
    }

    /// Counts the moves of an agent. Returns the one that is written so.
    fn choice(
        &mut self,
        game: &PlayableGame,
        state: &DynState,
        agent: Agent,
        text: &str,
        turn: usize,
    ) -> Option<ludex_game::DynMove> {
        let moves = moves_of(game, state, agent);
        let texts: Vec<String> =
            moves.iter().map(|&mv| game.write_move(state, agent, mv)).collect();
        let played = texts.iter().position(|mv| mv == text);
        if agent != Agent::CHANCE {
            if self.by_turn.len() <= turn {
                self.by_turn.resize(turn + 1, (0, 0));
            }
            let (sum, count) = &mut self.by_turn[turn];
            (*sum, *count) = (*sum + moves.len(), *count + 1);
            self.most = self.most.max(moves.len());
            self.forced += usize::from(moves.len() == 1);
            for (place, mv) in texts.into_iter().enumerate() {
                let (offered, used) = self.uses.entry((agent.index(), mv)).or_default();
                (*offered, *used) = (*offered + 1, *used + usize::from(played == Some(place)));
            }
        }
        played.map(|place| moves[place])
    }

    /// Returns the share of games where everybody has the same score.
    pub fn draws(&self) -> f64 {
        self.level as f64 / self.len().max(1) as f64
    }

    pub fn strength(&self) -> StrengthResult {
        let first = self.seats.first().map_or(0.5, |seat| seat.score);
        StrengthResult {
            player: self.player.clone(),
            games: self.len(),
            first,
            interval: wilson(first, self.len()),
            draws: self.draws(),
            length: self.length().mean,
        }
    }

    pub fn length(&self) -> GameLength {
        let mut sorted = self.lengths.clone();
        ludex_base::sort(&mut sorted);
        let mut games = BTreeMap::new();
        sorted.iter().for_each(|&length| *games.entry(length).or_default() += 1);
        GameLength {
            mean: sorted.iter().sum::<usize>() as f64 / sorted.len().max(1) as f64,
            least: sorted.first().copied().unwrap_or(0),
            median: sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(0),
            most: sorted.last().copied().unwrap_or(0),
            games,
        }
    }

    pub fn branching(&self) -> Branching {
        let (sum, count) =
            self.by_turn.iter().fold((0, 0), |(a, b), &(sum, count)| (a + sum, b + count));
        let mean = |sum: usize, count: usize| sum as f64 / count.max(1) as f64;
        Branching {
            mean: mean(sum, count),
            most: self.most,
            forced: mean(self.forced, count),
            by_turn: self.by_turn.iter().map(|&(sum, count)| mean(sum, count)).collect(),
        }
    }

    /// Returns how the lead went, or `None` if nobody said what it expects.
    pub fn lead(&self) -> Option<LeadChanges> {
        let known = self.expected.iter().filter(|game| game.iter().any(Option::is_some));
        let leads: Vec<(usize, f64)> = known.map(|game| lead_of(game)).collect();
        let games = leads.len() as f64;
        (!leads.is_empty()).then(|| LeadChanges {
            mean: leads.iter().map(|&(changes, _)| changes).sum::<usize>() as f64 / games,
            none: leads.iter().filter(|&&(changes, _)| changes == 0).count() as f64 / games,
            settled: leads.iter().map(|&(_, settled)| settled).sum::<f64>() / games,
        })
    }

    pub fn moves(&self) -> MoveUse {
        let mut dead: Vec<DeadMove> = Vec::new();
        for ((agent, mv), &(offered, played)) in &self.uses {
            if offered >= OFTEN && played == 0 {
                let agent = self.agents[*agent].clone();
                dead.push(DeadMove { agent, mv: mv.clone(), offered });
            }
        }
        ludex_base::sort_by_key(&mut dead, |one| std::cmp::Reverse(one.offered));
        let count = dead.len();
        dead.truncate(LISTED);
        MoveUse {
            offered: self.uses.len(),
            played: self.uses.values().filter(|&&(_, played)| played > 0).count(),
            dead: count,
            dead_moves: dead,
        }
    }
}

/// Returns how often the lead changed in a game, and the share of it after which it did not.
fn lead_of(expected: &[Option<f64>]) -> (usize, f64) {
    let (mut changes, mut leader, mut since) = (0, None, 0);
    for (turn, share) in expected.iter().enumerate() {
        let now = match share {
            Some(share) if *share > LEAD => Some(0),
            Some(share) if *share < 1.0 - LEAD => Some(1),
            _ => None,
        };
        if now.is_some() && now != leader {
            changes += usize::from(leader.is_some());
            (leader, since) = (now, turn);
        }
    }
    let settled = if leader.is_some() { since as f64 / expected.len() as f64 } else { 1.0 };
    (changes, settled)
}
