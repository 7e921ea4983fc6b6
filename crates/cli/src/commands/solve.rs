//! `ludex solve`: the value of a position with perfect play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ludex::{InputError, Solve, Solved, ValueWatcher, files};

use super::{End, write_evidence};
use crate::args::{SolveArgs, Switch};
use crate::interrupt;
use crate::print::{self, BAD, say, styled};
use crate::progress::Spinner;
use crate::watch;

/// Solves one position, or all of a batch.
pub fn run(args: SolveArgs) -> Result<End, InputError> {
    let spinner = Spinner::new();
    let mut limits = args.budget.limits(args.output.quiet, &spinner);
    let game = super::open(&args.position.game, &mut limits)?;
    let positions = match &args.batch {
        Some(path) => ludex::read_batch(path, &files::read_or_stdin(path)?, game.is_scored()),
        None => vec![args.position.set_up()],
    };
    let one = args.batch.is_none();
    // The limits are those of each position; and a checkpoint is saved to its end.
    if !one || args.store.is_some() {
        watch::release();
    }
    let shown = Headline::default();
    let request = Solve {
        algorithm: args.algorithm,
        transpositions: args.transpositions.map(Switch::is_on),
        hints: args.hints.map(Switch::is_on),
        evaluation: args.evaluation,
        range: args.range,
        skip: args.skip,
        cell_order: args.cell_order,
        matrix: args.matrix,
        best: args.best.map(Into::into),
        line: one && !args.output.json,
        value_watcher: one.then(|| shown.watcher(!args.output.json, &spinner)),
        store: args.store,
        checkpoint_every: args.checkpoint_every,
        guarantee: args.guarantee,
        equilibria: args.equilibria,
        evidence: args.evidence.is_some() || args.explain,
        limits: limits.clone(),
        ..Solve::default()
    };
    if let Some(path) = &args.evidence {
        files::require_writable(path)?;
    }
    interrupt::install();
    let (mut all_exact, mut wrong, mut written, mut trust) = (true, 0, Ok(()), None);
    game.solve_all(&request, &positions, &mut |mut solved| {
        watch::release();
        spinner.clear();
        let (mut explanation, evidence) = (Ok(Vec::new()), solved.evidence.take());
        if let (Some(path), Some(evidence)) = (&args.evidence, &evidence) {
            written = write_evidence(path, evidence);
        }
        if let Some(evidence) = evidence.filter(|_| args.explain) {
            explanation = game.explain(&evidence, &limits, &print::toned);
        }
        let answered = solved.exact || solved.approximate;
        all_exact &= answered && (solved.proof.is_some() || !request.evidence);
        wrong += u64::from(solved.disagrees());
        match (args.output.json, one) {
            _ if written.is_err() => {}
            (true, one) => print::json_about(&game, &solved, one),
            (false, true) => {
                shown.show(&solved);
                print::page(solved.page(&print::toned));
                explanation.map_or_else(|error| written = Err(error), print::page);
                print::warnings(&solved.warnings);
            }
            (false, false) => {
                say!("{}", solved.short_line(&print::toned));
                trust = solved.store.or(trust.take());
            }
        }
    })?;
    written?;
    if let Some(trust) = trust {
        print::page(trust.page(&print::toned));
    }
    if wrong > 0 && !args.output.json {
        say!("{}", styled(BAD, ludex::disagreement(wrong)));
    }
    Ok(End::of(all_exact && !interrupt::interrupted()))
}

/// The first line of an answer, which is printed once: as soon as the value is known.
#[derive(Clone, Default)]
struct Headline(Arc<AtomicBool>);

impl Headline {
    /// Returns what prints the line when the value is known, if that is wanted.
    fn watcher(&self, wanted: bool, spinner: &Spinner) -> ValueWatcher {
        let (headline, spinner) = (self.clone(), spinner.clone());
        ValueWatcher(Arc::new(move |solved| match solved.exact {
            false => spinner.receive(solved),
            true if wanted => {
                spinner.clear();
                headline.show(solved);
            }
            true => {}
        }))
    }

    /// Prints the line unless it was printed before.
    fn show(&self, solved: &Solved) {
        if !self.0.swap(true, Ordering::Relaxed) {
            say!("{}", solved.headline(&print::toned));
        }
    }
}
