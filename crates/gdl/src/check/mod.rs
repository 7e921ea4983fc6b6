//! The checks that a description must pass. Each file is one restriction of the language; they run
//! from the most local fault to the most global one.

mod arity;
mod dead;
mod extensions;
mod keywords;
mod recursion;
mod safety;
mod slips;
mod strata;

pub(crate) use extensions::{Feature, RANDOM};
pub(crate) use keywords::goal_value;
pub(crate) use strata::{Component, Strata};

use crate::error::Result;
use crate::symbol::Symbols;
use crate::syntax::Rule;

pub use dead::Warning;

/// Checks the rules and orders their relations. The role of chance is refused unless it is allowed.
pub(crate) fn check(
    rules: &[Rule],
    symbols: &Symbols,
    chance: bool,
) -> Result<(Strata, Vec<Warning>)> {
    keywords::check(rules, symbols)?;
    arity::check(rules, symbols)?;
    let features = extensions::features(rules, symbols).into_iter();
    let mut refused = features.filter(|&(feature, _)| !(chance && feature == Feature::Chance));
    if let Some((feature, span)) = refused.next() {
        return Err(feature.refusal(span));
    }
    safety::check(rules)?;
    keywords::missing(rules, symbols)?;
    keywords::goals(rules, symbols)?;
    let strata = Strata::new(rules, symbols)?;
    keywords::dependencies(rules, &strata, symbols)?;
    recursion::check(rules, &strata, symbols)?;
    let warnings = dead::warnings(rules, symbols);
    Ok((strata, warnings))
}
