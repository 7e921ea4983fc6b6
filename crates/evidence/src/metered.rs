//! Decoding within a budget: a small file can stand for any number of nodes.
//!
//! A byte of the binary encoding can become a whole text or list in memory, so that the size of a
//! file says little about what it takes. What is decoded is counted instead, and the budget polled.

use ludex_base::{Budget, Stopped, Ticker};
use postcard::Error;
use postcard::de_flavors::Flavor;

/// What a number or the length of a text or list takes in memory: texts and lists are three words.
const ENTRY_BYTES: usize = 24;

/// Bytes to decode, with the memory that what is decoded takes.
pub(crate) struct Metered<'de> {
    rest: &'de [u8],
    bytes: usize,
    max_bytes: usize,
    ticker: Ticker<'de>,
    stopped: Option<Stopped>,
}

impl<'de> Metered<'de> {
    /// Returns bytes to be decoded within a budget.
    pub fn new(bytes: &'de [u8], budget: &'de Budget) -> Metered<'de> {
        let max_bytes = budget.max_bytes.saturating_sub(bytes.len());
        Metered { rest: bytes, bytes: 0, max_bytes, ticker: Ticker::new(budget), stopped: None }
    }

    /// Counts memory; postcard has no error of ours, so that the reason is kept here.
    fn count(&mut self, bytes: usize) -> Result<(), Error> {
        self.bytes = self.bytes.saturating_add(bytes);
        let within = if self.bytes > self.max_bytes { Err(Stopped::Memory) } else { Ok(()) };
        within.and_then(|()| self.ticker.tick()).map_err(|stopped| {
            self.stopped = Some(stopped);
            Error::DeserializeUnexpectedEnd
        })
    }
}

impl<'de> Flavor<'de> for Metered<'de> {
    /// What is left, and why the decoding was stopped, if it was.
    type Remainder = (&'de [u8], Option<Stopped>);
    type Source = &'de [u8];

    fn pop(&mut self) -> Result<u8, Error> {
        self.count(ENTRY_BYTES)?;
        let (&first, rest) = self.rest.split_first().ok_or(Error::DeserializeUnexpectedEnd)?;
        self.rest = rest;
        Ok(first)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }

    fn try_take_n(&mut self, count: usize) -> Result<&'de [u8], Error> {
        let (taken, rest) =
            self.rest.split_at_checked(count).ok_or(Error::DeserializeUnexpectedEnd)?;
        self.count(count)?;
        self.rest = rest;
        Ok(taken)
    }

    fn finalize(self) -> Result<Self::Remainder, Error> {
        Ok((self.rest, self.stopped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_decoded_is_counted() {
        let bytes = [7; 4];
        let budget = Budget { max_bytes: 4 + 2 * ENTRY_BYTES, ..Budget::default() };
        let mut metered = Metered::new(&bytes, &budget);
        assert_eq!(metered.size_hint(), Some(4));
        assert_eq!([metered.pop(), metered.pop()], [Ok(7), Ok(7)]);
        assert_eq!(metered.pop(), Err(Error::DeserializeUnexpectedEnd));
        assert_eq!(metered.finalize(), Ok((&bytes[2..], Some(Stopped::Memory))));
        let mut metered = Metered::new(&bytes, &budget);
        assert_eq!(metered.try_take_n(5), Err(Error::DeserializeUnexpectedEnd));
        assert_eq!(metered.try_take_n(3), Ok(&bytes[..3]));
        assert_eq!(metered.finalize(), Ok((&bytes[3..], None)));
    }
}
