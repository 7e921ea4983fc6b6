//! Monotone games: moves add to fluents and never remove.

use super::fluents::changes_of;
use crate::syntax::{Description, Rule};

fn used(description: &Description) -> impl Iterator<Item = &Rule> {
    description.used_rules().into_iter().map(|i| &description.rules[i])
}

/// Returns whether no move ever removes a tuple or an element.
pub fn is_monotone(description: &Description) -> bool {
    used(description).all(|rule| {
        rule.keeps_universe() && changes_of(rule).values().all(|(_, removed)| removed.is_empty())
    })
}

/// Returns whether every move adds a new tuple and none removes one: then no state can occur twice
/// in a play.
pub fn strictly_grows(description: &Description) -> bool {
    let grows = |rule: &Rule| {
        let changes = changes_of(rule);
        changes.iter().any(|(name, (added, _))| rule.exact.contains(name) && !added.is_empty())
    };
    is_monotone(description) && used(description).all(grows)
}
