//! Sending messages to players.

use std::time::Duration;

/// Something that sends a message and brings back the answer.
pub trait Post: Sync {
    /// Sends a message to a player; the answer must come within the time.
    fn post(&self, url: &str, message: &str, within: Duration) -> Result<String, String>;
}

/// The network: HTTP.
#[derive(Clone, Copy, Default, Debug)]
pub struct Network;

/// Answers are moves: longer ones are not read.
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
