//! `learn`: weights by self-play, as text to be kept in a file.

use ludex_base::NoAnswer;
use serde_json::{Value, json};

use super::{Answer, QueryParser};
use crate::Unplayable;
use crate::graph::with_deadline;
use crate::heuristics::{Lessons, learn};

impl QueryParser<'_> {
    pub(super) fn learn(&mut self) -> Answer<Value> {
        let mut lessons = Lessons::default();
        if self.parser.cursor.peek().is_some() {
            lessons.plays = u64::from(self.parser.number("the number of plays")?);
        }
        self.end()?;
        let budget = with_deadline(self.budget);
        let weights = learn(&self.game()?, &lessons, &budget).map_err(|error| match error {
            Unplayable::Stopped(stopped) => NoAnswer::Stopped(stopped),
            error => self.error(error).into(),
        })?;
        Ok(json!(weights.to_string().trim_end()))
    }
}
