//! Questions of pure logic: validity, entailment, proofs, normal forms.

use serde_json::{Value, json};

use super::witness::ActionWriter;
use super::{Answer, Query, Result};
use crate::file::File;
use crate::formula::{Formula, Formulas};
use crate::frame::Frame;
use crate::logic::{
    Countermodel, Finding, Verdict, check_proof, eliminate, forget, normal_form, write,
};
use crate::rules::Rules;
use crate::syntax::{Expr, ProofLine, QueryTree, Tree};

/// Answers a question of logic; returns `None` if it is about the model of a game.
pub(super) fn answer(query: &Query, file: &File, frame: &mut Frame) -> Result<Option<Answer>> {
    let mut formulas = file.formulas.clone();
    let mut read =
        |tree: &Tree, frame: &mut Frame| query.expander(file, frame, &mut formulas).formula(tree);
    Ok(Some(match &query.tree {
        QueryTree::Valid(tree) => {
            let formula = read(tree, frame)?;
            decide(query, frame, &formulas, None, formula)?
        }
        QueryTree::Entails(tree) if frame.raw => {
            let _ = read(tree, frame)?;
            let message = "`entails` is about files with rules of their own; ask `holds`";
            return Err(query.error(message.to_owned()).into());
        }
        QueryTree::Entails(tree) => {
            let formula = read(tree, frame)?;
            decide(query, frame, &formulas, Some(&file.rules), formula)?
        }
        QueryTree::StrategyOf { strategy, agent } => {
            let strategy = read(strategy, frame)?;
            strategy_of(query, file, frame, formulas, strategy, agent)?
        }
        QueryTree::Prove(lines) => prove(query, file, frame, lines)?,
        QueryTree::Eliminate(tree) => {
            let formula = read(tree, frame)?;
            let result = eliminate(&mut formulas, formula);
            written(query, &formulas, frame, result)?
        }
        QueryTree::Normal(tree) => {
            let formula = read(tree, frame)?;
            let parts = normal_form(&mut formulas, formula, frame.action_count() as u32);
            let mut list = Vec::new();
            for (action, part) in parts.into_iter().enumerate() {
                let does = formulas.does(action as u32);
                list.push(formulas.and(vec![part, does]));
            }
            let result = formulas.or(list);
            written(query, &formulas, frame, result)?
        }
        QueryTree::Forget(tree) => {
            let formula = read(tree, frame)?;
            let result = forget(&mut formulas, formula, frame.action_count() as u32);
            written(query, &formulas, frame, result)?
        }
        _ => return Ok(None),
    }))
}

fn written(query: &Query, formulas: &Formulas, frame: &Frame, formula: Formula) -> Result<Answer> {
    let text = write(formulas, frame, formula);
    let text = text.ok_or_else(|| query.error("the formula is too long to write".to_owned()))?;
    Ok(Answer::plain(text))
}

/// Decides validity, with a countermodel if there is one.
fn decide(
    query: &Query,
    frame: &Frame,
    formulas: &Formulas,
    rules: Option<&Rules>,
    formula: Formula,
) -> Result<Answer> {
    match crate::logic::decide(frame, formulas, rules, formula, query.budget) {
        Finding::Valid => Ok(Answer::plain(true)),
        Finding::Fails(model) => Ok(Answer::with(false, show(frame, &model))),
        Finding::Unknown(reason) => Err(query.error(format!("undecided: {reason}")).into()),
    }
}

/// The most states of a countermodel that are shown.
const SHOWN: usize = 50;

fn show(frame: &Frame, model: &Countermodel) -> Value {
    let writer = ActionWriter { frame };
    let states: Vec<Value> = model
        .states
        .iter()
        .take(SHOWN)
        .map(|state| {
            let atoms: Vec<&str> = state.atoms.iter().map(|&atom| frame.atom_name(atom)).collect();
            json!({
                "after": writer.actions(state.line.iter().copied()),
                "true": atoms,
                "legal": writer.actions(state.legal.iter().copied()),
                "initial": state.initial,
                "terminal": state.terminal,
            })
        })
        .collect();
    json!({ "choosing": frame.action_name(model.choosing), "states": states })
}

/// Decides whether α is a strategy of an agent [ZT15, Def. 6]: `α -> or(a in actions(t)) does(a)`
/// is valid.
fn strategy_of(
    query: &Query,
    file: &File,
    frame: &mut Frame,
    mut formulas: Formulas,
    strategy: Formula,
    agent: &Expr,
) -> Result<Answer> {
    let agent = query.expander(file, frame, &mut formulas).agent(agent)?;
    let own: Vec<Formula> =
        frame.actions_of(Some(agent)).map(|action| formulas.does(action)).collect();
    let own = formulas.or(own);
    let formula = formulas.implies(strategy, own);
    decide(query, frame, &formulas, None, formula)
}

fn prove(query: &Query, file: &File, frame: &mut Frame, lines: &[ProofLine]) -> Result<Answer> {
    let mut kernel = Formulas::kernel(frame.action_count());
    let rules = match frame.raw {
        true => Rules::default(),
        false => file.rules_in(frame, &mut kernel)?,
    };
    let mut expander = query.expander(file, frame, &mut kernel);
    Ok(match check_proof(lines, &mut expander, &rules)? {
        Verdict::Accepted => Answer::plain("accepted"),
        Verdict::Rejected(rejection) => {
            let words = &query.source.text[rejection.span.clone()];
            let witness = json!({ "reason": rejection.reason, "at": words });
            Answer::with(format!("rejected at line {}", rejection.line), witness)
        }
    })
}
