//! Walks through a proof: who forces the value of a position, and what is done against each reply.

use ludex::{InputError, Limits, ProofWalk, Solve};

pub(crate) fn main() -> Result<(), InputError> {
    let game = ludex::open("nim:heaps=1-2-3")?;
    let solved = game.solve(&Solve::new().evidence(true))?;
    let evidence = solved.evidence.expect("it was asked for");
    let walk = game.walk(&evidence, &Limits::default())?;
    for (part, shown) in walk.parts().iter().enumerate() {
        println!("{}:", shown.claim);
        print(&walk, part, shown.root, 1)?;
    }
    Ok(())
}

/// Prints a point of the proof and, for the first three levels, what follows it.
fn print(walk: &ProofWalk<'_>, part: usize, node: u32, depth: usize) -> Result<(), InputError> {
    let point = walk.point(part, node)?;
    let (indent, facts) = ("  ".repeat(depth), point.facts.join(", "));
    println!("{indent}{} {facts}", point.position);
    for step in point.steps.iter().filter(|_| depth < 4) {
        println!("{indent}{:?} {} ({} points)", step.role, step.moves.join(" "), step.size);
        print(walk, part, step.node, depth + 1)?;
    }
    Ok(())
}
