//! Moves and positions as text.

use std::ops::Range;

use ludex_base::{TextError, ordered_set, sort_by};
use ludex_game::{Agent, Model, Notation, Picture};

use super::position::parse_structure;
use super::{RewriteGame, RewriteMove, RewriteState};
use crate::lang::{grid_text, relations_text};
use crate::structure::Structure;
use crate::syntax::Name;

impl RewriteGame {
    /// Returns the names of the elements of a state.
    fn element_names(&self, state: &RewriteState) -> Vec<Name> {
        match self.engine.fixed {
            true => self.description().model.elements.clone(),
            false => {
                let codes = &state.words[1..=state.words[0] as usize];
                codes.iter().map(|&code| self.engine.names.text(code)).collect()
            }
        }
    }

    /// Returns the rule of a move, the matched elements, and the target if several edges have the
    /// rule.
    fn parts(&self, state: &RewriteState, mv: RewriteMove) -> (&Name, Vec<Name>, String) {
        let edge = usize::from(mv.edge);
        let step = &self.edges[edge];
        let names = self.element_names(state);
        let matched = mv.matched[..step.size].iter().map(|&e| names[usize::from(e)].clone());
        let location = self.first_edge.partition_point(|&first| first <= edge) - 1;
        let twins = self.edges_of(location).filter(|&e| self.edges[e].rule == step.rule).count();
        let target = self.description().locations[step.target].number;
        let target = if twins > 1 { format!(">{target}") } else { String::new() };
        (&self.description().rules[step.rule].name, matched.collect(), target)
    }

    /// Returns a move in full: `Rule l1=e1 l2=e2`.
    pub fn long_move(&self, state: &RewriteState, mv: RewriteMove) -> String {
        let (rule, matched, target) = self.parts(state, mv);
        let left = &self.description().rules[self.edges[usize::from(mv.edge)].rule].left;
        let pairs = left.elements.iter().zip(&matched).map(|(l, e)| format!(" {l}={e}"));
        format!("{rule}{}{target}", pairs.collect::<String>())
    }

    /// Returns the moves of a location in a structure in full, sorted.
    pub(crate) fn location_moves(&self, location: usize, state: &RewriteState) -> Vec<String> {
        let mut moves = Vec::new();
        let rules = self.rules_of(location);
        self.engine.matches(&state.words, state.facts, rules, true, &mut |edge, found| {
            let mut matched = [0; super::MOST_MATCHED];
            matched[..found.len()].copy_from_slice(found);
            moves.push(self.long_move(state, RewriteMove { edge: edge as u16, matched }));
            true
        });
        sort_by(&mut moves, Ord::cmp);
        moves
    }

    /// Returns the model with the relations of a structure that lists what can change, and perhaps
    /// more.
    fn completed(&self, listed: Structure, span: Range<usize>) -> Result<Structure, TextError> {
        let mut structure = self.description().model.clone();
        for name in &listed.elements {
            if structure.element(name).is_none() {
                let message = format!("the MODEL has no element `{name}`");
                return Err(TextError::new(message, span));
            }
        }
        for (name, relation) in &mut structure.relations {
            let given = listed.relations.get(name);
            if given.is_none() && !self.engine.fluents.contains(name) {
                continue;
            }
            let tuples = given.iter().flat_map(|given| &given.tuples);
            let place = |&element: &usize| {
                self.description().model.element(&listed.elements[element]).unwrap_or(0)
            };
            relation.tuples = ordered_set(tuples.map(|tuple| tuple.iter().map(place).collect()));
        }
        Ok(structure)
    }

    /// Returns whether a grid determines a state: only marks of its cells can change.
    fn drawable(&self) -> bool {
        let model = &self.description().model;
        let cells = model.grid.as_ref().map_or(0, |grid| grid.cells.iter().flatten().count());
        let unary = |name| model.relations.get(name).is_some_and(|r| r.arity == 1);
        self.engine.fixed && cells == model.size() && self.engine.fluents.base().all(unary)
    }
}

