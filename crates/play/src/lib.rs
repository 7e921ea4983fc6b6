//! Players, matches and tournaments for every game of Ludex.
//!
//! Matches, tournaments and players that do not search go over a [`PlayableGame`], whose states and
//! moves are erased, so that they are compiled once. The players that search ([`Mcts`],
//! [`AlphaBeta`], [`Nested`], [`Auto`]) are generic over [`Rules`] and compiled for every type of
//! game; a [`PlayableGame`] makes them by name.

mod alpha_beta;
mod game;
mod interval;
mod limit;
mod matches;
mod mcts;
mod playable;
mod player;
mod players;
mod playouts;
mod prover;
mod registry;
mod rules;
mod spec;
mod survey;
mod tournament;

pub use alpha_beta::{AlphaBeta, Style};
pub use game::{PlayOptions, play_game};
pub use interval::{Interval, wilson};
pub use limit::{Clock, Limit};
pub use matches::{End, Fault, MatchOptions, Played, Seat, Transcript, Wrong, play_match};
pub use mcts::{Mcts, MctsOptions, Policy};
pub use playable::PlayableGame;
pub use player::{Decision, Player, Thought, moves_of};
pub use players::{Ask, Auto, Human, Nested, Question, Random};
pub use playouts::{Playout, Playouts};
pub use prover::{Proof, Prover};
pub use registry::{
    CannotPlay, NoContext, PLAYERS, PlayerContext, PlayerInfo, Strategy, make_player,
};
pub use rules::{Rules, Simultaneous, Turns};
pub use spec::PlayerSpec;
pub use survey::{Range, Survey};
pub use tournament::{
    GameRecord, Pairing, Rating, SeatStanding, Standing, TournamentOptions, TournamentResult,
    count_matches, leader, play_matches, play_tournament, seat_rows, standing_rows, sum_up, total,
};
