//! Parses structures that are positions of a game: a grid with the fluents, or a whole structure.

use std::ops::Range;

use ludex_base::TextError;

use crate::lang::{Parser, Signature, did_you_mean, parse_grid};
use crate::logic::Fluents;
use crate::structure::Structure;
use crate::syntax::Description;

/// Parses a structure at a position of a text: `[…]`, or a grid whose lines are separated by `/`. A
/// grid with the shape of the model's shows the marks that moves can change; all else is as in the
/// model. A grid of another shape has no relations but its own.
pub(crate) fn parse_structure(
    description: &Description,
    fluents: &Fluents,
    text: &str,
    span: Range<usize>,
) -> Result<Structure, TextError> {
    if text[span.clone()].trim_start().starts_with('[') {
        let mut parser = Parser::new(&text[..span.end])?;
        while parser.cursor.here().range().start < span.start {
            parser.cursor.advance();
        }
        let structure = parser.structure()?;
        parser.end("the end of the structure")?;
        let signature = Signature::new(&description.model, &description.definitions);
        parser.uses.iter().try_for_each(|mention| signature.check(mention))?;
        return Ok(structure);
    }
    let mut drawn = Structure::default();
    parse_grid(text, span.clone(), &mut drawn)?;
    let model = &description.model;
    for (mark, relation) in &drawn.relations {
        if model.relations.get(mark).is_none_or(|known| known.arity != relation.arity) {
            let error = TextError::new(format!("`{mark}` is no mark of this game"), span);
            let marks = model.relations.iter().filter(|(_, r)| r.arity == 1);
            return Err(did_you_mean(error, mark, marks.map(|(name, _)| &**name)));
        }
    }
    if drawn.grid == model.grid {
        redrawn(model, &drawn, fluents, span)
    } else {
        other(model, drawn)
    }
}

/// Returns the model with other marks.
fn redrawn(
    model: &Structure,
    drawn: &Structure,
    fluents: &Fluents,
    span: Range<usize>,
) -> Result<Structure, TextError> {
    let mut structure = model.clone();
    for (mark, relation) in structure.relations.iter_mut().filter(|(_, r)| r.arity == 1) {
        let shown = drawn.relations.get(mark).map(|r| r.tuples.clone()).unwrap_or_default();
        if fluents.contains(mark) {
            relation.tuples = shown;
        } else if !shown.is_subset(&relation.tuples) {
            let message = format!("`{mark}` never changes, and is elsewhere");
            return Err(TextError::new(message, span));
        }
    }
    Ok(structure)
}

/// Returns a grid of another shape, with all relations of the model.
fn other(model: &Structure, mut drawn: Structure) -> Result<Structure, TextError> {
    for (name, relation) in &model.relations {
        drawn.declare(name, relation.arity);
    }
    Ok(drawn)
}
