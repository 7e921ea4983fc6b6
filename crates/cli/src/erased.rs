//! A game whose type is forgotten: the one place where names become games.
//!
//! Everything behind [`AnyGame`] is monomorphised for its game; commands see only this trait.

use ludex_game::{Agents, Outcomes, Picture};
use ludex_play::{Played, Table, Transcript};

use crate::answer::{Checked, Reached, Shown, Solved, Verified};
use crate::complaint::Complaint;
use crate::requests::{CheckRequest, PlayRequest, SetUp, SolveRequest, TournamentRequest};

/// A game with a position set up.
pub trait AnyGame {
    /// The agents.
    fn agents(&self) -> &Agents;

    /// The evaluations the game offers to searches.
    fn evaluations(&self) -> &'static [&'static str] {
        &[]
    }

    /// The outcomes.
    fn outcomes(&self) -> &Outcomes;

    /// Sets up a position: the given one (or the start), then moves played from it.
    fn set_up(&mut self, position: Option<&str>, moves: Option<&str>) -> Result<(), Complaint>;

    /// Plays one line of a replay: a move, or a joint move separated by tabs.
    fn step(&mut self, line: &str) -> Result<(), Complaint>;

    /// The position, described.
    fn show(&self) -> Shown;

    /// The position, drawn.
    fn picture(&self) -> Picture;

    /// The position, as a replay prints it.
    fn reached(&self) -> Reached;

    /// Leaves of the game tree at a depth, below every first move.
    fn perft(&self, depth: u32) -> Result<Vec<(String, u64)>, Complaint>;

    /// Whether a formula is true, in every one of the positions; tables are kept between them.
    fn check(
        &mut self,
        request: &CheckRequest,
        positions: &[SetUp],
        each: &mut dyn FnMut(Checked),
    ) -> Result<(), Complaint>;

    /// The value of every one of the positions; tables are kept between them.
    fn solve(
        &mut self,
        request: &SolveRequest,
        positions: &[SetUp],
        each: &mut dyn FnMut(Solved),
    ) -> Result<(), Complaint>;

    /// Plays a game between players from the position; `watch` sees it after every turn.
    fn play(
        &self,
        request: &PlayRequest,
        watch: &mut dyn FnMut(Picture, &[Played]),
    ) -> Result<Transcript, Complaint>;

    /// Plays many games from the start; `watch` is told how many of how many are done.
    fn tournament(
        &self,
        request: &TournamentRequest,
        watch: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Table, Complaint>;

    /// Answers a question about the strategies of a file in this game.
    fn ask_strategy(
        &self,
        file: &ludex_sgl::File,
        query: &str,
        limits: &ludex_sgl::Limits,
    ) -> Result<Result<ludex_sgl::Answer, ludex_sgl::SglError>, Complaint>;

    /// Looks for a strategy of an agent.
    fn find_strategy(
        &self,
        player: &str,
        limits: &ludex_sgl::Limits,
    ) -> Result<ludex_sgl::Found, Complaint>;

    /// Checks evidence that claims to be about this game.
    fn verify(&self, evidence: &ludex_evidence::Evidence) -> Result<Verified, Complaint>;

    /// Whether the outcomes are many numbers, so that a batch may state expected scores.
    fn scored(&self) -> bool;
}
