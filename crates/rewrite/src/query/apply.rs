//! `apply MOVE`: the structure after a move.

use ludex_base::{NoAnswer, TextError};
use serde_json::{Map, Value, json};

use super::{Answer, QueryParser, Result};
use crate::Structure;
use crate::engine::compile::CompileError;
use crate::engine::model::Engine;
use crate::lang::{Token, did_you_mean};

impl QueryParser<'_> {
    /// Answers `apply Rule l1=e1 l2=e2`, or `apply Rule:e1,e2` as moves are written in play.
    pub(super) fn apply(&mut self) -> Answer<Value> {
        let (span, name) = (self.parser.cursor.here(), self.parser.name("a rule")?);
        let rules = &self.description.rules;
        let rule = rules.iter().position(|rule| rule.name == name).ok_or_else(|| {
            let error = TextError::new(format!("there is no rule `{name}`"), span);
            did_you_mean(error, &name, rules.iter().map(|rule| &*rule.name))
        })?;
        let matched = self.matched(rule)?;
        let engine = Engine::free(self.description, self.budget);
        let engine = engine.map_err(|error| match error {
            CompileError::Stopped(stopped) => stopped.into(),
            error => NoAnswer::from(self.error(error)),
        })?;
        let (start, mut fits) = (engine.start(), false);
        engine.matches(&start, 0, std::iter::once((0, rule)), false, &mut |_, found| {
            fits |= found == matched;
            !fits
        });
        if !fits {
            let error = self.error(format!("rule `{name}` does not match there"));
            let help = "either its left-hand side is not embedded, or its conditions fail";
            return Err(error.help(help).into());
        }
        let after = engine.applied(&start, rule, &matched);
        let (after, _) = after.map_err(|error| self.error(error))?;
        Ok(structure_value(&engine.unpacked(&after)))
    }

    fn matched(&mut self, rule: usize) -> Result<Vec<u16>> {
        let left = &self.description.rules[rule].left;
        let mut matched: Vec<Option<u16>> = vec![None; left.size()];
        if self.parser.cursor.eat(Token::Colon) {
            return self.listed(rule);
        }
        while self.parser.cursor.peek().is_some() {
            let span = self.parser.cursor.here();
            let name = self.parser.element()?;
            let place = left.element(&name).ok_or_else(|| {
                let error = TextError::new(format!("the rule has no element `{name}`"), span);
                error.help(format!("its left-hand side has {}", left.elements.join(", ")))
            })?;
            self.parser.expect(Token::Equals, "`=`")?;
            matched[place] = Some(self.image()?);
        }
        let missing = matched.iter().position(Option::is_none);
        match missing {
            Some(l) => Err(self.error(format!("no element is given for `{}`", left.elements[l]))),
            None => Ok(matched.into_iter().flatten().collect()),
        }
    }

    /// Parses the name of an element of the model.
    fn image(&mut self) -> Result<u16> {
        let span = self.parser.cursor.here();
        let element = self.parser.element()?;
        let image = self.description.model.element(&element);
        let unknown = || TextError::new(format!("there is no element `{element}`"), span);
        image.map(|image| image as u16).ok_or_else(unknown)
    }

    /// Parses the images of all elements of the left-hand side in order: `e1,e2`, and the location
    /// that follows where moves say it, which changes nothing in the structure.
    fn listed(&mut self, rule: usize) -> Result<Vec<u16>> {
        let left = &self.description.rules[rule].left;
        let mut matched = vec![self.image()?];
        while self.parser.cursor.eat(Token::Comma) {
            matched.push(self.image()?);
        }
        if self.parser.cursor.eat(Token::Greater) {
            self.parser.number("the number of a location")?;
        }
        self.end()?;
        match matched.len() == left.size() {
            true => Ok(matched),
            false => {
                let (size, found) = (left.size(), matched.len());
                Err(self.error(format!("the rule has {size} elements, not {found}")))
            }
        }
    }
}

/// Returns a structure as a value: elements and tuples by name, sorted, without empty relations.
fn structure_value(structure: &Structure) -> Value {
    let mut elements: Vec<&str> = structure.elements.iter().map(|name| &**name).collect();
    ludex_base::sort(&mut elements);
    let mut relations = Map::new();
    for (name, relation) in &structure.relations {
        let text = |tuple: &Vec<usize>| {
            let names: Vec<&str> = tuple.iter().map(|&e| &*structure.elements[e]).collect();
            if names.len() == 1 { names[0].to_owned() } else { format!("({})", names.join(",")) }
        };
        let mut tuples: Vec<String> = relation.tuples.iter().map(text).collect();
        ludex_base::sort(&mut tuples);
        if !tuples.is_empty() {
            relations.insert(name.to_string(), json!(tuples));
        }
    }
    json!({ "elements": elements, "relations": relations })
}
