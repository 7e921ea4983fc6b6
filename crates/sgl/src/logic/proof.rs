//! The checker for Hilbert-style proofs.
//!
//! | rule | from | to |
//! | --- | --- | --- |
//! | `TAUT` (or `A1`) | | a tautology, modal formulas as atoms |
//! | `A2` … `D8` | | an instance of the axiom |
//! | `SIGMA` | | an axiom of the file's game |
//! | `MP i,j` | φ and φ → ψ | ψ |
//! | `PC i,j,…` | φ, …, χ | a tautological consequence |
//! | `GENA i`, `GENC i` | φ | `[a]φ`, `@a:φ` |
//! | `GENS i` | φ, not depending on `SIGMA` | `{α}φ` |
//! | `RM i` | φ → ψ | `[a]φ → [a]ψ` |
//!
//! \[ZT15\] has `GENS` for all lines, which is not sound: applied to `SIGMA` it derives
//! `{false}(legal(a) <-> φ)`, hence `~φ`.

use ludex_base::{Budget, SourceError};
use rustc_hash::{FxHashMap, FxHashSet};

use super::axioms::{AXIOMS, implication};
use super::circuit::{Bit, Circuit};
use super::sigma::sigma;
use crate::expand::Expander;
use crate::formula::{Formula, Formulas, Node};
use crate::rules::Rules;
use crate::syntax::ProofLine;

/// The reason why a line is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// The number of the line.
    pub line: u32,
    /// The error, as a sentence without a full stop.
    pub reason: String,
    /// The bytes of the query that the reason refers to.
    pub span: std::ops::Range<usize>,
}

/// The result of checking a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every line follows.
    Accepted,
    /// The first line that does not follow.
    Rejected(Rejection),
}

/// Checks a proof. The expander's arena must be in the kernel style, and hold the rules.
pub(crate) fn check_proof(
    lines: &[ProofLine],
    expander: &mut Expander,
    rules: &Rules,
) -> Result<Verdict, SourceError> {
    let formulas: Vec<Formula> =
        lines.iter().map(|line| expander.formula(&line.formula)).collect::<Result<_, _>>()?;
    let actions = expander.frame.action_count() as u32;
    let mut checker = Checker {
        sigma: sigma(expander.formulas, rules),
        kernel: expander.formulas,
        actions,
        proved: FxHashMap::default(),
    };
    for (line, formula) in lines.iter().zip(formulas) {
        if let Err(reason) = checker.line(line, formula) {
            let span = line.rule_span.range();
            return Ok(Verdict::Rejected(Rejection { line: line.number, reason, span }));
        }
    }
    Ok(Verdict::Accepted)
}

/// An accepted line, and whether it depends on Σ.
#[derive(Clone, Copy)]
struct Proved {
    formula: Formula,
    by_sigma: bool,
}

struct Checker<'f> {
    kernel: &'f mut Formulas,
    actions: u32,
    sigma: FxHashSet<Formula>,
    proved: FxHashMap<u32, Proved>,
}

