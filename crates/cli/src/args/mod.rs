//! What can be typed: the command line as clap sees it, a file for each of the larger commands. What it
//! means is decided in `commands`.

mod analyse;
mod check;
mod combat;
mod common;
mod look;
mod new;
mod play;
mod problem;
mod query;
mod solve;
mod strategy;

pub use analyse::{AnalyseArgs, CompareArgs};
pub use check::CheckArgs;
pub use combat::{CombatArgs, CombatProfile};
pub use common::{BudgetArgs, LimitArgs, OutputArgs, PositionArgs, Switch};
pub use look::{
    CompletionsArgs, ConceptsArgs, ExportArgs, GamesArgs, HelpArgs, LabArgs, PerftArgs, ReplayArgs,
    RulesArgs, ShowArgs, VerifyArgs,
};
pub use new::NewArgs;
pub use play::{GgpArgs, MatchArgs, PlayArgs, ServeArgs, TournamentArgs};
pub use problem::ProblemArgs;
pub use query::QueryArgs;
pub use solve::SolveArgs;
pub use strategy::StrategyArgs;

use clap::{Parser, Subcommand};

/// Ludex, the judge of games: answers questions about games and proves its answers.
#[derive(Parser, Debug)]
#[command(name = "ludex", version, max_term_width = 100, arg_required_else_help = true)]
#[command(disable_help_subcommand = true)]
#[command(after_help = "\
Exit codes: 0 answered, 1 evidence is not valid (verify), 2 bad input, 3 no answer within the
budget, 130 interrupted.

Examples:
  ludex games                                          the built-in games
  ludex show connect4 --moves \"4 4 3\"                  draw a position
  ludex solve connect4:columns=5,rows=4                its value with perfect play
  ludex check tictactoe \"omega(3)\" --moves \"a1 b1 a2\"  can the player on turn force a win?
  ludex problem \"#2\" --position kbK5/pp6/1P6/8/8/8/8/R7  a chess problem: mate in two
  ludex verify proof.json                              check a proof
  ludex example                                        a tour that runs
  ludex help formulas                                  how to ask; other topics: start, searches,
                                                       evidence, languages, glossary")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games, or describe one: agents, keys, notation, atoms.
    Games(GamesArgs),
    /// Draw a position.
    Show(ShowArgs),
    /// Play a file of moves and print every state reached, one JSON object a line.
    Replay(ReplayArgs),
    /// Is a formula true in a position?
    Check(CheckArgs),
    /// The value of a game with perfect play.
    Solve(SolveArgs),
    /// Solve a chess problem: all solutions of #n, h#n, s#n, r#n, series movers, or any formula.
    Problem(ProblemArgs),
    /// Play a game between players: human, random, searches.
    Play(PlayArgs),
    /// Play many games between players, at every place, and print a table.
    Tournament(TournamentArgs),
    /// Report on the balance of a game: openings, equal players, length, dead moves, states.
    Analyse(AnalyseArgs),
    /// Compare searches, or players, on the same games: nodes, time, memory.
    Compare(CompareArgs),
    /// Play over the protocol of general game playing.
    Ggp(GgpArgs),
    /// Manage a match between players on the network.
    Match(MatchArgs),
    /// Open the page in a browser: boards, verdicts on every move, questions.
    Serve(ServeArgs),
    /// Write a commented skeleton of a game.
    New(NewArgs),
    /// Check a game description and say what it contains.
    Rules(RulesArgs),
    /// Ask a file written in one of the logic languages, or open a prompt to ask it.
    Query(QueryArgs),
    /// Check strategies written in logic over any game, or find them.
    Strategy(StrategyArgs),
    /// Fights of small armies in real time: scripts and searches against each other.
    Combat(CombatArgs),
    /// Check evidence against the rules of the game.
    Verify(VerifyArgs),
    /// Write a proof as one page that can be clicked through without this program.
    Export(ExportArgs),
    /// List the solution concepts, with their definitions and where they come from.
    Concepts(ConceptsArgs),
    /// Count the positions of the game tree at a depth.
    Perft(PerftArgs),
    /// Run a published experiment again: published figures next to measured ones.
    Lab(LabArgs),
    /// Print node counts of fixed searches: they change only when a search does.
    Signature(OutputArgs),
    /// Print the notices of the third-party software in this program.
    Licences,
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
    /// Run a tour: nine commands, with what they mean and what they print.
    Example,
    /// Print this message, the help of a command, or a page of the book.
    Help(HelpArgs),
}
