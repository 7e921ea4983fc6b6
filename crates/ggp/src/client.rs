//! Messages to players.

use std::time::Duration;

/// A way to send messages to players.
pub trait Post: Sync {
    /// Sends a message to a player and returns its answer. Fails if none comes within the time.
    fn post(&self, url: &str, message: &str, within: Duration) -> Result<String, String>;
}

/// Sends messages over HTTP.
#[derive(Clone, Copy, Default, Debug)]
pub struct Network;

/// The longest answer that is read, in bytes.
const LONGEST: u64 = 1 << 20;

impl Post for Network {
    fn post(&self, url: &str, message: &str, within: Duration) -> Result<String, String> {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(within))
            .http_status_as_error(false)
            .build();
        let agent = ureq::Agent::new_with_config(config);
        let sent = agent.post(url).header("content-type", "text/acl").send(message);
        let mut response = sent.map_err(|error| error.to_string())?;
        let body = response.body_mut().with_config().limit(LONGEST).read_to_string();
        body.map_err(|error| error.to_string())
    }
}
