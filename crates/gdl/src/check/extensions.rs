//! The features of GDL-II, the extension of the language by chance and hidden information \[Thi10\].
//!
//! A description that uses one is another game if it is read as ordinary GDL: chance would be a
//! player with a will, and everybody would see everything. So they are recognised by name.

use ludex_base::Span;

use crate::error::{Category, GdlError};
use crate::symbol::{ROLE, Symbols};
use crate::syntax::{Pattern, Rule};

/// The name of the role that plays at random.
pub(crate) const RANDOM: &str = "random";

/// A feature of GDL-II.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Feature {
    /// `(role random)`: a role whose legal moves are equally likely.
    Chance,
    /// `(sees role percept)`: all that a role learns of the moves and the state.
    HiddenInformation,
}

impl Feature {
    /// Makes the error for a feature that is not supported.
    pub fn refusal(self, span: Span) -> GdlError {
        let (message, help) = match self {
            Feature::Chance => (
                "`random` is the role of chance, not a player, and chance is not supported here",
                "if the role is a player that chooses, it needs another name",
            ),
            Feature::HiddenInformation => (
                "`sees` says what a role can see, and hidden information is not supported",
                "if `sees` is a relation of the game's own, either nothing uses it or it needs \
                 another name",
            ),
        };
        GdlError::new(Category::GdlII, message, span).help(help)
    }
}

/// Returns the features of GDL-II that rules use, with their places.
///
/// The role of chance counts however its name is derived from a fact; one that is computed by
/// rules is found when the roles are known. In GDL-II `sees` has two arguments and never occurs in
/// a body: a relation of that name with another number of arguments, or one that other rules use,
/// is an ordinary relation of the game.
pub(crate) fn features(rules: &[Rule], symbols: &Symbols) -> Vec<(Feature, Span)> {
    let named = |pattern: &Pattern, name: &str| {
        pattern.arguments().is_empty()
            && pattern.symbol().is_some_and(|symbol| symbols.name(symbol) == name)
    };
    let chance = rules.iter().filter(|rule| {
        rule.relation() == ROLE && rule.head.arguments().first().is_some_and(|r| named(r, RANDOM))
    });
    let chance = chance.map(|rule| (Feature::Chance, rule.head_span));
    let sees = symbols.find("sees").filter(|&sees| {
        !rules.iter().flat_map(|rule| &rule.body).any(|literal| literal.symbol() == Some(sees))
    });
    let hidden = rules
        .iter()
        .filter(|rule| Some(rule.relation()) == sees && rule.head.arguments().len() == 2);
    chance.chain(hidden.map(|rule| (Feature::HiddenInformation, rule.head_span))).collect()
}
