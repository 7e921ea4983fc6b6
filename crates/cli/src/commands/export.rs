//! `ludex export`: a proof as a page.

use ludex::{InputError, files};
use serde_json::json;

use super::{End, open};
use crate::args::ExportArgs;
use crate::print::{self, say};
use crate::watch;

/// Writes the page.
pub fn run(args: ExportArgs) -> Result<End, InputError> {
    files::require_writable(&args.html)?;
    let mut limits = args.limits.limits();
    let evidence = ludex::read_evidence_within(&args.file, &limits)?;
    let game = open(&evidence.game, &mut limits)?;
    let page = ludex_web::export_html(&game, &evidence, &limits)?;
    watch::release();
    files::write(&args.html, &page)?;
    let nodes = evidence.size() as u64;
    match args.output.json {
        true => print::json(&json!({ "html": args.html, "bytes": page.len(), "nodes": nodes })),
        false => say!("wrote {}: {}", args.html.display(), print::counted(nodes, "node")),
    }
    Ok(End::Answered)
}
