//! Bodies of messages: bounded in length, in time, and in bytes of all of them together.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::BodyExt;
use hyper::StatusCode;
use hyper::body::{Body, Bytes};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// What bodies may take.
#[derive(Clone, Debug)]
pub struct BodyLimits {
    longest: usize,
    time: Duration,
    bytes: Arc<Semaphore>,
}

/// A body that has arrived. Its bytes are counted as long as this is kept.
#[derive(Debug)]
pub struct ReadBody {
    /// The bytes.
    pub bytes: Vec<u8>,
    permit: OwnedSemaphorePermit,
}

impl ReadBody {
    /// Returns the bytes and what counts them.
    pub fn into_parts(self) -> (Vec<u8>, OwnedSemaphorePermit) {
        (self.bytes, self.permit)
    }
}

impl BodyLimits {
    /// Allows bodies of `longest` bytes that arrive within `time`, and `all` bytes of all bodies that
    /// arrive or are answered at the same time.
    pub fn new(longest: usize, time: Duration, all: usize) -> BodyLimits {
        BodyLimits { longest, time, bytes: Arc::new(Semaphore::new(all)) }
    }

    /// Reads a body, or returns the status that refuses it.
    pub async fn read<B: Body<Data = Bytes> + Unpin>(
        &self,
        body: B,
    ) -> Result<ReadBody, StatusCode> {
        let read = timeout(self.time, self.read_all(body)).await;
        read.map_err(|_| StatusCode::REQUEST_TIMEOUT)?
    }

    async fn read_all<B: Body<Data = Bytes> + Unpin>(
        &self,
        mut body: B,
    ) -> Result<ReadBody, StatusCode> {
        let full = StatusCode::SERVICE_UNAVAILABLE;
        let take = |bytes: usize| {
            let bytes = u32::try_from(bytes).map_err(|_| full)?;
            Arc::clone(&self.bytes).try_acquire_many_owned(bytes).map_err(|_| full)
        };
        if body.size_hint().lower() > self.longest as u64 {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        let (mut bytes, mut permit) = (Vec::new(), take(0)?);
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| StatusCode::BAD_REQUEST)?;
            let Ok(data) = frame.into_data() else { continue };
            if bytes.len() + data.len() > self.longest {
                return Err(StatusCode::PAYLOAD_TOO_LARGE);
            }
            permit.merge(take(data.len())?);
            bytes.extend_from_slice(&data);
        }
        Ok(ReadBody { bytes, permit })
    }
}
