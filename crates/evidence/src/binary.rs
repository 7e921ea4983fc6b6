//! The binary encoding: magic bytes, a version, then packed parts.
//!
//! The first part is the evidence without its nodes, the others are the nodes in their order; an
//! empty part ends a list. Parts are unpacked one at a time, so that no more than one has to be in
//! memory. Files of version 1 are one part with everything.

use std::io::{ErrorKind, Read};

use ludex_base::{Budget, NoAnswer, Stopped};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::nodes::NodeList;
use crate::packing::{pack_value, read_all, unpack};
use crate::{Bound, Claim, Evidence, FileError, ProofText, VERSION};

/// The first bytes of a binary file: not text, and damaged by transfers that change line ends.
pub(crate) const MAGIC: &[u8; 8] = b"\x89Ludex\r\n";

/// The version of the binary encoding that is written. That of the data model inside is
/// [`VERSION`].
pub(crate) const IN_PARTS: u32 = 2;

/// Returns the binary encoding of evidence.
pub(crate) fn encode(evidence: &Evidence) -> Result<Vec<u8>, FileError> {
    let mut out = [&MAGIC[..], &IN_PARTS.to_le_bytes()].concat();
    put(&mut out, &pack_value(&without_nodes(evidence)))?;
    match &evidence.claim {
        Claim::Formula { proof, .. } => put_list(&mut out, proof.nodes.packed())?,
        Claim::Value { low, high } | Claim::Guarantee { low, high, .. } => {
            for bound in low.iter().chain(high) {
                put_list(&mut out, bound.nodes.packed())?;
            }
        }
        Claim::Mixed { .. } | Claim::Answer { .. } | Claim::Equilibrium { .. } => {}
    }
    Ok(out)
}

/// Returns the evidence with empty lists of nodes, where nodes are kept in parts.
fn without_nodes(evidence: &Evidence) -> Evidence {
    let bound = |bound: &Option<Bound>| {
        let outcome = bound.as_ref().map(|bound| bound.outcome.clone());
        outcome.map(|outcome| Bound { outcome, nodes: NodeList::default() })
    };
    let claim = match &evidence.claim {
        Claim::Formula { agent, formula, definitions, holds, proof } => Claim::Formula {
            agent: agent.clone(),
            formula: formula.clone(),
            definitions: definitions.clone(),
            holds: *holds,
            proof: ProofText { formulas: proof.formulas.clone(), nodes: NodeList::default() },
        },
        Claim::Value { low, high } => Claim::Value { low: bound(low), high: bound(high) },
        Claim::Guarantee { agent, low, high } => {
            Claim::Guarantee { agent: agent.clone(), low: bound(low), high: bound(high) }
        }
        whole @ (Claim::Mixed { .. } | Claim::Answer { .. } | Claim::Equilibrium { .. }) => {
            whole.clone()
        }
    };
    Evidence {
        format: evidence.format.clone(),
        version: evidence.version,
        game: evidence.game.clone(),
        digest: evidence.digest.clone(),
        position: evidence.position.clone(),
        claim,
    }
}

fn put_list(
    out: &mut Vec<u8>,
    mut parts: impl Iterator<Item = Box<[u8]>>,
) -> Result<(), FileError> {
    parts.try_for_each(|part| put(out, &part))?;
    put(out, &[])
}

/// Writes the length of a part and the part.
fn put(out: &mut Vec<u8>, part: &[u8]) -> Result<(), FileError> {
    let length = u32::try_from(part.len()).map_err(|_| FileError::TooLarge)?;
    out.extend(length.to_le_bytes());
    out.extend(part);
    Ok(())
}

/// Decodes what follows the magic bytes.
pub(crate) fn decode(
    mut from: impl Read,
    budget: &Budget,
) -> Result<Evidence, NoAnswer<FileError>> {
    let version = number(&mut from)?.ok_or(FileError::NotEvidence)?;
    match version {
        VERSION => unpack(&read_all(from, budget.max_bytes as u64, budget)?, budget),
        IN_PARTS => decode_parts(Parts { from, budget, bytes: 0 }),
        other => Err(FileError::Encoding(other).into()),
    }
}

fn decode_parts<R: Read>(mut parts: Parts<'_, R>) -> Result<Evidence, NoAnswer<FileError>> {
    let mut evidence: Evidence = unpack(&parts.next()?, parts.budget)?;
    match &mut evidence.claim {
        Claim::Formula { proof, .. } => parts.list(&mut proof.nodes)?,
        Claim::Value { low, high } | Claim::Guarantee { low, high, .. } => {
            for bound in low.iter_mut().chain(high) {
                parts.list(&mut bound.nodes)?;
            }
        }
        Claim::Mixed { .. } | Claim::Answer { .. } | Claim::Equilibrium { .. } => {}
    }
    match parts.from.read(&mut [0]).map_err(FileError::Io)? {
        0 => Ok(evidence),
        _ => Err(damaged("something follows the end").into()),
    }
}

/// The parts of a file that is being read.
struct Parts<'b, R> {
    from: R,
    budget: &'b Budget,
    /// The bytes of the parts so far, which stay packed in memory.
    bytes: u64,
}

