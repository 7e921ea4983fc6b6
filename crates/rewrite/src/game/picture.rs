//! Drawings: a grid with its marks; other structures as text.

use std::collections::BTreeMap;

use ludex_game::{Ink, Picture, Shape};

use super::{RewriteGame, RewriteState};
use crate::logic::changes_of;
use crate::structure::{Grid, Structure, column_name};
use crate::syntax::{Description, Name, Rule};

impl RewriteGame {
    /// Draws a state.
    pub(super) fn draw(&self, state: &RewriteState) -> Picture {
        let structure = self.engine.unpacked(&state.words);
        let mut picture = Picture::new(Shape::Square);
        if let Some(grid) = &structure.grid {
            self.draw_grid(&structure, grid, &mut picture);
        }
        self.list(&structure, &mut picture);
        let location = &self.description().locations[usize::from(state.location)];
        let player = &self.description().players[location.player];
        picture.note(match state.over {
            true => "the play is over".to_owned(),
            false => format!("{player} to move (location {})", location.number),
        });
        picture
    }

    fn draw_grid(&self, structure: &Structure, grid: &Grid, picture: &mut Picture) {
        for (i, cell) in grid.cells.iter().enumerate() {
            let (row, column) = (grid.rows - 1 - i / grid.columns, i % grid.columns);
            let Some(element) = *cell else { continue };
            let (text, ink) = self.marks_of(structure, element);
            picture.cell(row as i16, 2 * column as i16, text, ink).name =
                format!("{}{}", column_name(column), grid.rows - row);
        }
        for row in 0..grid.rows {
            picture.label((grid.rows - 1 - row) as i16, -2, (row + 1).to_string());
        }
        for column in 0..grid.columns {
            picture.label(grid.rows as i16, 2 * column as i16, column_name(column));
        }
    }

    /// Returns the marks of a cell: those that can change, and in small letters those that cannot.
    fn marks_of(&self, structure: &Structure, element: usize) -> (String, Ink) {
        let marks = |fluent: bool| -> Vec<&Name> {
            let unary = structure.relations.iter().filter(|(_, r)| r.arity == 1);
            let here = unary.filter(|(_, r)| r.tuples.contains([element].as_slice()));
            here.map(|(name, _)| name)
                .filter(|name| self.engine.fluents.contains(name) == fluent)
                .collect()
        };
        let joined = |marks: &[&Name]| {
            marks.iter().map(|name| name.to_string()).collect::<Vec<_>>().join("+")
        };
        let (changing, stable) = (marks(true), joined(&marks(false)).to_lowercase());
        let owner = changing.iter().find_map(|mark| self.owners.get(*mark).copied());
        let text = match (changing.is_empty(), stable.is_empty()) {
            (true, true) => "·".to_owned(),
            (true, false) => stable,
            (false, true) => joined(&changing),
            (false, false) => format!("{}+{stable}", joined(&changing)),
        };
        (text, owner.map_or(Ink::Plain, Ink::Of))
    }

    /// Adds relations that the grid does not show, as lines of text.
    fn list(&self, structure: &Structure, picture: &mut Picture) {
        let cells = structure.grid.as_ref().map_or(0, |g| g.cells.iter().flatten().count());
        if cells == 0 {
            picture.note(format!("elements {}", structure.elements.join(", ")));
        }
        for (name, relation) in &structure.relations {
            let shown = |tuple: &&Vec<usize>| {
                cells == 0
                    || (self.engine.fluents.contains(name)
                        && (tuple.len() != 1 || tuple[0] >= cells))
            };
            let tuples: Vec<String> = relation
                .tuples
                .iter()
                .filter(shown)
                .map(|tuple| {
                    let names: Vec<&str> = tuple.iter().map(|&e| &*structure.elements[e]).collect();
                    format!("({})", names.join(", "))
                })
                .collect();
            if !tuples.is_empty() {
                picture.note(format!("{name} {}", tuples.join(" ")));
            }
        }
    }
}

/// Returns the player whose moves set a mark, for every mark that is set by only one.
pub(super) fn owners(description: &Description) -> BTreeMap<Name, u8> {
    let mut owners: BTreeMap<Name, Option<u8>> = BTreeMap::new();
    for location in &description.locations {
        let player = Some(location.player as u8);
        for mark in location.moves.iter().flat_map(|edge| marks_set(&description.rules[edge.rule]))
        {
            let owner = owners.entry(mark).or_insert(player);
            *owner = owner.filter(|_| *owner == player);
        }
    }
    owners.into_iter().filter_map(|(mark, owner)| Some((mark, owner?))).collect()
}

/// Returns the marks that a rule sets. If it adds elements those are all of its right-hand side.
fn marks_set(rule: &Rule) -> Vec<Name> {
    if rule.keeps_universe() {
        let changes = changes_of(rule).into_iter();
        return changes.filter(|(_, (added, _))| !added.is_empty()).map(|(mark, _)| mark).collect();
    }
    let on_the_right = rule.right.relations.iter().filter(|(_, right)| !right.tuples.is_empty());
    on_the_right.map(|(mark, _)| mark.clone()).collect()
}
