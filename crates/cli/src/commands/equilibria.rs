//! Equilibria as text: what all agents get, and what else they could get.

use ludex::{Solved, payoffs_text, shortened};

use crate::print::{FAINT, say, styled};

/// Shows where ties matter, and the equilibria that were asked for.
pub fn show(solved: &Solved) {
    if let Some(ties) = &solved.ties {
        say!("{}  {ties}", styled(FAINT, "ties"));
    }
    let Some(list) = &solved.equilibria else { return };
    say!("{}  {} payoffs", styled(FAINT, "equilibria"), list.payoffs.len());
    for play in &list.plays {
        say!("  {}: {}", payoffs_text(&play.values, None), shortened(&play.line, 40));
    }
    if !list.complete {
        say!("  and more plays");
    }
}
