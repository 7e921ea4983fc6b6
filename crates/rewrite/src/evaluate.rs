//! Evaluates formulas and terms on given structures.

use ludex_base::{Budget, OutOfBudget, Stopped};

use crate::Rational;
use crate::engine::bits::with_width;
use crate::engine::compile::{CompileError, Compiler};
use crate::engine::eval::Evaluator;
use crate::engine::layout::Layout;
use crate::logic::Fluents;
use crate::structure::Structure;
use crate::syntax::{Description, Formula, Name, Term};

/// The reason why there is no value.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoValue {
    /// The formula or the structure is too large for the engine.
    #[error("{0}")]
    TooLarge(String),
    /// The allowed work was exceeded.
    #[error("{0}")]
    Stopped(OutOfBudget),
}

impl From<CompileError> for NoValue {
    fn from(error: CompileError) -> NoValue {
        match error {
            CompileError::Stopped(stopped) => NoValue::Stopped(stopped.into()),
            error => NoValue::TooLarge(error.to_string()),
        }
    }
}

/// Compiles for the layout of a given structure, and evaluates with the constants in their slots.
macro_rules! evaluate {
    ($description:expr, $structure:expr, $constants:expr, $limits:expr, $compile:ident($what:expr), $run:ident) => {
        evaluate!($description, $structure, None::<Fluents>, $constants, $limits, $compile($what), $run)
    };
    ($description:expr, $structure:expr, $fluents:expr, $constants:expr, $limits:expr, $compile:ident($what:expr), $run:ident) => {{
        let (fluents, (fuel, budget)): (Option<Fluents>, (u64, &Budget)) = ($fluents, $limits);
        let arities = $structure.relations.iter().map(|(name, r)| (name.clone(), r.arity));
        let mut layout = Layout::new(arities, $structure.size(), |name| {
            fluents.as_ref().is_none_or(|fluents| !fluents.contains(name))
        })
        .map_err(CompileError::from)?;
        let state = layout.pack($structure);
        let mut compiler = Compiler::new($description, layout, fluents).within(budget);
        let names: Vec<Name> = $constants.iter().map(|(name, _)| name.clone()).collect();
        if names.len() > 32 {
            return Err(NoValue::TooLarge("more than 32 constants".into()));
        }
        let compiled = compiler.$compile($what, &names)?;
        let layout = &compiler.layout;
        with_width!(layout.width, W => {
            let mut evaluator = Evaluator::<W>::new(layout.view(&state));
            for (slot, &(_, element)) in $constants.iter().enumerate() {
                evaluator.slots[slot] = element as u16;
            }
            (evaluator.fuel, evaluator.budget) = (fuel, Some(budget));
            let result = evaluator.$run(&compiled);
            budget.poll().map_err(|stopped| NoValue::Stopped(stopped.into()))?;
            if evaluator.fuel == 0 { Err(NoValue::Stopped(OutOfBudget::new(Stopped::Nodes, "the work allowed"))) } else { Ok(result) }
        })
    }};
}

/// Returns whether a formula is true in a structure, with the given elements for its free
/// variables, within a number of elements that may be tried and a budget.
pub fn evaluate_formula(
    description: &Description,
    structure: &Structure,
    formula: &Formula,
    constants: &[(Name, usize)],
    limits: (u64, &Budget),
) -> Result<bool, NoValue> {
    evaluate!(description, structure, constants, limits, formula(formula), truth)
}

/// Returns the value of a term in a structure, with the given elements for its free variables.
/// The limits are the number of elements that may be tried and a budget.
pub fn evaluate_term(
    description: &Description,
    structure: &Structure,
    term: &Term,
    constants: &[(Name, usize)],
    limits: (u64, &Budget),
) -> Result<Rational, NoValue> {
    evaluate!(description, structure, constants, limits, term(term), term)
}

/// Returns the value of a heuristic in a structure. Its stable parts are evaluated first, and lines
/// and steps are counted.
pub(crate) fn evaluate_heuristic(
    description: &Description,
    structure: &Structure,
    term: &Term,
    fluents: &Fluents,
    limits: (u64, &Budget),
) -> Result<Rational, NoValue> {
    let constants: [(Name, usize); 0] = [];
    // Normal forms require a structure with elements.
    let fluents = (structure.size() > 0).then(|| fluents.clone());
    evaluate!(description, structure, fluents, constants, limits, term(term), term)
}
