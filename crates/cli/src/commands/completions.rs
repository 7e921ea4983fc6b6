//! `ludex completions`: a script that teaches a shell the commands and options.

use ludex::InputError;

use super::End;
use crate::args::CompletionsArgs;

/// Prints the script.
pub fn run(args: CompletionsArgs) -> Result<End, InputError> {
    clap_complete::generate(args.shell, &mut crate::command(), "ludex", &mut std::io::stdout());
    Ok(End::Answered)
}
