//! Messages to players.

use std::fmt;
use std::time::Duration;

/// A way to send messages to players.
pub trait Post: Sync {
    /// Sends a message to a player and returns its answer. Fails if none comes within the time.
    fn post(&self, url: &str, message: &str, within: Duration) -> Result<String, PostError>;
}

/// Why there is no answer of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PostError {
    /// It is longer than this number of bytes, and was not read to the end.
    TooLong(u64),
    /// It did not come, or not in time.
    Failed(String),
}

impl fmt::Display for PostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PostError::TooLong(most) => write!(f, "the answer is longer than {most} bytes"),
            PostError::Failed(reason) => f.write_str(reason),
        }
    }
}

impl From<&str> for PostError {
    fn from(reason: &str) -> PostError {
        PostError::Failed(reason.into())
    }
}

/// Sends messages over HTTP.
#[derive(Clone, Copy, Default, Debug)]
pub struct Network;

/// The longest answer that is read, in bytes: a move is much shorter.
const LONGEST: u64 = 64 << 10;

impl Post for Network {
    fn post(&self, url: &str, message: &str, within: Duration) -> Result<String, PostError> {
        // A player that sends us elsewhere does not answer.
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(within))
            .max_redirects(0)
            .http_status_as_error(false)
            .build();
        let agent = ureq::Agent::new_with_config(config);
        let sent = agent.post(url).header("content-type", "text/acl").send(message);
        let mut response = sent.map_err(failed)?;
        let body = response.body_mut().with_config().limit(LONGEST).read_to_string();
        body.map_err(failed)
    }
}

fn failed(error: ureq::Error) -> PostError {
    match error {
        ureq::Error::BodyExceedsLimit(most) => PostError::TooLong(most),
        error => PostError::Failed(error.to_string()),
    }
}
