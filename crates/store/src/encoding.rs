//! Values as bytes, in postcard.

use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::StoreError;

pub(crate) fn encode(value: &impl Serialize) -> Result<Vec<u8>, StoreError> {
    postcard::to_stdvec(value).map_err(|error| io::Error::other(error).into())
}

/// Decodes all of the bytes, and nothing but them.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StoreError> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok(_) => Err(StoreError::damaged("a block has more than it should")),
        Err(error) => Err(StoreError::damaged(error)),
    }
}
