//! The host: answers messages and keeps matches.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Start;
use crate::message::Message;
use crate::worker::{FrontEnd, Opening, Unready, Worker};

/// Options of a host.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// The name of the host in its answers.
    pub name: String,
    /// The greatest number of matches at the same time. One that ended counts until its thread has
    /// noticed it.
    pub max_matches: usize,
    /// The greatest number of matches whose rules are being opened at the same time.
    pub max_openings: usize,
    /// The time beyond the start clock that the opening of rules may take.
    pub opening_time: Duration,
    /// The time without a message, beyond the clocks of a match, after which the match is dropped.
    pub patience: Duration,
    /// The least time between the answer and the end of the clock, for the network.
    pub margin: Duration,
}

impl Default for HostOptions {
    fn default() -> HostOptions {
        HostOptions {
            name: "ludex".into(),
            max_matches: 16,
            max_openings: 4,
            opening_time: Duration::from_secs(30),
            patience: Duration::from_secs(600),
            margin: Duration::from_millis(200),
        }
    }
}

/// The answer to a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The text to send.
    pub text: String,
    /// What was wrong with the message, if anything.
    pub complaint: Option<String>,
}

/// Answers messages of game managers.
pub struct Host {
    front: Arc<dyn FrontEnd>,
    options: HostOptions,
    matches: Mutex<HashMap<String, Match>>,
    /// The threads of matches hold a clone each, and those that open rules one of the second.
    threads: Arc<()>,
    openings: Arc<()>,
}

/// The greatest length of messages that hold no rules, of which several may wait for a match.
const SHORT: usize = 64 << 10;

struct Match {
    worker: Worker,
    play_clock: Duration,
    expires: Instant,
}

impl Host {
    /// Makes a host that parses rules with a front end.
    pub fn new(front: impl FrontEnd, options: HostOptions) -> Host {
        Host {
            front: Arc::new(front),
            options,
            matches: Mutex::default(),
            threads: Arc::default(),
            openings: Arc::default(),
        }
    }

    /// Answers a message received at a given time, always before its clock ends.
    pub fn answer(&self, text: &str, received: Instant) -> Answer {
        let answer = match parse(text) {
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

    /// Returns the number of matches in progress.
    pub fn matches(&self) -> usize {
        self.lock().len()
    }

    /// Returns the number of threads of matches, those included that ended and have not noticed it.
    pub fn threads(&self) -> usize {
        Arc::strong_count(&self.threads) - 1
    }

    /// Says why no match can be started now.
    fn refuse_start(&self) -> Result<(), String> {
        if self.threads() >= self.options.max_matches {
            return Err("there are too many matches".into());
        }
        if Arc::strong_count(&self.openings) > self.options.max_openings {
            return Err("the rules of too many matches are being opened".into());
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Match>> {
        let mut matches = self.matches.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        matches.retain(|_, one| one.expires > now);
        matches
    }

    fn info(&self) -> String {
        drop(self.lock());
        let status = if self.refuse_start().is_ok() { "available" } else { "busy" };
        format!("((name {}) (status {status}))", self.options.name)
    }

    /// Returns how long before the end of a clock the answer is sent.
    fn margin(&self, clock: Duration) -> Duration {
        let margin = self.options.margin.max(clock / 20).min(Duration::from_secs(1));
        // Very short clocks: use half of the time.
        margin.min(clock / 2)
    }

    fn start(&self, start: Start, received: Instant) -> Result<String, String> {
        let (id, clock, play_clock) = (start.id.clone(), start.start_clock, start.play_clock);
        let deadline = received + clock - self.margin(clock);
        let ready = {
            let mut matches = self.lock();
            matches.remove(&id);
            self.refuse_start()?;
            let opening = Opening {
                front: Arc::clone(&self.front),
                start,
                opened_by: received + clock + self.options.opening_time,
                deadline,
                held: (Arc::clone(&self.threads), Arc::clone(&self.openings)),
            };
            let worker = Worker::start(opening)?;
            let ready = worker.ready();
            let expires = received + clock + play_clock + self.options.patience;
            matches.insert(id.clone(), Match { worker, play_clock, expires });
            ready
        };
        // The lock is released here, so that other messages are answered meanwhile.
        let ready = ready.wait(deadline);
        if let Err(Unready::Wrong(_)) = ready {
            self.lock().remove(&id);
        }
        ready.map(|()| "ready".into()).map_err(|unready| unready.to_string())
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
            (one.worker.play(moves, received + one.play_clock - margin)?, until)
        };
        Ok(waiter.wait(until).unwrap_or_else(|| "nil".into()))
    }

    fn end(&self, id: &str) -> Result<(), String> {
        let ended = self.lock().remove(id);
        ended.map(|_| ()).ok_or_else(|| format!("there is no match `{id}`"))
    }
}

/// Parses a message. Those without rules are short.
fn parse(text: &str) -> Result<Message, String> {
    match Message::read(text)? {
        Message::Play { .. } | Message::Stop { .. } | Message::Abort { .. }
            if text.len() > SHORT =>
        {
            Err(format!("a message without rules is longer than {SHORT} bytes"))
        }
        message => Ok(message),
    }
}
