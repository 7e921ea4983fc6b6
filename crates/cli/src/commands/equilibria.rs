//! Equilibria as text: what all agents get, and what else they could get.

use ludex::{Solved, payoffs_text, shortened};

use crate::print::{self, FAINT, say, styled};

/// Shows where ties matter, and the equilibria that were asked for.
pub fn show(solved: &Solved) {
    if let Some(ties) = &solved.ties {
        say!("{}  {ties}", styled(FAINT, "ties"));
    }
    let Some(list) = &solved.equilibria else { return };
    let payoffs = print::counted(list.payoffs.len() as u64, "payoff");
    say!("{}  {payoffs}", styled(FAINT, "equilibria"));
    for play in &list.plays {
        say!("  {}: {}", payoffs_text(&play.values, None), shortened(&play.line, 40));
    }
    if !list.complete {
        say!("  and more plays");
    }
}
