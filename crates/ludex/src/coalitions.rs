//! Formulas about coalitions (ATL), such as `<<First>>F win(First)`, with strategies as evidence.

use std::time::Instant;

use ludex_base::{Budget, NoAnswer};
use ludex_evidence::{Claim, Evidence};
use ludex_game::{DynState, Notation, TextError};
use ludex_sgl::atl::{
    AtlAnswer, check_atl_at, check_atl_simultaneous_at, verify_atl, verify_atl_simultaneous,
};

use crate::answers::{Checked, PlanLine, ProofSize, QueryCounts, Verified};
use crate::error::InputError;
use crate::requests::Check;
use crate::session::{AnyGame, Session};

/// Decides the formula in all the states, with evidence if that is wanted.
pub(crate) fn run(
    session: &Session,
    request: &Check,
    states: &[DynState],
    each: &mut dyn FnMut(Checked),
) -> Result<(), InputError> {
    for state in states {
        let start = Instant::now();
        let answer = match decide(session, state, &request.formula, &request.limits.budget()) {
            Ok(answer) => Ok(answer),
            Err(NoAnswer::Stopped(stopped)) => Err(stopped.to_string()),
            Err(NoAnswer::Invalid(error)) => {
                return Err(InputError::in_text("formula", &request.formula, error));
            }
        };
        session.require_sound()?;
        let mut checked = described(request, written(session, state), &answer);
        checked.seconds = start.elapsed().as_secs_f64();
        if let (true, Ok(answer)) = (request.evidence, &answer) {
            let evidence = evidence(session, &checked.position, &request.formula, answer);
            checked.proof = Some(ProofSize::of(evidence.size()));
            checked.evidence = Some(evidence);
        }
        each(checked);
    }
    Ok(())
}

fn decide(
    session: &Session,
    state: &DynState,
    formula: &str,
    budget: &Budget,
) -> Result<AtlAnswer, NoAnswer<TextError>> {
    match &session.game {
        AnyGame::Turns(_, game) => check_atl_at(game, state, formula, budget),
        AnyGame::Simultaneous(_, game) => check_atl_simultaneous_at(game, state, formula, budget),
    }
}

fn written(session: &Session, state: &DynState) -> String {
    match &session.game {
        AnyGame::Turns(_, game) => game.write_position(state),
        AnyGame::Simultaneous(_, game) => game.write_position(state),
    }
}

fn described(request: &Check, position: String, answer: &Result<AtlAnswer, String>) -> Checked {
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
        evidence: None,
    }
}

/// Lists what the side that gets its way does.
fn plan(answer: &AtlAnswer) -> Vec<PlanLine> {
    let plan = if answer.holds { &answer.strategy } else { &answer.counter };
    let line = |(position, moves): &(String, Vec<String>)| PlanLine {
        position: position.clone(),
        moves: moves.clone(),
    };
    plan.iter().map(line).collect()
}

fn evidence(session: &Session, position: &str, query: &str, answer: &AtlAnswer) -> Evidence {
    let text = |line: &PlanLine| serde_json::to_string(line).expect("texts are JSON");
    let witness = plan(answer).iter().map(text).collect();
    let claim = Claim::Answer { query: query.to_string(), holds: answer.holds, witness };
    let mut evidence = Evidence::new(&session.name, position.to_string(), claim);
    evidence.digest = session.digest();
    evidence
}

/// Returns what evidence claims, in words.
pub(crate) fn claim(evidence: &Evidence, query: &str, holds: bool) -> String {
    let holds = if holds { "true" } else { "false" };
    format!("{query} is {holds} in {} at {}", evidence.game, evidence.position)
}

/// Checks evidence about a coalition by playing all plays that its strategy allows.
pub(crate) fn verify(
    session: &Session,
    evidence: &Evidence,
    (query, holds, witness): (&str, bool, &[String]),
) -> Verified {
    let verdict = || {
        if evidence.digest.is_some() && evidence.digest != session.digest() {
            return Err(format!("the file {} is not the one the evidence is about", evidence.game));
        }
        let (answer, budget) = (answer(holds, witness)?, ludex_sgl::default_budget());
        match &session.game {
            AnyGame::Turns(_, game) => {
                let start = game.read_position(&evidence.position).map_err(|e| e.to_string())?;
                verify_atl(game, &start, query, &answer, &budget)
            }
            AnyGame::Simultaneous(_, game) => {
                let start = game.read_position(&evidence.position).map_err(|e| e.to_string())?;
                verify_atl_simultaneous(game, &start, query, &answer, &budget)
            }
        }
    };
    Verified::of(claim(evidence, query, holds), verdict(), witness.len() as u64)
}

/// Returns the answer that a witness stands for.
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
