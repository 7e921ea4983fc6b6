//! Players, matches and tournaments for every game of Ludex, and the protocol of general game playing.

mod alpha_beta;
mod contest;
mod game;
mod interval;
mod limit;
mod mcts;
mod player;
mod players;
mod protocol;
mod prover;
mod registry;
mod rules;
mod sampler;
mod spec;
mod survey;
mod tournament;

pub use alpha_beta::{AlphaBeta, Style};
pub use contest::{End, Fault, MatchOptions, Played, Seat, Transcript, Wrong, play_match};
pub use game::{PlayOptions, play_game};
pub use interval::{Interval, wilson};
pub use limit::{Clock, Limit};
pub use mcts::{Mcts, MctsOptions};
pub use player::{Decision, Player, Thought};
pub use players::{Ask, Auto, Human, Nested, Question, Random};
pub use protocol::{
    Answer, Front, GameTable, GdlFront, Host, HostOptions, Kif, ManagerOptions, Message, Network,
    Post, RulesTable, Start, manage_match, serve,
};
pub use prover::{Proof, Prover};
pub use registry::{CannotPlay, Desk, NoDesk, PLAYERS, PlayerInfo, Strategy, make_player};
pub use rules::{Rules, Together, Turns};
pub use sampler::{Quick, Sampler};
pub use spec::PlayerSpec;
pub use survey::{Range, Survey};
pub use tournament::{
    Pairing, Standing, Table, TournamentOptions, pairings, play_tournament, play_tournament_at,
    total,
};