impl<R: Read> Parts<'_, R> {
    /// Reads the next part.
    fn next(&mut self) -> Result<Vec<u8>, NoAnswer<FileError>> {
        let length = u64::from(number(&mut self.from)?.ok_or_else(|| damaged(CUT))?);
        self.bytes += length;
        if self.bytes > self.budget.max_bytes as u64 {
            return Err(Stopped::Memory.into());
        }
        let part = read_all(self.from.by_ref().take(length), length, self.budget)?;
        match part.len() as u64 == length {
            true => Ok(part),
            false => Err(damaged(CUT).into()),
        }
    }

    /// Reads the parts of a list up to the empty one.
    fn list<T>(&mut self, list: &mut NodeList<T>) -> Result<(), NoAnswer<FileError>>
    where
        T: Serialize + DeserializeOwned,
    {
        if !list.is_empty() {
            return Err(damaged("nodes are where none should be").into());
        }
        loop {
            match self.next()? {
                end if end.is_empty() => return Ok(()),
                part => list.push_packed(part.into(), self.budget)?,
            }
        }
    }
}

/// What is wrong with a file whose end is missing.
const CUT: &str = "its end is missing";

/// Reads a number of 32 bits; None at the end of the file.
fn number(from: &mut impl Read) -> Result<Option<u32>, FileError> {
    let mut bytes = [0; 4];
    match from.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(u32::from_le_bytes(bytes))),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(FileError::Io(error)),
    }
}

fn damaged(why: &str) -> FileError {
    FileError::Damaged(why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::PART;
    use crate::{SolutionLine, SolutionStep};

    fn evidence(nodes: usize) -> Evidence {
        let line = |number: usize| SolutionLine {
            position: number.to_string(),
            step: SolutionStep::Final("win".to_owned()),
        };
        let bound = Bound { outcome: "win".to_owned(), nodes: (0..nodes).map(line).collect() };
        Evidence::new("g", "p".to_owned(), Claim::Value { low: Some(bound), high: None })
    }

    fn read(bytes: &[u8]) -> Result<Evidence, String> {
        Evidence::from_bytes(bytes).map_err(|error| error.to_string())
    }

    /// Files of earlier versions are one packed part.
    #[test]
    fn version_one_is_read() {
        for nodes in [0, 1, 3 * PART + 5] {
            let evidence = evidence(nodes);
            let packed = pack_value(&evidence);
            let file = [&MAGIC[..], &VERSION.to_le_bytes(), &packed].concat();
            assert_eq!(read(&file), Ok(evidence));
        }
    }

    #[test]
    fn unknown_versions_are_refused_by_name() {
        let mut file = encode(&evidence(3)).expect("it is small");
        for version in [0, 3, 9, u32::MAX] {
            file[MAGIC.len()..][..4].copy_from_slice(&version.to_le_bytes());
            let message = format!(
                "this evidence file has version {version} of the binary encoding; versions 1 to 2 \
                 are known"
            );
            assert_eq!(read(&file), Err(message));
        }
    }

    /// Returns where the parts of a file begin, with their lengths.
    fn places(file: &[u8]) -> Vec<(usize, usize)> {
        let (mut at, mut places) = (MAGIC.len() + 4, Vec::new());
        while let Some(length) = file.get(at..at + 4) {
            let length = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
            places.push((at, 4 + length));
            at += 4 + length;
        }
        places
    }

    #[test]
    fn parts_that_are_lost_or_moved_are_noticed() {
        let file = encode(&evidence(2 * PART + 5)).expect("it is small");
        let places = places(&file);
        // The head, two full parts, the rest, the end.
        assert_eq!(places.len(), 5);
        let with = |order: &[usize]| {
            let parts = order.iter().map(|&part| &file[places[part].0..][..places[part].1]);
            let parts: Vec<u8> = parts.flatten().copied().collect();
            read(&[&file[..MAGIC.len() + 4], &parts].concat())
        };
        let cut = Err("this evidence file is damaged: its end is missing".to_owned());
        let wrong =
            Err("this evidence file is damaged: a part has the wrong number of nodes".to_owned());
        let more = Err("this evidence file is damaged: something follows the end".to_owned());
        assert_eq!(with(&[0, 1, 2, 3, 4]), Ok(evidence(2 * PART + 5)));
        for length in 0..4 {
            assert_eq!(with(&[0, 1, 2, 3][..length]), cut, "{length} parts");
        }
        assert_eq!(with(&[0, 1, 3, 2, 4]), wrong);
        assert_eq!(with(&[0, 1, 2, 3, 3, 4]), wrong);
        assert_eq!(with(&[0, 1, 2, 3, 4, 4]), more);
        assert!(with(&[1, 0, 2, 3, 4]).is_err());
        // Of these files the nodes are other ones, which is for the checker to judge.
        for order in [&[0, 2, 1, 3, 4][..], &[0, 1, 3, 4], &[0, 1, 2, 4], &[0, 1, 1, 3, 4]] {
            let other = with(order).expect("whole parts");
            assert_ne!(other, evidence(2 * PART + 5));
        }
    }

    #[test]
    fn a_head_has_no_nodes() {
        let evidence = evidence(1);
        let mut file = [&MAGIC[..], &IN_PARTS.to_le_bytes()].concat();
        put(&mut file, &pack_value(&evidence)).expect("it is small");
        put_list(&mut file, NodeList::<SolutionLine>::default().packed()).expect("it is small");
        let error = read(&file).expect_err("nodes in the head");
        assert!(error.contains("nodes are where none should be"), "{error}");
    }

    #[test]
    fn what_stays_in_memory_is_counted() {
        let file = encode(&evidence(PART)).expect("it is small");
        let packed = places(&file).iter().map(|(_, length)| length - 4).sum::<usize>();
        let within = |max_bytes| {
            let budget = Budget { max_bytes, ..Budget::default() };
            Evidence::from_bytes_within(&file, &budget)
        };
        assert!(within(64 << 20).is_ok());
        assert!(matches!(within(packed - 1), Err(NoAnswer::Stopped(_))));
    }
}
