//! `ludex perft`: counts the leaves of the game tree at a depth, the classic test of a move
//! generator.

use std::time::Instant;

use ludex::InputError;
use serde_json::{Map, json};

use super::{End, set_up};
use crate::args::PerftArgs;
use crate::print::{self, say};
use crate::watch;

/// Counts the plays of a depth, by first move.
pub fn run(args: PerftArgs) -> Result<End, InputError> {
    let (start, limits) = (Instant::now(), args.limits.limits());
    let game = set_up(args.position, limits.clone())?;
    let limits = watch::left(&limits, start);
    let start = Instant::now();
    let counts = game.perft_within(args.depth, &limits)?;
    watch::release();
    let seconds = start.elapsed().as_secs_f64();
    let total: u64 = counts.iter().map(|(_, n)| n).sum();
    if args.output.json {
        let divide: Map<_, _> = counts.into_iter().map(|(mv, n)| (mv, json!(n))).collect();
        let counts = json!({
            "depth": args.depth, "count": total, "divide": divide, "seconds": seconds,
        });
        print::json_about(&game, &counts, true);
        return Ok(End::Answered);
    }
    if args.divide {
        let rows: Vec<Vec<String>> =
            counts.iter().map(|(mv, n)| vec![mv.clone(), print::count(*n)]).collect();
        print::table(&rows);
    }
    let rate = total as f64 / seconds.max(1e-9) / 1e6;
    say!("{} at depth {} ({rate:.1} M/s)", print::counted(total, "position"), args.depth);
    Ok(End::Answered)
}
