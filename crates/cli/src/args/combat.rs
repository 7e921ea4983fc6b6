//! `ludex combat`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::OutputArgs;

/// `ludex combat`
#[derive(Args, Debug)]
#[command(after_help = "\
Players: the scripts random, closest, weakest, kiter, av, nok-av, kiter-av, retreat; or a search with
settings after `:` and a limit after `@` (5ms, 1s; 5ms-cpu for processor time; 1000n for nodes):
  abcd    alpha-beta considering durations; eval=ltd|ltd2|playout, order=alt|alt'|rab', depth=N
  best    the same against a known script: model=nok-av
  rab     full random alpha-beta            sab     alpha-beta over what scripts would do
  pgs     Portfolio Greedy Search           pgs+    the same with any first actions
  gab     Greedy Alpha-Beta                 matrix  a matrix of candidate moves at the root
  uct     UCT considering durations         plan    openings for every unit: our strongest
Scenarios: `thesis` (the armies of the published experiment), types and a size such as
dragoon-zealot-4v4 (marine, zergling, zealot, dragoon), or a .json file (games/combat has examples).

Examples:
  ludex combat --red abcd@5ms --blue nok-av --scenario dragoon-zealot-4v4 --games 200
  ludex combat --red abcd:eval=ltd2@5ms --red pgs@5ms --blue closest --blue kiter --games 20
  ludex combat --red plan --blue abcd --scenario marine-8v8 --games 1 --record fight.svg
  ludex combat --profile thesis --replay games.jsonl")]
pub struct CombatArgs {
    /// Who plays the first side; said several times, each of them meets every blue player.
    #[arg(long, value_name = "PLAYER", required_unless_present = "replay")]
    pub red: Vec<String>,
    /// Who plays the second side.
    #[arg(long, value_name = "PLAYER", required_unless_present = "replay")]
    pub blue: Vec<String>,
    /// The armies and where they stand.
    #[arg(long, value_name = "SCENARIO", default_value = "thesis")]
    pub scenario: String,
    /// The number of games of a pair of players; every start is played from both sides.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Whose rules: those the thesis states, or those of its authors' program.
    #[arg(long, value_enum, default_value_t = CombatProfile::Thesis)]
    pub profile: CombatProfile,
    /// Play the script games of this file again (`-` for standard input), one JSON object a line, and
    /// print how each ends.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["red", "blue"])]
    pub replay: Option<PathBuf>,
    /// Write the first game to this file: everything that happened, if it ends in .json; a picture
    /// that moves, for a browser, if it ends in .svg.
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub record: Option<PathBuf>,
    /// The number of the first game: it decides the start and who has which side.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: u64,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The profiles of the rules.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CombatProfile {
    /// Appendix A to the letter.
    Thesis,
    /// As the authors' program has it.
    Spar,
}
