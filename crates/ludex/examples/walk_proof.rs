//! Walks through a proof: who forces the value of a position, and what is done against each reply.

use ludex::{InputError, Solve};
use ludex_evidence::{Bound, Claim, SolutionStep};

pub(crate) fn main() -> Result<(), InputError> {
    let game = ludex::open("nim:heaps=1-2-3")?;
    let solved = game.solve(&Solve::new().evidence(true))?;
    let evidence = solved.evidence.expect("it was asked for");
    let Claim::Value { low, high } = &evidence.claim else { return Ok(()) };
    for (name, bound) in [("at least", low), ("at most", high)] {
        if let Some(bound) = bound {
            println!("{} gets {name} {}:", solved.first, bound.outcome);
            walk(bound, bound.nodes.len() - 1, 1);
        }
    }
    Ok(())
}

/// Prints a node of the proof and, for the first three levels, what follows it.
fn walk(bound: &Bound, node: usize, depth: usize) {
    let line = &bound.nodes[node];
    let indent = "  ".repeat(depth);
    match &line.step {
        SolutionStep::Final(outcome) => println!("{indent}{}: {outcome}", line.position),
        SolutionStep::Choose(mv, child) => {
            println!("{indent}{}: plays {mv}", line.position);
            walk(bound, *child as usize, depth + 1);
        }
        SolutionStep::Replies(replies) => {
            println!("{indent}{}: {} replies", line.position, replies.len());
            for (mv, child) in replies.iter().filter(|_| depth < 4) {
                println!("{indent}against {mv}");
                walk(bound, *child as usize, depth + 1);
            }
        }
    }
}
