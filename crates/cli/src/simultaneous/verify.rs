//! Verifying mixed strategies: what they guarantee, and how far that is apart.

use ludex_evidence::{Claim, Evidence, Guarantees, MixedBound, check_mixed};
use ludex_game::{Agent, Notation, SimultaneousGame};
use ludex_sgl::atl::verify_atl_simultaneous;

use crate::answer::{GuaranteesShown, Verified};
use crate::coalitions;

/// Checks evidence about a game that was made from what the evidence names.
pub fn verify<G: SimultaneousGame + Notation>(
    game: &G,
    digest: Option<&str>,
    evidence: &Evidence,
) -> Verified {
    if let Claim::Answer { query, .. } = &evidence.claim {
        return coalitions::verify(game, digest, evidence, |start, answer, limits| {
            verify_atl_simultaneous(game, start, query, answer, limits)
        });
    }
    let claim = claim(game, evidence);
    let verdict = match evidence.digest.is_some() && evidence.digest.as_deref() != digest {
        true => Err(format!("the file {} is not the one the evidence is about", evidence.game)),
        false => check_mixed(game, evidence).map_err(|rejection| rejection.to_string()),
    };
    match verdict {
        Ok(found) => Verified {
            valid: true,
            claim,
            reason: None,
            nodes: found.nodes as u64,
            guarantees: Some(shown(&found)),
        },
        Err(reason) => {
            Verified { valid: false, claim, reason: Some(reason), nodes: 0, guarantees: None }
        }
    }
}

fn shown(found: &Guarantees) -> GuaranteesShown {
    let gap = found.gap();
    GuaranteesShown {
        low: found.low.as_ref().map(Guarantees::text),
        high: found.high.as_ref().map(Guarantees::text),
        gap: gap.as_ref().map(Guarantees::text),
        gap_decimal: gap.as_ref().map(Guarantees::float),
    }
}

/// What the evidence claims, in words.
fn claim<G: SimultaneousGame>(game: &G, evidence: &Evidence) -> String {
    let (name, position) = (&evidence.game, &evidence.position);
    let first = game.agents().name(Agent::FIRST);
    let value = |bound: &MixedBound| bound.value.clone();
    match &evidence.claim {
        Claim::Mixed { low, high } => {
            let value = match (low.as_ref().map(value), high.as_ref().map(value)) {
                (Some(low), Some(high)) if low == high => format!("is {low}"),
                (Some(low), Some(high)) => format!("is from {low} to {high}"),
                (Some(low), None) => format!("is at least {low}"),
                (None, Some(high)) => format!("is at most {high}"),
                (None, None) => "is something".to_string(),
            };
            format!("the value of {name} at {position} {value} for {first}")
        }
        Claim::Formula { formula, .. } => format!("{formula} is decided in {name} at {position}"),
        Claim::Value { .. } => format!("the value of {name} at {position} has bounds"),
        Claim::Answer { query, holds, .. } => coalitions::claim(evidence, query, *holds),
    }
}