/// Returns all short forms of a move, from the exact to the shortest.
fn short_forms(rule: &str, matched: &[Name], long: &str, target: &str) -> Vec<String> {
    let (commas, dashes, joined) = (matched.join(","), matched.join("-"), matched.concat());
    let mut forms = vec![long.to_owned(), long.replacen(' ', ":", 1).replace(' ', ",")];
    forms.push(format!("{rule}:{dashes}{target}"));
    forms.extend([commas, dashes, joined].into_iter().map(|form| format!("{form}{target}")));
    forms
}

impl Notation for RewriteGame {
    fn write_move(&self, state: &RewriteState, _agent: Agent, mv: RewriteMove) -> String {
        let (rule, matched, target) = self.parts(state, mv);
        match matched.is_empty() {
            true => format!("{rule}{target}"),
            false => format!("{rule}:{}{target}", matched.join(",")),
        }
    }

    /// Parses the full form, `Rule l1=e1 l2=e2`, or the elements alone if they determine the move.
    fn read_move(&self, state: &RewriteState, agent: Agent, text: &str) -> Option<RewriteMove> {
        let mut moves = Vec::new();
        self.moves(state, agent, &mut moves);
        let (mut near, mut loose) = (Vec::new(), Vec::new());
        for mv in moves {
            let written = self.write_move(state, agent, mv);
            let (rule, matched, target) = self.parts(state, mv);
            let forms = short_forms(rule, &matched, &self.long_move(state, mv), &target);
            if written == text || forms[0] == text {
                return Some(mv);
            }
            if forms.iter().any(|form| form == text) {
                near.push(mv);
            }
            let same = |form: &String| form.eq_ignore_ascii_case(text);
            if same(&written) || forms.iter().any(same) {
                loose.push(mv);
            }
        }
        match (near.as_slice(), loose.as_slice()) {
            ([only], _) | ([], [only]) => Some(*only),
            _ => None,
        }
    }

    fn write_position(&self, state: &RewriteState) -> String {
        let mut structure = self.engine.unpacked(&state.words);
        let location = self.description().locations[usize::from(state.location)].number;
        if self.drawable() {
            let grid = grid_text(&structure, "/", "");
            return format!("{} @{location}", grid.trim_end_matches('/'));
        }
        structure.grid = None;
        if self.engine.fixed {
            // What never changes is as in the MODEL.
            structure.relations.retain(|name, _| self.engine.fluents.contains(name));
            return format!("[ |{} | ] @{location}", relations_text(&structure));
        }
        format!("{structure} @{location}")
    }

    fn read_position(&self, text: &str) -> Result<RewriteState, TextError> {
        let (span, location) = match text.rfind('@') {
            None => (0..text.len(), self.description().start),
            Some(at) => {
                let number = text[at + 1..].trim().parse().ok();
                let place = number.and_then(|number| self.description().location(number));
                let place = place.ok_or_else(|| {
                    TextError::new("there is no such location", at..text.len())
                        .help("the number of a location of the game stands after `@`")
                })?;
                (0..at, place)
            }
        };
        let mut structure =
            parse_structure(self.description(), &self.engine.fluents, text, span.clone())?;
        if self.engine.fixed && structure.grid.is_none() {
            structure = self.completed(structure, span.clone())?;
        }
        let words = self.engine.packed(&structure).ok_or_else(|| {
            TextError::new("this is no position of the game", span)
                .help("it has the elements of the MODEL, and what never changes is as in the MODEL")
        })?;
        Ok(self.state(location, words))
    }

    /// Returns the defined sentences, followed by the marks that moves can change, on each element.
    fn atoms(&self) -> Vec<String> {
        let sentences = self.sentences.iter().map(|(name, _)| format!("{name}()"));
        let elements = &self.description().model.elements;
        let marks = self.marks.iter().flat_map(|&relation| {
            let name = &self.engine.layout.names[relation];
            elements.iter().map(move |element| format!("{name}({element})"))
        });
        sentences.chain(marks).collect()
    }

    fn picture(&self, state: &RewriteState) -> Picture {
        self.draw(state)
    }
}
