//! Whether a claim holds.

use serde::{Serialize, Serializer};

use crate::entry::Entry;
use crate::table::Claim;

/// What figures say of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every pair is in the claimed order, every figure as published.
    Holds,
    /// Some is not.
    Fails,
    /// Some pair was not measured, or only bounded, and no other pair decides.
    Open,
}

impl Claim {
    /// What the figures of the settings say, beside those that were published.
    pub fn verdict<'e>(
        &self,
        mut figure: impl FnMut(&str) -> Option<&'e Entry>,
        mut published: impl FnMut(&str) -> Option<&'e Entry>,
    ) -> Verdict {
        let mut verdict = Verdict::Holds;
        for setting in &self.as_published {
            match figure(setting).zip(published(setting)) {
                Some((Entry::Exactly(found), Entry::Exactly(due))) if found == due => {}
                Some((Entry::Exactly(_), Entry::Exactly(_))) => return Verdict::Fails,
                _ => verdict = Verdict::Open,
            }
        }
        for lower in &self.lower {
            for higher in &self.than {
                let pair = figure(lower).zip(figure(higher));
                match pair.and_then(|(lower, higher)| lower.less_than(higher)) {
                    Some(true) => {}
                    Some(false) => return Verdict::Fails,
                    None => verdict = Verdict::Open,
                }
            }
        }
        verdict
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Open => "open",
        })
    }
}

impl Serialize for Verdict {
    /// `true`, `false` or `null`.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Verdict::Holds => Some(true),
            Verdict::Fails => Some(false),
            Verdict::Open => None,
        }
        .serialize(to)
    }
}
