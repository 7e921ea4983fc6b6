//! The arguments of `ludex new`.

use clap::Args;

/// A new game.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ludex new toss race          writes race.toss
  ludex new gp games/race.gp")]
pub struct NewArgs {
    /// The language: toss, kif, gp or sgl.
    pub language: String,
    /// The name of the game, and of the file.
    pub name: String,
}
