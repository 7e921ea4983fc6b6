//! What several tests need.

pub mod rules;

use std::sync::Arc;

use ludex_game::{
    Agent, Agents, Game, Hints, Model, Notation, Numbered, Outcome, Outcomes, Picture, Shape,
    SimultaneousGame, TextError, Turn,
};
use ludex_play::{
    MatchOptions, NoContext, PlayableGame, PlayerSpec, Seat, Transcript, make_player, play_match,
};

/// Makes a game of turns playable.
pub fn turns<G: Hints<State: 'static> + Notation + Send + 'static>(game: G) -> PlayableGame {
    PlayableGame::turns(Arc::new(Numbered::new(game)))
}

/// Makes a game of simultaneous moves playable.
pub fn simultaneous<G>(game: G) -> PlayableGame
where
    G: SimultaneousGame<State: 'static> + Notation + Send + 'static,
{
    PlayableGame::simultaneous(Arc::new(Numbered::new(game)))
}

/// Plays a match from the start between players that are written as on the command line.
pub fn contest(game: &PlayableGame, players: &[&str], seed: u64, max_moves: usize) -> Transcript {
    let seat = |(place, text): (usize, &&str)| {
        let spec: PlayerSpec = text.parse().expect("a player");
        let seed = seed * 16 + place as u64;
        let player = make_player(game, &spec, seed, 16 << 20, &NoContext).expect("it can play");
        Seat { name: text.to_string(), player, limit: spec.limit }
    };
    let mut seats: Vec<Seat<'_>> = players.iter().enumerate().map(seat).collect();
    let options = MatchOptions { max_moves, seed, ..MatchOptions::default() };
    play_match(game, &game.initial(), &mut seats, &options, None, &mut |_, _| {})
}

/// Returns the payoff an agent can force against a coalition of all others, by the definition. For
/// games without cycles.
pub fn guarantee<G: Game>(game: &G, state: &G::State, agent: Agent) -> f64 {
    let Turn::Of(mover) = game.turn(state) else { return game.payoff(state, agent) };
    let mut moves = Vec::new();
    game.moves(state, mover, &mut moves);
    let values = moves.into_iter().map(|mv| guarantee(game, &game.after(state, mover, mv), agent));
    match mover == agent {
        true => values.fold(f64::NEG_INFINITY, f64::max),
        false => values.fold(f64::INFINITY, f64::min),
    }
}

/// A matrix of payoffs of the first agent: both choose a number together, once.
#[derive(Clone, Debug)]
pub struct Matrix {
    agents: Agents,
    outcomes: Outcomes,
    rows: Vec<Vec<i32>>,
}

impl Matrix {
    pub fn new(rows: &[&[i32]]) -> Matrix {
        let agents = Agents::new(["Row", "Column"]);
        let rows: Vec<Vec<i32>> = rows.iter().map(|row| row.to_vec()).collect();
        let most = rows.iter().flatten().map(|n| n.abs()).max().unwrap_or(1);
        Matrix { agents, outcomes: Outcomes::scores(-most, most), rows }
    }
}

impl Model for Matrix {
    type State = Option<(usize, usize)>;
    type Move = usize;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Self::State {
        None
    }

    fn turn(&self, state: &Self::State) -> Turn {
        if state.is_some() { Turn::Final } else { Turn::Together }
    }

    fn moves(&self, state: &Self::State, agent: Agent, out: &mut Vec<usize>) {
        if state.is_none() {
            out.extend(0..if agent == Agent::FIRST { self.rows.len() } else { self.rows[0].len() });
        }
    }

    fn outcome(&self, state: &Self::State) -> Outcome {
        let payoff = state.map_or(0, |(row, column)| self.rows[row][column]);
        Outcome((payoff - self.outcomes.number(Outcome::WORST) as i32) as u16)
    }

    fn holds(&self, _state: &Self::State, _own_atom: u32) -> bool {
        false
    }

    fn key(&self, state: &Self::State) -> u64 {
        state.map_or(u64::MAX, |(row, column)| (row * 1000 + column) as u64)
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl SimultaneousGame for Matrix {
    fn play_joint(&self, state: &mut Self::State, joint: &[usize]) {
        *state = Some((joint[0], joint[1]));
    }
}

impl Notation for Matrix {
    fn write_move(&self, _state: &Self::State, _agent: Agent, mv: usize) -> String {
        mv.to_string()
    }

    fn write_position(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    fn read_position(&self, text: &str) -> Result<Self::State, TextError> {
        Err(TextError::new("not needed", 0..text.len()))
    }

    fn atoms(&self) -> Vec<String> {
        Vec::new()
    }

    fn picture(&self, _state: &Self::State) -> Picture {
        Picture::new(Shape::Square)
    }
}
