//! Verifying evidence: the checker's verdict, with the claim in words.

use ludex_evidence::{Claim, Evidence, check};
use ludex_game::{Agent, Game, Model, Notation, Outcome};
use ludex_logic::{Definitions, Formula, Formulas, Vocabulary, compile};
use ludex_sgl::atl::verify_atl;

use crate::answer::Verified;
use crate::coalitions;

/// Checks evidence about a game that was made from what the evidence names.
pub fn verify<G: Game + Notation>(game: &G, digest: Option<&str>, evidence: &Evidence) -> Verified {
    if let Claim::Answer { query, .. } = &evidence.claim {
        return coalitions::verify(game, digest, evidence, |start, answer, limits| {
            verify_atl(game, start, query, answer, limits)
        });
    }
    let claim = claim(game, evidence);
    let reject = |reason: String| Verified {
        valid: false,
        claim: claim.clone(),
        reason: Some(reason),
        nodes: 0,
        guarantees: None,
    };
    if evidence.digest.is_some() && evidence.digest.as_deref() != digest {
        return reject(format!("the file {} is not the one the evidence is about", evidence.game));
    }
    let compiled = |asked, formula: &str, definitions: Option<&str>| {
        formulas(game, asked, formula, definitions).map_err(|error| error.message)
    };
    match check(game, evidence, compiled) {
        Ok(stats) => {
            let nodes = stats.nodes as u64;
            Verified { valid: true, claim, reason: None, nodes, guarantees: None }
        }
        Err(rejection) => reject(rejection.to_string()),
    }
}

/// The formula of a claim, compiled anew.
fn formulas<G: Game + Notation>(
    game: &G,
    asked: Agent,
    formula: &str,
    user_definitions: Option<&str>,
) -> Result<(Formulas, Formula), ludex_logic::LogicError> {
    let mut definitions = Definitions::prelude().clone();
    if let Some(text) = user_definitions {
        definitions.add("the definitions of the evidence", text)?;
    }
    let compiled = compile(formula, &definitions, &Vocabulary::of(game, asked))?;
    Ok((compiled.formulas, compiled.root))
}

/// What the evidence claims, in words.
fn claim<G: Model>(game: &G, evidence: &Evidence) -> String {
    let (name, position) = (&evidence.game, &evidence.position);
    match &evidence.claim {
        Claim::Formula { agent, formula, holds, .. } => {
            let holds = if *holds { "holds" } else { "does not hold" };
            format!("{formula} {holds} for {agent} in {name} at {position}")
        }
        Claim::Value { low, high } => {
            let outcomes = game.outcomes();
            let (worst, best) = (outcomes.name(Outcome::WORST), outcomes.name(outcomes.best()));
            let low = low.as_ref().map_or(worst, |bound| &bound.outcome);
            let high = high.as_ref().map_or(best, |bound| &bound.outcome);
            let value = match low == high {
                true => low.to_string(),
                false => format!("from {low} to {high}"),
            };
            let first = game.agents().name(Agent::FIRST);
            format!("the value of {name} at {position} is {value} for {first}")
        }
        Claim::Mixed { .. } => format!("the value of {name} at {position} in mixed strategies"),
        Claim::Answer { query, holds, .. } => coalitions::claim(evidence, query, *holds),
    }
}
