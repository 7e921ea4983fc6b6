//! The interface between the lab and a program that can search.

use serde::{Deserialize, Serialize};

use crate::Setting;

/// Runs searches for the lab. Games, moves, outcomes and settings are texts, so that an
/// implementation needs no types of the lab and the lab none of the games.
pub trait Runner {
    /// Returns the moves of the agent on turn after a line of play, in the order of the game; none
    /// if the game is over. A line is moves separated by blanks, or a position after
    /// [`crate::SET_UP`].
    fn moves(&mut self, game: &str, line: &str) -> Result<Vec<String>, NotRun>;

    /// Returns the outcomes of a game, from the worst to the best for the first agent.
    fn outcomes(&mut self, game: &str) -> Result<Vec<String>, NotRun>;

    /// Returns the outcome of a position with perfect play and its number, by any means, if it can
    /// be found. Not measured.
    fn value(&mut self, game: &str, line: &str) -> Result<Option<(String, f64)>, NotRun>;

    /// Searches for the value of a position.
    fn solve(&mut self, game: &str, line: &str, setting: &Setting) -> Result<Measured, NotRun>;

    /// Decides whether the value of a position is at least an outcome. The value measured is `true`
    /// or `false`.
    fn ask(
        &mut self,
        game: &str,
        line: &str,
        setting: &Setting,
        at_least: &str,
    ) -> Result<Measured, NotRun>;

    /// Decides whether a formula is true in a position, with A the agent on turn. The value
    /// measured is `true` or `false`.
    fn check(
        &mut self,
        game: &str,
        line: &str,
        setting: &Setting,
        formula: &str,
    ) -> Result<Measured, NotRun>;

    /// Plays matches between two players, written as `ludex tournament` takes them, `rounds` of
    /// them on either side. The score measured is the first player's share of all points, from 0 to
    /// 1.
    fn contest(&mut self, game: &str, players: &str, rounds: u32) -> Result<Measured, NotRun> {
        let what = format!("{rounds} rounds of {players} in {game}");
        Err(NotRun::Unavailable(format!("nobody plays {what} here")))
    }

    /// Plays a fight of `ludex combat` between a setting's player and an opponent. The score
    /// measured is 1 if the player has won, 0 for a draw, -1 if it has lost.
    fn fight(
        &mut self,
        scenario: &str,
        _players: [&str; 2],
        _game: u64,
    ) -> Result<Measured, NotRun> {
        Err(NotRun::Unavailable(format!("nobody here can fight {scenario}")))
    }

    /// Reports before every search how many of all are done, and what comes next.
    fn progress(&mut self, _done: usize, _total: usize, _next: &str) {}
}

/// The result and the cost of a search.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// Whether the question was answered within the budget.
    pub solved: bool,
    /// The answer: an outcome, or `true` or `false`.
    pub value: Option<String>,
    /// The number of the outcome for the first agent.
    pub score: Option<f64>,
    /// Nodes expanded; visited, in a depth-first search.
    pub expansions: u64,
    /// Nodes created.
    pub created: u64,
    /// Time taken.
    pub seconds: f64,
    /// Bytes of tables and trees.
    pub memory: u64,
    /// Linear programs solved.
    pub lp_calls: u64,
    /// The queries to the game, for searches that count them.
    pub queries: Queries,
}

/// Numbers of queries to the game [Saf13, Table 4.12].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Queries {
    /// Atoms evaluated.
    pub atomic: u64,
    /// Lists of moves requested.
    pub listmoves: u64,
    /// Moves played.
    pub play: u64,
}

impl Measured {
    /// Returns the sum of the costs of both searches; solved if both are.
    pub(crate) fn and(self, other: Measured) -> Measured {
        Measured {
            solved: self.solved && other.solved,
            value: self.value,
            score: self.score,
            expansions: self.expansions + other.expansions,
            created: self.created + other.created,
            seconds: self.seconds + other.seconds,
            memory: self.memory.max(other.memory),
            lp_calls: self.lp_calls + other.lp_calls,
            queries: Queries {
                atomic: self.queries.atomic + other.queries.atomic,
                listmoves: self.queries.listmoves + other.queries.listmoves,
                play: self.queries.play + other.queries.play,
            },
        }
    }
}

/// Why a search was not run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NotRun {
    /// There is no such algorithm, option or game.
    Unavailable(String),
    /// The user pressed Ctrl-C: what is measured so far is kept.
    Interrupted,
}
