//! `learn`: weights by self-play, as text to be kept in a file.

use std::sync::atomic::Ordering;
use std::time::Instant;

use serde_json::{Value, json};

use super::{Asked, Result};
use crate::heuristics::{Lessons, learn};

impl Asked<'_> {
    pub(super) fn learn(&mut self) -> Result<Value> {
        let mut lessons = Lessons::default();
        if self.parser.peek().is_some() {
            lessons.plays = u64::from(self.parser.number("the number of plays")?);
        }
        self.end()?;
        let start = Instant::now();
        let stop = || {
            let asked = self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
            asked || start.elapsed() >= self.limits.time
        };
        let weights = learn(&self.game()?, &lessons, &stop).map_err(|error| self.error(error))?;
        Ok(json!(weights.to_string().trim_end()))
    }
}
