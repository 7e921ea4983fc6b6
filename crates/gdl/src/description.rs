//! A game description that passed all checks.

use ludex_base::{Budget, NoAnswer};

use crate::check::{self, Strata, Warning};
use crate::error::{Category, GdlError, not_stopped};
use crate::guard;
use crate::inline::inline;
use crate::specialise::specialise;
use crate::split;
use crate::symbol::Symbols;
use crate::syntax::{self, Rule};

/// The rules of a game, parsed and checked.
///
/// ```
/// use ludex_gdl::{Category, Description};
/// let error = Description::parse("(role white)\n(<= (legal ?p noop)").unwrap_err();
/// assert_eq!(error.category, Category::Syntax);
/// assert_eq!(error.span, 13..14);
/// ```
#[derive(Clone, Debug)]
pub struct Description {
    pub(crate) symbols: Symbols,
    pub(crate) rules: Vec<Rule>,
    pub(crate) strata: Strata,
    warnings: Vec<Warning>,
    pub(crate) sizes: Sizes,
    /// Whether a role may be `random`.
    pub(crate) chance: bool,
}

/// The numbers of rules, facts, relations and strata of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sizes {
    pub rules: usize,
    pub facts: usize,
    pub relations: usize,
    pub strata: usize,
}

impl Sizes {
    fn new(rules: &[Rule], strata: &Strata) -> Sizes {
        let facts = rules.iter().filter(|r| r.body.is_empty()).count();
        Sizes {
            rules: rules.len() - facts,
            facts,
            relations: strata.components.iter().map(|c| c.relations.len()).sum(),
            strata: strata.components.iter().map(|c| c.stratum + 1).max().unwrap_or(0),
        }
    }
}

impl Description {
    /// Parses a description in KIF or in infix form, and checks it. The role of chance is refused.
    pub fn parse(text: &str) -> Result<Description, GdlError> {
        Description::parse_within(text, &Budget::default()).map_err(not_stopped)
    }

    /// Parses and checks a description within a budget.
    pub fn parse_within(text: &str, budget: &Budget) -> Result<Description, NoAnswer<GdlError>> {
        Description::parsed(text, false, budget)
    }

    /// Parses a description in which a role may be `random`.
    pub(crate) fn parse_with_chance(
        text: &str,
        budget: &Budget,
    ) -> Result<Description, NoAnswer<GdlError>> {
        Description::parsed(text, true, budget)
    }

    fn parsed(
        text: &str,
        chance: bool,
        budget: &Budget,
    ) -> Result<Description, NoAnswer<GdlError>> {
        let forms = syntax::parse(text)?;
        budget.poll()?;
        let mut symbols = Symbols::new();
        let mut rules = syntax::lower(&forms, &mut symbols)?;
        drop_duplicates(&mut rules);
        budget.poll()?;
        let (strata, warnings) = match check::check(&rules, &symbols, chance) {
            Err(error) if error.category == Category::Stratification => {
                rules = specialise(&rules, &mut symbols);
                check::check(&rules, &symbols, chance).map_err(|_| error)?
            }
            checked => checked?,
        };
        budget.poll()?;
        let sizes = Sizes::new(&rules, &strata);
        Ok(Description { symbols, rules, strata, warnings, sizes, chance })
    }

    /// Returns an equivalent description whose rules are split where that makes grounding smaller.
    pub(crate) fn split(&self) -> Result<Description, GdlError> {
        let mut symbols = self.symbols.clone();
        let rules = inline(self.rules.clone(), &self.strata);
        let rules = guard::guard(rules, &mut symbols);
        let rules = split::split(rules, &mut symbols);
        let strata = Strata::new(&rules, &symbols)?;
        let (warnings, sizes, chance) = (self.warnings.clone(), self.sizes, self.chance);
        Ok(Description { symbols, rules, strata, warnings, sizes, chance })
    }

    /// Returns remarks on what is unusual but harmless: rules that never apply, relations that are
    /// never used.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

/// Removes duplicate rules.
fn drop_duplicates(rules: &mut Vec<Rule>) {
    let mut seen = rustc_hash::FxHashSet::default();
    rules.retain(|rule| seen.insert((rule.head.clone(), rule.body.clone())));
}