impl Checker<'_> {
    fn line(&mut self, line: &ProofLine, formula: Formula) -> Result<(), String> {
        let premises: Vec<Proved> = line
            .refs
            .iter()
            .map(|number| {
                let known = self.proved.get(number).copied();
                known.ok_or_else(|| format!("there is no earlier line {number}"))
            })
            .collect::<Result<_, _>>()?;
        let rule = line.rule.to_uppercase();
        self.follows(&rule, formula, &premises)?;
        let by_sigma = rule == "SIGMA" || premises.iter().any(|premise| premise.by_sigma);
        match self.proved.insert(line.number, Proved { formula, by_sigma }) {
            None => Ok(()),
            Some(_) => Err(format!("there is another line {}", line.number)),
        }
    }

    fn follows(&mut self, rule: &str, formula: Formula, premises: &[Proved]) -> Result<(), String> {
        let lines = |count: usize| match premises.len() == count {
            true => Ok(()),
            false => Err(format!("{rule} refers to {count} lines, not {}", premises.len())),
        };
        if let Some(axiom) = AXIOMS.iter().find(|axiom| axiom.name == rule) {
            lines(0)?;
            let fits = axiom.fits(self.kernel, formula, self.actions);
            let reason = || format!("this is no instance of {rule}: {}", axiom.schema);
            return fits.then_some(()).ok_or_else(reason);
        }
        let right = match rule {
            "TAUT" | "A1" => {
                lines(0)?;
                self.consequence(&[], formula)
            }
            "SIGMA" => {
                lines(0)?;
                self.sigma.contains(&formula)
            }
            "PC" => self.consequence(premises, formula),
            "MP" => {
                lines(2)?;
                self.modus_ponens(premises[0], premises[1], formula)
                    || self.modus_ponens(premises[1], premises[0], formula)
            }
            "GENA" | "GENC" | "GENS" => {
                lines(1)?;
                self.generalisation(rule, premises[0], formula)?
            }
            "RM" => {
                lines(1)?;
                self.monotonicity(premises[0], formula).is_some()
            }
            _ => return Err(unknown(rule)),
        };
        let reason = match rule {
            "TAUT" | "A1" => "this is no tautology (modal formulas count as atoms)",
            "SIGMA" => "this is no axiom of the file",
            "PC" => "this does not follow from these lines by propositional logic",
            "MP" => "of the two lines one must be φ and the other φ -> this",
            "GENA" => "this must be `[a]φ` where φ is the line referred to",
            "GENC" => "this must be `@a:φ` where φ is the line referred to",
            "GENS" => "this must be `{α}φ` where φ is the line referred to",
            _ => "this must be `[a]φ -> [a]ψ` where φ -> ψ is the line referred to",
        };
        right.then_some(()).ok_or_else(|| reason.to_owned())
    }

    fn modus_ponens(&mut self, from: Proved, step: Proved, formula: Formula) -> bool {
        self.kernel.implies(from.formula, formula) == step.formula
    }

    fn generalisation(
        &mut self,
        rule: &str,
        premise: Proved,
        formula: Formula,
    ) -> Result<bool, String> {
        let inner = match (rule, self.kernel.node(formula)) {
            ("GENA", Node::Exec(_, inner)) | ("GENC", Node::Select(_, inner)) => *inner,
            ("GENS", Node::Strategy(_, inner)) => *inner,
            _ => return Ok(false),
        };
        if rule == "GENS" && premise.by_sigma {
            return Err("GENS is not sound for lines that depend on SIGMA".to_owned());
        }
        Ok(inner == premise.formula)
    }

    fn monotonicity(&mut self, premise: Proved, formula: Formula) -> Option<()> {
        let (left, right) = implication(self.kernel, formula)?;
        let (&Node::Exec(a, from), &Node::Exec(b, to)) =
            (self.kernel.node(left), self.kernel.node(right))
        else {
            return None;
        };
        (a == b && self.kernel.implies(from, to) == premise.formula).then_some(())
    }

    /// Returns whether a formula is a tautological consequence of lines, with modal formulas as
    /// atoms.
    fn consequence(&mut self, premises: &[Proved], formula: Formula) -> bool {
        let mut circuit = Circuit::new(&Budget::default());
        let mut known = FxHashMap::default();
        let goal = !self.bit(&mut circuit, &mut known, formula);
        let mut bits = vec![goal];
        for premise in premises {
            bits.push(self.bit(&mut circuit, &mut known, premise.formula));
        }
        circuit.satisfiable(&bits) == Some(false)
    }

    fn bit(
        &self,
        circuit: &mut Circuit,
        known: &mut FxHashMap<Formula, Bit>,
        formula: Formula,
    ) -> Bit {
        if let Some(&bit) = known.get(&formula) {
            return bit;
        }
        let bit = match self.kernel.node(formula) {
            Node::Truth(truth) => Bit::Known(*truth),
            Node::Not(inner) => !self.bit(circuit, known, *inner),
            Node::And(parts) => {
                let bits: Vec<Bit> =
                    parts.iter().map(|&part| self.bit(circuit, known, part)).collect();
                circuit.and(bits)
            }
            _ => circuit.variable(),
        };
        known.insert(formula, bit);
        bit
    }
}

fn unknown(rule: &str) -> String {
    let rules = ["TAUT", "SIGMA", "MP", "PC", "GENA", "GENC", "GENS", "RM"];
    let names = rules.into_iter().chain(AXIOMS.iter().map(|axiom| axiom.name));
    match ludex_base::suggest(rule, names) {
        Some(near) => format!("there is no rule {rule}; did you mean {near}?"),
        None => format!("there is no rule {rule}; rules are {}, A2 to D8", rules.join(", ")),
    }
}
