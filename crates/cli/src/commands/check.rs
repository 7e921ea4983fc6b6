//! `ludex check`: is a formula true in a position?

use std::sync::Arc;

use ludex_search::{COSTS, Conjunctions};

use super::{End, batch};
use crate::answer::Checked;
use crate::args::{CheckArgs, FirstNumbers, Switch, Together};
use crate::complaint::Complaint;
use crate::definitions;
use crate::interrupt;
use crate::open;
use crate::print::{self, BAD, FAINT, GOOD, STRONG, say, styled};
use crate::requests::{CheckRequest, Limits, SetUp};

/// Checks the formula in one position, or in all of a batch.
pub fn run(args: CheckArgs) -> Result<End, Complaint> {
    let mut game = open::open(&args.position.game)?;
    let (definitions, user_definitions) = definitions::read(args.define.as_deref())?;
    let positions = match &args.batch {
        Some(path) => batch::read(path, false)?,
        None => vec![SetUp::typed(args.position)],
    };
    let request = CheckRequest {
        asked: args.asked,
        definitions: Arc::new(definitions),
        user_definitions,
        algorithm: args.algorithm,
        plain: args.plain,
        transpositions: args.transpositions == Switch::On,
        conjunctions: args.conjunctions.map(|together| match together {
            Together::Sum => Conjunctions::Sum,
            Together::Max => Conjunctions::Max,
        }),
        look: args.look == Switch::On,
        mobility: args.evaluation.map(|numbers| numbers == FirstNumbers::Mobility),
        cost: args.cost.and_then(|name| COSTS.into_iter().find(|ready| ready.name == name)),
        evidence: args.evidence,
        ..CheckRequest::new(args.formula, Limits::new(&args.budget, args.output.quiet))
    };
    if let Some(path) = &request.evidence {
        open::writable(path)?;
    }
    interrupt::install();
    let mut all_answered = true;
    let one = args.batch.is_none();
    game.check(&request, &positions, &mut |checked| {
        all_answered &= checked.answer.is_some();
        all_answered &= checked.proof.is_some() || !request.wants_proof();
        match (args.output.json, one) {
            (true, true) => print::json(&checked),
            (true, false) => print::json_line(&checked),
            (false, true) => sentence(&checked),
            (false, false) => say!("{}", word(&checked)),
        }
    })?;
    Ok(End::of(all_answered && !interrupt::interrupted()))
}

/// The answer in one word.
fn word(checked: &Checked) -> String {
    match checked.answer {
        Some(true) => styled(GOOD, "true"),
        Some(false) => styled(BAD, "false"),
        None => styled(STRONG, "unknown"),
    }
}

/// How many positions of a strategy are shown.
const SHOWN: usize = 10;

fn sentence(checked: &Checked) {
    let verdict = match checked.answer {
        Some(true) => format!("{}: {} holds for {}", word(checked), checked.formula, checked.asked),
        Some(false) => {
            format!("{}: {} does not hold for {}", word(checked), checked.formula, checked.asked)
        }
        None => format!(
            "{}: no answer within the budget ({})",
            word(checked),
            checked.stopped.as_deref().unwrap_or("stopped")
        ),
    };
    say!("{verdict} in {}", checked.position);
    if !checked.line.is_empty() {
        say!("{}     {}", styled(FAINT, "line"), checked.line.join(" "));
    }
    for line in checked.strategy.iter().take(SHOWN) {
        say!("{} {}: {}", styled(FAINT, "in"), line.position, line.moves.join(", "));
    }
    if checked.strategy.len() > SHOWN {
        say!("… and in {} more positions (--json has them all)", checked.strategy.len() - SHOWN);
    }
    let queries = checked.queries;
    say!(
        "{}  {} atomic, {} listmoves, {} play; {} nodes in {}",
        styled(FAINT, "queries"),
        print::count(queries.atomic),
        print::count(queries.listmoves),
        print::count(queries.play),
        print::count(checked.nodes),
        print::seconds(checked.seconds),
    );
    if let Some(proof) = checked.proof {
        let nodes = format!("{} nodes", print::count(proof.size));
        match proof.minimal {
            None => say!("{}    {nodes}", styled(FAINT, "proof")),
            Some(name) => {
                say!(
                    "{}    {nodes}, {name} {}: none is cheaper",
                    styled(FAINT, "proof"),
                    proof.cost
                )
            }
        }
    }
    if let (Some(_), Some(stopped)) = (checked.answer, &checked.stopped) {
        say!("{} {stopped}", styled(FAINT, "stopped:"));
    }
}
