//! Answers messages, and keeps matches.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::worker::{Front, Worker};
use super::{Message, Start};

/// How a host plays.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// What the host calls itself.
    pub name: String,
    /// The most matches at the same time.
    pub max_matches: usize,
    /// A match is forgotten after so long without a message, beyond its clocks.
    pub patience: Duration,
    /// The least time an answer is sent before the clock ends: what the network may need.
    pub margin: Duration,
}

impl Default for HostOptions {
    fn default() -> HostOptions {
        HostOptions {
            name: "ludex".into(),
            max_matches: 16,
            patience: Duration::from_secs(600),
            margin: Duration::from_millis(200),
        }
    }
}

/// The answer to a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What to send.
    pub text: String,
    /// What was wrong with the message, if anything.
    pub complaint: Option<String>,
}

/// Answers messages of game managers.
pub struct Host {
    front: Arc<dyn Front>,
    options: HostOptions,
    matches: Mutex<HashMap<String, Match>>,
}

struct Match {
    worker: Worker,
    play_clock: Duration,
    expires: Instant,
}

impl Host {
    /// A host that reads rules with this front end.
    pub fn new(front: impl Front, options: HostOptions) -> Host {
        Host { front: Arc::new(front), options, matches: Mutex::new(HashMap::new()) }
    }

    /// Answers a message that came at a moment: in time by its clock, whatever the message.
    pub fn answer(&self, text: &str, received: Instant) -> Answer {
        let answer = match Message::read(text) {
            Ok(Message::Info) => Ok(self.info()),
            Ok(Message::Preview) => Ok("ready".into()),
            Ok(Message::Start(start)) => self.start(*start, received),
            Ok(Message::Play { id, moves }) => self.play(&id, moves, received),
            Ok(Message::Stop { id, .. }) => self.end(&id).map(|()| "done".into()),
            Ok(Message::Abort { id }) => self.end(&id).map(|()| "aborted".into()),
            Err(complaint) => Err(complaint),
        };
        match answer {
            Ok(text) => Answer { text, complaint: None },
            Err(complaint) => Answer { text: "busy".into(), complaint: Some(complaint) },
        }
    }

    /// How many matches are going on.
    pub fn matches(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Match>> {
        let mut matches = self.matches.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        matches.retain(|_, one| one.expires > now);
        matches
    }

    fn info(&self) -> String {
        let free = self.lock().len() < self.options.max_matches;
        let status = if free { "available" } else { "busy" };
        format!("((name {}) (status {status}))", self.options.name)
    }

    /// How long before the end of a clock the answer is sent.
    fn margin(&self, clock: Duration) -> Duration {
        let margin = self.options.margin.max(clock / 20).min(Duration::from_secs(1));
        // Clocks of no length leave no time at all; half is better than nothing.
        margin.min(clock / 2)
    }

    fn start(&self, start: Start, received: Instant) -> Result<String, String> {
        let (id, clock, play_clock) = (start.id.clone(), start.start_clock, start.play_clock);
        let deadline = received + clock - self.margin(clock);
        let worker = {
            let mut matches = self.lock();
            matches.remove(&id);
            if matches.len() >= self.options.max_matches {
                return Err("there are too many matches".into());
            }
            let worker = Worker::start(Arc::clone(&self.front), start, deadline)?;
            let expires = received + clock + play_clock + self.options.patience;
            matches.insert(id.clone(), Match { worker, play_clock, expires });
            matches[&id].worker.ready()
        };
        // Others may ask meanwhile.
        let ready = worker.wait(deadline);
        if ready.is_err() {
            self.lock().remove(&id);
        }
        ready.map(|()| "ready".into())
    }

    fn play(
        &self,
        id: &str,
        moves: Option<Vec<String>>,
        received: Instant,
    ) -> Result<String, String> {
        let (waiter, until) = {
            let mut matches = self.lock();
            let one = matches.get_mut(id).ok_or_else(|| format!("there is no match `{id}`"))?;
            one.expires = received + 2 * one.play_clock + self.options.patience;
            let margin = self.margin(one.play_clock);
            let until = received + one.play_clock - margin / 2;
            (one.worker.play(moves, received + one.play_clock - margin), until)
        };
        Ok(waiter.wait(until).unwrap_or_else(|| "nil".into()))
    }

    fn end(&self, id: &str) -> Result<(), String> {
        let ended = self.lock().remove(id);
        ended.map(|_| ()).ok_or_else(|| format!("there is no match `{id}`"))
    }
}
