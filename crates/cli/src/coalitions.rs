//! Formulas about coalitions (ATL) in `ludex check`: `<<First>>F win(First)`, with strategies as evidence.

use std::time::Instant;

use ludex_evidence::{Claim, Evidence};
use ludex_game::{Notation, TextError};
use ludex_sgl::Limits;
use ludex_sgl::atl::AtlAnswer;

use crate::answer::{Checked, PlanLine, ProofSize, QueryCounts, Verified};
use crate::complaint::Complaint;
use crate::describe;
use crate::languages::strategies;
use crate::requests::CheckRequest;

/// A game that is asked, and what evidence says about where it comes from.
pub struct Place<'a, G> {
    /// Its full name, or its file.
    pub name: &'a str,
    /// The digest of the file.
    pub digest: Option<&'a str>,
    /// The game.
    pub game: &'a G,
}

/// Decides the formula in all the states, and writes the evidence if that is wanted.
pub fn check<G: Notation>(
    place: Place<'_, G>,
    states: &[G::State],
    request: &CheckRequest,
    decide: impl Fn(&G::State, &Limits) -> Result<AtlAnswer, TextError>,
    each: &mut dyn FnMut(Checked),
) -> Result<(), Complaint> {
    for state in states {
        let start = Instant::now();
        let answer = match decide(state, &strategies::limits(&request.limits)) {
            Ok(answer) => Ok(answer),
            Err(error) if ludex_sgl::out_of_budget(&error.message) => Err(error.message),
            Err(error) => return Err(Complaint::in_text("formula", &request.formula, error)),
        };
        describe::sound(place.game)?;
        let mut checked = described(request, place.game.write_position(state), &answer);
        checked.seconds = start.elapsed().as_secs_f64();
        if let (Some(path), Ok(answer)) = (&request.evidence, &answer) {
            let evidence = evidence(&place, &checked.position, &request.formula, answer);
            let size = evidence.size() as u64;
            checked.proof = Some(ProofSize { size, cost: size as f64, minimal: None });
            evidence.write(path).map_err(|error| {
                Complaint::new(format!("cannot write {}: {error}", path.display()))
            })?;
        }
        each(checked);
    }
    Ok(())
}

fn described(
    request: &CheckRequest,
    position: String,
    answer: &Result<AtlAnswer, String>,
) -> Checked {
    let coalition = request.formula.split("<<").nth(1).and_then(|rest| rest.split(">>").next());
    let asked = coalition.map(str::trim).filter(|names| !names.is_empty()).unwrap_or("nobody");
    Checked {
        answer: answer.as_ref().ok().map(|answer| answer.holds),
        algorithm: "fixpoint".to_string(),
        asked: asked.to_string(),
        formula: request.formula.clone(),
        position,
        queries: QueryCounts { atomic: 0, listmoves: 0, play: 0 },
        nodes: answer.as_ref().map_or(0, |answer| answer.states as u64),
        seconds: 0.0,
        proof: None,
        line: Vec::new(),
        strategy: answer.as_ref().map(plan).unwrap_or_default(),
        stopped: answer.as_ref().err().cloned(),
    }
}

/// What the side that gets its way does.
fn plan(answer: &AtlAnswer) -> Vec<PlanLine> {
    let plan = if answer.holds { &answer.strategy } else { &answer.counter };
    let line = |(position, moves): &(String, Vec<String>)| PlanLine {
        position: position.clone(),
        moves: moves.clone(),
    };
    plan.iter().map(line).collect()
}

fn evidence<G>(place: &Place<'_, G>, position: &str, query: &str, answer: &AtlAnswer) -> Evidence {
    let text = |line: &PlanLine| serde_json::to_string(line).expect("texts are JSON");
    let witness = plan(answer).iter().map(text).collect();
    let claim = Claim::Answer { query: query.to_string(), holds: answer.holds, witness };
    let mut evidence = Evidence::new(place.name, position.to_string(), claim);
    evidence.digest = place.digest.map(str::to_string);
    evidence
}

/// What evidence claims, in words.
pub fn claim(evidence: &Evidence, query: &str, holds: bool) -> String {
    let holds = if holds { "true" } else { "false" };
    format!("{query} is {holds} in {} at {}", evidence.game, evidence.position)
}

/// Checks evidence about a coalition; `check` plays all plays that its strategy allows.
pub fn verify<G: Notation>(
    game: &G,
    digest: Option<&str>,
    evidence: &Evidence,
    check: impl FnOnce(&G::State, &AtlAnswer, &Limits) -> Result<(), String>,
) -> Verified {
    let (query, holds, witness) = match &evidence.claim {
        Claim::Answer { query, holds, witness } => (query.as_str(), *holds, witness.as_slice()),
        _ => ("", false, &[][..]),
    };
    let verdict = || {
        if evidence.digest.is_some() && evidence.digest.as_deref() != digest {
            return Err(format!("the file {} is not the one the evidence is about", evidence.game));
        }
        let start = game.read_position(&evidence.position).map_err(|error| error.to_string())?;
        check(&start, &answer(holds, witness)?, &Limits::default())
    };
    let verdict = verdict();
    Verified {
        valid: verdict.is_ok(),
        claim: claim(evidence, query, holds),
        reason: verdict.err(),
        nodes: witness.len() as u64,
        guarantees: None,
    }
}

/// The answer that a witness stands for.
fn answer(holds: bool, witness: &[String]) -> Result<AtlAnswer, String> {
    let line = |text: &String| {
        let line: PlanLine = serde_json::from_str(text)
            .map_err(|error| format!("a line of the witness cannot be read: {error}"))?;
        Ok((line.position, line.moves))
    };
    let plan: Vec<_> = witness.iter().map(line).collect::<Result<_, String>>()?;
    let (strategy, counter) = if holds { (plan, Vec::new()) } else { (Vec::new(), plan) };
    Ok(AtlAnswer { holds, states: 0, strategy, counter })
}
