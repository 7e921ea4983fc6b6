//! The `ludex` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(ludex_cli::run(std::env::args_os()))
}
