//! Formulas about coalitions (ATL), such as `<<First>>F win(First)`, with strategies as evidence.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use ludex_base::{Budget, NoAnswer};
use ludex_evidence::{Claim, Evidence, read_root};
use ludex_game::{Agent, DynState, Notation};
use ludex_logic::{AnyFormula, CoalitionFormula, Definitions};
use ludex_sgl::atl::{
    AtlAnswer, atl_ends, atl_ends_simultaneous, check_atl, check_atl_simultaneous, verify_atl,
    verify_atl_simultaneous,
};

use crate::answers::{Checked, PlanLine, ProofSize, QueryCounts, Verified};
use crate::check::{asked, asks_who_wins, default_asked, read};
use crate::error::InputError;
use crate::requests::Check;
use crate::session::{AnyGame, Session};
use crate::verify::{OF_FORMULAS, uncommented, verdict_of};

/// Decides the formula in all the states, with evidence if that is wanted. There is one of the
/// formulas for each agent asked about.
pub(crate) fn run(
    session: &Session,
    request: &Check,
    formulas: &[CoalitionFormula],
    states: &[DynState],
    each: &mut dyn FnMut(Checked),
) -> Result<(), InputError> {
    for state in states {
        let start = Instant::now();
        let asked = asked(session, request, state)?;
        let formula = formulas.iter().find(|formula| formula.asked == asked);
        let formula = formula.expect("there is a formula for everybody asked about");
        if request.evidence {
            require_plain(session, request, state, formula)?;
        }
        let answer = match decide(session, state, formula, &request.limits.budget()) {
            Ok(answer) => Ok(answer),
            Err(NoAnswer::Stopped(stopped)) => Err(stopped.to_string()),
            Err(NoAnswer::Invalid(message)) => {
                return Err(InputError::about("formula", &request.formula, message));
            }
        };
        session.require_sound()?;
        let mut checked = described(session, request, formula, &answer);
        checked.position = written(session, state);
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

/// Fails if the text of the formula alone does not say what it means, for evidence has only that.
fn require_plain(
    session: &Session,
    request: &Check,
    state: &DynState,
    formula: &CoalitionFormula,
) -> Result<(), InputError> {
    match plain(session, &request.formula, state) {
        Ok(plain) if plain == *formula => Ok(()),
        _ => {
            let message = "evidence about coalitions cannot say who A is or what is defined";
            let help = "write the names of the agents, and what the definitions mean";
            Err(InputError::about("formula", &request.formula, message).help(help))
        }
    }
}

/// Reads a formula about coalitions with the prelude and the default agent asked about.
fn plain(session: &Session, text: &str, state: &DynState) -> Result<CoalitionFormula, InputError> {
    let asked = default_asked(session, state);
    match read(session, text, Definitions::prelude(), asked)? {
        AnyFormula::Coalition(formula) => Ok(formula),
        AnyFormula::Modal(_) => {
            Err(InputError::about("formula", text, "the formula is not about coalitions"))
        }
    }
}

fn decide(
    session: &Session,
    state: &DynState,
    formula: &CoalitionFormula,
    budget: &Budget,
) -> Result<AtlAnswer, NoAnswer<String>> {
    match &session.game {
        AnyGame::Turns(_, game) => Ok(check_atl(game, state, formula, budget)?),
        AnyGame::Simultaneous(_, game) => check_atl_simultaneous(game, state, formula, budget),
    }
}

fn written(session: &Session, state: &DynState) -> String {
    match &session.game {
        AnyGame::Turns(_, game) => game.write_position(state),
        AnyGame::Simultaneous(_, game) => game.write_position(state),
    }
}

fn described(
    session: &Session,
    request: &Check,
    formula: &CoalitionFormula,
    answer: &Result<AtlAnswer, String>,
) -> Checked {
    Checked {
        answer: answer.as_ref().ok().map(|answer| answer.holds),
        algorithm: "fixpoint".to_string(),
        asked: subject(session, formula),
        formula: request.formula.clone(),
        position: String::new(),
        queries: QueryCounts { atomic: 0, listmoves: 0, play: 0 },
        nodes: answer.as_ref().map_or(0, |answer| answer.states as u64),
        seconds: 0.0,
        proof: None,
        line: Vec::new(),
        strategy: answer.as_ref().map(plan).unwrap_or_default(),
        stopped: answer.as_ref().err().cloned(),
        warnings: session
            .winning_remark()
            .filter(|_| asks_who_wins(&formula.formulas))
            .into_iter()
            .collect(),
        evidence: None,
    }
}

/// Returns who the formula is about: the coalition if the formula is what a coalition can force
/// (empty for all plays), and else the agent that A means.
fn subject(session: &Session, formula: &CoalitionFormula) -> String {
    let agents = session.agents();
    let Some(path) = formula.outermost_path() else { return agents.name(formula.asked).to_owned() };
    let members = agents.iter().filter(|agent: &Agent| path.coalition >> agent.index() & 1 == 1);
    members.map(|agent| agents.name(agent)).collect::<Vec<_>>().join(",")
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

fn plan_text(line: &PlanLine) -> String {
    serde_json::to_string(line).expect("texts are JSON")
}

fn evidence(session: &Session, position: &str, query: &str, answer: &AtlAnswer) -> Evidence {
    let witness = plan(answer).iter().map(plan_text).collect();
    let query = uncommented(query, OF_FORMULAS);
    let claim = Claim::Answer { query, holds: answer.holds, witness };
    let mut evidence = Evidence::new(&session.name, position.to_string(), claim);
    evidence.digest = session.digest();
    evidence
}

/// Returns what evidence claims, in words.
pub(crate) fn claim(game: &str, position: &str, query: &str, holds: bool) -> String {
    let holds = if holds { "true" } else { "false" };
    format!("{query} is {holds} in {game} at {position}")
}

/// Checks evidence about a coalition by playing all plays that its strategy allows.
pub(crate) fn verify(
    session: &Session,
    evidence: &Evidence,
    (query, holds, witness): (&str, bool, &[String]),
    budget: &Budget,
) -> Result<Verified, InputError> {
    let mut claim = claim(&session.name, &evidence.position, query, holds);
    let mut verdict = || {
        let answer = answer(holds, witness)?;
        let start = match &session.game {
            AnyGame::Turns(_, game) => read_root(game, evidence),
            AnyGame::Simultaneous(_, game) => read_root(game, evidence),
        };
        let start = start.map_err(|e| e.to_string())?;
        let formula = plain(session, query, &start).map_err(|e| e.to_string())?;
        if speaks_of_asked(session, query, &formula) {
            claim += &format!(", where A is {}", session.agents().name(formula.asked));
        }
        match &session.game {
            AnyGame::Turns(_, game) => verify_atl(game, &start, &formula, &answer, budget),
            AnyGame::Simultaneous(_, game) => {
                verify_atl_simultaneous(game, &start, &formula, &answer, budget)
            }
        }
    };
    let verdict = verdict_of(verdict())?;
    Ok(Verified::of(claim, verdict, witness.len() as u64))
}

/// Returns whether a formula means something else if another agent is asked about.
fn speaks_of_asked(session: &Session, query: &str, formula: &CoalitionFormula) -> bool {
    let others = session.agents().iter().find(|&agent| agent != formula.asked);
    others.is_some_and(|other| match read(session, query, Definitions::prelude(), other) {
        Ok(AnyFormula::Coalition(mut found)) => {
            found.asked = formula.asked;
            found != *formula
        }
        _ => true,
    })
}

/// Returns the answer that a witness stands for.
fn answer(holds: bool, witness: &[String]) -> Result<AtlAnswer, String> {
    let line = |text: &String| {
        let line: PlanLine = serde_json::from_str(text)
            .map_err(|error| format!("a line of the witness cannot be read: {error}"))?;
        match plan_text(&line) == *text {
            true => Ok((line.position, line.moves)),
            false => Err(format!("a line of the witness is to be written {}", plan_text(&line))),
        }
    };
    let plan: Vec<_> = witness.iter().map(line).collect::<Result<_, String>>()?;
    let (strategy, counter) = if holds { (plan, Vec::new()) } else { (Vec::new(), plan) };
    Ok(AtlAnswer { holds, states: 0, strategy, counter })
}

/// The strategy of evidence: moves by position, and the positions in which its plays end because what
/// was asked for is so.
pub(crate) struct Plan {
    pub moves: HashMap<String, Vec<String>>,
    pub ends: HashSet<String>,
}

impl Plan {
    /// Reads the strategy of evidence from its root. Returns `None` where the evidence is an answer
    /// without one.
    pub fn read(
        session: &Session,
        root: &DynState,
        (query, holds, witness): (&str, bool, &[String]),
        budget: &Budget,
    ) -> Result<Option<Plan>, InputError> {
        let answer = answer(holds, witness).map_err(InputError::new)?;
        let formula = plain(session, query, root)?;
        let ends = match &session.game {
            AnyGame::Turns(_, game) => atl_ends(game, root, &formula, &answer, budget),
            AnyGame::Simultaneous(_, game) => {
                atl_ends_simultaneous(game, root, &formula, &answer, budget)
            }
        };
        let ends = verdict_of(ends)?.map_err(InputError::new)?;
        let moves = if holds { answer.strategy } else { answer.counter };
        Ok(ends.map(|ends| Plan {
            moves: moves.into_iter().collect(),
            ends: ends.into_iter().collect(),
        }))
    }
}
