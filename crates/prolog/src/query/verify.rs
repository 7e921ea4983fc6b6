//! Checking the witnesses of `force` questions.

use ludex_base::{Budget, NoAnswer};
use serde_json::Value;

use super::answer::Options;
use super::ask::{Asked, read};
use super::read::Query;
use crate::Program;
use crate::engine::default_budget;
use crate::play::{Refused, verify_force};
use crate::program::Core;
use crate::reference::Reference;
use crate::syntax::{Goals, Term};
use crate::terms::TermId;

/// Checks the witness of a `force` question; the error says why it proves nothing.
pub fn verify(program: &Program, text: &str, claim: bool, witness: &Value) -> Result<(), String> {
    let checked = verify_within(program, text, claim, witness, &default_budget());
    checked.map_err(|why| why.to_string())
}

/// Checks the witness of a `force` question as [`verify`] does, or says that the budget was used up.
pub fn verify_within(
    program: &Program,
    text: &str,
    claim: bool,
    witness: &Value,
    budget: &Budget,
) -> Result<(), NoAnswer<Refused>> {
    let (program, coalition, goals) = force_question(program, text)?;
    verified(&program, &coalition, &goals, claim, witness, None, budget)
}

/// Checks the witness of a `force` question as [`verify_within`] does, and compares all that the
/// machine says with plain resolution. Returns also whether it does: not where the program has
/// something that plain resolution does not know.
pub fn verify_strictly(
    program: &Program,
    text: &str,
    claim: bool,
    witness: &Value,
    budget: &Budget,
) -> (bool, Result<(), NoAnswer<Refused>>) {
    let (program, coalition, goals) = match force_question(program, text) {
        Ok(question) => question,
        Err(why) => return (false, Err(why)),
    };
    let reference = Reference::new(&Core::new(&program, Some(&goals)), budget);
    let known = reference.as_ref();
    let verdict = verified(&program, &coalition, &goals, claim, witness, known, budget);
    (reference.is_some(), verdict)
}

/// Parses a `force` question; returns the program with its names, the coalition and the goals.
fn force_question(
    program: &Program,
    text: &str,
) -> Result<(Program, Vec<Term>, Goals), NoAnswer<Refused>> {
    let (program, query) =
        read(program, text).map_err(|error| NoAnswer::Invalid(error.to_string().into()))?;
    match query {
        Query::Force(coalition, goals) => Ok((program, coalition, goals)),
        _ => {
            let why = "only `force` questions have a witness that can be checked";
            Err(NoAnswer::Invalid(why.to_owned().into()))
        }
    }
}

fn verified(
    program: &Program,
    coalition: &[Term],
    goals: &Goals,
    claim: bool,
    witness: &Value,
    reference: Option<&Reference>,
    budget: &Budget,
) -> Result<(), NoAnswer<Refused>> {
    let options = Options { budget: budget.clone(), ..Options::default() };
    let mut graph = Asked { program, options: &options }.graph(Some(goals));
    let coalition: Vec<TermId> = coalition.iter().map(|p| graph.machine.intern(p, 0)).collect();
    verify_force(&mut graph, reference, &coalition, claim, witness)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A difference of the engines was reported as a witness that proves nothing.
    #[test]
    fn a_difference_in_a_witness_is_a_fault() {
        let text = "s. [1:a] m :- s. [1:b] n :- s. win(1) :- m.";
        let program = Program::read(text).expect("a program");
        let question = "force {1} : win(1)";
        let reply = crate::query(&program, question).expect("an answer");
        let witness = reply.witness.expect("a witness");
        let (program, coalition, goals) = force_question(&program, question).expect("a question");
        let checked = |other: &str| {
            let other = Program::read(&text.replacen("win(1) :- m", other, 1)).expect("a program");
            let (other, _, goals_of_other) = force_question(&other, question).expect("a question");
            let core = Core::new(&other, Some(&goals_of_other));
            let reference = Reference::new(&core, &default_budget()).expect("known clauses");
            let (known, budget) = (Some(&reference), default_budget());
            verified(&program, &coalition, &goals, true, &witness, known, &budget)
        };
        assert_eq!(checked("win(1) :- m"), Ok(()));
        let difference = checked("win(1) :- n").expect_err("another goal");
        let NoAnswer::Invalid(Refused::Fault(why)) = difference else { panic!("{difference}") };
        assert!(why.starts_with("the machine and plain resolution differ in the goal"), "{why}");
    }
}
