//! The verdict on a claim.

use serde::{Serialize, Serializer};

use crate::entry::Entry;
use crate::table::Claim;

/// The verdict of the figures on a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every pair is in the claimed order, every figure as published.
    Holds,
    /// Some pair or figure is not.
    Fails,
    /// Some pair was not measured, or only bounded, and no other pair decides.
    Open,
}

impl Claim {
    /// Returns the verdict of the figures of the settings, compared with the published ones. Where
    /// figures have a standard error, a claim fails only if they are at least two errors on the
    /// wrong side.
    pub fn verdict<'e>(
        &self,
        mut figure: impl FnMut(&str) -> Option<&'e Entry>,
        mut published: impl FnMut(&str) -> Option<&'e Entry>,
        mut error: impl FnMut(&str) -> f64,
    ) -> Verdict {
        let mut verdict = Verdict::Holds;
        for setting in &self.as_published {
            match figure(setting).zip(published(setting)) {
                Some((Entry::Exactly(found), Entry::Exactly(due))) if found == due => {}
                Some((Entry::Exactly(_), Entry::Exactly(_))) => return Verdict::Fails,
                _ => verdict = Verdict::Open,
            }
        }
        for (setting, least) in &self.least {
            match figure(setting) {
                Some(Entry::Exactly(found)) if found >= least => {}
                Some(Entry::Exactly(found)) if found + 2.0 * error(setting) < *least => {
                    return Verdict::Fails;
                }
                _ => verdict = Verdict::Open,
            }
        }
        for lower in &self.lower {
            for higher in &self.than {
                let Some((low, high)) = figure(lower).zip(figure(higher)) else {
                    verdict = Verdict::Open;
                    continue;
                };
                let doubt = 2.0 * error(lower).hypot(error(higher));
                let is_near = |(a, b): (f64, f64)| doubt > 0.0 && a - b <= doubt;
                match low.less_than(high) {
                    Some(true) => {}
                    Some(false) if !low.number().zip(high.number()).is_some_and(is_near) => {
                        return Verdict::Fails;
                    }
                    _ => verdict = Verdict::Open,
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
    /// Writes `true`, `false` or `null`.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Verdict::Holds => Some(true),
            Verdict::Fails => Some(false),
            Verdict::Open => None,
        }
        .serialize(to)
    }
}
