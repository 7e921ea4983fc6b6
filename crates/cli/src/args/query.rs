//! `ludex query`.

use clap::Args;

use super::{BudgetArgs, OutputArgs};

/// `ludex query`
#[derive(Args, Debug)]
#[command(after_help = "\
Questions by language:
  .sgl   valid, entails, holds, check, moves, complete, deterministic, strategyof, reach, ensures,
         enforces, implements, prove
  .efg   equilibria, value (two players, zero-sum, hidden information too), tree
  .nfg   equilibria, pure, dominance, explain, responses, table, html, latex; so do .json matrices
         of pairs
  .gp    plan, plans, scenery, enabled, holds, force, states, trace, equilibria, efg, ?- goals.
  .toss  fluents, stable, moves, nmoves, states, terminals, value, eval, term, nnf, prenex, dnf,
         cnf, tnf, describe, ranks, heuristic, hval, alt, choice, learn, apply
  .kif   translate (the same game as .toss)

Examples:
  ludex query games/prolog/nim.gp \"force {1} : win(1)\"
  ludex query games/prolog/table1.gp \"trace p\"
  ludex query games/sgl/tictactoe.sgl \"reach true\"
  ludex query games/toss/tic-tac-toe.toss \"heuristic X 1/4\"
  ludex query games/efg/kuhn.efg value --evidence proof.json
  ludex query games/nfg/battle-of-the-sexes.nfg explain
  ludex query games/prolog/nim.gp                        a prompt")]
pub struct QueryArgs {
    /// The file: .sgl, .gp, .efg, .nfg, .toss or .kif.
    pub file: String,
    /// The question; `-` reads it from standard input; without it a prompt opens.
    #[arg(allow_hyphen_values = true)]
    pub query: Option<String>,
    /// For `force` of Game Prolog: also run the search printed in the paper, and say where it differs.
    #[arg(long)]
    pub as_published: bool,
    /// For `force` of Game Prolog: refuse sceneries where both sides can act.
    #[arg(long)]
    pub strict: bool,
    /// The most answers that an ordinary program lists [default: 1000].
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Write what was drawn (a derivation of `trace`, a tree) to this file as SVG.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<std::path::PathBuf>,
    /// Write the strategy behind an answer to `force` or `value` to this file, for `ludex verify`.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}
