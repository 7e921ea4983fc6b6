//! `ludex licences`: the notices of the software of others that is compiled into the program.

use ludex::InputError;

use super::End;
use crate::print::say;

/// Prints the notices, which `tools/notices` has written.
pub fn run() -> Result<End, InputError> {
    include_str!("../../THIRD-PARTY-NOTICES.txt").lines().for_each(|line| say!("{line}"));
    Ok(End::Answered)
}
