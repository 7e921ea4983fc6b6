//! `ludex serve`: the page.

use std::net::TcpListener;

use ludex::InputError;
use ludex_ggp::share_freed_memory;
use ludex_web::{ServerOptions, serve};

use super::End;
use crate::args::ServeArgs;
use crate::print::tell;
use crate::{interrupt, watch};

/// Serves the page until Ctrl-C.
pub fn run(args: ServeArgs) -> Result<End, InputError> {
    share_freed_memory();
    let listener = TcpListener::bind((args.host.as_str(), args.port)).map_err(|error| {
        InputError::new(format!("cannot listen on {}:{}: {error}", args.host, args.port))
    })?;
    interrupt::install();
    if !args.output.quiet {
        let at = listener.local_addr().map_or_else(|_| args.port.to_string(), |at| at.to_string());
        tell!("the page is at http://{at}; Ctrl-C ends it");
    }
    let (max_seconds, max_memory) = (args.max_seconds, args.max_memory);
    let (hosts, process) = (vec![args.host], Some(watch::memory_up_to(usize::MAX)));
    let options = ServerOptions { hosts, max_seconds, max_memory, process, ..Default::default() };
    serve(listener, options, &interrupt::flag().0)
        .map_err(|error| InputError::new(format!("cannot go on listening: {error}")))?;
    Ok(End::Answered)
}
